import type { Board, Change, Edition, MetroxMap } from '../../games/metrox/state.ts';
import { BOLD, type Brush, box, fill, polygon, stroke, widthOf, write } from '../canvas.ts';
import type { Scene, Theme } from '../look.ts';
import { INK, INKS, WHITE } from '../theme.ts';
import { drawBadge } from './cars.ts';
import { bonusOf, emptyCount } from './facts.ts';
import { CLEAR, WIDTH } from './frame.ts';
import { coat, slotOf } from './slots.ts';

export const STRIP = 128;

/** Fewest empty stations at which each penalty, 0 to 10, begins. */
export const PENALTY_FROM: Readonly<Record<Edition, readonly number[]>> = {
  okazu: [0, 6, 7, 8, 9, 11, 13, 15, 17, 19, 21],
  gamewright: [0, 5, 6, 7, 8, 10, 12, 14, 16, 18, 20],
};

export interface Sum {
  readonly bonuses: number;
  readonly transfers: number;
  readonly empty: number;
  readonly penalty: number;
  readonly score: number;
}

/** What a board is worth as it stands. */
export function sumOf(map: MetroxMap, board: Board): Sum {
  const bonuses = map.lines.reduce((sum, _, line) => sum + bonusOf(map, board, line), 0);
  const transfers = board.stations.reduce((sum, value) => sum + Math.max(0, value), 0);
  const empty = emptyCount(board);
  const penalty = PENALTY_FROM[map.edition].findLastIndex((from) => empty >= from);
  return { bonuses, transfers, empty, penalty, score: bonuses + transfers - penalty };
}

/** A whole number with a real minus sign. */
export const signed = (n: number): string => (n < 0 ? `−${-n}` : String(n));

const BASE = 66;
const CAPTION = 110;

function part(brush: Brush, x: number, top: number, value: string, caption: string, icon: () => void): void {
  icon();
  write(brush, value, x + 52, top + BASE, { size: 54, weight: BOLD, color: WHITE });
  write(brush, caption, x, top + CAPTION, { size: 33, color: INKS.dark.bandSoft, fit: 168 });
}

function ladder(brush: Brush, x: number, top: number, penalty: number, theme: Theme): void {
  const inks = INKS[theme];
  for (let i = 0; i <= 10; i++) {
    const height = 11 + i * 4.6;
    box(brush, x + i * 25, top + BASE - height, 21, height, 4);
    fill(brush, i === penalty ? inks.gold : i < penalty ? inks.bandSoft : inks.bandBar);
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
  const inks = INKS[theme];
  brush.fillStyle = inks.band;
  brush.fillRect(0, top, WIDTH, STRIP);
  const middle = top + 47;
  const operator = (text: string, x: number) =>
    write(brush, text, x, top + BASE - 4, { size: 40, color: inks.bandSoft, align: 'center' });

  part(brush, CLEAR, top, String(sum.bonuses), t('picture.lines'), () => {
    polygon(brush, [
      [CLEAR + 21, middle - 23],
      [CLEAR + 44, middle],
      [CLEAR + 21, middle + 23],
      [CLEAR - 2, middle],
    ]);
    fill(brush, inks.gold);
  });
  operator('+', 306);
  part(brush, 332, top, String(sum.transfers), t('picture.transfers'), () => {
    box(brush, 332, middle - 21, 42, 42, 9);
    fill(brush, WHITE);
    write(brush, '×2', 353, middle + 9, { size: 27, weight: BOLD, color: INK, align: 'center' });
  });
  operator('−', 514);
  part(brush, 540, top, String(sum.penalty), t('picture.open', { count: sum.empty }), () => {
    box(brush, 543, middle - 18, 36, 36, 9);
    stroke(brush, WHITE, 4.5);
  });
  ladder(brush, 694, top, sum.penalty, theme);
  const next = sum.penalty > 0 ? PENALTY_FROM[map.edition][sum.penalty]! - 1 : null;
  const caption =
    next === null ? t('picture.fine') : t('picture.next', { count: next, penalty: sum.penalty - 1 });
  write(brush, caption, 694, top + CAPTION, { size: 33, color: inks.bandSoft, fit: 280 });
  operator('=', 990);
  write(brush, signed(sum.score), WIDTH - 36, top + 99, {
    size: 108,
    weight: BOLD,
    color: won ? inks.gold : WHITE,
    align: 'right',
    fit: 160,
  });
}

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
  const inks = INKS[theme];
  brush.fillStyle = inks.gold;
  brush.fillRect(0, top, WIDTH, STRIP);

  const line = lineOf(change);
  let x = CLEAR;
  if (line !== null) {
    const look = coat(slotOf(map, line), theme);
    drawBadge(brush, map.lines[line]!.id, x + 46, top + STRIP / 2, 46, WHITE, INK);
    drawBadge(brush, map.lines[line]!.id, x + 46, top + STRIP / 2, 41, look.color, look.letter);
    x += 112;
  }
  const number = change.action.kind === 'transfer' ? writes(map, change) : 0;
  const count = change.stations.length;
  const what = number > 0 ? t('picture.writes', { n: number }) : t('picture.marks', { count });
  const now = write(brush, signed(scores.after), WIDTH - 36, top + 96, {
    size: 96,
    weight: BOLD,
    color: INK,
    align: 'right',
  });
  const arrow = WIDTH - 36 - now - 28;
  drawArrow(brush, arrow - 48, top + 62, 48);
  const old = write(brush, signed(scores.before), arrow - 72, top + 86, {
    size: 66,
    color: INK,
    align: 'right',
  });
  const room = arrow - 72 - old - 24 - x;

  const lines = change.lines;
  const badges = Math.min(lines.length, 4);
  const first = Math.min(widthOf(brush, what, 46, BOLD), room);
  write(brush, what, x, top + 60, { size: 46, weight: BOLD, color: INK, fit: room });
  write(brush, t('picture.pending'), x, top + 106, {
    size: 34,
    color: INK,
    fit: badges > 0 ? room - 60 : room,
  });
  if (badges === 0) return;
  const word = t('picture.completes');
  const wide = widthOf(brush, word, 40);
  const beside = first + 18 + wide + 12 + badges * 56 <= room;
  const left = beside ? x + first + 18 : x + widthOf(brush, t('picture.pending'), 34) + 28;
  const base = beside ? top + 60 : top + 106;
  const shown = beside || left + wide + badges * 56 <= x + room;
  if (shown) write(brush, word, left, base, { size: beside ? 40 : 34, color: INK });
  const after = shown ? left + widthOf(brush, word, beside ? 40 : 34) + 14 : left;
  for (let i = 0; i < badges; i++) {
    const look = coat(slotOf(map, lines[i]!), theme);
    const cx = after + 25 + i * 56;
    drawBadge(brush, '', cx, base - 14, 27, WHITE, INK);
    drawBadge(brush, map.lines[lines[i]!]!.id, cx, base - 14, 23, look.color, look.letter);
  }
}

/** The number a transfer writes: twice the lines that stop there; 0 when it found no empty station. */
const writes = (map: MetroxMap, change: Change): number =>
  change.stations.length > 0 ? 2 * map.stations[change.stations[0]!]!.lines.length : 0;

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
