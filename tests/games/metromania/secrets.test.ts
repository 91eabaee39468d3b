import { describe, expect, test } from 'vitest';
import { metromania } from '../../../src/games/metromania/index.ts';
import { markerText } from '../../../src/games/metromania/setup.ts';
import { LETTERS, type State } from '../../../src/games/metromania/state.ts';
import { checkMarkers } from './checks.ts';
import { playOut, TABLES } from './games.ts';

/** Who knows which letters, in whole games. */

describe.each(TABLES)('%d players, %j', (seats, options) => {
  const { states } = playOut({ seats, options, seed: `properties ${seats}`, wits: 50 });
  // By *No Corruption* the rules themselves name all hands.
  const open = options.noCorruption === 'true';
  const everybody = [undefined, ...Array.from({ length: seats }, (_, seat) => seat)];
  const some = states.filter((_, i) => i % 5 === 0 || i === states.length - 1);

  /** With other letters wherever a seat, or a watcher, must not look. */
  const disguised = (state: State, seat: number | undefined): State => ({
    ...state,
    hands: state.hands.map((hand, company) =>
      state.setting.owners[company] === seat
        ? hand
        : hand.map(({ kind, letter }) => ({ kind, letter: LETTERS[(LETTERS.indexOf(letter) + 1) % 6]! })),
    ),
  });

  test('nobody sees the letters of another’s markers, unless all lie open', () => {
    for (const state of some.filter(({ over }) => !over))
      for (const seat of everybody) {
        const view = metromania.view(state, seat);
        for (const [company, hand] of view.hands.entries())
          expect(
            hand.every(
              ({ letter }) => (letter !== null) === (open || state.setting.owners[company] === seat),
            ),
          ).toBe(true);
        if (open) continue;
        // Whatever else were hidden, it would be the same.
        expect(metromania.view(disguised(state, seat), seat)).toEqual(view);
        // No letter is told anywhere but by the own hand, what may be done with it, and what lies on the board.
        const { box: _, hands: __, legal: ___, marked: ____, trips: _____, ...rest } = view;
        expect(JSON.stringify(rest)).not.toMatch(/"letter"|"[A-F]"/);
      }
  });

  test('what anybody can imagine looks the same to them, keeps what they know, and could have been dealt', () => {
    for (const state of some)
      for (const seat of everybody)
        for (const seed of [undefined, 'dream']) {
          const view = metromania.view(state, seat);
          const thought = metromania.imagine(view, seed);
          expect(metromania.view(thought, seat)).toEqual(view);
          checkMarkers(thought);
          for (const [company, hand] of view.hands.entries())
            for (const [i, held] of hand.entries()) {
              expect(thought.hands[company]![i]!.kind).toBe(held.kind);
              if (held.letter) expect(thought.hands[company]![i]).toEqual(held);
            }
          // It can be given: hands that cannot be dealt are refused.
          const { city, markers } = recordLike(thought);
          metromania.setup({
            map: state.box,
            seats,
            options,
            chance: { given: { city, markers } },
            rules: 1,
          });
        }
  });

  /** A state's city and hands as a record gives them. */
  const recordLike = (state: State) => ({
    city: state.city.map(({ piece, turn }) => [piece + 1, turn]),
    markers: Array.from({ length: seats }, (_, seat) =>
      state.hands.flatMap((hand, company) =>
        state.setting.owners[company] === seat
          ? [
              ...hand,
              ...state.marked.filter((one) => one.company === company).map(({ marker }) => marker),
            ].map(markerText)
          : [],
      ),
    ),
  });

  test('what a seat imagines can be played to the end', () => {
    for (const state of some.filter(({ over }) => !over).slice(0, 6)) {
      let thought = metromania.imagine(metromania.view(state, metromania.toAct(state)[0]!), 'dream');
      expect(metromania.actions(thought, metromania.toAct(thought)[0]!)).toEqual(
        metromania.actions(state, metromania.toAct(state)[0]!),
      );
      while (!metromania.over(thought)) {
        const [seat] = metromania.toAct(thought);
        thought = metromania.apply(thought, seat!, metromania.actions(thought, seat!)[0]!);
      }
      expect(thought.ending).not.toBeNull();
    }
  });
});
