import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TABLE } from '../../../src/games/game.ts';
import { metrox } from '../../../src/games/metrox/index.ts';
import { EMPTY, FIRST, LATER, OPEN, type State } from '../../../src/games/metrox/state.ts';
import { recordOf } from '../../../src/match/export.ts';
import { play as playRecord, positionOf } from '../../../src/match/record.ts';
import { metroxModule, moduleOf } from '../../../src/modules.ts';
import { amount } from '../../lib/long.ts';
import { type Played, randomGame as played, type Setting } from './random.ts';
import { freeze } from './table.ts';

/** Properties of whole games on every released map, one to six seats and now and then a full table. */

const settings: fc.Arbitrary<Setting> = fc.record({
  map: fc.constantFrom(...metroxModule.maps()),
  seats: fc.oneof(
    { weight: 12, arbitrary: fc.integer({ min: 1, max: 6 }) },
    { weight: 1, arbitrary: fc.integer({ min: 7, max: 25 }) },
  ),
  flip: fc.constantFrom('auto' as const, 'manual' as const),
  seed: fc.string({ minLength: 1, maxLength: 12 }),
  doubts: fc.constantFrom(0, 0, 20),
});

function forGames(check: (setting: Setting) => void, numRuns = amount(20, 40)) {
  fc.assert(fc.property(settings, check), { numRuns });
}

const games = new Map<string, Played>();

/** Properties are given the same settings one after the other, and their games are played once. */
function randomGame(setting: Setting): Played {
  const key = JSON.stringify({ ...setting, map: setting.map.id });
  const game = games.get(key) ?? played(setting);
  games.set(key, game);
  return game;
}

/** States in which a round has just closed, with the state before. */
function closings(states: readonly State[]): [before: State, after: State][] {
  return states
    .slice(1)
    .map((after, at): [State, State] => [states[at]!, after])
    .filter(([before, after]) => before.boards !== after.boards);
}

describe('every random game', () => {
  test('ends after as many rounds as there are windows and free cards', () => {
    forGames((setting) => {
      const { states } = randomGame(setting);
      const last = states.at(-1)!;
      const windows = setting.map.lines.reduce((sum, line) => sum + line.windows, 0);
      const free = closings(states).filter(([before]) => before.card === 'F').length;
      expect(metrox.turn(last)).toBe(windows + free);
      for (const board of last.boards)
        expect(board.windows.map((line) => line.length)).toEqual(
          setting.map.lines.map((line) => line.windows),
        );
      expect(metrox.view(last).rounds).toBe(metrox.turn(last));
    });
  });

  test('all boards have as many windows filled after every round, and one more unless the card was free', () => {
    forGames((setting) => {
      for (const [before, after] of closings(randomGame(setting).states)) {
        const count = (state: State, seat: number) =>
          state.boards[seat]!.windows.reduce((sum, line) => sum + line.length, 0);
        for (let seat = 0; seat < setting.seats; seat += 1)
          expect(count(after, seat) - count(before, seat)).toBe(before.card === 'F' ? 0 : 1);
      }
    });
  });

  test('a filled station never changes, and each fills no more than its card says', () => {
    forGames((setting) => {
      for (const [before, after] of closings(randomGame(setting).states)) {
        for (const [seat, board] of after.boards.entries()) {
          const earlier = before.boards[seat]!.stations;
          const changed = board.stations.flatMap((value, at) => (value === earlier[at] ? [] : [at]));
          for (const at of changed) expect(earlier[at]).toBe(EMPTY);
          expect([...board.last!.stations].sort()).toEqual(changed.sort());
          const most = /^[NS]/.test(before.card!) ? Number(before.card![1]) : 1;
          expect(changed.length).toBeLessThanOrEqual(most);
        }
      }
    });
  });

  test('cards come up as often as they are printed between two reshuffles', () => {
    forGames((setting) => {
      const { states } = randomGame(setting);
      let left = [...setting.map.deck];
      let round = 0;
      for (const state of states) {
        if (state.round === round || state.card === null) continue;
        round = state.round;
        expect(left).toContain(state.card);
        left.splice(left.indexOf(state.card), 1);
        expect([...state.deck].sort()).toEqual([...left].sort());
        if (state.card === 'N6R') left = [...setting.map.deck];
      }
    });
  });

  test('the first bonus goes to exactly those who completed the line in the earliest round', () => {
    forGames((setting) => {
      const { states } = randomGame(setting);
      const last = states.at(-1)!;
      for (const [line, { stations }] of setting.map.lines.entries()) {
        const rounds = last.boards.map((_, seat) => {
          const full = closings(states).find(([, after]) =>
            stations.every((station) => after.boards[seat]!.stations[station] !== EMPTY),
          );
          return full === undefined ? Number.POSITIVE_INFINITY : full[0].round;
        });
        const earliest = Math.min(...rounds);
        expect(last.boards.map((board) => board.done[line])).toEqual(
          rounds.map((round) =>
            round === Number.POSITIVE_INFINITY ? OPEN : round === earliest ? FIRST : LATER,
          ),
        );
        expect(last.taken[line]).toBe(earliest === Number.POSITIVE_INFINITY ? 0 : earliest);
      }
    });
  });

  test('the numbers in stations are twice the lines that stop there', () => {
    forGames((setting) => {
      for (const board of randomGame(setting).states.at(-1)!.boards)
        for (const [at, value] of board.stations.entries())
          if (value > 0) expect(value).toBe(2 * setting.map.stations[at]!.lines.length);
    });
  });

  test('survives JSON at any time, and the log gives the same states again', () => {
    forGames((setting) => {
      const { states, log } = randomGame(setting);
      const { map, seats, flip, seed } = setting;
      let state = metrox.setup({ map, seats, options: { flip }, chance: { seed }, rules: 1 });
      expect(state).toEqual(states[0]);
      for (const [at, { seat, code }] of log.entries()) {
        const action = metrox.actions(state, seat).find((one) => metrox.code(one) === code)!;
        state = metrox.apply(JSON.parse(JSON.stringify(state)), seat, JSON.parse(JSON.stringify(action)));
        if (at % 7 === 0) expect(state).toEqual(states[at + 1]);
      }
      expect(state).toEqual(states.at(-1));
    }, 15);
  });

  test('codes of legal actions differ and hold nothing that a custom id could not', () => {
    forGames((setting) => {
      for (const state of randomGame(setting).states.filter((_, at) => at % 5 === 0)) {
        const codes = metrox.actions(state, 0).map((action) => metrox.code(action));
        expect(new Set(codes).size).toBe(codes.length);
        for (const code of codes) expect(code).toMatch(/^[A-Za-z0-9]+\.[A-Za-z0-9-]+$/);
      }
    }, 15);
  });
});

describe('a view of any state', () => {
  test("does not depend on the deck's order, the generator or others' pending choices", () => {
    forGames((setting) => {
      for (const state of randomGame(setting).states.filter((_, at) => at % 4 === 0)) {
        const seat = state.round % setting.seats;
        const others = state.choices.map((choice, other) => {
          if (other === seat || choice === null) return choice;
          const all = metrox.actions(state, other);
          return all[all.length - 1]!;
        });
        const changed: State = {
          ...state,
          deck: [...state.deck].reverse(),
          chance: { rng: [1, 2, 3, 4] },
          choices: others,
        };
        expect(metrox.view(changed, seat)).toEqual(metrox.view(state, seat));
        expect(metrox.view(changed)).toEqual(metrox.view(state));
        const text = JSON.stringify({ ...metrox.view(state, seat), map: null });
        expect(text).not.toContain('rng');
        expect(text).not.toContain('chance');
      }
    });
  });

  test('can be imagined: the same view again, without the own choice', () => {
    forGames((setting) => {
      for (const state of randomGame(setting).states.filter((_, at) => at % 4 === 0)) {
        const seat = state.round % setting.seats;
        const view = freeze(metrox.view(state, seat));
        const { toAct, choice, mine, scores, ...rest } = metrox.view(metrox.imagine(view, 'seed'), seat);
        expect(view).toMatchObject(rest);
        expect(choice).toBeNull();
        expect(mine).toEqual(view.boards[seat]);
        if (state.card !== null) expect(toAct).toHaveLength(setting.seats);
        expect(scores.map((score) => score.rank)).toEqual(view.scores.map((score) => score.rank));
      }
    });
  });

  test('every legal action changes what it says: as many stations as its code, one window or none', () => {
    forGames((setting) => {
      const { states } = randomGame(setting);
      for (const state of states.filter((one, at) => one.card !== null && at % 6 === 0)) {
        const seat = state.round % setting.seats;
        const imagined = metrox.imagine(metrox.view(state, seat));
        for (const action of metrox.actions(state, seat)) {
          const { mine } = metrox.view(metrox.apply(imagined, seat, action), seat);
          if (action.kind === 'line') expect(mine!.last!.stations).toHaveLength(action.n);
          if (action.kind === 'transfer') expect(mine!.last!.stations.length).toBeLessThanOrEqual(1);
          if (action.kind === 'free')
            expect(mine!.last!.stations).toEqual(action.station === null ? [] : [action.station]);
          expect(metrox.code(mine!.last!.action)).toBe(metrox.code(action));
        }
      }
    }, 15);
  });
});

describe('a record of any game', () => {
  test('gives the position it was written at', () => {
    forGames((setting) => {
      const { states, log } = randomGame(setting);
      const { map, seats, flip, seed } = setting;
      const names = Array.from({ length: seats }, (_, seat) => `Player ${seat}`);
      const match = {
        game: 'metrox',
        rules: 1,
        map: map.id,
        seats: names,
        options: { flip },
        chance: { seed },
      };
      for (const at of new Set([0, 1, Math.floor(log.length / 2), log.length - 1, log.length])) {
        const record = recordOf({ ...match, log: log.slice(0, at) }, true);
        const expected = positionOf(moduleOf('metrox'), map, names, states[at]!);
        // A card that waits to be flipped by hand does not: no draw is left for it.
        if (states[at]!.card === null) Object.assign(expected, { toAct: [] });
        expect(playRecord(record)).toEqual(expected);
        expect(JSON.stringify(playRecord(JSON.parse(JSON.stringify(record))))).toBe(JSON.stringify(expected));
      }
    });
  });

  test('of an open round leaves out what the others may not see', () => {
    forGames((setting) => {
      const { states, log } = randomGame(setting);
      const { map, seats, flip, seed } = setting;
      const names = Array.from({ length: seats }, (_, seat) => `Player ${seat}`);
      const match = {
        game: 'metrox',
        rules: 1,
        map: map.id,
        seats: names,
        options: { flip },
        chance: { seed },
      };
      const half = Math.floor(log.length / 2);
      const record = recordOf({ ...match, log: log.slice(0, half) });
      const outcome = playRecord(record);
      const state = states[half]!;
      expect(outcome).toMatchObject({ round: state.round, card: state.card });
      if (state.card !== null) expect(outcome).toMatchObject({ toAct: names.map((_, seat) => seat) });
      expect(record.draws).toHaveLength(state.round);
      expect(record.actions.join()).not.toContain(`${TABLE} `);
    });
  });

  test('with its seed in place of its draws ends the same', () => {
    forGames((setting) => {
      const { log } = randomGame(setting);
      const { map, seats, flip, seed } = setting;
      const names = Array.from({ length: seats }, () => 'Somebody');
      const match = {
        game: 'metrox',
        rules: 1,
        map: map.id,
        seats: names,
        options: { flip },
        chance: { seed },
      };
      const { draws, ...rest } = recordOf({ ...match, log });
      expect(playRecord({ ...rest, seed })).toEqual(playRecord({ ...rest, draws }));
    }, 15);
  });
});
