import { OPEN, type View } from '../../games/metrox/state.ts';
import { BOLD, type Brush, write } from '../canvas.ts';
import type { Scene } from '../presenter.ts';
import { COLORS, INK } from '../theme.ts';
import { boardPalette } from './board.ts';
import { cardWords, countCards, drawTracker, paintCard } from './cards.ts';
import { type Bonus, drawBadge, drawDiamond, drawSquare } from './cars.ts';
import { CLEAR, CORNER, WIDTH } from './frame.ts';
import { type Drawing, drawing } from './layers.ts';
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
function drawColumn(brush: Brush, view: View, line: number, at: Column, scene: Scene): void {
  const { theme } = scene;
  const { map } = view;
  const { id, bonus } = map.lines[line]!;
  // What nobody can take any more is faded, like a line that is dead.
  const all = view.boards.every((board, seat) => board.done[line] !== OPEN || view.dropped.includes(seat));
  const state: Bonus = view.taken[line]! > 0 ? 'gone' : 'open';
  const slot = slotOf(map, line);
  const look = style(slot, theme, all);
  const r = 36 * at.scale;
  const y = at.y + 52;
  if (!all) sample(brush, slot, theme, at.x - 56 * at.scale, y, 112 * at.scale);
  drawBadge(brush, '', at.x, y, r + 4, COLORS[theme].paper, INK);
  drawBadge(brush, id, at.x, y, r, look.color, look.letter);
  drawDiamond(brush, bonus.first, at.x, at.y + 138, 41 * at.scale, state, theme);
  drawSquare(brush, bonus.later, at.x, at.y + 218, 58 * at.scale, all ? 'first' : state, theme);
}

/**
 * The public picture of a round: the card, the cards left by kind, and for each line what it pays to the first
 * and to those after. It shows nothing that a player has chosen.
 */
export function drawTable(view: View, scene: Scene): Drawing {
  const { t, theme } = scene;
  const { map } = view;
  const colors = COLORS[theme];
  const { places, rows } = columns(map.lines.length);
  const height = TOP + rows * ROW + FOOT;
  const paint = (brush: Brush) => {
    paintCard(brush, view.card, EDGE, 40, 176, theme);
    const words = view.card
      ? cardWords(t, view.card)
      : view.over
        ? { name: t('picture.over'), effect: '' }
        : { name: t('picture.flip'), effect: t('picture.flipSoon') };
    const x = 248;
    const when = view.over ? t('picture.final') : t('picture.round', { n: view.round, of: view.rounds });
    write(brush, words.name, x, 88, { size: 66, weight: BOLD, color: colors.ink, fit: 560 });
    write(brush, words.effect, x, 140, { size: 40, color: colors.soft, fit: 560 });
    const right = { align: 'right', fit: 340 } as const;
    write(brush, map.title, WIDTH - EDGE, 82, { size: 48, weight: BOLD, color: colors.ink, ...right });
    write(brush, when, WIDTH - EDGE, 140, { size: 47, color: colors.soft, ...right });
    const counts = countCards(map, view.deck);
    const pitch = Math.min(104, (WIDTH - EDGE - 30 - x) / counts.length);
    const last = x + 26 + pitch * (counts.length - 1);
    drawTracker(brush, counts, last, 204, { pitch, size: 55, pip: 15 }, theme);
    brush.fillStyle = colors.hair;
    brush.fillRect(EDGE, TOP, WIDTH - 2 * EDGE, 3);
    places.forEach((at, line) => {
      drawColumn(brush, view, line, at, scene);
    });
    const left = t('picture.left', { count: view.deck.length });
    write(brush, left, CLEAR, height - BASE, { size: 47, color: colors.soft, fit: 320 });
    drawLegend(brush, height - BASE, scene);
  };
  return drawing(WIDTH, height, () => boardPalette(map, theme), paint, colors.paper);
}
