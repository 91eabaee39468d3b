import { describe, expect, test } from 'vitest';
import { metromania } from '../../../src/games/metromania/index.ts';
import type { View } from '../../../src/games/metromania/state.ts';
import { pointOf } from '../../../src/views/metromania/ground.ts';
import { metromaniaPresenter as presenter } from '../../../src/views/metromania/index.ts';
import { choicesOn, groupsOf } from '../../../src/views/metromania/numbering.ts';
import { promisesOf } from '../../../src/views/metromania/promises.ts';
import { sightOf as sight } from '../../../src/views/metromania/sight.ts';
import { FIELD, frameOf, through } from '../../../src/views/metromania/window.ts';
import { WIDTH as FULL } from '../../../src/views/metrox/frame.ts';
import { THEMES } from '../../../src/views/presenter.ts';
import { laid } from '../../games/metromania/position.ts';
import { LONG } from '../../lib/long.ts';
import { read, sceneOf } from '../boards.ts';
import { corner } from '../ink.ts';
import { botGame, sightOf, TABLES, wildGame } from './games.ts';

/** What the private pages of a turn show. */

const scene = sceneOf('dark');
const turn = (view: View, path?: string[], after?: View, on = scene) =>
  presenter.pictures.turn!(view, on, {
    seat: view.seat!,
    ...(path ? { path } : {}),
    ...(after ? { after } : {}),
  });

const views = TABLES.flatMap((table, i) => wildGame(table, `turn ${i}`))
  .filter(({ over }) => !over)
  .map(sightOf);

describe.each(THEMES)('%s', (theme) => {
  test('each kind of page, and previews: 1100 by 860, not heavy, with the lower left corner empty', async () => {
    for (const kind of ['start', 'l1', 'l2', 'stations', 'bonus']) {
      const found = views.filter((view) => groupsOf(view).includes(kind as 'start'));
      for (const view of LONG > 0 ? found : found.slice(-1)) {
        const bytes = await turn(view, [kind], undefined, sceneOf(theme)).draw();
        const image = await read(bytes);
        expect([image.width, image.height]).toEqual([1100, 860]);
        expect(bytes.length).toBeLessThan(256_000);
        expect(corner(image, FULL), kind).toBe(1);
      }
    }
  });
});

describe('in words', () => {
  test('every choice of a page by what its key says', () => {
    let some = 0;
    for (const view of views)
      for (const group of groupsOf(view)) {
        const { alt } = turn(view, [group]);
        expect(alt.length).toBeLessThanOrEqual(1024);
        expect(alt).not.toMatch(/\{\{|metromania\.|undefined|NaN/);
        for (const { label } of choicesOn(view, group)) {
          expect(alt).toContain(` ${label}: `);
          some++;
        }
      }
    expect(some).toBeGreaterThan(500);
  });

  test('where the line is, or that all of the city is seen', () => {
    const view = metromania.view(laid({ lines: { 0: 'F10 W-L W-L W-L' } }), 0);
    expect(turn(view, ['l1']).alt).toContain('The part of the city around F7, large.');
    expect(turn(view, ['start']).alt).toContain('All of the city.');
  });

  test('a key that is gone, and the first page, show where choosing begins; no path a preview', () => {
    const state = laid({ lines: { 0: 'F10 W-L W-L W-L' } });
    const view = metromania.view(state, 0);
    expect(turn(view, []).alt).toBe(turn(view, ['l1']).alt);
    const [dig] = view.legal.filter(({ kind }) => kind === 'dig');
    const after = metromania.view(metromania.apply(state, 0, dig!), 0);
    const { alt } = turn(view, undefined, after);
    expect(alt).toContain('Preview, not final yet: line 1: 3 → 4 tunnels, to ');
    expect(alt).not.toMatch(/Line 1 from/);
  });
});

describe('the part of the city that is seen', () => {
  test('holds the head of the line and all that may be chosen, whole', () => {
    for (const view of views)
      for (const group of groupsOf(view)) {
        const { window, choices, line } = sight(view, undefined, [group]);
        const [left, top, right, bottom] = frameOf(window);
        const ends = choices.flatMap(({ action }) =>
          action.kind === 'dig'
            ? [action.to]
            : action.kind === 'start'
              ? [action.from]
              : action.vertex === null
                ? []
                : [action.vertex],
        );
        const head = line === null ? [] : view.lines[line]!.vertices.slice(-1);
        for (const vertex of [...ends, ...head]) {
          const [x, y] = pointOf(vertex);
          expect(x > left && x < right && y > top && y < bottom, `${group} ${vertex}`).toBe(true);
        }
      }
  });

  test('is two or three times as large as on the board where a line is dug on', () => {
    const view = metromania.view(laid({ lines: { 0: 'F10 W-L W-L W-L' } }), 0);
    expect(sight(view, undefined, ['l1']).window.scale).toBeGreaterThan(2.5);
    // A place of the city stands where the window says.
    const { window } = sight(view, undefined, ['l1']);
    expect(through(window, window.on)).toEqual([FIELD.left + FIELD.width / 2, FIELD.top + FIELD.height / 2]);
  });

  test('of a preview it is around what was dug', () => {
    const state = laid({ lines: { 0: 'F10 W-L W-L W-L', 1: 'A2 SE-L' } });
    const view = metromania.view(state, 0);
    const dig = view.legal.find((action) => action.kind === 'dig' && action.number === 2)!;
    const after = metromania.view(metromania.apply(state, 0, dig), 0);
    const { window, line } = sight(view, after, undefined);
    expect(line).toBe(1);
    const [left, top, right, bottom] = frameOf(window);
    for (const vertex of after.lines[1]!.vertices.slice(-2)) {
      const [x, y] = pointOf(vertex);
      expect(x > left && x < right && y > top && y < bottom).toBe(true);
    }
    expect(window.scale).toBeGreaterThan(1.5);
  });
});

test('what is dug, thought of and may be chosen shows, and nothing that others hold', async () => {
  const states = botGame(TABLES[3]);
  const from = states.findIndex(({ turn, doing }) => turn > 6 && doing.tunnels.length === 0);
  const view = sightOf(states[from]!);
  const after = metromania.view(states[from + 1]!, view.seat!);
  const [page] = groupsOf(view).filter((group) => group.startsWith('l'));
  const png = async (...of: Parameters<typeof turn>) => (await turn(...of).draw()).toString('base64');
  const drawn = [
    await png(view, [page!]),
    await png(view, [], after),
    await png(view, undefined, after),
    await png({ ...view, hands: view.hands.map(() => []) }, [page!]),
    await png(view, ['stations']),
  ];
  expect(new Set(drawn).size).toBe(drawn.length);
  const other = view.hands.map((hand, company) =>
    view.setting.owners[company] === view.seat
      ? hand
      : hand.map((held) => ({ ...held, letter: 'A' as const })),
  );
  expect(await png({ ...view, hands: other }, [page!])).toBe(drawn[0]);
});

test('where a tunnel joins another line the station that comes there is promised with its points', () => {
  let some = 0;
  for (const view of views)
    for (const group of groupsOf(view)) {
      const seen = sight(view, undefined, [group]);
      const promised = new Map(promisesOf(seen).map(({ vertex, points }) => [vertex, points]));
      const built = new Map<number, number>();
      for (const { action } of seen.choices) {
        if (action.kind !== 'dig') continue;
        const after = metromania.apply(metromania.imagine(view), view.seat!, action);
        const turn = after.turn > view.turn ? after.last! : after.doing;
        const station = turn.stations.find(({ vertex }) => vertex === action.to);
        const stood = view.stations.some(({ vertex }) => vertex === action.to);
        // A station that leaves the last but one for the end comes with the other end of the tunnel first.
        if (station && !stood) built.set(action.to, station.points);
      }
      for (const [vertex, points] of built) expect(promised.get(vertex)).toBe(points);
      if (view.stations.length < view.box.stations - 1)
        for (const vertex of promised.keys()) expect(built.has(vertex)).toBe(true);
      some += promised.size;
    }
  expect(some).toBeGreaterThan(30);
});
