import { box, fill, polygon, stroke } from '../canvas.ts';
import type { Stage } from '../kit/stage.ts';
import type { Scene } from '../presenter.ts';
import { COLORS, INK, WHITE } from '../theme.ts';
import { WIDTH } from './frame.ts';

/** What the gold diamond and the white square mean, right-aligned on a baseline. */
export function drawLegend(stage: Stage, y: number, scene: Scene): void {
  const { t, theme } = scene;
  const words = { size: 36, color: COLORS[theme].soft, align: 'right' } as const;
  let right = WIDTH - 40;
  right -= stage.write(t('picture.later'), right, y, { ...words, fit: 240 }) + 46;
  stage.stamp('legend later', right, y, [-3, -32, 36, 8], (brush) => {
    box(brush, 0, -29, 32, 32, 7);
    fill(brush, WHITE);
    if (theme === 'light') stroke(brush, INK, 3.5);
  });
  right -= 26;
  right -= stage.write(t('picture.first'), right, y, { ...words, fit: 300 }) + 30;
  stage.stamp('legend first', right, y, [-22, -36, 22, 10], (brush) => {
    polygon(brush, [
      [0, -34],
      [21, -13],
      [0, 8],
      [-21, -13],
    ]);
    fill(brush, COLORS[theme].gold);
  });
}
