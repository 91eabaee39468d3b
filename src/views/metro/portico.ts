import { type Brush, CAP, fill, stroke } from '../canvas.ts';
import type { Stage } from '../kit/stage.ts';
import type { Paper, Style } from './colors.ts';
import { figuresWidth, layFigures } from './figures.ts';

/** Where lines arrive: a hollow portico, or a solid one with the points of the line that came. */

/** Where a connector stands in the picture, and the direction out of its square. */
export type Spot = readonly [x: number, y: number, dx: number, dy: number];

/** Draws with the origin at a connector and "up" leading out of the square. */
export function outward(brush: Brush, [x, y, dx, dy]: Spot, draw: () => void): void {
  brush.save();
  brush.translate(x, y);
  brush.rotate(Math.atan2(dx, -dy));
  draw();
  brush.restore();
}

/** An arch that stands on the edge, `w` wide and `h` high, as the present path. */
function arch(brush: Brush, w: number, h: number, round = w / 2, x = 0): void {
  brush.beginPath();
  brush.roundRect(x - w / 2, -h, w, h, [round, round, 0, 0]);
}

/** Names a direction out of a square among the four. */
const sideOf = ([, , dx, dy]: Spot): string => `${Math.round(dx)} ${Math.round(dy)}`;

/** An arrival or entrance that no line has come to: a hollow portico. */
export function drawPortico(stage: Stage, at: Spot, colors: readonly [string, string]): void {
  const [x, y, ...out] = at;
  stage.stamp(`portico ${sideOf(at)} ${colors[0]}`, x, y, [-28, -28, 28, 28], (brush) =>
    outward(brush, [0, 0, ...out], () => {
      arch(brush, 24, 26);
      fill(brush, colors[1]);
      stroke(brush, colors[0], 2.5);
      arch(brush, 10, 15);
      fill(brush, colors[0]);
    }),
  );
}

/** Room of the points: two figures, or three that become narrow. */
const ROOM = { two: 1.2, three: 1.5 } as const;
const PAD = 6;
const STEP = 4;

/** A portico with points in it. */
export interface Taken {
  readonly text: string;
  /** Along the edge of the square, and out of it. */
  readonly w: number;
  readonly h: number;
  readonly room: number;
}

/** How large a portico is that holds so many points in figures of a size; they run along the upper and the lower edge. */
export function takenOf(points: number, figure: number, { 2: dx }: Spot): Taken {
  const text = String(points);
  const room = figure * (text.length > 2 ? ROOM.three : ROOM.two);
  // In few widths: each is drawn once for all figures.
  const long = Math.ceil((figuresWidth(text, figure, room) + 2 * PAD) / STEP) * STEP;
  const high = figure * CAP + 2 * PAD;
  const [w, h] = dx === 0 ? [long, high + 2] : [high, long + 2];
  return { text, w: Math.max(w, 33), h: Math.max(h, 34), room };
}

/** One that a line has come to, `aside` from its connector, with the points it brought its owner; nobody's have none. */
export function drawTaken(
  stage: Stage,
  at: Spot,
  { text, w, h, room }: Taken,
  style: Style | null,
  paper: Paper,
  { figure, aside }: { readonly figure: number; readonly aside: number },
): void {
  const [x, y, dx, dy] = at;
  const color = style?.color ?? paper.nobody;
  const far = Math.max(h, w / 2 + Math.abs(aside)) + 3;
  const key = `taken ${w} ${h} ${text.length > 1} ${sideOf(at)} ${color} ${aside}`;
  stage.stamp(key, x, y, [-far, -far, far, far], (brush) => {
    outward(brush, [0, 0, dx, dy], () => {
      arch(brush, w, h, Math.min(w / 2, text.length > 1 ? 13 : 20), aside);
      fill(brush, color);
      stroke(brush, style ? paper.edge : paper.rail, 2.5);
    });
  });
  if (!style) return;
  // Turned with the edge, so that to the right of "out" is one way round the board everywhere.
  const lift = h / 2 - 1;
  layFigures(stage, text, x + dx * lift - dy * aside, y + dy * lift + dx * aside, {
    size: figure,
    color: style.text,
    room,
  });
}
