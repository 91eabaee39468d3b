import { describe, expect, test } from 'vitest';
import { countFinished } from '../../src/daily/count.ts';
import { recount } from '../../src/daily/recount.ts';
import * as ending from '../../src/match/ending.ts';
import * as people from '../../src/match/people.ts';
import { forget } from '../../src/match/people.ts';
import { playForGone } from '../../src/match/play.ts';
import { by, STRANGER } from '../match/company.ts';
import { AT, loaded } from '../match/people.ts';
import { chooses, entriesIn, outcome, runsOut } from '../match/table.ts';
import { rate } from './rate.ts';
import {
  expectRated,
  first,
  GOER,
  goer,
  last,
  MODERATOR,
  played,
  ratings,
  resultOf,
  round,
  SIZES,
  STORIES,
  type Story,
  setPlaces,
  store,
  storied,
  toTheEnd,
} from './stories.ts';
import { NOON, standings } from './world.ts';

/**
 * Whoever has an interest in the result does not decide it: games of two, three and five in which somebody goes, each way
 * there is, while they are ahead or behind.
 */

storied();

const kick = (id: number, user: string, manages: boolean) =>
  people.kick(store, { ...by(user, id), to: GOER, manages }).then(outcome);

/** Each way in which the one on seat 1 may go, and the others end the game. */
const WAYS = {
  stays: (id) => toTheEnd(id),
  leaves: async (id) => {
    await people.leaveSeat(store, by(goer, id));
    await toTheEnd(id);
  },
  'leaves and comes back': async (id) => {
    await people.leaveSeat(store, by(goer, id));
    await people.returnTo(store, by(goer, id));
    await toTheEnd(id);
  },
  'falls silent': (id) => toTheEnd(id, GOER),
  'is played on for by somebody else': async (id) => {
    await people.leaveSeat(store, by(goer, id));
    expect(outcome(await people.takeSeat(store, { ...by(STRANGER, id), seat: GOER }))).toBe('done');
    await toTheEnd(id);
  },
  'is taken off by a moderator': async (id) => {
    expect(await kick(id, MODERATOR, true)).toBe('done');
    await toTheEnd(id);
  },
  'is taken off, and somebody else sits down': async (id) => {
    expect(await kick(id, MODERATOR, true)).toBe('done');
    expect(outcome(await people.takeSeat(store, { ...by(STRANGER, id), seat: GOER }))).toBe('done');
    await toTheEnd(id);
  },
  'deletes everything about them': async (id) => {
    await forget(store, goer, AT);
    await playForGone(store, id, AT);
    await toTheEnd(id);
  },
  'is not in the server any more': async (id) => {
    const far = AT + 40 * 24 * 3_600_000;
    expect(outcome(await people.notThere(store, id, goer, far))).toBe('done');
    await toTheEnd(id);
  },
  'is waited for until it is put away': async (id) => {
    await round(id, GOER);
    expect(outcome(await ending.putAway(store, id, AT))).toBe('done');
  },
} satisfies Record<string, (id: number) => Promise<unknown>>;
type Way = keyof typeof WAYS;

/**
 * What that comes to for whoever goes after one, two or three of four rounds: the better of their places then and at the
 * end, the place at the end, or the last; then `kept` where it is for the others alone, or `last` where it is that for
 * whoever goes.
 */
const COMES_TO: Readonly<
  Record<Exclude<Way, 'deletes everything about them'>, readonly [string, string, string]>
> = {
  stays: ['end', 'end', 'end'],
  leaves: ['last', 'last', 'end'],
  'leaves and comes back': ['end', 'end', 'end'],
  'falls silent': ['last', 'last', 'end'],
  'is played on for by somebody else': ['last', 'last', 'end'],
  'is taken off by a moderator': ['best kept', 'best', 'best'],
  'is taken off, and somebody else sits down': ['best kept', 'best', 'best'],
  'is not in the server any more': ['end last', 'end last', 'end'],
  'is waited for until it is put away': ['last', 'last', 'last'],
};

const ALL_STORIES = Object.keys(STORIES) as Story[];
const ALL_WAYS = Object.keys(COMES_TO) as (keyof typeof COMES_TO)[];

describe.each(ALL_STORIES)('who goes %s', (story) => {
  describe.each([1, 2, 3])('after %i of four rounds', (rounds) => {
    test.each(ALL_WAYS)('%s', async (way) => {
      // By turns, so that each size meets each story, each round and each way.
      const turn = ALL_STORIES.indexOf(story) + rounds + ALL_WAYS.indexOf(way);
      const seats = SIZES[turn % SIZES.length]!;
      const then = STORIES[story].early(seats);
      // What is put away counts as it stood.
      const stands = way === 'is waited for until it is put away';
      const ends = stands && rounds < 3 ? then : STORIES[story].ends(seats);
      setPlaces(then, ends);
      const id = await played(seats, rounds);
      // The fourth card lies open after three rounds: who is taken off then is where they end.
      const before = rounds < 3 ? then : ends;
      await WAYS[way](id);
      await expectRated(seats, resultOf(COMES_TO[way][rounds - 1]!, before, ends));
    });
  });
});

describe.each(SIZES)('of %i', (seats) => {
  test.each([
    ['is ahead', 1],
    ['is ahead', 3],
    ['is behind', 1],
    ['is behind', 3],
  ] as const)(
    'who %s and deletes everything after %i rounds counts for the others as they were',
    async (story, rounds) => {
      const [then, ends] = [STORIES[story].early(seats), STORIES[story].ends(seats)];
      setPlaces(then, ends);
      const id = await played(seats, rounds);
      const strength = (await ratings('')).get(goer)!;
      const before = await ratings('');
      await WAYS['deletes everything about them'](id);
      expect((await entriesIn(store, id))[GOER]).toBe(`1 gone ${ends[GOER]} kept out`);
      await countFinished(store, NOON);
      const after = rate(
        ends.map((_, seat) => [seat === GOER ? strength : before.get(`${1000 + seat}`)!]),
        { rank: [...ends] },
      );
      for (const [seat, [row]] of after.entries())
        if (seat !== GOER) expect((await ratings('')).get(`${1000 + seat}`)).toMatchObject(row!);
      expect((await ratings('')).has(goer)).toBe(false);
      const live = await standings(store);
      expect(live).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
      await recount(store, NOON);
      expect(await standings(store)).toBe(live);
    },
  );

  test.each(['is ahead', 'is behind'] as const)('who %s is struck: last', async (story) => {
    const ends = STORIES[story].ends(seats);
    setPlaces(ends);
    const id = await played(seats, 3, 'drop');
    await round(id, GOER);
    await runsOut(store, id);
    expect((await loaded(store, id)).standing[GOER]).toBe('dropped');
    await toTheEnd(id);
    await expectRated(seats, resultOf('last', ends, ends));
  });

  test.each(['is ahead', 'is behind'] as const)(
    'who %s is taken off before the first turns: nobody is rated against them',
    async (story) => {
      const ends = STORIES[story].ends(seats);
      setPlaces(ends);
      const id = await played(seats, 0);
      // All but one have chosen.
      for (let seat = 0; seat < seats - 1; seat++) await chooses(store, id, `${1000 + seat}`);
      expect(await kick(id, '1000', false)).toBe('done');
      await toTheEnd(id);
      await expectRated(
        seats,
        ends.map((place, seat) => (seat === GOER ? undefined : { place })),
      );
    },
  );

  test.each([1, 2, 3])('after %i rounds the host alone takes nobody off', async (rounds) => {
    const ends = first(seats);
    setPlaces(ends);
    const id = await played(seats, rounds);
    // Where there are enough to be asked it is theirs to decide.
    const asks = seats < 4 ? 'few' : 'illegal';
    for (const manages of [false, true]) expect(await kick(id, '1000', manages)).toBe(asks);
    expect((await loaded(store, id)).standing[GOER]).toBe('here');
    await toTheEnd(id);
    await expectRated(seats, resultOf('end', ends, ends));
  });

  test.each([1, 3])(
    'after %i rounds the others take the leader off, if there are enough of them',
    async (rounds) => {
      const [then, ends] = [first(seats), last(seats)];
      setPlaces(then, ends);
      const id = await played(seats, rounds);
      const asked = outcome(await ending.askToKick(store, { ...by('1000', id), to: GOER, manages: false }));
      expect(asked).toBe(seats < 4 ? 'few' : 'done');
      if (asked === 'done') {
        const { seq } = (await loaded(store, id)).question!;
        for (const user of ['1002', '1003']) await ending.agree(store, { ...by(user, id), question: seq });
        expect((await loaded(store, id)).standing[GOER]).toBe('kicked');
      }
      await toTheEnd(id);
      const before = rounds < 3 ? then : ends;
      await expectRated(
        seats,
        resultOf(asked === 'few' ? 'end' : rounds === 1 ? 'best kept' : 'best', before, ends),
      );
    },
  );
});
