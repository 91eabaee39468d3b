import * as z from 'zod';
import {
  type AnyAction,
  type AnyGame,
  type AnyMap,
  type AnyState,
  DealError,
  type Options,
  type Seat,
  TABLE,
} from '../games/game.ts';
import type { Plain } from '../games/notation.ts';
import { type AnyModule, findMap, findModule, GAMES } from '../modules.ts';
import { decodeEvent } from './events.ts';
import { legal } from './match.ts';

/**
 * A match written down, to be played again anywhere. What is played for the table is not in it; of what that decides only
 * `-1 /drop.2`.
 */
export interface Recorded {
  readonly game: string;
  readonly rules: number;
  readonly map: string;
  /** Names, by seat. */
  readonly seats: readonly string[];
  /** Numbers, true and false are such. */
  readonly options: Readonly<Record<string, string | number | boolean>>;
  /** "0 B.3": the seat and the action's code. */
  readonly actions: readonly string[];
  /** What came up, in order, for the games that tell it so. */
  readonly draws?: readonly string[];
  /** What came up, in the fields that a game has for it. */
  readonly [given: string]: unknown;
}

/** Where a game stands. The order of the keys is that of the printed line. */
export interface Position {
  readonly game: string;
  readonly map: string;
  readonly over: boolean;
  readonly round: number;
  readonly [table: string]: Plain;
  readonly toAct: readonly Seat[];
  readonly seats: readonly { readonly [key: string]: Plain }[];
}

/** The first thing in a record that is not legal; `in` only where `at` counts draws, not actions. */
export interface Fault {
  readonly error: string;
  readonly at: number;
  readonly in?: 'draws';
}

/** Where a record stops, and why, in a sentence. */
export const faultWords = ({ error, at, in: where }: Fault): string =>
  `It stops at ${where === 'draws' ? 'draw' : 'action'} ${at}, counted from 0: ${error}`;

/** What playing a record comes to: a position, one with the fault that ended it, or only an error. */
export type Outcome = Position | (Position & Fault) | { readonly error: string };

const textList = 'a list of texts';
const needs = (field: string, what: string) => `A record needs "${field}": ${what}.`;
const shape = z.looseObject(
  {
    game: z.string(needs('game', "the game's id")),
    rules: z.int('"rules" must be the number of the rules, or be left out for the newest.').optional(),
    map: z.string('"map" must be the map\'s id.').optional(),
    seats: z.array(z.string(needs('seats', textList)), needs('seats', textList)),
    options: z
      .record(
        z.string(),
        z.union(
          [z.string(), z.number(), z.boolean()],
          'The values of "options" must be texts, numbers, true or false.',
        ),
        '"options" must be an object.',
      )
      .optional(),
    draws: z.array(z.unknown(), '"draws" must be a list of texts.').optional(),
    seed: z.string('"seed" must be a text.').optional(),
    actions: z.array(z.unknown(), needs('actions', 'a list of texts such as "0 B.3"')),
  },
  'A record must be a JSON object.',
);

/**
 * Plays a record from its beginning to its end or to its first fault. Reads nothing but the released maps and
 * never throws for what stands in the record.
 */
export function play(record: unknown): Outcome {
  const played = playUntil(record);
  if (!('state' in played)) return played;
  const { module, map, names, state, fault } = played;
  return { ...positionOf(module, map, names, state), ...fault };
}

/** A record played so far. */
export interface Played {
  readonly module: AnyModule;
  readonly map: AnyMap;
  /** By seat. */
  readonly names: readonly string[];
  readonly state: AnyState;
  /** What it could not be played beyond. */
  readonly fault?: Fault;
}

/** Told every state that a record comes to, in order. */
type Note = (state: AnyState) => void;

/**
 * As `play`, and no further than the beginning of a turn, as the game counts them. `note` is told every state, where choices are
 * still open, too.
 */
export function playUntil(
  record: unknown,
  turn = Infinity,
  note: Note = () => {},
): Played | { readonly error: string } {
  if (deeper(record, DEEPEST)) return { error: `Nothing in a record is nested more than ${DEEPEST} deep.` };
  const parsed = shape.safeParse(record);
  if (!parsed.success) return { error: parsed.error.issues[0]!.message };
  const { data } = parsed;
  const module = findModule(data.game);
  if (module === undefined)
    return { error: `There is no game ${JSON.stringify(data.game)}; there is ${ids(GAMES)}.` };
  const { rules: game, notation } = module;
  const { given } = notation;
  const known = given.filter((field) => data[field] !== undefined);
  if ((known.length === 0) === (data.seed === undefined)) {
    const fields = given.map((field) => `"${field}"`).join(' and ');
    return { error: `A record needs either ${fields} or a "seed", and not both.` };
  }
  const all = module.maps();
  const map = data.map === undefined ? only(all) : findMap(module, data.map);
  if (map === undefined)
    return {
      error:
        data.map === undefined
          ? `${needs('map', "the map's id")} ${game.id} has ${ids(all)}.`
          : `${game.id} has no map ${JSON.stringify(data.map)}; it has ${ids(all)}.`,
    };
  let state: AnyState;
  try {
    state = game.setup({
      map,
      seats: data.seats.length,
      options: textsOf(data.options ?? {}),
      chance: data.seed === undefined ? { given: data } : { seed: data.seed },
      rules: data.rules ?? game.rules,
    });
  } catch (error) {
    if (error instanceof DealError) return { error: error.message };
    throw error;
  }
  const [last, fault] = playOn(module, tablePlayed(game, state), data.actions, turn, note);
  return { module, map, names: data.seats, state: last, fault };
}

/**
 * As `playUntil`, with the states between the turns: as the record begins, then after each turn that was played to its end. Within
 * a turn nothing is a state between two.
 */
export function turnsOf(
  record: unknown,
): (Played & { readonly turns: readonly AnyState[] }) | { readonly error: string } {
  const all: AnyState[] = [];
  const played = playUntil(record, Infinity, (state) => all.push(state));
  if (!('state' in played)) return played;
  const { rules: game } = played.module;
  const begins = all.filter((state, i) => i === 0 || game.turn(state) > game.turn(all[i - 1]!));
  // After the last turn, or the last card that is written down, no other one begins.
  const settled = game.toAct(played.state).length === 0 && begins.at(-1) !== played.state;
  return { ...played, turns: settled ? [...begins, played.state] : begins };
}

/** What a record holds lies in three lists at most; of more nobody can be told without running out of stack. */
const DEEPEST = 20;

/** Whether lists and objects lie in one another more than so many times. */
function deeper(value: unknown, levels: number): boolean {
  let level = [value];
  for (let depth = 0; depth <= levels; depth++) {
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
    if (level.length === 0) return false;
  }
  return true;
}

/** Where there is but one, it need not be named. */
export const only = <T>(items: readonly T[]): T | undefined => (items.length === 1 ? items[0] : undefined);

/** Options are texts in a deal; a record may have them as they are meant: `2`, `false`. */
const textsOf = (options: Recorded['options']): Options =>
  Object.fromEntries(Object.entries(options).map(([id, value]) => [id, String(value)]));

/** Where a game stands, as `play` tells it. */
export function positionOf(
  { rules: game, notation }: AnyModule,
  map: AnyMap,
  names: readonly string[],
  state: AnyState,
): Position {
  const scores = game.score(state);
  return {
    game: game.id,
    map: map.id,
    over: game.over(state),
    round: game.turn(state),
    ...notation.table(state),
    toAct: game.toAct(state),
    seats: names.map((name, seat) => ({
      name,
      score: scores[seat]!.score,
      rank: scores[seat]!.rank,
      parts: scores[seat]!.parts,
      ...notation.seat(state, seat),
    })),
  };
}

/** All actions one after the other, as long as the turn has not come: the last good state, and the first fault. */
function playOn(
  module: AnyModule,
  first: AnyState,
  texts: readonly unknown[],
  until: number,
  note: Note,
): [AnyState, Fault?] {
  const { rules: game } = module;
  let state = first;
  note(state);
  for (const [at, text] of texts.entries()) {
    if (game.turn(state) >= until) return [state];
    let stuck = drawFault(module, state);
    if (stuck) return [state, stuck];
    let next = played(module, state, text);
    if (next === undefined) {
      // What was left out may stand between this action and the state in which it is legal.
      state = silences(module, state, until, note);
      if (game.turn(state) >= until) return [state];
      stuck = drawFault(module, state);
      if (stuck) return [state, stuck];
      next = played(module, state, text);
    }
    if (next === undefined) return [state, { error: refusal(module, state, text), at }];
    state = next;
    note(state);
  }
  state = silences(module, state, until, note);
  return [state, drawFault(module, state)];
}

/** The table's own rows (seat -1) are understood only so that they can be refused by name. */
const ACTION = /^(-1|0|[1-9]\d{0,3}) (\S+)$/;

function played(module: AnyModule, state: AnyState, text: unknown): AnyState | undefined {
  const { rules: game } = module;
  const match = typeof text === 'string' ? ACTION.exec(text) : null;
  if (match === null) return undefined;
  const seat = Number(match[1]);
  const struck = seat === TABLE ? struckBy(game, state, match[2]!) : undefined;
  if (struck !== undefined) return tablePlayed(game, game.drop!(state, struck));
  const action = legal(game, state, seat, match[2]!, (one) => textOf(module, state, one));
  return action === undefined ? undefined : tablePlayed(game, game.apply(state, seat, action));
}

export const textOf = ({ rules, notation }: AnyModule, state: AnyState, action: AnyAction): string =>
  notation.text?.(state, action) ?? rules.code(action);

/** Of what the table decides only this changes how the game goes on: a seat is struck. */
export function struckBy(game: AnyGame, state: AnyState, code: string): Seat | undefined {
  const event = decodeEvent(code);
  const seat = event?.kind === 'drop' ? event.seat : -1;
  const seated = seat >= 0 && seat < game.score(state).length;
  return game.drop && seated && !game.over(state) ? seat : undefined;
}

/** What is played for the table is not written: it happens as soon as it may. */
function tablePlayed(game: AnyGame, first: AnyState): AnyState {
  let state = first;
  while (game.toAct(state)[0] === TABLE) state = game.apply(state, TABLE, game.actions(state, TABLE)[0]!);
  return state;
}

/** Plays what a record may leave out, for every seat that can do nothing else, as long as the turn has not come. */
function silences({ rules: game }: AnyModule, first: AnyState, until: number, note: Note): AnyState {
  let state = first;
  for (;;) {
    const turn = game.turn(state);
    if (turn >= until) return state;
    for (const seat of game.toAct(state)) {
      const [only, ...others] = game.actions(state, seat);
      if (only === undefined || others.length > 0 || !game.idle?.(only)) continue;
      state = tablePlayed(game, game.apply(state, seat, only));
      note(state);
    }
    if (game.turn(state) === turn) return state;
  }
}

function drawFault({ rules: game, notation }: AnyModule, state: AnyState): Fault | undefined {
  const error = notation.stuck(state);
  return error === null ? undefined : { error, at: game.turn(state), in: 'draws' };
}

function refusal({ rules: game, notation }: AnyModule, state: AnyState, text: unknown): string {
  const match = typeof text === 'string' ? ACTION.exec(text) : null;
  if (match === null) {
    const shown = JSON.stringify(text) ?? 'nothing';
    return `${shown.length > 60 ? `${shown.slice(0, 59)}…` : shown} is no action: write a seat, one space and its choice, such as "0 B.3".`;
  }
  const seat = Number(match[1]);
  const code = match[2]!;
  const forTable = game.tableAction !== undefined && game.parse(state, TABLE, code) !== undefined;
  if (seat === TABLE || forTable || code.startsWith('/'))
    return 'What is played for the table, and what the table decides, is not written in a record.';
  const seats = game.score(state).length;
  if (seat >= seats)
    return `There is no seat ${seat}: ${seats === 1 ? 'the only seat is 0' : `the seats are 0 to ${seats - 1}`}.`;
  if (game.over(state)) return 'The game is over: nothing more can be chosen.';
  if (game.toAct(state).length === 0) return 'The draws are used up: nobody is to act.';
  return notation.refusal(state, seat, code);
}

export function ids(items: readonly { readonly id: string }[]): string {
  return items.map(({ id }) => id).join(', ');
}
