import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isClosedIn, openDays } from '../../src/daily/closing.ts';
import { dayOf, LENGTH, startOf } from '../../src/daily/days.ts';
import { beginRun, progressOf } from '../../src/daily/runs.ts';
import { endEarly, voidMatch } from '../../src/match/ending.ts';
import { cancel, join, kick } from '../../src/match/lobby.ts';
import { openLobby } from '../../src/match/opening.ts';
import { forget, kick as kickFrom, leaveSeat, takeSeat } from '../../src/match/people.ts';
import { mayJoin, mayJudge, mayTake } from '../../src/match/rights.ts';
import { runOf } from '../../src/store/daily.ts';
import { load } from '../../src/store/matches.ts';
import { onceOf, sweepOnce } from '../../src/store/once.ts';
import type { Store } from '../../src/store/open.ts';
import { lobbiesBy } from '../../src/store/opened.ts';
import { meet } from '../../src/store/players.ts';
import { cell, column, rows } from '../lib/rows.ts';
import { emptyStore } from '../lib/store.ts';
import { AT, acquaint, loaded, lobbyOf, opening, over, running } from './people.ts';
import { outcome } from './table.ts';

/** A deletion is no way to begin anew where one begins once: a code stays while a day or a table is open, and no longer. */

const DAY = dayOf(AT);
const ANN = '1000';
const BEN = '1001';

let store: Store;
beforeEach(async () => {
  store = emptyStore();
  await acquaint(store, 4);
});
afterEach(() => store.close());

/** Has their data deleted, and uses the bot again. */
async function again(user: string, at = AT): Promise<void> {
  await forget(store, user, at, await openDays(store, at));
  await meet(store, user, 'Somebody new');
}

interface Code {
  readonly kind: string;
  readonly subject: string;
  readonly hash: string;
}
const codes = (): Promise<Code[]> =>
  rows<Code>(store, 'SELECT kind, subject, hash FROM once ORDER BY kind, subject');
const kinds = async (): Promise<string[]> => (await codes()).map(({ kind, subject }) => `${kind} ${subject}`);
const sweep = (at: number): Promise<number> => sweepOnce(store, at, (db, day) => isClosedIn(db, day, at));

const begin = async (user: string, at = AT, origin = `${user} ${at}`): Promise<number> =>
  (await beginRun(store, { game: 'metrox', player: user, guild: '77', origin, at })).id;

describe('a day that was begun', () => {
  test('and deleted is no day to begin again: its cards can be played, and count for nothing', async () => {
    const first = await loaded(store, await begin(ANN));
    await again(ANN);
    const second = await loaded(store, await begin(ANN, AT + 1));
    expect(second.id).not.toBe(first.id);
    expect(second.row).toMatchObject({ day: null, solo: true, seed: first.row.seed, map: first.row.map });
    await endEarly(store, second.id, AT + 2);
    expect(await runOf(store, 'metrox', DAY, ANN)).toBeUndefined();
    expect((await progressOf(store, 'metrox', ANN, AT + 3)).ahead.today).toBe(1);
    expect(await column(store, 'SELECT kind FROM results')).toEqual(['practice']);
    // However often.
    await again(ANN, AT + 4);
    expect((await loaded(store, await begin(ANN, AT + 5))).row.day).toBeNull();
    // Nobody else is held back by it, nor is the next day.
    expect((await loaded(store, await begin(BEN))).row.day).toBe(DAY);
    expect((await loaded(store, await begin(ANN, AT + LENGTH))).row.day).toBe(DAY + 1);
  });

  test('counts as such also when it was ended, and yesterday’s as long as it is open', async () => {
    await endEarly(store, await begin(ANN, AT - LENGTH), AT - LENGTH);
    await endEarly(store, await begin(ANN), AT);
    await begin(ANN, AT - 2 * LENGTH);
    await again(ANN);
    expect(await kinds()).toEqual([`day metrox ${DAY - 1}`, `day metrox ${DAY}`]);
  });

  test('is forgotten when the day is closed', async () => {
    await begin(ANN);
    await again(ANN);
    expect(await sweep(startOf(DAY + 2) - 1)).toBe(0);
    expect(await sweep(startOf(DAY + 2))).toBe(1);
    expect(await codes()).toEqual([]);
  });
});

describe('a table', () => {
  test('from whose lobby somebody was taken stays closed to them, and so does its game', async () => {
    const id = await lobbyOf(store, 3);
    await kick(store, id, { user: ANN, whom: BEN, manages: false, at: AT });
    await again(BEN);
    expect(await kinds()).toEqual([`barred ${id}`]);
    expect(await join(store, id, BEN, AT)).toMatchObject({ ok: false, why: 'barred' });
    expect(mayJoin((await load(store, id))!, '1003')).toBe(true);
    // A second deletion changes nothing.
    await again(BEN);
    expect(await join(store, id, BEN, AT)).toMatchObject({ ok: false, why: 'barred' });
  });

  test('at which they held a seat gives them none again, also where they were kicked or had left', async () => {
    const id = await running(store, 4);
    await kickFrom(store, { match: id, user: ANN, to: 1, manages: false, at: AT });
    await leaveSeat(store, { match: id, user: '1002', at: AT });
    for (const user of [BEN, '1002', '1003']) await again(user);
    expect(await kinds()).toEqual([`sat ${id}`, `sat ${id}`, `sat ${id}`]);
    await meet(store, '1009', 'Stranger');
    const match = await loaded(store, id);
    for (const [seat, user] of [BEN, '1002', '1003'].entries()) {
      expect(mayTake(match, user, seat + 1)).toBe(false);
      const taken = await takeSeat(store, { match: id, user, seat: seat + 1, at: AT });
      expect(outcome(taken)).toBe('heldBefore');
    }
    expect(outcome(await takeSeat(store, { match: id, user: '1009', seat: 1, at: AT }))).toBe('done');
  });

  test('is not theirs to judge from outside', async () => {
    const id = await running(store, 3);
    await again(BEN);
    const match = await loaded(store, id);
    expect([mayJudge(match, BEN, true), mayJudge(match, '1009', true)]).toEqual([false, true]);
    const voided = await voidMatch(store, { match: id, user: BEN, manages: true, at: AT });
    expect(voided.ok).toBe(false);
  });

  test('that they opened counts among their lobbies, until it is started, closed or a day old', async () => {
    const [one, two] = [
      (await openLobby(store, opening())).id,
      (await openLobby(store, opening({ origin: 'x' }))).id,
    ];
    for (const id of [one, two]) await join(store, id, BEN, AT);
    await again(ANN);
    const open = async (user = ANN, at = AT) => (await lobbiesBy(store, user, at)).map(({ id }) => id);
    expect([await open(), await open(BEN)]).toEqual([[one, two], []]);
    await cancel(store, one, BEN, false, AT);
    expect(await open()).toEqual([two]);
    expect(await sweep(AT)).toBe(1);
    expect(await kinds()).toEqual([`opened ${two}`]);
    expect(await open(ANN, AT + LENGTH)).toEqual([]);
    expect(await sweep(AT + LENGTH)).toBe(1);
  });

  test('is forgotten when it is over', async () => {
    const id = await running(store, 3);
    await over(store, 2);
    await again(BEN);
    expect(await kinds()).toEqual([`sat ${id}`]);
    expect(await sweep(AT + 90 * LENGTH)).toBe(0);
    await endEarly(store, id, AT);
    expect(await sweep(AT)).toBe(1);
    expect(await codes()).toEqual([]);
  });
});

describe('a code', () => {
  test('says nothing of who it was: those of one person have nothing in common', async () => {
    const ids = [await running(store, 3), await running(store, 3, { origin: 'b' })];
    await begin(BEN);
    for (const user of [BEN, '1002']) await forget(store, user, AT, await openDays(store, AT));
    const all = await codes();
    expect(all).toHaveLength(5);
    expect(new Set(all.map(({ hash }) => hash)).size).toBe(5);
    for (const { hash } of all) expect(hash).toMatch(/^[\w-]{43}$/);
    for (const id of ids) {
      expect(await onceOf(store, 'sat', id, BEN)).toBe(true);
      expect(await onceOf(store, 'sat', id, ANN)).toBe(false);
      expect(await onceOf(store, 'barred', id, BEN)).toBe(false);
    }
  });

  test('is another one with another bot', async () => {
    const other = emptyStore();
    await acquaint(other, 4);
    for (const one of [store, other]) {
      await running(one, 3);
      await forget(one, BEN, AT);
    }
    const hash = (one: Store) => cell(one, 'SELECT hash FROM once');
    expect(await hash(store)).not.toBe(await hash(other));
    await other.close();
  });

  test('is kept of nothing that is over, and of nobody who was not known', async () => {
    await over(store, 2);
    await endEarly(store, await begin(ANN, AT - 9 * LENGTH), AT - 9 * LENGTH);
    for (const user of [ANN, '4711']) await forget(store, user, AT, await openDays(store, AT));
    expect(await codes()).toEqual([]);
  });
});
