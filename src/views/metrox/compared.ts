import type { MetroxMap, View } from '../../games/metrox/state.ts';
import { BOLD, type Brush, box, brushOf, center, circle, fill, surface, widthOf, write } from '../canvas.ts';
import { drawFlame, EMBER, FLAME } from '../flame.ts';
import { flat } from '../flat.ts';
import type { Drawing } from '../kit/drawing.ts';
import { signed } from '../numbers.ts';
import { standingOf, type Worth } from '../par.ts';
import type { Comparison, Scene, Theme } from '../presenter.ts';
import { COLORS, INK, WHITE } from '../theme.ts';
import { accentSlot } from './accent.ts';
import { drawTrack } from './lines.ts';
import { LINE } from './network.ts';
import { drawRunHead } from './runhead.ts';
import { barsOf, type Scale, scaleFor } from './scale.ts';
import { drawMark, star } from './signs.ts';
import { style } from './slots.ts';
import { verdict } from './words.ts';

/**
 * The card of a score beside others: how it stands on a line of the map between what par is and the best that was found, and
 * among the scores of all who have played the same cards.
 */

const WIDTH = 1200;
const HEIGHT = 630;
const CHART = { left: 520, right: 1156 } as const;
/** Where there are no bars the line and all that stands on it are so much larger. */
const GROWN = 1.25;
/** Middle of the line: below bars, and where there are none. */
const AXIS = { below: 374, alone: 308 } as const;
const THICK = 28;
/** Beyond the scores, to each side. */
const BEYOND = 14;
const BARS = { top: 204, gap: 4, above: 30, least: 7 } as const;
const PLATE = { h: 74, round: 16, pad: 16, size: 58 } as const;
/** Lower edge of one's own plate above the line, with bars and without; upper edge of the others below it. */
const OWN = { below: 188, alone: 66 } as const;
const UNDER = 56;
const WORD = { size: 47, y: 52 } as const;
/** Between two plates, and between two words. */
const APART = 18;
const HEADING = 90;
const FLAMED = { x: 236, base: 588, height: 60 } as const;

interface Plate {
  readonly text: string;
  readonly word: string;
  /** Where its stop is, and how wide plate and word are together. */
  readonly x: number;
  readonly wide: number;
}

/** Middles of plates beside each other, as near to their stops as they may be without touching and within the chart. */
function placed(plates: readonly Plate[], chart: Chart): number[] {
  const at = plates.map(({ x }) => x);
  const room = (i: number) => (plates[i]!.wide + plates[i + 1]!.wide) / 2 + APART;
  for (let i = 0; i + 1 < plates.length; i++) {
    const lacking = room(i) - (at[i + 1]! - at[i]!);
    if (lacking > 0) {
      at[i]! -= lacking / 2;
      at[i + 1]! += lacking / 2;
    }
  }
  const last = plates.length - 1;
  const over = last < 0 ? 0 : at[last]! + plates[last]!.wide / 2 - chart.right - BEYOND;
  const under = last < 0 ? 0 : chart.left - BEYOND - (at[0]! - plates[0]!.wide / 2);
  const shift = over > 0 ? -over : Math.max(0, under);
  return at.map((x) => x + shift);
}

/** From a stop on the line to a plate, which may stand beside it. */
function stem(brush: Brush, from: readonly [number, number], to: readonly [number, number], color: string) {
  brush.lineCap = 'butt';
  brush.beginPath();
  brush.moveTo(...from);
  brush.lineTo(...to);
  brush.strokeStyle = color;
  brush.lineWidth = 6;
  brush.stroke();
}

/** All in the chart's own measures, which are `scale` times as large in the picture. */
interface Chart {
  readonly scores: Scale;
  readonly bars: readonly number[];
  readonly left: number;
  readonly right: number;
  readonly axis: number;
  readonly scale: number;
  readonly x: (score: number) => number;
}

function chartOf(score: number, comparison: Comparison): Chart {
  const scores = scaleFor(score, comparison);
  const bars = comparison.scores.length > 0 ? barsOf(comparison.scores, scores) : [];
  const scale = bars.length > 0 ? 1 : GROWN;
  const left = (CHART.left - BEYOND) / scale + BEYOND;
  const right = (CHART.right + BEYOND) / scale - BEYOND;
  const unit = (right - left) / (scores.to - scores.from + 1);
  return {
    scores,
    bars,
    left,
    right,
    axis: (bars.length > 0 ? AXIS.below : AXIS.alone) / scale,
    scale,
    x: (at) => left + (at - scores.from + 0.5) * unit,
  };
}

function drawBars(
  brush: Brush,
  { bars, scores, axis, left, right }: Chart,
  score: number,
  theme: Theme,
): void {
  const colors = COLORS[theme];
  const pitch = (right - left) / bars.length;
  const bottom = axis - BARS.above;
  const most = Math.max(1, ...bars);
  bars.forEach((count, i) => {
    if (count === 0) return;
    const height = Math.max(BARS.least, ((bottom - BARS.top) * count) / most);
    const own = Math.floor((score - scores.from) / scores.step) === i;
    const width = pitch - BARS.gap;
    box(brush, left + i * pitch + BARS.gap / 2, bottom - height, width, height, [5, 5, 0, 0]);
    fill(brush, own ? colors.gold : colors.ghost);
  });
}

function drawAxis(brush: Brush, map: MetroxMap, { axis, left, right }: Chart, theme: Theme): void {
  const unit = THICK / LINE;
  const [from, to, y] = [(left - BEYOND) / unit, (right + BEYOND) / unit, axis / unit];
  brush.save();
  brush.scale(unit, unit);
  brush.lineCap = 'butt';
  const pieces = [{ kind: 'straight', from: [from, y], to: [to, y], length: to - from }] as const;
  drawTrack(brush, accentSlot(map), theme, { pieces, length: to - from, stops: [] });
  brush.restore();
}

/** A stop on the line, with paper around it. */
function stop(brush: Brush, x: number, y: number, r: number, color: string, theme: Theme): void {
  circle(brush, x, y, r + 6);
  fill(brush, COLORS[theme].paper);
  circle(brush, x, y, r);
  fill(brush, color);
}

/** Par as a round stop and the best as one with a star, each with its number and its word below. */
function drawWorth(brush: Brush, { par, best }: Worth, chart: Chart, { t, theme }: Scene): void {
  const { axis, x } = chart;
  const ground = theme === 'light' ? INK : WHITE;
  const ink = theme === 'light' ? WHITE : INK;
  const plates = [
    { n: par, word: t('picture.compared.par') },
    { n: best, word: t('picture.compared.best') },
  ].map(({ n, word }): Plate => {
    const text = signed(n);
    const numbered = Math.max(96, widthOf(brush, text, PLATE.size, BOLD) + 2 * PLATE.pad);
    return { text, word, x: x(n), wide: Math.max(numbered, Math.min(220, widthOf(brush, word, WORD.size))) };
  });
  const middles = placed(plates, chart);
  const top = axis + UNDER;
  plates.forEach((plate, i) => {
    stem(brush, [plate.x, axis], [middles[i]!, top + 4], ground);
  });
  plates.forEach(({ text, word, wide }, i) => {
    const middle = middles[i]!;
    const width = Math.max(96, widthOf(brush, text, PLATE.size, BOLD) + 2 * PLATE.pad);
    box(brush, middle - width / 2, top, width, PLATE.h, PLATE.round);
    fill(brush, ground);
    center(brush, text, middle, top + PLATE.h / 2, { size: PLATE.size, color: ink });
    write(brush, word, middle, top + PLATE.h + WORD.y, {
      size: WORD.size,
      color: COLORS[theme].soft,
      align: 'center',
      fit: wide,
    });
  });
  stop(brush, x(par), axis, 17, ground, theme);
  stop(brush, x(best), axis, 22, ground, theme);
  star(brush, x(best), axis, 14, ink);
}

/** One's own score above the line, with the mark that tells where it stands. */
function drawOwn(brush: Brush, score: number, par: Worth | undefined, chart: Chart, theme: Theme): void {
  const { gold } = COLORS[theme];
  const { axis, x, bars, left: from, right: to } = chart;
  const text = signed(score);
  const mark = par ? { standing: standingOf(score, par), size: 34, gap: 10 } : undefined;
  const letters = widthOf(brush, text, PLATE.size, BOLD);
  const inner = letters + (mark ? mark.size + mark.gap : 0);
  const width = Math.max(96, inner + 2 * PLATE.pad);
  const reach = [from - BEYOND + width / 2, to + BEYOND - width / 2] as const;
  const middle = Math.min(Math.max(x(score), reach[0]), reach[1]);
  const bottom = axis - (bars.length > 0 ? OWN.below : OWN.alone);
  stem(brush, [x(score), axis], [x(score), bottom - 4], gold);
  box(brush, middle - width / 2, bottom - PLATE.h, width, PLATE.h, PLATE.round);
  fill(brush, gold);
  const y = bottom - PLATE.h / 2;
  const left = middle - inner / 2;
  if (mark) drawMark(brush, mark.standing, left + mark.size / 2, y, mark.size, INK);
  center(brush, text, left + inner - letters / 2, y, { size: PLATE.size, color: INK });
  stop(brush, x(score), axis, 22, gold, theme);
  circle(brush, x(score), axis, 8);
  fill(brush, COLORS[theme].paper);
}

/** Where a number stands in a sentence, whatever language it is in. */
const HERE = '\u0000';

/** "ahead of 38 in 100", the number larger than its words. */
function drawAhead(brush: Brush, ahead: number, { t, theme }: Scene): void {
  const colors = COLORS[theme];
  const [before = '', after = ''] = t('picture.compared.ahead', { n: HERE }).split(HERE);
  const n = String(ahead);
  const whole = widthOf(brush, before, 47) + widthOf(brush, n, 68, BOLD) + widthOf(brush, after, 47);
  const shrunk = Math.min(1, (CHART.right - CHART.left) / whole);
  const soft = { size: 47 * shrunk, color: colors.soft } as const;
  let x = CHART.right + BEYOND - whole * shrunk;
  x += write(brush, before, x, HEADING, soft);
  x += write(brush, n, x, HEADING, { size: 68 * shrunk, weight: BOLD, color: colors.ink });
  write(brush, after, x, HEADING, soft);
}

function drawStreak(brush: Brush, streak: number, theme: Theme): void {
  const { x, base, height } = FLAMED;
  drawFlame(brush, x, base - 22, height);
  const how = { size: 60, weight: BOLD, color: COLORS[theme].ink, fit: 220 } as const;
  write(brush, String(streak), x + height * 0.36 + 16, base, how);
}

/** Draws the card, 1200 by 630 pixels; the lower left corner stays empty. */
export function drawCompared(view: View, comparison: Comparison, scene: Scene): Drawing {
  const { t, theme } = scene;
  const { map } = view;
  const { day, par, streak, finished, ahead } = comparison;
  const { score } = view.scores[0]!;
  const colors = COLORS[theme];
  return {
    width: WIDTH,
    height: HEIGHT,
    png: async () => {
      const on = surface(WIDTH, HEIGHT, colors.paper);
      const brush = brushOf(on);
      const called = finished ? verdict(view, scene) : t('share.open');
      await drawRunHead(brush, { map, day, score, verdict: called }, scene);
      const chart = chartOf(score, comparison);
      if (ahead !== null) drawAhead(brush, ahead, scene);
      brush.save();
      brush.scale(chart.scale, chart.scale);
      drawBars(brush, chart, score, theme);
      drawAxis(brush, map, chart, theme);
      if (par) drawWorth(brush, par, chart, scene);
      drawOwn(brush, score, par, chart, theme);
      brush.restore();
      if (streak > 0) drawStreak(brush, streak, theme);
      const line = style(accentSlot(map), theme);
      const flats = [colors.paper, colors.ink, colors.soft, colors.ghost, colors.gold];
      return flat(on, [...flats, INK, WHITE, FLAME, EMBER, line.color, line.over]);
    },
  };
}
