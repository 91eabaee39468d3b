import { EMPTY, type MetroxMap } from '../../games/metrox/state.ts';
import { BOLD, type Brush, box, center, circle, fill, stroke, widthOf } from '../canvas.ts';
import type { Theme } from '../presenter.ts';
import { COLORS, INK, mix, WHITE } from '../theme.ts';
import { type Plan, sideOf } from './frame.ts';

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
  /** Only dead lines come here and it is empty. */
  readonly stranded: boolean;
}

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

/** Draws a white x with round arms. */
export function cross(brush: Brush, x: number, y: number, arm: number, width: number, color: string): void {
  brush.lineCap = 'round';
  brush.beginPath();
  brush.moveTo(x - arm, y - arm);
  brush.lineTo(x + arm, y + arm);
  brush.moveTo(x + arm, y - arm);
  brush.lineTo(x - arm, y + arm);
  stroke(brush, color, width);
  brush.lineCap = 'butt';
}

function pips(brush: Brush, look: StationLook, side: number, color: string): void {
  const dots = DICE[Math.min(look.lines, 6)];
  if (!dots) return;
  const off = side * 0.21;
  for (const [dx, dy] of dots) {
    circle(brush, look.x + dx * off, look.y + dy * off, look.lines > 3 ? 4.2 : 4.7);
    fill(brush, color);
  }
}

function square(brush: Brush, { x, y }: StationLook, side: number, radius: number): void {
  box(brush, x - side / 2, y - side / 2, side, side, radius);
}

function content(brush: Brush, look: StationLook, side: number, color: string): void {
  if (look.value === EMPTY) return;
  if (look.value > 0) {
    const size = look.value > 9 ? 33 : 35;
    center(brush, String(look.value), look.x, look.y, { size, color, fit: side - 7 });
  } else cross(brush, look.x, look.y, side * 0.2, 6, color);
}

/** Draws one station: white while empty, solid when filled, gold when new, dashed while it is not final. */
export function drawStation(brush: Brush, look: StationLook, theme: Theme): void {
  const colors = COLORS[theme];
  const side = sideOf(look.lines);
  const radius = look.lines > 1 ? 11 : 9;
  const ring = (grow: number, color: string) => {
    square(brush, look, side + 2 * grow, radius + grow);
    fill(brush, color);
  };
  const inner = (inset: number, color: string) => {
    square(brush, look, side - 2 * inset, Math.max(3, radius - inset));
    fill(brush, color);
  };

  if (look.value === EMPTY) {
    ring(PAPER_RING, colors.paper);
    if (theme === 'light') {
      inner(0, look.stranded ? colors.soft : INK);
      inner(OUTLINE, WHITE);
      pips(brush, look, side, look.stranded ? colors.soft : INK);
    } else {
      inner(0, look.stranded ? mix(colors.muted, colors.paper, 0.15) : WHITE);
      pips(brush, look, side, INK);
    }
    return;
  }
  if (look.fresh === 'last') {
    ring(9, colors.glow);
    ring(5, colors.halo);
    inner(0, INK);
    inner(3.6, colors.gold);
    content(brush, look, side, INK);
    return;
  }
  if (look.fresh === 'pending') {
    ring(PAPER_RING, colors.paper);
    inner(0, colors.pending);
    square(brush, look, side - 4, radius - 2);
    const length = 4 * (side - 4) - (8 - 2 * Math.PI) * (radius - 2);
    brush.setLineDash([length / 32, length / 32]);
    stroke(brush, theme === 'light' ? INK : colors.paper, 4.4);
    brush.setLineDash([]);
    content(brush, look, side, colors.pendingInk);
    return;
  }
  ring(PAPER_RING, colors.paper);
  if (theme === 'light') inner(0, INK);
  else {
    inner(0, WHITE);
    inner(3.5, colors.paper);
  }
  content(brush, look, side, WHITE);
}

/** Draws a station as a plate with its name, large enough to be picked from a menu. */
export function drawNamed(
  brush: Brush,
  map: MetroxMap,
  plan: Plan,
  station: number,
  name: string,
  color: string,
): void {
  const [x, y] = plan.at(station);
  const size = 33;
  const height = sideOf(map.stations[station]!.lines.length);
  const width = Math.min(plan.frame.unit - 4, Math.max(height, widthOf(brush, name, size, BOLD) + 14));
  box(brush, x - width / 2 - 3, y - height / 2 - 3, width + 6, height + 6, 14);
  fill(brush, INK);
  box(brush, x - width / 2, y - height / 2, width, height, 11);
  fill(brush, color);
  box(brush, x - width / 2 + 3.5, y - height / 2 + 3.5, width - 7, height - 7, 8);
  fill(brush, WHITE);
  center(brush, name, x, y, { size, color: INK, fit: width - 12 });
}
