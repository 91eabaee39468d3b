import type { Trip } from '../../games/metromania/state.ts';
import { BOLD, type Brush, box, brushOf, center, circle, fill, stroke, surface, write } from '../canvas.ts';
import { flat } from '../flat.ts';
import type { Picture, Scene, Theme } from '../look.ts';
import { writeName } from '../names.ts';
import { signed } from '../numbers.ts';
import { picture } from '../picture.ts';
import { cityOf, drawArrows, fillTriangle } from './city.ts';
import { badgeOf, HEIGHT, pointOf, type Shown, type Spot, spaceOf, WIDTH } from './ground.ts';
import { coatOf, flatColors, PAPERS, type Paper, paleCoat } from './inks.ts';
import { markerSpot } from './network.ts';
import { drawBadge, type Who, whoPlays } from './players.ts';
import { along, drawRibbon, isLadder, ribbonOf, straightWay } from './ribbon.ts';
import { concerned, type End, elsewhere, endsOf, faultOf, type Stop, stopsOf } from './route.ts';
import { drawMarker, drawSign, drawTrees, drawWaves, markerLook, SIGN } from './signs.ts';
import { tripAlt } from './tripalt.ts';

/** A trip at the end of a game: the fastest route lit in the city, stop by stop beneath it, and what it brings to whom. */

const PALE = 8 / 12;
const LIT = 15 / 12;
const STOP = 19;

/** All in the city that the trip is not about, muted. */
export function drawRest(brush: Brush, view: Shown, trip: Trip, theme: Theme): void {
  const paper = PAPERS[theme];
  const coat = paleCoat(theme);
  const { grid } = view.box;
  for (const [triangle, line] of view.dug.entries())
    if (line !== null) fillTriangle(brush, view, triangle, paper.dug);
  drawEnds(brush, view, trip, theme);
  drawArrows(brush, view, paper, true);
  for (const [i, line] of view.lines.entries()) {
    if (line.tunnels.length === 0) continue;
    drawRibbon(brush, ribbonOf(grid, line, view), coat, isLadder(i), paper.casing, PALE);
    const start = spaceOf(grid, line.tunnels[0]!);
    const end = spaceOf(grid, line.tunnels.at(-1)!);
    brush.fillStyle = coat.color;
    if (start) {
      circle(brush, ...badgeOf(grid, start, line.vertices[0]!), 9);
      brush.fill();
    }
    if (line.done && end) {
      const [x, y] = badgeOf(grid, end, line.vertices.at(-1)!);
      brush.fillRect(x - 9, y - 9, 18, 18);
    }
  }
  for (const { vertex } of view.stations) {
    circle(brush, ...pointOf(grid, vertex), 8);
    fill(brush, paper.dug);
    stroke(brush, paper.pale, 3);
  }
  for (const { triangle, marker } of view.marked)
    drawSign(brush, marker.kind, ...markerSpot(view, triangle), SIGN, paper.pale, paper.dug);
}

/** The route over its lines, wide and in their colours. */
export function drawRoute(brush: Brush, view: Shown, trip: Pick<Trip, 'route'>, theme: Theme): void {
  const paper = PAPERS[theme];
  const hops = trip.route.map(({ line, from, to }) => {
    const own = view.lines[line]!;
    const [one, other] = [own.vertices.indexOf(from), own.vertices.indexOf(to)];
    const [first, end] = one < other ? [one, other] : [other, one];
    return {
      line,
      company: own.company,
      way: ribbonOf(view.box.grid, own, view, { first, last: end - 1, bare: true }),
    };
  });
  for (const { way } of hops) along(brush, way, paper.bg, 26);
  for (const { way, company, line } of hops)
    drawRibbon(brush, way, coatOf(theme, company), isLadder(line), paper.ink, LIT * 0.96);
}

/** A stop with its minute; where one changes, both: "3 → 6". */
function drawStop(brush: Brush, [x, y]: Spot, { minute, leaves }: Stop, paper: Paper, r: number): void {
  const change = leaves !== minute;
  const half = change ? r * 1.25 : 0;
  const shape = (more: number) =>
    box(brush, x - half - r - more, y - r - more, 2 * (half + r + more), 2 * (r + more), r + more);
  shape(4);
  fill(brush, paper.bg);
  shape(0);
  fill(brush, paper.plate);
  stroke(brush, paper.rim === paper.onInk ? paper.limit : paper.rim, change ? 3 : 4);
  const how = { size: r * 1.26, color: '#1f2328' };
  if (!change) {
    center(brush, String(minute), x, y, how);
    return;
  }
  center(brush, String(minute), x - r * 1.15, y, how);
  center(brush, String(leaves), x + r * 1.15, y, how);
  drawArrow(brush, x - r * 0.36, x + r * 0.36, y, '#1f2328', 3);
}

function drawArrow(brush: Brush, from: number, to: number, y: number, color: string, width: number): void {
  brush.beginPath();
  brush.moveTo(from, y);
  brush.lineTo(to, y);
  brush.moveTo(to - width * 1.7, y - width * 1.7);
  brush.lineTo(to, y);
  brush.lineTo(to - width * 1.7, y + width * 1.7);
  brush.lineCap = 'round';
  stroke(brush, color, width);
  brush.lineCap = 'butt';
}

/** An end's sign: the marker in its placer's colour, an outline where it was never placed, trees or waves. */
function drawSignOf(
  brush: Brush,
  trip: Trip,
  { kind, company }: End,
  [x, y]: Spot,
  size: number,
  theme: Theme,
): void {
  const paper = PAPERS[theme];
  const letter = trip.id === 'park' ? null : trip.id;
  if (kind === 'park') drawTrees(brush, x, y, paper.tree, size / 30);
  else if (kind === 'lake') drawWaves(brush, x, y, paper.wave, size / 27);
  else if (company !== null && letter)
    drawMarker(brush, x, y, markerLook(kind, letter, size, coatOf(theme, company), [paper.dug, 4]));
  else
    drawMarker(brush, x, y, {
      kind,
      letter,
      size,
      color: paper.bg,
      text: paper.soft,
      rim: [paper.soft, 1.5],
      dash: true,
    });
}

function drawEnds(brush: Brush, view: Shown, trip: Trip, theme: Theme): void {
  for (const end of endsOf(view, trip)) {
    if (end.triangle === null || end.kind === 'park' || end.kind === 'lake') continue;
    fillTriangle(brush, view, end.triangle, coatOf(theme, end.company ?? 0).legal);
  }
}

/** The markers that the trip joins, in the city. */
export function drawMarks(brush: Brush, view: Shown, trip: Trip, theme: Theme): void {
  for (const end of endsOf(view, trip))
    if (end.company !== null && end.triangle !== null)
      drawSignOf(brush, trip, end, markerSpot(view, end.triangle), 27, theme);
}

/** The stops of a trip in the city, with their minutes. */
export function drawStops(brush: Brush, view: Shown, stops: readonly Stop[], theme: Theme): void {
  for (const stop of stops) drawStop(brush, pointOf(view.box.grid, stop.vertex), stop, PAPERS[theme], STOP);
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
    size: 40,
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

const STRIP = { from: 200, to: WIDTH - 30, y: 1096, r: 16, end: 20 } as const;

/** The route once more, as a straight line. */
function drawStrip(brush: Brush, view: Shown, trip: Trip, stops: readonly Stop[], scene: Scene): void {
  const { theme } = scene;
  const paper = PAPERS[theme];
  const { y, r } = STRIP;
  const [from, to] = endsOf(view, trip);
  /** One place for each stop, two where one changes. */
  const places = stops.flatMap((stop, i) => (stop.leaves === stop.minute ? [i] : [i, i]));
  const left = STRIP.from + 64;
  const pitch = Math.min((STRIP.to - 64 - left) / Math.max(places.length - 1, 1), 108);
  const at = (place: number): number => left + place * pitch;
  drawSignOf(brush, trip, from, [STRIP.from + 12, y], STRIP.end, theme);
  drawSignOf(brush, trip, to, [at(places.length - 1) + 52, y], STRIP.end, theme);
  places.forEach((i, place) => {
    const stop = stops[i]!;
    const changes = places[place + 1] === i;
    if (place === places.length - 1) return;
    const way = straightWay([at(place), y], [at(place + 1), y]);
    if (changes) {
      brush.lineCap = 'round';
      along(brush, way, paper.soft, 4, [0.01, 9]);
      brush.lineCap = 'butt';
    } else if (stop.line !== null)
      drawRibbon(
        brush,
        way,
        coatOf(theme, view.lines[stop.line]!.company),
        isLadder(stop.line),
        paper.casing,
        LIT,
      );
  });
  places.forEach((i, place) => {
    const stop = stops[i]!;
    const minute = places[place - 1] === i ? stop.leaves : stop.minute;
    drawStop(brush, [at(place), y], { ...stop, minute, leaves: minute }, paper, r);
  });
}

/** A row beneath the strip; where there is no strip, in the middle of its room, or two rows. */
const POINTS = { y: 1138, alone: 1118, first: 1100, second: 1146 } as const;

/** What the trip brings to whom and, where the route does not show it, why; or that it brings nobody anything. */
function drawPoints(brush: Brush, view: Shown, trip: Trip, who: Who, scene: Scene): void {
  const { t, theme } = scene;
  const paper = PAPERS[theme];
  const about = concerned(trip);
  const impossible = trip.minutes === null;
  if (about.length === 0)
    return void write(
      brush,
      t('metromania.picture.nobody'),
      STRIP.from - 6,
      (impossible ? POINTS.alone : POINTS.y) + 9,
      { size: 26, color: paper.soft, fit: STRIP.to - STRIP.from },
    );
  const y = impossible ? POINTS.first : POINTS.y;
  const others = elsewhere(view, trip);
  const width = Math.min((STRIP.to - STRIP.from) / about.length, 330);
  about.forEach((company, i) => {
    const points = trip.points[company]!;
    let x = STRIP.from + 12 + i * width;
    drawBadge(brush, who, company, [x, y], 17, theme);
    x += 28;
    const text = points > 0 ? `+${points}` : signed(points);
    x += 10 + write(brush, text, x, y + 12, { size: 34, weight: BOLD, color: paper.ink });
    const letters = t(`metromania.picture.${who.second[company] ? 'second' : 'first'}`);
    const name = who.names[company]!;
    const room = STRIP.from + (i + 1) * width - x - 30;
    const how = { size: 25, weight: 500, color: paper.soft, room, align: 'left' } as const;
    // There is no room for both; the badge says who it is.
    if (others.includes(company)) writeName(brush, t('metromania.picture.elsewhere'), x, y + 9, how);
    else writeName(brush, view.setting.advanced ? `${name} ${letters}` : name, x, y + 9, how);
    if (!impossible) return;
    const why = t(`metromania.picture.${faultOf(view, trip, company).why}`);
    writeName(brush, why, x, POINTS.second, how);
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
  drawStops(brush, view, stops, theme);
  drawHead(brush, view, trip, scene);
  if (stops.length > 0) drawStrip(brush, view, trip, stops, scene);
  drawPoints(brush, view, trip, who, scene);
}

/** A trip of a game that has ended; all but its fastest route is muted. The same input gives the same bytes. */
export function tripPicture(view: Shown, trip: Trip, scene: Scene): Picture {
  return picture(tripAlt(view, trip, scene), {
    width: WIDTH,
    height: HEIGHT,
    png: async () => {
      const on = surface(WIDTH, HEIGHT);
      await paint(brushOf(on), view, trip, scene);
      return flat(on, flatColors(scene.theme));
    },
  });
}
