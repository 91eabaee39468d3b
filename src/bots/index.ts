import type { AnyPlayer } from './bot.ts';
import { easy as metro } from './metro.ts';
import { easy as metromania } from './metromania.ts';
import { easy as metrox } from './metrox.ts';

/** The easy player of each game, by the game's id. It also plays for people who are not there. */
const EASY: Readonly<Record<string, AnyPlayer>> = {
  metrox,
  metro,
  metromania,
};

/** The easy player of a game. Throws for a game that has none: every game has one. */
export function easyOf(game: string): AnyPlayer {
  const bot = Object.hasOwn(EASY, game) ? EASY[game] : undefined;
  if (bot === undefined) throw new Error(`Nobody knows how to play the game "${game}".`);
  return bot;
}
