import type { Kind, Letter, Sign } from '../../games/metromania/state.ts';
import { BOLD, type Brush, center, circle, fill, polygon, stroke } from '../canvas.ts';
import { around, type Stage } from '../kit/stage.ts';
import type { Paper, Pattern, Style } from './colors.ts';

/** Homes, shops, shows, lake and park, and the markers that are put on them. */

/** The outline of a sign as the present path; `size` is half its width. */
function outline(brush: Brush, kind: Kind, x: number, y: number, size: number): void {
  const put = (dx: number, dy: number) => [x + dx * size, y + dy * size] as const;
  if (kind === 'residential') {
    polygon(brush, [
      put(0, -1.02),
      put(1.1, -0.1),
      put(0.84, -0.1),
      put(0.84, 0.94),
      put(-0.84, 0.94),
      put(-0.84, -0.1),
      put(-1.1, -0.1),
    ]);
  } else if (kind === 'commercial') {
    polygon(brush, [
      put(-0.74, -0.92),
      put(0.74, -0.92),
      put(1.1, -0.16),
      put(1.02, 0.16),
      put(0.84, 0.2),
      put(0.84, 0.94),
      put(-0.84, 0.94),
      put(-0.84, 0.2),
      put(-1.02, 0.16),
      put(-1.1, -0.16),
    ]);
  } else {
    brush.beginPath();
    brush.moveTo(...put(-0.96, -0.9));
    brush.quadraticCurveTo(...put(0, -0.6), ...put(0.96, -0.9));
    brush.lineTo(...put(0.96, 0));
    brush.bezierCurveTo(...put(0.96, 0.62), ...put(0.45, 1), ...put(0, 1));
    brush.bezierCurveTo(...put(-0.45, 1), ...put(-0.96, 0.62), ...put(-0.96, 0));
    brush.closePath();
  }
}

/** A sign nobody has put a marker on: filled, its windows, door or face in `hole`. */
export function drawSign(
  brush: Brush,
  kind: Kind,
  x: number,
  y: number,
  size: number,
  color: string,
  hole: string,
): void {
  outline(brush, kind, x, y, size);
  fill(brush, color);
  const box = (dx: number, dy: number, w: number, h: number) => {
    brush.fillStyle = hole;
    brush.fillRect(x + dx * size, y + dy * size, w * size, h * size);
  };
  if (kind === 'residential') box(-0.2, 0.34, 0.42, 0.6);
  else if (kind === 'commercial') {
    for (const dx of [-0.42, -0.04, 0.34]) box(dx, -0.92, 0.09, 0.9);
    box(-0.6, 0.3, 0.62, 0.36);
    box(0.24, 0.3, 0.38, 0.64);
  } else {
    for (const dx of [-0.42, 0.42]) {
      brush.beginPath();
      brush.ellipse(x + dx * size, y - 0.18 * size, 0.22 * size, 0.13 * size, 0, 0, Math.PI * 2);
      fill(brush, hole);
    }
    brush.beginPath();
    brush.moveTo(x - 0.5 * size, y + 0.24 * size);
    brush.quadraticCurveTo(x, y + 1.02 * size, x + 0.5 * size, y + 0.24 * size);
    brush.quadraticCurveTo(x, y + 0.52 * size, x - 0.5 * size, y + 0.24 * size);
    fill(brush, hole);
  }
}

export interface MarkerLook {
  readonly kind: Kind;
  /** What stands on it; null: nothing. */
  readonly letter: Letter | '?' | null;
  readonly size: number;
  readonly color: string;
  readonly text: string;
  /** Around it, so wide. */
  readonly rim: readonly [color: string, width: number];
  readonly dash?: boolean;
  /** Whose it is where colours don't tell: the kind of a fine line around it. */
  readonly hem?: Pattern;
}

/** Dashes of a hem and its width, for markers of the usual size. */
const HEMS: Readonly<Record<Pattern, { readonly dash: readonly number[]; readonly width: number }>> = {
  solid: { dash: [], width: 2.2 },
  dash: { dash: [9, 6], width: 2.2 },
  dots: { dash: [0.01, 6], width: 3.4 },
  chevrons: { dash: [6, 6, 0.01, 6], width: 2.2 },
};

/** How far the hem lies from the marker. */
const HEM = 3.8;

function drawHem(brush: Brush, x: number, y: number, look: MarkerLook & { hem: Pattern }): void {
  const { kind, size, color, rim, hem } = look;
  const { dash, width } = HEMS[hem];
  const scale = Math.max(size / MARKER, 1);
  outline(brush, kind, x, y, size + HEM * scale);
  brush.lineJoin = 'round';
  stroke(brush, rim[0], (width + 2.8) * scale);
  brush.setLineDash(dash.map((part) => part * scale));
  brush.lineCap = hem === 'dash' ? 'butt' : 'round';
  stroke(brush, color, width * scale);
  brush.setLineDash([]);
  brush.lineCap = 'butt';
  brush.lineJoin = 'miter';
}

/** Of a letter, as a share of half its marker's width. */
export const LETTER = 1.48;

/** A marker: the outline of its sign with its letter. */
export function drawMarker(brush: Brush, x: number, y: number, look: MarkerLook): void {
  const { kind, letter, size, color, text, rim, dash, hem } = look;
  if (hem) drawHem(brush, x, y, { ...look, hem });
  outline(brush, kind, x, y, size);
  brush.lineJoin = 'round';
  if (dash) brush.setLineDash([5, 4]);
  stroke(brush, rim[0], rim[1] * 2);
  brush.setLineDash([]);
  brush.lineJoin = 'miter';
  fill(brush, color);
  const low = kind === 'residential' ? 0.24 : kind === 'commercial' ? 0.08 : 0;
  if (letter !== null)
    center(brush, letter, x, y + low * size, { size: size * LETTER, weight: BOLD, color: text });
}

/** A marker in the colours of the company that placed it. */
export const markerLook = (
  kind: Kind,
  letter: Letter | null,
  size: number,
  style: Style,
  rim: MarkerLook['rim'],
): MarkerLook => ({ kind, letter, size, color: style.color, text: style.text, rim, hem: style.pattern });

/** Waves of the lake. */
export function drawWaves(brush: Brush, x: number, y: number, color: string, size = 1): void {
  brush.lineCap = 'round';
  brush.beginPath();
  for (const [dy, count] of [
    [-14, 1],
    [0, 2],
    [14, 3],
  ] as const) {
    const from = x - count * 9 * size;
    brush.moveTo(from, y + dy * size);
    for (let i = 0; i < count; i++) {
      const at = from + i * 18 * size;
      const top = y + dy * size;
      brush.bezierCurveTo(at + 6 * size, top - 9 * size, at + 12 * size, top + 9 * size, at + 18 * size, top);
    }
  }
  stroke(brush, color, 3.6 * size);
  brush.lineCap = 'butt';
}

/** Three trees of the park. */
export function drawTrees(brush: Brush, x: number, y: number, color: string, size = 1): void {
  brush.lineCap = 'round';
  for (const [dx, dy, r] of [
    [-20, -4, 11.5],
    [20, -4, 11.5],
    [0, -9, 14.5],
  ] as const) {
    circle(brush, x + dx * size, y + dy * size, r * size);
    fill(brush, color);
    brush.beginPath();
    brush.moveTo(x + dx * size, y + dy * size);
    brush.lineTo(x + dx * size, y + (dy + r + 11) * size);
    stroke(brush, color, 4 * size);
  }
  brush.lineCap = 'butt';
}

/** Size of a sign in the city: half its width. */
export const SIGN = 17;
export const MARKER = 21;

/** Whatever stands on a triangle nobody has dug. `up`: its point is above. */
export function drawGroundSign(
  brush: Brush,
  sign: Sign,
  [x, y]: readonly [number, number],
  up: boolean,
  hole: string,
  paper: Paper,
  color = paper.symbol,
): void {
  if (sign === 'lake') drawWaves(brush, x, y + (up ? 6 : -10), paper.wave, up ? 1 : 0.9);
  else if (sign === 'park') drawTrees(brush, x, y + (up ? 6 : -6), paper.tree, up ? 0.85 : 0.95);
  else drawSign(brush, sign, x, y + (up ? 3 : -3), SIGN, color, hole);
}

/** Lays a marker. */
export function layMarker(stage: Stage, x: number, y: number, look: MarkerLook): void {
  const { kind, letter, size, color, text, rim, dash = false, hem = '' } = look;
  const key = `marker ${kind} ${letter} ${size} ${color} ${text} ${rim[0]} ${rim[1]} ${dash} ${hem}`;
  const reach = size * 1.1 + rim[1] + (hem ? 8 * Math.max(size / MARKER, 1) : 0) + 1;
  stage.stamp(key, x, y, around([0, 0], reach), (brush) => drawMarker(brush, 0, 0, look));
}

/** Lays a sign of the usual size. */
export function laySign(stage: Stage, kind: Kind, x: number, y: number, color: string, hole: string): void {
  stage.stamp(`sign ${kind} ${color} ${hole}`, x, y, around([0, 0], SIGN * 1.1 + 1), (brush) =>
    drawSign(brush, kind, 0, 0, SIGN, color, hole),
  );
}

/** Lays the waves of the lake or the trees of the park, so many times as large. */
export function layGreen(
  stage: Stage,
  kind: 'lake' | 'park',
  x: number,
  y: number,
  { wave, tree }: Paper,
  size: number,
): void {
  stage.stamp(`${kind} ${size}`, x, y, around([0, 0], 36 * size), (brush) => {
    if (kind === 'park') drawTrees(brush, 0, 0, tree, size);
    else drawWaves(brush, 0, 0, wave, size);
  });
}
