import type { AnyAction, AnyMap, AnyView } from '../games/game.ts';
import type { Look } from './look.ts';
import { metroLook } from './metro/index.ts';
import { metromaniaLook } from './metromania/index.ts';
import { metroxLook } from './metrox/index.ts';

/** A look of which only the interface is known. */
export type AnyLook = Look<AnyView, AnyAction, AnyMap>;

/** How each game looks, by the game's id. */
const LOOKS: Readonly<Record<string, AnyLook>> = {
  metrox: metroxLook,
  metro: metroLook,
  metromania: metromaniaLook,
};

/** How a game looks. Throws for a game that has no look: every game has one. */
export function lookOf(game: string): AnyLook {
  const look = Object.hasOwn(LOOKS, game) ? LOOKS[game] : undefined;
  if (look === undefined) throw new Error(`There is no look of the game "${game}"`);
  return look;
}
