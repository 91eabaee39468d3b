import { transferAt } from '../../games/metrox/read.ts';
import { leastFor, MOST_PENALTY, type Sum } from '../../games/metrox/score.ts';
import type { Change, MetroxMap } from '../../games/metrox/state.ts';
import { BOLD, type Brush, box, fill, polygon, stroke, widthOf, write } from '../canvas.ts';
import { signed } from '../numbers.ts';
import type { Scene, Theme } from '../presenter.ts';
import { COLORS, INK, WHITE } from '../theme.ts';
import { drawBadge } from './cars.ts';
import { CLEAR, WIDTH } from './frame.ts';
import { slotOf, style } from './slots.ts';

export const STRIP = 128;

const BASE = 66;
const CAPTION = 110;
const RIGHT = WIDTH - 36;

/**
 * Left edges of the parts of the sum, the middles of the signs between them, and the widest each may be. Numbers of
 * two figures are drawn in full size, longer ones smaller, so that nothing grows into its neighbour.
 */
export const SUM = {
  lines: CLEAR,
  plus: 344,
  transfers: 366,
  minus: 511,
  open: 536,
  ladder: 696,
  equals: 962,
  number: 74,
  caption: 150,
  total: 170,
} as const;
const BAR = { pitch: 22, width: 18 } as const;

function part(brush: Brush, x: number, top: number, value: string, caption: string, icon: () => void): void {
  icon();
  write(brush, value, x + 52, top + BASE, { size: 54, weight: BOLD, color: WHITE, fit: SUM.number });
  write(brush, caption, x, top + CAPTION, { size: 33, color: COLORS.dark.bandSoft, fit: SUM.caption });
}

function ladder(brush: Brush, top: number, penalty: number, theme: Theme): void {
  const colors = COLORS[theme];
  for (let i = 0; i <= MOST_PENALTY; i++) {
    const height = 11 + i * 4.6;
    box(brush, SUM.ladder + i * BAR.pitch, top + BASE - height, BAR.width, height, 4);
    fill(brush, i === penalty ? colors.gold : i < penalty ? colors.bandSoft : colors.bandBar);
  }
}

/** The sum a board is worth, with the ladder of penalties and what the next step needs. */
export function drawSum(
  brush: Brush,
  map: MetroxMap,
  sum: Sum,
  top: number,
  scene: Scene,
  won: boolean,
): void {
  const { t, theme } = scene;
  const colors = COLORS[theme];
  brush.fillStyle = colors.band;
  brush.fillRect(0, top, WIDTH, STRIP);
  const middle = top + 47;
  const operator = (text: string, x: number) =>
    write(brush, text, x, top + BASE - 4, { size: 40, color: colors.bandSoft, align: 'center' });

  part(brush, SUM.lines, top, String(sum.bonuses), t('picture.lines'), () => {
    const x = SUM.lines + 22;
    polygon(brush, [
      [x, middle - 23],
      [x + 22, middle],
      [x, middle + 23],
      [x - 22, middle],
    ]);
    fill(brush, colors.gold);
  });
  operator('+', SUM.plus);
  part(brush, SUM.transfers, top, String(sum.transfers), t('picture.transfers'), () => {
    box(brush, SUM.transfers, middle - 21, 42, 42, 9);
    fill(brush, WHITE);
    write(brush, '×2', SUM.transfers + 21, middle + 9, {
      size: 27,
      weight: BOLD,
      color: INK,
      align: 'center',
    });
  });
  operator('−', SUM.minus);
  part(brush, SUM.open, top, String(sum.penalty), t('picture.open', { count: sum.empty }), () => {
    box(brush, SUM.open + 3, middle - 18, 36, 36, 9);
    stroke(brush, WHITE, 4.5);
  });
  ladder(brush, top, sum.penalty, theme);
  const next = sum.penalty > 0 ? leastFor(map.edition, sum.penalty) - 1 : null;
  const caption =
    next === null ? t('picture.fine') : t('picture.next', { count: next, penalty: sum.penalty - 1 });
  write(brush, caption, SUM.ladder, top + CAPTION, { size: 33, color: colors.bandSoft, fit: 250 });
  operator('=', SUM.equals);
  write(brush, signed(sum.score), RIGHT, top + 99, {
    size: 108,
    weight: BOLD,
    color: won ? colors.gold : WHITE,
    align: 'right',
    fit: SUM.total,
  });
}

/** Badges of the lines a choice completes. */
const BADGE = { pitch: 54, least: 46, radius: 26 } as const;
const MOST_BADGES = 4;
/** What a choice completes is told in letters of this share of their size at least, else by the badges alone. */
const SMALLEST = 0.75;

/** The line an action is about, or null for a free card. */
const lineOf = (change: Change): number | null => ('line' in change.action ? change.action.line : null);

/** What a choice that is not final would do: its line, what it fills and completes, the old and the new score. */
export function drawPreview(
  brush: Brush,
  map: MetroxMap,
  change: Change,
  scores: { before: number; after: number },
  top: number,
  scene: Scene,
): void {
  const { t, theme } = scene;
  const colors = COLORS[theme];
  brush.fillStyle = colors.gold;
  brush.fillRect(0, top, WIDTH, STRIP);

  const line = lineOf(change);
  let x = CLEAR;
  if (line !== null) {
    const look = style(slotOf(map, line), theme);
    drawBadge(brush, map.lines[line]!.id, x + 46, top + STRIP / 2, 46, WHITE, INK);
    drawBadge(brush, map.lines[line]!.id, x + 46, top + STRIP / 2, 41, look.color, look.letter);
    x += 112;
  }
  const [met] = change.stations;
  // A transfer that found no empty station writes nothing.
  const number = change.action.kind === 'transfer' && met !== undefined ? transferAt(map, met) : 0;
  const count = change.stations.length;
  const what = number > 0 ? t('picture.writes', { n: number }) : t('picture.marks', { count });
  const now = write(brush, signed(scores.after), RIGHT, top + 96, {
    size: 96,
    weight: BOLD,
    color: INK,
    align: 'right',
  });
  const arrow = RIGHT - now - 28;
  drawArrow(brush, arrow - 48, top + 62, 48);
  const old = write(brush, signed(scores.before), arrow - 72, top + 86, {
    size: 66,
    color: INK,
    align: 'right',
  });
  const room = arrow - 72 - old - 24 - x;

  const lines = change.lines.slice(0, MOST_BADGES);
  const pending = t('picture.pending');
  const word = t('picture.completes');
  const whole = widthOf(brush, what, 46, BOLD);
  const told = whole + 18 + widthOf(brush, word, 40) + 14;
  const share = lines.length > 0 ? Math.min(1, (room - lines.length * BADGE.pitch) / told) : 0;
  if (share >= SMALLEST) {
    const wrote = write(brush, what, x, top + 60, { size: 46 * share, weight: BOLD, color: INK });
    const left = x + wrote + 18 * share;
    const wide = write(brush, word, left, top + 60, { size: 40 * share, color: INK });
    drawBadges(brush, map, lines, left + wide + 14 * share, top + 46, BADGE.pitch, theme);
    write(brush, pending, x, top + 106, { size: 34, color: INK, fit: room });
    return;
  }
  write(brush, what, x, top + 60, { size: 46, weight: BOLD, color: INK, fit: room });
  const least = lines.length * BADGE.least;
  const under = write(brush, pending, x, top + 106, { size: 34, color: INK, fit: room - least });
  const pitch = Math.min(BADGE.pitch, (room - under - 16) / lines.length);
  drawBadges(brush, map, lines, x + under + 16, top + 94, pitch, theme);
}

/** Badges of lines side by side, from a left edge on. */
function drawBadges(
  brush: Brush,
  map: MetroxMap,
  lines: readonly number[],
  left: number,
  y: number,
  pitch: number,
  theme: Theme,
): void {
  lines.forEach((line, i) => {
    const look = style(slotOf(map, line), theme);
    const x = left + pitch * (i + 0.5);
    const r = Math.min(BADGE.radius, pitch / 2 - 1);
    drawBadge(brush, '', x, y, r, WHITE, INK);
    drawBadge(brush, map.lines[line]!.id, x, y, r - 4, look.color, look.letter);
  });
}

function drawArrow(brush: Brush, x: number, y: number, length: number): void {
  brush.lineCap = 'round';
  brush.lineJoin = 'round';
  brush.beginPath();
  brush.moveTo(x, y);
  brush.lineTo(x + length, y);
  brush.moveTo(x + length - 16, y - 16);
  brush.lineTo(x + length, y);
  brush.lineTo(x + length - 16, y + 16);
  stroke(brush, INK, 6);
  brush.lineCap = 'butt';
}
