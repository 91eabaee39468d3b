import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Entry } from '../../src/playground/journal.ts';
import { startDiscord } from '../../src/playground/server.ts';
import { CHANNEL } from '../../src/playground/shapes.ts';
import { setOffset } from '../clock.ts';
import { pick, type Roll } from '../lib/chance.ts';
import { type Chat, createChat } from './chat.ts';
import { createKeeper, type Keeper } from './keeper.ts';
import { type Crowd, createCrowd, type Person, type Place } from './person.ts';

/** All that a soak has: a Discord on localhost, its people and channels, a clock, and the bot. */

export interface World {
  readonly roll: Roll;
  readonly folder: string;
  readonly database: string;
  readonly chat: Chat;
  readonly crowd: Crowd;
  readonly keeper: Keeper;
  /** People by server; some belong to both. */
  people(guild: string): readonly Person[];
  /** Whether somebody manages a server. */
  manages(guild: string, who: Person): boolean;
  /** The channels that are there, threads left aside. */
  places(): readonly Place[];
  guildOf(channel: string): string;
  /** Whether a channel or thread is there. */
  exists(channel: string): boolean;
  /** The channel that a thread hangs below. */
  parentOf(channel: string): string | undefined;
  control(method: string, path: string, body?: unknown): Promise<unknown>;
  /** The bot's clock, in milliseconds. */
  now(): number;
  /** Moves it forward. */
  jump(time: number): void;
  /** The bot's requests, as far as they were answered, since this was asked last. */
  requests(): Entry[];
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

export async function openWorld(roll: Roll, program: string): Promise<World> {
  // Processes are killed here, not machines: in memory nothing waits for a disk.
  const folder = mkdtempSync(join(existsSync(MEMORY) ? MEMORY : tmpdir(), 'metrox-soak-'));
  const database = join(folder, 'metrox.db');
  const clockFile = join(folder, 'clock');
  const listeners: ((event: string, data: object) => void)[] = [];
  const heard = (event: string, data: object): void => {
    for (const listen of listeners) listen(event, data);
  };
  const discord = await startDiscord({ limits: 'off', clockFile, people: NAMES, heard });
  const control: World['control'] = async (method, path, body) => {
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
  const all = (await (await fetch(`${discord.url}/people`)).json()) as {
    id: string;
    global_name: string;
    token: string;
  }[];
  const persons = new Map(
    all.map(({ id, global_name: name, token }): [string, Person] => [name, { id, name, token }]),
  );
  const members = (names: readonly string[]): Person[] => names.map((name) => persons.get(name)!);
  const byGuild = new Map([
    [guilds[0]!, members(NAMES)],
    [guilds[1]!, members([...NAMES.slice(0, 4), ...OTHERS])],
  ]);
  const owners = new Map(guilds.map((guild, n) => [guild, persons.get(NAMES[n]!)!]));

  const index = await read<{ applications: { id: string }[] }>(
    `/guilds/${guilds[0]}/application-command-index`,
  );
  const application = index.applications[0]?.id ?? '1300000000000000000';
  const chat = createChat(application);
  const guildOf = (channel: string): string => placed.get(channel)?.guild ?? guilds[0]!;
  const crowd = createCrowd(discord.url, application, guildOf);
  listeners.push(chat.heard, crowd.heard);

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
    () => crowd.died(),
    (nonce, purpose) => chat.learn(nonce, purpose),
  );
  return {
    roll,
    folder,
    database,
    chat,
    crowd,
    keeper,
    people: (guild) => byGuild.get(guild) ?? [],
    manages: (guild, who) => owners.get(guild) === who,
    places: () => [...placed].flatMap(([channel, { guild, parent }]) => (parent ? [] : [{ guild, channel }])),
    guildOf,
    exists: (channel) => placed.has(channel),
    parentOf: (channel) => placed.get(channel)?.parent,
    control,
    now: () => Date.now() + offset,
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
    async close() {
      await keeper.kill();
      await discord.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Somebody of a server who is not among those. */
export function another(world: World, guild: string, taken: readonly Person[]): Person | undefined {
  const free = world.people(guild).filter((one) => !taken.includes(one));
  return free.length > 0 ? pick(free, world.roll) : undefined;
}
