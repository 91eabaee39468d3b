import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AnyAction, AnyState } from '../../src/games/game.ts';
import { type Match, stepsOf } from '../../src/match/match.ts';
import { openSolo } from '../../src/match/opening.ts';
import { play } from '../../src/match/play.ts';
import { choicesOf, reviewed } from '../../src/match/review.ts';
import { moduleOf } from '../../src/modules.ts';
import type { Store } from '../../src/store/open.ts';
import { AT, loaded, peopled } from './people.ts';

/** Where a game could have been played better, as far as its player could know. */

type Way = (state: AnyState) => AnyAction;

const module = moduleOf('metrox');
const { rules } = module;
const least: Way = (state) => rules.actions(state, 0).at(-1)!;
const well: Way = (state) => module.players.normal!.choose(rules, rules.view(state, 0), 0);

/** A practice that somebody plays to its end in some way. */
async function practised(way: Way, seed: string): Promise<Match> {
  const solo = { game: 'metrox', map: 'tube-town', host: '1000', guild: null, origin: seed, seed, at: AT };
  const { id, state: begun } = await openSolo(store, solo);
  const codes: string[] = [];
  for (let state = begun; !rules.over(state); ) {
    const action = way(state);
    codes.push(rules.code(action));
    state = rules.apply(state, 0, action);
  }
  await play(store, { match: id, user: '1000', turn: 1, codes, at: AT });
  return loaded(store, id);
}

let store: Store;
let match: Match;
beforeAll(async () => {
  store = await peopled(2);
  match = await practised(least, 'reviewed');
});
afterAll(() => store.close());

describe('a review', () => {
  test('tells the three choices that cost most, in their order, each with a better one; the worse one plays the more they cost', async () => {
    const losses = reviewed(choicesOf(match, 0));
    const lost = (some: typeof losses) => some.reduce((sum, one) => sum + one.instead - one.expected, 0);
    const better = reviewed(choicesOf(await practised(well, 'played well'), 0));
    expect(lost(losses)).toBeGreaterThan(lost(better) + 4);
    expect(losses).toHaveLength(3);
    expect(losses.map(({ turn }) => turn)).toEqual(losses.map(({ turn }) => turn).sort((a, b) => a - b));
    for (const { turn, code, better: other, expected, instead } of losses) {
      const { state } = stepsOf(match).find(({ before }) => before.turn === turn)!.before;
      const legal = match.game.actions(state, 0).map((one) => match.game.code(one));
      expect(legal).toContain(code);
      expect(legal).toContain(other);
      expect(other).not.toBe(code);
      expect(instead - expected).toBeGreaterThanOrEqual(1);
    }
  });

  test('knows no more than the player did: what is judged holds neither the seed nor cards to come in their order', async () => {
    const choices = choicesOf(match, 0);
    expect(structuredClone(choices)).toEqual(choices);
    expect(JSON.stringify(choices)).not.toContain(match.row.seed);
    const views = stepsOf(match).map(({ before }) => match.game.view(before.state, 0));
    expect(choices.choices.length).toBeGreaterThan(10);
    for (const { turn, view } of choices.choices)
      expect({ ...view.view, map: match.map }).toEqual(views[turn - 1]);
  });

  test('is about what the person chose: where the clock played there is nothing to learn', async () => {
    const first = choicesOf(match, 0).choices[0]!;
    const by = match.log.map((row) =>
      row.code === first.code && row.seat === 0 ? { ...row, by: 'clock' as const } : row,
    );
    const left = choicesOf({ ...match, log: by }, 0).choices;
    expect(left.some(({ code }) => code === first.code)).toBe(false);
    expect(left.length).toBeGreaterThan(0);
  });

  test('there is none of a game that nobody can judge', () => {
    expect(moduleOf('metro').judge).toBeUndefined();
    expect(() => reviewed({ game: 'metro', seat: 0, choices: [] })).toThrow('Nobody can judge');
  });
});
