import type { Line, Open } from '../../games/metro/state.ts';
import { box, CAP, center, circle, fill, polygon, stroke, sunburst } from '../canvas.ts';
import type { Stage } from '../kit/stage.ts';
import type { Theme } from '../presenter.ts';
import { PAPERS, type Paper, type Style, styleOf } from './colors.ts';
import { drawFigures, figureFor } from './figures.ts';
import { ALONG, columnName, type Entrance, type Stop } from './ground.ts';
import { drawPortico, drawTaken, outward, type Spot, takenOf } from './portico.ts';
import { drawInlay, drawOpen } from './ribbon.ts';
import { connectorAt, straight, THIRD, TILE } from './tracks.ts';

/** Around the squares: stations, names of columns and rows; and the central station with its entrances. */

/** Upper left corner of the board in the picture, and its size. */
export const BOARD = { x: 92, y: 92, size: 8 * TILE } as const;

/** Size of figures on a board that is shown 1,000 pixels wide. */
export const FIGURE = figureFor(1000);

/** From the board to the middle of the plates. */
const PLATE_UP = 57;
const PLATE_ASIDE = 62;
/** At the sides plates give way to what arrives beside them. */
const PLATE_AWAY = 8;

/** Corner of a square in the picture. */
export const cornerOf = (row: number, col: number): readonly [x: number, y: number] => [
  BOARD.x + col * TILE,
  BOARD.y + row * TILE,
];

/** Where a connector of a square stands in the picture, and the direction out of the square. */
function spot(row: number, col: number, connector: number): Spot {
  const [left, top] = cornerOf(row, col);
  const [x, y, dx, dy] = connectorAt(connector);
  return [left + x, top + y, dx, dy];
}

/** The plate with the number of a station, and its owner's pattern along the lower edge. */
function drawPlate(
  stage: Stage,
  x: number,
  y: number,
  n: number,
  style: Style | null,
  spent: boolean,
  paper: Paper,
  figure: number,
): void {
  const h = Math.round(figure * CAP + 19);
  const w = Math.min(Math.max(46, Math.round(figure * 1.13 + 10)), 58);
  const patterned = style && style.pattern !== 'solid';
  const bounds = [-w / 2 - 2, -h / 2 - 2, w / 2 + 2, h / 2 + 2] as const;
  stage.stamp(`station ${n} ${style?.color} ${spent} ${figure}`, x, y, bounds, (brush) => {
    const plate = () => box(brush, -w / 2, -h / 2, w, h, 7);
    plate();
    fill(brush, style === null ? paper.nobody : spent ? style.spent : style.color);
    if (patterned) {
      brush.save();
      brush.clip();
      const low = h / 2 - 6;
      drawInlay(brush, straight(-w / 2, low, w / 2, low), style, 11, spent ? style.color : style.inlay);
      brush.restore();
    }
    drawFigures(brush, String(n), 0, patterned ? -4 : 0, {
      size: figure,
      color: style === null || spent ? paper.soft : style.text,
      room: w - 8,
    });
    plate();
    stroke(brush, style === null ? paper.rail : spent ? style.color : paper.edge, 2);
  });
}

/** The sign of a departure: an arrow into the board, large while the line is open. */
function drawDeparture(stage: Stage, at: Spot, style: Style | null, spent: boolean, paper: Paper): void {
  const [x, y, dx, dy] = at;
  const key = `departure ${dx} ${dy} ${style?.color} ${spent}`;
  stage.stamp(key, x, y, [-36, -36, 36, 36], (brush) => {
    const open = style && !spent;
    if (open) drawOpen(brush, straight(dx * 16, dy * 16, 0, 0), style, paper, -16);
    outward(brush, [0, 0, dx, dy], () => {
      const [from, to, half] = open ? [-12, -31, 16] : [-5, -18, 10];
      polygon(brush, [
        [0, from],
        [-half, to],
        [half, to],
      ]);
      if (open) {
        fill(brush, style.color);
        brush.lineJoin = 'round';
        stroke(brush, paper.edge, 2.5);
      } else {
        fill(brush, style?.spent ?? paper.nobody);
        stroke(brush, style?.color ?? paper.rail, 1.5);
      }
    });
  });
}

function drawStation(
  stage: Stage,
  open: Open,
  stop: Stop,
  came: Line | undefined,
  theme: Theme,
  figure: number,
): void {
  const paper = PAPERS[theme];
  const line = open.lines[stop.n - 1]!;
  const style = line.owner === null ? null : styleOf(theme, line.owner);
  // At the end all have arrived, and all would be faded.
  const spent = line.arrival !== null && !open.over;
  const departure = spot(stop.row, stop.col, stop.departure);
  const arrival = spot(stop.row, stop.col, stop.arrival);
  drawDeparture(stage, departure, style, spent, paper);
  if (came) {
    const owner = came.owner === null ? null : styleOf(theme, came.owner);
    const taken = takenOf(came.points, figure, arrival);
    // The own arrow is a third of a tile away on one side, the next station's two thirds on the other.
    const aside = Math.max(0, taken.w / 2 - THIRD / 2);
    drawTaken(stage, arrival, taken, owner, paper, { figure, aside });
  } else drawPortico(stage, arrival, [paper.rail, paper.railInside]);
  const [x, y, dx, dy] = departure;
  const away = dx === 0 ? PLATE_UP : PLATE_ASIDE;
  // Above and below, plate and column letter share the side of a square.
  const aside = dx === 0 ? Math.sign(x - arrival[0]) * 6 : 0;
  const down = dy === 0 ? Math.sign(y - arrival[1]) * PLATE_AWAY : 0;
  drawPlate(stage, x + dx * away + aside, y + dy * away + down, stop.n, style, spent, paper, figure);
}

/** Room beside the arrivals of a side for its row's figure: of three figures one takes it. */
const isLong = (line: Line): boolean => line.points > 99;

/** Letters of the columns above and below, figures of the rows left and right: the names used in chat. */
function drawNames(stage: Stage, open: Open, paper: Paper, figure: number): void {
  const put = (text: string, x: number, y: number) =>
    stage.center(text, x, y, { size: figure, color: paper.soft });
  const far = BOARD.x + BOARD.size;
  const aside = Math.min(PLATE_ASIDE + (figure - 28) * 1.1, 89 - figure / 3);
  const longAt = (row: number, col: number): boolean =>
    open.lines.some((line) => {
      const { arrival } = line;
      const stop = arrival && 'station' in arrival ? open.map.stations[arrival.station - 1]! : null;
      return isLong(line) && stop?.row === row && stop.col === col && stop.arrival % 4 === 3;
    });
  for (const i of ALONG) {
    const start = BOARD.x + i * TILE;
    put(columnName(i), start + 79, BOARD.y - PLATE_UP - 4);
    put(columnName(i), start + TILE - 79, far + PLATE_UP + 4);
    if (!longAt(i, 0)) put(String(i + 1), BOARD.x - aside, start + THIRD - 3);
    if (!longAt(i, 7)) put(String(i + 1), far + aside, start + 2 * THIRD + 3);
  }
}

/** A square's four sides, so wide. */
export function drawRim(
  stage: Stage,
  { x, y, size }: { readonly x: number; readonly y: number; readonly size: number },
  color: string,
  width: number,
): void {
  const half = width / 2;
  const side = (name: string, w: number, h: number) => (left: number, top: number) =>
    stage.stamp(
      `${name} ${size} ${width} ${color}`,
      left,
      top,
      [-half, -half, w + half, h + half],
      (brush) => {
        brush.fillStyle = color;
        brush.fillRect(-half, -half, w + width, h + width);
      },
    );
  const across = side('rim across', size, 0);
  const down = side('rim down', 0, size);
  across(x, y);
  across(x, y + size);
  down(x, y);
  down(x + size, y);
}

/** Names of columns and rows, and the edge of the board. */
export function drawFrame(stage: Stage, open: Open, theme: Theme, figure: number): void {
  const paper = PAPERS[theme];
  drawNames(stage, open, paper, figure);
  drawRim(stage, { x: BOARD.x - 1, y: BOARD.y - 1, size: BOARD.size + 2 }, paper.ink, 3);
}

/** All stations with who has them and which lines came to them. */
export function drawStations(stage: Stage, open: Open, theme: Theme, figure: number): void {
  for (const stop of open.map.stations) {
    const came = open.lines.find(
      ({ arrival }) => arrival && 'station' in arrival && arrival.station === stop.n,
    );
    drawStation(stage, open, stop, came, theme, figure);
  }
}

/** The four squares of the central station. */
export const CENTRE = { x: BOARD.x + 3 * TILE, y: BOARD.y + 3 * TILE, size: 2 * TILE } as const;

/** The central station without its entrances; figures of no size are left out. */
export function drawCentre(stage: Stage, paper: Paper, figure: number): void {
  const { x, y, size } = CENTRE;
  stage.stamp(`centre ${figure}`, x, y, [0, 0, size, size], (brush) => {
    brush.fillStyle = paper.card;
    brush.fillRect(0, 0, size, size);
    brush.strokeStyle = paper.ink;
    brush.lineWidth = 4;
    brush.strokeRect(2, 2, size - 4, size - 4);
    brush.lineWidth = 1.5;
    brush.strokeRect(7.5, 7.5, size - 15, size - 15);
    const middle = [size / 2, size / 2] as const;
    sunburst(brush, ...middle, 57);
    fill(brush, paper.ink);
    circle(brush, ...middle, 37);
    fill(brush, paper.card);
    if (figure > 0) center(brush, '×2', ...middle, { size: Math.max(40, figure), color: paper.ink });
  });
}

/** Where an entrance stands, with the direction inwards. */
const doorway = ({ row, col, connector }: Entrance) => spot(row, col, connector);

/** How far the points of an entrance stand aside, so that those of the next side have room in the corner. */
function asideOf([x, , dx, dy]: Spot, w: number): number {
  if (dx !== 0 || w < 46) return 0;
  const from = dy > 0 ? x - CENTRE.x : CENTRE.x + CENTRE.size - x;
  return Math.min(w / 2 - 10, from - 8 - w / 2);
}

/** The eight entrances: hollow, or with the doubled points of whoever came in. */
export function drawEntrances(stage: Stage, open: Open, theme: Theme, figure: number): void {
  const paper = PAPERS[theme];
  open.map.entrances.forEach((entrance, i) => {
    const came = open.lines.find(({ arrival }) => arrival && 'central' in arrival && arrival.central === i);
    const at = doorway(entrance);
    if (came) {
      const owner = came.owner === null ? null : styleOf(theme, came.owner);
      const taken = takenOf(came.points, figure, at);
      drawTaken(stage, at, taken, owner, paper, { figure, aside: asideOf(at, taken.w) });
    } else drawPortico(stage, at, [paper.ink, paper.card]);
  });
}
