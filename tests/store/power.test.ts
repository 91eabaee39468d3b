import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Disk, diskOf } from '../../src/store/engine/disk.ts';
import { storeOver } from '../../src/store/engine/sqlite.ts';
import { dice, type Roll } from '../lib/chance.ts';
import { amount } from '../lib/long.ts';
import { put, shadowOf } from './power.ts';

/**
 * A loss of power at any moment: of what was not synced any sector may be there or not. What was answered is found again,
 * and what is found is what the first so many writes have made, whole.
 */

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'metrox-power-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** So small that it is begun anew again and again. */
const GROWTH = 24 * 1024;

/** One write: a row, and another value for one that was there before. */
interface Write {
  readonly bytes: number;
  readonly changes: number;
}

const body = (n: number, { bytes }: Write): string => `${n}`.padEnd(bytes, '.');

/** The values of all rows after the first `count` writes. */
function valuesAfter(writes: readonly Write[], count: number): string[] {
  const values: string[] = [];
  for (const [n, write] of writes.slice(0, count).entries()) {
    if (n > 0) values[write.changes % n] = `changed by ${n}`;
    values.push(body(n, write));
  }
  return values;
}

/** What happened so far, in all runs: a test of moments that never came would prove nothing. */
const seen = { cuts: 0, ahead: 0, begun: 0, checkpoints: 0 };

/** Plays writes, several at once, and cuts the power again and again. */
async function play(rounds: readonly (readonly Write[])[], roll: Roll): Promise<void> {
  const file = join(mkdtempSync(join(folder, 'run-')), 'metrox.db');
  const raw = new Database(file, { timeout: 0 });
  raw.pragma('page_size = 512');
  raw.pragma('journal_mode = WAL');
  raw.pragma('synchronous = NORMAL');
  raw.pragma('wal_autocheckpoint = 0');
  raw.exec('CREATE TABLE moves (id INTEGER PRIMARY KEY, body TEXT NOT NULL)');
  // It begins with what is synced.
  raw.pragma('wal_checkpoint(TRUNCATE)');
  const database = shadowOf(file);
  const log = shadowOf(`${file}-wal`, () => {
    database.synced(database.note());
    seen.begun++;
  });
  const writes = rounds.flat();
  let answered = 0;

  function cut(): void {
    const promised = answered;
    const found = put(folder, database.after(roll), log.after(roll));
    const after = new Database(found, { fileMustExist: true });
    try {
      expect(after.pragma('integrity_check', { simple: true })).toBe('ok');
      const values = after.prepare<[], string>('SELECT body FROM moves ORDER BY id').pluck().all();
      expect(values.length).toBeGreaterThanOrEqual(promised);
      expect(values).toEqual(valuesAfter(writes, values.length));
      seen.cuts++;
      if (values.length > promised) seen.ahead++;
    } finally {
      after.close();
    }
  }

  let fail: (error: unknown) => void = () => {};
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  function trying(work: () => void): void {
    try {
      work();
    } catch (error) {
      fail(error);
    }
  }

  const disk = diskOf(raw);
  const watched: Disk = {
    ...disk,
    async sync() {
      const before = log.note();
      await disk.sync();
      if (roll(4) === 0) trying(cut);
      log.synced(before);
    },
    async checkpoint(last) {
      const before = log.note();
      const done = await disk.checkpoint(last);
      // The log was synced first. Until the end any part of what was written to the database may have come to the disk.
      const alone = last || log.note() === before;
      if (alone) log.synced(before);
      database.note();
      if (alone) {
        trying(cut);
        seen.checkpoints++;
      }
      // The header of one that was begun anew tells that by itself.
      log.synced(log.note());
      if (done.done === done.length) database.synced(database.note());
      trying(cut);
      return done;
    },
  };
  const store = storeOver(raw, (text) => /^(BEGIN|COMMIT)/.test(text) && log.note(), {
    disk: watched,
    growth: GROWTH,
    lost: fail,
  });
  try {
    let n = 0;
    for (const round of rounds) {
      const all = round.map(async (write) => {
        const id = n++;
        await store.write('meta', async (db) => {
          if (id > 0)
            await db.run(sql`UPDATE moves SET body = ${`changed by ${id}`} WHERE id = ${write.changes % id}`);
          await db.run(sql`INSERT INTO moves VALUES (${id}, ${body(id, write)})`);
        });
        // Those that come at once are answered in their order.
        expect(id).toBe(answered);
        answered++;
        if (roll(3) === 0) cut();
      });
      await Promise.race([Promise.all(all), failed]);
    }
  } finally {
    await store.close();
  }
}

test('what was answered is found after a loss of power, and nothing by halves', async () => {
  const write = fc.record({ bytes: fc.integer({ min: 1, max: 1500 }), changes: fc.nat(1000) });
  const rounds = fc.array(fc.array(write, { minLength: 1, maxLength: 6 }), { minLength: 15, maxLength: 25 });
  await fc.assert(
    fc.asyncProperty(rounds, fc.nat(), (all, seed) => play(all, dice(seed + 1))),
    { numRuns: amount(8, 400), endOnFailure: true },
  );
  expect(seen.cuts).toBeGreaterThan(200);
  for (const [what, times] of Object.entries(seen)) expect(times, what).toBeGreaterThan(8);
}, 600_000);
