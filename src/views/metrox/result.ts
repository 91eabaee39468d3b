import { OPEN, type View } from '../../games/metrox/state.ts';
import { type Brush, stroke } from '../canvas.ts';
import { canvasStage } from '../kit/stage.ts';
import { commas } from '../lists.ts';
import type { Picture, Scene, Standing, Theme } from '../presenter.ts';
import { ORNAMENT, resultCard } from '../resultcard.ts';
import { COLORS, INK, WHITE } from '../theme.ts';
import { drawEmpty, drawMarks, type Sight } from './board.ts';
import { drawBadge } from './cars.ts';
import { planOf } from './frame.ts';
import { lives, outlookOf } from './life.ts';
import { drawLines } from './lines.ts';
import { slotOf, style } from './slots.ts';
import { verdict } from './words.ts';

/** The card of a result: the winner's board without its cars, and beneath it the lines that it completed. */

/** Around the outermost stations, in pixels of a full board. */
const AROUND = 30;
const BADGES = { y: 562, r: 31, pitch: 72, top: 524 } as const;

function drawNetwork(brush: Brush, view: View, seat: number, theme: Theme): void {
  const { map } = view;
  const plan = planOf(map);
  const { x, y, w } = ORNAMENT;
  const [wide, high] = [
    (map.grid.cols - 1) * plan.frame.unit + 2 * AROUND,
    (map.grid.rows - 1) * plan.frame.unit + 2 * AROUND,
  ];
  const scale = Math.min(w / wide, (BADGES.top - y) / high);
  const board = view.boards[seat]!;
  const life = lives(map, board, outlookOf(view, false));
  const sight: Sight = { map, board, life, fresh: 'old', taken: [], named: null };
  brush.save();
  brush.translate(x + (w - wide * scale) / 2, y + (BADGES.top - y - high * scale) / 2);
  brush.scale(scale, scale);
  brush.translate(AROUND - plan.frame.x, AROUND - plan.frame.y);
  brush.beginPath();
  brush.rect(plan.frame.x - AROUND, plan.frame.y - AROUND, wide, high);
  brush.clip();
  const stage = canvasStage(brush);
  drawLines(stage, map, plan, theme, { life, chosen: [] }, true);
  drawEmpty(stage, sight, plan, theme, { small: true });
  drawMarks(stage, sight, plan, theme, { small: true });
  brush.restore();
}

function drawBadges(brush: Brush, view: View, seat: number, theme: Theme): void {
  const { map } = view;
  const colors = COLORS[theme];
  const { x, w } = ORNAMENT;
  const pitch = Math.min(BADGES.pitch, w / map.lines.length);
  const r = Math.min(BADGES.r, pitch * 0.45);
  map.lines.forEach((line, i) => {
    const at = x + w / 2 + (i - (map.lines.length - 1) / 2) * pitch;
    const look = style(slotOf(map, i), theme);
    const done = view.boards[seat]!.done[i] !== OPEN;
    const [ground, ink] = done ? [look.color, look.letter] : [colors.paper, colors.muted];
    drawBadge(brush, line.id, at, BADGES.y, r, ground, ink);
    if (done) return;
    brush.beginPath();
    brush.arc(at, BADGES.y, r - 1.5, 0, Math.PI * 2);
    stroke(brush, colors.ghost, 3);
  });
}

export function resultPicture(view: View, scene: Scene, standings: readonly Standing[]): Picture {
  const { t, theme } = scene;
  const { seat } = standings[0]!;
  const { map } = view;
  const colors = COLORS[theme];
  const styles = map.lines.flatMap((_, line) => [
    style(slotOf(map, line), theme).color,
    style(slotOf(map, line), theme, true).color,
  ]);
  const done = map.lines.filter((_, i) => view.boards[seat]!.done[i] !== OPEN).map(({ id }) => id);
  return resultCard(
    standings,
    {
      game: t('game.metrox'),
      map: map.title,
      alt: t(`metrox.alt.${done.length > 0 ? 'result' : 'resultNone'}`, {
        lines: commas(t, done),
        count: done.length,
      }),
      look: {
        bg: colors.paper,
        ink: colors.ink,
        soft: colors.soft,
        hair: colors.hair,
        flats: [...Object.values(colors), INK, WHITE, ...styles],
      },
      board: (brush) => {
        drawNetwork(brush, view, seat, theme);
        drawBadges(brush, view, seat, theme);
      },
      verdict: view.boards.length === 1 ? verdict(view, scene) : undefined,
    },
    scene,
  );
}
