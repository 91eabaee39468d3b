import { TILES, toPlace } from '../../games/metro/board.ts';
import { linesOf, scoreOf } from '../../games/metro/score.ts';
import type { Open } from '../../games/metro/state.ts';
import { BOLD, type Brush, box, circle, fill, stroke, sunburst, write } from '../canvas.ts';
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
function drawPool(brush: Brush, left: number, scene: Scene, paper: Paper): void {
  const wide = write(brush, String(left), LEFT, TOP + 47, { size: 64, weight: BOLD, color: paper.ink });
  write(brush, scene.t('metro.picture.left', { count: left }), LEFT + wide + 10, TOP + 47, {
    size: SMALL,
    color: paper.soft,
    fit: CARDS - LEFT - wide - 12,
  });
  const { pitch, size, across, top } = POOL;
  for (let i = 0; i < TILES; i++) {
    const x = LEFT + (i % across) * pitch;
    const y = top + Math.floor(i / across) * pitch;
    if (i < left) {
      brush.fillStyle = paper.soft;
      brush.fillRect(x, y, size, size);
    } else {
      brush.strokeStyle = paper.grid;
      brush.lineWidth = 1.5;
      brush.strokeRect(x + 0.75, y + 0.75, size - 1.5, size - 1.5);
    }
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
  brush: Brush,
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
    circle(brush, x, y, DOT.r - 1);
    if (line.arrival === null) {
      fill(brush, style.color);
      stroke(brush, paper.edge, 2);
    } else stroke(brush, style.color, 2);
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

async function drawPlayer(brush: Brush, sight: Sight, seat: number, at: Box, scene: Scene): Promise<void> {
  const { open, after, viewer } = sight;
  const { t, theme } = scene;
  const paper = PAPERS[theme];
  const style = styleOf(theme, seat);
  const kind = at.w > NARROW ? 'wide' : at.h > LOW ? 'narrow' : 'low';
  const card = CARD[kind];
  const moves = !open.over && open.mover === seat;
  const wins = open.over && leads(open, seat);
  if (moves || wins || viewer === seat) {
    box(brush, at.x, at.y, at.w, at.h, 10);
    if (moves || wins) fill(brush, style.tint);
    stroke(brush, moves || wins ? paper.ink : style.color, 3);
  }
  const x = at.x + card.pad;
  const right = at.x + at.w - card.pad;
  const score = scoreOf(open, seat);
  const gain = scoreOf(after, seat) - score;
  const figure = { weight: BOLD, color: paper.ink, align: 'right' } as const;
  // Beside the score, for want of room beside the name.
  const scored = write(brush, String(score), right, at.y + card.points, { ...figure, size: card.score });
  const gained =
    gain > 0
      ? write(brush, t('metro.picture.pays', { points: gain }), right - scored - 10, at.y + card.points, {
          ...figure,
          size: FIGURE,
          color: paper.soft,
        }) + 10
      : 0;
  const end = right - scored - gained;
  let left = x;
  if (wins) {
    sunburst(brush, x + 12, at.y + card.name - 10, 14);
    fill(brush, paper.gold);
    stroke(brush, paper.edge, 1.5);
    left += 32;
  }
  const name = await nameOf(scene, seat);
  writeName(brush, name, left, at.y + card.name, {
    size: NAME,
    weight: moves || wins ? BOLD : 500,
    color: paper.ink,
    room: kind === 'wide' ? end - left - 12 : right - left,
  });
  const y = at.y + card.swatch;
  const dots = linesOf(open, seat).length;
  if (kind === 'low') {
    const from = end - 10 - dotsWidth(dots, 2);
    drawSwatch(brush, x, from - 8, y, style, paper);
    drawDots(brush, after, seat, { x: from, y, rows: 2 }, theme);
  } else {
    drawSwatch(brush, x, kind === 'wide' ? right : end - 12, y, style, paper);
    const rows = dotsWidth(dots, 1) > right - x ? 2 : 1;
    drawDots(brush, after, seat, { x, y: at.y + (rows > 1 ? 95 : 96), rows }, theme);
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
export async function drawStrip(brush: Brush, sight: Sight, hand: Hand, scene: Scene): Promise<void> {
  const paper = PAPERS[scene.theme];
  const { open } = sight;
  if (open.over) drawCentreSum(brush, open, LEFT, TOP + 14, scene.theme);
  else drawPool(brush, toPlace(open), scene, paper);
  const width = handWidth(hand);
  const room = RIGHT - CARDS - (width > 0 ? width + 20 : 0);
  for (const [seat, at] of places(open.setting.seats, room).entries())
    await drawPlayer(brush, sight, seat, at, scene);
  if (width > 0) drawHand(brush, hand, RIGHT, paper);
}
