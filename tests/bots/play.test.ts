import { describe, expect, test } from 'vitest';
import { chance, playGame, sharesOf } from '../../src/bots/play.ts';
import { MODULES, moduleOf } from '../../src/modules.ts';

/** Whole games among computers. */

describe.each(MODULES.map((module) => [module.rules.id, module] as const))('%s', (_, module) => {
  const { rules } = module;
  const map = module.maps()[0]!;
  const players = [module.players.easy, chance];

  test('a game is played to its end, each asked for its own seat, and the same with the same seed', () => {
    const asked: number[] = [];
    const end = playGame(rules, { map, players, seed: 'a' }, (seat, choose) => {
      asked.push(seat);
      return choose();
    });
    expect(rules.over(end)).toBe(true);
    expect(new Set(asked)).toEqual(new Set([0, 1]));
    expect(rules.score(playGame(rules, { map, players, seed: 'a' }))).toEqual(rules.score(end));
    expect(rules.score(playGame(rules, { map, players, seed: 'b' }))).not.toEqual(rules.score(end));
  });

  test('whoever plays at random needs a generator, and chooses by it', () => {
    const state = rules.setup({ map, seats: 2, options: {}, chance: { seed: 'dice' }, rules: rules.rules });
    const seat = rules.toAct(state)[0]!;
    const view = rules.view(state, seat);
    expect(() => chance.choose(rules, view, seat)).toThrow(TypeError);
    const codes = Array.from({ length: 400 }, (_, n) =>
      rules.code(
        chance.choose(
          rules,
          view,
          seat,
          [n, n + 1, n + 2, n + 3].map((part) => part * 0x9e3779b1),
        ),
      ),
    );
    const legal = rules.actions(state, seat).map((action) => rules.code(action));
    expect(new Set(codes).size).toBeGreaterThan(1);
    expect(legal).toEqual(expect.arrayContaining([...new Set(codes)]));
  });
});

test('who ties for the first place shares a win', () => {
  const module = moduleOf('metrox');
  const { rules } = module;
  const map = module.maps()[0]!;
  const { easy } = module.players;
  const alike = playGame(rules, { map, players: [easy, easy, easy], seed: 'tie' });
  expect(rules.score(alike).map(({ rank }) => rank)).toEqual([1, 3, 1]);
  expect(sharesOf(rules, alike)).toEqual([0.5, 0, 0.5]);
  const ahead = playGame(rules, { map, players: [easy, chance], seed: 'lead' });
  const [one, other] = rules.score(ahead);
  expect(one!.score).toBeGreaterThan(other!.score);
  expect(sharesOf(rules, ahead)).toEqual([1, 0]);
});
