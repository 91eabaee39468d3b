import type { AnyState } from '../src/games/game.ts';
import { translator } from '../src/locales.ts';
import { main as start } from '../src/main.ts';
import { type AnyModule, MODULES } from '../src/modules.ts';
import { presenterOf } from '../src/presenters.ts';
import { threadsFrom } from '../src/threads.ts';
import { THREAD } from './measure.ts';

/** The bot as it is started, in a process that draws when it is told to, and tells how much memory it has. */

/** How many pictures are to be drawn, and how much memory (MB) is resident after them. */
export interface Drawn {
  readonly pictures: number;
  readonly rss: number;
}

/** Pictures at a time, as where several people press at once. */
const SIDE = 4;
const SEATS = 3;
/** A game is left here, so that each map and theme comes up again and again. */
const STEPS = 45;
const NAMES = ['Ann', 'Ben', 'Cléo', 'Дмитрий', 'Eleni', '佐藤', 'Güneş', 'नमन', 'אורי', '민준'];

/** Pictures that a table shows: the board of a seat, the sheet of all, the page of a turn and a draft, move after move. */
function* pictures(module: AnyModule, others: number): Generator<() => Promise<unknown>> {
  const { rules, players } = module;
  const { pictures, menus } = presenterOf(module);
  const maps = module.maps();
  for (let n = others; ; n++) {
    const options = Object.fromEntries(rules.options.map(({ id, default: usual }) => [id, usual]));
    const chance = { seed: `memory ${n}` };
    const map = maps[n % maps.length]!;
    let state: AnyState = rules.setup({ map, seats: SEATS, options, chance, rules: rules.rules });
    const names = Array.from({ length: SEATS }, (_, seat) => NAMES[(n + 3 * seat) % NAMES.length]!);
    const scene = {
      t: translator('en'),
      theme: n % 3 === 2 ? ('light' as const) : ('dark' as const),
      names,
      spoken: names,
      plain: names,
    };
    for (let step = 0; !rules.over(state) && step < STEPS; step++) {
      const seat = rules.toAct(state)[0]!;
      const view = rules.view(state, seat);
      const action = players.easy.choose(rules, view, seat);
      const next = rules.apply(state, seat, action);
      if (step % 3 === n % 3) {
        const after = rules.view(next, seat);
        const path = menus.opens?.(view) ?? [];
        yield () => pictures.board(view, scene, { seat }).draw();
        yield () => pictures.sheet(view, scene).draw();
        yield () => (pictures.turn ?? pictures.board)(view, scene, { seat, path }).draw();
        yield () => (pictures.turn ?? pictures.board)(view, scene, { seat, after }).draw();
      }
      state = next;
    }
  }
}

export async function main(): Promise<void> {
  threadsFrom(THREAD);
  await start();
  const sources = MODULES.map((module, at) => pictures(module, at));
  let drawn = 0;
  const next = async (until: number): Promise<void> => {
    while (drawn < until) await sources[drawn++ % sources.length]!.next().value!();
  };
  process.on('message', async ({ until }: { until: number }) => {
    await Promise.all(Array.from({ length: SIDE }, () => next(until)));
    process.send?.({ pictures: drawn, rss: process.memoryUsage.rss() / 1e6 } satisfies Drawn);
  });
  process.on('disconnect', () => process.exit());
}
