import { createHmac } from 'node:crypto';
import { newSeed } from '../match/seed.ts';
import { mapOf, moduleOf } from '../modules.ts';
import { mapsWritten, writeMaps } from '../store/days.ts';
import type { Store } from '../store/open.ts';
import { keepMeta } from '../store/tables.ts';

/** The map of each day. A day keeps the map with which it was first needed, whatever is scheduled later. */

/** The map that a schedule has for a day. */
export function scheduled(game: string, day: number, schedule = moduleOf(game).schedule): string {
  const turns = schedule.filter(({ from }) => from <= day).at(-1);
  if (!turns) throw new Error(`No map of ${game} is scheduled for day ${day}.`);
  return turns.maps[(day - turns.from) % turns.maps.length]!;
}

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
  let written = await mapsWritten(store, game, from, to);
  const missing = every.filter((day) => !written.has(day));
  if (missing.length > 0) {
    await writeMaps(store, game, new Map(missing.map((day) => [day, scheduled(game, day, schedule)])));
    // Another process may have been the first.
    written = await mapsWritten(store, game, from, to);
  }
  return new Map(every.map((day) => [day, mapOf(moduleOf(game), written.get(day)!)]));
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

/**
 * The seed of a day's cards: the same for everybody who plays with this bot, and for nobody to work out beforehand,
 * since it hangs on a secret that is made at first use and never leaves the database.
 */
export async function seedOf(store: Store, game: string, day: number): Promise<string> {
  const secret = await keepMeta(store, 'secret', () => newSeed(32));
  return createHmac('sha256', secret).update(`${game} ${day}`).digest('base64url');
}
