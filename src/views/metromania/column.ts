import type { Held, Line } from '../../games/metromania/state.ts';
import { BOLD, type Brush, box, fill, polygon, stroke } from '../canvas.ts';
import type { Stage } from '../kit/stage.ts';
import type { Scene, Theme } from '../presenter.ts';
import { layLineSign } from './badges.ts';
import { fillTriangle, layFill, pieceColor } from './city.ts';
import { PAPERS, styleOf } from './colors.ts';
import { HEIGHT, LIMIT, type Shown, type Spot, WIDTH } from './ground.ts';
import { layBadge, type Who } from './players.ts';
import { lengthened, type Placed, partsOf, straightWay, type Way } from './ribbon.ts';
import { layMarker } from './signs.ts';
import { layRing } from './strip.ts';
import { along, drawCore, isLadder } from './strokes.ts';
import { FIELD, frameOf, TURN, type Window } from './window.ts';

/** The column beside the large part of the city: where that lies, the line in question, the turn so far, the hand. */

const INSET = { left: 18, top: 30, scale: 262 / 1060, city: [20, 121] as Spot } as const;
const LEFT = 20;
const BADGE = { y: 322, r: 30 } as const;
const TRACK = { y: 394, from: 24, to: 278, scale: 2 } as const;
const COUNT = 463;
const HAND = { y: 526, first: 576, size: 30, pitch: 68, row: 78, across: 4 } as const;
const GAIN = { y: 736, size: 54 } as const;
const TEXT = { large: 46, small: 44 } as const;
const SQUARE = { size: 30, pitch: 37 } as const;

export interface Column {
  /** What is true, and what would be after what is thought of. */
  readonly view: Shown;
  readonly now: Shown;
  /** The line that is dug on, started, or has ended; null where stations are built. */
  readonly line: number | null;
  /** The part of the city beside it; null: all of it. */
  readonly window: Window | null;
  /** Tunnels of this turn, the one that is chosen now, and all there may be. */
  readonly dug: number;
  readonly next: boolean;
  readonly most: number;
  /** Points that the turn has brought before what is thought of. */
  readonly gained: number;
}

/** Draws the column. */
export function drawColumn(stage: Stage, column: Column, who: Who, scene: Scene): void {
  const { now, line, window } = column;
  const paper = PAPERS[scene.theme];
  stage.rect(0, 0, FIELD.left, TURN.height, paper.bg);
  stage.rect(FIELD.left - 3, 0, 3, TURN.height, paper.limit);
  drawInset(stage, now, window, scene.theme);
  const own = line === null ? null : now.lines[line]!;
  if (own && line !== null) drawLineRows(stage, column, own, line, who, scene);
  else drawStock(stage, column, who, scene);
  drawSquares(stage, column, scene.theme);
  drawHand(stage, now.hands[now.mover] ?? [], now.mover, scene);
  drawGain(stage, column, scene.theme);
}

/** What the turn brings so far. */
function drawGain(stage: Stage, { view, now, gained }: Column, theme: Theme): void {
  const paper = PAPERS[theme];
  const gain = gained + (now.points[view.mover] ?? 0) - (view.points[view.mover] ?? 0);
  if (gain <= 0) return;
  layRing(stage, LEFT + 22, GAIN.y - 19, 17, paper);
  stage.write(`+${gain}`, LEFT + 54, GAIN.y, { size: GAIN.size, weight: BOLD, color: paper.ink });
}

/** All of the city, small: its ground, what is dug, the lines, each laid anew when it grows, and the window. */
function drawInset(stage: Stage, view: Shown, window: Window | null, theme: Theme): void {
  const paper = PAPERS[theme];
  const { left, top, scale, city } = INSET;
  const inset = stage.within(left - city[0] * scale, top - city[1] * scale, scale);
  const whole = [10, 100, WIDTH - 10, HEIGHT - 100] as const;
  inset.stamp('inset', 0, 0, whole, (brush) => {
    for (const triangle of view.dug.keys()) fillTriangle(brush, triangle, pieceColor(triangle, paper), -1);
  });
  for (const [triangle, sign] of view.signs.entries())
    if (sign === 'lake' || sign === 'park') layFill(inset, triangle, paper[sign], -1);
  // So far over their edges that no gap is left where they are moved to whole pixels.
  for (const [triangle, line] of view.dug.entries())
    if (line !== null) layFill(inset, triangle, paper.dug, -2.5);
  inset.stamp('inset limit', 0, 0, whole, (brush) => {
    polygon(brush, LIMIT);
    stroke(brush, paper.limit, 8);
  });
  for (const [i, line] of view.lines.entries()) {
    if (line.tunnels.length === 0) continue;
    const parts = partsOf(line, view);
    layInPlace(inset, parts, 'rim', (brush, way) => along(brush, way, paper.casing, 34));
    const { color } = styleOf(theme, line.company);
    layInPlace(inset, parts, `${color} ${isLadder(i)}`, (brush, way) => {
      along(brush, way, color, 24);
      if (isLadder(i)) along(brush, way, paper.casing, 9);
    });
  }
  if (!window) return;
  const [l, t, r, b] = frameOf(window);
  const reach = 6 / scale;
  inset.stamp(`frame ${window.scale}`, l, t, [-reach, -reach, r - l + reach, b - t + reach], (brush) => {
    box(brush, 0, 0, r - l, b - t, 26);
    stroke(brush, paper.bg, 11 / scale);
    stroke(brush, paper.ink, 5 / scale);
  });
}

/** Lines are as much wider there (px of the city), on each side. */
const MORE = 6;

/**
 * Lays parts of a ribbon in the small city: each where it lies there to a part of a pixel, since thin lines would be broken where
 * their parts are moved to whole ones.
 */
function layInPlace(
  inset: Stage,
  parts: readonly Placed[],
  look: string,
  paint: (brush: Brush, way: Way) => void,
): void {
  for (const { part, at } of parts) {
    const [x, y] = at;
    const [left, top, right, bottom] = part.bounds;
    const bounds = [x + left - MORE, y + top - MORE, x + right + MORE, y + bottom + MORE] as const;
    inset.stamp(`inset ${part.key} ${at} ${look}`, 0, 0, bounds, (brush) => {
      brush.translate(x, y);
      // A little into its neighbours, so that no seam is seen.
      paint(brush, lengthened(part.way, 2));
      brush.translate(-x, -y);
    });
  }
}

/** Which line it is, and how long it is. */
function drawLineRows(
  stage: Stage,
  { now }: Column,
  own: Line,
  line: number,
  who: Who,
  { t, theme }: Scene,
): void {
  const paper = PAPERS[theme];
  const style = styleOf(theme, own.company);
  layLineSign(stage, who, own, [LEFT + 38, BADGE.y], theme, { size: 1.35 });
  stage.write(t('metromania.picture.line', { line: own.number }), LEFT + 88, BADGE.y + 17, {
    size: TEXT.large,
    weight: BOLD,
    color: paper.ink,
    fit: FIELD.left - LEFT - 100,
  });
  const { y, from, to, scale } = TRACK;
  const most = now.box.tunnels;
  const length = ((to - from) * own.tunnels.length) / most;
  const ladder = isLadder(line);
  stage.stamp(`track ${style.color} ${ladder} ${length}`, from, y, [-2, -14, to - from + 2, 14], (brush) => {
    along(brush, straightWay([0, 0], [to - from, 0]), paper.mute, 5);
    if (length > 0) drawCore(brush, straightWay([0, 0], [length, 0]), style, ladder, scale);
  });
  const step = stage.write(String(own.tunnels.length), LEFT + 2, COUNT, {
    size: TEXT.large,
    weight: BOLD,
    color: paper.ink,
  });
  stage.write(t('metromania.picture.of', { most }), LEFT + 4 + step, COUNT, {
    size: TEXT.large,
    color: paper.soft,
    fit: 170 - step - 20,
  });
}

/** The company, and the stations that are left. */
function drawStock(stage: Stage, { now }: Column, who: Who, { t, theme }: Scene): void {
  const paper = PAPERS[theme];
  layBadge(stage, who, now.mover, [LEFT + 32, BADGE.y], BADGE.r, theme);
  stage.write(t('metromania.picture.stations'), LEFT + 76, BADGE.y + 17, {
    size: TEXT.large,
    weight: BOLD,
    color: paper.ink,
    fit: FIELD.left - LEFT - 86,
  });
  const left = now.box.stations - now.stations.length;
  layRing(stage, LEFT + 22, COUNT - 17, 17, paper);
  stage.write(t('metromania.picture.stock', { count: left }), LEFT + 54, COUNT, {
    size: TEXT.large,
    color: paper.ink,
    fit: 210,
  });
}

/** A square for each tunnel of the turn: dug, the one that is chosen now, and those to come. */
function drawSquares(stage: Stage, { now, line, dug, next, most }: Column, theme: Theme): void {
  if (line === null) return;
  const paper = PAPERS[theme];
  const style = styleOf(theme, now.mover);
  const from = FIELD.left - 12 - most * SQUARE.pitch;
  for (let i = 0; i < most; i++) {
    const what = i < dug ? 'dug' : i === dug && next ? 'next' : 'free';
    const { size, pitch } = SQUARE;
    stage.stamp(
      `square ${what} ${style.color}`,
      from + i * pitch,
      COUNT - 33,
      [-3, -3, size + 3, size + 3],
      (brush) => {
        box(brush, 0, 0, size, size, 6);
        if (what === 'dug') fill(brush, style.color);
        else if (what === 'free') stroke(brush, paper.mute, 3);
        else {
          fill(brush, style.legal);
          brush.setLineDash([6, 4]);
          stroke(brush, style.color, 3.5);
          brush.setLineDash([]);
        }
      },
    );
  }
}

function drawHand(stage: Stage, hand: readonly Held[], company: number, { t, theme }: Scene): void {
  const paper = PAPERS[theme];
  if (hand.length === 0) return;
  stage.write(t('metromania.picture.hand'), LEFT + 2, HAND.y, { size: TEXT.small, color: paper.soft });
  const { color, text } = styleOf(theme, company);
  hand.forEach(({ letter, kind }, i) => {
    const x = LEFT + 34 + (i % HAND.across) * HAND.pitch;
    const y = HAND.first + Math.floor(i / HAND.across) * HAND.row;
    layMarker(stage, x, y, {
      kind,
      letter: letter ?? '?',
      size: HAND.size,
      color,
      text,
      rim: [paper.bg, 0.01],
    });
  });
}
