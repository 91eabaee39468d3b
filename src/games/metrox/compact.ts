import type { Seat } from '../game.ts';
import { penaltyOf } from './score.ts';
import {
  type Action,
  type Board,
  CARDS,
  type Card,
  EMPTY,
  FIRST,
  type MetroxMap,
  OPEN,
  type State,
} from './state.ts';
import { tablesOf } from './tables.ts';

/**
 * A table for whoever plays thousands of games to choose once. `playout.ts` plays on it by the rules of `round.ts` and `rules.ts`,
 * and changes it in place. The empty stations of a line are the bits of one number, the lowest bit for its start.
 */
export interface Compact {
  readonly plan: Plan;
  /** Seats that are not struck. */
  readonly playing: readonly Seat[];
  round: number;
  /** The open card as an index into `CARDS`; -1 when none lies open. */
  card: number;
  /** Cards that are face down: the first of `deck`. */
  down: number;
  /** Seats that have chosen in this round, a bit each. */
  chosen: number;
  over: boolean;
  /** All the numbers below, one list after the other, so that a table is set back by one copy. */
  readonly all: Int32Array;
  /** All printed cards, as indexes into `CARDS`, in no order. */
  readonly deck: Int32Array;
  /** By line: the round in which its first bonus was taken, 0 while it is open. */
  readonly taken: Int32Array;
  /** By seat and line: empty stations as bits; empty windows; OPEN, FIRST or LATER. */
  readonly gaps: Int32Array;
  readonly windows: Int32Array;
  readonly done: Int32Array;
  /** By seat: the lines with an empty window, as many as `opens` says, in no order. Each seat has room for all lines. */
  readonly open: Int32Array;
  readonly opens: Int32Array;
  /** By seat: empty stations, and the sums of the numbers in stations and of bonuses. */
  readonly empty: Int32Array;
  readonly numbers: Int32Array;
  readonly bonuses: Int32Array;
}

export const NO_CARD = -1;
export const FREE = CARDS.indexOf('F');
export const TRANSFER = CARDS.indexOf('T');

/** A map as numbers. */
export interface Plan {
  readonly map: MetroxMap;
  readonly routes: readonly (readonly number[])[];
  /** By line. */
  readonly first: readonly number[];
  readonly later: readonly number[];
  /** By station: a place where it is, `PLACES * line + place on its route`. */
  readonly places: readonly number[];
  /** By station: the number that a transfer writes. */
  readonly transfers: readonly number[];
  /**
   * By run, stations one after the other on a route: where its lines begin in `lines`, and in `bits`, which tells the bits that
   * are its stations there. They end where those of the next run begin. See `runAt`.
   */
  readonly from: Int32Array;
  readonly lines: Int8Array;
  readonly bits: Int32Array;
  /** Whether fewer stations may be marked than the card reaches. */
  readonly fewer: boolean;
  /** By number of empty stations. */
  readonly penalties: readonly number[];
}

const plans = new WeakMap<MetroxMap, Plan>();

function planOf(map: MetroxMap): Plan {
  let plan = plans.get(map);
  if (plan === undefined) plans.set(map, (plan = worked(map)));
  return plan;
}

/** The most stations on a line, and the most that a card fills. */
const PLACES = 25;
export const RUN = 6;

/** The place of the lowest bit; -1 where there is none, and a shift by that leaves none of 25 bits. */
export const lowest = (bits: number): number => 31 - Math.clz32(bits & -bits);

/** The run of so many stations, 1 to `RUN`, that begins at a place. */
export const runAt = (place: number, count: number): number => RUN * place + count - 1;

function worked(map: MetroxMap): Plan {
  const { routes, crossing } = tablesOf(map);
  const placeOn = (line: number, station: number): number => routes[line]!.indexOf(station);
  const from = [0];
  const lines: number[] = [];
  const bits: number[] = [];
  for (let place = 0; place < PLACES * routes.length; place += 1)
    for (let count = 1; count <= RUN; count += 1) {
      const first = place % PLACES;
      const stations = routes[Math.floor(place / PLACES)]!.slice(first, first + count);
      for (const line of new Set(stations.flatMap((station) => crossing[station]!))) {
        const on = stations.map((station) => placeOn(line, station)).filter((at) => at >= 0);
        lines.push(line);
        bits.push(on.reduce((all, at) => all | (1 << at), 0));
      }
      from.push(lines.length);
    }
  return {
    map,
    routes,
    first: map.lines.map(({ bonus }) => bonus.first),
    later: map.lines.map(({ bonus }) => bonus.later),
    places: crossing.map(([line], station) => PLACES * line! + placeOn(line!, station)),
    transfers: crossing.map((crossed) => 2 * crossed.length),
    from: Int32Array.from(from),
    lines: Int8Array.from(lines),
    bits: Int32Array.from(bits),
    fewer: map.edition === 'gamewright',
    penalties: Array.from({ length: crossing.length + 1 }, (_, empty) => penaltyOf(map.edition, empty)),
  };
}

/** A state, or a view: what a seat may know is enough. */
export type Table = Pick<State, 'map' | 'round' | 'card' | 'deck' | 'boards' | 'taken' | 'dropped' | 'over'>;

/** The table without choices that are pending, and without the order of its deck: what comes up is drawn when it is turned. */
export function compactOf({ map, round, card, deck, boards, taken, dropped, over }: Table): Compact {
  const playing = [...boards.keys()].filter((seat) => !dropped.includes(seat));
  const game = emptyTable(planOf(map), boards.length, playing);
  game.round = round;
  game.card = card === null ? NO_CARD : CARDS.indexOf(card);
  game.down = deck.length;
  game.over = over;
  game.deck.set([...deck, ...without(map.deck, deck)].map((one) => CARDS.indexOf(one)));
  game.taken.set(taken);
  for (const [seat, board] of boards.entries()) lay(game, seat, board);
  return game;
}

function emptyTable(plan: Plan, seats: number, playing: readonly Seat[]): Compact {
  const { deck, lines } = plan.map;
  const both = seats * lines.length;
  const all = new Int32Array(deck.length + lines.length + 4 * both + 4 * seats);
  let at = 0;
  const list = (size: number): Int32Array => all.subarray(at, (at += size));
  return {
    plan,
    playing,
    round: 0,
    card: NO_CARD,
    down: 0,
    chosen: 0,
    over: false,
    all,
    deck: list(deck.length),
    taken: list(lines.length),
    gaps: list(both),
    windows: list(both),
    done: list(both),
    open: list(both),
    opens: list(seats),
    empty: list(seats),
    numbers: list(seats),
    bonuses: list(seats),
  };
}

function without(all: readonly Card[], some: readonly Card[]): Card[] {
  const rest = all.slice();
  for (const card of some) rest.splice(rest.indexOf(card), 1);
  return rest;
}

function lay(game: Compact, seat: Seat, { stations, windows, done }: Board): void {
  const { map, routes, first, later } = game.plan;
  const base = seat * routes.length;
  for (const [line, route] of routes.entries()) {
    const left = map.lines[line]!.windows - windows[line]!.length;
    game.windows[base + line] = left;
    if (left > 0) game.open[base + game.opens[seat]!++] = line;
    for (const [place, station] of route.entries())
      if (stations[station] === EMPTY) game.gaps[base + line]! |= 1 << place;
    game.done[base + line] = done[line]!;
    if (done[line] !== OPEN) game.bonuses[seat]! += (done[line] === FIRST ? first : later)[line]!;
  }
  for (const station of stations) {
    if (station === EMPTY) game.empty[seat]! += 1;
    else if (station > 0) game.numbers[seat]! += station;
  }
}

/** Another table that is what this one is. */
export function copyOf(game: Compact): Compact {
  const copy = emptyTable(game.plan, game.opens.length, game.playing);
  setBack(copy, game);
  return copy;
}

/** Makes a table what another one is that was made of a game on the same map by as many. */
export function setBack(game: Compact, to: Compact): void {
  game.round = to.round;
  game.card = to.card;
  game.down = to.down;
  game.chosen = to.chosen;
  game.over = to.over;
  game.all.set(to.all);
}

/** The score of a seat as it stands. */
export const scoreOf = ({ plan, bonuses, numbers, empty }: Compact, seat: Seat): number =>
  bonuses[seat]! + numbers[seat]! - plan.penalties[empty[seat]!]!;

/** The place on a line, `PLACES * line + place on its route`. */
export const placeOn = (line: number, at: number): number => PLACES * line + at;

/** Whether a station of a seat's board has nothing in it. */
export function isEmpty({ plan, gaps }: Compact, seat: Seat, station: number): boolean {
  const place = plan.places[station]!;
  const at = place % PLACES;
  return (gaps[seat * plan.routes.length + (place - at) / PLACES]! & (1 << at)) !== 0;
}

/** A choice as a number: a line and how many stations it marks, or a station of the free card. */
export type Choice = number;
/** What the free card takes where no station is empty. */
export const NO_STATION = -1;
const LINE = 32;

export const choiceIn = (line: number, count: number): Choice => LINE * line + count;
export const countIn = (choice: Choice): number => choice % LINE;
export const lineIn = (choice: Choice): number => Math.floor(choice / LINE);

/** The number of what a seat chooses. Throws a `RangeError` for the flip of the table. */
export function choiceOf(action: Action): Choice {
  switch (action.kind) {
    case 'line':
      return choiceIn(action.line, action.n);
    case 'transfer':
      return choiceIn(action.line, 1);
    case 'free':
      return action.station ?? NO_STATION;
    case 'flip':
      throw new RangeError('A flip is no choice of a seat.');
  }
}

/** The action that a choice for the open card stands for. */
export function actionOf({ plan, card }: Compact, choice: Choice): Action {
  const { marks, transfers, free } = tablesOf(plan.map);
  if (card === FREE) return free[choice] ?? { kind: 'free', id: '-', station: null };
  return card === TRANSFER ? transfers[lineIn(choice)]! : marks[lineIn(choice)]![countIn(choice)]!;
}
