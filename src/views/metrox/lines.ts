import type { MetroxMap, Point, Slot } from '../../games/metrox/state.ts';
import { type Brush, circle, polygon, stroke } from '../canvas.ts';
import type { Bounds, Stage } from '../kit/stage.ts';
import type { Theme } from '../presenter.ts';
import { COLORS, INK } from '../theme.ts';
import { type Plan, sideOf } from './frame.ts';
import type { Life } from './life.ts';
import { LINE, pointAt, type Track } from './network.ts';
import { type Style, slotOf, style } from './slots.ts';

/** How wide the light around a lit line is, to each side, and the dark edge inside it. */
const GLOW = 6.5;
const EDGE = 1.8;
const PAPER_EDGE = 2;
const RING = 3;

function trace(brush: Brush, track: Track): void {
  brush.beginPath();
  const first = track.pieces[0];
  if (!first) return;
  if (first.kind === 'straight') brush.moveTo(...first.from);
  for (const piece of track.pieces) {
    if (piece.kind === 'straight') brush.lineTo(...piece.to);
    else brush.arc(...piece.center, piece.radius, piece.start, piece.end, piece.end < piece.start);
  }
}

function run(brush: Brush, track: Track, color: string, width: number): void {
  trace(brush, track);
  stroke(brush, color, width);
}

/** The visible stretches of a track: from its car and between the edges of its stations. */
function stretches(map: MetroxMap, line: number, track: Track): [number, number][] {
  const half = (stop: number) => {
    const station = map.stations[map.lines[line]!.stations[stop]!]!;
    return sideOf(station.lines.length) / 2 + RING;
  };
  const spans: [number, number][] = track.stops[0]! > 1 ? [[LINE + 2, track.stops[0]! - half(0)]] : [];
  for (let stop = 0; stop + 1 < track.stops.length; stop++)
    spans.push([track.stops[stop]! + half(stop), track.stops[stop + 1]! - half(stop + 1)]);
  return spans.filter(([from, to]) => to - from > 4);
}

/** Calls `paint` at even distances, centred in each stretch, with x along the line. */
function repeat(
  brush: Brush,
  spans: readonly [number, number][],
  track: Track,
  period: number,
  paint: (brush: Brush) => void,
): void {
  for (const [from, to] of spans) {
    const count = Math.max(1, Math.round((to - from) / period));
    for (let i = 0; i < count; i++) {
      const { x, y, angle } = pointAt(track, from + ((i + 0.5) * (to - from)) / count);
      brush.save();
      brush.translate(x, y);
      brush.rotate(angle);
      paint(brush);
      brush.restore();
    }
  }
}

function pattern(
  brush: Brush,
  spans: readonly [number, number][],
  track: Track,
  look: Style,
  gap: string,
): void {
  const { over } = look;
  brush.fillStyle = over;
  const each = (period: number, paint: (b: Brush) => void) => repeat(brush, spans, track, period, paint);
  switch (look.pattern) {
    case 'solid':
      break;
    case 'core':
    case 'rails':
      run(brush, track, over, LINE * 0.3);
      break;
    case 'dots':
      each(10, (b) => {
        circle(b, 0, 0, 3.2);
        b.fill();
      });
      break;
    case 'dashes':
      each(13.5, (b) => b.fillRect(-4.2, -2.2, 8.4, 4.4));
      break;
    case 'ladder':
      each(7, (b) => b.fillRect(-1.1, -LINE / 2, 2.2, LINE));
      break;
    case 'cut':
      brush.fillStyle = gap;
      each(13, (b) => b.fillRect(-2.4, -LINE / 2 - 0.5, 4.8, LINE + 1));
      break;
    case 'lozenges':
      each(13, (b) => {
        polygon(b, [
          [-5, 0],
          [0, -4],
          [5, 0],
          [0, 4],
        ]);
        b.fill();
      });
      break;
    case 'chevrons':
      brush.strokeStyle = over;
      brush.lineWidth = 2.8;
      brush.lineJoin = 'miter';
      each(11, (b) => {
        b.beginPath();
        b.moveTo(-2.6, -4);
        b.lineTo(1.6, 0);
        b.lineTo(-2.6, 4);
        b.stroke();
      });
      break;
  }
}

/** A track from end to end in a line's colour and pattern, on plain paper. */
export function drawTrack(brush: Brush, slot: Slot, theme: Theme, track: Track): void {
  const look = style(slot, theme);
  run(brush, track, look.color, LINE);
  pattern(brush, [[2, track.length - 2]], track, look, COLORS[theme].paper);
}

/** A track from end to end in one colour. */
export function drawPlainTrack(brush: Brush, track: Track, color: string): void {
  run(brush, track, color, LINE);
}

/** A short straight sample of a line's colour and pattern, its left end at x; for badges and small pictures. */
export function sample(brush: Brush, slot: Slot, theme: Theme, x: number, y: number, length: number): void {
  const pieces = [{ kind: 'straight', from: [x, y], to: [x + length, y], length }] as const;
  drawTrack(brush, slot, theme, { pieces, length, stops: [] });
}

export interface LineState {
  readonly life: readonly Life[];
  /** Lines a choice not yet final is about: they stand on a pale casing. */
  readonly chosen: readonly number[];
}

/** What a track covers with so much to each side, in whole pixels. */
function boundsOf(track: Track, around: number): Bounds {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  const reach = ([x, y]: Point, by: number) => {
    left = Math.min(left, x - by);
    top = Math.min(top, y - by);
    right = Math.max(right, x + by);
    bottom = Math.max(bottom, y + by);
  };
  for (const piece of track.pieces)
    if (piece.kind === 'straight') {
      reach(piece.from, around);
      reach(piece.to, around);
    } else
      for (const at of [piece.start, piece.end, (piece.start + piece.end) / 2]) {
        const { center, radius } = piece;
        // What an arc of less than a right angle bulges beyond these three points is less than a tenth of its radius.
        reach([center[0] + Math.cos(at) * radius, center[1] + Math.sin(at) * radius], around + radius * 0.1);
      }
  return [Math.floor(left), Math.floor(top), Math.ceil(right), Math.ceil(bottom)];
}

/**
 * Draws all lines: dead ones lowest, open ones over them, lit ones on top with their light around them on both
 * sides, so that nothing breaks it. `own`: from their first stations on, for pictures without cars.
 */
export function drawLines(
  stage: Stage,
  map: MetroxMap,
  plan: Plan,
  theme: Theme,
  state: LineState,
  own = false,
): void {
  const colors = COLORS[theme];
  const ways = own ? plan.own : plan.tracks;
  const all = map.lines.map((_, line) => line);
  const of = (life: Life) => all.filter((line) => state.life[line] === life && !state.chosen.includes(line));
  const lay = (line: number, what: string, around: number, paint: (brush: Brush, track: Track) => void) => {
    const track = ways[line]!;
    stage.stamp(`line ${line} ${own} ${what}`, 0, 0, boundsOf(track, around), (brush) => {
      brush.lineCap = 'butt';
      brush.lineJoin = 'round';
      paint(brush, track);
    });
  };
  const colored = (brush: Brush, line: number, track: Track, dead: boolean, gap: string) => {
    const look = style(slotOf(map, line), theme, dead);
    run(brush, track, look.color, LINE);
    pattern(brush, stretches(map, line, track), track, look, gap);
  };
  const plain = (line: number, life: Life) =>
    lay(line, life, LINE, (brush, track) => {
      run(brush, track, colors.paper, LINE + 2 * PAPER_EDGE);
      colored(brush, line, track, life === 'dead', colors.paper);
    });
  for (const line of of('dead')) plain(line, 'dead');
  for (const line of of('open')) plain(line, 'open');

  const raised = (lines: readonly number[], around: string) => {
    const band = (color: string, width: number) => {
      for (const line of lines)
        lay(line, `${color} ${width}`, width, (brush, track) => run(brush, track, color, width));
    };
    band(colors.paper, LINE + 2 * GLOW + 3);
    band(around, LINE + 2 * GLOW);
    band(INK, LINE + 2 * EDGE);
    for (const line of lines) {
      const dead = state.life[line] === 'dead';
      lay(line, `raised ${dead}`, LINE, (brush, track) => colored(brush, line, track, dead, INK));
    }
  };
  raised(of('lit'), colors.gold);
  raised(state.chosen, colors.pale);
}
