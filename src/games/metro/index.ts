import type { Game, Seat } from '../game.ts';
import { seeded, shuffle } from '../rng.ts';
import { TILES } from './board.ts';
import { mayDraw, spotsFor } from './legal.ts';
import { readMap } from './map.ts';
import { parse } from './parse.ts';
import { scoresOf } from './score.ts';
import { boxOf, dealTo, drawnFrom, moverIs, OPTIONS, RULES, setup } from './setup.ts';
import type { Action, Code, Paris, Placed, State, View } from './state.ts';
import { afterPlacing, CENTRAL, squareName } from './tracks.ts';

/** Metro: tiles laid on a board of 8 by 8 squares, lines that score for the owners of their departures. */

export const metro: Game<State, Action, View, Paris> = {
  id: 'metro',
  rules: RULES,
  seats: [2, 6],
  options: OPTIONS,
  pace: 'turns',
  map: readMap,
  setup,
  over: (state) => state.over,
  turn: (state) => state.turn,
  toAct: (state) => (state.over || state.waits ? [] : [state.mover]),
  actions,
  code,
  parse,
  apply,
  view,
  revealed: (state) => ({ ...view(state), hand: state.hands[state.mover]!, drawn: state.drawn }),
  imagine,
  score: scoresOf,
};

function actions(state: State, seat: Seat): Action[] {
  const { mover, drawn, hands, held, over, waits } = state;
  if (seat !== mover || over || waits) return [];
  const named = drawn !== null || held[seat]! > 1;
  const found: Action[] = [];
  for (const tile of drawn === null ? new Set(hands[seat]) : [drawn])
    for (const { square, turns } of spotsFor(state, tile))
      found.push({ kind: 'place', tile, square, turns, named });
  if (mayDraw(state)) found.push({ kind: 'draw' });
  return found;
}

function code(action: Action): string {
  if (action.kind === 'draw') return 'draw';
  const spot = `${squareName(action.square)}.${action.turns}`;
  return action.named ? `${action.tile}.${spot}` : spot;
}

/** What the mover cannot do with the tiles there are and the squares that are free changes nothing. */
function apply(state: State, seat: Seat, action: Action): State {
  if (state.over || seat !== state.mover || !isPossible(state, seat, action)) return state;
  if (action.kind === 'draw') {
    const { pool } = state;
    if (pool.length === 0) return { ...state, waits: state.unknown > 0 };
    return { ...drawnFrom(state), drawn: pool[0]! };
  }
  const { tile, square, turns } = action;
  const squares: (Placed | null)[] = state.squares.slice();
  squares[square] = { tile, turns, seat };
  const lines = afterPlacing(state.map, squares, state.lines, square);
  const arrived: number[] = [];
  for (const [at, line] of lines.entries())
    if (line.arrival !== null && state.lines[at]!.arrival === null) arrived.push(line.station);
  const turn = state.turn + 1;
  const placed: State = {
    ...state,
    squares,
    lines,
    last: { seat, square, arrived },
    turn,
    drawn: null,
    over: turn === TILES,
  };
  return passOn(state.drawn === null ? refilled(placed, seat, tile) : placed, seat);
}

/** Whether there is that tile to be placed on a free square, or one to be drawn. Where it may lie is not asked. */
function isPossible(state: State, seat: Seat, action: Action): boolean {
  if (action.kind === 'draw') return mayDraw(state);
  const { drawn, hands, squares } = state;
  const { tile, square } = action;
  const held = drawn === null ? hands[seat]!.includes(tile) : drawn === tile;
  return held && squares[square] === null && !CENTRAL.has(square);
}

/** The hand after one of its tiles was placed: drawn up to its size while the pool lasts. */
function refilled(state: State, seat: Seat, tile: Code): State {
  const at = state.hands[seat]!.indexOf(tile);
  const hands = state.hands.slice();
  hands[seat] = hands[seat]!.filter((_, j) => j !== at);
  const held = state.held.slice();
  held[seat]! -= 1;
  const less: State = { ...state, hands, held };
  return less.left > 0 ? dealTo(less, seat) : less;
}

/** The next seat clockwise that has a tile; whoever has none is passed over. */
function passOn(state: State, seat: Seat): State {
  const { seats } = state.setting;
  for (let step = 1; step <= seats; step++) {
    const next = (seat + step) % seats;
    if (state.held[next]! > 0) return moverIs(state, next);
  }
  return moverIs(state, (seat + 1) % seats);
}

function view(state: State, seat?: Seat): View {
  const { hands, drawn, pool: _, dealt: __, unknown: ___, waits: ____, ...open } = state;
  const mine = seat === state.mover;
  return {
    ...open,
    seat: seat ?? null,
    hand: seat === undefined ? [] : hands[seat]!,
    drawn: mine ? drawn : null,
    legal: mine && !state.over && !state.waits ? legalOf(state, seat) : [],
    drew: drawn !== null,
  };
}

const legalOf = (state: State, seat: Seat): View['legal'] =>
  (state.drawn === null ? [...new Set(state.hands[seat])] : [state.drawn]).map((tile) => ({
    tile,
    spots: spotsFor(state, tile),
  }));

function imagine({ seat, hand, drawn: known, drew, legal: _, ...open }: View, seed?: string): State {
  const box = boxOf(open.map);
  const seen = [...open.squares.flatMap((placed) => (placed ? [placed.tile] : [])), ...hand];
  if (known !== null) seen.push(known);
  for (const tile of seen) box.splice(box.indexOf(tile), 1);
  let rest = seed === undefined ? box : shuffle(box, seeded(seed))[0];
  const take = (count: number): Code[] => {
    const taken = rest.slice(0, count);
    rest = rest.slice(count);
    return taken;
  };
  const hands = open.held.map((count, i) => (i === seat ? hand : take(count)));
  const drawnNow = drew && known === null ? take(1)[0]! : known;
  const state: State = {
    ...open,
    hands,
    drawn: drawnNow,
    pool: seed === undefined ? [] : rest,
    dealt: [],
    unknown: seed === undefined ? open.left : 0,
    waits: false,
  };
  return drawnNow === null ? moverIs(state, open.mover) : state;
}
