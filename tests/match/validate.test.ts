import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { agree, askToEnd, endEarly, serveDeadline } from '../../src/match/ending.ts';
import { leaveSeat } from '../../src/match/people.ts';
import { validate } from '../../src/match/validate.ts';
import { connectionOf } from '../../src/store/engine/sqlite.ts';
import { openStore, type Store } from '../../src/store/open.ts';
import { change } from '../lib/rows.ts';
import { program } from '../store/programs.ts';
import { AT, acquaint, choose, loaded, over, running, some } from './people.ts';

/** A program is asked whether it comes to what another one stored. */

const root = fileURLToPath(new URL('../..', import.meta.url));

let folder: string;
let file: string;
let store: Store;
let runs: number;
let whole: number;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'metrox-validated-'));
  file = join(folder, 'metrox.db');
  store = openStore(file);
  await acquaint(store, 4);
  whole = await over(store, 2);
  runs = await running(store, 2, { origin: 'a' });
  await choose(store, runs, '1000', some(await loaded(store, runs), 0));
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const sql = async (text: string, ...values: unknown[]) => void (await change(store, text, ...values));

/** Matches of every way to end, and one in which a seat was struck. */
async function more(): Promise<void> {
  const early = await running(store, 2, { origin: 'b' });
  await choose(store, early, '1000', some(await loaded(store, early), 0));
  await endEarly(store, early, AT);
  const agreed = await running(store, 2, { origin: 'c' });
  await askToEnd(store, { match: agreed, user: '1000', at: AT });
  await agree(store, { match: agreed, user: '1001', at: AT });
  const struck = await running(store, 3, { origin: 'd', onTimeout: 'drop', limit: 300 });
  await choose(store, struck, '1000', some(await loaded(store, struck), 0));
  await serveDeadline(store, struck, (await loaded(store, struck)).row.deadline!);
  const left = await running(store, 3, { origin: 'e' });
  await leaveSeat(store, { match: left, user: '1002', at: AT });
  await running(store, 3, { origin: 'f', game: 'metro', map: 'paris', options: {} });
}

test('all is as it is stored where the same program asks', async () => {
  await more();
  expect(await validate(store)).toEqual({ count: 7, findings: [], doubts: [] });
});

describe('what differs is found', () => {
  test.each([
    ['turn', 'UPDATE matches SET turn = turn + 1 WHERE id = ?'],
    ['toAct', "UPDATE matches SET to_act = '[0]' WHERE id = ?"],
    ['status', "UPDATE matches SET status = 'over' WHERE id = ?"],
  ] as const)('%s of one that runs', async (what, change) => {
    await sql(change, runs);
    const { findings } = await validate(store);
    expect(findings[0]).toMatchObject({ match: runs, what });
    expect(findings.every(({ match }) => match === runs)).toBe(true);
  });

  test.each(['score = score + 1', 'rank = 3 - rank'])('scores of one that is over: %s', async (change) => {
    await sql(`UPDATE results SET ${change} WHERE match = ? AND seat = 0`, whole);
    expect((await validate(store)).findings).toMatchObject([{ match: whole, what: 'scores' }]);
  });

  test('a log that cannot be replayed; the others are asked all the same', async () => {
    await sql("UPDATE actions SET code = 'beyond' WHERE match = ? AND seq = 0", whole);
    expect(await validate(store)).toMatchObject({
      count: 2,
      findings: [{ match: whole, what: 'log', replayed: 'Row 0 (beyond) of seat 0 is no action.' }],
    });
  });
});

test('a row that would not be legal today is reported, and is no finding', async () => {
  const [first, second] = (await loaded(store, runs)).game.actions((await loaded(store, runs)).state, 0);
  expect([first, second].every(Boolean)).toBe(true);
  await sql("UPDATE actions SET code = 'F.99' WHERE match = ?", runs);
  expect(await validate(store)).toEqual({
    count: 2,
    findings: [],
    doubts: [{ match: runs, rows: ['0 F.99'] }],
  });
});

describe('the command', () => {
  function command(): Promise<{ out: string[]; errors: string; code: number | null }> {
    return new Promise((resolve, reject) => {
      const child = spawn(process.execPath, program('src/validate'), {
        cwd: root,
        env: { ...process.env, DATABASE_FILE: file, TMPDIR: folder },
      });
      let out = '';
      let errors = '';
      child.stdout.on('data', (part) => (out += part));
      child.stderr.on('data', (part) => (errors += part));
      child.on('error', reject);
      child.on('close', (code) => resolve({ out: out.trimEnd().split('\n'), errors, code }));
    });
  }
  const hash = (): string => createHash('sha256').update(readFileSync(file)).digest('hex');

  test('beside a program that has the database open: 0 where all is well, and nothing is left or written', async () => {
    // That program itself brings into its file what it wrote.
    await vi.waitFor(() =>
      expect(connectionOf(store).pragma('wal_checkpoint(TRUNCATE)')).toMatchObject([{ busy: 0 }]),
    );
    const before = hash();
    expect(await command()).toEqual({
      out: ['2 matches were replayed. All come to what is stored.'],
      errors: '',
      code: 0,
    });
    expect(hash()).toBe(before);
    expect(readdirSync(folder).filter((name) => name.startsWith('metrox-validate'))).toEqual([]);
  });

  test('2, a line each and the numbers where something differs; of rows that are not legal any more it only tells', async () => {
    await sql("UPDATE actions SET code = 'F.99' WHERE match = ?", runs);
    await sql('UPDATE matches SET turn = 7 WHERE id = ?', runs);
    await sql("UPDATE actions SET code = 'beyond' WHERE match = ? AND seq = 0", whole);
    expect(await command()).toEqual({
      out: [
        `Match ${whole} cannot be replayed: Row 0 (beyond) of seat 0 is no action.`,
        `Match ${runs}: turn is stored as 7, and comes to 1.`,
        `2 matches were replayed. Not as stored: ${whole}, ${runs}.`,
        `Match ${runs}: would not be legal today, but stands: 0 F.99.`,
      ],
      errors: '',
      code: 2,
    });
  });
});
