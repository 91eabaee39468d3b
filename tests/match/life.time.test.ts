import { describe, expect, test } from 'vitest';
import { serveDeadline } from '../../src/match/ending.ts';
import { kick, leaveSeat, returnTo } from '../../src/match/people.ts';
import { handOn, play, playForTable } from '../../src/match/play.ts';
import { waitedFor } from '../../src/match/timeline.ts';
import { allBecomeAway, becomesAway, by, playOut, STRANGER, table } from './company.ts';
import { AT, loaded } from './people.ts';
import { chooses, entriesIn, HOUR, outcome, phaseOf, runsOut, told } from './table.ts';

/** Time that is up, and who is not waited for any more. */

describe('time that is up', () => {
  test('the clock plays all who have not chosen, the round closes, and the next has all its time', async () => {
    const [store, id] = await table();
    await chooses(store, id, '1001');
    const match = await runsOut(store, id);
    expect(told(match)).toEqual(['player 1', 'clock /late.0', 'clock 0', 'clock /late.2', 'clock 2']);
    expect(match.row).toMatchObject({ turn: 2, deadline: AT + 24 * HOUR, toAct: [0, 1, 2] });
    expect(match.missed).toEqual([1, 0, 1]);
  });

  test('a choice does not move the end of the round; nothing is served before it, or twice', async () => {
    const [store, id] = await table();
    await chooses(store, id, '1001', AT + HOUR);
    expect((await loaded(store, id)).row.deadline).toBe(AT + 12 * HOUR);
    expect(outcome(await serveDeadline(store, id, AT + 12 * HOUR - 1))).toBe('nothing');
    expect(outcome(await serveDeadline(store, id, AT + 12 * HOUR))).toBe('done');
    expect(outcome(await serveDeadline(store, id, AT + 12 * HOUR))).toBe('nothing');
  });

  test('two who serve it at once serve it once', async () => {
    const [store, id] = await table();
    const both = await Promise.all([1, 2].map(() => serveDeadline(store, id, AT + 12 * HOUR)));
    expect(both.map(outcome).sort()).toEqual(['done', 'nothing']);
    expect((await loaded(store, id)).row.turn).toBe(2);
  });

  test('without a limit no time runs', async () => {
    const [store, id] = await table(2, { limit: 0 });
    expect((await loaded(store, id)).row.deadline).toBeNull();
    expect(outcome(await serveDeadline(store, id, AT + 1e9))).toBe('nothing');
  });

  test('cards turned by hand: first whoever sits here may, then the clock does', async () => {
    const [store, id] = await table(3, { options: { flip: 'manual' } });
    const press = { match: id, turn: 0, at: AT };
    expect(outcome(await playForTable(store, { ...press, user: '1001' }))).toBe('operator');
    const anyone = await runsOut(store, id);
    expect(anyone.anyone).toBe(true);
    expect(anyone.row).toMatchObject({ turn: 0, deadline: AT + 24 * HOUR });
    expect(outcome(await playForTable(store, { ...press, user: STRANGER }))).toBe('stranger');
    expect(outcome(await playForTable(store, { ...press, user: '1001' }))).toBe('done');
    expect(await loaded(store, id)).toMatchObject({ anyone: false, operator: 0 });
    await runsOut(store, id);
    expect((await loaded(store, id)).row.turn).toBe(1);
    await runsOut(store, id);
    await runsOut(store, id);
    expect(told(await loaded(store, id)).slice(-2)).toEqual(['clock /anyone', 'clock flip']);
  });

  test('who has left has no part in the turning, also when whoever plays may', async () => {
    const [store, id] = await table(3, { options: { flip: 'manual' } });
    await leaveSeat(store, by('1002', id));
    await runsOut(store, id);
    expect(outcome(await playForTable(store, { match: id, turn: 0, at: AT, user: '1002' }))).toBe('left');
    const handing = { match: id, turn: 0, at: AT, user: '1002', to: 1 };
    expect(outcome(await handOn(store, handing))).toBe('operator');
  });
});

describe('away', () => {
  test('three times late in a row, and one is not waited for; a choice of one’s own begins the count anew', async () => {
    const [store, id] = await table();
    for (const late of [1, 2]) {
      for (const user of ['1000', '1001']) await chooses(store, id, user);
      expect((await runsOut(store, id)).missed[2]).toBe(late);
    }
    for (const user of ['1000', '1001', '1002']) await chooses(store, id, user);
    expect((await loaded(store, id)).missed[2]).toBe(0);
    await becomesAway(store, id, 2);
    const match = await loaded(store, id);
    expect(match.standing).toEqual(['here', 'here', 'away']);
    expect(match.seats[2]!.state).toBe('away');
    expect(waitedFor(match)).toEqual([0, 1]);
  });

  test('the clock plays an away seat when the others have chosen, and not before', async () => {
    const [store, id] = await table();
    await becomesAway(store, id, 2);
    const before = (await loaded(store, id)).log.length;
    await chooses(store, id, '1000');
    expect((await loaded(store, id)).log.slice(before).map(({ seat }) => seat)).toEqual([0]);
    await chooses(store, id, '1001');
    const match = await loaded(store, id);
    expect(told({ log: match.log.slice(before) })).toEqual(['player 0', 'player 1', 'clock 2']);
  });

  test('the next press brings one back: a choice, or a look at the board', async () => {
    const [store, id] = await table();
    await becomesAway(store, id, 2);
    expect(outcome(await chooses(store, id, '1002'))).toBe('done');
    expect(told(await loaded(store, id)).slice(-2)).toEqual(['player /back.2', 'player 2']);
    expect((await loaded(store, id)).missed[2]).toBe(0);
    await becomesAway(store, id, 1);
    expect(outcome(await returnTo(store, by('1001', id)))).toBe('done');
    expect(outcome(await returnTo(store, by('1001', id)))).toBe('nothing');
    expect(waitedFor(await loaded(store, id))).toContain(1);
  });

  test('nobody is waited for: the match pauses, no time runs, and the first who comes goes on with all the time', async () => {
    const [store, id] = await table();
    await allBecomeAway(store, id);
    const still = await loaded(store, id);
    expect(still.paused).toMatchObject({ by: 'clock', user: null });
    expect(still.row).toMatchObject({ paused: true, deadline: null });
    expect(waitedFor(still)).toEqual([]);
    expect(phaseOf(still)).toBe('4.pause-1');
    const at = AT + 100 * HOUR;
    expect(outcome(await returnTo(store, by('1001', id, at)))).toBe('done');
    const again = await loaded(store, id);
    expect(again.paused).toBeNull();
    expect(again.row).toMatchObject({ paused: false, deadline: at + 12 * HOUR, turn: 4, touchedAt: at });
    expect(waitedFor(again)).toEqual([1]);
    // The host is one who is here.
    expect(again.host).toBe(1);
  });

  test('a choice goes on with a match that paused by itself, in one go', async () => {
    const [store, id] = await table();
    await allBecomeAway(store, id);
    expect(outcome(await chooses(store, id, '1001'))).toBe('done');
    const { log, row } = await loaded(store, id);
    expect(told({ log }).slice(-6)).toEqual([
      'player /back.1',
      'player /go',
      'player 1',
      'clock /host.1',
      'clock 0',
      'clock 2',
    ]);
    expect(row.turn).toBe(5);
  });
});

describe('the policy that drops', () => {
  test('whoever is late is struck, and out of the scoring', async () => {
    const [store, id] = await table(3, { onTimeout: 'drop' });
    await chooses(store, id, '1000');
    await chooses(store, id, '1001');
    const match = await runsOut(store, id);
    expect(match.standing).toEqual(['here', 'here', 'dropped']);
    expect(match.row.turn).toBe(2);
    expect(outcome(await chooses(store, id, '1000'))).toBe('done');
    expect(outcome(await returnTo(store, by('1002', id)))).toBe('dropped');
    const press = { match: id, user: '1002', turn: 2, codes: ['T'], at: AT };
    expect(outcome(await play(store, press))).toBe('dropped');
    await playOut(store, id);
    const last = await loaded(store, id);
    const [ann, ben, cleo] = last.game.score(last.state).map(({ rank }) => rank);
    expect(cleo).toBe(3);
    expect(await entriesIn(store, id)).toEqual([`0 1000 ${ann}`, `1 1001 ${ben}`, '2 1002 last']);
  });

  test('the last ones are played: somebody has to be left', async () => {
    const [store, id] = await table(3, { onTimeout: 'drop' });
    const match = await runsOut(store, id);
    expect(match.standing).toEqual(['here', 'here', 'here']);
    expect(match.row.turn).toBe(2);
    expect(match.missed).toEqual([1, 1, 1]);
    await runsOut(store, id);
    await runsOut(store, id);
    expect(await loaded(store, id)).toMatchObject({
      standing: ['away', 'away', 'away'],
      paused: { by: 'clock' },
      voided: null,
    });
  });

  test('a seat that nobody sits on does not count among those who are left', async () => {
    const [store, id] = await table(3, { onTimeout: 'drop' });
    await kick(store, { ...by('1000', id), to: 2, manages: false });
    const match = await runsOut(store, id);
    expect(match.standing).toEqual(['here', 'here', 'kicked']);
    expect(match.row).toMatchObject({ status: 'running', turn: 2 });
  });

  test('leaving strikes the seat as well, but never the last one', async () => {
    const [store, id] = await table(2, { onTimeout: 'drop' });
    expect(outcome(await leaveSeat(store, by('1001', id)))).toBe('done');
    expect((await loaded(store, id)).standing).toEqual(['here', 'dropped']);
    expect(outcome(await leaveSeat(store, by('1001', id)))).toBe('nothing');
    await leaveSeat(store, by('1000', id));
    expect(await loaded(store, id)).toMatchObject({ standing: ['left', 'dropped'], voided: 'deserted' });
  });
});
