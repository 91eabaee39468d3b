import type { Game } from './game.ts';
import { metro } from './metro/index.ts';
import { written as metroWritten } from './metro/written.ts';
import { metromania } from './metromania/index.ts';
import { written as metromaniaWritten } from './metromania/written.ts';
import { metrox } from './metrox/index.ts';
import { written as metroxWritten } from './metrox/written.ts';
import type { Written } from './written.ts';

/** What every map has, whatever its game. */
export interface AnyMap {
  readonly id: string;
  readonly title: string;
}

/** A game of which only the interface is known. */
export type AnyGame = Game<unknown, unknown, unknown, AnyMap>;

/** Every game there is, in the order they are offered. */
export const GAMES: readonly AnyGame[] = [metrox as AnyGame, metro as AnyGame, metromania as AnyGame];

export function gameOf(id: string): AnyGame | undefined {
  return GAMES.find((game) => game.id === id);
}

const WRITTEN: Readonly<Record<string, Written<unknown>>> = {
  metrox: metroxWritten as Written<unknown>,
  metro: metroWritten as Written<unknown>,
  metromania: metromaniaWritten as Written<unknown>,
};

/** How a game of the registry stands in a record. */
export function writtenOf(game: AnyGame): Written<unknown> {
  return WRITTEN[game.id]!;
}
