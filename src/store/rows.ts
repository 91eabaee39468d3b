import type { Strength } from '../games/strength.ts';
import type { Codes } from './once.ts';
import type { actions, Maker, matches, results, Standing, vacations } from './schema.ts';
import type { entries } from './scores.ts';

/** What is stored of a match, as it is read. */

export type MatchRow = typeof matches.$inferSelect & {
  /** When the time of the present turn is up, or the lobby closes, as it is worked out now; null: no time runs. */
  readonly deadline: number | null;
};
export type ActionRow = typeof actions.$inferSelect;
export type ResultRow = typeof results.$inferSelect;
/** When a player is on vacation, in ms; `to` is not in it. */
export type Vacation = typeof vacations.$inferSelect;
export type EntryRow = typeof entries.$inferSelect;

/** A seat with the name its player goes by in the server in which the match is played. */
export interface SeatRow {
  readonly seat: number;
  /** Null: a computer sits there. */
  readonly player: string | null;
  /** Empty: a computer's, or that of somebody who is not to be known. */
  readonly name: string;
  /** How well the computer plays that sits there; null or absent: a person does. */
  readonly computer?: Strength | null;
  /** Which of the names that computers have it bears, from 0. */
  readonly nick?: number | null;
  /** The unique name of the player's account, where it is known. */
  readonly username?: string | null;
  readonly state: Standing;
  /** Nobody: whoever sat there has had their data deleted. Absent: no. */
  readonly gone?: boolean;
}

/** Who held a seat until the row `seq` of the log. */
export interface FormerRow extends SeatRow {
  readonly seq: number;
  /** A computer keeps its seat to the end. */
  readonly player: string;
}

/** Everything stored about one match, as one consistent reading. */
export interface Stored {
  readonly row: MatchRow;
  readonly seats: readonly SeatRow[];
  readonly former: readonly FormerRow[];
  /** Who was taken off before it began, and stays away from it. */
  readonly barred?: readonly string[];
  /** Codes of those who were taken off it, or held a seat, before they had their data deleted. */
  readonly codes?: Codes | undefined;
  /** Vacations of those who sit there. */
  readonly vacations?: readonly Vacation[];
  readonly log: readonly ActionRow[];
}

export interface NewAction {
  readonly seat: number;
  readonly code: string;
  readonly by: Maker;
  readonly user: string | null;
  readonly at: number;
}
