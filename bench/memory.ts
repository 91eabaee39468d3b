import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Drawn } from './drawer.ts';
import { type Measured, type Part, table } from './measure.ts';
import { packed } from './pack.ts';

/**
 * Memory of the bot that is logged in: before it has drawn anything, and after so many pictures of all games, four at a time,
 * move after move. It runs from a bundle, as `npm start` does.
 */
export const part: Part = { name: 'memory', run };

const PICTURES = [500, 1_000, 2_000, 3_000, 4_000, 6_000, 8_000, 10_000];
/** No more is drawn after so many ms: on a slow machine fewer pictures have to do. */
const LONGEST = 120_000;
/** What began with the login is over after this, in ms. */
const SETTLED = 3_000;

async function told(child: ChildProcess, until: number): Promise<Drawn> {
  const answer = once(child, 'message') as Promise<[Drawn]>;
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The bot has ended (${code}).`);
  });
  child.send({ until });
  return (await Promise.race([answer, ended]))[0];
}

/** A process that is told to end by the end of its channel. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  if (child.connected) child.disconnect();
  await ended;
}

async function run(): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'metrox-bench-'));
  const { file, remove } = await packed('bench/drawer.ts');
  const discord = fork(fileURLToPath(new URL('./discord.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
  });
  const [{ address }] = (await once(discord, 'message')) as [{ address: string }];
  const start = () =>
    fork(file, {
      execArgv: [],
      env: {
        ...process.env,
        DISCORD_TOKEN: 'a.b.c',
        DISCORD_API: address,
        DATABASE_FILE: join(folder, 'metrox.db'),
        LOG_LEVEL: 'error',
        KEEP_CODE: '1',
      },
    });
  let bot = start();
  try {
    // The first start compiles, and keeps what the others take.
    await told(bot, 0);
    await end(bot);
    bot = start();
    await told(bot, 0);
    await pause(SETTLED);
    const idle = await told(bot, 0);
    const after: Drawn[] = [];
    const from = performance.now();
    for (const until of PICTURES) if (performance.now() - from < LONGEST) after.push(await told(bot, until));
    const rows = [idle, ...after].map(({ pictures, rss }) => [
      pictures === 0 ? 'idle' : `after ${pictures} pictures`,
      `${rss.toFixed(0)} MB`,
    ]);
    const mb = (drawn?: Drawn): number | undefined => drawn && Math.round(drawn.rss);
    const last = after.at(-1);
    return {
      lines: table(rows),
      figures: {
        idle_mb: mb(idle),
        after_2000_mb: mb(after.find(({ pictures }) => pictures === 2_000)),
        [`after_${last?.pictures}_mb`]: mb(last),
      },
    };
  } finally {
    await Promise.all([end(bot), end(discord)]);
    remove();
    rmSync(folder, { recursive: true, force: true });
  }
}
