import { describe, expect, test } from 'vitest';
import { type AnyAction, type AnyGame, type AnyMap, type AnyState, TABLE } from '../../src/games/game.ts';
import { GAMES, mapOf, moduleOf } from '../../src/modules.ts';
import { freeze } from '../games/metrox/table.ts';
import { dice } from '../lib/chance.ts';
import { amount } from '../lib/long.ts';

/** What the easy player of every game must keep to, on each of its maps. */

type Player = (state: AnyState, seat: number) => AnyAction;

/** Plays a game to its end; `look` sees every state in which somebody other than the table has to act. */
function playOut(
  game: AnyGame,
  setting: { map: AnyMap; seats: number; seed: string; options?: Record<string, string> },
  player: Player,
  look: (state: AnyState) => void = () => {},
): AnyState {
  const { map, seats, seed, options = {} } = setting;
  let state = freeze(game.setup({ map, seats, options, chance: { seed }, rules: game.rules }));
  for (let steps = 0; !game.over(state); steps++) {
    expect(steps).toBeLessThan(10_000);
    const seat = game.toAct(state)[0]!;
    if (seat !== TABLE) look(state);
    const action = seat === TABLE ? game.actions(state, seat)[0] : player(state, seat);
    state = freeze(game.apply(state, seat, action!));
  }
  return state;
}

const chance = (game: AnyGame, seed: number): Player => {
  const roll = dice(seed);
  return (state, seat) => {
    const all = game.actions(state, seat);
    return all[roll(all.length)]!;
  };
};

const easy = (game: AnyGame): Player => {
  const bot = moduleOf(game.id).players.easy;
  return (state, seat) => bot.choose(game, game.view(state, seat), seat);
};

const average = (numbers: readonly number[]): number =>
  numbers.reduce((sum, n) => sum + n, 0) / numbers.length;

const settings = GAMES.flatMap((game) =>
  moduleOf(game.id)
    .maps()
    .flatMap((map) =>
      [...new Set([game.seats[0], 3, game.seats[1]])].map((seats) => [game.id, map.id, seats] as const),
    ),
);

describe.each(settings)('%s on %s, %d seats', (id, mapId, seats) => {
  const game = moduleOf(id).rules;
  const bot = moduleOf(id).players.easy;
  const map = mapOf(moduleOf(id), mapId);

  test('its choice is legal, the same in the same position, and changes no view', () => {
    let asked = 0;
    const roll = dice(seats);
    const setting = { map, seats, seed: `easy ${mapId} ${seats}` };
    const last = playOut(game, setting, chance(game, 17 * seats), (state) => {
      if (seats > 5 && roll(seats) > 0) return;
      for (const seat of game.toAct(state).slice(0, 3)) {
        const view = game.view(state, seat);
        const before = JSON.stringify(view);
        // Frozen all through: a player that wrote into its view would throw.
        const code = game.code(bot.choose(game, freeze(view), seat));
        expect(game.actions(state, seat).map((action) => game.code(action))).toContain(code);
        expect(game.code(bot.choose(game, JSON.parse(before), seat))).toBe(code);
        expect(JSON.stringify(view)).toBe(before);
        asked++;
      }
    });
    expect(asked).toBeGreaterThan(seats > 5 ? 10 : 20);
    expect(() => bot.choose(game, game.view(last, 0), 0)).toThrow('There is nothing to choose.');
  });

  test.runIf(seats > 1)('what others have chosen, and what comes next, is nothing to it', () => {
    let compared = 0;
    const setting = { map, seats, seed: `hidden ${mapId} ${seats}` };
    playOut(game, setting, chance(game, 29 * seats), (state) => {
      const [own, other] = game.toAct(state);
      if (own === undefined || compared > 30) return;
      const code = game.code(bot.choose(game, game.view(state, own), own));
      const choices = other === undefined ? [] : game.actions(state, other).slice(0, 3);
      for (const action of choices) {
        const later = game.apply(state, other!, action);
        expect(game.code(bot.choose(game, game.view(later, own), own))).toBe(code);
        compared++;
      }
      const shuffled = game.imagine(game.view(state, own), `another order ${compared}`);
      expect(game.code(bot.choose(game, game.view(shuffled, own), own))).toBe(code);
      compared++;
    });
    expect(compared).toBeGreaterThan(20);
  });
});

describe.each(
  GAMES.flatMap((game) =>
    moduleOf(game.id)
      .maps()
      .map((map) => [game.id, map.id] as const),
  ),
)('%s on %s', (id, mapId) => {
  const game = moduleOf(id).rules;
  const map = mapOf(moduleOf(id), mapId);

  // Where one plays after the other, luck levels out sooner and games take longer.
  const games = game.pace === 'together' ? 40 : amount(8, 40);

  test('it scores far better than chance, alone and at a table', () => {
    for (const seats of [game.seats[0], 3]) {
      // One who plays well, among others who do not: all at once would play against each other.
      const scores = (player: (n: number) => Player): number[] =>
        Array.from({ length: games }, (_, n) => {
          const own = player(n);
          const others = chance(game, n + 1);
          const last = playOut(game, { map, seats, seed: `cards ${n}` }, (state, seat) =>
            (seat === 0 ? own : others)(state, seat),
          );
          return game.score(last)[0]!.score;
        });
      const clever = average(scores(() => easy(game)));
      const blind = average(scores((n) => chance(game, n + 100)));
      expect(clever, `${seats} seats: ${clever} against ${blind}`).toBeGreaterThan(blind + 3);
    }
  });
});
