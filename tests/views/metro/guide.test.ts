import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { metro } from '../../../src/games/metro/index.ts';
import { spotsFor } from '../../../src/games/metro/legal.ts';
import type { Line, State } from '../../../src/games/metro/state.ts';
import { isKey, keyOf } from '../../../src/locales.ts';
import { metroPresenter } from '../../../src/views/metro/index.ts';
import { positionOf } from '../../../src/views/metro/positions.ts';
import { SKETCHES } from '../../../src/views/metro/rulescard.ts';
import { type LessonKey, QUESTIONS, type Question } from '../../../src/views/metro/tutorial.ts';
import { CORNER, WIDTH as FULL } from '../../../src/views/metrox/frame.ts';
import { type Lesson, type Picture, THEMES, type Theme } from '../../../src/views/presenter.ts';
import { read } from '../boards.ts';
import { at, map, sceneOf } from './positions.ts';

const { lessons: guide } = metroPresenter;
const { t } = sceneOf();
const MOST = 256 * 1024;
const ALT = 1024;

const PANELS = ['turn', 'or', 'lines', 'score', 'centre', 'return', 'end'];

describe('words', () => {
  test('all rules have their sentences and fit on one screen', () => {
    const full = ['title', ...guide.full].map((key) => `metro.rules.full.${key}`);
    const minute = ['title', 'alt', 'try', ...guide.minute].map((key) => `metro.rules.${key}`);
    const card = PANELS.map((key) => `metro.rules.card.${key}`);
    expect([...full, ...minute, ...card].filter((key) => !isKey(key))).toEqual([]);
    expect(full.map((key) => t(keyOf(key))).join('\n\n').length).toBeLessThan(3900);
    expect(t('metro.rules.alt').length).toBeLessThanOrEqual(ALT);
  });

  test('the rules say who plays when, that all place tiles to the end, and when a rule is dropped', () => {
    const full = (key: string) => t(keyOf(`metro.rules.full.${key}`));
    expect(full('turn')).toMatch(/clockwise.* by lot .*lobby.* joining/);
    expect(full('turn')).toMatch(/no line left still places/);
    const [, classic] = full('options').split('*Classic short lines*');
    expect(classic).toMatch(/unless the tile has no other square/);
  });

  test('the rules say whose each station is, by number of players', () => {
    const [, two, three, four, five, six, nobody] = t('metro.rules.full.stations').split(
      /(?:Two|Three|Four|Five|Six|With three).*?(?: own \d+ each: |, five and six players )/,
    );
    const lists = (text: string): number[][] =>
      text.split('; ').map((part) => [...part.matchAll(/\d+/g)].map(([n]) => Number(n)));
    expect(two).toMatch(/^yellow the odd numbers, blue the even ones/);
    const said = [three, four, five, six].map((text) => lists(text!));
    const cards = (seats: 2 | 3 | 4 | 5 | 6) => map.cards[seats]!;
    expect(said).toEqual([cards(3), cards(4), cards(5), cards(6)]);
    expect(cards(2)).toEqual([
      Array.from({ length: 16 }, (_, i) => 2 * i + 1),
      Array.from({ length: 16 }, (_, i) => 2 * i + 2),
    ]);
    expect(nobody).toBe("16 and 17 are nobody's.");
    for (const seats of [3, 5, 6] as const) expect(cards(seats).flat()).not.toContain(16);
  });

  test('each lesson asks, answers both ways and is described without the answer', () => {
    const common = ['title', 'next', 'a', 'b', 'tile', 'you', 'other', 'end', 'table'];
    expect(common.filter((key) => !isKey(`metro.tutorial.${key}`))).toEqual([]);
    for (const { key } of guide.lessons) {
      const of = (part: string) => t(keyOf(`metro.tutorial.${key}.${part}`));
      const parts = ['text', 'wrong', 'right', 'alt'];
      expect(parts.filter((part) => !isKey(`metro.tutorial.${key}.${part}`))).toEqual([]);
      expect(of('alt').length).toBeLessThanOrEqual(ALT);
      for (const part of ['right', 'wrong']) expect(of('alt')).not.toContain(of(part));
      expect(of('alt')).not.toMatch(/points|double|allowed|closed/);
      const { tile, a, b } = QUESTIONS[key as LessonKey];
      for (const name of [tile, `A is ${a}`, `B is ${b}`]) expect(of('alt')).toContain(name);
    }
    expect(guide.lessons.map(({ key }) => key)).toEqual(Object.keys(QUESTIONS));
  });
});

const digest = (png: Buffer): string => createHash('sha256').update(png).digest('hex');

/** Draws a picture and holds it against what is true of every picture. */
async function drawn(picture: Picture): Promise<string> {
  const png = await picture.draw();
  const { width, height, data } = await read(png);
  expect([width, height]).toEqual([picture.width, picture.height]);
  expect(png.length).toBeLessThan(MOST);
  const words = new Uint32Array(data.buffer, data.byteOffset, data.length >> 2);
  const ground = words[0]!;
  const inked = words.filter((word) => word !== ground).length;
  expect(inked / words.length).toBeGreaterThan(0.15);
  // In proportion to the width, as on boards.
  const scale = width / FULL;
  const [wide, high] = [Math.ceil(CORNER.width * scale), Math.ceil(CORNER.height * scale)];
  for (let y = height - high; y < height; y++)
    expect(words.subarray(y * width, y * width + wide).every((word) => word === ground)).toBe(true);
  return digest(png);
}

describe.each(THEMES)('pictures, %s', (theme: Theme) => {
  test('the rules in one minute', async () => {
    const picture = guide.picture(sceneOf(theme));
    expect(await drawn(picture)).toBe(await drawn(guide.picture(sceneOf(theme))));
    expect(picture.alt).toBe(t('metro.rules.alt'));
  });

  test('every lesson has one of its own', async () => {
    const all = await Promise.all(guide.lessons.map((lesson) => drawn(guide.lesson(lesson, sceneOf(theme)))));
    expect(new Set(all).size).toBe(guide.lessons.length);
  });
});

/** Plays tiles in turn by the rules, two players; the last tile given is then in the hand of whoever moves. */
function play(placed: readonly string[], tile: string): State {
  const steps = placed.map((text) => text.split(' ') as [string, string]);
  const draws = [...steps.map(([, code]) => code), tile];
  const start = metro.setup({ map, seats: 2, options: {}, chance: { given: { draws } }, rules: 1 });
  return steps.reduce((state, [name, code]) => put(state, name, code), start);
}

/** Places a tile of the mover's hand where the rules allow it. */
function put(state: State, name: string, code: string): State {
  const action = metro
    .actions(state, state.mover)
    .find((one) => one.kind === 'place' && one.tile === code && one.square === at(name));
  expect(action, `${code} at ${name}`).toBeDefined();
  return metro.apply(state, state.mover, action!);
}

const allowed = (state: State, name: string, code: string): boolean =>
  spotsFor(state, code).some(({ square }) => square === at(name));

const line = ({ lines }: State, station: number): Line => lines[station - 1]!;

/** Points of a seat. */
const points = (state: State, seat: number): number => metro.score(state)[seat]!.score;

describe('positions', () => {
  test.each([
    ...Object.entries(QUESTIONS),
    ...Object.entries(SKETCHES).map(([key, sketch]) => [key, { ...sketch, tile: 'aaaa' }] as const),
  ])('what is drawn can come of a game: %s', (_key, { placed, tile }) => {
    const { squares, lines, last, mover } = positionOf(placed);
    expect(play(placed, tile)).toMatchObject({ squares, lines, last, mover });
  });

  test('the questions put the first seat on move', () => {
    for (const { placed } of Object.values(QUESTIONS)) expect(positionOf(placed).mover).toBe(0);
  });
});

describe('what the card shows is so by the rules', () => {
  const [lines, score, centre] = (['lines', 'score', 'centre'] as const).map((key) =>
    play(SKETCHES[key].placed, 'aaaa'),
  ) as [State, State, State];

  test('a tile continues lines of both', () => {
    const { placed } = SKETCHES.lines;
    const before = play(placed.slice(0, -1), placed.at(-1)!.slice(3));
    const grown = lines.lines.filter(({ length, station }) => length > line(before, station).length);
    expect(new Set(grown.map(({ owner }) => owner))).toEqual(new Set([0, 1]));
  });

  test('a line of three tiles brings 3, in the centre 6', () => {
    expect(line(score, 21)).toMatchObject({ owner: 0, length: 3, points: 3, arrival: { station: 19 } });
    expect(line(centre, 13)).toMatchObject({ owner: 0, length: 3, points: 6, arrival: { central: 6 } });
  });

  test('the tile that is struck out may not be placed', () => {
    const { placed, closed } = SKETCHES.return;
    const [name, tile] = closed!.split(' ') as [string, string];
    expect(allowed(play(placed, tile), name, tile)).toBe(false);
    expect(line(play([], tile), 5).head).toEqual({ square: at(name), connector: 0 });
  });
});

describe('the right answer is right by the rules', () => {
  const asked = (key: LessonKey) => {
    const { placed, tile, a, b }: Question = QUESTIONS[key];
    const lesson: Lesson = guide.lessons.find((one) => one.key === key)!;
    const [right, wrong] = lesson.right === 'a' ? [a, b] : [b, a];
    return { state: play(placed, tile), tile, right, wrong };
  };

  test('finish: one square finishes the line from station 5 for 3, the other none of mine', () => {
    const { state, tile, right, wrong } = asked('finish');
    expect(line(state, 5)).toMatchObject({ owner: 0, length: 2, arrival: null });
    const good = put(state, right, tile);
    expect(line(good, 5)).toMatchObject({ arrival: { station: 3 }, points: 3 });
    const bad = put(state, wrong, tile);
    expect([points(good, 0), points(bad, 0), points(bad, 1)]).toEqual([3, 0, 0]);
    expect([line(state, 4), line(bad, 4)].map(({ owner, length }) => [owner, length])).toEqual([
      [1, 1],
      [1, 2],
    ]);
  });

  test('centre: three tiles and double are more than four', () => {
    const { state, tile, right, wrong } = asked('centre');
    const [good, bad] = [put(state, right, tile), put(state, wrong, tile)];
    expect(line(good, 5)).toMatchObject({ length: 3, points: 6, arrival: { central: 0 } });
    expect(line(bad, 3)).toMatchObject({ length: 4, points: 4, arrival: { station: 4 } });
    expect([points(good, 0), points(bad, 0), points(good, 1), points(bad, 1)]).toEqual([6, 4, 0, 0]);
  });

  test('return: one square is closed since a line would come back, and on the other it would not', () => {
    const { state, tile, right, wrong } = asked('return');
    expect([allowed(state, right, tile), allowed(state, wrong, tile)]).toEqual([false, true]);
    // Only that rule closes it: the same square takes another tile.
    expect(allowed(state, right, 'aaaa')).toBe(true);
    expect(line(state, 5)).toMatchObject({ length: 1, head: { square: at(right), connector: 0 } });
    const after = put(state, wrong, tile);
    expect(line(after, 4)).toMatchObject({ arrival: null, head: { square: at('F1'), connector: 6 } });
  });

  test('rival: 2 for me are less than 8 kept from Ben', () => {
    const { state, tile, right, wrong } = asked('rival');
    expect(line(state, 32)).toMatchObject({ owner: 1, length: 3, head: { square: at(right) } });
    const good = put(state, right, tile);
    expect(line(good, 32)).toMatchObject({ points: 4, arrival: { station: 4 } });
    const bad = put(state, wrong, tile);
    expect(line(bad, 31)).toMatchObject({ owner: 0, points: 2, arrival: { station: 1 } });
    // Ben can have a tile that turns his line down there.
    const best = Math.max(
      ...map.tiles
        .filter((one) => allowed(bad, right, one.tile))
        .map((one) => {
          const hands = bad.hands.map((hand, seat) => (seat === 1 ? [one.tile] : hand));
          return line(put({ ...bad, hands, waits: false }, right, one.tile), 32).points;
        }),
    );
    expect(best).toBe(12);
    const lead = (at: State) => points(at, 0) - points(at, 1);
    expect([lead(good), lead(bad) - best]).toEqual([-4, -10]);
  });
});
