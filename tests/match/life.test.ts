import { describe, expect, test } from 'vitest';
import { seatsHere, waitedFor } from '../../src/match/course.ts';
import {
  agreeToEnd,
  askToEnd,
  goOn,
  handOver,
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
import { seatOf } from '../../src/match/match.ts';
import { open } from '../../src/match/open.ts';
import { flip, handFlipping, play, playForGone } from '../../src/match/play.ts';
import type { Store } from '../../src/store/open.ts';
import { forget } from '../../src/store/privacy.ts';
import { AT, dice, loaded, peopled, running } from './people.ts';
import { chooses, HOUR, outcome, phaseOf, resultsIn, runsOut, told } from './table.ts';

/** What happens to a table besides its game. People are 1000 (the host, seat 0), 1001, 1002, …; 1009 sits nowhere. */

const STRANGER = '1009';
const limit = 12 * 3600;
const by = (user: string, match: number, at = AT) => ({ match, user, at });

async function table(count = 3, more: Parameters<typeof running>[2] = {}): Promise<[Store, number]> {
  const store = await peopled(10);
  return [store, await running(store, count, { limit, ...more })];
}

/** Plays on with those who are here until it is over. */
async function playOut(store: Store, id: number): Promise<void> {
  const roll = dice(5);
  for (let match = await loaded(store, id); match.row.status === 'running'; match = await loaded(store, id)) {
    const waited = waitedFor(match);
    if (waited.length === 0) throw new Error('It stands still.');
    const done = await chooses(store, id, match.seats[waited[0]!]!.player, AT, roll(9));
    if (!done.ok) throw new Error(done.why);
  }
}

/** A seat is late so often that it is not waited for any more; the others choose in time. */
async function becomesAway(store: Store, id: number, seat: number): Promise<void> {
  for (let time = 0; time < 3; time++) {
    const match = await loaded(store, id);
    for (const other of waitedFor(match))
      if (other !== seat) await chooses(store, id, match.seats[other]!.player);
    await runsOut(store, id);
  }
}

/** All of them are late until nobody is waited for. */
async function allBecomeAway(store: Store, id: number): Promise<void> {
  for (let time = 0; time < 3; time++) await runsOut(store, id);
}

describe('time that is up', () => {
  test('the clock plays all who have not chosen, the round closes, and the next has all its time', async () => {
    const [store, id] = await table();
    await chooses(store, id, '1001');
    const match = await runsOut(store, id);
    expect(told(match)).toEqual(['player 1', 'clock /late.0', 'clock 0', 'clock /late.2', 'clock 2']);
    expect(match.row).toMatchObject({ turn: 2, deadline: AT + 24 * HOUR, toAct: [0, 1, 2] });
    expect(match.late).toEqual([1, 0, 1]);
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
    expect(outcome(await flip(store, { ...press, user: '1001' }))).toBe('flipper');
    const anyone = await runsOut(store, id);
    expect(anyone.anyone).toBe(true);
    expect(anyone.row).toMatchObject({ turn: 0, deadline: AT + 24 * HOUR });
    expect(outcome(await flip(store, { ...press, user: STRANGER }))).toBe('stranger');
    expect(outcome(await flip(store, { ...press, user: '1001' }))).toBe('done');
    expect(await loaded(store, id)).toMatchObject({ anyone: false, flipper: 0 });
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
    expect(outcome(await flip(store, { match: id, turn: 0, at: AT, user: '1002' }))).toBe('left');
    const handing = { match: id, turn: 0, at: AT, user: '1002', to: 1 };
    expect(outcome(await handFlipping(store, handing))).toBe('flipper');
  });
});

describe('away', () => {
  test('three times late in a row, and one is not waited for; a choice of one’s own begins the count anew', async () => {
    const [store, id] = await table();
    for (const late of [1, 2]) {
      for (const user of ['1000', '1001']) await chooses(store, id, user);
      expect((await runsOut(store, id)).late[2]).toBe(late);
    }
    for (const user of ['1000', '1001', '1002']) await chooses(store, id, user);
    expect((await loaded(store, id)).late[2]).toBe(0);
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
    expect((await loaded(store, id)).late[2]).toBe(0);
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
    const [store, id] = await table(3, { late: 'drop' });
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
    expect(last.game.score(last.state)[2]!.rank).toBe(3);
    expect(resultsIn(store, id).map(({ rated }) => rated)).toEqual(['rank', 'rank', 'last']);
  });

  test('the last ones are played: somebody has to be left', async () => {
    const [store, id] = await table(3, { late: 'drop' });
    const match = await runsOut(store, id);
    expect(match.standing).toEqual(['here', 'here', 'here']);
    expect(match.row.turn).toBe(2);
    expect(match.late).toEqual([1, 1, 1]);
    await runsOut(store, id);
    await runsOut(store, id);
    expect(await loaded(store, id)).toMatchObject({
      standing: ['away', 'away', 'away'],
      paused: { by: 'clock' },
      voided: null,
    });
  });

  test('a seat that nobody sits on does not count among those who are left', async () => {
    const [store, id] = await table(3, { late: 'drop' });
    await kick(store, { ...by('1000', id), to: 2, manages: false });
    const match = await runsOut(store, id);
    expect(match.standing).toEqual(['here', 'here', 'kicked']);
    expect(match.row).toMatchObject({ status: 'running', turn: 2 });
  });

  test('leaving strikes the seat as well, but never the last one', async () => {
    const [store, id] = await table(2, { late: 'drop' });
    expect(outcome(await leaveSeat(store, by('1001', id)))).toBe('done');
    expect((await loaded(store, id)).standing).toEqual(['here', 'dropped']);
    expect(outcome(await leaveSeat(store, by('1001', id)))).toBe('nothing');
    await leaveSeat(store, by('1000', id));
    expect(await loaded(store, id)).toMatchObject({ standing: ['left', 'dropped'], voided: 'deserted' });
  });
});

describe('leaving and coming back', () => {
  test('the clock plays the seat; its player may come back, and has no say until then', async () => {
    const [store, id] = await table();
    expect(outcome(await leaveSeat(store, by('1002', id)))).toBe('done');
    expect(outcome(await leaveSeat(store, by('1002', id)))).toBe('nothing');
    expect(outcome(await chooses(store, id, '1002'))).toBe('left');
    for (const press of [pause, goOn, askToEnd, agreeToEnd, playOn])
      expect(outcome(await press(store, by('1002', id)))).toBe('left');
    await chooses(store, id, '1000');
    await chooses(store, id, '1001');
    expect((await loaded(store, id)).row.turn).toBe(2);
    expect(outcome(await returnTo(store, by('1002', id)))).toBe('done');
    expect(waitedFor(await loaded(store, id))).toEqual([0, 1, 2]);
  });

  test('the last who had not chosen leaves: the round closes in the same moment', async () => {
    const [store, id] = await table(2);
    await chooses(store, id, '1000');
    await leaveSeat(store, by('1001', id));
    expect(told(await loaded(store, id))).toEqual(['player 0', 'player /leave.1', 'clock 1']);
    expect((await loaded(store, id)).row).toMatchObject({ turn: 2, deadline: AT + 12 * HOUR });
  });

  test('everybody has left: it is put away, and counts for nobody', async () => {
    const [store, id] = await table();
    for (const user of ['1001', '1000', '1002']) await leaveSeat(store, by(user, id));
    const match = await loaded(store, id);
    expect(match.row).toMatchObject({
      status: 'over',
      voided: 'deserted',
      ended: null,
      toAct: [],
      deadline: null,
    });
    expect(resultsIn(store, id)).toEqual([]);
    expect(outcome(await returnTo(store, by('1000', id)))).toBe('over');
  });

  test('one has left and the others had everything about them deleted: it is put away, too', async () => {
    const [store, id] = await table();
    await leaveSeat(store, by('1001', id));
    for (const user of ['1000', '1002']) await forget(store, user, AT);
    await playForGone(store, id, AT);
    expect((await loaded(store, id)).row).toMatchObject({ status: 'over', voided: 'deserted' });
  });

  test('strangers leave nothing', async () => {
    const [store, id] = await table();
    for (const press of [leaveSeat, returnTo, pause, goOn, askToEnd, agreeToEnd, playOn])
      expect(outcome(await press(store, by(STRANGER, id)))).toBe('stranger');
    expect((await loaded(store, id)).log).toEqual([]);
  });
});

describe('taking off and taking over', () => {
  test('the host, or who manages the server, takes somebody off; nobody else, and never themselves', async () => {
    const [store, id] = await table();
    const off = (user: string, to: number, manages = false) =>
      kick(store, { ...by(user, id), to, manages }).then(outcome);
    expect(await off('1001', 2)).toBe('host');
    expect(await off(STRANGER, 2)).toBe('host');
    expect(await off('1000', 0)).toBe('illegal');
    expect(await off('1000', 7)).toBe('illegal');
    expect(await off('1000', Number.NaN)).toBe('illegal');
    expect(await off('1000', 2)).toBe('done');
    expect(await off('1000', 2)).toBe('nothing');
    const match = await loaded(store, id);
    expect(seatOf(match, '1002')).toBeUndefined();
    expect(outcome(await returnTo(store, by('1002', id)))).toBe('stranger');
    expect(outcome(await takeSeat(store, { ...by('1002', id), seat: 2 }))).toBe('taken');
    // The host can be taken off by others than themselves.
    expect(await off(STRANGER, 0, true)).toBe('done');
    expect(await loaded(store, id)).toMatchObject({ host: 1, standing: ['kicked', 'here', 'kicked'] });
  });

  test('a free seat is taken over by whoever has none; the old player is remembered', async () => {
    const [store, id] = await table();
    const sit = (user: string, seat: number) => takeSeat(store, { ...by(user, id), seat }).then(outcome);
    expect(await sit(STRANGER, 1)).toBe('taken');
    expect(await sit(STRANGER, 9)).toBe('taken');
    await leaveSeat(store, by('1001', id));
    expect(await sit('1002', 1)).toBe('seated');
    expect(await sit(STRANGER, 1)).toBe('done');
    const match = await loaded(store, id);
    expect(match.seats[1]).toMatchObject({ player: STRANGER, name: 'P1009', state: 'here' });
    expect(match.former).toMatchObject([{ seat: 1, player: '1001', state: 'left' }]);
    expect(outcome(await chooses(store, id, STRANGER))).toBe('done');
    expect(outcome(await returnTo(store, by('1001', id)))).toBe('stranger');
    // Who had to make room may take a seat that is free later.
    await leaveSeat(store, by('1002', id));
    expect(await sit('1001', 2)).toBe('done');
  });

  test('two want the same seat: one has it', async () => {
    const [store, id] = await table();
    await leaveSeat(store, by('1001', id));
    const both = ['1008', '1009'].map((user) => takeSeat(store, { ...by(user, id), seat: 1 }));
    expect((await Promise.all(both)).map(outcome).sort()).toEqual(['done', 'taken']);
  });

  test('an away seat is free until its player presses something', async () => {
    const [store, id] = await table();
    await becomesAway(store, id, 2);
    await returnTo(store, by('1002', id));
    expect(outcome(await takeSeat(store, { ...by(STRANGER, id), seat: 2 }))).toBe('taken');
    await becomesAway(store, id, 2);
    expect(outcome(await takeSeat(store, { ...by(STRANGER, id), seat: 2 }))).toBe('done');
  });

  test('whoever takes over a seat of a match that paused by itself goes on with it', async () => {
    const [store, id] = await table();
    await allBecomeAway(store, id);
    await takeSeat(store, { ...by(STRANGER, id), seat: 2 });
    expect(await loaded(store, id)).toMatchObject({ paused: null, host: 2 });
  });

  test('a seat whose player was deleted can be taken over; the host who began it stays known', async () => {
    const [store, id] = await table();
    await forget(store, '1000', AT);
    await playForGone(store, id, AT);
    expect(outcome(await takeSeat(store, { ...by(STRANGER, id), seat: 0 }))).toBe('done');
    const match = await loaded(store, id);
    expect(match.host).toBe(1);
    expect(match.standing).toEqual(['here', 'here', 'here']);
    expect(waitedFor(match)).toContain(1);
  });
});

describe('the host', () => {
  test('hands it over to somebody who is here', async () => {
    const [store, id] = await table();
    const over = (user: string, to: number) => handOver(store, { ...by(user, id), to }).then(outcome);
    expect(await over('1001', 2)).toBe('host');
    expect(await over('1000', 8)).toBe('illegal');
    expect(await over('1000', 0)).toBe('nothing');
    await leaveSeat(store, by('1002', id));
    expect(await over('1000', 2)).toBe('illegal');
    expect(await over('1000', 1)).toBe('done');
    expect(await over('1000', 1)).toBe('host');
    expect((await loaded(store, id)).host).toBe(1);
  });

  test.each([
    ['leaves', async (store: Store, id: number) => void (await leaveSeat(store, by('1000', id)))],
    ['is away', (store: Store, id: number) => becomesAway(store, id, 0)],
    [
      'is taken off',
      async (store: Store, id: number) =>
        void (await kick(store, { ...by(STRANGER, id), to: 0, manages: true })),
    ],
    [
      'pauses it and leaves',
      async (store: Store, id: number) => {
        await pause(store, by('1000', id));
        await leaveSeat(store, by('1000', id));
      },
    ],
    [
      'is deleted',
      async (store: Store, id: number) => {
        await forget(store, '1000', AT);
        await playForGone(store, id, AT);
      },
    ],
  ])('%s: the first who is here is the host now', async (_, goes) => {
    const [store, id] = await table();
    await goes(store, id);
    const match = await loaded(store, id);
    expect(match.host).toBe(1);
    expect(outcome(await pause(store, by('1001', id)))).not.toBe('host');
  });

  test('the flipper leaves: the host turns the cards', async () => {
    const [store, id] = await table(3, { options: { flip: 'manual' } });
    await handFlipping(store, { match: id, user: '1000', turn: 0, to: 2, at: AT });
    await leaveSeat(store, by('1002', id));
    expect((await loaded(store, id)).flipper).toBe(0);
    await leaveSeat(store, by('1000', id));
    expect(await loaded(store, id)).toMatchObject({ flipper: 1, host: 1 });
  });
});

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
