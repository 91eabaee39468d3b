import { type Deal, DealError, type Seat, TABLE } from '../game.ts';
import { seeded } from '../rng.ts';
import { checkTerms } from '../terms.ts';
import { reshuffles, type Turned, turned, whole } from './deck.ts';
import { hasWindow } from './read.ts';
import { carryOut, choices, same } from './rules.ts';
import type { Action, Board, Card, MetroxMap, State } from './state.ts';
import { tablesOf } from './tables.ts';

/** The table: a card is turned, all choose at once, the round closes. All functions are pure. */

export const SEATS = [1, 25] as const;
export const NEWEST_RULES = 1;
const FLIPS = ['auto', 'manual'] as const;
export const OPTIONS = [{ id: 'flip', values: FLIPS, default: FLIPS[0] }] as const;

/**
 * The state before the first choice. With automatic flipping the first card lies open. `given` chance is
 * `{ draws: string[] }`: the cards as they were turned, reshuffles included; those that are not needed are
 * ignored. Throws a `DealError` when seats, options, rules or draws do not fit.
 */
export function setup(deal: Deal<MetroxMap>): State {
  const { map, seats } = deal;
  if (!Number.isInteger(seats) || seats < SEATS[0] || seats > SEATS[1])
    throw new DealError(`Metro X has ${SEATS[0]} to ${SEATS[1]} seats, not ${seats}.`);
  checkTerms({ title: 'Metro X', rules: NEWEST_RULES, options: OPTIONS }, deal);
  const tables = tablesOf(map);
  const [deck, chance] = whole(tables.deck, chanceOf(deal));
  const state: State = {
    map,
    flip: (deal.options.flip ?? FLIPS[0]) as State['flip'],
    round: 0,
    card: null,
    deck,
    reshuffled: false,
    chance,
    boards: Array.from({ length: seats }, () => tables.empty),
    choices: Array.from({ length: seats }, () => null),
    taken: tables.untaken,
    dropped: [],
    over: false,
  };
  return state.flip === 'auto' ? turnCard(state) : state;
}

function chanceOf(deal: Deal<MetroxMap>): State['chance'] {
  if ('seed' in deal.chance) return { rng: seeded(deal.chance.seed) };
  const { draws } = deal.chance.given;
  if (!Array.isArray(draws)) throw new DealError('The given chance needs "draws", a list of cards.');
  // What is no text is no card; it matters only if it is reached.
  return { draws: draws.map((draw) => (typeof draw === 'string' ? draw : JSON.stringify(draw ?? null))) };
}

/** Seats that have still to choose, or the table when a card waits to be flipped. */
export function toAct(state: State): Seat[] {
  if (state.over) return [];
  if (state.card === null) return state.flip === 'manual' && next(state).card !== null ? [TABLE] : [];
  const seats: Seat[] = [];
  for (let seat = 0; seat < state.boards.length; seat += 1) if (isAwaited(state, seat)) seats.push(seat);
  return seats;
}

type Round = Pick<State, 'map' | 'boards' | 'choices' | 'dropped'>;

/**
 * Whether the round waits for a seat. All boards run out of windows together, unless a log has choices in it that were not
 * legal: whoever is done before the others is not waited for.
 */
const isAwaited = ({ choices, boards, dropped, map }: Round, seat: Seat): boolean =>
  choices[seat] === null && !dropped.includes(seat) && hasWindow(tablesOf(map), boards[seat]!);

/** Everything a seat may choose while the round is open, also when it has chosen; the table's flip. */
export function actions(state: State, seat: Seat): Action[] {
  if (seat === TABLE) return toAct(state)[0] === TABLE ? [{ kind: 'flip' }] : [];
  const board = state.boards[seat];
  if (state.card === null || board === undefined || state.dropped.includes(seat)) return [];
  return choices(state.map, board, state.card);
}

/**
 * Keeps a choice; when it was the last one, the round closes and (with automatic flipping) the next card is
 * turned. The same choice again gives the same state object, as does a choice where no card lies open or the seat is
 * struck. What a choice that is not legal comes to is settled when it is carried out.
 */
export function apply(state: State, seat: Seat, action: Action): State {
  if (action.kind === 'flip') return state.card === null && !state.over ? turnCard(state) : state;
  if (state.card === null || state.dropped.includes(seat)) return state;
  const before = state.choices[seat];
  if (before != null && same(before, action)) return state;
  const choices = state.choices.slice();
  choices[seat] = action;
  return settle(state, choices, state.dropped);
}

/**
 * Strikes a seat from the scoring: it acts no more, its board stays as it is, its pending choice is void. If
 * only it was waited for, the round closes; when nobody is left, the game is over.
 */
export function drop(state: State, seat: Seat): State {
  if (state.boards[seat] === undefined || state.dropped.includes(seat)) return state;
  const choices = state.choices.slice();
  choices[seat] = null;
  const dropped = [...state.dropped, seat].sort((a, b) => a - b);
  if (dropped.length === state.boards.length && !state.over)
    return { ...state, choices, dropped, card: null, over: true };
  return settle(state, choices, dropped);
}

/** Seats that are not struck. */
export function playing(state: Pick<State, 'boards' | 'dropped'>): Seat[] {
  const seats: Seat[] = [];
  for (let seat = 0; seat < state.boards.length; seat += 1)
    if (!state.dropped.includes(seat)) seats.push(seat);
  return seats;
}

/** The state with these choices, or after the round that they close. */
function settle(state: State, choices: State['choices'], dropped: State['dropped']): State {
  const { map, boards, card } = state;
  const round: Round = { map, boards, choices, dropped };
  let waits = card === null;
  for (let seat = 0; !waits && seat < boards.length; seat += 1) waits = isAwaited(round, seat);
  if (!waits) return close(state, card!, choices, dropped);
  // All states are written out, since spreading one costs ten times as much.
  return {
    map,
    flip: state.flip,
    round: state.round,
    card,
    deck: state.deck,
    reshuffled: state.reshuffled,
    chance: state.chance,
    boards,
    choices,
    taken: state.taken,
    dropped,
    over: state.over,
  };
}

/**
 * Carries all choices out at once, makes the deck whole if the card says so (step 4 of the round), and turns the next card
 * where that is not done by hand.
 */
function close(state: State, card: Card, choices: State['choices'], dropped: State['dropped']): State {
  const { map, flip, taken, round } = state;
  const tables = tablesOf(map);
  const boards: Board[] = state.boards.slice();
  const none = choices.slice();
  let now = taken;
  let over = true;
  for (let seat = 0; seat < boards.length; seat += 1) {
    const board = boards[seat]!;
    const choice = choices[seat]!;
    if (choice === null) {
      if (board.last !== null) boards[seat] = { ...board, last: null };
      continue;
    }
    none[seat] = null;
    const after = carryOut(tables, board, card, choice, taken);
    boards[seat] = after;
    const { lines } = after.last!;
    if (lines.length > 0) now = withFirsts(now, lines, round);
    over = over && !hasWindow(tables, after);
  }
  const again = reshuffles(card);
  const [deck, chance] = again ? whole(tables.deck, state.chance) : [state.deck, state.chance];
  const next: Turned =
    over || flip === 'manual' ? { card: null, deck, chance } : turned(tables.deck, deck, chance, round);
  return {
    map,
    flip,
    round: next.card === null ? round : round + 1,
    card: next.card,
    deck: next.deck,
    reshuffled: again,
    chance: next.chance,
    boards,
    choices: none,
    taken: now,
    dropped,
    over,
  };
}

/** By line the round in which its first bonus was taken, with those lines that nobody has completed before it. */
function withFirsts(taken: State['taken'], lines: readonly number[], round: number): State['taken'] {
  if (lines.every((line) => taken[line] !== 0)) return taken;
  const now = taken.slice();
  for (const line of lines) if (now[line] === 0) now[line] = round;
  return now;
}

function next(state: State): Turned {
  return turned(tablesOf(state.map).deck, state.deck, state.chance, state.round);
}

/** Turns the next card where none lies open; the same state when none may come up. */
function turnCard(state: State): State {
  const { card, deck, chance } = next(state);
  return card === null ? state : { ...state, round: state.round + 1, card, deck, chance };
}
