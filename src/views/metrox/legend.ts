import { type Brush, box, fill, polygon, stroke, write } from '../canvas.ts';
import type { Scene } from '../presenter.ts';
import { COLORS, INK, WHITE } from '../theme.ts';
import { WIDTH } from './frame.ts';

/** What the gold diamond and the white square mean, right-aligned on a baseline. */
export function drawLegend(brush: Brush, y: number, scene: Scene): void {
  const { t, theme } = scene;
  const words = { size: 36, color: COLORS[theme].soft, align: 'right' } as const;
  let right = WIDTH - 40;
  right -= write(brush, t('picture.later'), right, y, { ...words, fit: 240 }) + 46;
  box(brush, right, y - 29, 32, 32, 7);
  fill(brush, WHITE);
  if (theme === 'light') stroke(brush, INK, 3.5);
  right -= 26;
  right -= write(brush, t('picture.first'), right, y, { ...words, fit: 300 }) + 30;
  polygon(brush, [
    [right, y - 34],
    [right + 21, y - 13],
    [right, y + 8],
    [right - 21, y - 13],
  ]);
  fill(brush, COLORS[theme].gold);
}
