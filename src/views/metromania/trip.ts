import { SPACE_OF } from '../../games/metromania/grid.ts';
import type { Trip } from '../../games/metromania/state.ts';
import { BOLD, type Brush, brushOf, circle, fill, stroke, surface, write } from '../canvas.ts';
import { flat } from '../flat.ts';
import { writeName } from '../names.ts';
import { signed } from '../numbers.ts';
import { picture } from '../picture.ts';
import type { Picture, Scene, Theme } from '../presenter.ts';
import { cityOf, drawArrows, fillTriangle } from './city.ts';
import { flatColors, PAPERS, paleStyle, styleOf } from './colors.ts';
import { badgeOf, pointOf, type Shown, WIDTH } from './ground.ts';
import { markerSpot } from './network.ts';
import { drawBadge, type Who, whoPlays } from './players.ts';
import { along, drawRibbon, isLadder, ribbonOf } from './ribbon.ts';
import { concerned, elsewhere, endsOf, faultOf, type Stop, stopsOf } from './route.ts';
import { drawSign, SIGN } from './signs.ts';
import { tripAlt } from './tripalt.ts';
import { drawArrow, drawSignOf, drawStop, drawStrip, LIT, STRIP } from './tripstrip.ts';

/** A trip at the end of a game: the fastest route lit in the city, stop by stop beneath it, and what it brings to whom. */

const PALE = 8 / 12;
/** So large that its figures are read on a phone. */
const STOP = 34.2;
/** Beneath the city there is room for the route and for the points. */
export const TRIP_HEIGHT = 1270;

/** All in the city that the trip is not about, muted. */
export function drawRest(brush: Brush, view: Shown, trip: Trip, theme: Theme): void {
  const paper = PAPERS[theme];
  const style = paleStyle(theme);
  for (const [triangle, line] of view.dug.entries())
    if (line !== null) fillTriangle(brush, triangle, paper.dug);
  drawEnds(brush, view, trip, theme);
  drawArrows(brush, view, paper, true);
  for (const [i, line] of view.lines.entries()) {
    if (line.tunnels.length === 0) continue;
    drawRibbon(brush, ribbonOf(line, view), style, isLadder(i), paper.casing, PALE);
    const start = SPACE_OF.get(line.tunnels[0]!);
    const end = SPACE_OF.get(line.tunnels.at(-1)!);
    brush.fillStyle = style.color;
    if (start) {
      circle(brush, ...badgeOf(start, line.vertices[0]!), 9);
      brush.fill();
    }
    if (line.done && end) {
      const [x, y] = badgeOf(end, line.vertices.at(-1)!);
      brush.fillRect(x - 9, y - 9, 18, 18);
    }
  }
  for (const { vertex } of view.stations) {
    circle(brush, ...pointOf(vertex), 8);
    fill(brush, paper.dug);
    stroke(brush, paper.pale, 3);
  }
  for (const { triangle, marker } of view.marked)
    drawSign(brush, marker.kind, ...markerSpot(view, triangle), SIGN, paper.pale, paper.dug);
}

/** The way of every ride of a route, along its line. */
export const hopsOf = (view: Shown, { route }: Pick<Trip, 'route'>) =>
  route.map(({ line, from, to }) => {
    const own = view.lines[line]!;
    const [one, other] = [own.vertices.indexOf(from), own.vertices.indexOf(to)];
    const [first, end] = one < other ? [one, other] : [other, one];
    return {
      line,
      company: own.company,
      way: ribbonOf(own, view, { first, last: end - 1, bare: true }),
    };
  });

/** The route over its lines, wide and in their colours. */
export function drawRoute(brush: Brush, view: Shown, trip: Pick<Trip, 'route'>, theme: Theme): void {
  const paper = PAPERS[theme];
  const hops = hopsOf(view, trip);
  for (const { way } of hops) along(brush, way, paper.bg, 26);
  for (const { way, company, line } of hops)
    drawRibbon(brush, way, styleOf(theme, company), isLadder(line), paper.ink, LIT * 0.96);
}

function drawEnds(brush: Brush, view: Shown, trip: Trip, theme: Theme): void {
  for (const end of endsOf(view, trip)) {
    if (end.triangle === null || end.kind === 'park' || end.kind === 'lake') continue;
    fillTriangle(brush, end.triangle, styleOf(theme, end.company ?? 0).legal);
  }
}

/** The markers that the trip joins, in the city. */
export function drawMarks(brush: Brush, view: Shown, trip: Trip, theme: Theme): void {
  for (const end of endsOf(view, trip))
    if (end.company !== null && end.triangle !== null)
      drawSignOf(brush, trip, end, markerSpot(view, end.triangle), STRIP.end, theme);
}

/** The stops of a trip in the city, with the minutes at which one arrives; where one changes in a second ring. */
function drawStops(brush: Brush, stops: readonly Stop[], theme: Theme): void {
  const paper = PAPERS[theme];
  for (const { vertex, minute, leaves } of stops) {
    const at = pointOf(vertex);
    if (leaves !== minute) {
      circle(brush, ...at, STOP + 9);
      stroke(brush, paper.bg, 11);
      stroke(brush, paper.ink, 5);
    }
    drawStop(brush, at, { minute, leaves: minute }, paper, STOP);
  }
}

/** From where to where, and how long that takes. */
function drawHead(brush: Brush, view: Shown, trip: Trip, scene: Scene): void {
  const { theme, t } = scene;
  const paper = PAPERS[theme];
  const [from, to] = endsOf(view, trip);
  drawSignOf(brush, trip, from, [66, 62], 36, theme);
  drawSignOf(brush, trip, to, [206, 62], 36, theme);
  drawArrow(brush, 118, 154, 62, paper.ink, 5);
  const right = WIDTH - 28;
  if (trip.minutes === null)
    return void write(brush, t('metromania.picture.noRoute'), right, 84, {
      size: 60,
      weight: BOLD,
      color: paper.ink,
      align: 'right',
      fit: 330,
    });
  const unit = write(brush, t('metromania.picture.min'), right, 100, {
    size: 44,
    color: paper.ink,
    align: 'right',
  });
  write(brush, String(trip.minutes), right - unit - 14, 100, {
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
function drawPoints(brush: Brush, view: Shown, trip: Trip, who: Who, scene: Scene): void {
  const { t, theme } = scene;
  const paper = PAPERS[theme];
  const about = concerned(trip);
  const impossible = trip.minutes === null;
  const room = STRIP.to - STRIP.from;
  if (about.length === 0)
    return void write(
      brush,
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
    drawBadge(brush, who, company, [x, y], TEXT.badge, theme);
    x += TEXT.badge + 14;
    x += 14 + write(brush, plus(points), x, y + 16, { size: TEXT.size, weight: BOLD, color: paper.ink });
    const name = who.names[company]!;
    const letters = t(`metromania.picture.${who.second[company] ? 'second' : 'first'}`);
    const mark = view.setting.advanced ? `${name.mark} ${letters}` : name.mark;
    const rest = left + width - x - 12;
    // The badge says who it is, where there is no room for more.
    const elsewhereToo = others.includes(company);
    if (elsewhereToo && rest > TEXT.least)
      write(brush, t('metromania.picture.elsewhere'), x, y + 12, {
        size: TEXT.why,
        color: paper.soft,
        fit: rest,
      });
    else if (about.length < 4 || view.setting.advanced)
      writeName(brush, { ...name, mark }, x, y + 16, { size: TEXT.size, color: paper.soft, room: rest });
    if (!impossible) return;
    const why = t(`metromania.picture.${faultOf(view, trip, company).why}`);
    write(brush, why, left, POINTS.second + 12, { size: TEXT.why, color: paper.soft, fit: width - 12 });
  });
}

async function paint(brush: Brush, view: Shown, trip: Trip, scene: Scene): Promise<void> {
  const { theme } = scene;
  const who = await whoPlays(view, scene);
  const stops = stopsOf(view, trip);
  brush.drawImage(cityOf(view, theme, true), 0, 0);
  drawRest(brush, view, trip, theme);
  drawRoute(brush, view, trip, theme);
  drawMarks(brush, view, trip, theme);
  drawStops(brush, stops, theme);
  drawHead(brush, view, trip, scene);
  if (stops.length > 0) drawStrip(brush, view, trip, stops, theme);
  drawPoints(brush, view, trip, who, scene);
}

/** A trip of a game that has ended; all but its fastest route is muted. The same input gives the same bytes. */
export function tripPicture(view: Shown, trip: Trip, scene: Scene): Picture {
  return picture(tripAlt(view, trip, scene), {
    width: WIDTH,
    height: TRIP_HEIGHT,
    png: async () => {
      const on = surface(WIDTH, TRIP_HEIGHT, PAPERS[scene.theme].bg);
      await paint(brushOf(on), view, trip, scene);
      return flat(on, flatColors(scene.theme));
    },
  });
}
