import { describe, expect, test } from 'vitest';
import * as ending from '../../src/match/ending.ts';
import * as people from '../../src/match/people.ts';
import { by } from '../match/company.ts';
import { AT, ids, loaded } from '../match/people.ts';
import { outcome, runsOut } from '../match/table.ts';
import {
  expectRated,
  first,
  goer,
  LAST,
  last,
  MODERATOR,
  played,
  resultOf,
  SIZES,
  STORIES,
  setPlaces,
  store,
  storied,
  toTheEnd,
} from './stories.ts';

/**
 * Whoever has an interest in the result does not decide it: games of two, three and five that are ended, put away or left
 * by everybody.
 */

storied();

describe.each(SIZES)('of %i', (seats) => {
  test.each([0, 2])('ended by all after %i rounds: nobody is rated', async (rounds) => {
    setPlaces(first(seats));
    const id = await played(seats, rounds);
    await ending.askToEnd(store, by('1000', id));
    for (const user of ids(seats).slice(1)) await ending.agree(store, by(user, id));
    expect((await loaded(store, id)).voided).toBe('agreed');
    await expectRated(seats, []);
  });

  test('ended by a moderator who does not play: nobody is rated', async () => {
    setPlaces(first(seats));
    const id = await played(seats, 2);
    expect(outcome(await ending.voidMatch(store, { ...by(MODERATOR, id), manages: true }))).toBe('done');
    await expectRated(seats, []);
  });

  test.each([0, 2])('a moderator who plays does not end it after %i rounds', async (rounds) => {
    const ends = first(seats);
    setPlaces(ends);
    const id = await played(seats, rounds);
    const end = () => ending.voidMatch(store, { ...by('1000', id), manages: true }).then(outcome);
    expect(await end()).toBe('interested');
    await people.leaveSeat(store, by('1000', id));
    expect(await end()).toBe('interested');
    await people.returnTo(store, by('1000', id));
    await toTheEnd(id);
    await expectRated(seats, resultOf('end', ends, ends));
  });

  test.each(['is ahead', 'is behind'] as const)(
    'put away in the pause of the host, while seat 1 %s: the host is last',
    async (story) => {
      const then = STORIES[story].early(seats);
      setPlaces(then);
      const id = await played(seats, 2);
      await ending.pause(store, by('1000', id));
      await ending.putAway(store, id, AT);
      expect((await loaded(store, id)).row).toMatchObject({ status: 'over', voided: 'shelved' });
      await expectRated(
        seats,
        then.map((place, seat) => ({ place: seat === 0 ? LAST : place })),
      );
    },
  );

  test.each([
    ['nobody had a first turn', 0, undefined],
    ['everybody is waited for', 2, undefined],
    ['it stood still by itself', 0, 'clock'],
    ['it could not be written to', 2, 'bot'],
  ] as const)('put away when %s: nobody is rated', async (_, rounds, stopped) => {
    setPlaces(first(seats));
    const id = await played(seats, rounds);
    if (stopped === 'bot') await ending.pauseLost(store, id, AT);
    for (let n = 0; stopped === 'clock' && n < 3; n++) await runsOut(store, id);
    expect((await loaded(store, id)).paused?.by).toBe(stopped);
    await ending.putAway(store, id, AT);
    expect((await loaded(store, id)).voided).toBe('slept');
    await expectRated(seats, []);
  });

  test('everybody leaves before the first turns: nobody is rated', async () => {
    setPlaces(first(seats));
    const id = await played(seats, 0);
    for (const user of ids(seats)) await people.leaveSeat(store, by(user, id));
    expect((await loaded(store, id)).voided).toBe('deserted');
    await expectRated(seats, []);
  });

  test('everybody leaves, who is behind first: as if the last of them had stayed', async () => {
    setPlaces(last(seats));
    const id = await played(seats, 1);
    const others = ids(seats).filter((user) => user !== goer);
    for (const user of [goer, ...others]) await people.leaveSeat(store, by(user, id));
    expect((await loaded(store, id)).row).toMatchObject({ status: 'over', voided: null });
    await expectRated(
      seats,
      ids(seats).map((user) => ({ place: user === others.at(-1) ? LAST - 1 : LAST })),
    );
  });

  test('everybody leaves who had played nearly all of it: by the places at the end', async () => {
    setPlaces(first(seats));
    const id = await played(seats, 3);
    for (const user of ids(seats)) await people.leaveSeat(store, by(user, id));
    await expectRated(
      seats,
      first(seats).map((place) => ({ place })),
    );
  });
});
