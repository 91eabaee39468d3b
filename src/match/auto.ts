import { type AnyAction, type AnyState, type Seat, TABLE } from '../games/game.ts';
import type { AnyModule } from '../modules.ts';
import { isGone } from '../store/players.ts';
import type { Match } from './match.ts';

export interface Forced {
  readonly seat: Seat;
  readonly action: AnyAction;
}

/** The seats whose players are gone for good. */
export const vacant = (match: Pick<Match, 'seats'>): Seat[] =>
  match.seats.filter(({ player }) => isGone(player)).map(({ seat }) => seat);

/**
 * What the clock plays at once, because nobody is to be waited for: for a seat whose only legal action is an idle one,
 * for a seat in `gone`, whose player is gone, and for the table when all of them are.
 */
export function forced(module: AnyModule, state: AnyState, gone: readonly Seat[]): Forced | undefined {
  const game = module.rules;
  for (const seat of game.toAct(state)) {
    const [action, another] = game.actions(state, seat);
    if (action === undefined) continue;
    if (seat === TABLE) {
      if (gone.length === game.score(state).length) return { seat, action };
    } else if (gone.includes(seat)) {
      return { seat, action: clockPlays(module, state, seat) };
    } else if (another === undefined && game.idle?.(action)) {
      return { seat, action };
    }
  }
  return undefined;
}

/** The text of what is played for the table now; undefined where nothing is. */
export function tableCode({ game, state }: Pick<Match, 'game' | 'state'>): string | undefined {
  const [action] = game.toAct(state).includes(TABLE) ? game.actions(state, TABLE) : [];
  return action && game.code(action);
}

/** What the clock plays for a seat whose time is up, or that nobody waits for. */
export const clockPlays = ({ rules, player }: AnyModule, state: AnyState, seat: Seat): AnyAction =>
  player.choose(rules, rules.view(state, seat), seat);
