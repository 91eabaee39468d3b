import { SPACE_OF } from '../../games/metromania/grid.ts';
import type { Trip } from '../../games/metromania/state.ts';
import { BOLD, circle, fill, stroke } from '../canvas.ts';
import { type Composition, composition } from '../kit/drawing.ts';
import { around, type Stage } from '../kit/stage.ts';
import { writeName } from '../names.ts';
import { signed } from '../numbers.ts';
import { picture } from '../picture.ts';
import type { Picture, Scene, Theme } from '../presenter.ts';
import { boardPalette } from './board.ts';
import { drawArrows, drawPieces, drawSigns, layFill } from './city.ts';
import { PAPERS, paleStyle, styleOf } from './colors.ts';
import { badgeOf, pointOf, type Shown, WIDTH } from './ground.ts';
import { markerSpot } from './network.ts';
import { layBadge, type Who, whoPlays } from './players.ts';
import { partsOf, type Stretch } from './ribbon.ts';
import { concerned, elsewhere, endsOf, faultOf, type Stop, stopsOf } from './route.ts';
import { laySign } from './signs.ts';
import { isLadder, layParts, layRibbon, under } from './strokes.ts';
import { tripAlt } from './tripalt.ts';
import { LIT, layArrow, laySignOf, layStop, layStrip, STRIP } from './tripstrip.ts';

/** A trip at the end of a game: the fastest route lit in the city, stop by stop beneath it, and what it brings to whom. */

const PALE = 8 / 12;
/** So large that its figures are read on a phone. */
const STOP = 34.2;
/** Beneath the city there is room for the route and for the points. */
export const TRIP_HEIGHT = 1270;

const END = around([0, 0], 11);

/** All in the city that the trip is not about, muted. */
export function drawRest(stage: Stage, view: Shown, trip: Trip, theme: Theme): void {
  const paper = PAPERS[theme];
  const style = paleStyle(theme);
  for (const [triangle, line] of view.dug.entries()) if (line !== null) layFill(stage, triangle, paper.dug);
  drawEnds(stage, view, trip, theme);
  drawArrows(stage, view, paper, true);
  for (const [i, line] of view.lines.entries()) {
    if (line.tunnels.length === 0) continue;
    layRibbon(stage, partsOf(line, view), style, isLadder(i), paper.casing, PALE);
    const start = SPACE_OF.get(line.tunnels[0]!);
    const end = SPACE_OF.get(line.tunnels.at(-1)!);
    if (start)
      stage.stamp('start of a line', ...badgeOf(start, line.vertices[0]!), END, (brush) => {
        circle(brush, 0, 0, 9);
        fill(brush, style.color);
      });
    if (line.done && end)
      stage.stamp('end of a line', ...badgeOf(end, line.vertices.at(-1)!), END, (brush) => {
        brush.fillStyle = style.color;
        brush.fillRect(-9, -9, 18, 18);
      });
  }
  for (const { vertex } of view.stations)
    stage.stamp('pale station', ...pointOf(vertex), END, (brush) => {
      circle(brush, 0, 0, 8);
      fill(brush, paper.dug);
      stroke(brush, paper.pale, 3);
    });
  for (const { triangle, marker } of view.marked)
    laySign(stage, marker.kind, ...markerSpot(view, triangle), paper.pale, paper.dug);
}

interface Hop {
  readonly line: number;
  readonly company: number;
  readonly stretch: Stretch;
}

/** Every ride of a route, as a stretch of its line. */
export const hopsOf = (view: Shown, { route }: Pick<Trip, 'route'>): Hop[] =>
  route.map(({ line, from, to }) => {
    const own = view.lines[line]!;
    const [one, other] = [own.vertices.indexOf(from), own.vertices.indexOf(to)];
    const [first, end] = one < other ? [one, other] : [other, one];
    return { line, company: own.company, stretch: { first, last: end - 1, bare: true } };
  });

/** The route over its lines, wide and in their colours. */
export function drawRoute(stage: Stage, view: Shown, trip: Pick<Trip, 'route'>, theme: Theme): void {
  const paper = PAPERS[theme];
  const hops = hopsOf(view, trip).map((hop) => ({
    ...hop,
    parts: partsOf(view.lines[hop.line]!, view, hop.stretch),
  }));
  for (const { parts } of hops)
    layParts(stage, parts, 'beneath a route', (brush, way) => under(brush, way, paper.bg, 26));
  for (const { parts, company, line } of hops)
    layRibbon(stage, parts, styleOf(theme, company), isLadder(line), paper.ink, LIT * 0.96);
}

function drawEnds(stage: Stage, view: Shown, trip: Trip, theme: Theme): void {
  for (const end of endsOf(view, trip)) {
    if (end.triangle === null || end.kind === 'park' || end.kind === 'lake') continue;
    layFill(stage, end.triangle, styleOf(theme, end.company ?? 0).legal);
  }
}

/** The markers that the trip joins, in the city. */
export function drawMarks(stage: Stage, view: Shown, trip: Trip, theme: Theme): void {
  for (const end of endsOf(view, trip))
    if (end.company !== null && end.triangle !== null)
      laySignOf(stage, trip, end, markerSpot(view, end.triangle), STRIP.end, theme);
}

/** The stops of a trip in the city, with the minutes at which one arrives; where one changes in a second ring. */
function drawStops(stage: Stage, stops: readonly Stop[], theme: Theme): void {
  const paper = PAPERS[theme];
  for (const { vertex, minute, leaves } of stops) {
    const at = pointOf(vertex);
    if (leaves !== minute)
      stage.stamp('change', ...at, around([0, 0], STOP + 16), (brush) => {
        circle(brush, 0, 0, STOP + 9);
        stroke(brush, paper.bg, 11);
        stroke(brush, paper.ink, 5);
      });
    layStop(stage, at, { minute, leaves: minute }, paper, STOP);
  }
}

/** From where to where, and how long that takes. */
function drawHead(stage: Stage, view: Shown, trip: Trip, scene: Scene): void {
  const { theme, t } = scene;
  const paper = PAPERS[theme];
  const [from, to] = endsOf(view, trip);
  laySignOf(stage, trip, from, [66, 62], 36, theme);
  laySignOf(stage, trip, to, [206, 62], 36, theme);
  layArrow(stage, 118, 154, 62, paper.ink, 5);
  const right = WIDTH - 28;
  if (trip.minutes === null)
    return void stage.write(t('metromania.picture.noRoute'), right, 84, {
      size: 60,
      weight: BOLD,
      color: paper.ink,
      align: 'right',
      fit: 330,
    });
  const unit = stage.write(t('metromania.picture.min'), right, 100, {
    size: 44,
    color: paper.ink,
    align: 'right',
  });
  stage.write(String(trip.minutes), right - unit - 14, 100, {
    size: 100,
    weight: BOLD,
    color: paper.ink,
    align: 'right',
  });
}

/** Points with their sign. */
export const plus = (n: number): string => (n > 0 ? `+${n}` : signed(n));

/** The row beneath the strip; where there is no strip two rows, or one in the middle of its room. */
const POINTS = { y: 1216, first: 1144, second: 1214, alone: 1180 } as const;
const TEXT = { size: 44, why: 34, badge: 27, least: 165 } as const;

/** What the trip brings to whom and, where the route does not show it, why; or that it brings nobody anything. */
function drawPoints(stage: Stage, view: Shown, trip: Trip, who: Who, scene: Scene): void {
  const { t, theme } = scene;
  const paper = PAPERS[theme];
  const about = concerned(trip);
  const impossible = trip.minutes === null;
  const room = STRIP.to - STRIP.from;
  if (about.length === 0)
    return void stage.write(
      t('metromania.picture.nobody'),
      STRIP.from,
      (impossible ? POINTS.alone : POINTS.y) + 15,
      { size: TEXT.size, color: paper.soft, fit: room },
    );
  const y = impossible ? POINTS.first : POINTS.y;
  const others = elsewhere(view, trip);
  const width = Math.min(room / about.length, 420);
  about.forEach((company, i) => {
    const points = trip.points[company]!;
    const left = STRIP.from + i * width;
    let x = left + TEXT.badge;
    layBadge(stage, who, company, [x, y], TEXT.badge, theme);
    x += TEXT.badge + 14;
    x += 14 + stage.write(plus(points), x, y + 16, { size: TEXT.size, weight: BOLD, color: paper.ink });
    const name = who.names[company]!;
    const letters = t(`metromania.picture.${who.second[company] ? 'second' : 'first'}`);
    const mark = view.setting.advanced ? `${name.mark} ${letters}` : name.mark;
    const rest = left + width - x - 12;
    // The badge says who it is, where there is no room for more.
    const elsewhereToo = others.includes(company);
    if (elsewhereToo && rest > TEXT.least)
      stage.write(t('metromania.picture.elsewhere'), x, y + 12, {
        size: TEXT.why,
        color: paper.soft,
        fit: rest,
      });
    else if (about.length < 4 || view.setting.advanced)
      writeName(stage, { ...name, mark }, x, y + 16, { size: TEXT.size, color: paper.soft, room: rest });
    if (!impossible) return;
    const why = t(`metromania.picture.${faultOf(view, trip, company).why}`);
    stage.write(why, left, POINTS.second + 12, { size: TEXT.why, color: paper.soft, fit: width - 12 });
  });
}

async function compose(stage: Stage, view: Shown, trip: Trip, scene: Scene): Promise<void> {
  const { theme } = scene;
  const who = await whoPlays(view, scene);
  const stops = stopsOf(view, trip);
  stage.layer('trip', PAPERS[theme].bg, () => drawPieces(stage, theme));
  drawSigns(stage, view, theme, true);
  drawRest(stage, view, trip, theme);
  drawRoute(stage, view, trip, theme);
  drawMarks(stage, view, trip, theme);
  drawStops(stage, stops, theme);
  drawHead(stage, view, trip, scene);
  if (stops.length > 0) layStrip(stage, view, trip, stops, theme);
  drawPoints(stage, view, trip, who, scene);
}

/** A trip of a game that has ended; all but its fastest route is muted. The same input gives the same bytes. */
export const drawTrip = (view: Shown, trip: Trip, scene: Scene): Composition =>
  composition({
    width: WIDTH,
    height: TRIP_HEIGHT,
    palette: () => boardPalette(view.box, scene.theme),
    compose: (stage) => compose(stage, view, trip, scene),
  });

/** The same with its words. */
export const tripPicture = (view: Shown, trip: Trip, scene: Scene): Picture =>
  picture(tripAlt(view, trip, scene), drawTrip(view, trip, scene));
