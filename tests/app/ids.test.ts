import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decode, encode, stepParts, stepsIn } from '../../src/app/ids.ts';
import { requestId, requestOf, type TableRequest } from '../../src/app/tablerequest.ts';
import type { AnyGame } from '../../src/games/game.ts';
import { GAMES, moduleOf } from '../../src/modules.ts';
import { presenterOf } from '../../src/presenters.ts';
import { dice } from '../lib/chance.ts';

const acts = fc.stringMatching(/^[a-z-]{1,20}$/);
const matches = fc.nat(9_999_999_999);
const turns = fc.nat(9999);
const part = fc.stringMatching(/^[\w.*/:-]{0,12}$/);

describe('custom ids', () => {
  test('old ones that name no game mean the one there was, others the one they name', () => {
    const old = [
      ...['daily|0|0', 'begin|0|5', 'practice|0|0', 'practise|0|0', 'earlier|0|0', 'earlierday|0|0'],
      ...['tutorial|0|0', 'leaders|0|0', 'stats|0|0', 'newtable|0|0', 'rules|0|0', 'rules|0|0|full'],
      ...['jump|7|0', 'jump|7|0|1|all|12', 'goon|7|0', 'closerun|7|0', 'share|7|0'],
    ];
    for (const text of old) expect(decode(text)?.game, text).toBe('metrox');
    const named = [
      ...['daily|0|0|metro', 'begin|0|5|metro', 'practise|0|0|metro|paris', 'earlier|0|0|metro'],
      ...['tutorial|0|2|metro|a', 'leaders|0|0|metro|here', 'newtable|7|0|metro|paris|3'],
      ...['rules|0|0|full|metro', 'jump|7|0|1|all|12|metro'],
    ];
    for (const text of named) expect(decode(text)?.game, text).toBe('metro');
  });

  test('come back the same', () => {
    fc.assert(
      fc.property(acts, matches, turns, fc.array(part, { maxLength: 4 }), (act, match, turn, parts) => {
        const text = encode(act, match, turn, ...parts);
        expect(text.length).toBeLessThanOrEqual(100);
        expect(decode(text)).toMatchObject({ act, match, turn, parts });
      }),
      { numRuns: 1000 },
    );
  });

  test('are refused at once when they would not', () => {
    for (const wrong of [
      () => encode('Play', 1, 1),
      () => encode('', 1, 1),
      () => encode('play', -1, 1),
      () => encode('play', 1.5, 1),
      () => encode('play', Number.NaN, 1),
      () => encode('play', 10_000_000_000, 1),
      () => encode('play', 1, 10_000),
      () => encode('play', 1, -1),
      () => encode('play', 1, 1, 'a|b'),
      () => encode('play', 1, 1, 'ä'),
      () => encode('play', 1, 1, 'a b'),
      () => encode('play', 1, 1, 'a\n'),
      () => encode('play', 1, 1, 'x'.repeat(41)),
      () => encode('play', 1, 1, ...Array.from({ length: 30 }, () => 'abc')),
    ])
      expect(wrong).toThrow(RangeError);
  });

  test('of others, and garbage, are nobody’s', () => {
    const foreign = [
      '',
      'play',
      'play|1',
      'play|1|',
      '|1|1',
      'play|x|1',
      'play|1|1|a b',
      'play|1|1\n',
      ' play|1|1',
      'play|1|1|ä',
      'PLAY|1|1',
      'play|-1|1',
      'play|1|99999',
      'play|12345678901|1',
      'connect4_1',
      '{"act":"play"}',
      '💥',
      `play|1|1|${'x'.repeat(41)}`,
      `play|1|1${'|a'.repeat(60)}`,
      '__proto__|1|1',
    ];
    for (const text of foreign) expect(decode(text), JSON.stringify(text)).toBeUndefined();
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 120 }), (text) => {
        const id = decode(text);
        if (id)
          expect(encode(id.act, id.match, id.turn, ...id.parts).length).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 2000 },
    );
  });

  test('the longest of every game fit: ten digits of match, turn 9999, every action and every way to it', () => {
    const [match, turn] = [9_999_999_999, 9999];
    let checked = 0;
    for (const game of GAMES) {
      const presenter = presenterOf(moduleOf(game.id));
      for (const map of moduleOf(game.id).maps()) {
        encode('practise', 0, 0, game.id, map.id);
        const wish: TableRequest = {
          game: game.id,
          map: map.id,
          capacity: 25,
          thread: false,
          limit: 604_800,
          onTimeout: 'clock',
          options: Object.fromEntries(game.options.map(({ id, values }) => [id, values.at(-1)!])),
          rematchOf: match,
        };
        expect(requestOf(decode(requestId(wish))!)).toEqual(wish);
        const bare = requestOf(decode(requestId({ game: game.id }))!);
        expect(bare).toEqual({ game: game.id, options: {} });
        for (let seed = 0; seed < 30; seed++) {
          const options = Object.fromEntries(game.options.map((option) => [option.id, option.default]));
          const deal = { map, seats: game.seats[0], options, chance: { seed: `${seed}` }, rules: game.rules };
          const state = game.setup(deal);
          const view = game.view(state, 0);
          for (const action of game.actions(state, 0)) {
            const text = encode('play', match, turn, game.code(action));
            expect(decode(text)?.parts).toEqual([game.code(action)]);
            for (const way of presenter.menus.paths(view, action)) {
              expect(decode(encode('pick', match, turn, ...way))?.parts).toEqual(way);
              checked++;
            }
          }
        }
      }
    }
    expect(checked).toBeGreaterThan(1000);
  });

  const settings = GAMES.flatMap((game): { game: AnyGame; options: Record<string, string> }[] => [
    { game, options: {} },
    // What makes codes and turns longer.
    ...(game.id === 'metro' ? [{ game, options: { hand: '3', arrow: 'false' } }] : []),
    ...(game.id === 'metromania' ? [{ game, options: { game: 'advanced' } }] : []),
  ]);
  test.each(settings)(
    'the longest of whole turns fit, step by step: $game.id $options',
    ({ game, options }) => {
      const presenter = presenterOf(moduleOf(game.id));
      let longest: string[] = [];
      let ways = 0;
      for (const seed of [1, 2, 3, 4]) {
        const roll = dice(seed);
        const map = moduleOf(game.id).maps().at(-1)!;
        let state = game.setup({ map, seats: 2, options, chance: { seed: `${seed}` }, rules: game.rules });
        for (let turn = game.turn(state), many = 0; many < 20 && !game.over(state); many++) {
          const [seat] = game.toAct(state);
          for (const steps: string[] = []; game.turn(state) === turn && game.toAct(state)[0] === seat; ) {
            const view = game.view(state, seat);
            const actions = game.actions(state, seat!);
            for (const action of actions) {
              const code = game.code(action);
              expect(stepsIn(decode(fits('always', steps, code))!)).toEqual({ steps, rest: [code] });
              for (const way of presenter.menus.paths(view, action)) {
                expect(stepsIn(decode(fits('pick', steps, ...way))!)).toEqual({ steps, rest: way });
                ways++;
              }
              if (steps.length >= longest.length) longest = [...steps, code];
            }
            const action = actions[roll(actions.length)];
            steps.push(game.code(action!));
            state = game.apply(state, seat!, action!);
          }
          turn = game.turn(state);
        }
      }
      expect(ways).toBeGreaterThan(1000);
      // Three tunnels and a bonus; chance alone does not come so far with two companies each.
      if (game.id === 'metromania' && options.game === undefined)
        expect(longest.map((code) => code.split('.')[0]).sort()).toEqual(['bonus', 'dig', 'dig', 'dig']);
    },
  );
});

/** The custom id of a press in the middle of a turn: ten digits of match, turn 9999. */
const fits = (act: string, steps: readonly string[], ...parts: readonly string[]): string =>
  encode(act, 9_999_999_999, 9999, ...stepParts(steps), ...parts);
