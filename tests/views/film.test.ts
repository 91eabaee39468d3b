import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { easy as metroEasy } from '../../src/bots/metro/easy.ts';
import { easy as metroxEasy } from '../../src/bots/metrox/easy.ts';
import type { Game } from '../../src/games/game.ts';
import { metro } from '../../src/games/metro/index.ts';
import { metromania } from '../../src/games/metromania/index.ts';
import { metrox } from '../../src/games/metrox/index.ts';
import type { Action, State, View } from '../../src/games/metrox/state.ts';
import { mapOf, metroxModule } from '../../src/modules.ts';
import { delaysOf } from '../../src/views/film.ts';
import { filmAlt } from '../../src/views/filmalt.ts';
import { COLORS, gif } from '../../src/views/gif.ts';
import { metroPresenter } from '../../src/views/metro/index.ts';
import { metromaniaPresenter } from '../../src/views/metromania/index.ts';
import { metroxPresenter } from '../../src/views/metrox/index.ts';
import type { Picture, Theme } from '../../src/views/presenter.ts';
import { PARIS } from '../games/metro/table.ts';
import { LONG } from '../lib/long.ts';
import { sceneOf } from './boards.ts';
import { type Animation, readGif } from './gif.ts';
import { type Written, writtenIn } from './legible.ts';
import { botGame, TABLES, wildGame } from './metromania/games.ts';

/** Films: what is written comes out again, and a game is told from its beginning to its end. */

/** Rows of the colours' numbers, each after a byte that is no pixel. */
const rowsOf = (width: number, pixels: readonly number[]): Buffer =>
  Buffer.from(pixels.flatMap((pixel, i) => (i % width === 0 ? [77, pixel] : [pixel])));

const PALETTE = Uint8Array.from({ length: 3 * COLORS }, (_, i) => (i * 151) % 256);
const rgbOf = (pixels: readonly number[]): number[] =>
  pixels.flatMap((pixel) => [...PALETTE.subarray(3 * pixel, 3 * pixel + 3)]);

describe('the pictures of a GIF', () => {
  test('come out as they went in, however few or many pixels differ', () => {
    const sizes = fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 40 }));
    const films = sizes.chain(([width, height]) => {
      const pixel = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: COLORS - 1 }));
      const picture = fc.array(pixel, { minLength: width * height, maxLength: width * height });
      return fc.record({
        width: fc.constant(width),
        height: fc.constant(height),
        pictures: fc.array(picture, { minLength: 1, maxLength: 4 }),
      });
    });
    fc.assert(
      fc.property(films, ({ width, height, pictures }) => {
        const made = gif(width, height, PALETTE);
        for (const [i, pixels] of pictures.entries()) made.add(rowsOf(width, pixels), 100 * (i + 1));
        const read = readGif(made.done());
        expect(read).toMatchObject({ width, height, loops: 0 });
        expect(read.shots.map(({ delay }) => delay)).toEqual(pictures.map((_, i) => 100 * (i + 1)));
        for (const [i, { rgb }] of read.shots.entries()) expect([...rgb]).toEqual(rgbOf(pictures[i]!));
      }),
      { numRuns: 60 },
    );
  });

  test('come out where there are more strings than codes, and at every length around that', () => {
    let seed = 1;
    const noise = (length: number) =>
      Array.from({ length }, () => {
        seed = Math.imul(seed, 1_664_525) + 1_013_904_223;
        return (seed >>> 16) % COLORS;
      });
    const widths = [253, 254, 255, 256, 257, 3_837, 3_838, 3_839, 3_840, 3_841, 20_000];
    for (const width of widths) {
      const pixels = noise(width);
      const made = gif(width, 1, PALETTE);
      made.add(rowsOf(width, pixels), 10);
      expect([...readGif(made.done()).shots[0]!.rgb], String(width)).toEqual(rgbOf(pixels));
    }
  });

  test('of one that is the same as the one before no more than a pixel is stored', () => {
    const made = gif(50, 50, PALETTE);
    const pixels = Array.from({ length: 2_500 }, (_, i) => i % 200);
    for (let i = 0; i < 2; i++) made.add(rowsOf(50, pixels), 10);
    const [first, second] = readGif(made.done()).shots;
    expect([first!.part.width, second!.part.width]).toEqual([50, 1]);
    expect(second!.rgb).toEqual(first!.rgb);
  });
});

test('a film is neither hectic nor endless: ten to twenty seconds, the last picture for three', () => {
  for (let frames = 8; frames <= 110; frames++) {
    const delays = delaysOf(frames);
    const all = delays.reduce((sum, delay) => sum + delay, 0);
    expect(delays.at(-1)).toBe(3_000);
    expect(all, String(frames)).toBeGreaterThanOrEqual(10_000);
    expect(all, String(frames)).toBeLessThanOrEqual(20_000);
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(150);
    expect(delays.every((delay) => delay % 10 === 0)).toBe(true);
  }
  expect(delaysOf(2)).toEqual([1_500, 3_000]);
});

const bot = metrox as Game<State, Action, View, unknown>;

function metroxGame(map: string, seats: number): View[] {
  const chance = { seed: 'film' };
  let state = metrox.setup({
    map: mapOf(metroxModule, map),
    seats,
    options: { flip: 'auto' },
    chance,
    rules: 1,
  });
  const views = [metrox.view(state)];
  while (!metrox.over(state)) {
    for (const seat of metrox.toAct(state))
      state = metrox.apply(state, seat, metroxEasy.choose(bot, metrox.view(state, seat), seat));
    views.push(metrox.view(state));
  }
  return views;
}

function metroGame(seats: number) {
  let state = metro.setup({ map: PARIS, seats, options: {}, chance: { seed: 'film' }, rules: metro.rules });
  const views = [metro.view(state)];
  while (!metro.over(state)) {
    const { mover } = state;
    state = metro.apply(state, mover, metroEasy.choose(metro, metro.view(state, mover), mover));
    views.push(metro.view(state));
  }
  return views;
}

const cityViews = (states: ReturnType<typeof botGame>) =>
  states
    .filter(({ turn }, i) => i === 0 || turn > states[i - 1]!.turn)
    .map((state) => metromania.view(state));

const NAMES = ['Ann', 'Maximilian the Gr', 'Cleo', 'Dia', 'Eli', 'Fay'];

interface Told {
  readonly what: string;
  readonly frames: number;
  film(theme: Theme): Picture;
  /** Of its first two pictures alone. */
  first(theme: Theme): Picture;
}

const told = <View>(
  what: string,
  views: readonly View[],
  film: (views: readonly View[], theme: Theme) => Picture,
): Told => ({
  what,
  frames: views.length,
  film: (theme) => film(views, theme),
  first: (theme) => film(views.slice(0, 2), theme),
});

const ofMetrox = (map: string, seats: number): Told => {
  const views = metroxGame(map, seats);
  return told(`Metro X on ${map}, ${seats} seats`, views, (some, theme) =>
    metroxPresenter.pictures.film(some, sceneOf(theme, NAMES), 0),
  );
};

const ofMetro = (seats: number): Told =>
  told(`Metro, ${seats} seats`, metroGame(seats), (some, theme) =>
    metroPresenter.pictures.film(some, sceneOf(theme, NAMES), 0),
  );

const ofCity = (states: ReturnType<typeof botGame>): Told => {
  const views = cityViews(states);
  const { seats, advanced } = views[0]!.setting;
  return told(`MetroMania, ${seats} seats${advanced ? ', advanced' : ''}`, views, (some, theme) =>
    metromaniaPresenter.pictures.film(some, sceneOf(theme, NAMES), 0),
  );
};

/** Of each game the first is a long one. */
const FILMS = [
  ofMetrox('tokyo', 3),
  ofMetro(2),
  ofCity(botGame(TABLES[1])),
  ...(LONG > 0
    ? [
        ofMetrox('tube-town', 1),
        ofMetrox('osaka', 9),
        ofMetro(6),
        ofCity(wildGame(TABLES[0], 'long')),
        ofCity(wildGame(TABLES[3], 'long')),
      ]
    : []),
];

// A whole film takes seconds, and several times as many beside other tests.
describe.each(FILMS)('$what', { timeout: 60_000 }, ({ film, first, frames }) => {
  let seen: { file: Buffer; read: Animation; written: Written[] } | undefined;
  const dark = async () => {
    if (seen) return seen;
    // Before the first picture of a map its colours are found in samples that nobody sees.
    await first('dark').draw();
    const picture = film('dark');
    let file: Buffer = Buffer.alloc(0);
    const draw = async () => (file = await picture.draw());
    const written = await writtenIn({ width: picture.width, draw });
    seen = { file, read: readGif(file), written };
    return seen;
  };

  test('has a picture for the beginning and one after each step, and fits a message', async () => {
    const { file, read } = await dark();
    const { width, height } = film('dark');
    expect(read).toMatchObject({ width, height, loops: 0 });
    expect(read.shots.map(({ delay }) => delay)).toEqual(delaysOf(frames));
    expect(file.length).toBeLessThan(4_000_000);
    expect(read.shots[0]!.part).toEqual({ x: 0, y: 0, width, height });
    for (let i = 1; i < frames; i++)
      expect(Buffer.compare(read.shots[i]!.rgb, read.shots[i - 1]!.rgb), String(i)).not.toBe(0);
  });

  test('leaves the corner empty in which Discord lays its sign', async () => {
    const { width, height, shots } = (await dark()).read;
    const [w, h] = [Math.floor((190 * width) / 1_200), Math.floor((84 * width) / 1_200)];
    for (const [i, { rgb }] of shots.entries()) {
      const corner = new Set<number>();
      for (let y = height - h; y < height; y++)
        for (let x = 0, at = 3 * y * width; x < w; x++, at += 3)
          corner.add(rgb[at]! * 65_536 + rgb[at + 1]! * 256 + rgb[at + 2]!);
      expect(corner.size, String(i)).toBe(1);
    }
  });

  test('is legible on a phone', async () => {
    const { written } = await dark();
    expect(written.filter(({ phone }) => phone < 8)).toEqual([]);
    // The scores at the end are the largest of what is written.
    const score = / (−?\d+)[,.]/.exec(film('dark').alt.slice(film('dark').alt.indexOf('Final score')))![1]!;
    const sizes = written.filter(({ text }) => text === score).map(({ phone }) => phone);
    expect(Math.max(...sizes)).toBeGreaterThanOrEqual(11);
  });

  test('its words tell how it went', () => {
    const { alt } = film('dark');
    expect(alt.length).toBeLessThanOrEqual(1_024);
    expect(alt).toMatch(/^Film of /);
    expect(alt).toMatch(/Final score: \w+.* −?\d+/);
  });
});

test('the same game gives the same film, and the light one is another', async () => {
  const film = LONG > 0 ? FILMS[0]!.film : FILMS[0]!.first;
  const [one, two, light] = [
    await film('dark').draw(),
    await film('dark').draw(),
    await film('light').draw(),
  ];
  expect(Buffer.compare(one, two)).toBe(0);
  expect(readGif(light).shots).toHaveLength(readGif(one).shots.length);
  expect(Buffer.compare(one, light)).not.toBe(0);
});

test('while a film is drawn others have their turn between two of its pictures', async () => {
  const { film, frames } = LONG > 0 ? FILMS[0]! : { film: FILMS[0]!.first, frames: 2 };
  let turns = 0;
  let drawing = true;
  const count = (): void => {
    turns++;
    if (drawing) setImmediate(count);
  };
  setImmediate(count);
  await film('dark').draw();
  drawing = false;
  expect(turns).toBeGreaterThan(2 * frames);
});

test('the words of a film say who won, and what was done on the way', () => {
  const [tokyo, paris, city] = FILMS.map(({ film }) => film('dark').alt);
  expect(tokyo).toMatch(
    /^Film of \d+ rounds on Tokyo: Ann's board from the beginning to the end, round by round\. /,
  );
  expect(tokyo).toMatch(/(won|share the win)\. Final score: .*Lines completed: [A-Z] in round \d+/);
  expect(paris).toMatch(
    /tile by tile, 60 tiles\. .*won\. .*brought most was .* on [A-H][1-8], tile \d+: \d+ points\./,
  );
  expect(city).toMatch(
    /turn by turn, \d+ turns\. .* \d of 7 trips could be ridden\. Completed: .*'s line \d in turn \d+/,
  );
});

test('where all are out of the scoring nobody has won', () => {
  const scene = sceneOf('dark', ['Ann', 'Ben']);
  const ended = { over: true, scores: [3, -2], winners: [] };
  expect(filmAlt('Film.', ended, [], scene)).toBe('Film. Final score: Ann 3, Ben −2.');
  expect(filmAlt('Film.', { ...ended, winners: [0] }, ['More.'], scene)).toBe(
    'Film. Ann won. Final score: Ann 3, Ben −2. More.',
  );
  expect(filmAlt('Film.', { ...ended, over: false }, [], scene)).toBe(
    'Film. It was stopped before it was over, at: Ann 3, Ben −2.',
  );
  // What happened on the way is left out first.
  const long = filmAlt('Film.', { ...ended, winners: [0, 1] }, ['x'.repeat(600), 'y'.repeat(600)], scene);
  expect(long).toBe(`Film. Ann and Ben share the win. Final score: Ann 3, Ben −2. ${'x'.repeat(600)}`);
});
