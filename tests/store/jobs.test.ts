import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connectionOf } from '../../src/store/engine/sqlite.ts';
import {
  claimDue,
  dueFor,
  finish,
  giveBack,
  isClaimed,
  type JobRow,
  jobOf,
  postpone,
  replaceJobs,
  setJob,
  sweep,
} from '../../src/store/jobs.ts';
import { HOLDER } from '../../src/store/lease.ts';
import { openStore, type Store } from '../../src/store/open.ts';
import { plansOf } from '../daily/world.ts';
import { column } from '../lib/rows.ts';
import { SERVER } from '../lib/server.ts';
import { emptyStore } from '../lib/store.ts';

const AT = 1_000_000;
/** Another process of this machine that is surely there, and one that is surely not. */
const [TABLE] = HOLDER.split(':');
const THERE = `${TABLE}:abc:${process.ppid}`;
const DEAD = `${TABLE}:abc:4194999`;

let store: Store;
beforeEach(() => {
  store = emptyStore();
});
afterEach(() => store.close());

const job = (subject: string, key = 'k', due = AT) => ({ kind: 'late', subject, key, due });
const claim = (at = AT, holder = HOLDER, limit = 50) => claimDue(store, at, holder, at + 1000, limit);
const names = (rows: readonly JobRow[]) => rows.map(({ subject, key }) => `${subject}/${key}`);

describe('claiming', () => {
  test('what is due and not done, the oldest first, up to a limit', async () => {
    for (const [i, due] of [AT + 1, AT, AT - 5, AT - 9].entries()) await setJob(store, job(`${i}`, 'k', due));
    expect(names(await claim(AT, HOLDER, 2))).toEqual(['3/k', '2/k']);
    expect(names(await claim(AT, HOLDER, 2))).toEqual(['1/k']);
    expect(await claim(AT)).toEqual([]);
    expect(names(await claim(AT + 1))).toContain('0/k');
  });

  test('a lease ends by itself, or at once with its holder', async () => {
    await setJob(store, job('1'));
    expect(await claim(AT, THERE)).toHaveLength(1);
    expect(await claim(AT + 999)).toEqual([]);
    expect(await claim(AT + 1000)).toHaveLength(1);
    await setJob(store, job('2'));
    expect(names(await claim(AT, DEAD))).toEqual(['2/k']);
    expect(names(await claim(AT + 1))).toEqual(['2/k']);
    expect((await jobOf(store, job('2')))!.holder).toBe(HOLDER);
  });

  test('what concerns one subject is held by one process at a time', async () => {
    await setJob(store, job('1', 'a'));
    expect(names(await claim(AT, THERE))).toEqual(['1/a']);
    await setJob(store, job('1', 'b'));
    await setJob(store, job('2', 'b'));
    expect(names(await claim(AT))).toEqual(['2/b']);
    await finish(store, (await jobOf(store, job('1', 'a')))!, AT);
    expect(names(await claim(AT))).toEqual(['1/b']);
  });

  test('two processes on one file never both hold a row, and together they hold all', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'metrox-jobs-'));
    const stores = [openStore(join(folder, 'a.db')), openStore(join(folder, 'a.db'))];
    try {
      for (let i = 0; i < 60; i++) await setJob(stores[0]!, job(String(i % 20), String(i)));
      const looks = stores.flatMap((one, i) =>
        Array.from({ length: 10 }, () => claimDue(one, AT, i ? HOLDER : THERE, AT + 1000, 7)),
      );
      const all = names((await Promise.all(looks)).flat());
      expect(new Set(all).size).toBe(all.length);
      const held = connectionOf(stores[0]!).prepare(
        'SELECT subject, count(DISTINCT holder) AS n FROM jobs GROUP BY 1',
      );
      for (const row of held.all() as { n: number }[]) expect(row.n).toBeLessThanOrEqual(1);
    } finally {
      for (const one of stores) await one.close();
      rmSync(folder, { recursive: true });
    }
  });
});

describe('afterwards', () => {
  test('done is done', async () => {
    await setJob(store, job('1'));
    const [row] = await claim();
    await finish(store, row!, AT + 5);
    expect(await jobOf(store, row!)).toMatchObject({ doneAt: AT + 5, holder: null });
    expect(await claim(AT + 10_000)).toEqual([]);
  });

  test('postponed: due at another time', async () => {
    await setJob(store, job('1'));
    const [row] = await claim();
    await postpone(store, row!, AT + 50);
    expect(await claim(AT + 49)).toEqual([]);
    expect(await claim(AT + 50)).toHaveLength(1);
  });

  test('given back: not before a time, though it is due since', async () => {
    await setJob(store, job('1'));
    const [row] = await claim();
    await giveBack(store, row!, AT + 50);
    expect(await claim(AT + 49)).toEqual([]);
    expect(await claim(AT + 50)).toMatchObject([{ due: AT }]);
  });

  test('what was set anew meanwhile, or is held by another, is not changed by who held it', async () => {
    await setJob(store, job('1'));
    const [first] = await claim();
    expect(await isClaimed(store, first!)).toBe(true);
    await setJob(store, job('1', 'k', AT + 70));
    expect(await isClaimed(store, first!)).toBe(false);
    await finish(store, first!, AT);
    await postpone(store, first!, AT + 1);
    expect(await jobOf(store, first!)).toMatchObject({ due: AT + 70, doneAt: null });
    const [second] = await claim(AT + 70, THERE);
    await giveBack(store, first!, AT);
    expect(await isClaimed(store, second!)).toBe(true);
  });

  test('setting brings back what was done', async () => {
    await setJob(store, job('1'));
    await finish(store, (await claim())[0]!, AT);
    await setJob(store, job('1', 'k', AT + 7));
    expect(await claim(AT + 7)).toHaveLength(1);
  });

  test('replacing marks some as done and notes others', async () => {
    await setJob(store, job('1', 'a'));
    await setJob(store, job('1', 'b'));
    const news = [job('1', 'b', AT + 5), job('1', 'c')];
    await store.write('jobs', (db) => replaceJobs(db, [job('1', 'a'), job('1', 'b')], news, AT));
    expect((await dueFor(store, 'late', '1', '', AT + 5)).map(({ key }) => key)).toEqual(['c', 'b']);
    expect((await dueFor(store, 'late', '1', 'b', AT + 5)).map(({ key }) => key)).toEqual(['b']);
  });

  test('what was done long ago is deleted, a few at a time; what is open stays', async () => {
    for (let i = 0; i < 7; i++) {
      await setJob(store, job(String(i)));
      if (i > 0)
        await finish(store, (await claim(AT, HOLDER, 9)).find((one) => one.subject === `${i}`)!, AT + i);
    }
    expect(await sweep(store, AT + 4, 3)).toBe(3);
    expect(await sweep(store, AT + 4, 3)).toBe(1);
    expect(await sweep(store, AT + 4, 3)).toBe(0);
    expect(await column(store, 'SELECT subject FROM jobs ORDER BY 1')).toEqual(['0', '5', '6']);
  });
});

test.skipIf(SERVER !== '')(
  'looking for what is due walks the index of open jobs, however many were done',
  async () => {
    await setJob(store, job('1'));
    await claim(AT, THERE);
    await setJob(store, job('2'));
    const plans: [string, string][] = [];
    const claiming = await plansOf(store, async () => void (await claim()));
    plans.push(...claiming);
    const row = (await jobOf(store, job('2')))!;
    plans.push(...(await plansOf(store, async () => void (await finish(store, row, AT)))));
    plans.push(...(await plansOf(store, async () => void (await dueFor(store, 'late', '1', 'k', AT)))));
    expect(claiming.size).toBeGreaterThanOrEqual(3);
    for (const [text, plan] of plans) {
      expect(plan, text).toMatch(/USING INDEX (jobs_due|sqlite_autoindex_jobs_1)/);
      expect(plan, text).not.toMatch(/SCAN/);
    }
    expect(
      [...claiming].filter(([, plan]) => plan.includes('jobs_due (due<?)')).length,
    ).toBeGreaterThanOrEqual(3);
  },
);
