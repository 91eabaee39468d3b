/**
 * What a game is. A game is one object of pure functions over plain data: no I/O, no clock, no chance of its
 * own, no words for people. Everything above (store, match, app, pictures) knows games only through this file.
 */

/** 0-based place at the table; -1 is the table itself (a card flipped by hand). */
export type Seat = number;

/** The seat that stands for the table itself. */
export const TABLE: Seat = -1;

export type Options = Readonly<Record<string, string>>;

/** One choice the lobby offers. Commands, lobby menus and records are made from it. */
export interface Option {
  readonly id: string;
  readonly values: readonly string[];
  readonly default: string;
  /** Seat counts for which the option makes sense; all when absent. */
  readonly seats?: readonly [number, number];
}

/**
 * For games in which one plays after the other: seats in an order drawn by lot, or in that of joining. Whoever starts a
 * match seats people so; a game is dealt with them seated.
 */
export const ORDER = { id: 'order', values: ['lot', 'joined'], default: 'lot' } as const satisfies Option;

/** Chance that was written down: what came up, in order. Each game says what it reads from it. */
export type Given = Readonly<Record<string, unknown>>;

export interface Deal<M> {
  readonly map: M;
  readonly seats: number;
  readonly options: Options;
  readonly chance: { readonly seed: string } | { readonly given: Given };
  /** Number of the rules the match began with; see `Game.rules`. */
  readonly rules: number;
}

export interface Score {
  readonly score: number;
  /** 1-based; equal results share a rank and the next is skipped: 1, 1, 3. */
  readonly rank: number;
  /** What the score is made of, by the game's own names; all positive numbers. */
  readonly parts: Readonly<Record<string, number>>;
}

/** What is played for the table itself, by hand: `toAct` then says `[TABLE]`, and there is one action. */
export interface TableAction {
  /** What the command is called that does it: "flip". */
  readonly verb: string;
  /** The option of the game, and its value, with which that is done by hand. */
  readonly when: { readonly option: string; readonly value: string };
}

export interface Game<State, Action, View, M> {
  readonly id: string;
  /** Newest number of the rules. A fix that would change a running game is written `deal.rules < n`. */
  readonly rules: number;
  /** Fewest and most seats. */
  readonly seats: readonly [number, number];
  readonly options: readonly Option[];
  /**
   * `together`: all choose at once, unseen, each on a board of their own. `turns`: one after the other on one board; what
   * is chosen is shown as a draft before it counts.
   */
  readonly pace: 'together' | 'turns';
  /** Without it nothing is played for the table. */
  readonly tableAction?: TableAction;
  /** Checks a map file. Throws a `MapError` that names file, JSON path and fault. */
  map(json: unknown, file: string): M;
  /** Throws a `DealError` with a sentence when seats, options or given chance do not fit. */
  setup(deal: Deal<M>): State;
  over(state: State): boolean;
  /** How far a game has come, as people count it: what is shown for an earlier turn is stale. Metro X: cards turned. */
  turn(state: State): number;
  /** Who has to act. Several: at once, unseen. `[TABLE]`: the table. Empty: over, or given chance is used up. */
  toAct(state: State): Seat[];
  /** Every legal action of a seat, also a change of mind; fullest first. */
  actions(state: State, seat: Seat): Action[];
  /** Its short text: the button, the row in the log and the line of a record. */
  code(action: Action): string;
  /**
   * The action that a committed text stands for, whether it is legal now or not: total, it never throws. Undefined when
   * the text is none of an action here. Of a legal action's code it is that very action.
   */
  parse(state: State, seat: Seat, code: string): Action | undefined;
  /**
   * Whether an action does nothing: where it is a seat's only one it is played unasked, and a record may leave it out.
   * Without it no action is such.
   */
  idle?(action: Action): boolean;
  /**
   * Pure, and total on what `parse` gives: legality is asked of new choices, never of what stands in a log, and a fix of
   * the rules may have made that illegal. Such an action does as much of what it says as can be done, perhaps nothing;
   * then it is the same state object.
   */
  apply(state: State, seat: Seat, action: Action): State;
  /** What that seat (or, without one, a watcher) may know. */
  view(state: State, seat?: Seat): View;
  /** The choice of the view's own seat that is not carried out yet, or null; without it choices are carried out at once. */
  pending?(view: View): Action | null;
  /**
   * For a game that has ended: the turn between two watcher's views as it closed. Its boards are those after it, its head
   * (round, card) is its own; `end` is the view at the end of the game. Without it that is `after`.
   */
  closed?(before: View, after: View, end: View): View;
  /** For a game that has ended: what everybody may know now of an earlier state of it, hands too. Without it that is `view`. */
  revealed?(state: State): View;
  /** A state that fits the view, nobody else's choice pending. Without a seed nothing new comes up. */
  imagine(view: View, seed?: string): State;
  /** Valid at any time, final when over. */
  score(state: State): Score[];
  /** Of equal scores the one with the higher number goes first; without it they are equal. */
  tie?(score: Score): number;
  /** By seat: what is worth counting over many games beside points, by the game's own names. */
  facts?(state: State): Readonly<Record<string, number>>[];
  /** Strikes a seat from the scoring; without it the clock plays on. */
  drop?(state: State, seat: Seat): State;
}

declare const kind: unique symbol;

/**
 * What code that serves every game holds of one: never looked into, and never taken for one another. The marks exist for the
 * compiler alone, so what a game makes fits without a cast. Which game it belongs to is not in the type: a state never
 * travels without its game.
 */
export type AnyState = object & { readonly [kind]?: 'state' };
export type AnyAction = object & { readonly [kind]?: 'action' };
export type AnyView = object & { readonly [kind]?: 'view' };
/** What every map has, whatever its game. */
export type AnyMap = { readonly id: string; readonly title: string; readonly [kind]?: 'map' };

/** Any game. Members of `Game` are methods, which fit in both directions: as properties they would need casts. */
export type AnyGame = Game<AnyState, AnyAction, AnyView, AnyMap>;

/** A map file that cannot be used. The message names file, JSON path and fault. */
export class MapError extends Error {
  constructor(file: string, path: string, fault: string) {
    super(`${file}: ${path}: ${fault}`);
    this.name = 'MapError';
  }
}

/** A deal that cannot be made (seats, options, given chance). The message is a sentence for people. */
export class DealError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'DealError';
  }
}
