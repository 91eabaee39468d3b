import type { Line, Open } from '../../games/metro/state.ts';
import {
  BOLD,
  type Brush,
  box,
  center,
  circle,
  fill,
  polygon,
  stroke,
  sunburst,
  widthOf,
  write,
} from '../canvas.ts';
import type { Theme } from '../presenter.ts';
import { PAPERS, type Paper, type Style, styleOf } from './colors.ts';
import { ALONG, columnName, type Entrance, type Stop } from './ground.ts';
import { drawInlay, drawOpen } from './ribbon.ts';
import { connectorAt, straight, THIRD, TILE } from './tracks.ts';

/** Around the squares: stations, names of columns and rows; and the central station with its entrances. */

/** Upper left corner of the board in the picture, and its size. */
export const BOARD = { x: 92, y: 92, size: 8 * TILE } as const;

/** From the board to the middle of the plates. */
const PLATE_UP = 57;
const PLATE_ASIDE = 62;

/** Corner of a square in the picture. */
export const cornerOf = (row: number, col: number): readonly [x: number, y: number] => [
  BOARD.x + col * TILE,
  BOARD.y + row * TILE,
];

/** Where a connector of a square stands in the picture, and the direction out of the square. */
function spot(row: number, col: number, connector: number): readonly [number, number, number, number] {
  const [left, top] = cornerOf(row, col);
  const [x, y, dx, dy] = connectorAt(connector);
  return [left + x, top + y, dx, dy];
}

/** Draws with the origin at a connector and "up" leading out of the square. */
function outward(brush: Brush, at: readonly [number, number, number, number], draw: () => void): void {
  const [x, y, dx, dy] = at;
  brush.save();
  brush.translate(x, y);
  brush.rotate(Math.atan2(dx, -dy));
  draw();
  brush.restore();
}

/** An arch that stands on the edge, `w` wide and `h` high, as the present path. */
function arch(brush: Brush, w: number, h: number): void {
  brush.beginPath();
  brush.moveTo(-w / 2, 0);
  brush.lineTo(-w / 2, -h + w / 2);
  brush.arc(0, -h + w / 2, w / 2, Math.PI, 0);
  brush.lineTo(w / 2, 0);
  brush.closePath();
}

/** An arrival or entrance that no line has come to: a hollow portico. */
function drawPortico(
  brush: Brush,
  at: readonly [number, number, number, number],
  colors: readonly [string, string],
): void {
  outward(brush, at, () => {
    arch(brush, 24, 26);
    fill(brush, colors[1]);
    stroke(brush, colors[0], 2.5);
    arch(brush, 10, 15);
    fill(brush, colors[0]);
  });
}

interface Size {
  readonly w: number;
  readonly h: number;
}

/** Of three figures: how far a portico reaches in their direction, the room that this leaves them, their largest size. */
const LONG = { side: 46, room: 39.5, size: 21 } as const;

/** A portico for three figures, which run across it above and below the board, along it at the sides. */
const longer = ({ w, h }: Size, across: boolean): Size =>
  // At the sides the arrow of the station stands beside the straight part of so long an arch.
  across ? { w: LONG.side, h: h + 2 } : { w: w - 2, h: LONG.side };

/** One that a line has come to: a solid portico with the points it brought its owner. */
function drawTaken(
  brush: Brush,
  at: readonly [number, number, number, number],
  points: number,
  style: Style | null,
  paper: Paper,
  size: Size,
): void {
  const [x, y, dx, dy] = at;
  const text = String(points);
  const long = text.length > 2;
  const across = dx === 0;
  const { w, h } = long ? longer(size, across) : size;
  outward(brush, at, () => {
    arch(brush, w, h);
    fill(brush, style?.color ?? paper.nobody);
    stroke(brush, style ? paper.edge : paper.rail, 2.5);
  });
  if (!style) return;
  // Across an arch three figures stand below its bend, where it is wide enough.
  const lift = h / 2 - (long && across ? 6 : 1);
  center(brush, text, x + dx * lift, y + dy * lift, {
    size: long ? Math.min(LONG.size, LONG.room / widthOf(brush, text, 1, BOLD)) : text.length > 1 ? 21 : 24,
    color: style.text,
  });
}

/** The plate with the number of a station, and its owner's pattern along the lower edge. */
function drawPlate(
  brush: Brush,
  x: number,
  y: number,
  n: number,
  style: Style | null,
  spent: boolean,
  paper: Paper,
): void {
  const [w, h] = [46, 38];
  const plate = () => box(brush, x - w / 2, y - h / 2, w, h, 7);
  plate();
  fill(brush, style === null ? paper.nobody : spent ? style.spent : style.color);
  if (style && style.pattern !== 'solid') {
    brush.save();
    brush.clip();
    const low = y + h / 2 - 6;
    drawInlay(brush, straight(x - w / 2, low, x + w / 2, low), style, 11, spent ? style.color : style.inlay);
    brush.restore();
  }
  const bare = style === null || spent;
  center(brush, String(n), x, y - (style && style.pattern !== 'solid' ? 4.5 : 0), {
    size: 24,
    color: bare ? paper.soft : style.text,
  });
  plate();
  stroke(brush, style === null ? paper.rail : spent ? style.color : paper.edge, 2);
}

/** The sign of a departure: an arrow into the board, large while the line is open. */
function drawDeparture(
  brush: Brush,
  at: readonly [number, number, number, number],
  style: Style | null,
  spent: boolean,
  paper: Paper,
): void {
  if (style && !spent) {
    const [x, y, dx, dy] = at;
    drawOpen(brush, straight(x + dx * 16, y + dy * 16, x, y), style, paper, -16);
  }
  outward(brush, at, () => {
    if (style && !spent) {
      polygon(brush, [
        [0, -12],
        [-16, -31],
        [16, -31],
      ]);
      fill(brush, style.color);
      brush.lineJoin = 'round';
      stroke(brush, paper.edge, 2.5);
      brush.lineJoin = 'miter';
    } else {
      polygon(brush, [
        [0, -5],
        [-10, -18],
        [10, -18],
      ]);
      fill(brush, style?.spent ?? paper.nobody);
      stroke(brush, style?.color ?? paper.rail, 1.5);
    }
  });
}

function drawStation(brush: Brush, open: Open, stop: Stop, came: Line | undefined, theme: Theme): void {
  const paper = PAPERS[theme];
  const line = open.lines[stop.n - 1]!;
  const style = line.owner === null ? null : styleOf(theme, line.owner);
  // At the end all have arrived, and all would be faded.
  const spent = line.arrival !== null && !open.over;
  const departure = spot(stop.row, stop.col, stop.departure);
  const arrival = spot(stop.row, stop.col, stop.arrival);
  drawDeparture(brush, departure, style, spent, paper);
  if (came) {
    const owner = came.owner === null ? null : styleOf(theme, came.owner);
    drawTaken(brush, arrival, came.points, owner, paper, { w: 33, h: 34 });
  } else drawPortico(brush, arrival, [paper.rail, paper.railInside]);
  const [x, y, dx, dy] = departure;
  const away = dx === 0 ? PLATE_UP : PLATE_ASIDE;
  // Above and below, plate and column letter share the side of a square.
  const aside = dx === 0 ? Math.sign(x - arrival[0]) * 6 : 0;
  drawPlate(brush, x + dx * away + aside, y + dy * away, stop.n, style, spent, paper);
}

/** Letters of the columns above and below, figures of the rows left and right: the names used in chat. */
function drawNames(brush: Brush, paper: Paper): void {
  const put = (text: string, x: number, y: number) =>
    center(brush, text, x, y, { size: 26, color: paper.soft });
  const far = BOARD.x + BOARD.size;
  for (const i of ALONG) {
    const start = BOARD.x + i * TILE;
    put(columnName(i), start + 2 * THIRD + 5, BOARD.y - PLATE_UP);
    put(columnName(i), start + THIRD - 5, far + PLATE_UP);
    put(String(i + 1), BOARD.x - PLATE_ASIDE, start + THIRD - 4);
    put(String(i + 1), far + PLATE_ASIDE, start + 2 * THIRD + 4);
  }
}

/** The part of the ring that never changes. */
export function drawFrame(brush: Brush, theme: Theme): void {
  const paper = PAPERS[theme];
  drawNames(brush, paper);
  brush.strokeStyle = paper.ink;
  brush.lineWidth = 3;
  brush.strokeRect(BOARD.x - 1, BOARD.y - 1, BOARD.size + 2, BOARD.size + 2);
}

/** All stations with who has them and which lines came to them. */
export function drawStations(brush: Brush, open: Open, theme: Theme): void {
  for (const stop of open.map.stations) {
    const came = open.lines.find(
      ({ arrival }) => arrival && 'station' in arrival && arrival.station === stop.n,
    );
    drawStation(brush, open, stop, came, theme);
  }
}

const CENTRE = { x: BOARD.x + 3 * TILE, y: BOARD.y + 3 * TILE, size: 2 * TILE } as const;

/** The central station without its entrances. */
export function drawCentre(brush: Brush, paper: Paper): void {
  const { x, y, size } = CENTRE;
  brush.fillStyle = paper.card;
  brush.fillRect(x, y, size, size);
  brush.strokeStyle = paper.ink;
  brush.lineWidth = 4;
  brush.strokeRect(x + 2, y + 2, size - 4, size - 4);
  brush.lineWidth = 1.5;
  brush.strokeRect(x + 7.5, y + 7.5, size - 15, size - 15);
  const middle = [x + size / 2, y + size / 2] as const;
  sunburst(brush, ...middle, 57);
  fill(brush, paper.ink);
  circle(brush, ...middle, 37);
  fill(brush, paper.card);
  write(brush, '×2', middle[0], middle[1] + 14, {
    size: 40,
    weight: BOLD,
    color: paper.ink,
    align: 'center',
  });
}

/** Where an entrance stands, with the direction inwards. */
const doorway = ({ row, col, connector }: Entrance) => spot(row, col, connector);

/** The eight entrances: hollow, or with the doubled points of whoever came in. */
export function drawEntrances(brush: Brush, open: Open, theme: Theme): void {
  const paper = PAPERS[theme];
  open.map.entrances.forEach((entrance, i) => {
    const came = open.lines.find(({ arrival }) => arrival && 'central' in arrival && arrival.central === i);
    if (came) {
      const owner = came.owner === null ? null : styleOf(theme, came.owner);
      drawTaken(brush, doorway(entrance), came.points, owner, paper, { w: 36, h: 38 });
    } else drawPortico(brush, doorway(entrance), [paper.ink, paper.card]);
  });
}
