import { TILES, toPlace } from '../../games/metro/board.ts';
import { linesOf, scoreOf } from '../../games/metro/score.ts';
import type { Open } from '../../games/metro/state.ts';
import { BOLD, box, circle, fill, stroke, sunburst } from '../canvas.ts';
import type { Stage } from '../kit/stage.ts';
import { nameOf, writeName } from '../names.ts';
import type { Scene } from '../presenter.ts';
import { drawCentreSum } from './centresum.ts';
import { PAPERS, type Paper, styleOf } from './colors.ts';
import { drawHand, type Hand, handWidth } from './hand.ts';
import { drawSwatch } from './ribbon.ts';
import { FIGURE } from './ring.ts';

/** Beneath the board: the tiles still to come, a card for each player, the hand. */

const TOP = 1000;
const LEFT = 24;
const RIGHT = 976;
const CARDS = 242;
const GAP = 10;
/** Small print; names may become as small as this, too. */
const SMALL = 29;

const POOL = { across: 12, pitch: 17, size: 12, top: 1060 } as const;

/** The number of tiles to be placed, and a square for each of all. It stays clear of the corner at the lower left. */
function drawPool(stage: Stage, left: number, scene: Scene, paper: Paper): void {
  const wide = stage.write(String(left), LEFT, TOP + 47, { size: 64, weight: BOLD, color: paper.ink });
  stage.write(scene.t('metro.picture.left', { count: left }), LEFT + wide + 10, TOP + 47, {
    size: SMALL,
    color: paper.soft,
    fit: CARDS - LEFT - wide - 12,
  });
  const { pitch, size, across, top } = POOL;
  for (let from = 0; from < TILES; from += across) {
    const full = Math.min(Math.max(left - from, 0), across);
    const y = top + (from / across) * pitch;
    stage.stamp(`pool ${full}`, LEFT, y, [0, 0, across * pitch, size], (brush) => {
      brush.fillStyle = paper.soft;
      brush.strokeStyle = paper.grid;
      brush.lineWidth = 1.5;
      for (let i = 0; i < across; i++)
        if (i < full) brush.fillRect(i * pitch, 0, size, size);
        else brush.strokeRect(i * pitch + 0.75, 0.75, size - 1.5, size - 1.5);
    });
  }
}

export interface Sight {
  readonly open: Open;
  /** With the tile that is only thought of; the same as `open` when there is none. */
  readonly after: Open;
  /** Whoever looks on; null for a watcher. */
  readonly viewer: number | null;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

const DOT = { r: 7.5, pitch: 18, row: 16 } as const;

/** A dot for each line, in so many rows: full while it is open, a ring once it has arrived. */
function drawDots(
  stage: Stage,
  open: Open,
  seat: number,
  at: { x: number; y: number; rows: number },
  theme: Scene['theme'],
): void {
  const paper = PAPERS[theme];
  const style = styleOf(theme, seat);
  const lines = linesOf(open, seat).toSorted(
    (a, b) => Number(a.arrival !== null) - Number(b.arrival !== null),
  );
  const across = Math.ceil(lines.length / at.rows);
  lines.forEach((line, i) => {
    const x = at.x + DOT.r + (i % across) * DOT.pitch;
    const y = at.y + (Math.floor(i / across) - (at.rows - 1) / 2) * DOT.row;
    const arrived = line.arrival !== null;
    stage.stamp(`dot ${style.color} ${arrived}`, x, y, [-8, -8, 8, 8], (brush) => {
      circle(brush, 0, 0, DOT.r - 1);
      if (!arrived) fill(brush, style.color);
      stroke(brush, arrived ? style.color : paper.edge, 2);
    });
  });
}

/** How wide so many dots are in so many rows. */
const dotsWidth = (count: number, rows: number): number =>
  2 * DOT.r + (Math.ceil(count / rows) - 1) * DOT.pitch;

/** Whether a seat has the most points of all. */
const leads = (open: Open, seat: number): boolean =>
  open.held.every((_, other) => scoreOf(open, other) <= scoreOf(open, seat));

/** Baselines and sizes within a card, by its room: wide, narrow, narrow and low. A narrow one has the name above the score. */
const CARD = {
  wide: { name: 43, points: 43, score: 44, swatch: 66, pad: 14 },
  narrow: { name: 37, points: 81, score: 42, swatch: 66, pad: 9 },
  low: { name: 33, points: 68, score: 39, swatch: 54, pad: 9 },
} as const;
/** Names are set at this, or at seven tenths of it. */
const NAME = 41;
const NARROW = 250;
const LOW = 90;

async function drawPlayer(stage: Stage, sight: Sight, seat: number, at: Box, scene: Scene): Promise<void> {
  const { open, after, viewer } = sight;
  const { t, theme } = scene;
  const paper = PAPERS[theme];
  const style = styleOf(theme, seat);
  const kind = at.w > NARROW ? 'wide' : at.h > LOW ? 'narrow' : 'low';
  const card = CARD[kind];
  const moves = !open.over && open.mover === seat;
  const wins = open.over && leads(open, seat);
  if (moves || wins || viewer === seat) {
    const lit = moves || wins;
    const { w, h } = at;
    stage.stamp(`player ${w} ${h} ${style.color} ${lit}`, at.x, at.y, [-2, -2, w + 2, h + 2], (brush) => {
      box(brush, 0, 0, w, h, 10);
      if (lit) fill(brush, style.tint);
      stroke(brush, lit ? paper.ink : style.color, 3);
    });
  }
  const x = at.x + card.pad;
  const right = at.x + at.w - card.pad;
  const score = scoreOf(open, seat);
  const gain = scoreOf(after, seat) - score;
  const figure = { weight: BOLD, color: paper.ink, align: 'right' } as const;
  // Beside the score, for want of room beside the name.
  const scored = stage.write(String(score), right, at.y + card.points, { ...figure, size: card.score });
  const gained =
    gain > 0
      ? stage.write(t('metro.picture.pays', { points: gain }), right - scored - 10, at.y + card.points, {
          ...figure,
          size: FIGURE,
          color: paper.soft,
        }) + 10
      : 0;
  const end = right - scored - gained;
  let left = x;
  if (wins) {
    stage.stamp('wins', x + 12, at.y + card.name - 10, [-16, -16, 16, 16], (brush) => {
      sunburst(brush, 0, 0, 14);
      fill(brush, paper.gold);
      stroke(brush, paper.edge, 1.5);
    });
    left += 32;
  }
  const name = await nameOf(scene, seat);
  writeName(stage, name, left, at.y + card.name, {
    size: NAME,
    weight: moves || wins ? BOLD : 500,
    color: paper.ink,
    room: kind === 'wide' ? end - left - 12 : right - left,
  });
  const y = at.y + card.swatch;
  const dots = linesOf(open, seat).length;
  if (kind === 'low') {
    const from = end - 10 - dotsWidth(dots, 2);
    drawSwatch(stage, x, from - 8, y, style, paper);
    drawDots(stage, after, seat, { x: from, y, rows: 2 }, theme);
  } else {
    drawSwatch(stage, x, kind === 'wide' ? right : end - 12, y, style, paper);
    const rows = dotsWidth(dots, 1) > right - x ? 2 : 1;
    drawDots(stage, after, seat, { x, y: at.y + (rows > 1 ? 95 : 96), rows }, theme);
  }
}

/** Where the cards of so many players lie in the room between pool and hand. */
function places(seats: number, width: number): Box[] {
  const across = seats <= 2 ? 1 : seats > 4 && width >= 500 ? 3 : 2;
  const rows = Math.ceil(seats / across);
  const w = (width - (across - 1) * GAP) / across;
  const h = rows > 2 ? 73 : 110;
  return Array.from({ length: seats }, (_, seat) => ({
    x: CARDS + (seat % across) * (w + GAP),
    y: TOP + 2 + Math.floor(seat / across) * (h + (rows > 2 ? 6 : 10)),
    w,
    h,
  }));
}

/** Draws everything beneath the board. */
export async function drawStrip(stage: Stage, sight: Sight, hand: Hand, scene: Scene): Promise<void> {
  const paper = PAPERS[scene.theme];
  const { open } = sight;
  if (open.over) drawCentreSum(stage, open, LEFT, TOP + 14, scene.theme);
  else drawPool(stage, toPlace(open), scene, paper);
  const width = handWidth(hand);
  const room = RIGHT - CARDS - (width > 0 ? width + 20 : 0);
  for (const [seat, at] of places(open.setting.seats, room).entries())
    await drawPlayer(stage, sight, seat, at, scene);
  if (width > 0) drawHand(stage, hand, RIGHT, paper);
}
