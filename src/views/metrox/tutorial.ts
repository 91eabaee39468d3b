import type { Card, MetroxMap, Point } from '../../games/metrox/state.ts';
import { BOLD, type Brush, write } from '../canvas.ts';
import { type Drawing, painting } from '../kit/drawing.ts';
import { canvasStage } from '../kit/stage.ts';
import type { Scene, Theme } from '../presenter.ts';
import { COLORS } from '../theme.ts';
import { boardPalette } from './board.ts';
import { cardWords, paintCard } from './cards.ts';
import { drawCar, drawLoad } from './cars.ts';
import { bodyLength, CAR, CORNER, type Plan, WIDTH } from './frame.ts';
import { drawLines } from './lines.ts';
import { tracks } from './network.ts';
import { type Position, positionOf, type TwoLines, twoLines } from './positions.ts';
import { slotOf, style } from './slots.ts';
import { drawNamed, drawStation } from './stations.ts';

/** The pictures of the tutorial, in order; `skip` and `transfer` are both in its second step. */
export const TUTORIAL = ['number', 'skip', 'transfer', 'first'] as const;
export type TutorialPicture = (typeof TUTORIAL)[number];

/** A position, and how it is drawn. */
export interface Layout extends TwoLines {
  /** Stations with their names: places of A and of B. */
  readonly named?: readonly [number, number];
  /** From the top of the picture to line A, in pixels of the lesson's own scale. */
  readonly top?: number;
}

interface Scenery extends Layout {
  readonly card: Card;
}

/** Line B lies so far below line A, in parts of what lies between two stations. */
const APART = 1.4;

const SCENES: Readonly<Record<TutorialPicture, Scenery>> = {
  number: { card: 'N4', plays: ['F free.a3'], apart: APART },
  skip: { card: 'S2', plays: ['F free.a2', 'N4 B.0'], apart: APART },
  transfer: { card: 'T', plays: ['S2 A.1', 'N4 B.2'], crossed: true, named: [2, 3], apart: 2 },
  first: {
    card: 'N3',
    plays: ['S2 A.2', 'N4 B.2', 'F free.a3', 'F free.a4', 'F free.a5'],
    apart: APART,
  },
};

export const SCALE = 1.5;
/** Pixels, of the lesson's own scale, between two stations. */
export const UNIT = 72;
const LEFT = 40 / SCALE;

export interface Lesson extends Position {
  readonly plan: Plan;
  readonly height: number;
}

/** A position on two short lines, and where everything stands. */
export function lessonOf(layout: Layout): Lesson {
  const { apart, crossed, top = 200 } = layout;
  const position = positionOf(layout);
  const { lines, stations } = position.map;
  const body = LEFT + CAR.lead;
  const right = body + bodyLength(2);
  const frame = { unit: UNIT, x: right + 62, y: top };
  const cars = [0, apart].map((y) => ({ x: LEFT, body, right, y: frame.y + y * UNIT }));
  const anchors = lines.map((_, i): Point | null =>
    cars[i] ? [(right - 13 - frame.x) / UNIT, (cars[i].y - frame.y) / UNIT] : null,
  );
  const way = tracks(position.map, frame, anchors);
  const bottom = frame.y + (apart + (crossed ? 1 : 0)) * UNIT + 40;
  const at = (i: number): Point => [frame.x + stations[i]!.x * UNIT, frame.y + stations[i]!.y * UNIT];
  const plan: Plan = { frame, cars, tracks: way, own: way, bottom, at };
  const height = Math.round(bottom * SCALE + (crossed ? 10 : CORNER.height));
  return { ...position, plan, height };
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
  const stage = canvasStage(brush);
  drawLines(stage, map, plan, theme, { life, chosen: [] });
  map.stations.forEach((station, i) => {
    const [x, y] = plan.at(i);
    const look = { x, y, lines: station.lines.length, value: board.stations[i]! };
    drawStation(brush, { ...look, fresh: fresh.includes(i) ? 'last' : 'old', stranded: false }, theme);
  });
  const age = fresh.length > 0 ? 'last' : 'old';
  plan.cars.forEach((car, line) => {
    const look = { life: 'open', bonus: 'open', fresh: age, chosen: false } as const;
    drawCar(stage, map, line, car, look, theme);
    drawLoad(stage, map, line, car, { ...look, windows: board.windows[line]! }, theme);
  });
  named?.forEach((place, line) => {
    const name = `${map.lines[line]!.id}${place}`;
    const color = style(slotOf(map, line), theme).color;
    const [x, y] = plan.at(map.lines[line]!.stations[place - 1]!);
    brush.save();
    brush.translate(x, y);
    drawNamed(brush, plan.frame.unit, name, color, 1.25);
    brush.restore();
  });
  brush.restore();
}

/** A picture of the tutorial: the card of its question over two short lines, without the answer. */
export function drawTutorial(scene: Scene, step: TutorialPicture): Drawing {
  const { t, theme } = scene;
  const colors = COLORS[theme];
  const scenery = SCENES[step];
  const lesson = lessonOf(scenery);
  const paint = (brush: Brush) => {
    paintCard(canvasStage(brush), scenery.card, 40, 40, 150, theme);
    const { name, effect } = cardWords(t, scenery.card);
    write(brush, name, 226, 124, { size: 72, weight: BOLD, color: colors.ink, fit: 900 });
    write(brush, effect, 228, 184, { size: 46, color: colors.soft, fit: 900 });
    paintLesson(brush, lesson, scenery.named, theme);
  };
  const palette = () => boardPalette(paletteMap, theme);
  return painting({ width: WIDTH, height: lesson.height, palette, ground: colors.paper, paint });
}

/**
 * All pictures that belong to no map share a palette: that of the lines of the fullest lesson, with a card of each kind and
 * the longer ladder of penalties.
 */
export const paletteMap: MetroxMap = {
  ...twoLines(SCENES.transfer, ['N4', 'S2', 'T', 'F']),
  edition: 'okazu',
};
