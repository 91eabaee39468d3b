import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, vi } from 'vitest';
import { startDiscord } from '../../src/playground/server.ts';
import { DRAWS, LEAVES } from '../blank.ts';
import { emptyFile } from '../lib/store.ts';
import { PATIENCE } from '../patience.ts';
import { standing, tellers } from '../tellers.ts';
import { type Person, type Place, sitDown } from './person.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Of what the bot printed, so many characters are told after a failure. */
const PRINTED = 4000;

/** The real bot as a process of its own, against a Discord on localhost. */
export interface World {
  readonly url: string;
  readonly folder: string;
  readonly clockFile: string;
  readonly bot: Bot;
  /** What the bot tells of its health: the status and the checks. */
  health(): Promise<{ status: number; checks: Record<string, boolean> }>;
  /** Where it tells that; another address of this machine may be named. */
  told(path: string, address?: string): Promise<Response>;
  /** A channel of the first server, by name. */
  place(channel: string): Place;
  /** The direct messages between a person and the bot. */
  direct(person: Person): Promise<Place>;
  person(name: string): Promise<Person>;
  /** Every request that the bot made. */
  requests(): Promise<Asked[]>;
  control(method: string, path: string, body?: unknown): Promise<unknown>;
  close(): Promise<void>;
}

export interface Asked {
  readonly n: number;
  readonly method: string;
  readonly path: string;
  readonly route: string;
  readonly body: Record<string, unknown> | undefined;
  readonly files: readonly { name: string; size: number }[];
  readonly status: number;
}

export interface Bot {
  /** What it printed so far. */
  output(): string;
  start(): Promise<void>;
  /** From now on boards are drawn, or blank: resolves when a bot that runs has heard it. */
  usePictures(pictures: 'blank' | 'drawn'): Promise<void>;
  /** Ends it; resolves with its exit code, or null after a signal that kills. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

export interface WorldOptions {
  readonly limits?: 'real' | 'off';
  readonly start?: boolean;
  /** Boards are blank pictures: for long stories in which nobody looks at them. */
  readonly blank?: boolean;
  /** The bot tells figures, too. */
  readonly metrics?: boolean;
}

export async function startWorld(options: WorldOptions = {}): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'metrox-'));
  const clockFile = join(folder, 'clock');
  const discord = await startDiscord({ limits: options.limits ?? 'off', clockFile });
  const bot = createBot(
    {
      DISCORD_TOKEN: discord.token,
      DISCORD_API: `${discord.url}/api`,
      DATABASE_FILE: join(folder, 'metrox.db'),
      CLOCK_FILE: clockFile,
      LOG_LEVEL: 'info',
      [options.metrics ? 'METRICS_PORT' : 'HEALTH_PORT']: '0',
    },
    options.blank,
  );
  // All migrations would take a fifth of each start.
  emptyFile(join(folder, 'metrox.db'));
  if (options.start !== false) await bot.start();
  tellers.set(folder, () => `${bot.output().slice(-PRINTED)}\n${standing(join(folder, 'metrox.db'))}`);
  const people: Person[] = [];
  const told = (path: string, address = '127.0.0.1'): Promise<Response> => {
    const [, port] = [...bot.output().matchAll(/"port":(\d+),"msg":"health/g)].at(-1)!;
    return fetch(`http://${address}:${port}${path}`);
  };
  const read = async (path: string) =>
    (await (
      await fetch(`${discord.url}/api/v10${path}`, { headers: { authorization: 'person-ann' } })
    ).json()) as {
      id: string;
      name: string;
      type: number;
      recipients?: { id: string }[];
    }[];
  const [guild] = await read('/users/@me/guilds');
  const channels = await read(`/guilds/${guild!.id}/channels`);
  return {
    url: discord.url,
    folder,
    clockFile,
    bot,
    told,
    health: async () => {
      const answer = await told('/healthz');
      return { status: answer.status, checks: (await answer.json()) as Record<string, boolean> };
    },
    place: (name) => ({ guild: guild!.id, channel: channels.find((channel) => channel.name === name)!.id }),
    direct: async (person) => {
      const answer = await fetch(`${discord.url}/api/v10/users/@me/channels`, {
        headers: { authorization: `person-${person.name.toLowerCase()}` },
      });
      const [channel] = (await answer.json()) as { id: string }[];
      return { guild: null, channel: channel!.id };
    },
    person: async (name) => {
      const person = await sitDown(discord.url, name);
      people.push(person);
      return person;
    },
    // They are hundreds, and asked for again and again: as they are by now, without a way over the network.
    requests: async () => discord.requests(0).map((one) => ({ ...one }) as Asked),
    control: async (method, path, body) => {
      const answer = await fetch(`${discord.url}/_${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} /_${path}: ${answer.status} ${text}`);
      return text ? JSON.parse(text) : undefined;
    },
    close: async () => {
      for (const person of people) person.close();
      await bot.stop('SIGKILL');
      await discord.close();
      tellers.delete(folder);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export function createBot(env: Record<string, string>, blank = false): Bot {
  const { PACKED_BOT = 'src/start.cjs' } = process.env;
  let child: ChildProcess | undefined;
  let pictures = blank ? 'blank' : 'drawn';
  let output = '';
  const stopped = new WeakSet<ChildProcess>();
  return {
    output: () => output,
    async usePictures(to) {
      if (to === pictures) return;
      pictures = to;
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const from = output.length;
      child.kill('SIGUSR2');
      await vi.waitFor(() => expect(output.slice(from)).toContain(to === 'blank' ? LEAVES : DRAWS), PATIENCE);
    },
    start: () =>
      new Promise((resolve, reject) => {
        const started = spawn(process.execPath, [PACKED_BOT], {
          cwd: ROOT,
          env: {
            ...process.env,
            PORT: '0',
            ...(pictures === 'blank' ? { BLANK_PICTURES: '1' } : {}),
            ...env,
          },
          stdio: ['ignore', 'pipe', 'pipe'],
        });
        child = started;
        const from = output.length;
        const hear = (data: Buffer): void => {
          output += data;
          if (output.slice(from).includes('"ready"')) resolve();
        };
        started.stdout.on('data', hear);
        started.stderr.on('data', hear);
        started.once('exit', (code, signal) => {
          if (!stopped.has(started)) output += `The bot ended by itself (${code ?? signal}).\n`;
          reject(new Error(`The bot ended (${code ?? signal}): ${output.slice(from)}`));
        });
      }),
    stop: (signal = 'SIGTERM') =>
      new Promise((resolve) => {
        if (!child || child.exitCode !== null || child.signalCode !== null)
          return resolve(child?.exitCode ?? null);
        stopped.add(child);
        child.once('exit', (code) => resolve(code));
        child.kill(signal);
      }),
  };
}
