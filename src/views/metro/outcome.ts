import type { View } from '../../games/metro/state.ts';
import { BOLD, box, fill, stroke } from '../canvas.ts';
import type { Stage } from '../kit/stage.ts';
import type { Scene } from '../presenter.ts';
import { PAPERS, styleOf } from './colors.ts';
import { type Effect, effectsOf } from './effects.ts';
import { figureFor, layFigures } from './figures.ts';
import { drawInlay } from './ribbon.ts';
import { straight } from './tracks.ts';

/** What a placement does to lines, drawn: the plate of each station with the new length, or the points. */

/** A tile has four tracks: no more lines than these change. */
export const PLATE = { size: 62, pitch: 88 } as const;

const FIGURE = figureFor(1100);

function drawPlate(
  stage: Stage,
  { owner, after }: Effect,
  own: boolean,
  x: number,
  y: number,
  theme: Scene['theme'],
): void {
  const paper = PAPERS[theme];
  const style = styleOf(theme, owner);
  const { size } = PLATE;
  const solid = style.pattern === 'solid';
  const half = size / 2;
  const key = `outcome ${style.color} ${own}`;
  stage.stamp(key, x, y, [-3, -half - 3, size + 3, half + 3], (brush) => {
    const plate = () => box(brush, 0, -half, size, size, 10);
    plate();
    fill(brush, style.color);
    if (!solid) {
      brush.save();
      brush.clip();
      drawInlay(brush, straight(0, half - 8, size, half - 8), style, 13);
      brush.restore();
    }
    plate();
    stroke(brush, own ? paper.ink : paper.edge, own ? 5 : 2.5);
  });
  layFigures(stage, String(after.station), x + half, y - (solid ? 0 : 6), {
    size: FIGURE,
    color: style.text,
    room: size - 10,
  });
}

/** Draws a line each, the first in the middle of `y`, in so much room for words: `short` ones leave out how long it was. */
export function drawOutcome(
  stage: Stage,
  view: View,
  after: View,
  at: { readonly x: number; readonly y: number; readonly room: number; readonly short?: boolean },
  { t, theme }: Scene,
): void {
  const paper = PAPERS[theme];
  const effects = effectsOf(view, after, view.mover);
  const words = { size: 48, weight: BOLD, color: paper.ink, fit: at.room } as const;
  effects.forEach((effect, i) => {
    const y = at.y + i * PLATE.pitch;
    drawPlate(stage, effect, effect.owner === view.mover, at.x, y, theme);
    const x = at.x + PLATE.size + (at.short ? 12 : 16);
    const { before, after: line, arrived } = effect;
    if (arrived) stage.write(t('metro.picture.pays', { points: line.points }), x, y + 17, words);
    else {
      const text = t(at.short ? 'metro.picture.to' : 'metro.picture.grows', {
        from: before.length,
        to: line.length,
      });
      stage.write(text, x, y + 17, { ...words, weight: 500, color: paper.soft });
    }
  });
  if (effects.length === 0)
    t('metro.picture.none')
      .split('\n')
      .forEach((line, i) => {
        stage.write(line, at.x, at.y + 15 + i * 52, {
          size: FIGURE,
          color: paper.soft,
          fit: at.room + PLATE.size,
        });
      });
}
