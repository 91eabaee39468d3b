import type { Trip } from '../../games/metromania/state.ts';
import { BOLD, box, center, circle, fill, REGULAR, stroke, textWidth } from '../canvas.ts';
import { type Composition, composition } from '../kit/drawing.ts';
import type { Stage } from '../kit/stage.ts';
import { picture } from '../picture.ts';
import type { Picture, Scene, Theme } from '../presenter.ts';
import { boardPalette } from './board.ts';
import { cellColor, PAPERS, styleOf } from './colors.ts';
import type { Shown, Spot } from './ground.ts';
import { badgeColors, type Who, whoPlays } from './players.ts';
import { concerned, type End, endsOf, faultOf } from './route.ts';
import { layMarker } from './signs.ts';
import { inCity, laySmallCity, laySmallTrip } from './smallcity.ts';
import { plus } from './trip.ts';
import { type Cell, layoutOf, SHEET } from './tripcells.ts';
import { sheetAlt } from './tripsaid.ts';
import { layArrow, laySignOf } from './tripstrip.ts';
import { drawSum } from './tripsum.ts';

/** All trips of a game on one sheet: between what, how long, by which route, what they bring to whom; and the sum. */

/** Baselines and middles in a cell, from its upper edge. */
const HEAD = { y: 46, bare: 42, sign: 29.1, from: 46, to: 142, arrow: [82, 106] } as const;
const MINUTES = { size: 70, unit: 44, base: 66 } as const;
const MAP = { top: 84, under: 8, wide: 304 } as const;
const WHY = { size: 34, base: 124, two: [100, 134] } as const;
const PILL = { h: 54, gap: 6, round: 14, low: 10, size: 43, wide: 122, ring: 23 } as const;

/** An end's sign, as large as its letter needs; the pills say by their initials whose is what. */
function drawEnd(stage: Stage, trip: Trip, end: End, [x, y]: Spot, theme: Theme): void {
  const { kind, company } = end;
  if (company === null || kind === 'park' || kind === 'lake' || trip.id === 'park')
    return void laySignOf(stage, trip, end, [x, y], HEAD.sign, theme);
  const { color, text } = styleOf(theme, company);
  const rim = [PAPERS[theme].casing, 2] as const;
  layMarker(stage, x, y, { kind, letter: trip.id, size: HEAD.sign, color, text, rim });
}

/** From where to where, and how long that takes. */
function drawHead(stage: Stage, view: Shown, { trip, x, y }: Cell, scene: Scene): void {
  const { t, theme } = scene;
  const paper = PAPERS[theme];
  const [from, to] = endsOf(view, trip);
  const middle = y + (trip.minutes === null ? HEAD.bare : HEAD.y);
  drawEnd(stage, trip, from, [x + HEAD.from, middle], theme);
  drawEnd(stage, trip, to, [x + HEAD.to, middle], theme);
  layArrow(stage, x + HEAD.arrow[0], x + HEAD.arrow[1], middle, paper.ink, 5);
  const right = x + SHEET.cell - 18;
  if (trip.minutes === null)
    return void stage.write(t('metromania.picture.noTrip'), right, middle + 18, {
      size: 52,
      weight: BOLD,
      color: paper.soft,
      align: 'right',
      fit: 140,
    });
  const figures = { size: MINUTES.size, weight: BOLD, color: paper.ink, align: 'right' } as const;
  const { minutes } = trip;
  // There is no room for the word beside two figures.
  if (minutes > 9)
    return void stage.write(t('metromania.picture.minutes', { minutes }), right, y + MINUTES.base, figures);
  const soft = { size: MINUTES.unit, color: paper.soft, align: 'right' } as const;
  const unit = stage.write(t('metromania.picture.min'), right, y + MINUTES.base, soft);
  stage.write(String(minutes), right - unit - 8, y + MINUTES.base, figures);
}

/** Why a trip is impossible, each reason once. */
function drawWhy(stage: Stage, view: Shown, { trip, x, y }: Cell, { t, theme }: Scene): void {
  const whys = [...new Set(trip.guilty.map((company) => faultOf(view, trip, company).why))];
  whys.forEach((why, i) => {
    const base = y + (whys.length > 1 ? WHY.two[i === 0 ? 0 : 1] : WHY.base);
    stage.write(t(`metromania.picture.${why}`), x + SHEET.cell / 2, base, {
      size: WHY.size,
      color: PAPERS[theme].soft,
      align: 'center',
      fit: SHEET.cell - 30,
    });
  });
}

/** A company and its points: full of its colour for what it gains, an outline for what it loses. */
function drawPill(
  stage: Stage,
  who: Who,
  { company, points }: { readonly company: number; readonly points: number },
  at: { readonly x: number; readonly y: number; readonly w: number },
  theme: Theme,
): void {
  const paper = PAPERS[theme];
  const style = styleOf(theme, company);
  const gains = points > 0;
  const edge = gains ? 0 : 2;
  const ink = gains ? style.text : theme === 'light' ? paper.ink : style.color;
  const color = points === 0 ? paper.soft : ink;
  const ring = who.second[company] ? badgeColors(who, company, theme) : null;
  const initial = who.initials[company]!;
  const key = `gain ${company} ${ring !== null} ${initial} ${Math.sign(points)} ${at.w}`;
  stage.stamp(key, at.x, at.y, [0, 0, at.w, PILL.h], (brush) => {
    box(brush, edge, edge, at.w - 2 * edge, PILL.h - 2 * edge, PILL.round);
    if (gains) fill(brush, style.color);
    else stroke(brush, points < 0 ? style.color : paper.mute, 4);
    const middle = PILL.h / 2;
    const left = ring ? PILL.ring + 5 : 26;
    if (ring) {
      circle(brush, left, middle, PILL.ring);
      fill(brush, ring.ground);
      stroke(brush, ring.edge, 3);
    }
    brush.translate(left, middle);
    brush.scale(Math.min(1, (PILL.size * 0.72) / textWidth(initial, PILL.size)), 1);
    center(brush, initial, 0, 0, { size: PILL.size, weight: REGULAR, color: ring?.text ?? color });
  });
  stage.write(plus(points), at.x + at.w - 10, at.y + PILL.h / 2 + PILL.size * 0.364, {
    size: PILL.size,
    weight: BOLD,
    color,
    align: 'right',
  });
}

/** Rows of pills that a trip needs: three stand side by side, of rings two. */
const pillRows = (view: Shown, trip: Trip): number =>
  Math.ceil(concerned(trip).length / (view.setting.advanced ? 2 : 3)) || 1;

function drawPills(stage: Stage, view: Shown, who: Who, { trip, x, y, height }: Cell, scene: Scene): void {
  const { t, theme } = scene;
  const about = concerned(trip).map((company) => ({ company, points: trip.points[company]! }));
  const low = y + height - PILL.low - PILL.h;
  if (about.every(({ points }) => points === 0))
    return void stage.write(t('metromania.picture.noPoints'), x + SHEET.cell / 2, low + 42, {
      size: PILL.size,
      color: PAPERS[theme].soft,
      align: 'center',
      fit: SHEET.cell - 24,
    });
  const rows = pillRows(view, trip);
  const across = Math.ceil(about.length / rows);
  const w = Math.min(PILL.wide, (SHEET.cell - 12 - (across - 1) * PILL.gap) / across);
  about.forEach((one, i) => {
    const row = Math.floor(i / across);
    const count = Math.min(across, about.length - row * across);
    const from = x + (SHEET.cell - count * w - (count - 1) * PILL.gap) / 2;
    const at = {
      x: from + (i % across) * (w + PILL.gap),
      y: low - (rows - 1 - row) * (PILL.h + PILL.gap),
      w,
    };
    drawPill(stage, who, one, at, theme);
  });
}

/** The city between the head and the pills. */
function drawMap(stage: Stage, view: Shown, { trip, x, y, height }: Cell, theme: Theme): void {
  const rows = pillRows(view, trip);
  const room = height - MAP.top - PILL.low - rows * (PILL.h + PILL.gap) - MAP.under;
  const width = Math.min(MAP.wide, (room * 2) / Math.sqrt(3));
  const city = inCity(stage, [x + SHEET.cell / 2, y + MAP.top + room / 2], width);
  laySmallCity(city, view, theme);
  laySmallTrip(city, view, trip, theme);
}

async function compose(stage: Stage, view: Shown, scene: Scene): Promise<void> {
  const { theme } = scene;
  const who = await whoPlays(view, scene);
  const { cells, sum } = layoutOf(view.trips);
  stage.ground(PAPERS[theme].bg);
  for (const cell of cells) {
    const { height } = cell;
    stage.stamp(`cell ${height}`, cell.x, cell.y, [0, 0, SHEET.cell, height], (brush) => {
      box(brush, 0, 0, SHEET.cell, height, 18);
      fill(brush, cellColor(theme));
    });
    drawHead(stage, view, cell, scene);
    if (cell.trip.minutes === null) drawWhy(stage, view, cell, scene);
    else drawMap(stage, view, cell, theme);
    drawPills(stage, view, who, cell, scene);
  }
  await drawSum(stage, view, SHEET.margin, sum, scene);
}

/** All trips of a game that has ended, the longest first, and what everybody's score is made of. */
export const drawTrips = (view: Shown, scene: Scene): Composition =>
  composition({
    width: SHEET.width,
    height: layoutOf(view.trips).height,
    palette: () => boardPalette(view.box, scene.theme),
    compose: (stage) => compose(stage, view, scene),
  });

/** The same with its words. */
export const tripSheet = (view: Shown, scene: Scene): Picture =>
  picture(sheetAlt(view, scene), drawTrips(view, scene));
