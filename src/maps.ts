import { readFileSync } from 'node:fs';
import { MapError } from './games/game.ts';
import { type AnyMap, gameOf } from './games/index.ts';
import type { MetroxMap } from './games/metrox/state.ts';

/**
 * The released maps of each game, in the order they are offered. A released map is never edited, since running
 * games and records are played on it: a correction is a new file and a new name here.
 */
const RELEASED: Readonly<Record<string, readonly string[]>> = {
  metrox: ['tokyo', 'osaka', 'metro-city', 'tube-town'],
  metro: ['paris'],
  metromania: ['six-quarters'],
};

const loaded = new Map<string, readonly AnyMap[]>();

/** All maps of a game, checked by it and frozen; read from `maps/<game>/` at the first call. */
export function maps(game: 'metrox'): readonly MetroxMap[];
export function maps(game: string): readonly AnyMap[];
export function maps(game: string): readonly AnyMap[] {
  const known = loaded.get(game);
  if (known !== undefined) return known;
  const rules = gameOf(game);
  if (rules === undefined) throw new Error(`There is no game "${game}".`);
  const all = (RELEASED[game] ?? []).map((id) => {
    const file = `maps/${game}/${id}.json`;
    const map = rules.map(JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')), file);
    if (map.id !== id) throw new MapError(file, 'id', `must be ${id}, as the file is named`);
    return map;
  });
  loaded.set(game, all);
  return all;
}

/** One map by its id, or undefined. */
export function mapOf(game: 'metrox', id: string): MetroxMap | undefined;
export function mapOf(game: string, id: string): AnyMap | undefined;
export function mapOf(game: string, id: string): AnyMap | undefined {
  return maps(game).find((map) => map.id === id);
}
