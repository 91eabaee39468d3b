import type { Head, Line, Open, Placed, Square } from '../../games/metro/state.ts';
import { CENTRAL, colOf, rowOf, SIDE, squareName } from '../../games/metro/tracks.ts';
import { box, fill, stroke } from '../canvas.ts';
import type { Stage } from '../kit/stage.ts';
import type { Theme } from '../presenter.ts';
import { PAPERS, type Paper, type Style, styleOf } from './colors.ts';
import { engrave } from './engraving.ts';
import { layFigures } from './figures.ts';
import { ALONG, newSquares } from './ground.ts';
import { coloured, type Draft, trackKey } from './lines.ts';
import { drawLit, type Lit } from './longest.ts';
import { BOARD, cornerOf, drawCentre, drawEntrances, drawFrame, drawStations, FIGURE } from './ring.ts';
import { drawCard, drawTracks } from './tiles.ts';
import { connectorAt, TILE } from './tracks.ts';

/** What lies on the board and around it, in the pixels of its picture: whole pictures and parts of it are drawn alike. */

/** Squares of the board, in reading order. */
const SQUARES = Array.from({ length: SIDE * SIDE }, (_, square) => square);

/** A part of Paris, so large, its upper left corner there on the board. */
function drawParis(stage: Stage, x: number, y: number, size: number, paper: Paper): void {
  stage.stamp(`paris ${x} ${y} ${size}`, BOARD.x + x, BOARD.y + y, [0, 0, size, size], (brush) => {
    brush.beginPath();
    brush.rect(0, 0, size, size);
    brush.clip();
    brush.fillStyle = paper.paper;
    brush.fillRect(0, 0, size, size);
    brush.translate(-x, -y);
    engrave(brush, paper, [x, y, x + size, y + size]);
  });
}

/**
 * What is the same in every picture of a theme: paper, Paris, squares, the central station. With `covered` Paris shows only on
 * squares that are not: much of a small part need not be engraved.
 */
export function drawGround(
  stage: Stage,
  theme: Theme,
  figure = FIGURE,
  covered?: (square: Square) => boolean,
): void {
  const paper = PAPERS[theme];
  if (!covered) drawParis(stage, 0, 0, BOARD.size, paper);
  else
    for (const square of SQUARES)
      if (!CENTRAL.has(square) && !covered(square))
        drawParis(stage, colOf(square) * TILE, rowOf(square) * TILE, TILE, paper);
  for (const i of ALONG.slice(1)) {
    const along = i * TILE;
    stage.stamp('grid down', BOARD.x + along, BOARD.y, [-1, 0, 1, BOARD.size], (brush) => {
      brush.fillStyle = paper.grid;
      brush.fillRect(-0.75, 0, 1.5, BOARD.size);
    });
    stage.stamp('grid across', BOARD.x, BOARD.y + along, [0, -1, BOARD.size, 1], (brush) => {
      brush.fillStyle = paper.grid;
      brush.fillRect(0, -0.75, BOARD.size, 1.5);
    });
  }
  drawCentre(stage, paper, figure);
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
  stage: Stage,
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
    drawCard(stage, ...cornerOf(rowOf(square), colOf(square)), cardOf(square), paper.cardEdge);
  for (const [square, placed] of tiles) {
    const bed = { card: cardOf(square), rail: paper.rail, inside: paper.railInside };
    drawTracks(stage, placed, ...cornerOf(rowOf(square), colOf(square)), paper, bed, (track) => {
      const line = runs.get(trackKey(square, track));
      return (
        line && {
          style: styleOf(theme, line.owner!),
          arrived: line.arrival !== null && !lit.has(line.station) && faded,
        }
      );
    });
  }
}

/** The tiles on the squares alone, without what stands around them: the whole of it small, beside a part of it. */
export function drawCity(stage: Stage, open: Open, draft: Draft | null, theme: Theme): void {
  const paper = PAPERS[theme];
  stage.rect(BOARD.x, BOARD.y, BOARD.size, BOARD.size, paper.paper);
  drawTiles(stage, open, draft, new Set(draft ? open.last?.arrived : []), theme);
  drawCentre(stage, paper, 0);
}

/** A square where a tile may go, with its name or another sign. */
export function drawLegal(
  stage: Stage,
  square: Square,
  style: Style,
  paper: Paper,
  sign = { text: squareName(square), size: 36 },
): void {
  const [x, y] = cornerOf(rowOf(square), colOf(square));
  stage.stamp(`legal ${style.color}`, x, y, [0, 0, TILE, TILE], (brush) => {
    box(brush, 7, 7, TILE - 14, TILE - 14, 10);
    fill(brush, style.legal);
    stroke(brush, style.color, 3);
  });
  stage.center(sign.text, x + TILE / 2, y + TILE / 2, { size: sign.size, color: paper.ink });
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
function drawHead(stage: Stage, line: Line, head: Head, theme: Theme, figure: number): void {
  const style = styleOf(theme, line.owner!);
  const [x, y, dx, dy] = headAt(head);
  const r = headRadius(line.length, figure);
  const beak = r * 1.42;
  const reach = beak + 4;
  const key = `head ${style.color} ${dx} ${dy} ${r}`;
  stage.stamp(key, x, y, [-reach, -reach, reach, reach], (brush) => {
    const travel = Math.atan2(dy, dx);
    const tangent = Math.acos(r / beak);
    brush.beginPath();
    brush.arc(0, 0, r, travel + tangent, travel - tangent);
    brush.lineTo(beak * Math.cos(travel), beak * Math.sin(travel));
    brush.closePath();
    brush.lineJoin = 'round';
    fill(brush, style.color);
    stroke(brush, PAPERS[theme].edge, 2.5);
  });
  layFigures(stage, String(line.length), x, y, { size: figure, color: style.text, room: r * 1.55 });
}

export function drawOutline(
  stage: Stage,
  square: Square,
  color: string,
  width: number,
  dash: readonly number[] = [],
): void {
  const [x, y] = cornerOf(rowOf(square), colOf(square));
  const far = TILE + 5;
  stage.stamp(`outline ${color} ${width} ${dash.join()}`, x, y, [-5, -5, far, far], (brush) => {
    box(brush, -1, -1, TILE + 2, TILE + 2, 6);
    brush.setLineDash([...dash]);
    stroke(brush, color, width);
  });
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
  stage: Stage,
  { open, after, draft, since = open, figure = FIGURE, lit }: Field,
  signs: () => void,
  theme: Theme,
): void {
  const paper = PAPERS[theme];
  const shining = lit ? new Set<number>() : arriving(open, after, since);
  drawTiles(stage, after, draft, shining, theme, lit !== undefined || !open.over);
  if (lit) drawLit(stage, after, lit, theme);
  signs();
  drawFrame(stage, after, theme, figure);
  drawEntrances(stage, after, theme, figure);
  drawStations(stage, after, theme, figure);
  for (const square of newSquares(open, since))
    if (square !== open.last?.square) drawOutline(stage, square, paper.ink, 3.5);
  if (open.last && !lit) drawOutline(stage, open.last.square, paper.ink, 6);
  if (draft) {
    drawOutline(stage, draft.square, paper.bg, 6);
    drawOutline(stage, draft.square, paper.ink, 6, [15, 9]);
  }
  for (const line of after.lines)
    if (line.owner !== null && line.length > 0 && line.head) drawHead(stage, line, line.head, theme, figure);
}
