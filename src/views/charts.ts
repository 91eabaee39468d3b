import { binsOf, ceiling } from './bins.ts';
import { BOLD, type Brush, box, circle, fill, stroke, widthOf, write } from './canvas.ts';
import { READ } from './legible.ts';
import { rounded, signed } from './numbers.ts';
import type { Scene, Theme } from './presenter.ts';
import { COLORS } from './theme.ts';

/** The two charts of a player's statistics. */

export interface Day {
  /** Number of the daily. */
  readonly day: number;
  /** Null when it was not played. */
  readonly score: number | null;
}

/** Where a chart stands: its left and right edge, the baseline of its caption, top and bottom of its plot. */
export interface Panel {
  readonly left: number;
  readonly right: number;
  readonly caption: number;
  readonly top: number;
  readonly bottom: number;
}

/** Colours of bars, and of the line that joins days played one after the other. */
export const TINTS: Readonly<Record<Theme, { readonly bar: string; readonly row: string }>> = {
  light: { bar: '#3fa8f3', row: '#f72c0b' },
  dark: { bar: '#49a6fa', row: '#ff3c19' },
};

const LABEL = 47;
const CAPTION = 50;
/** From the axis down to the baseline of its labels. */
const UNDER = 62;
/** Between an axis' own labels and its plot. */
const GAP = 14;
/** From the plot down to the middle of the stops of the days. */
const STOPS = 28;
/** How far the last label of an axis may stand over its end. */
const AROUND = 32;
/** Days for which there is room at least. */
const FEWEST_DAYS = 10;

function caption(brush: Brush, { left, right, caption: y }: Panel, text: string, theme: Theme): void {
  write(brush, text, left, y, {
    size: CAPTION,
    weight: BOLD,
    color: COLORS[theme].ink,
    fit: right - left,
  });
}

/** Horizontal lines at values of an axis, their labels at the left; gives back the left edge of the plot. */
function grid(
  brush: Brush,
  panel: Panel,
  values: readonly number[],
  at: (value: number) => number,
  theme: Theme,
): number {
  const colors = COLORS[theme];
  const width = Math.max(...values.map((value) => widthOf(brush, signed(value), LABEL)));
  const left = panel.left + width + GAP;
  for (const value of values) {
    const y = at(value);
    write(brush, signed(value), panel.left + width, y + 17, {
      size: LABEL,
      color: colors.soft,
      align: 'right',
    });
    brush.fillStyle = value === 0 ? colors.soft : colors.hair;
    brush.fillRect(left, y - 1.5, panel.right - left, 3);
  }
  return left;
}

/** Words in the middle of a plot that has nothing to show. */
function nothing(brush: Brush, panel: Panel, text: string, theme: Theme): void {
  const x = (panel.left + panel.right) / 2;
  const how = {
    size: READ + 4,
    color: COLORS[theme].soft,
    align: 'center',
    fit: panel.right - panel.left,
  } as const;
  write(brush, text, x, (panel.top + panel.bottom) / 2 + 12, how);
}

/** How many games ended with which score; the average is a mark over it. */
export function drawScores(
  brush: Brush,
  scores: readonly number[],
  average: number,
  panel: Panel,
  scene: Scene,
): void {
  const { t, theme } = scene;
  const colors = COLORS[theme];
  const { step, from, counts } = binsOf(scores);
  const none = scores.length === 0;
  caption(brush, panel, t('statistics.scores'), theme);
  const most = none ? 0 : ceilingOfCount(Math.max(...counts));
  const at = (count: number) => panel.bottom - ((panel.bottom - panel.top) * count) / Math.max(1, most);
  const left = grid(brush, panel, none ? [0] : [most, 0], at, theme);
  const pitch = (panel.right - left) / counts.length;
  const x = (score: number) => left + ((score - from) / step) * pitch;

  // Every edge of a bin may be named, but the words must not touch.
  const widest = Math.max(...counts.map((_, i) => widthOf(brush, signed(from + i * step), LABEL)));
  const every = Math.ceil((widest + 16) / pitch);
  for (let i = 0; i <= counts.length; i++) {
    const value = from + i * step;
    brush.fillStyle = colors.soft;
    brush.fillRect(x(value) - 1.5, panel.bottom, 3, 8);
    const half = widthOf(brush, signed(value), LABEL) / 2;
    const outside = x(value) - half < panel.left || x(value) + half > panel.right + AROUND;
    if ((value / step) % every !== 0 || outside) continue;
    write(brush, signed(value), x(value), panel.bottom + UNDER, {
      size: LABEL,
      color: colors.soft,
      align: 'center',
    });
  }
  if (none) {
    nothing(brush, panel, t('statistics.noScore'), theme);
    return;
  }
  counts.forEach((count, i) => {
    if (count === 0) return;
    const top = Math.min(at(count), panel.bottom - 5);
    box(brush, left + i * pitch + 3, top, pitch - 6, panel.bottom - 1.5 - top, [5, 5, 0, 0]);
    fill(brush, TINTS[theme].bar);
  });
  drawAverage(brush, x(average), average, panel, scene);
}

/** The first round number from a count on; small counts as they are. */
const ceilingOfCount = (count: number): number => (count <= 5 ? count : ceiling(count));

function drawAverage(brush: Brush, x: number, average: number, panel: Panel, { t, theme }: Scene): void {
  const colors = COLORS[theme];
  const text = t('statistics.average', { n: rounded(average, t.locale) });
  const half = widthOf(brush, text, LABEL) / 2;
  const middle = Math.max(panel.left + half, Math.min(x, panel.right - half));
  write(brush, text, middle, panel.top - 22, { size: LABEL, color: colors.ink, align: 'center' });
  brush.save();
  brush.lineCap = 'butt';
  for (const [color, width] of [
    [colors.paper, 9],
    [colors.ink, 4],
  ] as const) {
    brush.setLineDash(width === 4 ? [12, 8] : []);
    brush.beginPath();
    brush.moveTo(x, panel.top - 10);
    brush.lineTo(x, panel.bottom);
    stroke(brush, color, width);
  }
  brush.restore();
}

/** The newest dailies, a bar each; days played one after the other are joined by a line beneath. */
export function drawDays(brush: Brush, days: readonly Day[], panel: Panel, scene: Scene): void {
  const { t, theme } = scene;
  const scores = days.flatMap(({ score }) => (score === null ? [] : [score]));
  const played = { n: scores.length, count: days.length };
  const title = days.length === 0 ? t('statistics.none') : t('statistics.dailies', played);
  caption(brush, panel, title, theme);
  const most = ceiling(Math.max(0, ...scores));
  const least = Math.min(0, ...scores);
  const low = least < 0 ? -ceiling(-least) : 0;
  const none = scores.length === 0;
  const at = (value: number) =>
    panel.bottom - ((panel.bottom - panel.top) * (value - low)) / Math.max(1, most - low);
  // Below 0 there may be too little room for a number.
  const marks = none ? [0] : [most, 0, ...(at(low) - at(0) > LABEL ? [low] : [])];
  const left = grid(brush, panel, marks, at, theme);
  const pitch = (panel.right - left) / Math.max(FEWEST_DAYS, days.length);
  const x = (i: number) => panel.right - (days.length - i - 0.5) * pitch;

  days.forEach(({ score }, i) => {
    if (score === null) return;
    const [top, bottom] = score < 0 ? [at(0), at(score)] : [at(score), at(0)];
    const height = Math.max(6, bottom - top);
    box(brush, x(i) - pitch * 0.34, score < 0 ? top : bottom - height, pitch * 0.68, height, 3);
    fill(brush, TINTS[theme].bar);
  });
  if (none) nothing(brush, panel, t('statistics.noDaily'), theme);
  drawRow(brush, days, x, panel.bottom + STOPS, theme);
  drawEnds(brush, days, x(0) - pitch / 2, panel, scene);
}

/** Numbers of the first and the last day, the first only where it does not touch the last. */
function drawEnds(brush: Brush, days: readonly Day[], left: number, panel: Panel, { t, theme }: Scene): void {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return;
  const [from, to] = [first, last].map(({ day }) => t('statistics.day', { day })) as [string, string];
  const how = { size: LABEL, color: COLORS[theme].soft } as const;
  const y = panel.bottom + STOPS + UNDER;
  const right = panel.right - write(brush, to, panel.right, y, { ...how, align: 'right' });
  if (first !== last && left + widthOf(brush, from, LABEL) + 24 <= right) write(brush, from, left, y, how);
}

/** A stop for each day: joined where days were played one after the other, a small ring where one was missed. */
function drawRow(
  brush: Brush,
  days: readonly Day[],
  x: (i: number) => number,
  y: number,
  theme: Theme,
): void {
  const colors = COLORS[theme];
  brush.lineCap = 'round';
  for (let i = 0; i < days.length; ) {
    let end = i;
    if (days[i]!.score === null) {
      circle(brush, x(i), y, 4);
      stroke(brush, colors.muted, 2.5);
    } else {
      while (end + 1 < days.length && days[end + 1]!.score !== null) end++;
      brush.beginPath();
      brush.moveTo(x(i) - 0.01, y);
      brush.lineTo(x(end) + 0.01, y);
      stroke(brush, TINTS[theme].row, 12);
    }
    i = end + 1;
  }
}
