import type { AnyAction, AnyState, Seat } from './game.ts';

/** A value that JSON holds exactly. */
export type Plain = null | boolean | number | string | readonly Plain[] | { readonly [key: string]: Plain };

/** How a game stands in a record: what the shared part of records cannot know. */
export interface Notation<State, Action> {
  /** The fields of a record that say what came up; a record has all of them, or a seed. */
  readonly given: readonly string[];
  /** What comes between `round` and `toAct` in a position. */
  table(state: State): Readonly<Record<string, Plain>>;
  /** What comes after name, score, rank and parts in a position. */
  seat(state: State, seat: Seat): Readonly<Record<string, Plain>>;
  /**
   * Those fields, for games whose states remember all that came up; else `draws` is gathered from `drawn`. What is not for
   * everybody is left out unless `all` is true.
   */
  dealt?(state: State, all: boolean): Readonly<Record<string, Plain>>;
  /** What came up last, as `draws` lists it, or null when nothing lies open. */
  drawn(state: State): string | null;
  /** Why nothing comes up although given draws are left, as a sentence; null when that is not so. */
  stuck(state: State): string | null;
  /** Whether choices were made that the others may not see yet. */
  unseen(state: State): boolean;
  /** An action's text in a record, for games in which it is not always its code. */
  text?(state: State, action: Action): string;
  /** Why a text is not a legal action of a seat, as a sentence. */
  refusal(state: State, seat: Seat, text: string): string;
  /**
   * All of a position, what is hidden too, in plain text for whoever looks into the rules: lines of at most 100 characters,
   * none at the end.
   */
  draw(state: State): string;
}

export type AnyNotation = Notation<AnyState, AnyAction>;
