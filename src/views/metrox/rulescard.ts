import type { Card } from '../../games/metrox/state.ts';
import { BOLD, type Brush, write } from '../canvas.ts';
import { type Drawing, painting } from '../kit/drawing.ts';
import { canvasStage } from '../kit/stage.ts';
import type { Scene } from '../presenter.ts';
import { COLORS } from '../theme.ts';
import { boardPalette } from './board.ts';
import { cardWords, paintCard } from './cards.ts';
import { WIDTH } from './frame.ts';
import { type Layout, lessonOf, paintLesson, paletteMap, SCALE, UNIT } from './tutorial.ts';

/** The rules in one minute, drawn: the four kinds of card, and a number and a skip card played on a board. */

const CARDS: readonly Card[] = ['N3', 'S2', 'T', 'F'];
const CARD = { width: 176, top: 40, name: 324 } as const;

/** Line A: the 3 begins at the first empty station. Line B: the skip jumps over the filled one. */
const PLAYED: Layout = {
  plays: ['F free.a1', 'F free.b2', 'N3 A.3', 'S2 B.2'],
  top: 486 / SCALE,
  apart: 206 / SCALE / UNIT,
};

/** How far above a line its sentence stands. */
const ABOVE = 70;

/** The signs of the cards with their names, and beneath them two lines on which one was just played. */
export function drawRules(scene: Scene): Drawing {
  const { t, theme } = scene;
  const colors = COLORS[theme];
  const pitch = (WIDTH - 80) / CARDS.length;
  const lesson = lessonOf(PLAYED);
  const paint = (brush: Brush) => {
    CARDS.forEach((card, i) => {
      const x = 40 + pitch * (i + 0.5);
      paintCard(canvasStage(brush), card, x - CARD.width / 2, CARD.top, CARD.width, theme);
      const name = { size: 48, weight: BOLD, color: colors.ink, align: 'center', fit: pitch - 20 } as const;
      write(brush, cardWords(t, card).name, x, CARD.name, name);
    });
    lesson.plan.cars.forEach(({ y }, line) => {
      const words = t(`metrox.rules.card.${line === 0 ? 'number' : 'skip'}`);
      write(brush, words, 40, y * SCALE - ABOVE, { size: 46, color: colors.soft, fit: WIDTH - 80 });
    });
    paintLesson(brush, lesson, undefined, theme);
  };
  const palette = () => boardPalette(paletteMap, theme);
  return painting({ width: WIDTH, height: lesson.height, palette, ground: colors.paper, paint });
}
