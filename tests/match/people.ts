import { join, start } from '../../src/match/lobby.ts';
import type { Match } from '../../src/match/match.ts';
import { open } from '../../src/match/open.ts';
import { type Opening, openLobby } from '../../src/match/opening.ts';
import { type Played, play } from '../../src/match/play.ts';
import type { Store } from '../../src/store/open.ts';
import { meet } from '../../src/store/players.ts';
import { dice } from '../lib/chance.ts';
import { emptyStore, type Image, imageOf, storeFrom } from '../lib/store.ts';

/** People at tables, as short as tests need them. */

export const AT = Date.UTC(2026, 10, 27, 12);

export const ids = (count: number): string[] => Array.from({ length: count }, (_, i) => `${1000 + i}`);

export const opening = (more: Partial<Opening> = {}): Opening => ({
  game: 'metrox',
  map: 'tokyo',
  options: { flip: 'auto' },
  host: '1000',
  guild: '77',
  channel: '88',
  message: null,
  capacity: 25,
  thread: true,
  origin: null,
  rematchOf: null,
  at: AT,
  ...more,
});

/** A store in memory with people in it, of the ids 1000, 1001, … and the names given or "P1000", … */
export async function peopled(count = 4, names: readonly string[] = []): Promise<Store> {
  const key = [count, ...names].join('\n');
  const image = images.get(key);
  if (image) return storeFrom(image);
  const store = emptyStore();
  await acquaint(store, count, names);
  images.set(key, await imageOf(store));
  return store;
}

/** What such stores begin with: to write the same people again for each test is a good part of what it costs. */
const images = new Map<string, Image>();

export async function acquaint(store: Store, count: number, names: readonly string[] = []): Promise<void> {
  for (const [i, id] of ids(count).entries()) await meet(store, id, names[i] ?? `P${id}`);
}

/** A lobby with so many people in it. */
export async function lobbyOf(store: Store, count: number, more: Partial<Opening> = {}): Promise<number> {
  const { id } = await openLobby(store, opening(more));
  for (const user of ids(count).slice(1)) await join(store, id, user, AT);
  return id;
}

/** A running match of so many. */
export async function running(store: Store, count: number, more: Partial<Opening> = {}): Promise<number> {
  const id = await lobbyOf(store, count, more);
  const started = await start(store, id, '1000', AT, { alone: true });
  if (!started.ok) throw new Error(`It did not start: ${started.why}`);
  return id;
}

export async function loaded(store: Store, id: number): Promise<Match> {
  const match = await open(store, id);
  if (!match) throw new Error(`There is no match ${id}.`);
  return match;
}

/** The code of some legal action of a seat: the first one, or the one at `at` of all there are. */
export function some(match: Match, seat: number, at = 0): string {
  const all = match.game.actions(match.state, seat);
  return match.game.code(all[at % all.length]!);
}

/** What the person in a seat chooses in the turn that is open. */
export async function choose(
  store: Store,
  id: number,
  user: string,
  code: string,
  turn?: number,
): Promise<Played> {
  const match = await loaded(store, id);
  return play(store, {
    match,
    user,
    turn: turn ?? match.game.turn(match.state),
    codes: [code],
    at: AT + 1000,
  });
}

/** A match played to its end. */
export async function over(store: Store, count: number): Promise<number> {
  const id = await running(store, count);
  const roll = dice(count);
  for (let match = await loaded(store, id); match.row.status === 'running'; ) {
    const { game, state } = match;
    const choices = ids(count).map((user, seat) => ({ user, codes: [some(match, seat, roll(99))] }));
    for (const choice of choices) {
      const done = await play(store, { match, ...choice, turn: game.turn(state), at: AT + 1000 });
      if (!done.ok) throw new Error(done.why);
      match = done.match;
    }
  }
  return id;
}
