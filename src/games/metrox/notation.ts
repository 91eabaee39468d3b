import type { Seat } from '../game.ts';
import type { Notation, Plain } from '../notation.ts';
import { draw } from './ascii.ts';
import { emptyStations, reach } from './read.ts';
import { type Action, CARDS, type Card, EMPTY, FIRST, MARK, OPEN, type State } from './state.ts';

export const notation: Notation<State, Action> = {
  given: ['draws'],
  table: (state) => ({ card: state.card }),
  seat: boardOf,
  drawn: (state) => state.card,
  stuck,
  unseen: (state) => state.card !== null,
  refusal,
  draw,
};

function boardOf(state: State, seat: Seat): Record<string, Plain> {
  const { map } = state;
  const board = state.boards[seat]!;
  const completed: Record<string, Plain> = {};
  const windows: Record<string, Plain> = {};
  const stations: Record<string, Plain> = {};
  for (const [at, line] of map.lines.entries()) {
    if (board.done[at] !== OPEN) completed[line.id] = board.done[at] === FIRST ? 'first' : 'later';
    windows[line.id] = board.windows[at]!;
  }
  for (const [at, station] of map.stations.entries()) {
    const value = board.stations[at]!;
    if (value !== EMPTY) stations[station.id] = value === MARK ? 'x' : value;
  }
  return { completed, windows, stations };
}

function stuck(state: State): string | null {
  const { card, chance, map, over, round } = state;
  if (over || card !== null || chance === null || 'rng' in chance || round >= chance.draws.length)
    return null;
  const draw = chance.draws[round]!;
  if (state.deck.includes(draw as Card)) return null;
  if (!CARDS.includes(draw as Card)) return `${quoted(draw)} is no card: cards are ${CARDS.join(', ')}.`;
  const printed = map.deck.filter((other) => other === draw).length;
  if (printed === 0) return `The ${map.edition} deck has no card ${draw}.`;
  const all = printed === 1 ? 'the only one was' : `all ${printed} of them were`;
  return `${draw} cannot come up: ${all} turned since the deck was last whole.`;
}

/** Only asked when no legal action has that text. */
function refusal(state: State, seat: Seat, text: string): string {
  const card = state.card!;
  const [target, what, ...rest] = text.split('.');
  if (!target || !what || rest.length > 0)
    return `${quoted(text)} is no choice: write LINE.n, LINE.T, free.STATION or free.-.`;
  if (target === 'free') return freeRefusal(state, seat, what);
  const { map } = state;
  const at = map.lines.findIndex((line) => line.id === target);
  const line = map.lines[at];
  if (line === undefined)
    return `${map.title} has no line ${quoted(target)}: its lines are ${map.lines.map(({ id }) => id).join(', ')}.`;
  if (card === 'F') return 'The free card lies open: it fills any one station, so write free.STATION.';
  if (what !== 'T' && !/^(0|[1-9]\d*)$/.test(what))
    return `${quoted(text)} is no choice: after the line comes a number of stations, or T for a transfer.`;
  const board = state.boards[seat]!;
  if (board.windows[at]!.length >= line.windows)
    return `Line ${target} has no empty window left on this board: ${board.windows[at]!.join(', ')} fill all ${line.windows}.`;
  if (card === 'T') return `A transfer lies open: write ${target}.T.`;
  if (what === 'T')
    return `${card} lies open, no transfer: write ${target}.n with the number of stations it marks.`;
  const full = reach(map, board, at, card).length;
  const would = `${card} marks ${full === 1 ? '1 station' : `${full} stations`} on line ${target} here`;
  if (map.edition === 'gamewright' && full > 0)
    return `${would}, or fewer: ${target}.${full} to ${target}.0.`;
  return `${would}: write ${target}.${full}.`;
}

function freeRefusal(state: State, seat: Seat, id: string): string {
  const card = state.card!;
  const { map } = state;
  if (card !== 'F') return `${card} lies open, not the free card: choose a line.`;
  const board = state.boards[seat]!;
  const empty = emptyStations(board);
  if (id === '-')
    return `The free card must fill a station: ${empty === 1 ? '1 is' : `${empty} are`} empty on this board.`;
  const at = map.stations.findIndex((station) => station.id === id);
  if (at < 0) return `${map.title} has no station ${quoted(id)}.`;
  return `Station ${id} is filled already on this board.`;
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 39)}…` : text);
}
