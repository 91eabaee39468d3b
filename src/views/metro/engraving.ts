import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { type Brush, outline, stroke } from '../canvas.ts';
import type { Bounds } from '../kit/stage.ts';
import type { Paper } from './colors.ts';
import { around, type Cut, chain, curve, cut, disc, type Point } from './cuts.ts';
import { TILE } from './tracks.ts';

/**
 * Paris within its wall, as an engraver would have put it under the squares: hatched blocks with streets left free, the
 * river, woods and the hill. Always the same, in two tones only; 816 pixels a side.
 */

const WALL = { x: 408, y: 412, rx: 352, ry: 318 } as const;
const BASTIONS = 30;

/** Where avenues meet: the stars of the west, of the centre and of the east, and the gates. */
const PLACES = {
  etoile: [190, 300],
  trocadero: [150, 382],
  concorde: [286, 344],
  opera: [372, 288],
  clichy: [336, 212],
  nord: [478, 212],
  republique: [532, 306],
  villette: [598, 190],
  bastille: [580, 438],
  nation: [690, 466],
  pere: [652, 358],
  italie: [520, 634],
  denfert: [412, 612],
  montparnasse: [318, 566],
  invalides: [254, 446],
  grenelle: [176, 530],
  chatelet: [440, 404],
  luxembourg: [404, 520],
} as const satisfies Record<string, Point>;

type Place = keyof typeof PLACES;

const SIZE = 8 * TILE;

const AVENUES: readonly (readonly [width: number, ...Place[]])[] = [
  [9, 'etoile', 'concorde', 'chatelet', 'bastille', 'nation'],
  [7, 'concorde', 'opera', 'republique', 'pere', 'nation'],
  [7, 'etoile', 'clichy', 'nord', 'villette'],
  [6, 'nord', 'chatelet', 'luxembourg', 'denfert'],
  [6, 'trocadero', 'etoile'],
  [6, 'concorde', 'invalides', 'montparnasse', 'denfert', 'italie'],
  [6, 'republique', 'bastille', 'italie'],
  [5, 'grenelle', 'montparnasse', 'luxembourg', 'bastille'],
  [5, 'trocadero', 'grenelle'],
  [5, 'opera', 'clichy'],
  [5, 'nord', 'republique', 'villette'],
  [4.5, 'trocadero', 'invalides', 'luxembourg'],
  [4, 'opera', 'nord'],
  [4, 'opera', 'chatelet', 'republique'],
  [4, 'villette', 'pere'],
  [4, 'grenelle', 'invalides'],
];

const RIVER: readonly Point[] = [
  [838, 770],
  [700, 650],
  [628, 566],
  [560, 486],
  [470, 430],
  [372, 392],
  [300, 384],
  [232, 398],
  [186, 446],
  [150, 524],
  [96, 610],
  [22, 664],
  [-30, 650],
];

/** Width of the strokes laid over each other, paper and water lines in turn. */
const WATER = [56, 50, 46, 38, 35, 26, 23.5, 13, 11] as const;

const HILL: Point = [408, 150];
const WOODS: readonly { at: Point; rx: number; ry: number; tufts: number }[] = [
  { at: [44, 440], rx: 46, ry: 88, tufts: 34 },
  { at: [768, 556], rx: 52, ry: 62, tufts: 30 },
];
const PARKS: readonly { at: Point; rx: number; ry: number }[] = [
  { at: [352, 506], rx: 24, ry: 17 },
  { at: [652, 262], rx: 22, ry: 25 },
  { at: [404, 676], rx: 27, ry: 15 },
];

/** The wall: an oval with a bastion in front of every stretch. */
function wall(out: number): Point[] {
  const points: Point[] = [];
  const put = (turn: number, more: number) => {
    const angle = (turn / BASTIONS) * 2 * Math.PI;
    const wave = 1 + 0.03 * Math.sin(3 * angle + 0.6) + 0.02 * Math.cos(5 * angle);
    points.push([
      WALL.x + (WALL.rx * wave + out + more) * Math.cos(angle),
      WALL.y + (WALL.ry * wave + out + more) * Math.sin(angle),
    ]);
  };
  for (let i = 0; i < BASTIONS; i++) {
    put(i, 0);
    put(i + 0.3, 0);
    put(i + 0.38, 9);
    put(i + 0.5, 14);
    put(i + 0.62, 9);
    put(i + 0.7, 0);
  }
  return points;
}

/** Lines that rise to the right, as far as they touch what is seen. */
function hatch(brush: Brush, color: string, [left, top, right, bottom]: Bounds): void {
  const pitch = 6;
  const first = Math.floor((left + top - 2) / pitch) * pitch;
  brush.beginPath();
  for (let sum = first; sum <= right + bottom + 2; sum += pitch) {
    brush.moveTo(sum - bottom - 1, bottom + 1);
    brush.lineTo(sum - top + 1, top - 1);
  }
  stroke(brush, color, 1.3);
}

function streets(): Cut[] {
  const generator = xoroshiro128plus(1900);
  const some = (least: number, most: number) => uniformInt(generator, least * 10, most * 10) / 10;
  const rays = (at: Point): Cut[] => {
    const count = uniformInt(generator, 7, 11);
    const first = some(0, 3);
    return Array.from({ length: count }, (_, i) => {
      const angle = first + ((i + some(-0.2, 0.2)) / count) * 2 * Math.PI;
      const reach = some(60, 150);
      const end: Point = [at[0] + reach * Math.cos(angle), at[1] + reach * Math.sin(angle)];
      return cut(chain([at, end]), 'paper', some(2.6, 4));
    });
  };
  const rings = (at: Point): Cut[] => [52, 88].map((ring) => cut(disc(at, ring + some(-8, 8)), 'paper', 2.6));
  const inner = [0.7, 0.9].map((share) => {
    const points = wall(-10).map(
      ([x, y]): Point => [WALL.x + (x - WALL.x) * share, WALL.y + (y - WALL.y) * share],
    );
    return cut(chain(points, true), 'paper', 5);
  });
  return [
    ...Object.values(PLACES).flatMap((at) => [...rays(at), ...rings(at)]),
    ...inner,
    ...AVENUES.map(([width, ...way]) => cut(chain(way.map((name) => PLACES[name])), 'paper', width)),
  ];
}

/** Paper over everything outside of the wall. */
function outside(): Cut {
  const { path, points } = chain(wall(-6), true);
  path.rect(-1, -1, SIZE + 2, SIZE + 2);
  return { ...cut({ path, points }, 'paper'), bounds: EVERYTHING };
}

const squares = (): Cut[] =>
  Object.values(PLACES).flatMap((at) => [cut(disc(at, 8), 'paper'), cut(disc(at, 4.5), 'engraving', 1.4)]);

function tuft([x, y]: Point, width: number): Cut[] {
  const path = outline();
  path.arc(x, y, 5, Math.PI * 0.85, Math.PI * 2.15);
  path.moveTo(x, y + 2);
  path.lineTo(x, y + 7);
  return [cut(disc([x, y], 5), 'paper'), cut({ path, points: around([x, y], 5, 7) }, 'engraving', width)];
}

function woods(): Cut[] {
  const generator = xoroshiro128plus(1845);
  return WOODS.flatMap(({ at, rx, ry, tufts }) => {
    const found: Point[] = [];
    for (let tries = 0; found.length < tufts && tries < 2000; tries++) {
      const dx = uniformInt(generator, -100, 100) / 100;
      const dy = uniformInt(generator, -100, 100) / 100;
      const point: Point = [at[0] + rx * dx, at[1] + ry * dy];
      if (Math.hypot(dx, dy) > 1) continue;
      if (found.every(([x, y]) => Math.hypot(x - point[0], y - point[1]) > 13)) found.push(point);
    }
    return found.toSorted((a, b) => a[1] - b[1]).flatMap((point) => tuft(point, 1.4));
  });
}

const parks = (): Cut[] =>
  PARKS.flatMap(({ at, rx, ry }) => {
    const path = outline();
    path.ellipse(at[0], at[1], rx, ry, 0.3, 0, Math.PI * 2);
    const park = { path, points: around(at, rx, rx) };
    const trees = [-0.45, 0, 0.45].flatMap((shift) =>
      tuft([at[0] + rx * shift, at[1] - 2 + ry * Math.abs(shift) * 0.6], 1.2),
    );
    return [cut(park, 'paper'), cut(park, 'engraving', 1.4), ...trees];
  });

function hill(): Cut[] {
  const path = outline();
  for (let i = 0; i < 36; i++) {
    const angle = (i / 36) * 2 * Math.PI;
    const [from, to] = i % 2 === 0 ? [10, 22] : [16, 30];
    path.moveTo(HILL[0] + from * Math.cos(angle), HILL[1] + from * Math.sin(angle));
    path.lineTo(HILL[0] + to * Math.cos(angle), HILL[1] + to * Math.sin(angle));
  }
  return [cut(disc(HILL, 33), 'paper'), cut({ path, points: around(HILL, 30) }, 'engraving', 1.5)];
}

let cuts: readonly Cut[] | undefined;

/** All that lies over the hatching, in order. */
function cutsOf(): readonly Cut[] {
  cuts ??= [
    ...streets(),
    outside(),
    cut(chain(wall(-4), true), 'engraving', 2),
    cut(chain(wall(3), true), 'engraving', 1.2),
    ...hill(),
    ...squares(),
    ...woods(),
    ...parks(),
    ...WATER.map((width, i) => cut(curve(RIVER), i % 2 === 0 ? 'paper' : 'engraving', width)),
  ];
  return cuts;
}

const EVERYTHING: Bounds = [0, 0, SIZE, SIZE];

/** Engraves the part of Paris that is seen, with the upper left corner of all of it at the origin; whoever calls has clipped to that part. */
export function engrave(brush: Brush, paper: Paper, seen: Bounds = EVERYTHING): void {
  brush.lineJoin = 'round';
  brush.lineCap = 'round';
  brush.fillStyle = paper.paper;
  hatch(brush, paper.engraving, seen);
  for (const { path, tone, width, bounds } of cutsOf()) {
    const [left, top, right, bottom] = bounds;
    if (right < seen[0] || left > seen[2] || bottom < seen[1] || top > seen[3]) continue;
    if (width === null) brush.fill(path, 'evenodd');
    else {
      brush.strokeStyle = paper[tone];
      brush.lineWidth = width;
      brush.stroke(path);
    }
  }
  brush.lineJoin = 'miter';
  brush.lineCap = 'butt';
}
