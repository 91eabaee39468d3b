import { readFileSync } from 'node:fs';
import type { Judgement, Player } from './bots/bot.ts';
import { easy as metroEasy } from './bots/metro/easy.ts';
import { hard as metroHard } from './bots/metro/hard.ts';
import { normal as metroNormal } from './bots/metro/normal.ts';
import { easy as metromaniaPlayer } from './bots/metromania/easy.ts';
import { hard as metromaniaHard } from './bots/metromania/hard.ts';
import { normal as metromaniaNormal } from './bots/metromania/normal.ts';
import { easy as metroxPlayer } from './bots/metrox/easy.ts';
import { hard as metroxHard } from './bots/metrox/hard.ts';
import { hindsight as metroxHindsight } from './bots/metrox/hindsight.ts';
import { judge as metroxJudge } from './bots/metrox/judge.ts';
import { normal as metroxNormal } from './bots/metrox/normal.ts';
import {
  type AnyAction,
  type AnyGame,
  type AnyMap,
  type AnyState,
  type AnyView,
  type Game,
  MapError,
  type Seat,
} from './games/game.ts';
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
import type { Rng } from './games/rng.ts';
import { STRENGTHS, type Strength } from './games/strength.ts';

/**
 * Every game there is: the one place that names them. What people see of a game stands in presenters.ts, since whatever only
 * plays (records, the log of a match) would load a hundred files more for it.
 */

/** From a day on these maps take turns in a game's daily, the first of them on that day itself. */
export interface Turns {
  readonly from: number;
  readonly maps: readonly string[];
}

export type Players<State, Action, View> = {
  readonly [S in Strength]?: Player<State, Action, View>;
} & { readonly easy: Player<State, Action, View> };

export interface GameModule<State, Action, View, M> {
  readonly rules: Game<State, Action, View, M>;
  readonly notation: Notation<State, Action>;
  /** Computer players. The easy one also plays for people who are not there; a new game begins with it alone. */
  readonly players: Players<State, Action, View>;
  /**
   * For a game that can be played alone: what the seat does from a state to the end, every choice of it in order, so that the score is the
   * best that a search finds who knows what will come up.
   */
  hindsight?(state: State): readonly Action[];
  /**
   * Judges a choice among all that a seat has, as far as it can know from what it sees; undefined where there is no other. Games
   * without it have no review.
   */
  judge?(
    view: View,
    seat: Seat,
    actions: readonly Action[],
    chosen: Action,
    rng: Rng,
  ): Judgement<Action> | undefined;
  /**
   * All its maps in the order in which they are offered, checked and frozen; their files are read at the first call. Throws a
   * `MapError` for a file that cannot be used.
   */
  maps(): readonly M[];
  /**
   * Which maps the days get, oldest first; empty for a game without a daily. It decides only days that nobody has needed yet:
   * the map of every other day is written in the database and stays. For a new map add a line that begins tomorrow or later.
   */
  readonly schedule: readonly Turns[];
}

/** Any game. A module of one game is a module of any without a cast, since all members of its parts are methods. */
export type AnyModule = GameModule<AnyState, AnyAction, AnyView, AnyMap>;

/**
 * Ids of maps name their files in `maps/<game>/`. A released map is never edited, since running games and records are played
 * on it: a correction is a new file and a new name here.
 */
export const metroxModule: GameModule<X.State, X.Action, X.View, X.MetroxMap> = {
  rules: metrox,
  notation: metroxNotation,
  players: { easy: metroxPlayer, normal: metroxNormal, hard: metroxHard },
  hindsight: metroxHindsight,
  judge: metroxJudge,
  maps: released(metrox, ['tokyo', 'osaka', 'metro-city', 'tube-town']),
  schedule: [{ from: 1, maps: ['tokyo', 'osaka', 'metro-city', 'tube-town'] }],
};

export const metroModule: GameModule<M.State, M.Action, M.View, M.Paris> = {
  rules: metro,
  notation: metroNotation,
  players: { easy: metroEasy, normal: metroNormal, hard: metroHard },
  maps: released(metro, ['paris']),
  schedule: [],
};

export const metromaniaModule: GameModule<Mania.State, Mania.Action, Mania.View, Mania.Box> = {
  rules: metromania,
  notation: metromaniaNotation,
  players: { easy: metromaniaPlayer, normal: metromaniaNormal, hard: metromaniaHard },
  maps: released(metromania, ['six-quarters']),
  schedule: [],
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

/** How well computers play a game, the weakest first. */
export const strengthsOf = ({ players }: Pick<AnyModule, 'players'>): Strength[] =>
  STRENGTHS.filter((strength) => players[strength] !== undefined);

type Maps<Map> = { readonly rules: { readonly id: string }; maps(): readonly Map[] };

/** A map by its id, as people, records and old buttons name it; undefined where the game has none of that name. */
export function findMap<Map extends AnyMap>(module: Maps<Map>, id: string): Map | undefined {
  return module.maps().find((map) => map.id === id);
}

/** A map that is known to exist, since a stored match names it. Throws for one that is none. */
export function mapOf<Map extends AnyMap>(module: Maps<Map>, id: string): Map {
  const map = findMap(module, id);
  if (map === undefined) throw new Error(`${module.rules.id} has no map "${id}".`);
  return map;
}

/** A view as plain data without its map, which stands in all its games, and which whoever receives it has, too. */
export interface Sent {
  readonly view: object;
  /** The view's property that is its map, and the map's id. */
  readonly key: string;
  readonly map: string;
}

/** A view to be sent to another thread. Throws for one without a map of the game. */
export function sent(module: AnyModule, view: AnyView): Sent {
  for (const [key, value] of Object.entries(view)) {
    const map = module.maps().find((one) => one === value);
    if (map) return { view: { ...view, [key]: null }, key, map: map.id };
  }
  throw new Error(`A view of ${module.rules.id} has no map.`);
}

/** The view that was sent. */
export const received = (module: AnyModule, { view, key, map }: Sent): AnyView => ({
  ...view,
  [key]: mapOf(module, map),
});

/** A game's maps with these ids, read once. */
function released<Map extends AnyMap>(
  rules: { readonly id: string; map(json: unknown, file: string): Map },
  ids: readonly string[],
): () => readonly Map[] {
  let maps: readonly Map[] | undefined;
  return () => {
    maps ??= ids.map((id) => {
      const file = `maps/${rules.id}/${id}.json`;
      const map = rules.map(read(file), file);
      if (map.id !== id) throw new MapError(file, 'id', `must be ${id}, as the file is named`);
      return map;
    });
    return maps;
  };
}

function read(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
  } catch (error) {
    throw new MapError(file, 'the file', `cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = (error as SyntaxError).message.replace(/\s+/g, ' ');
    const at = /at position (\d+)/.exec(message)?.[1];
    const lines = text.slice(0, Number(at)).split('\n');
    const place = at ? `line ${lines.length}, column ${lines.at(-1)!.length + 1}` : 'the file';
    throw new MapError(file, place, `is not JSON: ${message.replace(/ in JSON at position .*/, '')}`);
  }
}
