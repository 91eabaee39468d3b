import { transferAt } from '../../games/metrox/read.ts';
import { leastFor, MOST_PENALTY, type Sum } from '../../games/metrox/score.ts';
import type { Change, MetroxMap } from '../../games/metrox/state.ts';
import { BOLD, type Brush, box, center, fill, polygon, stroke, textWidth } from '../canvas.ts';
import type { Stage } from '../kit/stage.ts';
import { COUNTED, READ } from '../legible.ts';
import { signed } from '../numbers.ts';
import type { Scene, Theme } from '../presenter.ts';
import { COLORS, INK, WHITE } from '../theme.ts';
import { drawBadge } from './cars.ts';
import { CLEAR, WIDTH } from './frame.ts';
import { star } from './signs.ts';
import { slotOf, style } from './slots.ts';

export const STRIP = 128;

const BASE = 62;
const CAPTION = 114;
const RIGHT = WIDTH - 36;

/**
 * Left edges of the parts of the sum, the middles of the signs between them, and the widest each may be. Numbers of
 * two figures are drawn in full size, longer ones smaller, so that nothing grows into its neighbour.
 */
export const SUM = {
  lines: CLEAR,
  plus: 340,
  transfers: 362,
  minus: 515,
  open: 540,
  ladder: 722,
  equals: 974,
  number: 74,
  caption: 150,
  /** Captions that count are larger; the second begins here. */
  empty: 214,
  next: 776,
  step: 212,
  total: 160,
} as const;
/** Around a sign before a number, its left edge and its middle at the origin. */
const ICON = [-2, -26, 46, 26] as const;
const BAR = { pitch: 21, width: 17 } as const;

function part(stage: Stage, x: number, top: number, value: string): void {
  stage.write(value, x + 52, top + BASE, { size: 54, weight: BOLD, color: WHITE, fit: SUM.number });
}

/** The ladder of penalties, its left edge and the foot of its bars at the origin. */
function ladder(brush: Brush, penalty: number, theme: Theme): void {
  const colors = COLORS[theme];
  for (let i = 0; i <= MOST_PENALTY; i++) {
    const height = 10 + i * 4.2;
    box(brush, i * BAR.pitch, -height, BAR.width, height, 4);
    fill(brush, i === penalty ? colors.gold : i < penalty ? colors.bandSoft : colors.bandBar);
  }
}

/** The sum a board is worth, with the ladder of penalties and what the next step needs. */
export function drawSum(
  stage: Stage,
  map: MetroxMap,
  sum: Sum,
  top: number,
  scene: Scene,
  won: boolean,
): void {
  const { t, theme } = scene;
  const colors = COLORS[theme];
  stage.rect(0, top, WIDTH, STRIP, colors.band);
  const middle = top + BASE - 19;
  const operator = (text: string, x: number) =>
    stage.write(text, x, top + BASE - 4, { size: 40, color: colors.bandSoft, align: 'center' });

  const caption = (text: string, x: number, size: number, fit: number) =>
    stage.write(text, x, top + CAPTION, { size, color: colors.bandSoft, fit });
  caption(t('picture.lines'), SUM.lines, READ, SUM.caption);
  stage.stamp('sum lines', SUM.lines, middle, ICON, (brush) => {
    polygon(brush, [
      [22, -23],
      [44, 0],
      [22, 23],
      [0, 0],
    ]);
    fill(brush, colors.gold);
  });
  part(stage, SUM.lines, top, String(sum.bonuses));
  operator('+', SUM.plus);
  caption(t('picture.transfers'), SUM.transfers, READ, SUM.caption);
  stage.stamp('sum transfers', SUM.transfers, middle, ICON, (brush) => {
    box(brush, 0, -21, 42, 42, 9);
    fill(brush, WHITE);
    star(brush, 21, 0, 16, INK);
  });
  part(stage, SUM.transfers, top, String(sum.transfers));
  operator('−', SUM.minus);
  caption(t('picture.open', { count: sum.empty }), SUM.open, COUNTED, SUM.empty);
  stage.stamp('sum empty', SUM.open, middle, ICON, (brush) => {
    box(brush, 3, -18, 36, 36, 9);
    stroke(brush, WHITE, 4.5);
  });
  part(stage, SUM.open, top, String(sum.penalty));
  const bars = [0, -10 - MOST_PENALTY * 4.2, (MOST_PENALTY + 1) * BAR.pitch, 0] as const;
  stage.stamp(`ladder ${sum.penalty}`, SUM.ladder, top + BASE, bars, (brush) =>
    ladder(brush, sum.penalty, theme),
  );
  const next = sum.penalty > 0 ? leastFor(map.edition, sum.penalty) - 1 : null;
  if (next === null) caption(t('picture.fine'), SUM.next, READ, SUM.step);
  else caption(t('picture.next', { count: next, penalty: sum.penalty - 1 }), SUM.next, COUNTED, SUM.step);
  operator('=', SUM.equals);
  stage.write(signed(sum.score), RIGHT, top + 98, {
    size: 104,
    weight: BOLD,
    color: won ? colors.gold : WHITE,
    align: 'right',
    fit: SUM.total,
  });
}

/** Badges of the lines a choice completes. */
const BADGE = { pitch: 64, radius: 31 } as const;
const MOST_BADGES = 4;
/** Baselines of what a choice marks and of what comes of it. */
const WHAT = 54;
const THEN = 104;

/** The line an action is about, or null for a free card. */
const lineOf = (change: Change): number | null => ('line' in change.action ? change.action.line : null);

/** What a choice that is not final would do: its line, what it fills and completes, the old and the new score. */
export function drawPreview(
  stage: Stage,
  map: MetroxMap,
  change: Change,
  scores: { before: number; after: number },
  top: number,
  scene: Scene,
): void {
  const { t, theme } = scene;
  const colors = COLORS[theme];
  stage.rect(0, top, WIDTH, STRIP, colors.gold);

  const line = lineOf(change);
  let x = CLEAR;
  if (line !== null) {
    const look = style(slotOf(map, line), theme);
    stage.stamp(`preview ${line}`, x + 46, top + STRIP / 2, [-47, -47, 47, 47], (brush) => {
      drawBadge(brush, '', 0, 0, 46, WHITE, INK);
      drawBadge(brush, map.lines[line]!.id, 0, 0, 41, look.color, look.letter);
    });
    x += 112;
  }
  const [met] = change.stations;
  // A transfer that found no empty station writes nothing.
  const number = change.action.kind === 'transfer' && met !== undefined ? transferAt(map, met) : 0;
  const count = change.stations.length;
  const what = number > 0 ? t('picture.writes', { n: number }) : t('picture.marks', { count });
  const now = stage.write(signed(scores.after), RIGHT, top + 96, {
    size: 96,
    weight: BOLD,
    color: INK,
    align: 'right',
  });
  const arrow = RIGHT - now - 28;
  stage.stamp('preview arrow', arrow - 48, top + 62, [-4, -22, 54, 22], (brush) => drawArrow(brush, 48));
  const old = stage.write(signed(scores.before), arrow - 72, top + 86, {
    size: 66,
    color: INK,
    align: 'right',
  });
  const room = arrow - 72 - old - 24 - x;

  const pending = t('picture.pending');
  const small = { size: READ, color: INK } as const;
  const wrote = stage.write(what, x, top + WHAT, { size: 48, weight: BOLD, color: INK, fit: room });
  const lines = change.lines.slice(0, MOST_BADGES);
  if (lines.length === 0) {
    stage.write(pending, x, top + THEN, { ...small, fit: room });
    return;
  }
  const told = textWidth(pending, READ) + 24;
  if (wrote + told <= room) stage.write(pending, x + wrote + 24, top + WHAT, small);
  const pitch = Math.min(BADGE.pitch, room / lines.length);
  const word = t('picture.completes');
  const wide = textWidth(word, READ) + 14;
  const spelt = wide + lines.length * pitch <= room;
  if (spelt) stage.write(word, x, top + THEN, small);
  drawBadges(stage, map, lines, spelt ? x + wide : x, top + THEN - 12, pitch, theme);
}

/** Badges of lines side by side, from a left edge on. */
function drawBadges(
  stage: Stage,
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
    const r = Math.min(BADGE.radius, pitch / 2);
    stage.stamp(`completes ${line} ${r}`, x, y, [-r - 1, -r - 1, r + 1, r + 1], (brush) => {
      drawBadge(brush, '', 0, 0, r, WHITE, INK);
      drawBadge(brush, '', 0, 0, r - 2.5, look.color, look.letter);
      center(brush, map.lines[line]!.id, 0, 0, { size: COUNTED, color: look.letter, fit: 2 * r - 12 });
    });
  });
}

function drawArrow(brush: Brush, length: number): void {
  brush.lineCap = 'round';
  brush.lineJoin = 'round';
  brush.beginPath();
  brush.moveTo(0, 0);
  brush.lineTo(length, 0);
  brush.moveTo(length - 16, -16);
  brush.lineTo(length, 0);
  brush.lineTo(length - 16, 16);
  stroke(brush, INK, 6);
  brush.lineCap = 'butt';
}
