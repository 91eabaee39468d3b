import { partsOf } from '../../games/metro/score.ts';
import type { Open } from '../../games/metro/state.ts';
import { type Brush, box, circle, fill, stroke, sunburst } from '../canvas.ts';
import type { Theme } from '../presenter.ts';
import { PAPERS, styleOf } from './colors.ts';
import { drawFigures } from './figures.ts';
import { FIGURE } from './ring.ts';

/** At the end: what everybody's lines brought in the centre, beneath the sign of the central station. */

/** The sign in the first place, then the seats, four in a row. */
const ACROSS = 4;
const CHIP = { w: 49, h: 48, pitch: 53, row: 54, round: 9 } as const;
const SUN = 24;

/** Draws it with its upper left corner at a point; it is 208 pixels wide and 102 high. */
export function drawCentreSum(brush: Brush, open: Open, x: number, y: number, theme: Theme): void {
  const paper = PAPERS[theme];
  const at = (i: number): readonly [number, number] => [
    x + (i % ACROSS) * CHIP.pitch,
    y + Math.floor(i / ACROSS) * CHIP.row,
  ];
  const [left, top] = at(0);
  const sun = [left + CHIP.w / 2, top + CHIP.h / 2] as const;
  sunburst(brush, ...sun, SUN);
  fill(brush, paper.ink);
  circle(brush, ...sun, SUN * 0.62);
  fill(brush, paper.bg);
  for (const seat of open.held.keys()) {
    const style = styleOf(theme, seat);
    const [from, upper] = at(seat + 1);
    const { centre } = partsOf(open, seat);
    box(brush, from, upper, CHIP.w, CHIP.h, CHIP.round);
    if (centre > 0) fill(brush, style.color);
    stroke(brush, centre > 0 ? paper.edge : style.color, 2.5);
    drawFigures(brush, String(centre), from + CHIP.w / 2, upper + CHIP.h / 2, {
      size: FIGURE,
      color: centre > 0 ? style.text : paper.soft,
      room: CHIP.w - 8,
    });
  }
}
