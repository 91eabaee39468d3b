import type { Look } from './look.ts';
import { metroLook } from './metro/index.ts';
import { metromaniaLook } from './metromania/index.ts';
import { metroxLook } from './metrox/index.ts';

/** A look of which only the interface is known. */
export type AnyLook = Look<unknown, unknown, unknown>;

/** How each game looks, by the game's id. */
const LOOKS: ReadonlyMap<string, AnyLook> = new Map([
  ['metrox', metroxLook as AnyLook],
  ['metro', metroLook as AnyLook],
  ['metromania', metromaniaLook as AnyLook],
]);

/** How a game looks. Throws for a game that has no look: every game has one. */
export function lookOf(game: string): AnyLook {
  const look = LOOKS.get(game);
  if (look === undefined) throw new Error(`There is no look of the game "${game}"`);
  return look;
}
