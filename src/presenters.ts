import type { AnyAction, AnyMap, AnyView } from './games/game.ts';
import { type AnyModule, type GameModule, metroModule, metromaniaModule, metroxModule } from './modules.ts';
import { painted } from './painting.ts';
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

/** The same with pictures that are drawn where `painting` says. */
const PAINTED: ReadonlyMap<AnyModule, AnyPresenter> = new Map(
  [...PRESENTERS].map(([module, presenter]) => [module, painted(module, presenter)]),
);

/** What people see of a game. Throws for a game that nobody has drawn: every game has a presenter. */
export const presenterOf = (module: AnyModule): AnyPresenter => among(PAINTED, module);

/** The same with pictures that are drawn here. */
export const unpainted = (module: AnyModule): AnyPresenter => among(PRESENTERS, module);

function among(presenters: ReadonlyMap<AnyModule, AnyPresenter>, module: AnyModule): AnyPresenter {
  const found = presenters.get(module);
  if (found === undefined) throw new Error(`There is no presenter of the game "${module.rules.id}".`);
  return found;
}
