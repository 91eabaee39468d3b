import { describe, expect, test } from 'vitest';
import { seatsHere, waitedFor } from '../../src/match/course.ts';
import {
  agreeToEnd,
  askToEnd,
  goOn,
  kick,
  leaveSeat,
  pause,
  pauseLost,
  placeFound,
  playOn,
  returnTo,
  serveDeadline,
  takeSeat,
  voidMatch,
} from '../../src/match/life.ts';
import { open } from '../../src/match/open.ts';
import { flip, playForGone } from '../../src/match/play.ts';
import { forget } from '../../src/store/privacy.ts';
import { leaversOf } from '../../src/store/tallies.ts';
import { allBecomeAway, becomesAway, by, playOut, STRANGER, table } from './company.ts';
import { AT, loaded } from './people.ts';
import { chooses, HOUR, outcome, resultsIn, runsOut, told } from './table.ts';

/** What happens to a table besides its game: it stands still, it ends, and what that counts for. */

describe('standing still', () => {
  test('the host pauses; nobody can choose, no time runs; whoever plays here goes on', async () => {
    const [store, id] = await table();
    expect(outcome(await pause(store, by('1001', id)))).toBe('host');
    expect(outcome(await pause(store, by('1000', id)))).toBe('done');
    expect(outcome(await pause(store, by('1000', id)))).toBe('nothing');
    expect(outcome(await chooses(store, id, '1001'))).toBe('paused');
    expect(outcome(await serveDeadline(store, id, AT + 1e12))).toBe('nothing');
    expect((await loaded(store, id)).row).toMatchObject({ paused: true, deadline: null });
    const at = AT + 50 * HOUR;
    expect(outcome(await goOn(store, by('1002', id, at)))).toBe('done');
    expect(outcome(await goOn(store, by('1001', id, at)))).toBe('nothing');
    expect((await loaded(store, id)).row).toMatchObject({ paused: false, deadline: at + 12 * HOUR });
  });

  test('what was chosen before still counts after', async () => {
    const [store, id] = await table(2);
    await chooses(store, id, '1000');
    await pause(store, by('1000', id));
    await goOn(store, by('1001', id));
    expect(waitedFor(await loaded(store, id))).toEqual([1]);
  });

  test('one who is away and presses a host’s button is here again first', async () => {
    const [store, id] = await table(2);
    await allBecomeAway(store, id);
    expect(outcome(await pause(store, by('1000', id)))).toBe('done');
    expect(told(await loaded(store, id)).slice(-3)).toEqual(['player /back.0', 'player /go', 'host /pause']);
  });

  test('a match that lost its place stands still until it has one; others’ pauses stay', async () => {
    const [store, id] = await table();
    expect(outcome(await pauseLost(store, id, AT))).toBe('done');
    expect(outcome(await pauseLost(store, id, AT))).toBe('nothing');
    expect(outcome(await chooses(store, id, '1001'))).toBe('paused');
    expect(outcome(await placeFound(store, by(STRANGER, id)))).toBe('done');
    expect((await loaded(store, id)).paused).toBeNull();
    await pause(store, by('1000', id));
    expect(outcome(await pauseLost(store, id, AT))).toBe('nothing');
    expect(outcome(await placeFound(store, by('1000', id)))).toBe('nothing');
    expect((await loaded(store, id)).paused).toMatchObject({ by: 'host', user: '1000' });
  });
});

describe('ending it', () => {
  test('the host asks; it ends when all who are here agree, and counts for nobody', async () => {
    const [store, id] = await table(4);
    await becomesAway(store, id, 3);
    expect(outcome(await askToEnd(store, by('1001', id)))).toBe('host');
    expect(outcome(await agreeToEnd(store, by('1001', id)))).toBe('running');
    expect(outcome(await askToEnd(store, by('1000', id)))).toBe('done');
    expect(outcome(await askToEnd(store, by('1000', id)))).toBe('nothing');
    expect(outcome(await agreeToEnd(store, by('1001', id)))).toBe('done');
    expect(outcome(await agreeToEnd(store, by('1001', id)))).toBe('nothing');
    expect((await loaded(store, id)).wish).toEqual({ by: 0, agreed: [0, 1] });
    expect(outcome(await agreeToEnd(store, by('1002', id)))).toBe('done');
    const { row } = await loaded(store, id);
    expect(row).toMatchObject({ status: 'over', voided: 'agreed', ended: null, toAct: [], deadline: null });
    expect(row.endedAt).toBe(AT);
    expect(resultsIn(store, id)).toEqual([]);
  });

  test('one who would rather play on settles it', async () => {
    const [store, id] = await table();
    await askToEnd(store, by('1000', id));
    expect(outcome(await playOn(store, by('1002', id)))).toBe('done');
    expect((await loaded(store, id)).wish).toBeNull();
    expect(outcome(await agreeToEnd(store, by('1001', id)))).toBe('running');
    expect((await loaded(store, id)).row.status).toBe('running');
  });

  test('the last who had not agreed leaves, or comes back and agrees', async () => {
    const [store, id] = await table(2);
    await askToEnd(store, by('1000', id));
    await leaveSeat(store, by('1001', id));
    expect((await loaded(store, id)).voided).toBe('agreed');
    const [other, second] = await table(3);
    await becomesAway(other, second, 2);
    await askToEnd(other, by('1000', second));
    expect(outcome(await agreeToEnd(other, by('1002', second)))).toBe('done');
    expect(await loaded(other, second)).toMatchObject({ voided: null, standing: ['here', 'here', 'here'] });
    await agreeToEnd(other, by('1001', second));
    expect((await loaded(other, second)).voided).toBe('agreed');
  });

  test('whoever falls silent has not agreed: the question falls, and no game ends by it', async () => {
    const [store, id] = await table(3);
    await askToEnd(store, by('1000', id));
    await agreeToEnd(store, by('1001', id));
    await becomesAway(store, id, 2);
    expect(await loaded(store, id)).toMatchObject({
      voided: null,
      wish: null,
      standing: ['here', 'here', 'away'],
    });
    // Those who are left may ask each other anew.
    expect(outcome(await askToEnd(store, by('1000', id)))).toBe('done');
    expect(outcome(await agreeToEnd(store, by('1001', id)))).toBe('done');
    expect((await loaded(store, id)).voided).toBe('agreed');
    const [other, second] = await table(3);
    await askToEnd(other, by('1000', second));
    await agreeToEnd(other, by('1001', second));
    await becomesAway(other, second, 1);
    expect((await loaded(other, second)).wish).toEqual({ by: 0, agreed: [0, 1] });
  });

  test('also while it is paused', async () => {
    const [store, id] = await table(2);
    await pause(store, by('1000', id));
    await askToEnd(store, by('1000', id));
    await agreeToEnd(store, by('1001', id));
    expect(await loaded(store, id)).toMatchObject({ voided: 'agreed', paused: null });
  });

  test.each(['moderator', 'slept'] as const)(
    'void (%s) counts for nobody and cannot be undone',
    async (why) => {
      const [store, id] = await table();
      await pause(store, by('1000', id));
      const user = why === 'slept' ? null : STRANGER;
      expect(outcome(await voidMatch(store, { match: id, user, at: AT }, why))).toBe('done');
      expect(outcome(await voidMatch(store, { match: id, user, at: AT }, why))).toBe('over');
      const match = await loaded(store, id);
      expect(match).toMatchObject({ voided: why, row: { status: 'over', ended: null, paused: false } });
      expect(resultsIn(store, id)).toEqual([]);
      for (const press of [leaveSeat, returnTo, pause, goOn, askToEnd, agreeToEnd, playOn])
        expect(outcome(await press(store, by('1000', id)))).toBe('over');
      expect(outcome(await chooses(store, id, '1000'))).toBe('over');
      expect(outcome(await kick(store, { ...by('1000', id), to: 1, manages: true }))).toBe('over');
      expect(outcome(await takeSeat(store, { ...by(STRANGER, id), seat: 1 }))).toBe('over');
      expect(outcome(await serveDeadline(store, id, AT + 1e12))).toBe('over');
    },
  );

  test('what is not there is unknown', async () => {
    const [store] = await table();
    expect(outcome(await leaveSeat(store, by('1000', 4242)))).toBe('unknown');
  });
});

describe('what it counts for', () => {
  test('here by rank, gone at the end last; a seat that changed hands or is nobody’s not at all', async () => {
    const [store, id] = await table(7);
    await becomesAway(store, id, 1);
    await leaveSeat(store, by('1002', id));
    await kick(store, { ...by('1000', id), to: 3, manages: false });
    await leaveSeat(store, by('1004', id));
    await takeSeat(store, { ...by(STRANGER, id), seat: 4 });
    await leaveSeat(store, by('1005', id));
    await returnTo(store, by('1005', id));
    await forget(store, '1006', AT);
    await playForGone(store, id, AT);
    await playOut(store, id);
    expect(resultsIn(store, id)).toEqual([
      { seat: 0, player: '1000', rated: 'rank' },
      { seat: 1, player: '1001', rated: 'last' },
      { seat: 2, player: '1002', rated: 'last' },
      { seat: 3, player: null, rated: 'not' },
      { seat: 4, player: STRANGER, rated: 'not' },
      { seat: 5, player: '1005', rated: 'rank' },
      { seat: 6, player: null, rated: 'not' },
    ]);
  });

  test('whoever left is rated last, whatever the host does then', async () => {
    const [store, id] = await table(4);
    for (const [user, to] of [
      ['1001', 1],
      ['1002', 2],
    ] as const) {
      await leaveSeat(store, by(user, id));
      await kick(store, { ...by('1000', id), to, manages: false });
    }
    await takeSeat(store, { ...by(STRANGER, id), seat: 2 });
    await playOut(store, id);
    expect(resultsIn(store, id)[1]).toEqual({ seat: 1, player: '1001', rated: 'last' });
    expect(leaversOf(store, id)).toEqual(['1002']);
  });
});

test('reading it again gives the same match, and the stored seats say what the log says', async () => {
  const [store, id] = await table(5, { options: { flip: 'manual' } });
  await runsOut(store, id);
  await flip(store, { match: id, turn: 0, user: '1002', at: AT });
  await leaveSeat(store, by('1000', id));
  await takeSeat(store, { ...by(STRANGER, id), seat: 0 });
  await kick(store, { ...by('1001', id), to: 4, manages: false });
  await pause(store, by('1001', id));
  await askToEnd(store, by('1001', id));
  const [one, two] = [await open(store, id), await open(store, id)];
  expect(two).toEqual(one);
  expect(one!.standing).toEqual(one!.seats.map(({ state }) => state));
  expect(one).toMatchObject({ host: 1, paused: { by: 'host' }, wish: { by: 1, agreed: [1] } });
  expect(seatsHere(one!)).toEqual([0, 1, 2, 3]);
});
