import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import type { AnyAction, AnyState, AnyView, Seat } from '../src/games/game.ts';
import { translator } from '../src/locales.ts';
import { type AnyModule, metroModule, metromaniaModule, metroxModule } from '../src/modules.ts';
import { type PaintJob, painting } from '../src/painting.ts';
import { presenterOf } from '../src/presenters.ts';
import { createThread, threadsFrom } from '../src/threads.ts';
import type { Composition } from '../src/views/kit/drawing.ts';
import { release } from '../src/views/kit/indexed.ts';
import { printer } from '../src/views/picture.ts';
import { DEFLATE } from '../src/views/png.ts';
import type { Picture, Scene, Theme } from '../src/views/presenter.ts';
import { cpu, type Measured, median, type Part, THREAD, table } from './measure.ts';

/**
 * What a picture costs from a view to the bytes of its file, beside the floor (its finished rows copied and compressed in the
 * same way) and the conventional way (painted anew on a canvas and encoded by it). Every picture is of a position that was
 * not drawn before; in each round all three are done for the same ones, in turns.
 */
export const part: Part = { name: 'pictures', run };

const ROUNDS = 7;
const A_ROUND = 12;
/** Rounds before those that are measured: what all pictures of a map share is then at hand, as in a bot that runs. */
const WARM = 8;
const SEATS = 3;
const compress = promisify(deflate);

interface Shot {
  readonly view: AnyView;
  readonly seat: Seat;
  readonly scene: Scene;
  /** One of what the seat may do, where it may do anything, and the view after it. */
  readonly action: AnyAction | undefined;
  readonly after: AnyView | undefined;
}

type Kind = (module: AnyModule, shot: Shot) => Picture | undefined;

const board: Kind = (module, { view, seat, scene }) =>
  presenterOf(module).pictures.board(view, scene, { seat });
const sheet: Kind = (module, { view, scene }) => presenterOf(module).pictures.sheet(view, scene);
const draft: Kind = (module, { view, seat, scene, after }) => {
  const { pictures } = presenterOf(module);
  return after && (pictures.turn ?? pictures.board)(view, scene, { seat, after });
};
/** The page on which choosing begins, and the one behind it. */
const page =
  (deeper: boolean): Kind =>
  (module, { view, seat, scene, action }) => {
    const { menus, pictures } = presenterOf(module);
    if (action === undefined) return;
    const opens = menus.opens?.(view) ?? [];
    const [way = []] = menus.paths(view, action);
    return pictures.turn?.(view, scene, { seat, path: deeper ? way.slice(0, -1) : opens });
  };

const KINDS: readonly (readonly [AnyModule, Readonly<Record<string, Kind>>])[] = [
  [metroxModule, { board, draft, sheet }],
  [metroModule, { board, turn: page(false), part: page(true), draft }],
  [metromaniaModule, { board, turn: page(false), part: page(true), draft }],
];

/** Positions of games that computer players play, each somewhere between the beginning and the end. */
function* shots(module: AnyModule): Generator<Shot> {
  const { rules, players } = module;
  const maps = module.maps();
  for (let n = 0; ; n++) {
    const theme: Theme = n % 2 === 0 ? 'dark' : 'light';
    // Two maps at a time, as a community plays them: each has its own palette and its own sprites.
    const map = maps[n % Math.min(2, maps.length)]!;
    const options = Object.fromEntries(rules.options.map(({ id, default: usual }) => [id, usual]));
    let state: AnyState = rules.setup({
      map,
      seats: SEATS,
      options,
      chance: { seed: `bench ${n}` },
      rules: rules.rules,
    });
    const names = ['Ann', 'Ben', 'Cleo'].map((name) => `${name}${n % 7}`);
    const scene = { t: translator('en'), theme, names, spoken: names, plain: names };
    const until = (n * 7) % 40;
    for (let step = 0; !rules.over(state) && step < until; step++) {
      const seat = rules.toAct(state)[0]!;
      state = rules.apply(state, seat, players.easy.choose(rules, rules.view(state, seat), seat));
    }
    const seat = rules.toAct(state)[0];
    if (rules.over(state) || seat === undefined) continue;
    const view = rules.view(state, seat);
    const actions = rules.actions(state, seat);
    const action = actions[n % Math.max(1, actions.length)];
    const after = action === undefined ? undefined : rules.view(rules.apply(state, seat, action), seat);
    yield { view, seat, scene, action, after };
  }
}

/** CPU time of the main thread alone, in ms; where the system does not tell, of all threads. */
function mainCpu(): number {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return cpu();
  }
}

/** The composition behind a picture. */
async function compositionOf(picture: Picture): Promise<Composition> {
  const { print } = printer;
  let found: Partial<Composition> | undefined;
  printer.print = async (drawing) => {
    found = drawing;
    return Buffer.alloc(0);
  };
  await picture.draw();
  printer.print = print;
  if (!found?.rows || !found.canvas)
    throw new Error('A picture that is drawn for every click is not composed.');
  return found as Composition;
}

interface Costs {
  product: number[];
  main: number[];
  floor: number[];
  conventional: number[];
  bytes: number[];
}

async function timed(from: () => number, work: () => Promise<unknown>): Promise<number> {
  const start = from();
  await work();
  return from() - start;
}

/** Costs a picture of a kind, in ms, a value a round. */
async function measure(module: AnyModule, kind: Kind): Promise<Costs> {
  const costs: Costs = { product: [], main: [], floor: [], conventional: [], bytes: [] };
  const source = shots(module);
  const next = (): Picture => {
    for (;;) {
      const picture = kind(module, source.next().value as Shot);
      if (picture) return picture;
    }
  };
  for (let round = -WARM; round < ROUNDS; round++) {
    const pictures = Array.from({ length: A_ROUND }, next);
    const some: Composition[] = [];
    for (const one of pictures) some.push(await compositionOf(one));
    const files: number[] = [];
    const conventional: number[] = [];
    const product = await timed(cpu, async () => {
      for (const one of some) files.push((await one.png()).length);
    });
    const main = await inThread(async () => {
      for (const one of pictures) await one.draw();
    });
    const finished = await Promise.all(some.map((one) => one.rows()));
    const spare = new Uint8Array(Math.max(...finished.map(({ bytes }) => bytes.length)));
    const floor = await timed(cpu, async () => {
      for (const { bytes } of finished) {
        spare.set(bytes);
        await compress(spare.subarray(0, bytes.length), DEFLATE);
      }
    });
    finished.forEach(release);
    const painted = await timed(cpu, async () => {
      for (const one of some) conventional.push((await (await one.canvas()).encode('png')).length);
    });
    if (round < 0) continue;
    costs.product.push(product / A_ROUND);
    costs.main.push(main / A_ROUND);
    costs.floor.push(floor / A_ROUND);
    costs.conventional.push(painted / A_ROUND);
    costs.bytes.push(...files.map((size, i) => size / conventional[i]!));
  }
  return costs;
}

const ratio = (a: readonly number[], b: readonly number[]): number =>
  median(a.map((value, i) => value / b[i]!));

/** CPU time of the main thread that the first picture of a map takes, in ms, with the drawing library loaded. */
async function first(module: AnyModule): Promise<number> {
  const shot = shots(module).next().value as Shot;
  const picture = board(module, shot)!;
  return inThread(() => picture.draw());
}

const thread = (() => {
  threadsFrom(THREAD);
  return createThread();
})();

/** CPU time of the main thread in which pictures are drawn as a bot draws them, in ms. */
async function inThread(draw: () => Promise<unknown>): Promise<number> {
  painting.paint = (paint) => thread.ask<Uint8Array>({ paint } satisfies PaintJob);
  try {
    return await timed(mainCpu, draw);
  } finally {
    painting.paint = undefined;
  }
}

async function run(): Promise<Measured> {
  const rows = [['', 'x floor', 'x less than usual', 'bytes', 'main thread ms', 'floor ms']];
  const figures: Record<string, unknown> = {};
  const start: Record<string, number> = {};
  for (const [module] of KINDS) start[module.rules.id] = await first(module);
  for (const [module, kinds] of KINDS) {
    const each: Record<string, Record<string, number>> = {};
    for (const [name, kind] of Object.entries(kinds)) {
      const costs = await measure(module, kind);
      const found = {
        floor: ratio(costs.product, costs.floor),
        conventional: ratio(costs.conventional, costs.product),
        bytes: median(costs.bytes),
        main_ms: median(costs.main),
      };
      rows.push([
        `${module.rules.id}, ${name}`,
        found.floor.toFixed(2),
        found.conventional.toFixed(1),
        found.bytes.toFixed(2),
        found.main_ms.toFixed(2),
        median(costs.floor).toFixed(2),
      ]);
      each[name] = Object.fromEntries(
        Object.entries(found).map(([key, value]) => [key, Number(value.toFixed(2))]),
      );
    }
    figures[module.rules.id] = { ...each.board, first_ms: Math.round(start[module.rules.id]!), kinds: each };
  }
  const firsts = Object.entries(start).map(([id, ms]) => `${id} ${ms.toFixed(0)}`);
  return { lines: [...table(rows), `first picture of a map, main thread ms: ${firsts.join(', ')}`], figures };
}
