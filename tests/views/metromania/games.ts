import { easy } from '../../../src/bots/metromania/easy.ts';
import type { Game } from '../../../src/games/game.ts';
import { metromania } from '../../../src/games/metromania/index.ts';
import type { Action, State, View } from '../../../src/games/metromania/state.ts';
import { below, seeded } from '../../../src/games/rng.ts';
import { mapOf, metromaniaModule } from '../../../src/modules.ts';

/** Games of MetroMania for tests of pictures: by the computer player, or anyhow. */

export const box = mapOf(metromaniaModule, 'six-quarters');

/** Numbers of seats and options that look different. */
export const TABLES = [
  { seats: 2, options: {} },
  { seats: 2, options: { game: 'advanced' } },
  { seats: 3, options: { digging: 'free' } },
  { seats: 4, options: {} },
] as const;

type Choose = (state: State, seat: number) => Action;

function play(seats: number, options: Record<string, string>, seed: string, choose: Choose): State[] {
  const states = [metromania.setup({ map: box, seats, options, chance: { seed }, rules: 1 })];
  for (let state = states[0]!; !state.over; states.push(state)) {
    const seat = metromania.toAct(state)[0]!;
    state = metromania.apply(state, seat, choose(state, seat));
  }
  return states;
}

const games = new Map<string, State[]>();

/** Every state of a game between computer players. */
export function botGame(table: (typeof TABLES)[number], seed = 'pictures'): State[] {
  const key = `${table.seats} ${JSON.stringify(table.options)} ${seed}`;
  const found =
    games.get(key) ??
    play(table.seats, table.options, seed, (state, seat) =>
      easy.choose(metromania as Game<State, Action, View, unknown>, metromania.view(state, seat), seat),
    );
  games.set(key, found);
  return found;
}

/** Every state of a game in which anything is done that may be done. */
export function wildGame(table: (typeof TABLES)[number], seed: string): State[] {
  let rng = seeded(seed);
  return play(table.seats, table.options, seed, (state, seat) => {
    const all = metromania.actions(state, seat);
    let pick: number;
    [pick, rng] = below(all.length, rng);
    return all[pick]!;
  });
}

/** What whoever has to act sees; at the end what a watcher sees. */
export const sightOf = (state: State): View => metromania.view(state, metromania.toAct(state)[0]);

/** A state so far into a game, 0 to 1. */
export const momentOf = (states: readonly State[], share: number): State =>
  states[Math.round((states.length - 1) * share)]!;

export const numbered = (view: View) => view.legal.map((action, i) => ({ n: i + 1, action }));
