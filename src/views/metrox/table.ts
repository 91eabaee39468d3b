import { OPEN, type View } from '../../games/metrox/state.ts';
import { BOLD } from '../canvas.ts';
import { type Composition, composition } from '../kit/drawing.ts';
import type { Stage } from '../kit/stage.ts';
import type { Scene } from '../presenter.ts';
import { COLORS, INK } from '../theme.ts';
import { boardPalette } from './board.ts';
import { cardWords, countCards, drawTracker, paintCard } from './cards.ts';
import { type Bonus, drawBadge, drawDiamond, drawSquare } from './cars.ts';
import { CLEAR, CORNER, WIDTH } from './frame.ts';
import { drawLegend } from './legend.ts';
import { sample } from './lines.ts';
import { slotOf, style } from './slots.ts';

const TOP = 292;
const ROW = 252;
const FOOT = CORNER.height + 2;
/** From the baseline of the last words up to the lower edge. */
const BASE = 43;
/** Lines side by side in one row at most. */
const ACROSS = 12;
const EDGE = 40;

interface Column {
  readonly x: number;
  readonly y: number;
  /** 1 where nine lines stand in a row, less where more must. */
  readonly scale: number;
}

/** Where each line's badge and bonuses stand: as few rows as possible, evenly filled. */
function columns(lines: number): { readonly places: Column[]; readonly rows: number } {
  const rows = Math.max(1, Math.ceil(lines / ACROSS));
  const across = Math.ceil(lines / rows);
  const pitch = Math.min(140, (WIDTH - 2 * EDGE) / across);
  const left = (WIDTH - pitch * across) / 2;
  const places = Array.from({ length: lines }, (_, i) => ({
    x: left + pitch * ((i % across) + 0.5),
    y: TOP + ROW * Math.floor(i / across),
    scale: Math.min(1, pitch / 112),
  }));
  return { places, rows };
}

/** A line's badge, first and later bonus, one below the other, as they stand for everybody. */
function drawColumn(stage: Stage, view: View, line: number, at: Column, scene: Scene): void {
  const { theme } = scene;
  const { map } = view;
  const { id, bonus } = map.lines[line]!;
  // What nobody can take any more is faded, like a line that is dead.
  const all = view.boards.every((board, seat) => board.done[line] !== OPEN || view.dropped.includes(seat));
  const state: Bonus = view.taken[line]! > 0 ? 'gone' : 'open';
  const slot = slotOf(map, line);
  const look = style(slot, theme, all);
  const r = 36 * at.scale;
  const { scale } = at;
  stage.stamp(`column ${line} ${all} ${state} ${scale}`, at.x, at.y, [-60, 0, 60, ROW], (brush) => {
    if (!all) sample(brush, slot, theme, -56 * scale, 52, 112 * scale);
    drawBadge(brush, '', 0, 52, r + 4, COLORS[theme].paper, INK);
    drawBadge(brush, id, 0, 52, r, look.color, look.letter);
    drawDiamond(brush, bonus.first, 0, 138, 41 * scale, state, theme);
    drawSquare(brush, bonus.later, 0, 218, 58 * scale, all ? 'first' : state, theme);
  });
}

/**
 * The public picture of a round: the card, the cards left by kind, and for each line what it pays to the first
 * and to those after. It shows nothing that a player has chosen.
 */
export function drawTable(view: View, scene: Scene): Composition {
  const { t, theme } = scene;
  const { map } = view;
  const colors = COLORS[theme];
  const { places, rows } = columns(map.lines.length);
  const height = TOP + rows * ROW + FOOT;
  const compose = (stage: Stage) => {
    stage.layer('table', colors.paper, () => {});
    paintCard(stage, view.card, EDGE, 40, 176, theme);
    const words = view.card
      ? cardWords(t, view.card)
      : view.over
        ? { name: t('picture.over'), effect: '' }
        : { name: t('picture.flip'), effect: t('picture.flipSoon') };
    const x = 248;
    const when = view.over ? t('picture.final') : t('picture.round', { n: view.round, of: view.rounds });
    stage.write(words.name, x, 88, { size: 66, weight: BOLD, color: colors.ink, fit: 560 });
    stage.write(words.effect, x, 140, { size: 40, color: colors.soft, fit: 560 });
    const right = { align: 'right', fit: 340 } as const;
    stage.write(map.title, WIDTH - EDGE, 82, { size: 48, weight: BOLD, color: colors.ink, ...right });
    stage.write(when, WIDTH - EDGE, 140, { size: 47, color: colors.soft, ...right });
    const counts = countCards(map, view.deck);
    const pitch = Math.min(104, (WIDTH - EDGE - 30 - x) / counts.length);
    const last = x + 26 + pitch * (counts.length - 1);
    drawTracker(stage, counts, last, 204, { pitch, size: 55, pip: 15 }, theme);
    stage.rect(EDGE, TOP, WIDTH - 2 * EDGE, 3, colors.hair);
    places.forEach((at, line) => {
      drawColumn(stage, view, line, at, scene);
    });
    const left = t('picture.left', { count: view.deck.length });
    stage.write(left, CLEAR, height - BASE, { size: 47, color: colors.soft, fit: 320 });
    drawLegend(stage, height - BASE, scene);
  };
  return composition({ width: WIDTH, height, palette: () => boardPalette(map, theme), compose });
}
