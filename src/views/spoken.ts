import type { Scene } from './presenter.ts';

/** What alt texts of all games share. */

/** Discord's limit of an alt text, in UTF-16 units. */
export const ALT = 1024;

/** Words of a message without its bold type, which a text alone has not. */
export const unbolded = (words: string): string => words.replaceAll('**', '');

/** A name longer than this (made of many joined signs) is spoken as a seat's number. */
const LONG_PLAYER = 64;

/** A player's name on one line, or "seat 3" when it is empty or endless. */
export function playerName({ t, spoken }: Pick<Scene, 't' | 'spoken'>, seat: number): string {
  const name = (spoken[seat] ?? '').replace(/\s+/gu, ' ').trim();
  return name === '' || name.length > LONG_PLAYER ? t('list.seat', { n: seat + 1 }) : name;
}
