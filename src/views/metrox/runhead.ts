import type { MetroxMap } from '../../games/metrox/state.ts';
import { BOLD, type Brush, widthOf, write } from '../canvas.ts';
import { drawable } from '../fonts.ts';
import { writeName } from '../names.ts';
import { signed } from '../numbers.ts';
import type { Scene } from '../presenter.ts';
import { COLORS } from '../theme.ts';

/** The left column of a card about a game for one: what was played, how many points it came to, and what that is called. */

/** Left edge of the column, and how wide anything in it may be. */
export const LEFT = 56;
export const COLUMN = 424;

export interface Head {
  readonly map: MetroxMap;
  /** Number of the daily; null in practice. */
  readonly day: number | null;
  readonly score: number;
  /** What the score is called, or why it is called nothing. */
  readonly verdict: string;
}

/** The game, the day and the map; a map whose name is long stands beside the game, so that the day can be read. */
function drawTitle(brush: Brush, day: number | null, map: string, { t, theme }: Scene): void {
  const colors = COLORS[theme];
  const game = { size: 52, weight: BOLD, color: colors.ink, fit: COLUMN } as const;
  const soft = { size: 47, color: colors.soft } as const;
  const wide = write(brush, t('game.metrox'), LEFT, 96, game) + 20;
  const whole = day === null ? t('solo.over', { map }) : t('share.daily', { day, map });
  if (widthOf(brush, whole, soft.size) <= COLUMN) {
    write(brush, whole, LEFT, 152, soft);
    return;
  }
  writeName(brush, map, LEFT + wide, 96, { ...soft, room: COLUMN - wide });
  const short = day === null ? t('solo.practice') : t('share.day', { day });
  write(brush, short, LEFT, 152, { ...soft, fit: COLUMN });
}

/** Draws the column, from 44 pixels below the upper edge to 490. */
export async function drawRunHead(brush: Brush, { map, day, score, verdict }: Head, scene: Scene) {
  const colors = COLORS[scene.theme];
  drawTitle(brush, day, await drawable(map.title, map.id), scene);
  const points = signed(score);
  // Large figures have air to their left; the number stands on the edge of the words.
  const size = Math.min(280, (280 * COLUMN) / widthOf(brush, points, 280, BOLD));
  write(brush, points, LEFT - size * 0.045, 392, { size, weight: BOLD, color: colors.ink });
  write(brush, verdict, LEFT, 474, { size: 50, weight: BOLD, color: colors.ink, fit: COLUMN });
}
