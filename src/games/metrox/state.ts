import type { Score, Seat } from '../game.ts';

/** N = number, S = skip, T = transfer, F = free; R = with the reshuffle sign. */
export const CARDS = ['N2', 'N3', 'N4', 'N5', 'N6R', 'N6', 'S2', 'S3', 'T', 'F'] as const;
export type Card = (typeof CARDS)[number];

export const EDITIONS = ['okazu', 'gamewright'] as const;
export type Edition = (typeof EDITIONS)[number];

/** Slots of the palette in `views`; each has a colour for each theme and a pattern. */
export const SLOTS = ['brown', 'yellow', 'sky', 'red', 'green', 'purple', 'orange', 'slate', 'mint'] as const;
export type Slot = (typeof SLOTS)[number];

export type Point = readonly [x: number, y: number];

export interface Line {
  readonly id: string;
  readonly name: string;
  readonly windows: number;
  readonly bonus: { readonly first: number; readonly later: number };
  /** Indexes into `MetroxMap.stations`, from the start to the terminus. */
  readonly stations: readonly number[];
}

export interface Station {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  /** Indexes of the lines that stop here, those that begin or end here included. */
  readonly lines: readonly number[];
}

/** Drawing tables of a map, in grid units; the rules never read them. */
export interface Layout {
  /** Line id to colour and pattern. */
  readonly slots: Readonly<Record<string, Slot>>;
  /** Line id to the train car: its row, and either its left or its right edge. */
  readonly cars: Readonly<
    Record<string, { readonly row: number; readonly left?: number; readonly right?: number }>
  >;
  /** Line id to the points from the car to the line's start. */
  readonly connector: Readonly<Record<string, readonly Point[]>>;
  /** "station-station" to extra bend points between them. */
  readonly bend: Readonly<Record<string, readonly Point[]>>;
  /** Lines side by side on shared stretches, along n = (dy, -dx). */
  readonly order: readonly string[];
}

/** A checked map: plain frozen data. */
export interface MetroxMap {
  readonly id: string;
  readonly title: string;
  readonly edition: Edition;
  readonly grid: { readonly cols: number; readonly rows: number };
  /** Every printed card of the edition. */
  readonly deck: readonly Card[];
  readonly lines: readonly Line[];
  readonly stations: readonly Station[];
  readonly layout: Layout;
}

/** A station's content: EMPTY, MARK, or the number a transfer wrote. */
export const EMPTY = 0;
export const MARK = -1;

/** A line on a board: OPEN, or which bonus its completion took. */
export const OPEN = 0;
export const FIRST = 1;
export const LATER = 2;

export interface Board {
  /** By station: EMPTY, MARK or a transfer's number. */
  readonly stations: readonly number[];
  /** By line: the cards written into its windows so far. */
  readonly windows: readonly (readonly Card[])[];
  /** By line: OPEN, FIRST or LATER. */
  readonly done: readonly number[];
  /** What the newest card did here; null before the first round closed. */
  readonly last: Change | null;
}

export interface Change {
  readonly card: Card;
  readonly action: Action;
  /** Stations filled, in order. */
  readonly stations: readonly number[];
  /** Lines completed by it. */
  readonly lines: readonly number[];
}

/** `id` is the line's or the station's ("-" for none), so that an action's text needs no map. */
export type Action =
  | { readonly kind: 'line'; readonly id: string; readonly line: number; readonly n: number }
  | { readonly kind: 'transfer'; readonly id: string; readonly line: number }
  | { readonly kind: 'free'; readonly id: string; readonly station: number | null }
  | { readonly kind: 'flip' };

export interface State {
  readonly map: MetroxMap;
  readonly flip: 'auto' | 'manual';
  /** Cards turned so far. */
  readonly round: number;
  /** The card that lies open, or null (before a flip, when given draws are used up, when over). */
  readonly card: Card | null;
  /** Cards still face down. With a seed: in the order they will be turned. */
  readonly deck: readonly Card[];
  /** True when the deck was made whole again after the round before this one. */
  readonly reshuffled: boolean;
  /** The generator's state, or what will come up; null when nothing new may come up. */
  readonly chance: { readonly rng: readonly number[] } | { readonly draws: readonly string[] } | null;
  readonly boards: readonly Board[];
  /** By seat: the choice of this round, or null. */
  readonly choices: readonly (Action | null)[];
  /** By line: the round in which its first bonus was taken, 0 while it is open. */
  readonly taken: readonly number[];
  /** Seats struck from the scoring, in order; their boards stand still. */
  readonly dropped: readonly Seat[];
  readonly over: boolean;
}

/** What one seat (or a watcher, seat null) may know. */
export interface View {
  readonly map: MetroxMap;
  readonly flip: 'auto' | 'manual';
  readonly seat: Seat | null;
  readonly round: number;
  /** Rounds that are certain: cards turned + empty windows that no open card will fill. */
  readonly rounds: number;
  readonly card: Card | null;
  /** Cards still face down, sorted: no order to be learned. */
  readonly deck: readonly Card[];
  readonly reshuffled: boolean;
  readonly toAct: readonly Seat[];
  readonly over: boolean;
  /** Every board as all know it: without this round's pending choices. */
  readonly boards: readonly Board[];
  readonly taken: readonly number[];
  readonly dropped: readonly Seat[];
  /** This seat's pending choice. */
  readonly choice: Action | null;
  /** This seat's board with its pending choice carried out (the same as its public board without one). */
  readonly mine: Board | null;
  /** By seat, from the public boards; this seat's own from `mine`. Parts: bonuses, transfers, empty, penalty. */
  readonly scores: readonly Score[];
}
