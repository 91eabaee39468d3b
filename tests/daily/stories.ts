import { afterEach, beforeEach, expect, vi } from 'vitest';
import { countFinished } from '../../src/daily/count.ts';
import { recount } from '../../src/daily/recount.ts';
import { metrox } from '../../src/games/metrox/index.ts';
import type { Store } from '../../src/store/open.ts';
import { rows } from '../lib/rows.ts';
import { type Image, imageOf, storeFrom } from '../lib/store.ts';
import { ids, loaded, peopled, running } from '../match/people.ts';
import { chooses, runsOut } from '../match/table.ts';
import { rate } from './rate.ts';
import { NOON, standings, table } from './world.ts';

/**
 * Games in which somebody goes, is ahead or behind, and what that does to everybody's rating, row by row.
 *
 * A game has four rounds here, and who is where is said by the test: up to the third card as `early`, from the fourth on
 * as `ends`. The one who goes sits on seat 1; the host on seat 0; 1009 and 1010 sit nowhere, the latter manages the server.
 */

const ROUNDS = 4;
export const GOER = 1;
export const goer = `${1000 + GOER}`;
export const MODERATOR = '1010';

export type Places = readonly number[];

/** Seat 1 first or last, the others behind or before it in the order of their seats. */
export const first = (seats: number): Places =>
  Array.from({ length: seats }, (_, s) => (s === GOER ? 1 : s === 0 ? 2 : s + 1));
export const last = (seats: number): Places =>
  Array.from({ length: seats }, (_, s) => (s === GOER ? seats : s === 0 ? 1 : s));

export const STORIES = {
  'is ahead': { early: first, ends: first },
  'is behind': { early: last, ends: last },
  'was ahead and ends behind': { early: first, ends: last },
  'was behind and ends ahead': { early: last, ends: first },
} as const;
export type Story = keyof typeof STORIES;

export let store: Store;
let now: { early: Places; ends: Places };

/** Where everybody is from now on: early, and from the fourth card on. */
export function setPlaces(early: Places, ends = early): void {
  now = { early, ends };
}

/** Each test of the file has a store of its own in which such games can be played. */
export function storied(): void {
  beforeEach(async () => {
    const { score } = metrox;
    vi.spyOn(metrox, 'over').mockImplementation((state) => metrox.turn(state) > ROUNDS);
    vi.spyOn(metrox, 'score').mockImplementation((state) => {
      const places = metrox.turn(state) > 3 ? now.ends : now.early;
      return score(state).map((one, seat) => ({ ...one, rank: places[seat] ?? one.rank }));
    });
    store = await once('rated', rated);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await store.close();
  });
}

/** People who have all been rated before, each differently. */
async function rated(): Promise<Store> {
  const made = await peopled(11);
  const before = ids(5).map((player, seat) => ({ seat, player, place: seat + 1 }));
  await table(made, { players: [null, null], scores: [1, 1], rated: before, guild: '77', at: NOON - 1 });
  await countFinished(made, NOON);
  return made;
}

/** What several tests begin with is made once; each has a copy of it. */
async function once(what: string, make: () => Promise<Store>): Promise<Store> {
  const image = images.get(what);
  if (image) return storeFrom(image);
  const made = await make();
  images.set(what, await imageOf(made));
  return made;
}

const images = new Map<string, Image>();

interface Rating {
  readonly mu: number;
  readonly sigma: number;
  readonly games: number;
}

export const ratings = async (scope: string): Promise<Map<string, Rating>> =>
  new Map(
    (
      await rows<
        Rating & {
          player: string;
        }
      >(store, 'SELECT player, mu, sigma, games FROM ratings WHERE scope = ?', scope)
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
export async function expectRated(seats: number, result: Result): Promise<void> {
  for (const scope of ['', '77']) expect((await ratings(scope)).size).toBe(5);
  const earlier = { '': await ratings(''), '77': await ratings('77') };
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
    const found = await ratings(scope);
    for (const [player, row] of wanted) expect(found.get(player), `${player} of ${seats}`).toEqual(row);
    expect(found.size).toBe(wanted.size);
  }
  const live = await standings(store);
  await recount(store, NOON);
  expect(await standings(store)).toBe(live);
}

/** A table of so many, and so many rounds that all have played. */
export async function played(
  seats: number,
  rounds: number,
  late: 'clock' | 'drop' = 'clock',
): Promise<number> {
  const begun = store;
  store = await once(JSON.stringify([seats, rounds, late, now]), async () => {
    const id = await running(begun, seats, { limit: 3600, onTimeout: late });
    for (let n = 0; n < rounds; n++) await round(id);
    return begun;
  });
  if (store !== begun) await begun.close();
  const [newest] = await rows<{ id: number }>(store, 'SELECT max(id) AS id FROM matches');
  return newest!.id;
}

/** Everybody who is here chooses, but for `silent`. */
export async function round(id: number, silent?: number): Promise<void> {
  const { seats, standing, row } = await loaded(store, id);
  if (row.status === 'over') return;
  for (const { seat, player, gone } of seats)
    if (standing[seat] === 'here' && seat !== silent && !gone) await chooses(store, id, player!);
}

/** The others play on to the end. */
export async function toTheEnd(id: number, silent?: number): Promise<void> {
  for (let n = 0; n < ROUNDS && (await loaded(store, id)).row.status !== 'over'; n++) {
    await round(id, silent);
    if (silent !== undefined && (await loaded(store, id)).row.deadline !== null) await runsOut(store, id);
  }
  expect((await loaded(store, id)).row.status).toBe('over');
}

export const SIZES = [2, 3, 5];
export const LAST = 99;

/** Who is rated where, by what it `says` of seat 1, whose place was one of `then` when they went and one of `ends` at the end. */
export function resultOf(says: string, then: Places, ends: Places): Result {
  const [what, self] = says.split(' ');
  const own = self === 'kept' ? { kept: true as const } : self === 'last' ? { own: LAST } : {};
  const place = what === 'end' ? ends[GOER]! : what === 'best' ? Math.min(then[GOER]!, ends[GOER]!) : LAST;
  return ends.map((other, seat) => (seat === GOER ? { place, ...own } : { place: other }));
}
