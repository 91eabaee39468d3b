import { mapOf, scheduled } from '../maps.ts';
import { mapsWritten, writeMaps } from '../store/days.ts';
import type { Store } from '../store/open.ts';

/** The map of each day. A day keeps the map with which it was first needed, whatever is scheduled later. */

export interface DayMap {
  readonly id: string;
  readonly title: string;
}

/** The maps of the days from one to another, by day; of days that are not written yet the scheduled ones are. */
export async function mapsOfDays(
  store: Store,
  game: string,
  from: number,
  to: number,
  schedule?: Parameters<typeof scheduled>[2],
): Promise<ReadonlyMap<number, DayMap>> {
  const every = Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
  let written = mapsWritten(store, game, from, to);
  const missing = every.filter((day) => !written.has(day));
  if (missing.length > 0) {
    await writeMaps(store, game, new Map(missing.map((day) => [day, scheduled(game, day, schedule)])));
    // Another process may have been the first.
    written = mapsWritten(store, game, from, to);
  }
  return new Map(every.map((day) => [day, dayMap(game, written.get(day)!)]));
}

/** The map of a day. */
export async function mapOfDay(
  store: Store,
  game: string,
  day: number,
  schedule?: Parameters<typeof scheduled>[2],
): Promise<DayMap> {
  return (await mapsOfDays(store, game, day, day, schedule)).get(day)!;
}

function dayMap(game: string, id: string): DayMap {
  const map = mapOf(game, id);
  if (!map) throw new Error(`${game} has no map "${id}".`);
  return map;
}
