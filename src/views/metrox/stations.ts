import { EMPTY } from '../../games/metrox/state.ts';
import { BOLD, type Brush, box, center, circle, fill, stroke, widthOf } from '../canvas.ts';
import { COUNTED } from '../legible.ts';
import type { Theme } from '../presenter.ts';
import { COLORS, INK, mix, WHITE } from '../theme.ts';
import { sideOf } from './frame.ts';
import { cross, star } from './signs.ts';

/** How new a station's content is: old, of the last card, or of a choice that is not final. */
export type Fresh = 'old' | 'last' | 'pending';

export interface StationLook {
  readonly x: number;
  readonly y: number;
  /** Lines that meet here. */
  readonly lines: number;
  /** EMPTY, a mark (negative) or a number. */
  readonly value: number;
  readonly fresh: Fresh;
  /** It steps back: only dead lines come here, and it is empty or others are what the picture is about. */
  readonly stranded: boolean;
  /** The picture is too small for numbers: stars stand for them. */
  readonly small?: boolean;
}

/** Size of a station with a number of one figure, and its width with one of two. */
const NUMBERED = 48;
const NUMBERED_WIDE = 62;

const OUTLINE = 4.5;
const PAPER_RING = 3;

/** Where the pips of a die stand, in shares of the side. */
const DICE: Readonly<Record<number, readonly (readonly [number, number])[]>> = {
  2: [
    [-1, 1],
    [1, -1],
  ],
  3: [
    [-1, 1],
    [0, 0],
    [1, -1],
  ],
  4: [
    [-1, -1],
    [-1, 1],
    [1, -1],
    [1, 1],
  ],
  5: [
    [-1, -1],
    [-1, 1],
    [0, 0],
    [1, -1],
    [1, 1],
  ],
  6: [
    [-1, -1],
    [-1, 0],
    [-1, 1],
    [1, -1],
    [1, 0],
    [1, 1],
  ],
};

function pips(brush: Brush, look: StationLook, side: number, color: string): void {
  const dots = DICE[Math.min(look.lines, 6)];
  if (!dots) return;
  const off = side * 0.21;
  for (const [dx, dy] of dots) {
    circle(brush, look.x + dx * off, look.y + dy * off, look.lines > 3 ? 4.2 : 4.7);
    fill(brush, color);
  }
}

interface Shape {
  readonly width: number;
  readonly height: number;
  readonly radius: number;
}

/** A station is as large as its number needs it to be. */
function shapeOf({ lines, value, small }: StationLook): Shape {
  const side = sideOf(lines);
  const radius = lines > 1 ? 11 : 9;
  if (value <= 0 || small) return { width: side, height: side, radius };
  return { width: value > 9 ? NUMBERED_WIDE : Math.max(side, NUMBERED), height: NUMBERED, radius: 11 };
}

/** The station's outline as the present path, larger by so many pixels on each side. */
function outline(brush: Brush, { x, y }: StationLook, of: Shape, grow: number): void {
  const { width, height, radius } = of;
  const round = grow < 0 ? Math.max(3, radius + grow) : radius + grow;
  box(brush, x - width / 2 - grow, y - height / 2 - grow, width + 2 * grow, height + 2 * grow, round);
}

function content(brush: Brush, look: StationLook, color: string): void {
  const { x, y, lines, value, small } = look;
  const side = sideOf(lines);
  if (value > 0 && small) star(brush, x, y, side * 0.34, color);
  else if (value > 0) center(brush, String(value), x, y, { size: COUNTED, color });
  else if (value !== EMPTY) cross(brush, x, y, side * 0.2, 6, color);
}

/** Draws one station: white while empty, solid when filled, gold when new, dashed while it is not final. */
export function drawStation(brush: Brush, look: StationLook, theme: Theme): void {
  const colors = COLORS[theme];
  const shape = shapeOf(look);
  const paint = (grow: number, color: string) => {
    outline(brush, look, shape, grow);
    fill(brush, color);
  };

  if (look.value === EMPTY) {
    paint(PAPER_RING, colors.paper);
    if (theme === 'light') {
      paint(0, look.stranded ? colors.soft : INK);
      paint(-OUTLINE, WHITE);
      pips(brush, look, shape.height, look.stranded ? colors.soft : INK);
    } else {
      paint(0, look.stranded ? mix(colors.muted, colors.paper, 0.15) : WHITE);
      pips(brush, look, shape.height, INK);
    }
    return;
  }
  if (look.fresh === 'last') {
    paint(9, colors.glow);
    paint(5, colors.halo);
    paint(0, INK);
    paint(-3.6, colors.gold);
    content(brush, look, INK);
    return;
  }
  if (look.fresh === 'pending') {
    paint(PAPER_RING, colors.paper);
    paint(0, colors.pending);
    outline(brush, look, shape, -2);
    const { width, height, radius } = shape;
    const length = 2 * (width + height - 8) - (8 - 2 * Math.PI) * (radius - 2);
    brush.setLineDash([length / 32, length / 32]);
    stroke(brush, theme === 'light' ? INK : colors.paper, 4.4);
    brush.setLineDash([]);
    content(brush, look, colors.pendingInk);
    return;
  }
  paint(PAPER_RING, colors.paper);
  if (look.stranded) {
    const back = mix(theme === 'light' ? colors.soft : colors.muted, colors.paper, 0.35);
    paint(0, back);
    if (theme === 'dark') paint(-3.5, colors.paper);
    content(brush, look, theme === 'light' ? WHITE : back);
    return;
  }
  if (theme === 'light') paint(0, INK);
  else {
    paint(0, WHITE);
    paint(-3.5, colors.paper);
  }
  content(brush, look, WHITE);
}

/** Letters of a name are narrowed by no more than this, whatever room they have. */
const NARROWEST = 0.78;

/**
 * Draws a station as a plate with its name, centred on the origin, `unit` pixels from the next, large enough to be picked from a menu. `scale` is that of the picture: names
 * have the same size in all of them, in narrower letters where stations stand too close.
 */
export function drawNamed(brush: Brush, unit: number, name: string, color: string, scale = 1): void {
  const [x, y] = [0, 0];
  const size = COUNTED / scale;
  const height = NUMBERED;
  const letters = widthOf(brush, name, size, BOLD);
  const width = Math.min(unit - 2, Math.max(height, letters + 12));
  const narrow = Math.max(NARROWEST, Math.min(1, (width - 9) / letters));
  box(brush, x - width / 2 - 2, y - height / 2 - 3, width + 4, height + 6, 14);
  fill(brush, INK);
  box(brush, x - width / 2, y - height / 2, width, height, 11);
  fill(brush, color);
  box(brush, x - width / 2 + 3, y - height / 2 + 3, width - 6, height - 6, 8);
  fill(brush, WHITE);
  brush.save();
  brush.translate(x, y);
  brush.scale(narrow, 1);
  center(brush, name, 0, 0, { size, color: INK });
  brush.restore();
}
