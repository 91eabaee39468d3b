import { beforeAll, describe, expect, test } from 'vitest';
import { metrox } from '../../../src/games/metrox/index.ts';
import type { State, View } from '../../../src/games/metrox/state.ts';
import { mapOf, metroxModule } from '../../../src/modules.ts';
import { metroxPresenter as presenter } from '../../../src/views/metrox/index.ts';
import { type Picture, type Scene, THEMES, type Theme } from '../../../src/views/presenter.ts';
import { LONG } from '../../lib/long.ts';
import { MAPS, playTo, sceneOf } from '../boards.ts';
import { writtenIn } from '../legible.ts';
import { foresee, table } from '../positions.ts';

/** On a phone what one counts with or chooses by is eleven pixels high, and nothing is smaller than eight. */

const COUNTED = 11;
const LEAST = 8;

/** Figures with what stands beside them, letters of lines and names of stations; but no sentences. */
const isCounted = (text: string): boolean =>
  (/\d/.test(text) && text.trim().split(/\s+/u).length < 4) || /^[A-Z]$/.test(text);

async function tooSmall(picture: Picture, counted = isCounted): Promise<string[]> {
  const written = await writtenIn(picture);
  expect(written.length).toBeGreaterThan(0);
  return written
    .filter(({ text, phone }) => phone < (counted(text) ? COUNTED : LEAST))
    .map(({ text, phone }) => `${text}: ${phone.toFixed(1)}`);
}

const { pictures, lessons } = presenter;

// Colours are taken from samples, which nobody sees.
beforeAll(async () => {
  for (const theme of THEMES) {
    for (const id of MAPS) await pictures.map(mapOf(metroxModule, id), sceneOf(theme)).draw();
    await lessons.picture(sceneOf(theme)).draw();
  }
}, 60_000);

const NAMES = ['W'.repeat(16), 'Maximilian Mouse', '山田太郎さくらもも', 'Dia'];

/** The boards of a position: as all see them, and what each private page of a turn shows. */
function boards(state: State, scene: Scene): Picture[] {
  const view = metrox.view(state);
  const shown = view.boards.map((_, seat) => pictures.board(view, scene, { seat }));
  if (metrox.over(state)) return shown;
  const mine = metrox.view(state, 1);
  const after = (code: (action: ReturnType<typeof metrox.actions>[number]) => boolean): View[] =>
    metrox
      .actions(state, 1)
      .filter(code)
      .slice(0, 1)
      .map((action) => metrox.view(metrox.apply(metrox.imagine(mine), 1, action), 1));
  const last = metrox.actions(state, 1).at(-1);
  const previews = [...after(() => true), ...after((action) => action === last)];
  const names = some([...view.map.lines.map(({ id }) => id), '*'], view.boards.length);
  return [
    ...shown,
    ...previews.flatMap((one) => [
      pictures.board(mine, scene, { seat: 1, after: one }),
      pictures.board(one, scene, { seat: 1 }),
    ]),
    ...names.map((name) => pictures.board(mine, scene, { seat: 1, name })),
  ];
}

/** All in the long form, in the short one every fourth, others at each `n`. */
const some = <T>(all: readonly T[], n: number): T[] => all.filter((_, i) => LONG > 0 || (i + n) % 4 === 0);

/** A theme for each stage, all for each in the long form. */
const themesOf = (n: number): readonly Theme[] => (LONG > 0 ? THEMES : [THEMES[n % 2]!]);

const ROUNDS = [0, 7, 16, 99];

describe.each(MAPS)('%s', (id) => {
  const n = MAPS.indexOf(id);

  test.each(some(ROUNDS, n))('boards after %i rounds', async (rounds) => {
    const state = playTo(id, 4, rounds);
    for (const theme of themesOf(rounds + n))
      for (const picture of boards(state, sceneOf(theme, NAMES)))
        expect(await tooSmall(picture), picture.alt).toEqual([]);
  });

  test('what a choice completes', async () => {
    const map = mapOf(metroxModule, id);
    const most = Math.max(...map.stations.map(({ lines }) => lines.length));
    const station = map.stations.findIndex(({ lines }) => lines.length === most);
    const { lines } = map.stations[station]!;
    const full = lines.map((line) => `${map.lines[line]!.id}*`);
    const [one] = lines;
    const lacking = `-${map.lines[one!]!.id}${map.lines[one!]!.stations.indexOf(station) + 1}`;
    const state = table(id, 'F', [[...full, lacking], []]);
    const free = metrox.actions(state, 0).find((action) => 'station' in action && action.station === station);
    const [view, , after] = foresee(state, 0, metrox.code(free!));
    expect(after.mine!.last!.lines).toHaveLength(most);
    for (const theme of themesOf(n)) {
      const picture = pictures.board(view, sceneOf(theme, NAMES), { seat: 0, after });
      expect(await tooSmall(picture), picture.alt).toEqual([]);
    }
  });

  test('the lobby and the table', async () => {
    for (const theme of themesOf(n)) {
      const scene = sceneOf(theme, NAMES);
      const map = mapOf(metroxModule, id);
      const tables = some(ROUNDS, n + 1).map((rounds) =>
        pictures.table(metrox.view(playTo(id, 4, rounds)), scene),
      );
      const closed = metrox.setup({
        map,
        seats: 2,
        options: { flip: 'manual' },
        chance: { seed: 'x' },
        rules: 1,
      });
      const down = metrox.view(closed, 0);
      const all = [pictures.map(map, scene), ...tables, pictures.table(down, scene)];
      for (const picture of [...all, pictures.board(down, scene, { seat: 0 })])
        expect(await tooSmall(picture), picture.alt).toEqual([]);
    }
  });
});

/** Boards on a sheet are looked at, not played from: of each its score, rank and name have to be read. */
test.each([2, 5, 9, 25])('the sheets of %i', async (seats) => {
  const plain = Array.from({ length: seats }, (_, i) => (i % 2 ? 'Maximilian Mouse' : `Player ${i}`));
  for (const [i, id] of some([...MAPS.entries()], seats))
    for (const rounds of some(ROUNDS, i + seats)) {
      const view = metrox.view(playTo(id, seats, rounds));
      for (const theme of themesOf(i))
        for (const page of [0, 2]) {
          const scene = sceneOf(theme, plain);
          const counted = (text: string) => /^[–−\d]+$|…|^Pla|^Max/u.test(text);
          const picture = pictures.sheet(view, scene, page);
          expect(await tooSmall(picture, counted), picture.alt).toEqual([]);
        }
    }
});

test('a run to show others', async () => {
  for (const [i, id] of MAPS.entries()) {
    const views = [5, 99].map((rounds) => metrox.view(playTo(id, 1, rounds)));
    const info = { day: 1412, streak: 1234, finished: true };
    for (const theme of themesOf(i)) {
      const { card } = presenter.solo!.share(views, info, sceneOf(theme, ['Ann']));
      expect(await tooSmall(card), card.alt).toEqual([]);
    }
  }
});

test('what teaches the game', async () => {
  for (const theme of THEMES) {
    const scene = sceneOf(theme);
    for (const picture of [
      lessons.picture(scene),
      ...lessons.lessons.map((one) => lessons.lesson(one, scene)),
    ])
      expect(await tooSmall(picture), picture.alt).toEqual([]);
  }
});
