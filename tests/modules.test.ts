import { expect, test } from 'vitest';
import { metrox } from '../src/games/metrox/index.ts';
import { MODULES, metroModule, metroxModule, moduleOf } from '../src/modules.ts';
import { presenterOf } from '../src/presenters.ts';

test('every game has a presenter, and a stranger none', () => {
  for (const module of MODULES) expect(presenterOf(module)).toBeDefined();
  const chess = { ...metroxModule, rules: { ...metrox, id: 'chess' } };
  expect(() => presenterOf(chess)).toThrow('There is no presenter of the game "chess".');
});

test('one thing for another, and a part of another game, the compiler refuses', () => {
  const { rules, maps } = moduleOf('metrox');
  const state = rules.setup({ map: maps()[0]!, seats: 1, options: {}, chance: { seed: '' }, rules: 1 });
  const view = rules.view(state);
  const action = rules.actions(state, 0)[0]!;
  // They are not carried out: each of them would be an error of the compiler but for the line above it.
  const refused = [
    // @ts-expect-error
    () => rules.actions(view, 0),
    // @ts-expect-error
    () => rules.imagine(state),
    // @ts-expect-error
    () => rules.code(view),
    // @ts-expect-error
    () => rules.imagine(action),
    // @ts-expect-error
    () => rules.over(maps()[0]!),
    // @ts-expect-error
    () => rules.over('state'),
    // @ts-expect-error
    (): typeof metroModule => ({ ...metroModule, rules: metrox }),
    // @ts-expect-error
    (): typeof metroModule => ({ ...metroModule, notation: metroxModule.notation }),
  ];
  expect(refused).toHaveLength(8);
});
