import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Question, Spent } from './bot.ts';
import type { Figures, Order } from './crowd.ts';

/** The bot and a stand-in for Discord, each in a process of its own, as the parts of the bench that press buttons use them. */

export interface World {
  /** What the bot has spent so far. */
  spent(): Promise<Spent>;
  /** Whether pictures are left blank from now on. */
  blank(blank: boolean): Promise<void>;
  /** Has the people at the tables do something. */
  crowd(order: Order): Promise<Figures>;
  end(): Promise<void>;
}

const file = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** Questions to a process, and what it answers. */
function line(child: ChildProcess) {
  let last = 0;
  const waiting = new Map<number, { resolve: (answer: never) => void; reject: (error: Error) => void }>();
  const fail = (error: Error): void => {
    for (const one of waiting.values()) one.reject(error);
  };
  child.on('message', ({ id, answer, error }: { id?: number; answer: never; error?: string }) => {
    const one = waiting.get(id ?? 0);
    waiting.delete(id ?? 0);
    if (error === undefined) one?.resolve(answer);
    else one?.reject(new Error(error));
  });
  child.on('exit', (code) => fail(new Error(`A process of the bench has ended (${code}).`)));
  return <T>(said: object): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      waiting.set(++last, { resolve, reject });
      child.send({ id: last, ...said });
    });
}

/** Starts both on a new database; resolves when the bot has logged in. `flags`: of Node, for the bot. */
export async function startWorld(flags: readonly string[] = []): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'metrox-bench-'));
  const discord = fork(file('./discord.ts'), { execArgv: ['--import', 'tsx'] });
  const [{ address }] = (await once(discord, 'message')) as [{ address: string }];
  const bot = fork(file('./bot.ts'), {
    execArgv: ['--import', 'tsx', ...flags],
    env: {
      ...process.env,
      DISCORD_TOKEN: 'a.b.c',
      DISCORD_API: address,
      DATABASE_FILE: join(folder, 'metrox.db'),
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'error',
    },
  });
  const crowd = line(discord);
  const ask = line(bot);
  const world: World = {
    spent: () => ask<Spent>({ question: { ask: 'spent' } satisfies Question }),
    blank: async (blank) => void (await ask({ question: { ask: 'pictures', blank } satisfies Question })),
    crowd: (order) => crowd<Figures>({ order }),
    async end() {
      const ended = Promise.all([once(bot, 'exit'), once(discord, 'exit')]);
      bot.kill('SIGTERM');
      await once(bot, 'exit');
      discord.disconnect();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await crowd({ order: { do: 'ready' } satisfies Order });
  return world;
}
