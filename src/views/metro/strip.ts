import type { Open } from '../../games/metro/state.ts';
import { BOLD, type Brush, box, circle, fill, stroke, sunburst, widthOf, write } from '../canvas.ts';
import { drawable } from '../fonts.ts';
import type { Scene } from '../look.ts';
import { drawHand, type Hand, handWidth } from './hand.ts';
import { coatOf, PAPERS, type Paper } from './inks.ts';
import { linesOf, scoreOf } from './lines.ts';
import { drawSwatch } from './ribbon.ts';

/** Beneath the board: the tiles still to come, a card for each player, the hand. */

const TOP = 1000;
const LEFT = 24;
const RIGHT = 976;
const CARDS = 244;
const GAP = 10;

const POOL = { tiles: 60, across: 12, pitch: 17, size: 12, top: 1060 } as const;

/** The number of tiles left, and a square for each of all. It stays clear of the corner at the lower left. */
function drawPool(brush: Brush, left: number, scene: Scene, paper: Paper): void {
  const wide = write(brush, String(left), LEFT, TOP + 47, { size: 64, weight: BOLD, color: paper.ink });
  write(brush, scene.t('metro.picture.left', { count: left }), LEFT + wide + 10, TOP + 47, {
    size: 27,
    color: paper.soft,
    fit: CARDS - LEFT - wide - 24,
  });
  const { pitch, size, across, top } = POOL;
  for (let i = 0; i < POOL.tiles; i++) {
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

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** A name that would have to be smaller than this share of its size is cut. */
const LEAST = 0.7;

/** Writes a name into the room there is: smaller, and cut after whole graphemes when it is still too long. */
function writeName(
  brush: Brush,
  name: string,
  x: number,
  y: number,
  how: { size: number; weight: number; color: string; room: number },
): void {
  const { size, weight, color, room } = how;
  const fits = (text: string) => widthOf(brush, text, size * LEAST, weight) <= room;
  let text = name;
  const parts = [...graphemes.segment(name)].map(({ segment }) => segment);
  while (!fits(text) && parts.length > 1) {
    parts.pop();
    text = `${parts.join('').trimEnd()}…`;
  }
  write(brush, text, x, y, { size, color, fit: room, ...(weight === BOLD ? { weight: BOLD } : {}) });
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

const DOT = { r: 7.5, pitch: 18 } as const;

/** A dot for each line: full while it is open, a ring once it has arrived. Gives way to further rows. */
function drawDots(
  brush: Brush,
  open: Open,
  seat: number,
  at: { x: number; y: number; w: number },
  theme: Scene['theme'],
): void {
  const paper = PAPERS[theme];
  const coat = coatOf(theme, seat);
  const lines = linesOf(open, seat).toSorted(
    (a, b) => Number(a.arrival !== null) - Number(b.arrival !== null),
  );
  const fit = Math.floor((at.w - 2 * DOT.r + DOT.pitch) / DOT.pitch);
  const across = lines.length > fit ? Math.ceil(lines.length / 2) : lines.length;
  const shift = lines.length > across ? -DOT.pitch / 2 : 0;
  lines.forEach((line, i) => {
    const x = at.x + DOT.r + (i % across) * DOT.pitch;
    const y = at.y + shift + Math.floor(i / across) * DOT.pitch;
    circle(brush, x, y, DOT.r - 1);
    if (line.arrival === null) {
      fill(brush, coat.color);
      stroke(brush, paper.edge, 2);
    } else stroke(brush, coat.color, 2);
  });
}

/** Whether a seat has the most points of all. */
const leads = (open: Open, seat: number): boolean =>
  open.held.every((_, other) => scoreOf(open, other) <= scoreOf(open, seat));

async function drawPlayer(brush: Brush, sight: Sight, seat: number, at: Box, scene: Scene): Promise<void> {
  const { open, after, viewer } = sight;
  const { theme, t } = scene;
  const paper = PAPERS[theme];
  const coat = coatOf(theme, seat);
  const low = at.h < 90;
  const moves = !open.over && open.mover === seat;
  const wins = open.over && leads(open, seat);
  if (moves || wins || viewer === seat) {
    box(brush, at.x, at.y, at.w, at.h, 10);
    if (moves || wins) fill(brush, coat.tint);
    stroke(brush, moves || wins ? paper.ink : coat.color, 3);
  }
  const pad = 14;
  const x = at.x + pad;
  const base = at.y + (low ? 33 : 40);
  let right = at.x + at.w - pad;
  const score = scoreOf(open, seat);
  const gain = scoreOf(after, seat) - score;
  if (gain > 0)
    right -=
      write(brush, `+${gain}`, right, base, {
        size: low ? 24 : 28,
        weight: BOLD,
        color: paper.ink,
        align: 'right',
      }) + 6;
  right -= write(brush, String(score), right, base, {
    size: low ? 34 : 42,
    weight: BOLD,
    color: paper.ink,
    align: 'right',
  });
  let left = x;
  if (wins) {
    sunburst(brush, x + 12, base - 10, 14);
    fill(brush, paper.gold);
    stroke(brush, paper.edge, 1.5);
    left += 32;
  }
  const name = await drawable(scene.plain[seat] ?? '', t('picture.seat', { n: seat + 1 }));
  writeName(brush, name, left, base, {
    size: low ? 25 : 28,
    weight: moves || wins ? BOLD : 500,
    color: paper.ink,
    room: right - left - 10,
  });
  const y = base + (low ? 21 : 23);
  const dots = linesOf(open, seat).length;
  if (low) {
    const width = Math.min(dots, 8) * DOT.pitch;
    const swatch = Math.max(at.w - 2 * pad - width - 8, 30);
    drawSwatch(brush, x, x + swatch, y, coat, paper);
    drawDots(brush, after, seat, { x: x + swatch + 8, y, w: at.w - 2 * pad - swatch - 8 }, theme);
  } else {
    drawSwatch(brush, x, at.x + at.w - pad, y, coat, paper);
    drawDots(brush, after, seat, { x, y: y + 27, w: at.w - 2 * pad }, theme);
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
  drawPool(brush, open.left, scene, paper);
  const width = handWidth(hand);
  const room = RIGHT - CARDS - (width > 0 ? width + 20 : 0);
  for (const [seat, at] of places(open.setting.seats, room).entries())
    await drawPlayer(brush, sight, seat, at, scene);
  if (width > 0) drawHand(brush, hand, RIGHT, paper);
}
