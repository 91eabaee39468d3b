import { describe, expect, test } from 'vitest';
import { agree, askToEnd, goOn, pause, playOn } from '../../src/match/ending.ts';
import { seatOf } from '../../src/match/match.ts';
import { forget, handOver, kick, leaveSeat, returnTo, takeSeat } from '../../src/match/people.ts';
import { handOn, playForGone } from '../../src/match/play.ts';
import { waitedFor } from '../../src/match/timeline.ts';
import type { Store } from '../../src/store/open.ts';
import { allBecomeAway, becomesAway, by, STRANGER, table } from './company.ts';
import { AT, loaded } from './people.ts';
import { chooses, HOUR, outcome, resultsIn, told } from './table.ts';

/** Who leaves, comes back, is taken off, takes over or hands over. */

describe('leaving and coming back', () => {
  test('the clock plays the seat; its player may come back, and has no say until then', async () => {
    const [store, id] = await table();
    expect(outcome(await leaveSeat(store, by('1002', id)))).toBe('done');
    expect(outcome(await leaveSeat(store, by('1002', id)))).toBe('nothing');
    expect(outcome(await chooses(store, id, '1002'))).toBe('left');
    for (const press of [pause, goOn, askToEnd, agree, playOn])
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
    expect(await resultsIn(store, id)).toEqual([]);
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
    for (const press of [leaveSeat, returnTo, pause, goOn, askToEnd, agree, playOn])
      expect(outcome(await press(store, by(STRANGER, id)))).toBe('stranger');
    expect((await loaded(store, id)).log).toEqual([]);
  });
});

describe('taking off and taking over', () => {
  test('the host before the first turns, or who manages the server, takes somebody off; nobody else, and never themselves', async () => {
    const [store, id] = await table();
    const off = (user: string, to: number, manages = false) =>
      kick(store, { ...by(user, id), to, manages }).then(outcome);
    expect(await off('1001', 2)).toBe('host');
    expect(await off('1001', 2, true)).toBe('host');
    expect(await off(STRANGER, 2)).toBe('stranger');
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

  test('whoever was taken off does not come back on another seat, also when somebody has taken over theirs', async () => {
    const [store, id] = await table(4);
    await kick(store, { ...by('1000', id), to: 2, manages: false });
    await takeSeat(store, { ...by(STRANGER, id), seat: 2 });
    await leaveSeat(store, by('1001', id));
    expect(outcome(await takeSeat(store, { ...by('1002', id), seat: 1 }))).toBe('taken');
    expect((await loaded(store, id)).standing).toEqual(['here', 'left', 'here', 'here']);
    expect(outcome(await takeSeat(store, { ...by('1008', id), seat: 1 }))).toBe('done');
  });

  test('whoever takes a seat over has not agreed to anything yet', async () => {
    const [store, id] = await table(4);
    await askToEnd(store, by('1000', id));
    await agree(store, by('1001', id));
    await leaveSeat(store, by('1001', id));
    await takeSeat(store, { ...by(STRANGER, id), seat: 1 });
    for (const user of ['1002', '1003']) await agree(store, by(user, id));
    expect(await loaded(store, id)).toMatchObject({ voided: null, question: { agreed: [0, 2, 3] } });
    await agree(store, by(STRANGER, id));
    expect((await loaded(store, id)).voided).toBe('agreed');
  });

  test('a seat that was left, or is nobody’s any more, is free already: nobody is taken off it', async () => {
    const [store, id] = await table(4);
    const off = (to: number) => kick(store, { ...by(STRANGER, id), to, manages: true }).then(outcome);
    await leaveSeat(store, by('1001', id));
    expect(await off(1)).toBe('illegal');
    await returnTo(store, by('1001', id));
    expect(await off(1)).toBe('done');
    await forget(store, '1002', AT);
    await playForGone(store, id, AT);
    expect(await off(2)).toBe('illegal');
    // Whoever is away may press something at any moment, so that seat is still theirs.
    await becomesAway(store, id, 3);
    expect(await off(3)).toBe('done');
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
    const both = await Promise.all(
      ['1008', '1009'].map((user) => takeSeat(store, { ...by(user, id), seat: 1 })),
    );
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

  test('the operator leaves: the host turns the cards', async () => {
    const [store, id] = await table(3, { options: { flip: 'manual' } });
    await handOn(store, { match: id, user: '1000', turn: 0, to: 2, at: AT });
    await leaveSeat(store, by('1002', id));
    expect((await loaded(store, id)).operator).toBe(0);
    await leaveSeat(store, by('1000', id));
    expect(await loaded(store, id)).toMatchObject({ operator: 1, host: 1 });
  });
});
