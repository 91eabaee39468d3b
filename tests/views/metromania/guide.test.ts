import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { metromania } from '../../../src/games/metromania/index.ts';
import type { Action, State } from '../../../src/games/metromania/state.ts';
import { tripsOf } from '../../../src/games/metromania/trips.ts';
import { isKey, keyOf } from '../../../src/locales.ts';
import { guide } from '../../../src/views/metromania/guide.ts';
import { metromaniaPresenter } from '../../../src/views/metromania/index.ts';
import { BOARDS, CHOICES, TRIPS, TURNS, TUTORIAL } from '../../../src/views/metromania/lessons.ts';
import { played as position } from '../../../src/views/metromania/positions.ts';
import { CORNER, WIDTH as FULL } from '../../../src/views/metrox/frame.ts';
import { type Picture, THEMES } from '../../../src/views/presenter.ts';
import { read, sceneOf } from '../boards.ts';
import { box } from './games.ts';

const scene = sceneOf('dark', []);
const { t } = scene;
const ALT = 1024;
const MOST = 256_000;

const legal = (state: State): Action[] => [...metromania.actions(state, metromania.toAct(state)[0]!)];
const codes = (state: State): string[] => legal(state).map(metromania.code);

function done(state: State, code: string): State {
  const action = legal(state).find((one) => metromania.code(one) === code);
  if (!action) throw new Error(`${code} is not legal: ${codes(state).join(' ')}`);
  return metromania.apply(state, metromania.toAct(state)[0]!, action);
}

/** Turns, one a line, by both players in turn. */
const played = (turns: string): State => turns.trim().split(/\s+/).reduce(done, position(''));

describe('positions', () => {
  test.each(Object.entries(TURNS))('%s comes up in play', (_, steps) => {
    expect(position(steps)).toEqual(played(steps));
  });

  test('what the card shows comes of the better choices, and a line ends by a black arrow', () => {
    expect(BOARDS.met).toEqual(metromania.view(played(`${TURNS.station} dig.1.SW-R`)));
    expect(BOARDS.placed).toEqual(metromania.view(played(`${TURNS.marker} dig.1.NW-L.F`)));
    expect(BOARDS.ended.lines[2]!.done).toBe(true);
  });

  test('the trips are as long as their pictures say', () => {
    expect(TRIPS.route).toMatchObject({
      minutes: 3,
      route: CHOICES.route.rides[0],
      involved: [0],
      points: [6, 0],
    });
    expect(TRIPS.short).toMatchObject({ minutes: 2, involved: [0], points: [6, 0] });
  });
});

describe('the right answer is right by the rules', () => {
  const right = (key: string) => guide.lessons.find((lesson) => lesson.key === key)!.right;
  const [a, b] = [0, 1] as const;
  const choiceOf = (key: (typeof TUTORIAL)[number], at: 0 | 1) => CHOICES[key].digs[at]!;
  const codeOf = (key: (typeof TUTORIAL)[number], at: 0 | 1) => metromania.code(choiceOf(key, at));

  test('bend: one is legal as it stands, the other only at a station', () => {
    const state = played(TURNS.bend);
    expect(right('bend')).toBe('b');
    expect(legal(state)).toContainEqual(choiceOf('bend', b));
    expect(codes(state)).not.toContain(codeOf('bend', a));
    const vertex = state.lines[0]!.vertices.at(-1)!;
    const served = { ...state, stations: [{ vertex, company: 0 }] };
    expect(legal(served)).toContainEqual(choiceOf('bend', a));
  });

  test('station: both are legal, one brings more, and as much as is said', () => {
    const state = played(TURNS.station);
    const points = [a, b].map((at) => {
      expect(legal(state)).toContainEqual(choiceOf('station', at));
      const { doing } = done(state, codeOf('station', at));
      expect(doing.stations.map(({ vertex }) => vertex)).toEqual([choiceOf('station', at).to]);
      return doing.stations[0]!.points;
    });
    expect(points).toEqual([1, 2]);
    expect(right('station')).toBe('b');
    expect(t('metromania.tutorial.station.right')).toContain('two points');
  });

  test('marker: beside its twin it may not go, though another may', () => {
    const state = played(TURNS.marker);
    expect(right('marker')).toBe('b');
    expect(legal(state)).toContainEqual(choiceOf('marker', b));
    expect(codes(state)).not.toContain(codeOf('marker', a));
    expect(codes(state)).toContain(codeOf('marker', a).replace(/F$/, 'C'));
    const apart = { ...state, marked: [] };
    expect(legal(apart)).toContainEqual(choiceOf('marker', a));
  });

  test('route: without the line of one, the other takes longer, and both as long as is said', () => {
    const state = played(TURNS.route);
    const trip = (of: State) => tripsOf(of).find(({ id }) => id === TRIPS.route.id)!;
    const best = trip(state);
    expect(right('route')).toBe('a');
    expect(best.route).toEqual(CHOICES.route.rides[a]);
    const ridden = new Set(best.route.map(({ line }) => line));
    const lines = state.lines.map((line, i) =>
      ridden.has(i) ? { ...line, vertices: [], tunnels: [] } : line,
    );
    const other = trip({ ...state, lines });
    expect(other.route).toEqual(CHOICES.route.rides[b]);
    expect(best.minutes!).toBeLessThan(other.minutes!);
    expect(t('metromania.tutorial.route.right')).toContain(`${best.minutes} minutes`);
    expect(t('metromania.tutorial.route.right')).toContain(`earns ${best.points[0]}`);
    expect(t('metromania.tutorial.route.wrong')).toContain(`${other.minutes} minutes`);
  });
});

describe('words', () => {
  test('all rules have their sentences and fit on one screen', () => {
    const full = ['title', ...guide.full].map((key) => `metromania.rules.full.${key}`);
    const others = ['title', 'alt', 'try', 'all', 'maps', 'back', ...guide.minute].map(
      (key) => `metromania.rules.${key}`,
    );
    const card = ['dig', 'station', 'marker', 'finish', 'trips'].map((key) => `metromania.rules.card.${key}`);
    expect([...full, ...others, ...card].filter((key) => !isKey(key))).toEqual([]);
    expect(full.map((key) => t(keyOf(key))).join('\n\n').length).toBeLessThan(3900);
  });

  test('each lesson asks, answers both ways and is described without the answer', () => {
    const common = ['title', 'next', 'a', 'b', 'table', 'end'].map((key) => `metromania.tutorial.${key}`);
    expect(common.filter((key) => !isKey(key))).toEqual([]);
    expect(guide.lessons.map(({ key }) => key)).toEqual([...TUTORIAL]);
    for (const { key } of guide.lessons) {
      const words = ['text', 'wrong', 'right', 'alt'].map((part) => `metromania.tutorial.${key}.${part}`);
      expect(words.filter((word) => !isKey(word))).toEqual([]);
      const alt = t(keyOf(words[3]!));
      for (const word of words.slice(0, 3)) expect(alt).not.toContain(t(keyOf(word)));
      expect(alt).not.toMatch(/legal|allowed|faster|minutes?\b|points?\b|touch|twin/);
      expect(alt).toMatch(/\bA\b.*\bB\b/s);
    }
  });

  test('alternative texts are short enough, each another one', () => {
    const pictures = [guide.picture(scene), ...guide.lessons.map((one) => guide.lesson(one, scene))];
    for (const { alt } of pictures) expect(alt.length).toBeLessThanOrEqual(ALT);
    expect(new Set(pictures.map(({ alt }) => alt)).size).toBe(pictures.length);
  });

  test('what people see of the game has this guide', () => expect(metromaniaPresenter.lessons).toBe(guide));
});

/** Reads a picture back and holds it against what every picture keeps. */
async function check(picture: Picture): Promise<string> {
  const bytes = await picture.draw();
  const { width, height, data } = await read(bytes);
  expect([width, height]).toEqual([picture.width, picture.height]);
  expect(bytes.length).toBeLessThan(MOST);
  const colors = (left: number, top: number, right: number, bottom: number, step = 1) => {
    const found = new Set<string>();
    for (let y = top; y < bottom; y += step)
      for (let x = left; x < right; x += step)
        found.add(data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3).join());
    return found.size;
  };
  const scale = width / FULL;
  expect(colors(0, 0, width, height, 5)).toBeGreaterThan(20);
  expect(colors(0, Math.ceil(height - CORNER.height * scale), Math.floor(CORNER.width * scale), height)).toBe(
    1,
  );
  return createHash('sha256').update(bytes).digest('hex');
}

describe.each(THEMES)('pictures, %s', (theme) => {
  const { picture, lesson, lessons } = guide;

  test('the card and the lessons differ, and are the same again', async () => {
    const made = () => [
      picture!(sceneOf(theme, [])),
      ...lessons.map((one) => lesson!(one, sceneOf(theme, []))),
    ];
    const drawn: string[] = [];
    for (const one of made()) drawn.push(await check(one));
    expect(new Set(drawn).size).toBe(lessons.length + 1);
    expect(await check(made()[0]!)).toBe(drawn[0]);
    expect(await check(made()[4]!)).toBe(drawn[4]);
  });
});

describe('the rules in words', () => {
  const said = (part: string) => t(keyOf(`metromania.rules.full.${part}`));

  test('say how halves round', () => {
    expect(said('score')).toContain('you lose half of them, rounded down: of 7 you lose 3.');
  });

  test('say how many markers one begins with, as they are dealt', () => {
    const dealt = [2, 3, 4].map(
      (seats) =>
        metromania.setup({ map: box, seats, options: {}, chance: { seed: 'a' }, rules: 1 }).hands[0]!.length,
    );
    expect(dealt).toEqual([6, 4, 3]);
    expect(said('spots')).toContain(
      'You begin with six markers in a game for two, four in one for three, three in one for four.',
    );
  });

  test('say what two companies each mean, as they are dealt', () => {
    const options = { game: 'advanced' };
    const { hands, lines } = metromania.setup({
      map: box,
      seats: 2,
      options,
      chance: { seed: 'a' },
      rules: 1,
    });
    expect([hands.map((hand) => hand.length), lines.length]).toEqual([[3, 3, 3, 3], 8]);
    expect(said('options')).toContain(
      'one has the markers A–C, the other D–F, each three of them, two lines and turns of its own',
    );
  });

  test('say where a station may be built in a turn', () => {
    expect(said('stations')).toContain('between two stations; the start counts as one.');
  });
});
