import type { AnyAction, AnyMap, AnyView } from './games/game.ts';
import { type AnyModule, type GameModule, metroModule, metromaniaModule, metroxModule } from './modules.ts';
import { metroPresenter } from './views/metro/index.ts';
import { metromaniaPresenter } from './views/metromania/index.ts';
import { metroxPresenter } from './views/metrox/index.ts';
import type { Presenter } from './views/presenter.ts';

/** What people see of each game. It stands apart from modules.ts, so that what only plays loads no pictures. */

export type AnyPresenter = Presenter<AnyView, AnyAction, AnyMap>;

/** The compiler sees that both are of one game. */
const shown = <State, Action, View, M>(
  module: GameModule<State, Action, View, M>,
  presenter: Presenter<View, Action, M>,
) => [module, presenter] as const;

const PRESENTERS: ReadonlyMap<AnyModule, AnyPresenter> = new Map<AnyModule, AnyPresenter>([
  shown(metroxModule, metroxPresenter),
  shown(metroModule, metroPresenter),
  shown(metromaniaModule, metromaniaPresenter),
]);

/** What people see of a game. Throws for a game that nobody has drawn: every game has a presenter. */
export function presenterOf(module: AnyModule): AnyPresenter {
  const found = PRESENTERS.get(module);
  if (found === undefined) throw new Error(`There is no presenter of the game "${module.rules.id}".`);
  return found;
}
