import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Entry } from '../../src/playground/journal.ts';
import { startDiscord } from '../../src/playground/server.ts';
import { CHANNEL } from '../../src/playground/shapes.ts';
import { setOffset } from '../clock.ts';
import type { Roll } from '../lib/chance.ts';
import { createChat, EPHEMERAL } from '../lib/chat.ts';
import { tableIn } from '../tellers.ts';
import { type Crowd, createCrowd, type Member, type RawMessage, shownOf } from './crowd.ts';
import { createKeeper, type Keeper } from './keeper.ts';
import type { World } from './town.ts';

/** A Discord on localhost with its people and channels, a clock, and the bot as a process of its own. */

export interface Discord extends World {
  readonly client: Crowd;
  readonly database: string;
  readonly keeper: Keeper;
  /** Whether a channel or thread is there. */
  exists(channel: string): boolean;
  /** The channel that a thread hangs below. */
  parentOf(channel: string): string | undefined;
  control(method: string, path: string, body?: unknown): Promise<unknown>;
  /** The bot's clock, in ms; `now` is that of the machine, in which people wait. */
  time(): number;
  /** Moves it forward. */
  jump(time: number): void;
  /** The bot's requests, as far as they were answered, since this was asked last. */
  requests(): Entry[];
  /** Whether the bot has asked for something since; at most so many ms are waited. */
  asks(method: string, route: string, patience: number): Promise<boolean>;
  /** The record that hangs on a message; undefined where none does. */
  record(message: string): Promise<unknown>;
  close(): Promise<void>;
}

const NAMES = 'Ann Ben Cleo Dia Eli Fay Gus Hana Ivo Jun Kit Lou Max Nia Oda Pia Quin Rosa Sam Tia'.split(
  ' ',
);
const OTHERS = 'Uma Vic Wim Xena Yan Zoe'.split(' ');
const MEMORY = '/dev/shm';
/** Channels that each server gets beside those it has. */
const MORE = 5;
/** The bot has no leave to play there. */
const CLOSED = 'quiet';

export async function openDiscord(
  roll: Roll,
  program: string,
  patience: World['patience'],
): Promise<Discord> {
  // Processes are killed here, not machines: in memory nothing waits for a disk.
  const folder = mkdtempSync(join(existsSync(MEMORY) ? MEMORY : tmpdir(), 'metrox-soak-'));
  const database = join(folder, 'metrox.db');
  const clockFile = join(folder, 'clock');
  const listeners: ((event: string, data: object) => void)[] = [];
  const heard = (event: string, data: object): void => {
    for (const listen of listeners) listen(event, data);
  };
  const discord = await startDiscord({ limits: 'off', clockFile, people: NAMES, heard });
  const control: Discord['control'] = async (method, path, body) => {
    const answer = await fetch(`${discord.url}/_${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} /_${path}: ${answer.status} ${text}`);
    return text ? JSON.parse(text) : undefined;
  };
  const read = async <T>(path: string, name = 'ann'): Promise<T> => {
    const headers = { authorization: `person-${name}` };
    return (await (await fetch(`${discord.url}/api/v10${path}`, { headers })).json()) as T;
  };

  // Of a third server the bot is no member.
  const guilds = (await read<{ id: string }[]>('/users/@me/guilds')).map(({ id }) => id).slice(0, 2);
  const placed = new Map<string, { guild: string; parent?: string }>();
  listeners.push((event, data) => {
    const { id, guild_id, parent_id } = data as { id: string; guild_id: string; parent_id?: string | null };
    if (event === 'CHANNEL_CREATE') placed.set(id, { guild: guild_id });
    if (event === 'THREAD_CREATE') placed.set(id, { guild: guild_id, parent: parent_id! });
    if (event === 'CHANNEL_DELETE' || event === 'THREAD_DELETE') placed.delete(id);
  });
  for (const guild of guilds) {
    const channels = await read<{ id: string; name: string; type: number }[]>(`/guilds/${guild}/channels`);
    for (const { id, name, type } of channels)
      if (name !== CLOSED && type !== CHANNEL.forum) placed.set(id, { guild });
    for (let n = 0; n < MORE; n++)
      await control('POST', `/guilds/${guild}/channels`, { name: `line-${n + 1}` });
  }
  for (const name of OTHERS) await control('POST', '/people', { name, guild: guilds[1] });
  const all = (await (await fetch(`${discord.url}/people`)).json()) as (Member & { global_name: string })[];
  const persons = new Map(
    all.map(({ id, global_name: name, token }): [string, Member] => [name, { id, name, token }]),
  );
  const members = (names: readonly string[]): Member[] => names.map((name) => persons.get(name)!);
  const byGuild = new Map([
    [guilds[0]!, members(NAMES)],
    [guilds[1]!, members([...NAMES.slice(0, 4), ...OTHERS])],
  ]);
  const owners = new Map(guilds.map((guild, n) => [guild, persons.get(NAMES[n]!)!]));

  const index = await read<{ applications: { id: string }[] }>(
    `/guilds/${guilds[0]}/application-command-index`,
  );
  const application = index.applications[0]?.id ?? '1300000000000000000';
  const chat = createChat((ms, work) => {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  });
  const guildOf = (channel: string): string => placed.get(channel)?.guild ?? guilds[0]!;
  const tokens = new Map(all.map(({ id, token }) => [id, token]));
  const client = createCrowd(discord.url, application, ({ id }) => tokens.get(id)!, guildOf);
  const purposes = new Map<string, string>();
  const records = new Map<string, string>();
  /** Messages whose purpose is not known yet, by their nonce. */
  const unknown = new Map<string, string>();
  listeners.push(client.heard, (event, data) => {
    const { id } = data as { id: string };
    if (event === 'MESSAGE_DELETE') chat.remove(id);
    if (event === 'CHANNEL_DELETE' || event === 'THREAD_DELETE') chat.close(id);
    if (event !== 'MESSAGE_CREATE' && event !== 'MESSAGE_UPDATE') return;
    const raw = data as RawMessage;
    if (raw.author.id !== application || raw.flags & EPHEMERAL) return;
    const { nonce, at } = chat.messages.get(id) ?? shownOf(raw);
    const purpose = nonce === null ? null : (purposes.get(nonce) ?? null);
    if (nonce !== null && purpose === null) unknown.set(nonce, id);
    const record = raw.attachments.find(({ filename }) => filename.endsWith('.json'));
    if (record) records.set(id, record.url);
    chat.put({ ...shownOf(raw), nonce, purpose, at });
  });
  /** The bot's log tells what a nonce stands for. */
  const learn = (nonce: string, purpose: string): void => {
    purposes.set(nonce, purpose);
    const message = chat.messages.get(unknown.get(nonce) ?? '');
    unknown.delete(nonce);
    if (message) chat.put({ ...message, purpose });
  };

  let offset = 0;
  let told = 0;
  const keeper = createKeeper(
    program,
    {
      DISCORD_TOKEN: discord.token,
      DISCORD_API: `${discord.url}/api`,
      DATABASE_FILE: database,
      CLOCK_FILE: clockFile,
    },
    () => client.died(),
    learn,
  );
  const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
  return {
    ...{ roll, database, chat, client, keeper, control, patience },
    up: keeper.up,
    now: Date.now,
    people: (guild) => byGuild.get(guild) ?? [],
    manages: (guild, who) => owners.get(guild) === who,
    places: () => [...placed].flatMap(([channel, { guild, parent }]) => (parent ? [] : [{ guild, channel }])),
    tell: (match) => tableIn(database, match),
    exists: (channel) => placed.has(channel),
    parentOf: (channel) => placed.get(channel)?.parent,
    time: () => Date.now() + offset,
    jump(time) {
      offset += time;
      // In one piece: half a number would be another time.
      setOffset(clockFile, offset);
    },
    requests() {
      const news = discord.requests(told);
      // What is not answered yet is told the next time, with all that came after it.
      const open = news.findIndex(({ status, at }) => status === undefined && Date.now() - at < 20_000);
      const done = open < 0 ? news : news.slice(0, open);
      told = done.at(-1)?.n ?? told;
      return done;
    },
    async asks(method, route, patience) {
      const from = discord.requests(told).at(-1)?.n ?? told;
      for (const until = Date.now() + patience; Date.now() < until; await pause(20))
        if (discord.requests(from).some((one) => one.method === method && one.route === route)) return true;
      return false;
    },
    async record(message) {
      const url = records.get(message);
      return url && (await fetch(new URL(url, discord.url))).json();
    },
    async close() {
      await keeper.kill();
      await discord.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
