import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type AnyGame,
  type AnyMap,
  type AnyState,
  DealError,
  MapError,
  type Seat,
  TABLE,
} from '../../src/games/game.ts';
import { below, seeded } from '../../src/games/rng.ts';
import { findMap, findModule, GAMES, mapOf, moduleOf } from '../../src/modules.ts';
import { amount, LONG } from '../lib/long.ts';
import { freeze } from './metrox/table.ts';

/** What every game of the registry must keep to, on each of its maps. */

interface Step {
  readonly state: AnyState;
  readonly seat: Seat;
  readonly code: string;
}

/** A game played at random to its end: every state with what was done in it, then the last state. */
function playOut(game: AnyGame, map: AnyMap, seats: number, seed: string, options = {}): [Step[], AnyState] {
  let rng = seeded(seed);
  const steps: Step[] = [];
  let state = freeze(game.setup({ map, seats, options, chance: { seed }, rules: game.rules }));
  while (!game.over(state)) {
    expect(steps.length).toBeLessThan(10_000);
    const [who, then] = below(game.toAct(state).length, rng);
    const seat = game.toAct(state)[who]!;
    const all = game.actions(state, seat);
    const [which, next] = below(all.length, then);
    rng = next;
    steps.push({ state, seat, code: game.code(all[which]!) });
    state = freeze(game.apply(state, seat, all[which]!));
  }
  return [steps, state];
}

/** Texts that say nothing, or more than can be. */
const NONSENSE = [
  ...['', '.', '..', '-', ' ', 'flip', '/flip', '/go', 'draw', 'draw.1', 'free', 'free.', 'free.-', 'free.?'],
  ...['toString', '__proto__.T', 'constructor.1', 'T', 'T.', 'T.01', 'T.-1', 'T.1.1', 'T.1e1', 'T.99999'],
  ...['E4', 'E4.4', 'I4.0', 'aaaa.D4.0', 'zzzz.E4.0', 'E4.0.0', 'bonus.-', 'bonus.', 'start.-', 'start.Z9'],
  ...[
    'start.F6',
    'station.A99',
    'station.A1',
    'dig.1',
    'dig.5.E-L',
    'dig.4.E-L',
    'dig.1.E-L.G',
    'dig.1.E-L.A',
  ],
];

/** Every value of every option; in the long form also those that are what is played when nothing is said. */
const settings = GAMES.flatMap((game) =>
  moduleOf(game.id)
    .maps()
    .flatMap((map) =>
      [...new Set([game.seats[0], Math.min(3, game.seats[1]), game.seats[1]])].flatMap((seats) =>
        [
          {},
          ...game.options.flatMap(({ id, values, default: usual, seats: [least, most] = [seats, seats] }) =>
            seats >= least && seats <= most
              ? values.filter((value) => LONG > 0 || value !== usual).map((value) => ({ [id]: value }))
              : [],
          ),
        ].map((options) => [game.id, map.id, seats, options] as const),
      ),
    ),
);

/** Seats that stand for all, the table and what is no seat among them; in the long form every one. */
const seatsOf = (seats: number): Seat[] =>
  LONG > 0
    ? Array.from({ length: seats + 3 }, (_, at) => TABLE - 1 + at)
    : [...new Set([TABLE - 1, TABLE, 0, 1, seats - 1, seats])];

test('ids of games are unique and found', () => {
  expect(new Set(GAMES.map((game) => game.id)).size).toBe(GAMES.length);
  for (const game of GAMES) expect(findModule(game.id)?.rules).toBe(game);
  for (const id of ['chess', '', 'constructor', '__proto__']) {
    expect(findModule(id)).toBeUndefined();
    expect(() => moduleOf(id)).toThrow(`No game is called "${id}".`);
  }
});

describe.each(GAMES.map((game) => [game.id, game] as const))('%s', (_, game) => {
  test('has sensible seats, rules and options', () => {
    expect(game.seats[0]).toBeGreaterThanOrEqual(1);
    expect(game.seats[1]).toBeGreaterThanOrEqual(game.seats[0]);
    expect(Number.isInteger(game.rules) && game.rules >= 1).toBe(true);
    for (const option of game.options) {
      expect(option.values).toContain(option.default);
      expect(new Set(option.values).size).toBe(option.values.length);
    }
  });

  test('refuses a map file that is none, with its name', () => {
    for (const json of [null, 5, 'map', [], {}]) {
      expect(() => game.map(json, 'some/file.json')).toThrow(MapError);
      expect(() => game.map(json, 'some/file.json')).toThrow('some/file.json: ');
    }
  });

  test('refuses too few and too many seats, unknown options and rules', () => {
    const good = {
      map: moduleOf(game.id).maps()[0]!,
      seats: game.seats[0],
      options: {},
      chance: { seed: 's' },
      rules: 1,
    };
    for (const change of [
      { seats: game.seats[0] - 1 },
      { seats: game.seats[1] + 1 },
      { options: { nonsense: 'yes' } },
      { rules: game.rules + 1 },
    ])
      expect(() => game.setup({ ...good, ...change })).toThrow(DealError);
  });

  test('its maps are frozen, and found by their ids', () => {
    for (const map of moduleOf(game.id).maps()) {
      expect(Object.isFrozen(map)).toBe(true);
      expect(findMap(moduleOf(game.id), map.id)).toBe(map);
    }
  });
});

describe.each(settings)('%s on %s, %d seats, %j', (id, mapId, seats, options) => {
  const game = moduleOf(id).rules;
  const map = mapOf(moduleOf(id), mapId);
  const [steps, last] = playOut(game, map, seats, `${id} ${mapId} ${seats}`, options);
  const some = steps.filter((_, at) => at % Math.ceil(steps.length / 12) === 0);
  /** What may be chosen at some time of the game: each legal somewhere, and nowhere else. */
  const texts = [
    ...new Set([
      ...some.flatMap(({ state, seat }) => game.actions(state, seat).map((action) => game.code(action))),
      ...steps.map(({ code }) => code),
    ]),
  ].slice(-400);

  test('whoever is to act has legal actions with codes of their own; others at the end have none', () => {
    for (const { state } of some) {
      const waiting = game.toAct(state);
      expect(new Set(waiting).size).toBe(waiting.length);
      if (waiting.includes(TABLE)) expect(waiting).toEqual([TABLE]);
      for (const seat of waiting) {
        const codes = game.actions(state, seat).map((action) => game.code(action));
        expect(codes.length).toBeGreaterThan(0);
        expect(new Set(codes).size).toBe(codes.length);
        for (const code of codes) expect(code).toMatch(/^[^\s|/]{1,40}$/);
      }
    }
    expect(game.toAct(last)).toEqual([]);
    for (let seat = TABLE; seat <= seats; seat += 1) expect(game.actions(last, seat)).toEqual([]);
  });

  test('turns go up and never down', () => {
    const turns = [...steps.map((step) => game.turn(step.state)), game.turn(last)];
    for (const [at, turn] of turns.entries()) expect(turn).toBeGreaterThanOrEqual(turns[at - 1] ?? 0);
    expect(turns.at(-1)).toBeGreaterThan(0);
  });

  test('the log alone gives the same end', () => {
    let state = game.setup({
      map,
      seats,
      options,
      chance: { seed: `${id} ${mapId} ${seats}` },
      rules: game.rules,
    });
    for (const { seat, code } of steps)
      state = game.apply(
        state,
        seat,
        game.actions(state, seat).find((action) => game.code(action) === code)!,
      );
    expect(state).toEqual(last);
  });

  test('the text of a legal action is parsed as that action, any other as what it says or nothing', () => {
    for (const { state, seat } of some) {
      for (const action of game.actions(state, seat))
        expect(game.parse(state, seat, game.code(action))).toStrictEqual(action);
      const wrong: string[] = [];
      for (const any of seatsOf(seats))
        for (const text of [...texts, ...NONSENSE]) {
          const action = game.parse(state, any, text);
          if (action === undefined) continue;
          if (any < TABLE || any === seats || game.code(action) !== text) wrong.push(`${any} ${text}`);
        }
      expect(wrong).toEqual([]);
    }
  });

  test('a text is parsed as what it says or as nothing, whatever was done to it', () => {
    const piece = fc.oneof(
      fc.constantFrom('', '.', '-', '0', '1', 'T', 'A', ' '),
      fc.string({ maxLength: 3 }),
    );
    const changed = fc
      .tuple(fc.constantFrom(...texts), fc.nat(40), fc.nat(3), piece)
      .map(([text, at, less, more]) => `${text.slice(0, at)}${more}${text.slice(at + less)}`);
    fc.assert(
      fc.property(
        fc.constantFrom(...some),
        fc.integer({ min: TABLE, max: seats - 1 }),
        changed,
        ({ state }, seat, text) => {
          const action = game.parse(state, seat, text);
          if (action === undefined) return;
          expect(game.code(action)).toBe(text);
          freeze(game.apply(state, seat, action));
        },
      ),
      { numRuns: amount(50, 100) },
    );
  });

  test('what a log says and is not legal is carried out as far as it can be, and the game goes on to its end', () => {
    let rng = seeded('illegal');
    const roll = (sides: number): number => {
      const [value, next] = below(sides, rng);
      rng = next;
      return value;
    };
    let state = steps[0]!.state;
    let count = 0;
    for (let round = 0; !game.over(state); round += 1) {
      for (let tries = 0; tries < 3; tries += 1) {
        const seat = roll(seats + 1) - 1;
        const action = game.parse(state, seat, texts[roll(texts.length)]!);
        if (action === undefined) continue;
        const before = state;
        state = freeze(game.apply(before, seat, action));
        count += 1;
        expect(game.turn(state)).toBeGreaterThanOrEqual(game.turn(before));
      }
      const [seat] = game.toAct(state);
      if (seat === undefined) break;
      const all = game.actions(state, seat);
      expect(all.length).toBeGreaterThan(0);
      state = freeze(game.apply(state, seat, all[roll(all.length)]!));
      if (round % 8 > 0) continue;
      expect(game.score(state)).toHaveLength(seats);
      // It throws where it cannot be imagined.
      for (const any of seatsOf(seats))
        if (any >= 0 && any < seats) game.imagine(game.view(state, any), 'dream');
    }
    expect(count).toBeGreaterThan(0);
    expect(game.over(state)).toBe(true);
    const changing = texts.filter((text) =>
      seatsOf(seats).some((seat) => {
        const action = game.parse(state, seat, text);
        return action !== undefined && game.apply(state, seat, action) !== state;
      }),
    );
    expect(changing).toEqual([]);
  });

  test('the same choice again changes nothing', () => {
    for (const { state, seat, code } of some) {
      const action = game.actions(state, seat).find((one) => game.code(one) === code);
      const once = game.apply(state, seat, action!);
      if (game.turn(once) !== game.turn(state) || game.toAct(once).length === 0 || seat === TABLE) continue;
      const again = game.actions(once, seat).find((one) => game.code(one) === code);
      // In a turn of several steps the same text may mean the next one.
      if (isDeepStrictEqual(again, action)) expect(game.apply(once, seat, action!)).toEqual(once);
    }
  });

  test('scores are whole numbers with ranks that go 1, 1, 3', () => {
    for (const state of [...some.map((step) => step.state), last]) {
      const scores = game.score(state);
      expect(scores).toHaveLength(seats);
      for (const { score, rank, parts } of scores) {
        expect(Number.isInteger(score)).toBe(true);
        expect(rank).toBe(scores.filter((other) => other.rank < rank).length + 1);
        for (const { score: theirs, rank: place } of scores)
          if (theirs > score) expect(place).toBeLessThan(rank);
        for (const part of Object.values(parts)) expect(part).toBeGreaterThanOrEqual(0);
      }
    }
  });

  test('views are plain data, and a state imagined from one has the same actions', () => {
    for (const { state, seat } of some) {
      const view = game.view(state, seat);
      expect(JSON.parse(JSON.stringify(view))).toEqual(view);
      if (seat === TABLE) continue;
      for (const seed of [undefined, 'dream'])
        expect(game.actions(game.imagine(freeze(view), seed), seat)).toEqual(game.actions(state, seat));
    }
  });

  test('a struck seat is not waited for, and the game goes on to its end', () => {
    if (game.drop === undefined) return;
    let state = game.drop(some[Math.floor(some.length / 2)]!.state, 0);
    expect(game.toAct(state)).not.toContain(0);
    while (!game.over(state)) {
      const seat = game.toAct(state)[0]!;
      expect(seat).not.toBe(0);
      state = game.apply(state, seat, game.actions(state, seat)[0]!);
    }
    expect(game.score(state)[0]!.rank).toBe(seats);
  });

  test('its part of a record is plain data', () => {
    const { notation } = moduleOf(id);
    for (const { state } of some) {
      const parts = [notation.table(state), notation.seat(state, seats - 1), notation.drawn(state)];
      expect(JSON.parse(JSON.stringify(parts))).toEqual(parts);
      expect(notation.stuck(state)).toBeNull();
    }
  });
});
