import type { Held, Line } from '../../games/metromania/state.ts';
import { BOLD, type Brush, box, circle, fill, polygon, stroke, write } from '../canvas.ts';
import type { Scene, Theme } from '../presenter.ts';
import { drawLineSign } from './badges.ts';
import { fillTriangle, pieceColor } from './city.ts';
import { PAPERS, type Paper, styleOf } from './colors.ts';
import { LIMIT, type Shown, type Spot } from './ground.ts';
import { drawBadge, type Who } from './players.ts';
import { along, drawCore, isLadder, ribbonOf, straightWay } from './ribbon.ts';
import { drawMarker } from './signs.ts';
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
export function drawColumn(brush: Brush, column: Column, who: Who, scene: Scene): void {
  const { now, line, window } = column;
  const paper = PAPERS[scene.theme];
  brush.fillStyle = paper.bg;
  brush.fillRect(0, 0, FIELD.left, TURN.height);
  brush.fillStyle = paper.limit;
  brush.fillRect(FIELD.left - 3, 0, 3, TURN.height);
  drawInset(brush, now, window, scene.theme);
  const own = line === null ? null : now.lines[line]!;
  if (own && line !== null) drawLineRows(brush, column, own, line, who, scene);
  else drawStock(brush, column, who, scene);
  drawSquares(brush, column, scene.theme);
  drawHand(brush, now.hands[now.mover] ?? [], now.mover, scene);
  drawGain(brush, column, scene.theme);
}

/** What the turn brings so far. */
function drawGain(brush: Brush, { view, now, gained }: Column, theme: Theme): void {
  const paper = PAPERS[theme];
  const gain = gained + (now.points[view.mover] ?? 0) - (view.points[view.mover] ?? 0);
  if (gain <= 0) return;
  drawStation(brush, GAIN.y - 19, paper);
  write(brush, `+${gain}`, LEFT + 54, GAIN.y, { size: GAIN.size, weight: BOLD, color: paper.ink });
}

function drawStation(brush: Brush, y: number, paper: Paper): void {
  circle(brush, LEFT + 22, y, 17);
  fill(brush, paper.plate);
  stroke(brush, paper.rim === paper.onInk ? paper.limit : paper.rim, 6);
}

function drawInset(brush: Brush, view: Shown, window: Window | null, theme: Theme): void {
  const paper = PAPERS[theme];
  const { left, top, scale, city } = INSET;
  brush.save();
  brush.translate(left, top);
  brush.scale(scale, scale);
  brush.translate(-city[0], -city[1]);
  for (const triangle of view.dug.keys()) {
    const sign = view.signs[triangle];
    const free = sign === 'lake' ? paper.lake : sign === 'park' ? paper.park : pieceColor(triangle, paper);
    fillTriangle(brush, triangle, view.dug[triangle] === null ? free : paper.dug, -1);
  }
  polygon(brush, LIMIT);
  stroke(brush, paper.limit, 8);
  for (const [i, line] of view.lines.entries()) {
    if (line.tunnels.length === 0) continue;
    const way = ribbonOf(line, view);
    along(brush, way, paper.casing, 34);
    along(brush, way, styleOf(theme, line.company).color, 24);
    if (isLadder(i)) along(brush, way, paper.casing, 9);
  }
  if (window) {
    const [l, t, r, b] = frameOf(window);
    box(brush, l, t, r - l, b - t, 26);
    stroke(brush, paper.bg, 11 / scale);
    stroke(brush, paper.ink, 5 / scale);
  }
  brush.restore();
}

/** Which line it is, and how long it is. */
function drawLineRows(
  brush: Brush,
  { now }: Column,
  own: Line,
  line: number,
  who: Who,
  { t, theme }: Scene,
): void {
  const paper = PAPERS[theme];
  const style = styleOf(theme, own.company);
  drawLineSign(brush, who, own, [LEFT + 38, BADGE.y], theme, { size: 1.35 });
  write(brush, t('metromania.picture.line', { line: own.number }), LEFT + 88, BADGE.y + 17, {
    size: TEXT.large,
    weight: BOLD,
    color: paper.ink,
    fit: FIELD.left - LEFT - 100,
  });
  const { y, from, to, scale } = TRACK;
  const most = now.box.tunnels;
  along(brush, straightWay([from, y], [to, y]), paper.mute, 5);
  const length = ((to - from) * own.tunnels.length) / most;
  if (length > 0) drawCore(brush, straightWay([from, y], [from + length, y]), style, isLadder(line), scale);
  const step = write(brush, String(own.tunnels.length), LEFT + 2, COUNT, {
    size: TEXT.large,
    weight: BOLD,
    color: paper.ink,
  });
  write(brush, t('metromania.picture.of', { most }), LEFT + 4 + step, COUNT, {
    size: TEXT.large,
    color: paper.soft,
    fit: 170 - step - 20,
  });
}

/** The company, and the stations that are left. */
function drawStock(brush: Brush, { now }: Column, who: Who, { t, theme }: Scene): void {
  const paper = PAPERS[theme];
  drawBadge(brush, who, now.mover, [LEFT + 32, BADGE.y], BADGE.r, theme);
  write(brush, t('metromania.picture.stations'), LEFT + 76, BADGE.y + 17, {
    size: TEXT.large,
    weight: BOLD,
    color: paper.ink,
    fit: FIELD.left - LEFT - 86,
  });
  const left = now.box.stations - now.stations.length;
  drawStation(brush, COUNT - 17, paper);
  write(brush, t('metromania.picture.stock', { count: left }), LEFT + 54, COUNT, {
    size: TEXT.large,
    color: paper.ink,
    fit: 210,
  });
}

/** A square for each tunnel of the turn: dug, the one that is chosen now, and those to come. */
function drawSquares(brush: Brush, { now, line, dug, next, most }: Column, theme: Theme): void {
  if (line === null) return;
  const paper = PAPERS[theme];
  const style = styleOf(theme, now.mover);
  const from = FIELD.left - 12 - most * SQUARE.pitch;
  for (let i = 0; i < most; i++) {
    box(brush, from + i * SQUARE.pitch, COUNT - 33, SQUARE.size, SQUARE.size, 6);
    if (i < dug) fill(brush, style.color);
    else if (i === dug && next) {
      fill(brush, style.legal);
      brush.setLineDash([6, 4]);
      stroke(brush, style.color, 3.5);
      brush.setLineDash([]);
    } else stroke(brush, paper.mute, 3);
  }
}

function drawHand(brush: Brush, hand: readonly Held[], company: number, { t, theme }: Scene): void {
  const paper = PAPERS[theme];
  if (hand.length === 0) return;
  write(brush, t('metromania.picture.hand'), LEFT + 2, HAND.y, { size: TEXT.small, color: paper.soft });
  const { color, text } = styleOf(theme, company);
  hand.forEach(({ letter, kind }, i) => {
    const x = LEFT + 34 + (i % HAND.across) * HAND.pitch;
    const y = HAND.first + Math.floor(i / HAND.across) * HAND.row;
    drawMarker(brush, x, y, {
      kind,
      letter: letter ?? '?',
      size: HAND.size,
      color,
      text,
      rim: [paper.bg, 0.01],
    });
  });
}
