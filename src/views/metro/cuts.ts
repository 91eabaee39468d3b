import { type Outline, outline } from '../canvas.ts';
import type { Bounds } from '../kit/stage.ts';

/** What an engraving is cut of: paths that are made once, each with how far it reaches. */

export type Point = readonly [x: number, y: number];

/** The two tones of an engraving. */
type Tone = 'paper' | 'engraving';

/** Something that is laid over what was engraved before it. */
export interface Cut {
  readonly path: Outline;
  readonly tone: Tone;
  /** Width of the line; null fills the path. */
  readonly width: number | null;
  /** How far it reaches. */
  readonly bounds: Bounds;
}

/** A path, and where all of its points lie. */
export interface Traced {
  readonly path: Outline;
  readonly points: readonly Point[];
}

export function chain(points: readonly Point[], closed = false): Traced {
  const path = outline();
  points.forEach(([x, y], i) => {
    if (i === 0) path.moveTo(x, y);
    else path.lineTo(x, y);
  });
  if (closed) path.closePath();
  return { path, points };
}

/** Corners of what lies so far around a point. */
export const around = ([x, y]: Point, rx: number, ry = rx): Point[] => [
  [x - rx, y - ry],
  [x + rx, y + ry],
];

export function disc(at: Point, r: number): Traced {
  const path = outline();
  path.arc(...at, r, 0, Math.PI * 2);
  return { path, points: around(at, r) };
}

/** A smooth line through the points. */
export function curve(points: readonly Point[]): Traced {
  const path = outline();
  path.moveTo(...points[0]!);
  for (let i = 1; i < points.length - 1; i++) {
    const [x, y] = points[i]!;
    const [nx, ny] = points[i + 1]!;
    path.quadraticCurveTo(x, y, (x + nx) / 2, (y + ny) / 2);
  }
  return { path, points };
}

export function cut({ path, points }: Traced, tone: Tone, width: number | null = null): Cut {
  const more = (width ?? 0) / 2 + 1;
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const low = (all: readonly number[]) => Math.min(...all) - more;
  const high = (all: readonly number[]) => Math.max(...all) + more;
  return { path, tone, width, bounds: [low(xs), low(ys), high(xs), high(ys)] };
}
