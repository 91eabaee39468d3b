import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { metromania } from '../../../src/games/metromania/index.ts';
import { checkLines, checkMarkers, checkMeetings, checkStations } from './checks.ts';
import { type Played, playOut, type Setting, TABLES } from './games.ts';

/** What holds in every game, played at random or by easy players to its end. */

const table = fc.record({
  at: fc.nat({ max: TABLES.length - 1 }),
  seed: fc.string({ minLength: 1, maxLength: 8 }),
  wits: fc.constantFrom(0, 0, 60, 100),
});

/** The same examples come up in every test: each game is played once. */
const known = new Map<string, Played>();
const played = (setting: Setting): Played => {
  const key = JSON.stringify(setting);
  if (!known.has(key)) known.set(key, playOut(setting));
  return known.get(key)!;
};

const games = (look: (game: Played, seats: number) => void, numRuns: number): void =>
  fc.assert(
    fc.property(table, ({ at, seed, wits }) => {
      const [seats, options] = TABLES[at]!;
      look(played({ seats, options, seed, wits }), seats);
    }),
    { numRuns },
  );

describe('in any game', () => {
  test('lines share no triangle, and never branch, loop or turn sharply without a station', () => {
    games(({ states }) => {
      for (const state of states.filter((_, i) => i % 6 === 0 || i === states.length - 1)) checkLines(state);
    }, 9);
  });

  test('markers lie on the spots that were dug, and no letter touches its twin', () => {
    games(({ states }) => states.forEach(checkMarkers), 12);
  });

  test('points are the spots that one’s stations touch; where lines meet or part one stands', () => {
    games(({ states, last }) => {
      for (const state of states) checkStations(state);
      checkMeetings(last);
    }, 9);
  });

  test('a turn is three tunnels, or fewer where none is legal, or one station', () => {
    games(({ states }) => {
      for (const [i, state] of states.entries()) {
        const before = states[i - 1];
        if (!before || state.turn === before.turn) continue;
        const { tunnels, stations, ended, passed, company } = state.last!;
        expect([company, state.turn]).toEqual([before.mover, before.turn + 1]);
        expect(tunnels.length).toBeLessThanOrEqual(3);
        if (tunnels.length === 0) expect([stations.length, ended]).toEqual([1, []]);
        if (!state.over) {
          const next = (company + passed.length + 1) % state.setting.companies;
          expect(state.mover).toBe(next);
        }
      }
    }, 9);
  });

  test('codes of legal actions are all different, and whoever is not to move has none', () => {
    games(({ states }, seats) => {
      for (const state of states) {
        const codes = Array.from({ length: seats }, (_, seat) =>
          metromania.actions(state, seat).map(metromania.code),
        );
        expect(codes.filter((list) => list.length > 0)).toHaveLength(metromania.over(state) ? 0 : 1);
        for (const list of codes) expect(new Set(list).size).toBe(list.length);
      }
    }, 9);
  });

  test('it ends for one of the reasons that the rules name', () => {
    games(({ last, states }) => {
      const lines = last.lines
        .filter((_, n) => n % 2 === 0)
        .some((line, i) => line.done && last.lines[2 * i + 1]!.done);
      const closed = last.lines.filter(({ done }, n) => done || last.blocked[n]).length;
      const enough = last.setting.companies === 2 ? 4 : 5;
      if (last.ending === 'lines') expect(lines).toBe(true);
      else if (last.ending === 'stations') expect(last.stations).toHaveLength(30);
      // In last turns a line may have been opened again by a station.
      else expect(last.setting.lastTurn || closed >= enough).toBe(true);
      // And not before.
      for (const state of states.slice(0, -1)) if (!state.setting.lastTurn) expect(state.ending).toBeNull();
    }, 9);
  });

  test('its log, played again by codes, comes to the same state', () => {
    games(({ log, states, last }) => {
      let state = states[0]!;
      for (const { seat, code } of log) {
        const action = metromania.actions(state, seat).find((one) => metromania.code(one) === code)!;
        state = metromania.apply(state, seat, action);
      }
      expect(state).toEqual(last);
    }, 6);
  });
});
