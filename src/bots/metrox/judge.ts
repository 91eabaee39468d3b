import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';
import type { Seat } from '../../games/game.ts';
import { choiceOf, copyOf, scoreOf, setBack } from '../../games/metrox/compact.ts';
import { choose } from '../../games/metrox/playout.ts';
import type { Action, View } from '../../games/metrox/state.ts';
import type { Rng } from '../../games/rng.ts';
import type { Judgement } from '../bot.ts';
import { gainOf, playOn } from './policy.ts';
import { futuresOf, tableOf } from './search.ts';
import { worthOf } from './worth.ts';

/** Choices beside the one that is judged, the most promising by the policy. */
const OTHERS = 6;
/** Those of them that stay after the first games. */
const LEFT = 3;
/** Games that are played ahead after each choice. A mean of all of them is off by half a point, as a rule. */
const FIRST = 100;
const ALL = 400;

/**
 * What a seat may expect to score at the end after a choice and after the best other one, in points: means of games played ahead on
 * the same cards for both, which come up at random as far as the view tells nothing of them. Undefined where there is no other.
 */
export function judge(
  view: View,
  seat: Seat,
  actions: readonly Action[],
  chosen: Action,
  rng: Rng,
): Judgement<Action> | undefined {
  const table = tableOf(view, seat);
  const worth = worthOf(table.plan);
  const game = copyOf(table);
  const cards = futuresOf(rng);
  const begun = (action: Action) => ({ action, choice: choiceOf(action), games: 0, sum: 0 });
  const play = (one: ReturnType<typeof begun>, until: number): number => {
    for (; one.games < until; one.games += 1) {
      setBack(game, table);
      choose(game, 0, one.choice);
      playOn(game, worth, xoroshiro128plusFromState(cards(one.games)));
      one.sum += scoreOf(game, 0);
    }
    return one.sum / until;
  };
  const own = begun(chosen);
  const others = actions
    .map(begun)
    .filter(({ choice }) => choice !== own.choice)
    .map((one) => ({ one, worth: gainOf(table, 0, worth, one.choice) }));
  const best = (some: typeof others, most: number) => some.sort((a, b) => b.worth - a.worth).slice(0, most);
  const promising = best(others, OTHERS).map(({ one }) => ({ one, worth: play(one, FIRST) }));
  const [better] = best(
    best(promising, LEFT).map(({ one }) => ({ one, worth: play(one, ALL) })),
    1,
  );
  return better && { expected: play(own, ALL), better: better.one.action, instead: better.worth };
}
