import { type Deal, DealError, ORDER, type Seat } from '../game.ts';
import { seeded, shuffle } from '../rng.ts';
import { checkTerms } from '../terms.ts';
import { emptyBoard, TILES } from './board.ts';
import type { Code, Paris, Setting, State } from './state.ts';

/** How a game begins, and how tiles come to hands. */

/** The newest number of the rules. */
export const RULES = 1;

export const OPTIONS = [
  { id: 'returns', values: ['none', 'classic'], default: 'none' },
  { id: 'arrow', values: ['true', 'false'], default: 'true' },
  { id: 'hand', values: ['1', '2', '3'], default: '1' },
  ORDER,
] as const;

/** Deals: tiles in a random order, the first ones round the seats. Throws a `DealError` for what does not fit. */
export function setup({ map, seats, options, chance, rules }: Deal<Paris>): State {
  const cards = map.cards[String(seats)];
  if (!cards) throw new DealError(`Metro is for 2 to 6 players, not for ${seats}.`);
  checkTerms({ title: 'Metro', rules: RULES, options: OPTIONS }, { rules, options, seats });
  const setting = settingOf(seats, options);
  const pool = 'seed' in chance ? shuffle(boxOf(map), seeded(chance.seed))[0] : givenOf(map, chance.given);
  const empty = emptyBoard(map);
  const state: State = {
    ...empty,
    setting,
    lines: empty.lines.map((line) => {
      const owner = cards.findIndex((card) => card.includes(line.station));
      return { ...line, owner: owner < 0 ? null : owner };
    }),
    held: Array<number>(seats).fill(0),
    hands: Array.from({ length: seats }, () => []),
    drawn: null,
    pool,
    dealt: [],
    unknown: TILES - pool.length,
    waits: false,
  };
  // Round the seats, one tile each at a time.
  const order = Array.from({ length: seats * setting.hand }, (_, i) => i % seats);
  return moverIs(order.reduce(dealTo, state), 0);
}

function settingOf(seats: number, options: Deal<Paris>['options']): Setting {
  const { returns = 'none', arrow = 'true', hand = '1' } = options;
  return {
    seats,
    returns: returns === 'classic' ? 'classic' : 'none',
    arrow: arrow === 'true',
    hand: Number(hand) as Setting['hand'],
  };
}

/** All tiles, in the map's order. */
export const boxOf = (map: Paris): Code[] =>
  map.tiles.flatMap(({ tile, count }) => Array<Code>(count).fill(tile));

function givenOf(map: Paris, given: Readonly<Record<string, unknown>>): Code[] {
  const { draws } = given;
  if (!Array.isArray(draws)) throw new DealError('The draws must be a list of tiles.');
  const box = boxOf(map);
  return draws.map((tile) => {
    const at = box.indexOf(tile);
    if (at >= 0) return box.splice(at, 1)[0]!;
    const known = map.tiles.find((one) => one.tile === tile);
    if (!known) throw new DealError(`There is no tile ${JSON.stringify(tile)}.`);
    throw new DealError(`There are only ${known.count} tiles ${known.tile}.`);
  });
}

/** Gives a seat the next tile. It holds one more, also where it is not known which that is. */
export function dealTo(state: State, seat: Seat): State {
  const tile = state.pool[0];
  const held = state.held.slice();
  held[seat]! += 1;
  if (tile === undefined) return { ...state, held, left: state.left - 1, unknown: state.unknown - 1 };
  const hands = state.hands.slice();
  hands[seat] = [...hands[seat]!, tile];
  return { ...drawnFrom(state), hands, held };
}

/** The state without the next tile of the pool, which goes where the caller puts it. */
export const drawnFrom = (state: State): State => ({
  ...state,
  pool: state.pool.slice(1),
  left: state.left - 1,
  dealt: [...state.dealt, state.pool[0]!],
});

/** Makes a seat the mover. Where no tile that it holds is known, the game waits. */
export const moverIs = (state: State, mover: Seat): State => ({
  ...state,
  mover,
  waits: state.held[mover]! > 0 && state.hands[mover]!.length === 0,
});
