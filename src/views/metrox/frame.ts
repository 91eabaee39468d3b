import type { MetroxMap, Point } from '../../games/metrox/state.ts';
import { type Frame, LINE, type Track, tracks } from './network.ts';

/** Where everything of a map stands in its picture: the grid, the cars, the tracks. Pixels. */

export const WIDTH = 1200;
export const HEADER = 230;
/** From the head down to the middle of the first row. */
const FIRST_ROW = 36;
/**
 * Discord lays its ALT badge, 44 by 24 pixels with its margin, over this corner at the lower left: nothing is drawn
 * there. It is this large because a phone shows a picture at about a quarter of its size.
 */
export const CORNER = { width: 190, height: 110 } as const;
/** Left edge of what is written at the bottom of a picture. */
export const CLEAR = 200;

const MARGIN = 22;
const LARGEST_UNIT = 72;
const SMALLEST_UNIT = 24;
const LARGEST_STATION = 48;

/** Measures of a train car and of the bonuses before it. */
export const CAR = {
  height: 54,
  diamond: 32,
  square: 46,
  /** The square stands beside the middle of the diamond, not beyond its tip. */
  gap: -3,
  /** From the left edge of the diamond to the body. */
  lead: 64 - 3 + 46 + 5,
  badge: 45,
  window: 41,
  windowGap: 2,
  pad: 3,
  nose: 9,
} as const;

/** Length of a car's body with so many windows. */
export const bodyLength = (windows: number): number =>
  CAR.pad + CAR.badge + CAR.pad + CAR.window * windows + CAR.windowGap * (windows - 1) + CAR.nose;

export interface CarBox {
  /** Left edge of the diamond, left edge of the body, right edge of the body, middle height. */
  readonly x: number;
  readonly body: number;
  readonly right: number;
  readonly y: number;
}

export interface Plan {
  readonly frame: Frame;
  readonly cars: readonly CarBox[];
  readonly tracks: readonly Track[];
  /** The same from their first stations on, for pictures without cars. */
  readonly own: readonly Track[];
  /** Lowest pixel of the map, its own margin included. */
  readonly bottom: number;
  readonly at: (station: number) => Point;
}

/** Side of a station where so many lines meet. */
export const sideOf = (lines: number): number => Math.min(LARGEST_STATION, 38 + 2 * Math.min(lines, 5));

/** Left edge of a car, relative to column 0, at a unit. */
function carLeft(map: MetroxMap, line: number, unit: number): number {
  const { id, windows } = map.lines[line]!;
  const car = map.layout.cars[id]!;
  return car.left !== undefined ? car.left * unit : car.right! * unit - CAR.lead - bodyLength(windows);
}

function extent(map: MetroxMap, unit: number): { left: number; right: number } {
  const lefts = map.lines.map((_, line) => carLeft(map, line, unit));
  const rights = map.lines.map((l, line) => lefts[line]! + CAR.lead + bodyLength(l.windows));
  const edge = LARGEST_STATION / 2;
  return {
    left: Math.min(-edge, ...lefts),
    right: Math.max((map.grid.cols - 1) * unit + edge, ...rights),
  };
}

function fitUnit(map: MetroxMap): number {
  for (let unit = LARGEST_UNIT; unit > SMALLEST_UNIT; unit--) {
    const { left, right } = extent(map, unit);
    if (right - left <= WIDTH - 2 * MARGIN) return unit;
  }
  return SMALLEST_UNIT;
}

/** Where a line leaves its car, in grid units; null if the connector begins beneath the car. */
function anchorOf(map: MetroxMap, line: number, car: CarBox, frame: Frame): Point | null {
  const { id, stations } = map.lines[line]!;
  const first = map.stations[stations[0]!]!;
  const next = map.layout.connector[id]?.[0] ?? [first.x, first.y];
  const x = frame.x + next[0] * frame.unit;
  if (x > car.body && x < car.right) return null;
  const edge = x >= car.right ? car.right - LINE : car.body + LINE;
  return [(edge - frame.x) / frame.unit, (car.y - frame.y) / frame.unit];
}

const withoutConnectors = (map: MetroxMap): MetroxMap => ({
  ...map,
  layout: { ...map.layout, connector: {} },
});

const plans = new WeakMap<MetroxMap, Plan>();

/** The plan of a map at 1200 pixels; worked out once for each map. */
export function planOf(map: MetroxMap): Plan {
  const known = plans.get(map);
  if (known) return known;
  const unit = fitUnit(map);
  const { left, right } = extent(map, unit);
  const rows = map.lines.map((l) => map.layout.cars[l.id]!.row);
  const frame: Frame = {
    unit,
    x: Math.round((WIDTH - (right - left)) / 2 - left),
    y: Math.round(HEADER + FIRST_ROW - Math.min(0, ...rows) * unit),
  };
  const cars = map.lines.map((l, line) => {
    const x = frame.x + carLeft(map, line, unit);
    const body = x + CAR.lead;
    return { x, body, right: body + bodyLength(l.windows), y: frame.y + rows[line]! * unit };
  });
  const anchors = map.lines.map((_, line) => anchorOf(map, line, cars[line]!, frame));
  const plan: Plan = {
    frame,
    cars,
    tracks: tracks(map, frame, anchors),
    own: tracks(withoutConnectors(map), frame, []),
    bottom: Math.round(frame.y + Math.max(map.grid.rows - 1, ...rows) * unit + 46),
    at: (station) => {
      const { x, y } = map.stations[station]!;
      return [frame.x + x * unit, frame.y + y * unit];
    },
  };
  plans.set(map, plan);
  return plan;
}

/** Where a map without its cars stands in a picture that it fills: its scale, and what is added to each coordinate after it. */
export interface Part {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
  /** Lowest pixel of the map, its own margin included. */
  readonly bottom: number;
}

/** A small map grows no more than that. */
const LARGEST_SCALE = 1.5;

/** The stations of a map as large as the width of a picture lets them be. */
export function partOf(map: MetroxMap, { frame }: Plan): Part {
  const { cols, rows } = map.grid;
  const width = (cols - 1) * frame.unit + LARGEST_STATION + 16;
  const scale = Math.min(LARGEST_SCALE, (WIDTH - 2 * MARGIN) / width);
  const top = HEADER + FIRST_ROW;
  return {
    scale,
    x: WIDTH / 2 - (frame.x + ((cols - 1) * frame.unit) / 2) * scale,
    y: top - frame.y * scale,
    bottom: Math.round(top + (rows - 1) * frame.unit * scale + 46),
  };
}
