import { type Seat, TABLE } from '../games/game.ts';
import { isGone } from '../store/players.ts';
import type { AnyGame, Match } from './open.ts';

export interface Forced {
  readonly seat: Seat;
  readonly action: unknown;
}

/** The seats whose players are gone for good. */
export const vacant = (match: Pick<Match, 'seats'>): Seat[] =>
  match.seats.filter(({ player }) => isGone(player)).map(({ seat }) => seat);

/**
 * What the clock plays at once, because nobody is to be waited for: for a seat whose only legal action is an empty
 * one (by convention its text ends in `.-`), for a seat in `gone`, whose player is gone, and for the table when all
 * of them are.
 */
export function forced(game: AnyGame, state: unknown, gone: readonly Seat[]): Forced | undefined {
  for (const seat of game.toAct(state)) {
    const [action, another] = game.actions(state, seat);
    if (action === undefined) continue;
    if (seat === TABLE) {
      if (gone.length === game.score(state).length) return { seat, action };
    } else if (gone.includes(seat)) {
      return { seat, action: sensible(game, state, seat) };
    } else if (another === undefined && game.code(action).endsWith('.-')) {
      return { seat, action };
    }
  }
  return undefined;
}

/**
 * A fair choice for a seat, always the same in the same position: the best own score after it; of equal ones that
 * with the smallest sum of parts, since what is paid for and what stands empty are parts, too; of these the first.
 */
function sensible(game: AnyGame, state: unknown, seat: Seat): unknown {
  const seats = game.score(state).length;
  let alone = game.imagine(game.view(state, seat));
  // Choices made at once are carried out when the last has chosen: here this seat is the last.
  if (game.drop)
    for (let other = 0; other < seats; other++) if (other !== seat) alone = game.drop(alone, other);
  const worth = (action: unknown): readonly [score: number, sum: number] => {
    const { score, parts } = game.score(game.apply(alone, seat, action))[seat]!;
    return [score, Object.values(parts).reduce((sum, part) => sum + part, 0)];
  };
  let best: { action: unknown; score: number; sum: number } | undefined;
  for (const action of game.actions(state, seat)) {
    const [score, sum] = worth(action);
    if (!best || score > best.score || (score === best.score && sum < best.sum))
      best = { action, score, sum };
  }
  return best!.action;
}
