import type { Line } from '../../games/metromania/state.ts';
import { BOLD, type Brush, box, center, fill, stroke, textWidth } from '../canvas.ts';
import type { Stage } from '../kit/stage.ts';
import type { Theme } from '../presenter.ts';
import { PAPERS } from './colors.ts';
import type { Spot } from './ground.ts';
import { badgeColors, type Who } from './players.ts';

/** The signs at which lines start and end: whose line it is, and which. */

/** Half the height of a sign, and of its letters; a sign grows to its sides with what stands on it. */
export const SIGN_HEIGHT = 24;
const TEXT = 31;
const ROOM = 9;
const CASING = 3;
/** What the double edge of an end takes on each side. */
const EDGE = 4;

/** What stands on the signs of a line: "B1", or where a player has a number "2.1"; its number alone where nobody plays. */
export const lineSign = (who: Who, { company, number }: Pick<Line, 'company' | 'number'>): string => {
  const initial = who.initials[company]!;
  return /\d$/.test(initial) ? `${initial}.${number}` : `${initial}${number}`;
};

/** Draws the sign of a line's start, or of its `end`; `size` 1 is that of the board. */
export function drawLineSign(
  brush: Brush,
  who: Who,
  line: Pick<Line, 'company' | 'number'>,
  [x, y]: Spot,
  theme: Theme,
  { size = 1, end = false }: { size?: number; end?: boolean } = {},
): void {
  const { edge, ground, text } = badgeColors(who, line.company, theme);
  const sign = lineSign(who, line);
  const high = SIGN_HEIGHT * size;
  const wide = Math.max(high, textWidth(sign, TEXT * size, BOLD) / 2 + ROOM * size);
  const shape = (more: number, round: number) =>
    box(brush, x - wide - more, y - high - more, 2 * (wide + more), 2 * (high + more), round * size);
  shape(CASING * size, end ? 8 : SIGN_HEIGHT + CASING);
  fill(brush, PAPERS[theme].casing);
  shape(0, end ? 6 : SIGN_HEIGHT);
  fill(brush, edge);
  if (end || ground !== edge) {
    shape(-EDGE * size, end ? 3 : SIGN_HEIGHT - EDGE);
    fill(brush, ground);
    if (end) stroke(brush, ground === edge ? text : edge, 2.2 * size);
  }
  center(brush, sign, x, y, { size: TEXT * size, color: text });
}

/** Lays the same. */
export function layLineSign(
  stage: Stage,
  who: Who,
  line: Pick<Line, 'company' | 'number'>,
  [x, y]: Spot,
  theme: Theme,
  { size = 1, end = false }: { size?: number; end?: boolean } = {},
): void {
  const sign = lineSign(who, line);
  const { edge, ground } = badgeColors(who, line.company, theme);
  const high = (SIGN_HEIGHT + CASING) * size + 1;
  const wide = Math.max(high, textWidth(sign, TEXT * size, BOLD) / 2 + (ROOM + CASING) * size + 2);
  stage.stamp(`line ${sign} ${edge} ${ground} ${size} ${end}`, x, y, [-wide, -high, wide, high], (brush) =>
    drawLineSign(brush, who, line, [0, 0], theme, { size, end }),
  );
}
