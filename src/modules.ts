import type { Player } from './bots/bot.ts';
import { easy as metroPlayer } from './bots/metro.ts';
import { easy as metromaniaPlayer } from './bots/metromania.ts';
import { easy as metroxPlayer } from './bots/metrox.ts';
import type { AnyAction, AnyGame, AnyMap, AnyState, AnyView, Game } from './games/game.ts';
import { metro } from './games/metro/index.ts';
import { notation as metroNotation } from './games/metro/notation.ts';
import type * as M from './games/metro/state.ts';
import { metromania } from './games/metromania/index.ts';
import { notation as metromaniaNotation } from './games/metromania/notation.ts';
import type * as Mania from './games/metromania/state.ts';
import { metrox } from './games/metrox/index.ts';
import { notation as metroxNotation } from './games/metrox/notation.ts';
import type * as X from './games/metrox/state.ts';
import type { Notation } from './games/notation.ts';

/**
 * Every game there is: the one place that names them. What people see of a game stands in presenters.ts, since whatever only
 * plays (records, the log of a match) would load a hundred files more for it.
 */

export interface GameModule<State, Action, View, M> {
  readonly rules: Game<State, Action, View, M>;
  readonly notation: Notation<State, Action>;
  /** The easy player; it also plays for people who are not there. */
  readonly player: Player<State, Action, View>;
}

/** Any game. A module of one game is a module of any without a cast, since all members of its parts are methods. */
export type AnyModule = GameModule<AnyState, AnyAction, AnyView, AnyMap>;

export const metroxModule: GameModule<X.State, X.Action, X.View, X.MetroxMap> = {
  rules: metrox,
  notation: metroxNotation,
  player: metroxPlayer,
};

export const metroModule: GameModule<M.State, M.Action, M.View, M.Paris> = {
  rules: metro,
  notation: metroNotation,
  player: metroPlayer,
};

export const metromaniaModule: GameModule<Mania.State, Mania.Action, Mania.View, Mania.Box> = {
  rules: metromania,
  notation: metromaniaNotation,
  player: metromaniaPlayer,
};

/** In the order in which games are offered. */
export const MODULES: readonly AnyModule[] = [metroxModule, metroModule, metromaniaModule];

/** The rules of each. */
export const GAMES: readonly AnyGame[] = MODULES.map(({ rules }) => rules);

/** A game by its id, as people, records and old buttons name it; undefined for one that is none. */
export function findModule(id: string): AnyModule | undefined {
  return MODULES.find(({ rules }) => rules.id === id);
}

/** A game that is known to exist, since a stored match names it. Throws for one that is none. */
export function moduleOf(id: string): AnyModule {
  const module = findModule(id);
  if (module === undefined) throw new Error(`No game is called "${id}".`);
  return module;
}
