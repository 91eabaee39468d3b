import type { Line, Open } from '../../games/metro/state.ts';
import { colOf, departureOf, rowOf, run } from '../../games/metro/tracks.ts';
import { BOLD, box, center, circle, fill, stroke, textWidth } from '../canvas.ts';
import type { Stage } from '../kit/stage.ts';
import { type Name, nameOf, writeName } from '../names.ts';
import type { Scene, Theme } from '../presenter.ts';
import { INK } from '../theme.ts';
import { PAPERS, styleOf } from './colors.ts';
import { CASING, drawOpen } from './ribbon.ts';
import { BOARD, CENTRE, cornerOf, FIGURE } from './ring.ts';
import { TILE, type Track, type TrackWay, tracksOf, wayOf } from './tracks.ts';

/** Lines that a picture is about when a game has ended: they lie over all others, and the longest bear names. */

/** Lines that shine in a picture; `named`: each with its place, whose it is and its length. */
export interface Lit {
  readonly lines: readonly Line[];
  readonly named: boolean;
}

const MOST = 3;

/** The longest lines of players that have arrived, the longest first; of equal ones those that bring more. */
export const longestOf = ({ lines }: Pick<Open, 'lines'>, most = MOST): Line[] =>
  lines
    .filter(({ owner, arrival }) => owner !== null && arrival !== null)
    .toSorted((a, b) => b.length - a.length || b.points - a.points || a.station - b.station)
    .slice(0, most);

interface Leg {
  readonly way: TrackWay;
  readonly x: number;
  readonly y: number;
}

/** The tracks that a line runs over, in order. */
function legsOf(open: Open, line: Line): Leg[] {
  return run(open.squares, departureOf(open.map, line.station)).passes.map(({ square, from }) => {
    const { tile, turns } = open.squares[square]!;
    const track: Track = tracksOf(tile, turns)[from >> 1]!;
    const [x, y] = cornerOf(rowOf(square), colOf(square));
    return { way: wayOf(track), x, y };
  });
}

const HALO = CASING + 8;
/** Lines that shine reach beyond their tiles. */
const BEYOND = [-HALO, -HALO, TILE + HALO, TILE + HALO] as const;

/** Draws lines once more over all others, with light around them. */
export function drawLit(stage: Stage, open: Open, { lines }: Lit, theme: Theme): void {
  const paper = PAPERS[theme];
  const all = lines.map((line) => ({ line, legs: legsOf(open, line) }));
  for (const { legs } of all)
    for (const { way, x, y } of legs)
      stage.stamp(`light ${way.key}`, x, y, BEYOND, (brush) => {
        way.trace(brush, 0.5);
        stroke(brush, paper.ink, HALO);
      });
  for (const { line, legs } of all) {
    const style = styleOf(theme, line.owner!);
    for (const { way, x, y } of legs)
      stage.stamp(`lit ${way.key} ${style.color}`, x, y, BEYOND, (brush) =>
        drawOpen(brush, way, style, paper, 'whole'),
      );
  }
}

type Spot = readonly [x: number, y: number];

/** Points along a line, so many pixels apart. */
const spotsOf = (legs: readonly Leg[], step: number): Spot[] =>
  legs.flatMap(({ way, x, y }) =>
    Array.from({ length: Math.max(1, Math.floor(way.length / step)) }, (_, i): Spot => {
      const [dx, dy] = way.at((i + 0.5) * step);
      return [x + dx, y + dy];
    }),
  );

export const LABEL = { h: 58, disc: 24, pad: 14, gap: 10, name: 150, size: 41 } as const;
const STEP = 12;
/** Between labels and the edge of the board. */
const EDGE = 12;

interface Label {
  readonly name: Name;
  readonly length: string;
  readonly w: number;
}

/** The nearest place at which all of a label is on the board. */
function onBoard([x, y]: Spot, w: number): Spot {
  const clamp = (at: number, from: number, half: number): number =>
    Math.min(Math.max(at, from + EDGE + half), from + BOARD.size - EDGE - half);
  return [clamp(x, BOARD.x, w / 2), clamp(y, BOARD.y, LABEL.h / 2)];
}

/** How much a label would hide with its middle there: other labels most, then other lines that shine, its own least. */
function costOf(
  [x, y]: Spot,
  w: number,
  own: readonly Spot[],
  others: readonly Spot[],
  placed: readonly { readonly at: Spot; readonly w: number }[],
): number {
  const inside = ([px, py]: Spot): boolean =>
    Math.abs(px - x) < w / 2 + 8 && Math.abs(py - y) < LABEL.h / 2 + 8;
  const centre =
    Math.abs(x - CENTRE.x - CENTRE.size / 2) < (w + CENTRE.size) / 2 &&
    Math.abs(y - CENTRE.y - CENTRE.size / 2) < (LABEL.h + CENTRE.size) / 2;
  const touched = placed.filter(
    ({ at, w: other }) => Math.abs(at[0] - x) < (w + other) / 2 + 8 && Math.abs(at[1] - y) < LABEL.h + 8,
  ).length;
  return own.filter(inside).length + 4 * others.filter(inside).length + 200 * touched + (centre ? 100 : 0);
}

/** Where labels of so many pixels stand, each in the middle of its line at the place where it hides the least. */
export function labelSpots(open: Open, lines: readonly Line[], widths: readonly number[]): Spot[] {
  const spots = lines.map((line) => spotsOf(legsOf(open, line), STEP));
  const placed: { at: Spot; w: number }[] = [];
  for (const [i, own] of spots.entries()) {
    const w = widths[i]!;
    const others = spots.flatMap((one, at) => (at === i ? [] : one));
    const places = own.map((at) => onBoard(at, w));
    const costs = places.map((at) => costOf(at, w, own, others, placed));
    placed.push({ at: places[costs.indexOf(Math.min(...costs))]!, w });
  }
  return placed.map(({ at }) => at);
}

/** The labels of the lines that shine. */
export async function drawLabels(stage: Stage, open: Open, { lines }: Lit, scene: Scene): Promise<void> {
  const paper = PAPERS[scene.theme];
  const labels = await Promise.all(lines.map((line) => labelOf(line, scene)));
  const spots = labelSpots(
    open,
    lines,
    labels.map(({ w }) => w),
  );
  for (const [i, { name, length, w }] of labels.entries()) {
    const [x, middle] = spots[i]!;
    const left = x - w / 2;
    const style = styleOf(scene.theme, lines[i]!.owner!);
    const half = LABEL.h / 2;
    const key = `label ${i} ${style.color} ${w}`;
    stage.stamp(key, left, middle, [-5, -half - 5, w + 5, half + 5], (brush) => {
      const pill = () => box(brush, 0, -half, w, LABEL.h, half);
      pill();
      fill(brush, style.tint);
      stroke(brush, paper.bg, 10);
      pill();
      fill(brush, style.tint);
      stroke(brush, style.color, 4);
      circle(brush, half, 0, LABEL.disc);
      fill(brush, paper.gold);
      center(brush, String(i + 1), half, 0, { size: FIGURE, color: INK });
    });
    const base = middle + LABEL.size * 0.364;
    const from = left + LABEL.h + LABEL.gap / 2;
    writeName(stage, name, from, base, { size: LABEL.size, color: paper.ink, room: LABEL.name });
    stage.write(length, left + w - LABEL.pad - 4, base, {
      size: LABEL.size,
      weight: BOLD,
      color: paper.ink,
      align: 'right',
    });
  }
}

async function labelOf(line: Line, scene: Scene): Promise<Label> {
  const name = await nameOf(scene, line.owner!);
  const length = String(line.length);
  const named = Math.min(textWidth(name.text + name.mark, LABEL.size), LABEL.name);
  const figures = textWidth(length, LABEL.size, BOLD);
  return { name, length, w: LABEL.h + LABEL.gap / 2 + named + LABEL.gap + figures + LABEL.pad + 4 };
}
