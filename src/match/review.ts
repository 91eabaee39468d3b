import type { Seat } from '../games/game.ts';
import { seeded } from '../games/rng.ts';
import { moduleOf, received, type Sent, sent } from '../modules.ts';
import { type Match, stepsOf } from './match.ts';

/** Where a game that has ended could have been played better, as far as its player could know then. */

/** A choice that somebody made among others. */
export interface Chosen {
  /** As people count turns. */
  readonly turn: number;
  /** What they saw before it. */
  readonly view: Sent;
  readonly code: string;
}

/** The choices of a seat, as plain data. */
export interface Choices {
  readonly game: string;
  readonly seat: Seat;
  readonly choices: readonly Chosen[];
}

/** A choice that cost something. */
export interface Loss {
  readonly turn: number;
  readonly code: string;
  /** The code of the choice that is best as far as could be known. */
  readonly better: string;
  /** What could be expected at the end after either of them, in points. */
  readonly expected: number;
  readonly instead: number;
}

/** So many rounds are told, those in which most was lost. */
const TOLD = 3;
/** Less than this (points) is within the error of the judgement. */
const LITTLE = 1;

/** The choices that the person in a seat made in a game that has ended, where there were several. */
export function choicesOf(match: Match, seat: Seat): Choices {
  const { game, log, module, row } = match;
  const choices = stepsOf(match).flatMap(({ before, after }) => {
    const made = log.slice(before.from, after.from).filter((one) => one.seat === seat && one.by === 'player');
    const code = made.at(-1)?.code;
    if (code === undefined || game.actions(before.state, seat).length < 2) return [];
    return [{ turn: before.turn, view: sent(module, game.view(before.state, seat)), code }];
  });
  return { game: row.game, seat, choices };
}

/** The choices that cost most, in the order in which they were made; none where nothing was lost. Takes a second. */
export function reviewed({ game, seat, choices }: Choices): Loss[] {
  const { rules, judge } = moduleOf(game);
  if (!judge) throw new Error(`Nobody can judge a game of ${game}.`);
  const losses = choices.flatMap(({ turn, view: seen, code }) => {
    const view = received(moduleOf(game), seen);
    const state = rules.imagine(view);
    const chosen = rules.parse(state, seat, code);
    const found = chosen && judge(view, seat, rules.actions(state, seat), chosen, seeded(`review/${turn}`));
    if (!found || found.instead - found.expected < LITTLE) return [];
    const { expected, instead } = found;
    return [{ turn, code, better: rules.code(found.better), expected, instead }];
  });
  const worst = losses.toSorted((a, b) => b.instead - b.expected - (a.instead - a.expected)).slice(0, TOLD);
  return worst.sort((a, b) => a.turn - b.turn);
}
