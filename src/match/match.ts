import type { AnyAction, AnyGame, AnyMap, AnyState, AnyView, Seat } from '../games/game.ts';
import { type AnyModule, mapOf, moduleOf } from '../modules.ts';
import type { ActionRow, FormerRow, MatchRow, SeatRow, Stored, Vacation } from '../store/rows.ts';
import type { Maker, Standing, Void } from '../store/schema.ts';
import type { TableEvent } from './events.ts';

/** What a table waits for: its players, whoever acts for it (`flip`), somebody to go on, nothing any more. */
export type PhaseKind = 'round' | 'flip' | 'pause' | 'over';

/** A stretch of a match with one table message: from when something new lay open until it was settled. */
export interface Phase {
  readonly turn: number;
  readonly kind: PhaseKind;
  /** How often the match had been paused. */
  readonly again: number;
  /** Rows of the log that were written when it began. */
  readonly from: number;
  /** The state as the phase began. */
  readonly state: AnyState;
}

export interface Pause {
  /** Who stopped it; the clock does when nobody is waited for. */
  readonly by: Maker;
  readonly user: string | null;
  readonly at: number;
}

/** Something that one asks the others at the table: to end the match, or to take somebody off. */
export interface Question {
  /** Row of the log with which it was asked. */
  readonly seq: number;
  readonly by: Seat;
  /** Whom it would take off the table; null: it would end the match. */
  readonly off: Seat | null;
  /** Those who were here then, and who came since; of a question to end all who play are asked. */
  readonly asked: readonly Seat[];
  readonly agreed: readonly Seat[];
  readonly against: readonly Seat[];
  readonly at: number;
  /** Seats that have chosen since. */
  readonly since: readonly Seat[];
  /** Asked in an earlier release: it falls with who falls silent. */
  readonly frail: boolean;
}

/** A question that was declined, lapsed, or was taken back. */
export interface Declined {
  /** Whom it would have taken off; null: it would have ended the match. */
  readonly off: Seat | null;
  readonly at: number;
  /** The turn that was open then. */
  readonly turn: number;
}

/** Somebody was taken off. */
export interface Kick {
  readonly seq: number;
  readonly seat: Seat;
  /** Not every seat had had its first turn. */
  readonly early: boolean;
  /** The place of the seat at that moment. */
  readonly place: number;
}

/** A started match, replayed from its log. */
export interface Match {
  readonly id: number;
  readonly row: MatchRow;
  readonly seats: readonly SeatRow[];
  /** Who held seats before. */
  readonly former: readonly FormerRow[];
  /** Who was taken off its lobby. */
  readonly barred: readonly string[];
  /** Codes of those who were taken off it, or held a seat, before they had their data deleted. */
  readonly codes: Stored['codes'];
  /** Vacations of those who sit there. */
  readonly vacations: readonly Vacation[];
  readonly log: readonly ActionRow[];
  /** By row of the log: what happened at the table with it; undefined for what the game is played with. */
  readonly events: readonly (TableEvent | undefined)[];
  readonly module: AnyModule;
  /** The rules of its module. */
  readonly game: AnyGame;
  readonly map: AnyMap;
  readonly state: AnyState;
  readonly phases: readonly Phase[];
  /** Who acts for the table, where something is played for it by hand. */
  readonly operator: Seat;
  /** Since the operator's time ran out, whoever sits here may act for the table. */
  readonly anyone: boolean;
  readonly host: Seat;
  /** By seat. */
  readonly standing: readonly Standing[];
  /** By seat: turns in a row in which its time ran out. */
  readonly missed: readonly number[];
  readonly paused: Pause | null;
  readonly pauses: number;
  readonly question: Question | null;
  readonly declined: readonly Declined[];
  readonly kicks: readonly Kick[];
  /** Who was found not to be in the server any more. */
  readonly outside: readonly { readonly seq: number; readonly seat: Seat }[];
  /** By seat: whether it has chosen anything yet. */
  readonly acted: readonly boolean[];
  /** It ended before its game did. */
  readonly voided: Void | null;
  /** Who kept the others waiting until it was put away. */
  readonly blamed: readonly Seat[];
}

/** Text of a phase: "7.round"; after a pause "7.round-1". */
export const phaseKey = ({ turn, kind, again }: Pick<Phase, 'turn' | 'kind' | 'again'>): string =>
  `${turn}.${kind}${again > 0 ? `-${again}` : ''}`;

/** A round that was played to its close. */
export interface Step {
  readonly before: Phase;
  readonly after: Phase;
}

/** The rounds of a match in order. One that an early end cut off is no step: nothing of it became known. */
export function stepsOf({ game, phases }: Match): Step[] {
  const sameRound = (one: Phase) => (other: Phase) => other.kind === 'round' && other.turn === one.turn;
  return phases.flatMap((before, i) => {
    // After a pause the same round lies open once more.
    if (before.kind !== 'round' || phases.findIndex(sameRound(before)) < i) return [];
    const after = phases.slice(i + 1).find((one) => one.kind !== 'pause' && !sameRound(before)(one));
    const cutOff = after?.kind === 'over' && !game.over(after.state);
    return after && !cutOff ? [{ before, after }] : [];
  });
}

/** The phase a match is in. */
export const present = (match: Match): Phase => match.phases.at(-1)!;

/** The turn that a match is in, as people count it. */
export const turnOf = (match: Match): number => match.game.turn(match.state);

/** The state a match begins with. */
export function deal(
  row: Pick<MatchRow, 'game' | 'map' | 'options' | 'rules' | 'seed'>,
  seats: number,
): AnyState {
  const module = moduleOf(row.game);
  return module.rules.setup({
    map: mapOf(module, row.map),
    seats,
    options: row.options,
    chance: { seed: row.seed },
    rules: row.rules,
  });
}

/** The seat a person holds, or undefined; whoever was taken off the table holds none. */
export function seatOf(match: { readonly seats: readonly SeatRow[] }, player: string): Seat | undefined {
  return match.seats.find((seat) => seat.player === player && seat.state !== 'kicked')?.seat;
}

/** What a seat (or a watcher) may know now. */
export const viewOf = (match: Match, seat?: Seat): AnyView => match.game.view(match.state, seat);

/** What a seat makes of its view. */
export interface Outlook {
  /** A state that fits the view; nothing new comes up in it. */
  imagined(): AnyState;
  /** What a choice would lead to, as that seat would see it. */
  foresee(action: AnyAction): AnyView;
}

/** The outlook from a view. The state is imagined once, when it is first asked for: menus look ahead at every choice. */
export function outlook(game: AnyGame, view: AnyView, seat: Seat): Outlook {
  let state: AnyState | undefined;
  const imagined = () => (state ??= game.imagine(view));
  return {
    imagined,
    foresee: (action) => game.view(game.apply(imagined(), seat, action), seat),
  };
}

/** What one choice would lead to, as that seat would see it; nothing new comes up. */
export const foresee = (game: AnyGame, view: AnyView, seat: Seat, action: AnyAction): AnyView =>
  outlook(game, view, seat).foresee(action);

/**
 * The legal action of a seat with that text, or undefined: asked of whatever is new (presses, the lines of a record), never
 * of what stands in a log. `textOf` gives the text by which an action is known there; without it that is its code.
 */
export function legal(
  game: AnyGame,
  state: AnyState,
  seat: Seat,
  text: string,
  textOf: (action: AnyAction) => string = game.code,
): AnyAction | undefined {
  if (game.parse(state, seat, text) === undefined) return undefined;
  return game.actions(state, seat).find((action) => textOf(action) === text);
}
