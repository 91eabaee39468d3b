import { partsOf } from '../../games/metro/score.ts';
import type { Open } from '../../games/metro/state.ts';
import { box, circle, fill, stroke, sunburst } from '../canvas.ts';
import type { Stage } from '../kit/stage.ts';
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
export function drawCentreSum(stage: Stage, open: Open, x: number, y: number, theme: Theme): void {
  const paper = PAPERS[theme];
  const at = (i: number): readonly [number, number] => [
    x + (i % ACROSS) * CHIP.pitch,
    y + Math.floor(i / ACROSS) * CHIP.row,
  ];
  const [left, top] = at(0);
  const half = { w: CHIP.w / 2, h: CHIP.h / 2 } as const;
  stage.stamp('sun', left + half.w, top + half.h, [-SUN, -SUN, SUN, SUN], (brush) => {
    sunburst(brush, 0, 0, SUN);
    fill(brush, paper.ink);
    circle(brush, 0, 0, SUN * 0.62);
    fill(brush, paper.bg);
  });
  for (const seat of open.held.keys()) {
    const style = styleOf(theme, seat);
    const [from, upper] = at(seat + 1);
    const { centre } = partsOf(open, seat);
    stage.stamp(`chip ${style.color} ${centre}`, from, upper, [-2, -2, CHIP.w + 2, CHIP.h + 2], (brush) => {
      box(brush, 0, 0, CHIP.w, CHIP.h, CHIP.round);
      if (centre > 0) fill(brush, style.color);
      stroke(brush, centre > 0 ? paper.edge : style.color, 2.5);
      drawFigures(brush, String(centre), half.w, half.h, {
        size: FIGURE,
        color: centre > 0 ? style.text : paper.soft,
        room: CHIP.w - 8,
      });
    });
  }
}
