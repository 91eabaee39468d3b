import { numberOf } from '../../games/metrox/deck.ts';
import { type Card, FIRST, type MetroxMap, OPEN } from '../../games/metrox/state.ts';
import { type Brush, box, center, circle, fill, polygon, stroke } from '../canvas.ts';
import type { Theme } from '../presenter.ts';
import { COLORS, INK, mix, WHITE } from '../theme.ts';
import { star } from './cards.ts';
import { kindOf } from './facts.ts';
import { CAR, type CarBox } from './frame.ts';
import type { Life } from './life.ts';
import { type Style, slotOf, style } from './slots.ts';
import type { Fresh } from './stations.ts';

/** What became of a line's bonuses on a board. */
export type Bonus = 'open' | 'gone' | 'first' | 'later';

/** `taken`: somebody has the first bonus already. */
export function bonusState(done: number, taken: boolean): Bonus {
  if (done === OPEN) return taken ? 'gone' : 'open';
  return done === FIRST ? 'first' : 'later';
}

/** A gold diamond for the first bonus: struck out when it is gone, rimmed when it is one's own. */
export function drawDiamond(
  brush: Brush,
  value: number,
  x: number,
  y: number,
  r: number,
  state: Bonus,
  theme: Theme,
  dead = false,
): void {
  const colors = COLORS[theme];
  const shape = (radius: number) =>
    polygon(brush, [
      [x, y - radius],
      [x + radius, y],
      [x, y + radius],
      [x - radius, y],
    ]);
  const size = r * 1.28;
  if (state === 'gone' || state === 'later') {
    shape(r - 2);
    stroke(brush, colors.ghost, 2.5);
    center(brush, String(value), x, y, { size: size * 0.86, color: colors.ghost });
    const arm = r * 0.72;
    brush.lineCap = 'round';
    brush.beginPath();
    brush.moveTo(x - arm, y + arm);
    brush.lineTo(x + arm, y - arm);
    stroke(brush, colors.paper, 10);
    brush.beginPath();
    brush.moveTo(x - arm, y + arm);
    brush.lineTo(x + arm, y - arm);
    stroke(brush, colors.soft, 4.5);
    brush.lineCap = 'butt';
    return;
  }
  brush.lineJoin = 'round';
  const gold = dead ? mix(colors.gold, colors.paper, 0.6) : colors.gold;
  if (state === 'first') {
    shape(r + 1);
    fill(brush, colors.ink);
    stroke(brush, colors.ink, 3);
    shape(r - 3.5);
  } else shape(r);
  fill(brush, gold);
  center(brush, String(value), x, y, { size, color: dead ? mix(INK, gold, 0.45) : INK });
}

/** A white square for the later bonus: faded while it cannot be had, gold when it is one's own. */
export function drawSquare(
  brush: Brush,
  value: number,
  x: number,
  y: number,
  side: number,
  state: Bonus,
  theme: Theme,
  dead = false,
): void {
  const colors = COLORS[theme];
  const size = side * 0.85;
  box(brush, x - side / 2 + 1.75, y - side / 2 + 1.75, side - 3.5, side - 3.5, 8);
  if (state === 'first' || dead) {
    stroke(brush, colors.ghost, 2.5);
    center(brush, String(value), x, y, { size, color: colors.muted });
    return;
  }
  fill(brush, state === 'later' ? colors.gold : WHITE);
  if (theme === 'light') stroke(brush, INK, 3.5);
  else if (state === 'later') stroke(brush, WHITE, 3.5);
  center(brush, String(value), x, y, { size, color: INK });
}

/** A round badge with a line's letter. */
export function drawBadge(
  brush: Brush,
  letter: string,
  x: number,
  y: number,
  r: number,
  ground: string,
  ink: string,
): void {
  circle(brush, x, y, r);
  fill(brush, ground);
  center(brush, letter, x, y, { size: r * 1.55, color: ink, fit: r * 1.6 });
}

const { gold: GOLD, pending: PENDING } = COLORS.light;

function drawWindow(
  brush: Brush,
  card: Card | null,
  x: number,
  y: number,
  fresh: Fresh,
  empty: { readonly ground: string; readonly edge: string },
  filled: string,
  ink: string,
): void {
  const side = CAR.window;
  const cx = x + side / 2;
  box(brush, x, y - side / 2, side, side, 8);
  if (card === null) {
    fill(brush, empty.edge);
    box(brush, x + 2.5, y - side / 2 + 2.5, side - 5, side - 5, 6);
    fill(brush, empty.ground);
    return;
  }
  const ground = fresh === 'last' ? GOLD : fresh === 'pending' ? PENDING : filled;
  const sign = fresh === 'old' ? ink : INK;
  fill(brush, ground);
  if (fresh !== 'old') {
    box(brush, x + 1.5, y - side / 2 + 1.5, side - 3, side - 3, 7);
    if (fresh === 'pending') brush.setLineDash([5, 4]);
    stroke(brush, INK, 3);
    brush.setLineDash([]);
  }
  if (kindOf(card) === 'transfer') star(brush, cx, y, side * 0.4, sign);
  else if (kindOf(card) === 'skip') {
    // A full disc instead of a ring leaves the number room to be read on a phone.
    circle(brush, cx, y, side / 2 - (fresh === 'old' ? 1.5 : 4));
    fill(brush, sign);
    center(brush, String(numberOf(card)), cx, y, { size: fresh === 'old' ? 34 : 30, color: ground });
  } else center(brush, String(numberOf(card)), cx, y, { size: 35, color: sign });
}

export interface CarLook {
  readonly life: Life;
  readonly bonus: Bonus;
  readonly windows: readonly Card[];
  /** Of the newest window. */
  readonly fresh: Fresh;
  /** A choice not yet final is about this line. */
  readonly chosen: boolean;
}

function body(brush: Brush, car: CarBox, grow: number): void {
  const h = CAR.height / 2 + grow;
  const left = car.body - grow;
  const right = car.right + grow;
  const nose = 15 + grow;
  brush.beginPath();
  brush.moveTo(left + h, car.y - h);
  brush.lineTo(right - nose, car.y - h);
  brush.quadraticCurveTo(right - 2, car.y - h, right, car.y + h - nose);
  brush.quadraticCurveTo(right, car.y + h, right - nose * 0.7, car.y + h);
  brush.lineTo(left + h, car.y + h);
  brush.arc(left + h, car.y, h, Math.PI / 2, -Math.PI / 2);
  brush.closePath();
}

/** Draws a line's train car with its badge, windows and bonuses. */
export function drawCar(
  brush: Brush,
  map: MetroxMap,
  line: number,
  car: CarBox,
  look: CarLook,
  theme: Theme,
): void {
  const colors = COLORS[theme];
  const { id, windows, bonus } = map.lines[line]!;
  const dead = look.life === 'dead';
  const paint: Style = style(slotOf(map, line), theme, dead);
  const shape = (grow: number, color: string) => {
    body(brush, car, grow);
    fill(brush, color);
  };
  shape(3, colors.paper);
  if (look.chosen) {
    shape(8, colors.paper);
    shape(6.5, colors.pale);
    shape(1.8, INK);
  } else if (look.life === 'lit') {
    shape(8, colors.paper);
    shape(6.5, colors.gold);
    shape(1.8, INK);
  }
  shape(0, paint.color);

  const y = car.y;
  drawDiamond(brush, bonus.first, car.x + CAR.diamond, y, CAR.diamond, look.bonus, theme, dead);
  const square = car.x + 2 * CAR.diamond + CAR.gap + CAR.square / 2;
  drawSquare(brush, bonus.later, square, y, CAR.square, look.bonus, theme, dead);

  const r = CAR.badge / 2;
  const ground = dead ? mix(WHITE, paint.color, theme === 'light' ? 0.25 : 0.6) : WHITE;
  drawBadge(brush, id, car.body + CAR.pad + r, y, r, ground, dead ? mix(INK, ground, 0.4) : INK);

  const filled = dead ? mix(INK, paint.color, theme === 'light' ? 0.55 : 0.35) : INK;
  const ink = dead ? mix(WHITE, filled, 0.12) : WHITE;
  const empty = { ground: look.life === 'lit' ? '#fff2c9' : WHITE, edge: filled };
  for (let i = 0; i < windows; i++) {
    const x = car.body + CAR.pad + CAR.badge + 6 + i * (CAR.window + CAR.windowGap);
    const fresh = i === look.windows.length - 1 ? look.fresh : 'old';
    drawWindow(brush, look.windows[i] ?? null, x, y, fresh, empty, filled, ink);
  }
}
