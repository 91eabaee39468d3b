import { BOLD, type Brush, circle, fill, REGULAR, widthOf, write } from './canvas.ts';
import { graphemesOf } from './lists.ts';
import { type Name, wholeName } from './names.ts';

/** The line of time in the pictures of a film, and words beneath it. */

/** Where a line lies, with a stop for each step. */
export interface Timeline {
  readonly left: number;
  readonly right: number;
  readonly y: number;
  readonly steps: number;
  /** Steps that were done: 0 at the beginning. */
  readonly now: number;
}

/** Its colours; `of` is that of a step that was done, counted from 1. */
export interface TimelineLook {
  readonly line: string;
  readonly next: string;
  readonly now: string;
  readonly ground: string;
  of(step: number): string;
}

/** Middle of a step's stop; the beginning is at the left end. */
export const stopAt = ({ left, right, steps }: Timeline, step: number): number =>
  left + ((right - left) * (step - 1)) / Math.max(1, steps - 1);

export const pitchOf = ({ left, right, steps }: Timeline): number => (right - left) / Math.max(1, steps - 1);

/** Draws what was and what is to come, and largest what is now. */
export function drawTimeline(brush: Brush, line: Timeline, look: TimelineLook): void {
  const { left, right, y, steps, now } = line;
  const here = now === 0 ? left : stopAt(line, now);
  brush.fillStyle = look.next;
  brush.fillRect(here, y - 4, right - here, 8);
  brush.fillStyle = look.line;
  brush.fillRect(left, y - 5, here - left, 10);
  const r = Math.min(8, pitchOf(line) * 0.36);
  for (let step = 1; step <= steps; step++) {
    if (step === now) continue;
    circle(brush, stopAt(line, step), y, r + (step < now ? 1 : 0));
    fill(brush, step < now ? look.of(step) : look.next);
  }
  if (now === 0) return;
  circle(brush, here, y, 19);
  fill(brush, look.ground);
  circle(brush, here, y, 15);
  fill(brush, look.now);
}

/** What a step brought, by whom. */
export interface Gain {
  readonly color: string;
  readonly points: number;
}

/** A bar for each step over its stop, as high as what it brought in proportion to the most that one did. */
export function drawGains(
  brush: Brush,
  line: Timeline,
  gains: readonly (readonly Gain[])[],
  high: number,
): void {
  const sums = gains.map((step) => step.reduce((sum, { points }) => sum + points, 0));
  const most = Math.max(1, ...sums);
  const width = Math.max(4, Math.min(14, pitchOf(line) * 0.62));
  for (let step = 1; step <= line.now; step++) {
    let bottom = line.y - 20;
    for (const { color, points } of gains[step - 1] ?? []) {
      const h = (high * points) / most;
      brush.fillStyle = color;
      brush.fillRect(stopAt(line, step) - width / 2, bottom - h, width, h);
      bottom -= h;
    }
  }
}

/** Writes a name in its full size, cut after whole graphemes where there is no room for all; `right`: x is its right end. Gives back its width. */
export function writeCut(
  brush: Brush,
  given: Name | string,
  x: number,
  y: number,
  how: {
    readonly size: number;
    readonly color: string;
    readonly room: number;
    readonly weight?: 500 | 800;
    readonly right?: boolean;
  },
): number {
  const { size, color, room, weight = REGULAR, right = false } = how;
  const name = typeof given === 'string' ? { text: given, mark: '' } : given;
  const parts = graphemesOf(name.text);
  let text = wholeName(name);
  while (parts.length > 0 && widthOf(brush, text, size, weight) > room) {
    parts.pop();
    text = parts.length > 0 ? wholeName({ ...name, text: `${parts.join('').trimEnd()}…` }) : '';
  }
  const align = right ? 'right' : 'left';
  return text === '' ? 0 : write(brush, text, x, y, { size, color, weight, align });
}

/**
 * Some words side by side, each in its look: where all together have no room what is `spare` is left out, then what may be is cut.
 * Gives back the right end.
 */
export function writeRow(
  brush: Brush,
  words: readonly {
    readonly text: Name | string;
    readonly size: number;
    readonly color: string;
    readonly bold?: boolean;
    readonly cut?: boolean;
    readonly spare?: boolean;
  }[],
  x: number,
  y: number,
  room: number,
  gap = 18,
): number {
  const weightOf = (bold = false) => (bold ? BOLD : REGULAR);
  const widths = (of: typeof words) =>
    of.map(({ text, size, bold }) =>
      widthOf(brush, typeof text === 'string' ? text : wholeName(text), size, weightOf(bold)),
    );
  const fits = widths(words).reduce((sum, wide) => sum + wide + gap, -gap) <= room;
  const written = fits ? words : words.filter(({ spare }) => !spare);
  const wide = widths(written);
  const others = written.reduce((sum, { cut }, i) => sum + (cut ? 0 : wide[i]! + gap), 0);
  let at = x;
  for (const { text, size, color, bold, cut } of written) {
    const weight = weightOf(bold);
    const whole = cut
      ? writeCut(brush, text, at, y, { size, color, room: room - others, weight })
      : write(brush, typeof text === 'string' ? text : wholeName(text), at, y, { size, color, weight });
    if (whole > 0) at += whole + gap;
  }
  return at - gap;
}
