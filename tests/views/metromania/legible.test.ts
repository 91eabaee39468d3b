import { beforeAll, describe, expect, test } from 'vitest';
import { metromania } from '../../../src/games/metromania/index.ts';
import { metromaniaPresenter as presenter } from '../../../src/views/metromania/index.ts';
import { groupsOf } from '../../../src/views/metromania/numbering.ts';
import { type Picture, THEMES } from '../../../src/views/presenter.ts';
import { LONG } from '../../lib/long.ts';
import { sceneOf } from '../boards.ts';
import { type Written, writtenIn } from '../legible.ts';
import { botGame, box, momentOf, sightOf, TABLES, wildGame } from './games.ts';

/**
 * How large on a phone everything is that is written: what one counts with or chooses by 11 pixels, all else 8. What is counted
 * are figures; what one chooses by are the numbers of a page and the letters of the markers in a hand.
 */

const COUNTED = 11;
const READ = 8;
/** A size is a fraction of a pixel off where letters are a share of something. */
const SHADE = 0.02;

/** A number of points, of tunnels, of stations, of minutes, of a choice. */
const isCount = (text: string): boolean => /^[+−]?\d+′?$/.test(text);

function hold(all: readonly Written[], where: string, scene = scenes[0]!): void {
  expect(all.length, where).toBeGreaterThan(0);
  // Where figures stand for players, too, none of them tells which it is.
  const least = (text: string) => (isCount(text) && scene.plain !== ALIKE ? COUNTED : READ);
  for (const { text, phone } of all)
    expect(phone, `${where}: “${text}”`).toBeGreaterThanOrEqual(least(text) - SHADE);
}

/** Letters of own markers in a hand or in a number, as large as figures. */
function holdLetters(all: readonly Written[], letters: readonly string[], where: string): void {
  for (const letter of letters) {
    const large = all.filter(({ text, phone }) => text === letter && phone >= COUNTED - SHADE);
    expect(large.length, `${where}: ${letter}`).toBeGreaterThan(0);
  }
}

/** As long and as wide as names may be. */
const NAMES = ['Alexandria-Maria', 'W'.repeat(16), 'Cleo', 'Dia'];
/** Two begin alike: numbers stand for all. */
const ALIKE = ['Ann', 'Abe', 'Bea', 'Bo'];
const scenes = THEMES.flatMap((theme) => [sceneOf(theme, NAMES), sceneOf(theme, ALIKE)]);

const shares = [0, 0.3, 0.6, 0.85, 1];

// Grounds are kept once they are drawn: letters on them would not be told.
beforeAll(async () => {
  for (const scene of scenes) await presenter.pictures.map(box, scene).draw();
});

/** All in the long form; in the short one every third, others at each table. */
const sharing = <T>(all: readonly T[], table: number): T[] =>
  all.filter((_, i) => LONG > 0 || (i + table) % 3 === 0);

const measured = async (picture: Picture): Promise<Written[]> => writtenIn(picture);

describe.each(TABLES)('$seats seats $options', (table) => {
  const states = botGame(table);
  const at = TABLES.indexOf(table);

  test('the board, for everybody and for whoever plays, from the first turn to the end', async () => {
    for (const [i, share] of sharing([...shares.entries()], at)) {
      const view = sightOf(momentOf(states, share));
      const scene = scenes[i % scenes.length]!;
      const where = `board at ${share}`;
      const all = await measured(presenter.pictures.board(view, scene, { seat: view.seat ?? 0 }));
      hold(all, where, scene);
      const own = view.hands[view.mover]!.flatMap(({ letter }) => letter ?? []);
      holdLetters(all, own, where);
      hold(await measured(presenter.pictures.table(view, scene)), where, scene);
      hold(await measured(presenter.pictures.sheet(view, scene)), where, scene);
    }
  });

  test('every kind of page of a turn, and what comes of a step', async () => {
    const views = [...states, ...wildGame(table, 'legible')].filter(({ over }) => !over).map(sightOf);
    for (const [i, kind] of (['start', 'l1', 'l2', 'l3', 'stations', 'bonus'] as const).entries()) {
      const found = views.filter((view) => groupsOf(view).includes(kind));
      const some = LONG > 0 ? found : sharing([found[0], found[found.length >> 1], found.at(-1)], at + i);
      for (const view of some) {
        if (!view) continue;
        const scene = scenes[i % scenes.length]!;
        const options = { seat: view.seat!, path: [kind] };
        const all = await measured(presenter.pictures.turn!(view, scene, options));
        hold(all, kind, scene);
        holdLetters(
          all,
          view.hands[view.mover]!.flatMap(({ letter }) => letter ?? []),
          kind,
        );
      }
    }
  });

  test('previews', async () => {
    for (const share of sharing([0.1, 0.4, 0.7], at)) {
      const state = momentOf(states, share);
      const view = sightOf(state);
      const action = view.legal[0]!;
      const after = metromania.view(metromania.apply(state, view.seat!, action), view.seat!);
      for (const scene of scenes.slice(0, 2)) {
        const options = { seat: view.seat!, after };
        hold(await measured(presenter.pictures.turn!(view, scene, options)), 'preview', scene);
        hold(await measured(presenter.pictures.board(view, scene, options)), 'board of a preview', scene);
      }
    }
  });
});

test.each(THEMES)('the rules on a card, the lessons and the map, %s', async (theme) => {
  const scene = sceneOf(theme, []);
  const { picture, lesson, lessons } = presenter.lessons;
  // The steps of the card are told apart by their order, the lines of an example by their colours.
  const read = [...(await measured(picture(scene))), ...(await measured(presenter.pictures.map(box, scene)))];
  for (const { text, phone } of read) expect(phone, text).toBeGreaterThanOrEqual(READ - SHADE);
  for (const one of lessons) {
    const all = await measured(lesson(one, scene));
    hold(all, one.key);
    holdLetters(all, ['A', 'B'], one.key);
  }
});
