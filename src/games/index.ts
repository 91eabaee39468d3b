import type { AnyGame } from './game.ts';
import { metro } from './metro/index.ts';
import { notation as metroNotation } from './metro/notation.ts';
import { metromania } from './metromania/index.ts';
import { notation as metromaniaNotation } from './metromania/notation.ts';
import { metrox } from './metrox/index.ts';
import { notation as metroxNotation } from './metrox/notation.ts';
import type { AnyNotation } from './notation.ts';

/** Every game there is, in the order they are offered. */
export const GAMES: readonly AnyGame[] = [metrox, metro, metromania];

export function gameOf(id: string): AnyGame | undefined {
  return GAMES.find((game) => game.id === id);
}

const NOTATIONS: Readonly<Record<string, AnyNotation>> = {
  metrox: metroxNotation,
  metro: metroNotation,
  metromania: metromaniaNotation,
};

/** How a game of the registry stands in a record. */
export function notationOf(game: AnyGame): AnyNotation {
  return NOTATIONS[game.id]!;
}
