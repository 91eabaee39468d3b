import fc from 'fast-check';
import * as ending from '../../src/match/ending.ts';
import { endEarly } from '../../src/match/ending.ts';
import * as lobby from '../../src/match/lobby.ts';
import * as people from '../../src/match/people.ts';
import { forget } from '../../src/match/people.ts';
import { handOn, type Played, play, playForGone, playForTable } from '../../src/match/play.ts';
import { LIMITS } from '../../src/match/projection.ts';
import { LOBBY_LASTS } from '../../src/store/deadlines.ts';
import type { Store } from '../../src/store/open.ts';
import type { Stored } from '../../src/store/rows.ts';

/** Presses by several people at once, as plain facts: the same ones can be run at once or one after the other. */

export interface Pressed {
  readonly match: number;
  readonly user: string;
  /** Different for each press. */
  readonly at: number;
  readonly turn: number;
  /** What is chosen: one text, or where a turn has several steps all that are kept at once. */
  readonly codes: readonly string[];
  /** Whom it is about, where it is about somebody. */
  readonly seat: number;
}

export interface Press extends Pressed {
  readonly what: What;
}

/** What was answered; `seen` is what the answer showed, where it shows the match as it was decided on. */
export interface Answer {
  readonly kind: string;
  readonly seen: string | undefined;
}

type Run = (store: Store, press: Pressed) => Promise<Answer>;

const text = (found: Pick<Stored, 'row' | 'seats' | 'log'> | undefined): string =>
  JSON.stringify(found && [found.row, found.seats, found.log]);

const played =
  (run: (store: Store, press: Pressed) => Promise<Played>): Run =>
  async (store, press) => {
    const done = await run(store, press);
    if (!done.ok) return { kind: done.why, seen: done.why === 'unknown' ? undefined : text(done.match) };
    if (!done.changed) return { kind: 'nothing', seen: text(done.match) };
    // Others may have gone on before the answer was read, but what was done is in it.
    const shown = done.match.log.some(({ at }) => at === press.at);
    return { kind: shown ? 'done' : 'done, and not shown', seen: undefined };
  };

const lobbied =
  (run: (store: Store, press: Pressed) => Promise<lobby.Lobbied>): Run =>
  async (store, press) => {
    const done = await run(store, press);
    return { kind: done.ok ? 'done' : done.why, seen: text(done.stored) };
  };

const set = (choice: (press: Pressed) => lobby.Choice): Run =>
  lobbied((store, press) => lobby.configure(store, press.match, press.user, press.at, choice(press)));

/** Everything that changes a match, and how it is done. */
const PRESSES = {
  choose: played(play),
  flip: played(playForTable),
  hand: played((store, { seat, ...press }) => handOn(store, { ...press, to: seat })),
  leave: played(people.leaveSeat),
  back: played(people.returnTo),
  kick: played((store, { seat, ...press }) => people.kick(store, { ...press, to: seat, manages: false })),
  crown: played((store, { seat, ...press }) => people.handOver(store, { ...press, to: seat })),
  sit: played(people.takeSeat),
  pause: played(ending.pause),
  goOn: played(ending.goOn),
  askToEnd: played(ending.askToEnd),
  agree: played(ending.agree),
  playOn: played(ending.playOn),
  askToKick: played((store, { seat, ...press }) =>
    ending.askToKick(store, { ...press, to: seat, manages: false }),
  ),
  endAll: played((store, press) => ending.voidMatch(store, { ...press, manages: true })),
  timeUp: played((store, { match, at }) => ending.serveDeadline(store, match, at)),
  placeLost: played((store, { match, at }) => ending.pauseLost(store, match, at)),
  placeFound: played(ending.placeFound),
  forget: async (store, { user, at }) => {
    const { running, lobbies } = await forget(store, user, at);
    return { kind: `forgotten: ${running.length} running, ${lobbies.length} lobbies`, seen: undefined };
  },
  dayEnds: async (store, { match, at }) => ({
    kind: String((await endEarly(store, match, at)) !== undefined),
    seen: undefined,
  }),
  goOnForGone: played((store, { match, at }) => playForGone(store, match, at)),
  join: lobbied((store, { match, user, at }) => lobby.join(store, match, user, at)),
  quit: lobbied((store, { match, user, at }) => lobby.leave(store, match, user, at)),
  start: lobbied((store, { match, user, at }) => lobby.start(store, match, user, at, { alone: true })),
  close: lobbied((store, { match, user, at }) => lobby.cancel(store, match, user, false, at)),
  setMap: set(({ seat }) => ({ map: ['tokyo', 'osaka'][seat % 2]! })),
  setFlip: set(({ seat }) => ({ option: { id: 'flip', value: ['auto', 'manual'][seat % 2]! } })),
  setLimit: set(({ seat }) => ({ limit: LIMITS[seat % LIMITS.length]! })),
  setLate: set(({ seat }) => ({ onTimeout: seat % 2 ? 'clock' : 'drop' })),
  expire: async (store, { match, at }) => ({
    kind: String(await lobby.expire(store, match, at + LOBBY_LASTS)),
    seen: undefined,
  }),
} satisfies Readonly<Record<string, Run>>;

export type What = keyof typeof PRESSES;

/** Runs a press. What it throws is an answer, too: it must be what would have been thrown in some order. */
export const run = (store: Store, { what, ...press }: Press): Promise<Answer> =>
  (PRESSES[what] as Run)(store, press).catch((error: Error) => ({
    kind: `thrown: ${error.message}`,
    seen: undefined,
  }));

/** A press before it is known how the match stands: numbers choose among what there is then. */
export interface Wish {
  readonly what: What;
  readonly who: number;
  readonly pick: number;
  readonly ahead: boolean;
}

/** Where something is pressed. */
export const SPOTS = ['table', 'lobby', 'alone'] as const;
export type Spot = (typeof SPOTS)[number];

/** How often what is pressed, next to the game itself. */
const LIFE: Partial<Record<What, number>> = {
  leave: 3,
  back: 3,
  kick: 3,
  crown: 2,
  sit: 4,
  pause: 4,
  goOn: 4,
  askToEnd: 3,
  askToKick: 2,
  agree: 4,
  playOn: 2,
  hand: 2,
  timeUp: 6,
  placeLost: 2,
  placeFound: 2,
  forget: 1,
  goOnForGone: 1,
  endAll: 1,
};
const GATHERING: Partial<Record<What, number>> = {
  join: 6,
  quit: 4,
  start: 3,
  close: 1,
  setMap: 2,
  setFlip: 2,
  setLimit: 2,
  setLate: 2,
  expire: 1,
  forget: 1,
};
const GAME: Partial<Record<What, number>> = { choose: 4, flip: 1 };
const DAILY: Partial<Record<What, number>> = { choose: 12, flip: 1, dayEnds: 1, forget: 1 };

const oneOf = (what: Partial<Record<What, number>>): fc.MaybeWeightedArbitrary<What>[] =>
  Object.entries(what).map(([one, weight]) => ({ weight, arbitrary: fc.constant(one as What) }));

/** Mixes of presses by so many people, of whom the first ones press more than those who only watch. */
export function mix(place: Spot, people: number): fc.Arbitrary<Wish[]> {
  const wish = (what: Partial<Record<What, number>>): fc.Arbitrary<Wish> =>
    fc.record({
      what: fc.oneof(...oneOf(what)),
      who: fc.oneof(
        { weight: 3, arbitrary: fc.constant(0) },
        { weight: place === 'alone' ? 0 : 4, arbitrary: fc.nat(3) },
        { weight: 1, arbitrary: fc.nat(people - 1) },
      ),
      pick: fc.nat(6),
      // Now and then somebody presses what is not there yet.
      ahead: fc.nat(9).map((n) => n === 0),
    });
  const kinds: Record<Spot, fc.MaybeWeightedArbitrary<Wish>[]> = {
    table: [
      { weight: 5, arbitrary: wish(GAME) },
      { weight: 4, arbitrary: wish(LIFE) },
    ],
    lobby: [
      { weight: 6, arbitrary: wish(GATHERING) },
      { weight: 2, arbitrary: wish(GAME) },
      { weight: 1, arbitrary: wish(LIFE) },
    ],
    alone: [{ weight: 1, arbitrary: wish(DAILY) }],
  };
  return fc.array(fc.oneof(...kinds[place]), { minLength: 2, maxLength: 12 });
}
