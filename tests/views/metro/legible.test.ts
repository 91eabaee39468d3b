import { beforeAll, describe, expect, test } from 'vitest';
import { metro } from '../../../src/games/metro/index.ts';
import type { State } from '../../../src/games/metro/state.ts';
import { metroPresenter as presenter } from '../../../src/views/metro/index.ts';
import { pageAt } from '../../../src/views/metro/paths.ts';
import { type Picture, THEMES, type Theme } from '../../../src/views/presenter.ts';
import { LONG } from '../../lib/long.ts';
import { writtenIn } from '../legible.ts';
import { foresee, moverOf, pagesOf, played } from './games.ts';
import { map, NAMES, sceneOf, viewOf } from './positions.ts';

/** On a phone what one counts with or chooses by is eleven pixels high, and nothing is smaller than eight. */

const COUNTED = 11;
const LEAST = 8;

/** Figures with what stands beside them, letters of columns and questions, and what else stands on keys; but no sentences. */
const isCounted = (text: string): boolean =>
  (/\d/.test(text) && text.split(' ').length < 4) || /^[A-H]$|^(?:Top|Bottom) /.test(text);

async function tooSmall(picture: Picture): Promise<string[]> {
  const written = await writtenIn(picture);
  expect(written.length).toBeGreaterThan(0);
  return written
    .filter(({ text, phone }) => phone < (isCounted(text) ? COUNTED : LEAST))
    .map(({ text, phone }) => `${text}: ${phone.toFixed(1)}`);
}

const { pictures, lessons } = presenter;

// Colours are taken from samples, which nobody sees.
beforeAll(async () => {
  for (const theme of THEMES) await pictures.map(map, sceneOf(theme)).draw();
});

/** Everything that is shown of a position: to all, to whoever moves on each kind of page, and of what may be done there. */
function shown(state: State, theme: Theme): Picture[] {
  const scene = sceneOf(
    theme,
    NAMES.map((name, i) => (i === 1 ? 'Maximilian' : name)),
  );
  const view = moverOf(state);
  const { mover: seat } = view;
  const all = [pictures.table(metro.view(state), scene), pictures.board(view, scene, { seat })];
  const end = metro.view(state);
  if (metro.over(state))
    // Lines of one player are drawn as those of another, and the page of all is the board.
    return [...all, pictures.sheet(end, scene), pictures.pages!(end, scene).at(-1)!.picture];
  const kinds = new Map(pagesOf(state).map((path) => [pageAt(view, path), path]));
  const actions = metro.actions(state, seat);
  const drafts = [actions[0]!, actions.at(-1)!, ...actions.filter(({ kind }) => kind === 'draw')];
  return [
    ...all,
    ...[...kinds.values()].map((path) => pictures.turn!(view, scene, { seat, path })),
    ...drafts.map((action) => pictures.turn!(view, scene, { seat, after: foresee(view, action) })),
  ];
}

/** A theme for each table, all for each in the long form. */
const themesOf = (n: number): readonly Theme[] => (LONG > 0 ? THEMES : [THEMES[n % 2]!]);

const tables = [2, 3, 4, 5, 6].flatMap((seats) =>
  ['1', '2', '3']
    .map((hand) => [seats, hand] as const)
    .filter(([, hand], i) => LONG > 0 || i === seats % 3 || hand === '1'),
);

/** How many tiles lie: one of these for a table, all of them in the long form. */
const stagesOf = (n: number): number[] => [0, 17, 41, 60].filter((_, i) => LONG > 0 || (i + n) % 4 === 0);

describe.each(tables)('%i seats, hands of %s', (seats, hand) => {
  const options = { hand, arrow: String(hand === '1') };
  test.each(stagesOf(seats + Number(hand)))('after %i tiles', async (turns) => {
    const state = played(seats, turns, options, `legible ${seats}`);
    for (const theme of themesOf(seats + turns))
      for (const picture of shown(state, theme)) expect(await tooSmall(picture), picture.alt).toEqual([]);
  });
});

test('lines of up to three figures', async () => {
  const view = viewOf(['A1 aaaa', 'D1 aaaa']);
  const lines = view.lines.map((line, i) => {
    if (line.head && line.length > 0) return { ...line, length: 47 };
    if (i % 3 > 0) return line;
    const arrival = i < 24 ? { station: i + 2 } : { central: i - 24 };
    return { ...line, head: null, arrival, length: 60, points: 100 + i };
  });
  expect(await tooSmall(pictures.board({ ...view, lines }, sceneOf(), { seat: 0 }))).toEqual([]);
});

test('what teaches the game, and the board of the lobby', async () => {
  for (const theme of THEMES) {
    const scene = sceneOf(theme);
    const all = [pictures.map(map, scene), lessons.picture(scene)];
    for (const picture of [...all, ...lessons.lessons.map((lesson) => lessons.lesson(lesson, scene))])
      expect(await tooSmall(picture), picture.alt).toEqual([]);
  }
});
