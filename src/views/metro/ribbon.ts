import type { Brush } from '../canvas.ts';
import type { Stage } from '../kit/stage.ts';
import type { Paper, Pattern, Style } from './colors.ts';
import { straight, type Way } from './tracks.ts';

/** Lines as they are drawn: a casing, the colour of the owner in it and the owner's pattern in that. */

/** How far a track runs on beyond its tile, where it is cut: without it, seams would show. */
const OVER = 2;

/** Width of the core of a line that is still open; stubs and swatches have it, too. */
const CORE = 13;
export const CASING = 17;
export const PALE = 14;
const PALE_CORE = 9;
export const RAIL = 12;

function line(brush: Brush, way: Way, color: string, width: number, more = OVER): void {
  way.trace(brush, more);
  brush.strokeStyle = color;
  brush.lineWidth = width;
  brush.stroke();
}

function dashed(brush: Brush, way: Way, color: string, width: number, dash: number[], offset: number): void {
  brush.setLineDash(dash);
  brush.lineDashOffset = offset - OVER;
  line(brush, way, color, width);
  brush.setLineDash([]);
  brush.lineDashOffset = 0;
}

function chevrons(brush: Brush, way: Way, color: string, w: number, pitch: number, before: number): void {
  brush.strokeStyle = color;
  brush.lineWidth = 0.2 * w;
  brush.beginPath();
  const reach = 0.17 * w;
  const first = Math.ceil((before - reach) / pitch - 0.5);
  for (let s = (first + 0.5) * pitch - before; s < way.length + reach; s += pitch) {
    const [x, y, angle] = way.at(s);
    const cos = Math.cos(angle);
    const sin = Math.sin(angle);
    const put = (along: number, across: number) =>
      [x + along * cos - across * sin, y + along * sin + across * cos] as const;
    brush.moveTo(...put(-reach, -0.28 * w));
    brush.lineTo(...put(reach, 0));
    brush.lineTo(...put(-reach, 0.28 * w));
  }
  brush.stroke();
}

/** After so many widths of its line a pattern begins anew. */
const PERIODS: Readonly<Record<Pattern, number>> = {
  solid: 1,
  dash: 1.85,
  dots: 1.12,
  chevrons: 1.3,
  twin: 1,
  ties: 1,
};

/**
 * How a pattern lies on a way: begun so many pixels before it; or `whole`, a little longer or shorter so that it begins anew at
 * both ends, and runs on from track to track though each is drawn alike wherever it lies.
 */
type Begun = number | 'whole';

/** Lays a pattern into a line of width `w`. */
function inlay(brush: Brush, way: Way, pattern: Pattern, color: string, w: number, begun: Begun): void {
  const usual = PERIODS[pattern] * w;
  const period = begun === 'whole' ? way.length / Math.round(way.length / usual) : usual;
  const before = begun === 'whole' ? 0 : begun;
  const dash = (share: number) => [share * period, (1 - share) * period];
  if (pattern === 'dash') dashed(brush, way, color, 0.36 * w, dash(1.1 / 1.85), before);
  if (pattern === 'dots') {
    brush.lineCap = 'round';
    dashed(brush, way, color, 0.5 * w, dash(0.001), before + period / 2);
    brush.lineCap = 'butt';
  }
  if (pattern === 'chevrons') chevrons(brush, way, color, w, period, before);
  if (pattern === 'twin') line(brush, way, color, 0.3 * w);
  if (pattern === 'ties') dashed(brush, way, color, w, dash(0.3), before);
}

/** A line that is still open. */
export function drawOpen(brush: Brush, way: Way, style: Style, paper: Paper, begun: Begun): void {
  line(brush, way, paper.edge, CASING);
  line(brush, way, style.color, CORE);
  inlay(brush, way, style.pattern, style.inlay, CORE, begun);
}

/** The colour and the pattern of a seat, level from x to `to`. */
export function drawSwatch(stage: Stage, x: number, to: number, y: number, style: Style, paper: Paper): void {
  const length = Math.round(to - x);
  const half = CASING / 2;
  stage.stamp(`swatch ${length} ${style.color}`, x, y, [0, -half, length, half], (brush) => {
    brush.beginPath();
    brush.rect(0, -half, length, CASING);
    brush.clip();
    drawOpen(brush, straight(0, 0, length, 0), style, paper, 0);
  });
}

/** A line that has arrived: pale, its edges in the colour. */
export function drawArrived(brush: Brush, way: Way, style: Style): void {
  line(brush, way, style.color, PALE);
  line(brush, way, style.pale, PALE_CORE);
  inlay(brush, way, style.pattern, style.paleInlay, PALE_CORE, 'whole');
}

/** A track that no line of anybody has reached. */
export function drawRail(brush: Brush, way: Way, rail: string, inside: string): void {
  line(brush, way, rail, RAIL);
  line(brush, way, inside, 8);
}

/** Clears the way over tracks that lie beneath one of this width, but not the edge of the tile. */
export const drawHalo = (brush: Brush, way: Way, color: string, width: number): void =>
  line(brush, way, color, width + 6, -1.5);

/** The pattern of a seat alone, on what has its colour already. */
export const drawInlay = (brush: Brush, way: Way, style: Style, width: number, color = style.inlay): void =>
  inlay(brush, way, style.pattern, color, width, 0);
