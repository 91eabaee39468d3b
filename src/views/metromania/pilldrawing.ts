import { CORNERS, SPACE_OF } from '../../games/metromania/grid.ts';
import type { Action, Kind, Letter } from '../../games/metromania/state.ts';
import { BOLD, box, center, circle, fill, stroke } from '../canvas.ts';
import { boundsOf, type Stage } from '../kit/stage.ts';
import type { Scene } from '../presenter.ts';
import { PAPERS, styleOf } from './colors.ts';
import { tunnelOf } from './discs.ts';
import { EDGE, middleOf, onEdge, outward, pointOf, type Spot } from './ground.ts';
import { fieldOf, type Obstacle } from './mask.ts';
import { markerSpot } from './network.ts';
import { type Body, hasThread, type Pill, placePills, RADIUS, threadFrom } from './pills.ts';
import { PROMISE, promisesOf } from './promises.ts';
import { headAt, OFF, partsOf, straightWay } from './ribbon.ts';
import type { Sight } from './sight.ts';
import { drawMarker, MARKER, SIGN } from './signs.ts';
import { along } from './strokes.ts';
import { frameOf, LEGEND, through } from './window.ts';

/** The numbers of a page: what they mean, what they should leave free, and how they look. */

/** One number with the markers that may be put with it. */
export interface Numbered {
  readonly n: number;
  readonly letters: readonly Letter[];
  readonly kind: Kind | null;
  readonly pill: Pill;
}

/** Of a marker in a pill: half its width, and how much longer it makes the pill. */
const MARK = { size: 29, pitch: 66 } as const;
/** What covering a hundred square pixels costs. */
const WEIGHT = { own: 0.25, other: 1.1, ribbon: 1.4, station: 5, marker: 5, head: 6, sign: 4 } as const;

type Placed = Omit<Numbered, 'pill'> & { readonly action: Action };

/** The choices of a page by their numbers. */
function numbersOf({ choices, now }: Sight): Placed[] {
  const found = new Map<number, Placed>();
  for (const { n, action } of choices) {
    if (action.kind === 'bonus' && action.vertex === null) continue;
    const letter = action.kind === 'dig' ? action.letter : null;
    const sign = action.kind === 'dig' ? now.signs[action.triangle] : null;
    const kind = letter === null ? null : (sign as Kind);
    const before = found.get(n)?.letters ?? [];
    found.set(n, { n, action, kind, letters: letter === null ? before : [...before, letter] });
  }
  return [...found.values()];
}

function bodyOf({ now, window }: Sight, { action, letters }: Placed): Body {
  // On whole pixels: threads of the same course are drawn once.
  const at = (spot: Spot): Spot => through(window, spot).map(Math.round) as [number, number];
  const half = (letters.length * MARK.pitch) / 2;
  if (action.kind === 'dig') {
    const { edge, triangle } = tunnelOf(now, action)!;
    const home = CORNERS[triangle]!.map((corner) => at(pointOf(corner)));
    return { half, anchor: at(onEdge(edge, EDGE * 0.62, OFF)), home, pinned: false, beside: false };
  }
  if (action.kind === 'start') {
    // Outside the limit, where the line comes in.
    const [x, y] = pointOf(action.from);
    const [nx, ny] = outward(SPACE_OF.get(action.triangle)!.side);
    return { half, anchor: at([x + nx * 26, y + ny * 26]), home: [], pinned: true, beside: false };
  }
  // Beside its vertex, so that the line can be seen.
  return { half, anchor: at(pointOf(action.vertex!)), home: [], pinned: false, beside: true };
}

/** What should be seen beside the numbers. Pixels of the picture. */
function obstaclesOf({ now, choices, window }: Sight): Obstacle[] {
  const { scale } = window;
  const [left, top, right, bottom] = frameOf(window);
  const inside = ([x, y]: Spot): boolean =>
    x > left - EDGE && x < right + EDGE && y > top - EDGE && y < bottom + EDGE;
  const at = (spot: Spot): Spot => through(window, spot);
  const spot = (where: Spot, r: number, weight: number): Obstacle[] =>
    inside(where) ? [{ from: at(where), to: at(where), r: r * scale, weight }] : [];
  const ribbons: Obstacle[] = [];
  for (const line of now.lines) {
    if (line.tunnels.length === 0) continue;
    for (const { part, at: origin } of partsOf(line, now)) {
      if (!inside(origin)) continue;
      const points = part.way.points.map(([x, y]) => at([origin[0] + x, origin[1] + y]));
      for (let i = 1; i < points.length; i++)
        ribbons.push({ from: points[i - 1]!, to: points[i]!, r: 8 * scale, weight: WEIGHT.ribbon });
    }
  }
  const heads = now.lines.flatMap((line) => {
    if (line.tunnels.length === 0 || line.done) return [];
    const i = line.tunnels.length - 1;
    const [from, to] = [pointOf(line.vertices[i]!), pointOf(line.vertices[i + 1]!)];
    const back = headAt(now, line).tip + 13;
    const share = back / EDGE;
    return spot([to[0] + (from[0] - to[0]) * share, to[1] + (from[1] - to[1]) * share], 15, WEIGHT.head);
  });
  const spots = choices.flatMap(({ action }) =>
    'vertex' in action && action.vertex !== null ? spot(pointOf(action.vertex), 12, WEIGHT.station) : [],
  );
  const promises = promisesOf({ now, choices }).map(({ vertex }): Obstacle => {
    const where = at(pointOf(vertex));
    return { from: where, to: where, r: PROMISE, weight: WEIGHT.station };
  });
  const tunnels = choices.flatMap(({ action }): Obstacle[] => {
    const edge = action.kind === 'dig' ? tunnelOf(now, action)?.edge : undefined;
    if (!edge) return [];
    const [from, to] = [at(onEdge(edge, 14, OFF)), at(onEdge(edge, EDGE - 14, OFF))];
    return [{ from, to, r: 6 * scale, weight: WEIGHT.other }];
  });
  return [
    ...ribbons,
    ...tunnels,
    ...heads,
    ...spots,
    ...promises,
    ...now.stations.flatMap(({ vertex }) => spot(pointOf(vertex), 13, WEIGHT.station)),
    ...now.marked.flatMap(({ triangle }) => spot(markerSpot(now, triangle), MARKER, WEIGHT.marker)),
    ...now.signs.flatMap((sign, triangle) =>
      sign && now.dug[triangle] === null ? spot(middleOf(triangle), SIGN, WEIGHT.sign) : [],
    ),
  ];
}

/** Where the numbers of a page stand. */
export function pillsOf(sight: Sight): Numbered[] {
  const numbers = numbersOf(sight);
  if (numbers.length === 0) return [];
  const field = fieldOf(obstaclesOf(sight), [[...LEGEND]]);
  const pills = placePills(
    numbers.map((one) => bodyOf(sight, one)),
    field,
  );
  return numbers.map(({ n, letters, kind }, i) => ({ n, letters, kind, pill: pills[i]! }));
}

const FIGURE = 48;

/** Draws the numbers, with a thread to what they mean where they had to move away from it. */
export function drawPills(stage: Stage, all: readonly Numbered[], company: number, { theme }: Scene): void {
  const paper = PAPERS[theme];
  const style = styleOf(theme, company);
  const threads = all.flatMap(({ pill }) => (hasThread(pill) ? [pill] : []));
  for (const pill of threads) {
    const { way, bounds, key } = threadOf(pill);
    stage.stamp(`under ${key}`, ...pill.anchor, bounds, (brush) => {
      brush.lineCap = 'round';
      along(brush, way, paper.bg, 13);
      brush.lineCap = 'butt';
    });
  }
  for (const pill of threads) {
    const { way, bounds, key } = threadOf(pill);
    stage.stamp(`over ${key}`, ...pill.anchor, bounds, (brush) => {
      along(brush, way, paper.ink, 6);
      circle(brush, 0, 0, 9);
      fill(brush, paper.ink);
      stroke(brush, paper.bg, 3);
    });
  }
  for (const { n, letters, kind, pill } of all) {
    const { x, y, half } = pill;
    const [wide, high] = [half + RADIUS + 5, RADIUS + 5];
    const key = `pill ${n} ${letters.join('')} ${kind} ${half} ${company}`;
    stage.stamp(key, x, y, [-wide, -high, wide, high], (brush) => {
      box(brush, -half - RADIUS, -RADIUS, 2 * (half + RADIUS), 2 * RADIUS, RADIUS);
      stroke(brush, paper.bg, 8);
      fill(brush, paper.ink);
      center(brush, String(n), -half, 0, { size: FIGURE, weight: BOLD, color: paper.onInk, fit: 58 });
      letters.forEach((letter, i) => {
        if (kind === null) return;
        drawMarker(brush, -half + MARK.pitch * (i + 0.94), 0, {
          kind,
          letter,
          size: MARK.size,
          color: style.color,
          text: style.text,
          rim: [paper.ink, 0.01],
        });
      });
    });
  }
}

/** The thread of a pill, from what it means on. */
function threadOf(pill: Pill) {
  const [fx, fy] = threadFrom(pill);
  const to: Spot = [Math.round(fx - pill.anchor[0]), Math.round(fy - pill.anchor[1])];
  const bounds = boundsOf([[0, 0], to], 12);
  return { way: straightWay(to, [0, 0]), bounds, key: `thread ${to.join()}` };
}
