import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import type { AnyState, AnyView } from '../src/games/game.ts';
import { seeded } from '../src/games/rng.ts';
import { translator } from '../src/locales.ts';
import { type Thought, think } from '../src/match/thinking.ts';
import { type AnyModule, MODULES, sent, strengthsOf } from '../src/modules.ts';
import { type PaintJob, painting, pictureOf, type Wanted } from '../src/painting.ts';
import { presenterOf, unpainted } from '../src/presenters.ts';
import { createThread, threadsFrom } from '../src/threads.ts';
import type { Picture, Scene } from '../src/views/presenter.ts';
import { usePictures } from './blank.ts';

/** What is drawn or thought of in another thread is what it would be here. */

const names = ['Ann', 'Ben'];
const scene: Scene = { t: translator('en'), theme: 'light', names, spoken: names, plain: names };

interface Played {
  readonly seat: number;
  readonly view: AnyView;
  /** The same after one of the seat's choices. */
  readonly after: AnyView;
  /** The same after another of them. */
  readonly instead: AnyView;
  /** Of a watcher: somewhere before, and at the end. */
  readonly before: AnyView;
  readonly end: AnyView;
}

/** A game that easy players play, stopped in the middle, and at its end. */
function played({ rules, players, maps }: AnyModule): Played {
  const options = Object.fromEntries(rules.options.map(({ id, default: usual }) => [id, usual]));
  const chance = { seed: 'painted' };
  let state: AnyState = rules.setup({ map: maps()[0]!, seats: 2, options, chance, rules: rules.rules });
  const states = [state];
  while (!rules.over(state)) {
    const seat = rules.toAct(state)[0]!;
    state = rules.apply(state, seat, players.easy.choose(rules, rules.view(state, seat), seat));
    states.push(state);
  }
  const middle = states[Math.floor(states.length / 2)]!;
  const seat = rules.toAct(middle)[0]!;
  const [first, ...others] = rules.actions(middle, seat);
  const [after, instead] = [first!, others.at(-1)!].map((one) =>
    rules.view(rules.apply(middle, seat, one), seat),
  );
  return {
    seat,
    view: rules.view(middle, seat),
    after: after!,
    instead: instead!,
    before: rules.view(states[1]!),
    end: rules.view(state),
  };
}

/** A picture of every kind that a game has. */
function kindsOf(module: AnyModule): readonly (readonly [string, Picture])[] {
  const { pictures, solo } = presenterOf(module);
  const { seat, view, after, instead, before, end } = played(module);
  const standings = [0, 1].map((one) => ({ seat: one, score: 10 - one, rank: one + 1 }));
  const info = { day: 3, streak: 2, finished: true };
  const comparison = {
    ...info,
    par: { par: 41, best: 63 },
    scores: [
      [20, 1],
      [30, 9],
    ] as const,
    ahead: 12,
  };
  const review = {
    seat,
    chosen: { after, expected: 13.4 },
    better: { after: instead, expected: 21 },
  };
  const found: [string, Picture | null | undefined][] = [
    ['map', pictures.map(module.maps()[0]!, scene)],
    ['table', pictures.table(view, scene)],
    ['table since', pictures.table(view, scene, before)],
    ['board', pictures.board(view, scene, { seat })],
    ['board after', pictures.board(view, scene, { seat, after })],
    ['turn', pictures.turn?.(view, scene, { seat })],
    ['turn after', pictures.turn?.(view, scene, { seat, after })],
    ['sheet', pictures.sheet(end, scene, 0)],
    ['result', pictures.result(end, scene, standings)],
    ['finale', pictures.finale?.(end, scene)],
    ['page', pictures.pages?.(end, scene)[1]?.picture],
    ['review', pictures.review?.(view, scene, review)],
    ['film', pictures.film([before, end], scene, 0)],
    ['compare', solo?.compare(end, comparison, scene)],
    ['share', solo?.share([before, end], info, scene).card],
  ];
  return found.flatMap(([kind, picture]) => (picture ? [[kind, picture] as const] : []));
}

/** Draws what was sent as another thread would, which has nothing else. */
const fromWhatIsSent = (wanted: Wanted): Promise<Buffer> => {
  const module = MODULES.find(({ rules }) => rules.id === wanted.game)!;
  return pictureOf(module, unpainted(module), structuredClone(wanted)).draw();
};

afterEach(() => {
  painting.paint = undefined;
});

describe.each(MODULES.map((module) => [module.rules.id, module] as const))('%s', (id, module) => {
  test('a picture of each kind is drawn from what is sent as it is here', async () => {
    const kinds = kindsOf(module);
    expect(kinds.length).toBeGreaterThan(id === 'metrox' ? 8 : 9);
    for (const [kind, picture] of kinds) {
      painting.paint = undefined;
      const here = await picture.draw();
      const wanted: Wanted[] = [];
      painting.paint = (one) => {
        wanted.push(one);
        return fromWhatIsSent(one);
      };
      expect((await picture.draw()).equals(here), kind).toBe(true);
      expect(wanted.map(({ what }) => what)).toEqual([kind.split(' ')[0]]);
    }
  });
});

threadsFrom({ file: fileURLToPath(new URL('lib/thread.mjs', import.meta.url)) });

describe('a thread', () => {
  const module = MODULES[0]!;
  const board = () => {
    const { seat, view } = played(module);
    return presenterOf(module).pictures.board(view, scene, { seat });
  };

  test('draws what is drawn here, and tells what it could not draw', async () => {
    const here = await board().draw();
    const thread = createThread();
    const files: Uint8Array[] = [];
    painting.paint = async (paint) => {
      const file = await thread.ask<Uint8Array>({ paint } satisfies PaintJob);
      files.push(file);
      return file;
    };
    try {
      const [one, another] = await Promise.all([board().draw(), board().draw()]);
      expect(one.equals(here) && another.equals(here)).toBe(true);
      expect(files).toHaveLength(2);
      const odd = { paint: { game: 'metrox', scene: { language: 'en' }, what: 'nothing' } };
      await expect(thread.ask(odd)).rejects.toThrow('metrox has no picture "nothing"');
      expect(thread.able()).toBe(true);
    } finally {
      await thread.end();
    }
  });

  test('thinks for a computer as it would think here', async () => {
    const { seat, view } = played(module);
    const thread = createThread();
    for (const strength of strengthsOf(module)) {
      const thought: Thought = {
        game: 'metrox',
        view: sent(module, view),
        seat,
        strength,
        rng: seeded('thought'),
      };
      expect(await thread.ask({ think: thought }), strength).toBe(await think(thought));
    }
    await thread.end();
  });

  test('that ends is begun anew for what comes next', async () => {
    const thread = createThread();
    painting.paint = (paint) => thread.ask<Uint8Array>({ paint } satisfies PaintJob);
    const here = await board().draw();
    const lost = thread.ask({ paint: { game: 'metrox' } });
    await Promise.all([expect(lost).rejects.toThrow('The thread has ended.'), thread.end()]);
    expect((await board().draw()).equals(here)).toBe(true);
    await thread.end();
  });
});

test('what cannot be drawn elsewhere is drawn here', async () => {
  const { seat, view } = played(MODULES[1]!);
  const picture = presenterOf(MODULES[1]!).pictures.board(view, scene, { seat });
  const here = await picture.draw();
  let asked = 0;
  painting.paint = async () => {
    asked += 1;
    throw new Error('It has ended.');
  };
  expect((await picture.draw()).equals(here)).toBe(true);
  expect(asked).toBe(1);
});

test('pictures that are left blank are asked of nobody', async () => {
  usePictures('blank');
  painting.paint = async () => {
    throw new Error('Nobody looks.');
  };
  const { pictures } = presenterOf(MODULES[0]!);
  expect((await pictures.map(MODULES[0]!.maps()[0]!, scene).draw()).length).toBeLessThan(100);
});
