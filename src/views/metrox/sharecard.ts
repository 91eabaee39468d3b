import type { MetroxMap } from '../../games/metrox/state.ts';
import { BOLD, type Brush, brushOf, circle, fill, stroke, surface, write } from '../canvas.ts';
import { drawFlame, EMBER, FLAME } from '../flame.ts';
import { flat } from '../flat.ts';
import type { Drawing } from '../kit/drawing.ts';
import type { Scene, Theme } from '../presenter.ts';
import { COLORS, INK, WHITE } from '../theme.ts';
import { drawPlainTrack, drawTrack } from './lines.ts';
import { join, LINE, type Track } from './network.ts';
import { drawRunHead } from './runhead.ts';
import { star } from './signs.ts';
import { slotOf, style } from './slots.ts';

/** The card of a run of the daily: the lines it completed run into a row of badges in the order they were. */

/** What the card and the text are made from. */
export interface Run {
  readonly map: MetroxMap;
  readonly day: number;
  readonly score: number;
  readonly verdict: string;
  /** Lines completed, in order, and whether they are one of the map's long lines. */
  readonly lines: readonly { readonly line: number; readonly long: boolean }[];
  readonly streak: number;
}

const WIDTH = 1200;
const HEIGHT = 630;
/** Middle of the first badge and of the last. */
const FIRST = 548;
const LAST = 1124;
const BADGES = 486;
const TOP = 58;
const BASE = 588;
/** Where nine lines stand; more stand closer and are thinner. */
const PITCH = 72;
const STEP = 29;
const THICK = 24;
const BADGE = 29;
/** Side of the corner that a line cuts off, and the radius of its two bends. */
const SLANT = 62;
const RADIUS = 46;
/** Lines begin outside of the picture. */
const BEYOND = 12;

/** A line from the right edge around its corner down to its badge, in units in which a line is `LINE` wide. */
function trackTo(x: number, y: number, unit: number): Track {
  const corner = (atX: number, atY: number, radius: number) => ({
    at: [atX / unit, atY / unit] as const,
    radius: radius / unit,
    stop: null,
  });
  return join([
    corner(WIDTH + BEYOND, y, 0),
    corner(x + SLANT, y, RADIUS),
    corner(x, y + SLANT, RADIUS),
    corner(x, BADGES, 0),
  ]);
}

function drawNetwork(brush: Brush, { map, lines }: Run, theme: Theme): void {
  const colors = COLORS[theme];
  const count = map.lines.length;
  const pitch = Math.min(PITCH, (LAST - FIRST) / Math.max(1, count - 1));
  const scale = pitch / PITCH;
  const unit = (THICK * scale) / LINE;
  const places = Array.from({ length: count }, (_, i) => ({
    x: LAST - (count - 1 - i) * pitch,
    y: TOP + i * STEP * scale,
    run: lines[i],
  }));
  brush.lineCap = 'butt';
  brush.lineJoin = 'round';
  for (const { x, y, run } of places) {
    brush.save();
    brush.scale(unit, unit);
    const track = trackTo(x, y, unit);
    if (run) drawTrack(brush, slotOf(map, run.line), theme, track);
    else drawPlainTrack(brush, track, colors.hair);
    brush.restore();
  }
  const r = BADGE * scale;
  for (const { x, run } of places) {
    circle(brush, x, BADGES, r + 5 * scale);
    fill(brush, colors.paper);
    if (run) {
      const look = style(slotOf(map, run.line), theme);
      circle(brush, x, BADGES, r);
      fill(brush, look.color);
      if (run.long) star(brush, x, BADGES, r * 0.62, look.letter);
    } else {
      circle(brush, x, BADGES, r - 2 * scale);
      stroke(brush, colors.muted, 4 * scale);
    }
  }
}

function drawFoot(brush: Brush, run: Run, lines: string, theme: Theme): void {
  const colors = COLORS[theme];
  const edge = LAST + BADGE;
  write(brush, lines, edge, BASE, { size: 47, color: colors.soft, align: 'right', fit: 360 });
  if (run.streak === 0) return;
  const height = 58;
  const x = FIRST - BADGE + height * 0.36;
  drawFlame(brush, x, BASE - 20, height);
  const number = { size: 50, weight: BOLD, color: colors.ink, fit: 200 } as const;
  write(brush, String(run.streak), x + height * 0.36 + 14, BASE, number);
}

/** Draws a run's card, 1200 by 630; the lower left corner stays empty. `lines` says how many were completed. */
export function drawShareCard(run: Run, lines: string, scene: Scene): Drawing {
  const { theme } = scene;
  const colors = COLORS[theme];
  return {
    width: WIDTH,
    height: HEIGHT,
    png: async () => {
      const on = surface(WIDTH, HEIGHT, colors.paper);
      const brush = brushOf(on);
      drawNetwork(brush, run, theme);
      await drawRunHead(brush, run, scene);
      drawFoot(brush, run, lines, theme);
      const styles = run.lines.map(({ line }) => style(slotOf(run.map, line), theme).color);
      return flat(on, [
        colors.paper,
        colors.ink,
        colors.soft,
        colors.hair,
        colors.ghost,
        INK,
        WHITE,
        FLAME,
        EMBER,
        ...styles,
      ]);
    },
  };
}
