import {
  type Board,
  type Card,
  EMPTY,
  type Line,
  type MetroxMap,
  type Point,
  type Station,
} from '../../games/metrox/state.ts';
import { BOLD, type Brush, write } from '../canvas.ts';
import type { Scene, Theme } from '../look.ts';
import { INKS } from '../theme.ts';
import { boardPalette } from './board.ts';
import { cardWords, paintCard } from './cards.ts';
import { drawCar } from './cars.ts';
import { bodyLength, CAR, CORNER, type Plan, WIDTH } from './frame.ts';
import { type Drawing, drawing } from './layers.ts';
import { drawLines } from './lines.ts';
import { tracks } from './network.ts';
import { coat, slotOf } from './slots.ts';
import { drawNamed, drawStation } from './stations.ts';

/** The pictures of the tutorial, in order; `skip` and `transfer` are both in its second step. */
export const TUTORIAL = ['number', 'skip', 'transfer', 'first'] as const;
export type TutorialPicture = (typeof TUTORIAL)[number];

/** Two short lines, A and B, with what is filled on them. */
export interface TwoLines {
  /** Places, from 1, of lines A and B that are filled. */
  readonly a: readonly number[];
  readonly b: readonly number[];
  readonly windows: readonly [readonly Card[], readonly Card[]];
  /** Places of both that the newest window of their line has just filled. */
  readonly fresh?: { readonly a: readonly number[]; readonly b: readonly number[] };
  /** Two more lines that meet B at its third station. */
  readonly crossed?: true;
  /** Stations with their names: places of A and of B. */
  readonly named?: readonly [number, number];
  /** From the top of the picture to line A, and from line A to line B; both in pixels of the lesson's own scale. */
  readonly top?: number;
  readonly apart?: number;
}

interface Scenery extends TwoLines {
  readonly card: Card;
}

const SCENES: Readonly<Record<TutorialPicture, Scenery>> = {
  number: { card: 'N4', a: [3], b: [], windows: [[], []] },
  skip: { card: 'S2', a: [2], b: [], windows: [[], ['N4']] },
  transfer: {
    card: 'T',
    a: [1],
    b: [1, 2],
    windows: [['S2'], ['N4']],
    crossed: true,
    named: [2, 3],
  },
  first: { card: 'N3', a: [1, 2, 3, 4, 5], b: [1, 2], windows: [['S2'], ['N4']] },
};

const MARK = -1;
const STOPS = 6;
const GRID = 72;
export const SCALE = 1.5;
const LEFT = 40 / SCALE;

export interface Lesson {
  readonly map: MetroxMap;
  readonly board: Board;
  readonly plan: Plan;
  readonly height: number;
  /** Stations, by their place in the map, that were filled just now. */
  readonly fresh: readonly number[];
}

/** A map of two short lines with what is filled on it, and where everything stands. */
export function lessonOf({ a, b, windows, fresh, crossed, top = 200, apart }: TwoLines): Lesson {
  const row = apart === undefined ? (crossed ? 2 : 1.4) : apart / GRID;
  const stations: Station[] = [];
  const add = (x: number, y: number, ...lines: number[]): number =>
    stations.push({ id: `s${stations.length}`, x, y, lines }) - 1;
  const lineA = Array.from({ length: STOPS }, (_, i) => add(i, 0, 0));
  const meets = crossed ? [1, 2, 3] : [1];
  const lineB = Array.from({ length: STOPS }, (_, i) => (i === 2 ? add(i, row, ...meets) : add(i, row, 1)));
  const across = crossed
    ? [
        [add(1, row + 1, 2), lineB[2]!, add(3, row - 1, 2)],
        [add(1, row - 1, 3), lineB[2]!, add(3, row + 1, 3)],
      ]
    : [];
  const line = (id: string, stops: number[], first: number, later: number): Line => ({
    id,
    name: id,
    windows: 2,
    bonus: { first, later },
    stations: stops,
  });
  const lines = [line('A', lineA, 4, 2), line('B', lineB, 3, 1)];
  across.forEach((stops, i) => {
    lines.push(line('CD'[i]!, stops, 2, 1));
  });
  const map: MetroxMap = {
    id: 'tutorial',
    title: '',
    edition: 'okazu',
    grid: { cols: STOPS, rows: 4 },
    deck: ['N4', 'S2', 'T', 'F'],
    lines,
    stations,
    layout: {
      slots: { A: 'sky', B: 'red', C: 'green', D: 'purple' },
      cars: Object.fromEntries(lines.map(({ id }, i) => [id, { row: i, right: -0.6 }])),
      connector: {},
      bend: {},
      order: [],
    },
  };
  const board: Board = {
    stations: stations.map((_, i) =>
      a.some((place) => lineA[place - 1] === i) || b.some((place) => lineB[place - 1] === i) ? MARK : EMPTY,
    ),
    windows: [...windows, [], []],
    done: lines.map(() => 0),
    last: null,
  };
  const body = LEFT + CAR.lead;
  const right = body + bodyLength(2);
  const frame = { unit: GRID, x: right + 62, y: top };
  const cars = [0, row].map((y) => ({ x: LEFT, body, right, y: frame.y + y * GRID }));
  const anchors = lines.map((_, i): Point | null =>
    cars[i] ? [(right - 13 - frame.x) / GRID, (cars[i].y - frame.y) / GRID] : null,
  );
  const way = tracks(map, frame, anchors);
  const bottom = frame.y + (row + (crossed ? 1 : 0)) * GRID + 40;
  const at = (i: number): Point => [frame.x + stations[i]!.x * GRID, frame.y + stations[i]!.y * GRID];
  const plan: Plan = { frame, cars, tracks: way, own: way, bottom, at };
  const news = [
    ...(fresh?.a ?? []).map((place) => lineA[place - 1]!),
    ...(fresh?.b ?? []).map((place) => lineB[place - 1]!),
  ];
  const height = Math.round(bottom * SCALE + (crossed ? 10 : CORNER.height));
  return { map, board, plan, height, fresh: news };
}

/** Draws the lines, stations and cars of a lesson. */
export function paintLesson(
  brush: Brush,
  lesson: Lesson,
  named: readonly [number, number] | undefined,
  theme: Theme,
): void {
  const { map, board, plan, fresh } = lesson;
  brush.save();
  brush.scale(SCALE, SCALE);
  const life = map.lines.map(() => 'open' as const);
  drawLines(brush, map, plan, theme, { life, chosen: [] });
  map.stations.forEach((station, i) => {
    const [x, y] = plan.at(i);
    const look = { x, y, lines: station.lines.length, value: board.stations[i]! };
    drawStation(brush, { ...look, fresh: fresh.includes(i) ? 'last' : 'old', stranded: false }, theme);
  });
  const age = fresh.length > 0 ? 'last' : 'old';
  plan.cars.forEach((car, line) => {
    const look = { life: 'open', bonus: 'open', fresh: age, chosen: false } as const;
    drawCar(brush, map, line, car, { ...look, windows: board.windows[line]! }, theme);
  });
  named?.forEach((place, line) => {
    const name = `${map.lines[line]!.id}${place}`;
    const color = coat(slotOf(map, line), theme).color;
    drawNamed(brush, map, plan, map.lines[line]!.stations[place - 1]!, name, color);
  });
  brush.restore();
}

/** A picture of the tutorial: the card of its question over two short lines, without the answer. */
export function drawTutorial(scene: Scene, step: TutorialPicture): Drawing {
  const { t, theme } = scene;
  const inks = INKS[theme];
  const scenery = SCENES[step];
  const lesson = lessonOf(scenery);
  const paint = (brush: Brush) => {
    paintCard(brush, scenery.card, 40, 40, 150, theme);
    const { name, effect } = cardWords(t, scenery.card);
    write(brush, name, 226, 124, { size: 72, weight: BOLD, color: inks.ink, fit: 900 });
    write(brush, effect, 228, 184, { size: 46, color: inks.soft, fit: 900 });
    paintLesson(brush, lesson, scenery.named, theme);
  };
  return drawing(WIDTH, lesson.height, () => boardPalette(paletteMap, theme), paint, inks.paper);
}

/** All pictures that belong to no map share the palette of the fullest lesson. */
export const paletteMap = lessonOf(SCENES.transfer).map;
