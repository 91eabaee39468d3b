import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { now, useClockFile } from './clock.ts';
import { command, refuse } from './command.ts';
import { faultOf, isServer, openEnd } from './store/engine/ends.ts';
import { move } from './store/move.ts';

/**
 * `npm run move -- --from PLACE --to PLACE`: moves all games from a file of SQLite to a database of PostgreSQL, or back, while
 * the bot is stopped. What arrived is held against what was there before any of it counts.
 */

const USAGE =
  'Name where the games are and where they go: npm run move -- --from data/metrox.db --to postgres://user:password@host/name, or the other way.';

const BAR = 30;

export async function main(): Promise<void> {
  const places = placesIn(process.argv.slice(2));
  if (!places) return refuse(USAGE);
  const [from, to] = places.map((place) => (isServer(place) ? place : resolve(place))) as [string, string];
  await command(async ({ clockFile }) => {
    useClockFile(clockFile);
    const source = await openEnd(from, false);
    try {
      const target = await openEnd(to, true);
      try {
        const rows = await move(source, target, now(), progress()).catch((error: unknown) => {
          throw faultOf(error, target.name);
        });
        const where = isServer(to) ? 'DATABASE_URL' : 'DATABASE_FILE';
        console.log(
          `${rows} rows were moved from ${source.name} to ${target.name}, and are there as they were. Start the bot with ${where} on that one.`,
        );
      } finally {
        await target.close();
      }
    } finally {
      await source.close();
    }
  });
}

/** Two different places; undefined where that was not asked. */
function placesIn(words: readonly string[]): readonly [string, string] | undefined {
  try {
    const { from, to } = parseArgs({
      args: [...words],
      options: { from: { type: 'string' }, to: { type: 'string' } },
    }).values;
    return from && to && from !== to ? [from, to] : undefined;
  } catch {
    return undefined;
  }
}

/** A bar on a terminal, beside what is told. */
function progress(): (done: number, all: number) => void {
  let shown = -1;
  return (done, all) => {
    const part = all === 0 ? 1 : Math.min(1, done / all);
    const percent = Math.floor(part * 100);
    if (!process.stderr.isTTY || percent === shown) return;
    shown = percent;
    const bar = '#'.repeat(Math.round(part * BAR)).padEnd(BAR, '.');
    process.stderr.write(percent < 100 ? `\r${bar} ${percent} %` : '\r\x1b[K');
  };
}
