import { rate } from 'openskill';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { countFinished, recount } from '../../src/daily/count.ts';
import { metrox } from '../../src/games/metrox/index.ts';
import * as life from '../../src/match/life.ts';
import { playForGone } from '../../src/match/play.ts';
import type { Store } from '../../src/store/open.ts';
import { forget } from '../../src/store/privacy.ts';
import { by, STRANGER } from '../match/company.ts';
import { AT, ids, loaded, peopled, running } from '../match/people.ts';
import { chooses, entriesIn, outcome, runsOut } from '../match/table.ts';
import { NOON, standings, table } from './world.ts';

/**
 * Whoever has an interest in the result does not decide it: games of two, three and five in which somebody goes, each way
 * there is, while they are ahead or behind, and what it does to everybody's rating, row by row.
 *
 * A game has four rounds here, and who is where is said by the test: up to the third card as `early`, from the fourth on
 * as `ends`. The one who goes sits on seat 1; the host on seat 0; 1009 and 1010 sit nowhere, the latter manages the server.
 */

const ROUNDS = 4;
const GOER = 1;
const MODERATOR = '1010';

type Places = readonly number[];

/** Seat 1 first or last, the others behind or before it in the order of their seats. */
const first = (seats: number): Places =>
  Array.from({ length: seats }, (_, s) => (s === GOER ? 1 : s === 0 ? 2 : s + 1));
const last = (seats: number): Places =>
  Array.from({ length: seats }, (_, s) => (s === GOER ? seats : s === 0 ? 1 : s));

const STORIES = {
  'is ahead': { early: first, ends: first },
  'is behind': { early: last, ends: last },
  'was ahead and ends behind': { early: first, ends: last },
  'was behind and ends ahead': { early: last, ends: first },
} as const;
type Story = keyof typeof STORIES;

let store: Store;
let now: { early: Places; ends: Places };

beforeEach(async () => {
  store = await peopled(11);
  const { score } = metrox;
  vi.spyOn(metrox, 'over').mockImplementation((state) => metrox.turn(state) > ROUNDS);
  vi.spyOn(metrox, 'score').mockImplementation((state) => {
    const places = metrox.turn(state) > 3 ? now.ends : now.early;
    return score(state).map((one, seat) => ({ ...one, rank: places[seat] ?? one.rank }));
  });
  // They have all been rated before, each differently.
  const before = ids(5).map((player, seat) => ({ seat, player, place: seat + 1 }));
  table(store, { players: [null, null], scores: [1, 1], rated: before, guild: '77', at: NOON - 1 });
  await countFinished(store, NOON);
});
afterEach(() => {
  vi.restoreAllMocks();
  store.close();
});

interface Rating {
  readonly mu: number;
  readonly sigma: number;
  readonly games: number;
}

const ratings = (scope: string): Map<string, Rating> =>
  new Map(
    (
      store.raw
        .prepare('SELECT player, mu, sigma, games FROM ratings WHERE scope = ?')
        .all(scope) as (Rating & {
        player: string;
      })[]
    ).map(({ player, ...row }) => [player, row]),
  );

/** What a game does to somebody: the place they are rated at; `kept`: only the others are rated against it. */
interface Rated {
  readonly place: number;
  readonly kept?: true;
  /** For themselves they are rated here. */
  readonly own?: number;
}

/** Who is rated at which place, by seat. */
type Result = readonly (Rated | undefined)[];

/** Holds all ratings against those that follow from the places, worked out here; counting anew comes to the same. */
async function expectRated(seats: number, result: Result): Promise<void> {
  for (const scope of ['', '77']) expect(ratings(scope).size).toBe(5);
  const earlier = { '': ratings(''), '77': ratings('77') };
  await countFinished(store, NOON);
  const inIt = result.flatMap((one, seat) => (one ? [{ ...one, player: `${1000 + seat}` }] : []));
  for (const scope of ['', '77'] as const) {
    const before = earlier[scope];
    const wanted = new Map(before);
    if (inIt.length > 1) {
      for (const [i, { player, kept, own }] of inIt.entries()) {
        const alone = inIt.map(({ place }, j) => (j === i ? (own ?? place) : place));
        const { mu, sigma } = rate(
          inIt.map((one) => [before.get(one.player)!]),
          { rank: alone },
        )[i]![0]!;
        if (!kept) wanted.set(player, { mu, sigma, games: before.get(player)!.games + 1 });
      }
    }
    const found = ratings(scope);
    for (const [player, row] of wanted) expect(found.get(player), `${player} of ${seats}`).toEqual(row);
    expect(found.size).toBe(wanted.size);
  }
  const live = standings(store);
  await recount(store, NOON);
  expect(standings(store)).toBe(live);
}

/** A table of so many, and so many rounds that all have played. */
async function played(seats: number, rounds: number, late: 'clock' | 'drop' = 'clock'): Promise<number> {
  const id = await running(store, seats, { limit: 3600, late });
  for (let n = 0; n < rounds; n++) await round(id);
  return id;
}

/** Everybody who is here chooses, but for `silent`. */
async function round(id: number, silent?: number): Promise<void> {
  const { seats, standing, row } = await loaded(store, id);
  if (row.status === 'over') return;
  for (const { seat, player } of seats)
    if (standing[seat] === 'here' && seat !== silent && !player.startsWith('gone-'))
      await chooses(store, id, player);
}

/** The others play on to the end. */
async function toTheEnd(id: number, silent?: number): Promise<void> {
  for (let n = 0; n < ROUNDS && (await loaded(store, id)).row.status !== 'over'; n++) {
    await round(id, silent);
    if (silent !== undefined && (await loaded(store, id)).row.deadline !== null) await runsOut(store, id);
  }
  expect((await loaded(store, id)).row.status).toBe('over');
}

const goer = `${1000 + GOER}`;
const kick = (id: number, user: string, manages: boolean) =>
  life.kick(store, { ...by(user, id), to: GOER, manages }).then(outcome);

/** Each way in which the one on seat 1 may go, and the others end the game. */
const WAYS = {
  stays: (id) => toTheEnd(id),
  leaves: async (id) => {
    await life.leaveSeat(store, by(goer, id));
    await toTheEnd(id);
  },
  'leaves and comes back': async (id) => {
    await life.leaveSeat(store, by(goer, id));
    await life.returnTo(store, by(goer, id));
    await toTheEnd(id);
  },
  'falls silent': (id) => toTheEnd(id, GOER),
  'is played on for by somebody else': async (id) => {
    await life.leaveSeat(store, by(goer, id));
    expect(outcome(await life.takeSeat(store, { ...by(STRANGER, id), seat: GOER }))).toBe('done');
    await toTheEnd(id);
  },
  'is taken off by a moderator': async (id) => {
    expect(await kick(id, MODERATOR, true)).toBe('done');
    await toTheEnd(id);
  },
  'is taken off, and somebody else sits down': async (id) => {
    expect(await kick(id, MODERATOR, true)).toBe('done');
    expect(outcome(await life.takeSeat(store, { ...by(STRANGER, id), seat: GOER }))).toBe('done');
    await toTheEnd(id);
  },
  'deletes everything about them': async (id) => {
    await forget(store, goer, AT);
    await playForGone(store, id, AT);
    await toTheEnd(id);
  },
  'is not in the server any more': async (id) => {
    const far = AT + 40 * 24 * 3_600_000;
    expect(outcome(await life.notThere(store, id, goer, far))).toBe('done');
    await toTheEnd(id);
  },
  'is waited for until it is put away': async (id) => {
    await round(id, GOER);
    expect(outcome(await life.putAway(store, id, AT))).toBe('done');
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

const SIZES = [2, 3, 5];
const LAST = 99;

function resultOf(says: string, then: Places, ends: Places): Result {
  const [what, self] = says.split(' ');
  const own = self === 'kept' ? { kept: true as const } : self === 'last' ? { own: LAST } : {};
  const place = what === 'end' ? ends[GOER]! : what === 'best' ? Math.min(then[GOER]!, ends[GOER]!) : LAST;
  return ends.map((other, seat) => (seat === GOER ? { place, ...own } : { place: other }));
}

describe.each(SIZES)('of %i', (seats) => {
  describe.each(Object.keys(STORIES) as Story[])('who goes %s', (story) => {
    describe.each([1, 2, 3])('after %i of four rounds', (rounds) => {
      test.each(Object.keys(COMES_TO) as (keyof typeof COMES_TO)[])('%s', async (way) => {
        const then = STORIES[story].early(seats);
        // What is put away counts as it stood.
        const stands = way === 'is waited for until it is put away';
        const ends = stands && rounds < 3 ? then : STORIES[story].ends(seats);
        now = { early: then, ends };
        const id = await played(seats, rounds);
        // The fourth card lies open after three rounds: who is taken off then is where they end.
        const before = rounds < 3 ? then : ends;
        await WAYS[way](id);
        await expectRated(seats, resultOf(COMES_TO[way][rounds - 1]!, before, ends));
      });
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
      now = { early: then, ends };
      const id = await played(seats, rounds);
      const strength = ratings('').get(goer)!;
      const before = ratings('');
      await WAYS['deletes everything about them'](id);
      expect(entriesIn(store, id)[GOER]).toBe(`1 gone ${ends[GOER]} kept out`);
      await countFinished(store, NOON);
      const after = rate(
        ends.map((_, seat) => [seat === GOER ? strength : before.get(`${1000 + seat}`)!]),
        { rank: [...ends] },
      );
      for (const [seat, [row]] of after.entries())
        if (seat !== GOER) expect(ratings('').get(`${1000 + seat}`)).toMatchObject(row!);
      expect(ratings('').has(goer)).toBe(false);
      const live = standings(store);
      expect(live).not.toContain('gone-');
      await recount(store, NOON);
      expect(standings(store)).toBe(live);
    },
  );

  test.each(['is ahead', 'is behind'] as const)('who %s is struck: last', async (story) => {
    const ends = STORIES[story].ends(seats);
    now = { early: ends, ends };
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
      now = { early: ends, ends };
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
    now = { early: ends, ends };
    const id = await played(seats, rounds);
    for (const manages of [false, true]) expect(await kick(id, '1000', manages)).not.toBe('done');
    expect((await loaded(store, id)).standing[GOER]).toBe('here');
    await toTheEnd(id);
    await expectRated(seats, resultOf('end', ends, ends));
  });

  test.each([1, 3])(
    'after %i rounds the others take the leader off, if there are enough of them',
    async (rounds) => {
      const [then, ends] = [first(seats), last(seats)];
      now = { early: then, ends };
      const id = await played(seats, rounds);
      const asked = outcome(await life.askToKick(store, { ...by('1000', id), to: GOER, manages: false }));
      expect(asked).toBe(seats < 4 ? 'few' : 'done');
      if (asked === 'done') {
        const { seq } = (await loaded(store, id)).question!;
        for (const user of ['1002', '1003']) await life.agree(store, { ...by(user, id), question: seq });
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

  test.each([0, 2])('ended by all after %i rounds: nobody is rated', async (rounds) => {
    now = { early: first(seats), ends: first(seats) };
    const id = await played(seats, rounds);
    await life.askToEnd(store, by('1000', id));
    for (const user of ids(seats).slice(1)) await life.agree(store, by(user, id));
    expect((await loaded(store, id)).voided).toBe('agreed');
    await expectRated(seats, []);
  });

  test('ended by a moderator who does not play: nobody is rated', async () => {
    now = { early: first(seats), ends: first(seats) };
    const id = await played(seats, 2);
    expect(outcome(await life.voidMatch(store, { ...by(MODERATOR, id), manages: true }))).toBe('done');
    await expectRated(seats, []);
  });

  test.each([0, 2])('a moderator who plays does not end it after %i rounds', async (rounds) => {
    const ends = first(seats);
    now = { early: ends, ends };
    const id = await played(seats, rounds);
    const end = () => life.voidMatch(store, { ...by('1000', id), manages: true }).then(outcome);
    expect(await end()).toBe('interested');
    await life.leaveSeat(store, by('1000', id));
    expect(await end()).toBe('interested');
    await life.returnTo(store, by('1000', id));
    await toTheEnd(id);
    await expectRated(seats, resultOf('end', ends, ends));
  });

  test.each(['is ahead', 'is behind'] as const)(
    'put away in the pause of the host, while seat 1 %s: the host is last',
    async (story) => {
      const then = STORIES[story].early(seats);
      now = { early: then, ends: then };
      const id = await played(seats, 2);
      await life.pause(store, by('1000', id));
      await life.putAway(store, id, AT);
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
    now = { early: first(seats), ends: first(seats) };
    const id = await played(seats, rounds);
    if (stopped === 'bot') await life.pauseLost(store, id, AT);
    for (let n = 0; stopped === 'clock' && n < 3; n++) await runsOut(store, id);
    expect((await loaded(store, id)).paused?.by).toBe(stopped);
    await life.putAway(store, id, AT);
    expect((await loaded(store, id)).voided).toBe('slept');
    await expectRated(seats, []);
  });

  test('everybody leaves before the first turns: nobody is rated', async () => {
    now = { early: first(seats), ends: first(seats) };
    const id = await played(seats, 0);
    for (const user of ids(seats)) await life.leaveSeat(store, by(user, id));
    expect((await loaded(store, id)).voided).toBe('deserted');
    await expectRated(seats, []);
  });

  test('everybody leaves, who is behind first: as if the last of them had stayed', async () => {
    now = { early: last(seats), ends: last(seats) };
    const id = await played(seats, 1);
    const others = ids(seats).filter((user) => user !== goer);
    for (const user of [goer, ...others]) await life.leaveSeat(store, by(user, id));
    expect((await loaded(store, id)).row).toMatchObject({ status: 'over', voided: null });
    await expectRated(
      seats,
      ids(seats).map((user) => ({ place: user === others.at(-1) ? LAST - 1 : LAST })),
    );
  });

  test('everybody leaves who had played nearly all of it: by the places at the end', async () => {
    now = { early: first(seats), ends: first(seats) };
    const id = await played(seats, 3);
    for (const user of ids(seats)) await life.leaveSeat(store, by(user, id));
    await expectRated(
      seats,
      first(seats).map((place) => ({ place })),
    );
  });
});
