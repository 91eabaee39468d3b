import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { type Brush, circle, polygon } from '../canvas.ts';
import type { Paper } from './colors.ts';

/**
 * Paris within its wall, as an engraver would have put it under the squares: hatched blocks with streets left free, the
 * river, woods and the hill. Always the same, in two tones only; 816 pixels a side.
 */

type Point = readonly [x: number, y: number];

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

function pathOf(brush: Brush, points: readonly Point[]): void {
  brush.beginPath();
  points.forEach(([x, y], i) => {
    if (i === 0) brush.moveTo(x, y);
    else brush.lineTo(x, y);
  });
}

/** A smooth line through the points. */
function curveOf(brush: Brush, points: readonly Point[]): void {
  brush.beginPath();
  brush.moveTo(...points[0]!);
  for (let i = 1; i < points.length - 1; i++) {
    const [x, y] = points[i]!;
    const [nx, ny] = points[i + 1]!;
    brush.quadraticCurveTo(x, y, (x + nx) / 2, (y + ny) / 2);
  }
}

function ink(brush: Brush, color: string, width: number): void {
  brush.strokeStyle = color;
  brush.lineWidth = width;
  brush.stroke();
}

function hatch(brush: Brush, color: string): void {
  brush.beginPath();
  for (let x = -816; x < 816; x += 6) {
    brush.moveTo(x, 816);
    brush.lineTo(x + 816, 0);
  }
  ink(brush, color, 1.3);
}

function streets(brush: Brush, paper: string): void {
  const generator = xoroshiro128plus(1900);
  const some = (least: number, most: number) => uniformInt(generator, least * 10, most * 10) / 10;
  const names = Object.keys(PLACES) as Place[];
  for (const name of names) {
    const [x, y] = PLACES[name];
    const rays = uniformInt(generator, 7, 11);
    const first = some(0, 3);
    for (let i = 0; i < rays; i++) {
      const angle = first + ((i + some(-0.2, 0.2)) / rays) * 2 * Math.PI;
      const reach = some(60, 150);
      brush.beginPath();
      brush.moveTo(x, y);
      brush.lineTo(x + reach * Math.cos(angle), y + reach * Math.sin(angle));
      ink(brush, paper, some(2.6, 4));
    }
    for (const [ring, width] of [
      [52, 2.6],
      [88, 2.6],
    ] as const) {
      circle(brush, x, y, ring + some(-8, 8));
      ink(brush, paper, width);
    }
  }
  for (const share of [0.7, 0.9]) {
    brush.save();
    brush.translate(WALL.x, WALL.y);
    brush.scale(share, share);
    brush.translate(-WALL.x, -WALL.y);
    polygon(brush, wall(-10));
    brush.restore();
    ink(brush, paper, 5);
  }
  for (const [width, ...way] of AVENUES) {
    pathOf(
      brush,
      way.map((name) => PLACES[name]),
    );
    ink(brush, paper, width);
  }
}

function squares(brush: Brush, { paper, engraving }: Paper): void {
  for (const [x, y] of Object.values(PLACES)) {
    circle(brush, x, y, 8);
    brush.fillStyle = paper;
    brush.fill();
    circle(brush, x, y, 4.5);
    ink(brush, engraving, 1.4);
  }
}

function tuft(brush: Brush, x: number, y: number, paper: string): void {
  circle(brush, x, y, 5);
  brush.fillStyle = paper;
  brush.fill();
  brush.beginPath();
  brush.arc(x, y, 5, Math.PI * 0.85, Math.PI * 2.15);
  brush.moveTo(x, y + 2);
  brush.lineTo(x, y + 7);
}

function woods(brush: Brush, { paper, engraving }: Paper): void {
  const generator = xoroshiro128plus(1845);
  for (const { at, rx, ry, tufts } of WOODS) {
    const found: Point[] = [];
    for (let tries = 0; found.length < tufts && tries < 2000; tries++) {
      const dx = uniformInt(generator, -100, 100) / 100;
      const dy = uniformInt(generator, -100, 100) / 100;
      const point: Point = [at[0] + rx * dx, at[1] + ry * dy];
      if (Math.hypot(dx, dy) > 1) continue;
      if (found.every(([x, y]) => Math.hypot(x - point[0], y - point[1]) > 13)) found.push(point);
    }
    for (const [x, y] of found.toSorted((a, b) => a[1] - b[1])) {
      tuft(brush, x, y, paper);
      ink(brush, engraving, 1.4);
    }
  }
  for (const { at, rx, ry } of PARKS) {
    brush.beginPath();
    brush.ellipse(at[0], at[1], rx, ry, 0.3, 0, Math.PI * 2);
    brush.fillStyle = paper;
    brush.fill();
    ink(brush, engraving, 1.4);
    for (const shift of [-0.45, 0, 0.45]) {
      tuft(brush, at[0] + rx * shift, at[1] - 2 + ry * Math.abs(shift) * 0.6, paper);
      ink(brush, engraving, 1.2);
    }
  }
}

function hill(brush: Brush, { paper, engraving }: Paper): void {
  circle(brush, ...HILL, 33);
  brush.fillStyle = paper;
  brush.fill();
  brush.beginPath();
  for (let i = 0; i < 36; i++) {
    const angle = (i / 36) * 2 * Math.PI;
    const [from, to] = i % 2 === 0 ? [10, 22] : [16, 30];
    brush.moveTo(HILL[0] + from * Math.cos(angle), HILL[1] + from * Math.sin(angle));
    brush.lineTo(HILL[0] + to * Math.cos(angle), HILL[1] + to * Math.sin(angle));
  }
  ink(brush, engraving, 1.5);
}

/** Engraves Paris with its upper left corner at the origin; whoever calls has clipped to the board. */
export function engrave(brush: Brush, paper: Paper): void {
  brush.lineJoin = 'round';
  brush.lineCap = 'round';
  brush.save();
  polygon(brush, wall(-6));
  brush.clip();
  hatch(brush, paper.engraving);
  streets(brush, paper.paper);
  brush.restore();
  polygon(brush, wall(-4));
  ink(brush, paper.engraving, 2);
  polygon(brush, wall(3));
  ink(brush, paper.engraving, 1.2);
  hill(brush, paper);
  squares(brush, paper);
  woods(brush, paper);
  WATER.forEach((width, i) => {
    curveOf(brush, RIVER);
    ink(brush, i % 2 === 0 ? paper.paper : paper.engraving, width);
  });
  brush.lineJoin = 'miter';
  brush.lineCap = 'butt';
}
