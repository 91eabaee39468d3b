import type { View } from '../../games/metrox/state.ts';
import { BOLD, box, center, fill, stroke } from '../canvas.ts';
import type { Stage } from '../kit/stage.ts';
import type { Scene } from '../presenter.ts';
import { COLORS, INK } from '../theme.ts';

/** Where the card lay: the rank of a seat in a game that is over, gold for the first. */
export function drawMedal(stage: Stage, view: View, seat: number, scene: Scene): void {
  const { t, theme } = scene;
  const colors = COLORS[theme];
  const { rank } = view.scores[seat]!;
  const [x, y, w, h] = [1042, 40, 122, 156];
  const won = rank === 1;
  stage.stamp(`medal ${rank}`, x, y, [0, 0, w, h], (brush) => {
    box(brush, 0, 0, w, h, 18);
    fill(brush, won ? colors.gold : colors.hair);
    box(brush, 7, 7, w - 14, h - 14, 12);
    const ink = won ? INK : colors.ink;
    stroke(brush, ink, 2.5);
    center(brush, String(rank), w / 2, h / 2, { size: 104, color: ink, fit: 92 });
  });
  const right = { align: 'right', fit: 420 } as const;
  const equal = view.scores.filter((s) => s.rank === rank).length > 1;
  const words = won ? t(equal ? 'picture.shared' : 'picture.winner') : t('picture.rank', { n: rank });
  stage.write(words, 1018, 104, { size: 50, weight: BOLD, color: colors.ink, ...right });
  const of = t('picture.of', { count: view.boards.length - view.dropped.length });
  stage.write(of, 1018, 160, { size: 47, color: colors.soft, ...right });
}
