import type { Head, Line, Open, Placed, Square } from '../../games/metro/state.ts';
import { colOf, rowOf, squareName } from '../../games/metro/tracks.ts';
import { type Brush, box, center, fill, stroke } from '../canvas.ts';
import type { Theme } from '../presenter.ts';
import { PAPERS, type Paper, type Style, styleOf } from './colors.ts';
import { engrave } from './engraving.ts';
import { drawFigures } from './figures.ts';
import { ALONG, newSquares } from './ground.ts';
import { coloured, type Draft, trackKey } from './lines.ts';
import { drawLit, type Lit } from './longest.ts';
import { BOARD, cornerOf, drawCentre, drawEntrances, drawFrame, drawStations, FIGURE } from './ring.ts';
import { drawCard, drawTracks } from './tiles.ts';
import { connectorAt, TILE } from './tracks.ts';

/** What lies on the board and around it, in the pixels of its picture: whole pictures and parts of it are drawn alike. */

/** What is the same in every picture of a theme: paper, Paris, squares, frame, the central station. */
export function drawGround(brush: Brush, theme: Theme, figure = FIGURE): void {
  const paper = PAPERS[theme];
  brush.save();
  brush.beginPath();
  brush.rect(BOARD.x, BOARD.y, BOARD.size, BOARD.size);
  brush.clip();
  brush.fillStyle = paper.paper;
  brush.fillRect(BOARD.x, BOARD.y, BOARD.size, BOARD.size);
  brush.translate(BOARD.x, BOARD.y);
  engrave(brush, paper);
  brush.beginPath();
  for (const i of ALONG.slice(1)) {
    brush.moveTo(i * TILE, 0);
    brush.lineTo(i * TILE, BOARD.size);
    brush.moveTo(0, i * TILE);
    brush.lineTo(BOARD.size, i * TILE);
  }
  stroke(brush, paper.grid, 1.5);
  brush.restore();
  drawCentre(brush, paper, figure);
}

const squaresOf = (squares: readonly (Placed | null)[]): [Square, Placed][] =>
  squares.flatMap((placed, square) => (placed ? [[square, placed] as [Square, Placed]] : []));

/** Stations whose lines arrive by the tile that is thought of, or by what is new: they shine once. */
const arriving = (open: Open, after: Open, since: Open): Set<number> =>
  new Set(
    after.lines.flatMap(({ station, arrival }, i) =>
      arrival !== null && (since.lines[i]!.arrival === null || open.last?.arrived.includes(station))
        ? [station]
        : [],
    ),
  );

/** All cards first, then all tracks: an edge drawn later would cut what runs over it. */
function drawTiles(
  brush: Brush,
  open: Open,
  draft: Draft | null,
  lit: ReadonlySet<number>,
  theme: Theme,
  faded = !open.over,
): void {
  const paper = PAPERS[theme];
  const runs = coloured(open);
  const cardOf = (square: Square) =>
    draft?.square === square ? styleOf(theme, open.mover).tint : paper.card;
  const tiles = squaresOf(open.squares);
  for (const [square] of tiles)
    drawCard(brush, ...cornerOf(rowOf(square), colOf(square)), cardOf(square), paper.cardEdge);
  for (const [square, placed] of tiles) {
    const bed = { card: cardOf(square), rail: paper.rail, inside: paper.railInside };
    drawTracks(brush, placed, ...cornerOf(rowOf(square), colOf(square)), paper, bed, (track) => {
      const run = runs.get(trackKey(square, track));
      return (
        run && {
          style: styleOf(theme, run.line.owner!),
          arrived: run.line.arrival !== null && !lit.has(run.line.station) && faded,
          before: run.before,
        }
      );
    });
  }
}

/** The tiles on the squares alone, without what stands around them: the whole of it small, beside a part of it. */
export function drawCity(brush: Brush, open: Open, draft: Draft | null, theme: Theme): void {
  const paper = PAPERS[theme];
  brush.fillStyle = paper.paper;
  brush.fillRect(BOARD.x, BOARD.y, BOARD.size, BOARD.size);
  drawTiles(brush, open, draft, new Set(draft ? open.last?.arrived : []), theme);
  drawCentre(brush, paper, 0);
}

/** A square where a tile may go, with its name or another sign. */
export function drawLegal(
  brush: Brush,
  square: Square,
  style: Style,
  paper: Paper,
  sign = { text: squareName(square), size: 36 },
): void {
  const [x, y] = cornerOf(rowOf(square), colOf(square));
  box(brush, x + 7, y + 7, TILE - 14, TILE - 14, 10);
  fill(brush, style.legal);
  stroke(brush, style.color, 3);
  center(brush, sign.text, x + TILE / 2, y + TILE / 2, { size: sign.size, color: paper.ink });
}

/** How far the head of a line stands in the square it is to enter. */
const AHEAD = 4;

/** The middle of the head of a line, and the direction in which it goes on. */
export function headAt(head: Head): readonly [x: number, y: number, dx: number, dy: number] {
  const [left, top] = cornerOf(rowOf(head.square), colOf(head.square));
  const [cx, cy, dx, dy] = connectorAt(head.connector);
  return [left + cx - dx * AHEAD, top + cy - dy * AHEAD, -dx, -dy];
}

/** Of two figures it is larger. */
export const headRadius = (length: number, figure: number): number =>
  Math.max(17, figure * (length > 9 ? 0.69 : 0.6));

/** How far a line has come, at the place where it goes on. */
function drawHead(brush: Brush, line: Line, head: Head, theme: Theme, figure: number): void {
  const style = styleOf(theme, line.owner!);
  const [x, y, dx, dy] = headAt(head);
  const r = headRadius(line.length, figure);
  const beak = r * 1.42;
  const travel = Math.atan2(dy, dx);
  const tangent = Math.acos(r / beak);
  brush.beginPath();
  brush.arc(x, y, r, travel + tangent, travel - tangent);
  brush.lineTo(x + beak * Math.cos(travel), y + beak * Math.sin(travel));
  brush.closePath();
  brush.lineJoin = 'round';
  fill(brush, style.color);
  stroke(brush, PAPERS[theme].edge, 2.5);
  brush.lineJoin = 'miter';
  drawFigures(brush, String(line.length), x, y, { size: figure, color: style.text, room: r * 1.55 });
}

export function drawOutline(
  brush: Brush,
  square: Square,
  color: string,
  width: number,
  dash: number[] = [],
): void {
  const [x, y] = cornerOf(rowOf(square), colOf(square));
  box(brush, x - 1, y - 1, TILE + 2, TILE + 2, 6);
  brush.setLineDash(dash);
  stroke(brush, color, width);
  brush.setLineDash([]);
}

/** What there is to see of a board. */
export interface Field {
  readonly open: Open;
  /** With the tile that is only thought of; the same as `open` when there is none. */
  readonly after: Open;
  readonly draft: Draft | null;
  /** All that was placed from then on is new, and not only the last tile. */
  readonly since?: Open | undefined;
  /** Size of the figures that one counts with, in pixels of the board. */
  readonly figure?: number;
  /** At the end: the lines that shine, while all others are faded. */
  readonly lit?: Lit | undefined;
}

/** Draws tiles, lines and stations over the ground; `signs` lays what is to be chosen on the squares that are empty. */
export function drawField(
  brush: Brush,
  { open, after, draft, since = open, figure = FIGURE, lit }: Field,
  signs: () => void,
  theme: Theme,
): void {
  const paper = PAPERS[theme];
  const shining = lit ? new Set<number>() : arriving(open, after, since);
  drawTiles(brush, after, draft, shining, theme, lit !== undefined || !open.over);
  if (lit) drawLit(brush, after, lit, theme);
  signs();
  drawFrame(brush, after, theme, figure);
  drawEntrances(brush, after, theme, figure);
  drawStations(brush, after, theme, figure);
  for (const square of newSquares(open, since))
    if (square !== open.last?.square) drawOutline(brush, square, paper.ink, 3.5);
  if (open.last && !lit) drawOutline(brush, open.last.square, paper.ink, 6);
  if (draft) {
    drawOutline(brush, draft.square, paper.bg, 6);
    drawOutline(brush, draft.square, paper.ink, 6, [15, 9]);
  }
  for (const line of after.lines)
    if (line.owner !== null && line.length > 0 && line.head) drawHead(brush, line, line.head, theme, figure);
}
