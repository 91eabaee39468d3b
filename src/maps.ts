import { readFileSync } from 'node:fs';
import { type AnyMap, MapError } from './games/game.ts';
import type { MetroxMap } from './games/metrox/state.ts';
import { findModule } from './modules.ts';

/**
 * The released maps of each game, in the order they are offered. A released map is never edited, since running
 * games and records are played on it: a correction is a new file and a new name here.
 */
const RELEASED: ReadonlyMap<string, readonly string[]> = new Map([
  ['metrox', ['tokyo', 'osaka', 'metro-city', 'tube-town']],
  ['metro', ['paris']],
  ['metromania', ['six-quarters']],
]);

/** From a day on these maps take turns in a game's daily, the first of them on that day itself. */
export interface Turns {
  readonly from: number;
  readonly maps: readonly string[];
}

/**
 * Which maps the days get, oldest first. It decides only days that nobody has needed yet: the map of every other day
 * is written in the database and stays. For a new map add a line that begins tomorrow or later.
 */
const SCHEDULES: ReadonlyMap<string, readonly Turns[]> = new Map([
  ['metrox', [{ from: 1, maps: ['tokyo', 'osaka', 'metro-city', 'tube-town'] }]],
]);

/** The map that a schedule has for a day. */
export function scheduled(game: string, day: number, schedule = SCHEDULES.get(game) ?? []): string {
  const turns = schedule.filter(({ from }) => from <= day).at(-1);
  if (!turns) throw new Error(`No map of ${game} is scheduled for day ${day}.`);
  return turns.maps[(day - turns.from) % turns.maps.length]!;
}

const loaded = new Map<string, readonly AnyMap[]>();

/** All maps of a game, checked by it and frozen; read from `maps/<game>/` at the first call. */
export function maps(game: 'metrox'): readonly MetroxMap[];
export function maps(game: string): readonly AnyMap[];
export function maps(game: string): readonly AnyMap[] {
  const known = loaded.get(game);
  if (known !== undefined) return known;
  const rules = findModule(game)?.rules;
  if (rules === undefined) throw new Error(`There is no game "${game}".`);
  const all = (RELEASED.get(game) ?? []).map((id) => {
    const file = `maps/${game}/${id}.json`;
    const map = rules.map(read(file), file);
    if (map.id !== id) throw new MapError(file, 'id', `must be ${id}, as the file is named`);
    return map;
  });
  loaded.set(game, all);
  return all;
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

/** One map by its id, or undefined. */
export function mapOf(game: 'metrox', id: string): MetroxMap | undefined;
export function mapOf(game: string, id: string): AnyMap | undefined;
export function mapOf(game: string, id: string): AnyMap | undefined {
  return maps(game).find((map) => map.id === id);
}
