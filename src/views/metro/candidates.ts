import type { Code, Line, Open, Square, Turns, View } from '../../games/metro/state.ts';
import { colOf, rowOf } from '../../games/metro/tracks.ts';
import { type Brush, box, circle, fill, stroke } from '../canvas.ts';
import type { Stage } from '../kit/stage.ts';
import type { Theme } from '../presenter.ts';
import { PAPERS, styleOf } from './colors.ts';
import { headAt, headRadius } from './field.ts';
import { drawFigures } from './figures.ts';
import { coloured, trackKey } from './lines.ts';
import { pageAt, targetsAt, tileAt, turningsAt } from './paths.ts';
import { CASING } from './ribbon.ts';
import { cornerOf } from './ring.ts';
import { drawTracks, type Run } from './tiles.ts';
import { TILE, type Track, tracksOf, wayOf } from './tracks.ts';

/** The squares of a page of choices, each with the tile as it would lie there and with its number. */

export interface Candidate {
  readonly square: Square;
  readonly tile: Code;
  /** How the tile would lie; null where that is still to be chosen. */
  readonly turns: Turns | null;
  /** What its key bears; null where a part of the board is chosen first. */
  readonly n: number | null;
}

/** The candidates of a page that asks for a square, or for the part of the board in which it is. */
export function candidatesOf(view: View, path: readonly string[]): Candidate[] {
  const tile = tileAt(view, path);
  if (tile === undefined) return [];
  const asks = pageAt(view, path) === 'square';
  return targetsAt(view, path)
    .filter((target) => target.tile === tile)
    .flatMap(({ squares }) => squares)
    .map((square, i) => {
      const [turns = 0, ...others] = turningsAt(view, tile, square);
      return { square, tile, turns: others.length > 0 ? null : turns, n: asks ? i + 1 : null };
    });
}

/** The lines that would run over a tile once it lies. */
function runsOver(
  open: Open,
  { square, tile, turns }: Candidate,
  theme: Theme,
): (track: Track) => Run | undefined {
  // No other line changes.
  const lines = open.lines.filter(({ head }) => head?.square === square);
  if (turns === null || lines.length === 0) return () => undefined;
  const squares = open.squares.slice();
  squares[square] = { tile, turns, seat: open.mover };
  const runs = coloured({ ...open, squares, lines });
  return (track) => {
    const line = runs.get(trackKey(square, track));
    return line && { style: styleOf(theme, line.owner!), arrived: false };
  };
}

/** Candidates are apart from one another, so that two of them never seem joined. */
const INSET = 5;
const ROUND = 8;

/** Draws the squares, and the tile on each as it would lie, with the lines that it would carry on in their colours. */
export function drawCandidates(
  stage: Stage,
  open: Open,
  candidates: readonly Candidate[],
  theme: Theme,
): void {
  const paper = PAPERS[theme];
  const style = styleOf(theme, open.mover);
  const far = TILE - INSET;
  const card = (brush: Brush) => box(brush, INSET, INSET, far - INSET, far - INSET, ROUND);
  for (const candidate of candidates) {
    const { square, tile, turns } = candidate;
    const [x, y] = cornerOf(rowOf(square), colOf(square));
    stage.stamp(`candidate ${style.color}`, x, y, [0, 0, TILE, TILE], (brush) => {
      card(brush);
      fill(brush, style.tint);
    });
    if (turns !== null) {
      const bed = { card: style.tint, rail: paper.handRail, inside: paper.railInside };
      // No track comes so near to a corner that its roundness would cut it.
      const within = stage.within(x, y, 1, [INSET, INSET, far, far]);
      drawTracks(within, { tile, turns }, 0, 0, paper, bed, runsOver(open, candidate, theme));
    }
    stage.stamp(`candidate edge ${style.color}`, x, y, [0, 0, TILE, TILE], (brush) => {
      card(brush);
      brush.setLineDash([7, 4.5]);
      stroke(brush, style.color, 2.8);
    });
  }
}

type Point = readonly [x: number, y: number];

/** What a disc should not cover: points, and how far from each it should be. */
type Obstacle = readonly [x: number, y: number, r: number];

const STEP = 6;

/** Points along what a candidate would show of lines. */
function linesOn(open: Open, candidate: Candidate, theme: Theme): Obstacle[] {
  const { square, tile, turns } = candidate;
  if (turns === null) return [];
  const [x, y] = cornerOf(rowOf(square), colOf(square));
  const runOf = runsOver(open, candidate, theme);
  return tracksOf(tile, turns)
    .filter((track) => runOf(track) !== undefined)
    .flatMap((track) => {
      const way = wayOf(track);
      return Array.from({ length: Math.ceil(way.length / STEP) }, (_, i): Obstacle => {
        const [px, py] = way.at(i * STEP);
        return [x + px, y + py, CASING / 2];
      });
    });
}

const headsOf = (lines: readonly Line[], figure: number): Obstacle[] =>
  lines.flatMap((line): Obstacle[] => {
    if (line.owner === null || line.length === 0 || line.head === null) return [];
    const [x, y] = headAt(line.head);
    return [[x, y, headRadius(line.length, figure)]];
  });

/** Radius of a number's disc for figures of a size. */
const discRadius = (figure: number): number => figure * 0.77;
/** Between a disc and the edges of its square. */
const GAP = 8;

/** So much between a disc and what it should not cover is as good as more. */
const FREE = 2;

/** How many places along a side are tried where no corner is free. */
const TRIES = 7;

/**
 * Where a disc covers least of lines and their heads: in a corner, the upper left of equal ones, or else in the middle. Where
 * each of these would lie on a head, anywhere within the square, and a line is sooner covered than a head.
 */
function discAt(square: Square, heads: readonly Obstacle[], lines: readonly Obstacle[], r: number): Point {
  const [x, y] = cornerOf(rowOf(square), colOf(square));
  const [near, far] = [r + GAP, TILE - r - GAP];
  const room = ([sx, sy]: Point, obstacles: readonly Obstacle[]): number =>
    Math.min(FREE, ...obstacles.map(([ox, oy, or]) => Math.hypot(sx - ox, sy - oy) - or - r));
  const best = (spots: readonly Point[], worth: (spot: Point) => number): Point =>
    spots.reduce((found, spot) => (worth(spot) > worth(found) + 0.5 ? spot : found));
  const corners: Point[] = [
    [x + near, y + near],
    [x + far, y + near],
    [x + near, y + far],
    [x + far, y + far],
    [x + TILE / 2, y + TILE / 2],
  ];
  const corner = best(corners, (spot) => room(spot, [...heads, ...lines]));
  if (room(corner, heads) >= 0) return corner;
  const along = Array.from({ length: TRIES }, (_, i) => near + ((far - near) * i) / (TRIES - 1));
  const all = along.flatMap((dy) => along.map((dx): Point => [x + dx, y + dy]));
  return best(all, (spot) => Math.min(room(spot, heads), room(spot, lines) + 2 * r));
}

/** A number of a candidate where it is drawn. */
export interface Disc {
  readonly n: number;
  readonly square: Square;
  readonly x: number;
  readonly y: number;
  readonly r: number;
}

/** Where the numbers of a page's candidates stand, with figures of a size in pixels of the board. */
export function numbersOf(
  open: Open,
  candidates: readonly Candidate[],
  figure: number,
  theme: Theme,
): Disc[] {
  const r = discRadius(figure);
  const heads = headsOf(open.lines, figure);
  return candidates.flatMap((candidate) => {
    const { n, square } = candidate;
    if (n === null) return [];
    const [x, y] = discAt(square, heads, linesOn(open, candidate, theme), r);
    return [{ n, square, x, y, r }];
  });
}

/** Draws the numbers of a page's candidates over everything. */
export function drawNumbers(
  stage: Stage,
  open: Open,
  candidates: readonly Candidate[],
  figure: number,
  theme: Theme,
): void {
  const paper = PAPERS[theme];
  for (const { n, x, y, r } of numbersOf(open, candidates, figure, theme))
    drawDisc(stage, n, x, y, { r, figure, color: paper.ink, on: paper.bg });
}

/** A number as it stands on a key. */
export function drawDisc(
  stage: Stage,
  n: number,
  x: number,
  y: number,
  how: { readonly r: number; readonly figure: number; readonly color: string; readonly on: string },
): void {
  const far = how.r + how.r / 8;
  const key = `disc ${n} ${how.r} ${how.figure} ${how.color} ${how.on}`;
  stage.stamp(key, x, y, [-far - 1, -far - 1, far + 1, far + 1], (brush) => {
    circle(brush, 0, 0, far);
    fill(brush, how.on);
    circle(brush, 0, 0, how.r);
    fill(brush, how.color);
    drawFigures(brush, String(n), 0, 0, { size: how.figure * 1.1, color: how.on, room: how.r * 1.55 });
  });
}
