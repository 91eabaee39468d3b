import type { AnyAction, AnyState, Options } from '../games/game.ts';
import { seeded } from '../games/rng.ts';
import { type AnyModule, mapOf, moduleOf } from '../modules.ts';

/** What the cards of a game that is played alone are worth: to whoever plays well, and to whoever knew them all. */

/** The cards of a game for one, as plain data: worked out anywhere, and told to nobody who may still play them. */
export interface Cards {
  readonly game: string;
  readonly map: string;
  readonly options: Options;
  readonly rules: number;
  readonly seed: string;
}

export interface Par {
  /** What the strongest computer scores, which sees the cards one by one as a person does. */
  readonly par: number;
  /** The best score that a search found for these cards, and the codes of its choices. */
  readonly best: number;
  readonly moves: readonly string[];
}

/** Whether a game has par: it is played alone, and somebody can tell in hindsight how it is played best. */
export const hasPar = ({ rules, hindsight }: AnyModule): boolean =>
  rules.seats[0] === 1 && hindsight !== undefined;

/** Works the par of some cards out; takes a second or several. Throws for a game without par. */
export function workOut({ game, map, options, rules, seed }: Cards): Par {
  const module = moduleOf(game);
  const { players } = module;
  if (!module.hindsight) throw new Error(`${game} has no par.`);
  const deal = { map: mapOf(module, map), seats: 1, options, chance: { seed }, rules };
  const begun = module.rules.setup(deal);
  const strongest = players.hard ?? players.normal ?? players.easy;
  const played = playedBy(module, begun, (state) =>
    strongest.choose(module.rules, module.rules.view(state, 0), 0, seeded(`par/${module.rules.turn(state)}`)),
  );
  const known = module.hindsight(begun);
  let next = 0;
  const found = playedBy(module, begun, () => known[next++]);
  // A search that leaves choices out may miss what somebody finds who does not look for it.
  const best = found.score >= played.score ? found : played;
  return { par: played.score, best: best.score, moves: best.moves };
}

/** A game for one as somebody plays it, who is asked for every choice; what is to be done without one is done. */
function playedBy(
  { rules }: AnyModule,
  begun: AnyState,
  choose: (state: AnyState) => AnyAction | undefined,
): { readonly score: number; readonly moves: readonly string[] } {
  let state = begun;
  const moves: string[] = [];
  while (!rules.over(state)) {
    const [seat] = rules.toAct(state);
    if (seat === undefined) throw new Error('Nobody is to act in a game that is not over.');
    const action = seat === 0 ? choose(state) : rules.actions(state, seat)[0];
    if (!action) throw new Error('There is nothing to choose.');
    if (seat === 0) moves.push(rules.code(action));
    state = rules.apply(state, seat, action);
  }
  return { score: rules.score(state)[0]!.score, moves };
}
