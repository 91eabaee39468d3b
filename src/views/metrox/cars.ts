import { numberOf } from '../../games/metrox/deck.ts';
import { type Card, FIRST, type MetroxMap, OPEN } from '../../games/metrox/state.ts';
import { type Brush, box, center, circle, fill, stroke } from '../canvas.ts';
import type { Stage } from '../kit/stage.ts';
import { COUNTED } from '../legible.ts';
import type { Theme } from '../presenter.ts';
import { COLORS, INK, mix, WHITE } from '../theme.ts';
import { kindOf } from './facts.ts';
import { CAR, type CarBox } from './frame.ts';
import type { Life } from './life.ts';
import { star } from './signs.ts';
import { type Style, slotOf, style } from './slots.ts';
import type { Fresh } from './stations.ts';

/** What became of a line's bonuses on a board. */
export type Bonus = 'open' | 'gone' | 'first' | 'later';

/** `taken`: somebody has the first bonus already. */
export function bonusState(done: number, taken: boolean): Bonus {
  if (done === OPEN) return taken ? 'gone' : 'open';
  return done === FIRST ? 'first' : 'later';
}

/** A diamond with rounded tips as the present path; `r` is what half its height would be with sharp ones. */
function diamond(brush: Brush, x: number, y: number, r: number): void {
  const side = r * Math.SQRT2;
  brush.save();
  brush.translate(x, y);
  brush.rotate(Math.PI / 4);
  box(brush, -side / 2, -side / 2, side, side, r * 0.18);
  brush.restore();
}

/** A gold diamond for the first bonus: struck out and without its number when it is gone, rimmed when it is one's own. */
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
  if (state === 'gone' || state === 'later') {
    diamond(brush, x, y, r - 2);
    stroke(brush, colors.ghost, 3);
    const arm = r * 0.66;
    brush.lineCap = 'round';
    brush.beginPath();
    brush.moveTo(x - arm, y + arm);
    brush.lineTo(x + arm, y - arm);
    stroke(brush, colors.muted, 4.5);
    brush.lineCap = 'butt';
    return;
  }
  const gold = dead ? mix(colors.gold, colors.paper, 0.6) : colors.gold;
  diamond(brush, x, y, r);
  fill(brush, state === 'first' ? colors.ink : gold);
  if (state === 'first') {
    diamond(brush, x, y, r - 4);
    fill(brush, gold);
  }
  const size = Math.max(COUNTED, r * 1.28);
  center(brush, String(value), x, y, { size, color: dead ? mix(INK, gold, 0.45) : INK });
}

/** Paper around a square, so that what stands beside it does not touch it. */
const RIM = 2.5;

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
  const size = Math.max(COUNTED, side * 0.85);
  box(brush, x - side / 2 - RIM, y - side / 2 - RIM, side + 2 * RIM, side + 2 * RIM, 8 + RIM);
  fill(brush, colors.paper);
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

/** Size of a badge's letter as a share of its radius. */
export const LETTER = 1.55;

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
  center(brush, letter, x, y, { size: r * LETTER, color: ink, fit: r * 1.6 });
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
  box(brush, x, y - side / 2, side, side, 9);
  if (card === null) {
    fill(brush, empty.edge);
    box(brush, x + 2.5, y - side / 2 + 2.5, side - 5, side - 5, 6);
    fill(brush, empty.ground);
    return;
  }
  const light = fresh === 'last' ? GOLD : PENDING;
  if (kindOf(card) === 'skip') {
    fill(brush, fresh === 'old' ? filled : INK);
    // A full disc instead of a ring, and nearly a square, leaves the number room to be read on a phone.
    box(brush, x + 1, y - side / 2 + 1, side - 2, side - 2, 16);
    fill(brush, fresh === 'old' ? ink : light);
    const color = fresh === 'old' ? filled : INK;
    center(brush, String(numberOf(card)), cx, y, { size: COUNTED, color });
    return;
  }
  fill(brush, fresh === 'old' ? filled : light);
  const sign = fresh === 'old' ? ink : INK;
  if (fresh !== 'old') {
    box(brush, x + 1.5, y - side / 2 + 1.5, side - 3, side - 3, 7);
    if (fresh === 'pending') brush.setLineDash([5, 4]);
    stroke(brush, INK, 3);
    brush.setLineDash([]);
  }
  if (kindOf(card) === 'transfer') star(brush, cx, y, side * 0.4, sign);
  else center(brush, String(numberOf(card)), cx, y, { size: COUNTED, color: sign });
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

/** The body of a car as the present path: its end is round, its nose pointed. */
function body(brush: Brush, car: CarBox, grow: number): void {
  const top = car.y - CAR.height / 2 - grow;
  const foot = car.y + CAR.height / 2 + grow;
  const left = car.body - grow;
  const right = car.right + grow;
  const round = END + grow;
  const nose = 15 + grow;
  brush.beginPath();
  brush.moveTo(left + round, top);
  brush.lineTo(right - nose, top);
  brush.quadraticCurveTo(right - 2, top, right, foot - nose);
  brush.quadraticCurveTo(right, foot, right - nose * 0.7, foot);
  brush.lineTo(left + round, foot);
  brush.arcTo(left, foot, left, top, round);
  brush.arcTo(left, top, right, top, round);
  brush.closePath();
}

/** How round the end of a car is. */
const END = 20;

/** Where a window begins, seen from the left edge of its car. */
const windowAt = (index: number): number =>
  CAR.lead + 2 * CAR.pad + CAR.badge + index * (CAR.window + CAR.windowGap);

/** Colours of what is written on a car. */
function carInk(life: Life, paint: Style, theme: Theme) {
  const dead = life === 'dead';
  const filled = dead ? mix(INK, paint.color, theme === 'light' ? 0.55 : 0.35) : INK;
  const ink = dead ? mix(WHITE, filled, 0.12) : WHITE;
  return { filled, ink, empty: { ground: life === 'lit' ? '#fff2c9' : WHITE, edge: filled } };
}

/** A car with its badge and empty windows, its left edge and its middle at the origin. */
function drawBody(
  brush: Brush,
  map: MetroxMap,
  line: number,
  length: number,
  { life, chosen }: Pick<CarLook, 'life' | 'chosen'>,
  theme: Theme,
): void {
  const colors = COLORS[theme];
  const { id, windows } = map.lines[line]!;
  const dead = life === 'dead';
  const paint = style(slotOf(map, line), theme, dead);
  const car: CarBox = { x: 0, body: CAR.lead, right: CAR.lead + length, y: 0 };
  const shape = (grow: number, color: string) => {
    body(brush, car, grow);
    fill(brush, color);
  };
  shape(3, colors.paper);
  if (chosen) {
    shape(8, colors.paper);
    shape(6.5, colors.pale);
    shape(1.8, INK);
  } else if (life === 'lit') {
    shape(8, colors.paper);
    shape(6.5, colors.gold);
    shape(1.8, INK);
  }
  shape(0, paint.color);

  const side = CAR.height - 2 * CAR.pad;
  const ground = dead ? mix(WHITE, paint.color, theme === 'light' ? 0.25 : 0.6) : WHITE;
  const round = END - CAR.pad;
  box(brush, car.body + CAR.pad, -side / 2, CAR.badge, side, [round, 8, 8, round]);
  fill(brush, ground);
  const letter = { size: COUNTED, color: dead ? mix(INK, ground, 0.4) : INK, fit: CAR.badge };
  center(brush, id, car.body + CAR.pad + CAR.badge / 2 + 0.5, 0, letter);

  const { filled, ink, empty } = carInk(life, paint, theme);
  for (let i = 0; i < windows; i++) drawWindow(brush, null, windowAt(i), 0, 'old', empty, filled, ink);
}

/** The bonuses before a car, the left edge of the diamond and the middle at the origin. */
function drawBonuses(brush: Brush, map: MetroxMap, line: number, look: CarLook, theme: Theme): void {
  const { bonus } = map.lines[line]!;
  const dead = look.life === 'dead';
  drawDiamond(brush, bonus.first, CAR.diamond, 0, CAR.diamond, look.bonus, theme, dead);
  const square = 2 * CAR.diamond + CAR.gap + CAR.square / 2;
  drawSquare(brush, bonus.later, square, 0, CAR.square, look.bonus, theme, dead);
}

/** How far what is around a car reaches to each side. */
const AROUND = 12;

/** Draws a line's train car with its badge and its windows, all empty. */
export function drawCar(
  stage: Stage,
  map: MetroxMap,
  line: number,
  car: CarBox,
  look: Pick<CarLook, 'life' | 'chosen'>,
  theme: Theme,
): void {
  const length = car.right - car.body;
  const half = CAR.height / 2 + AROUND;
  const bounds = [CAR.lead - AROUND, -half, CAR.lead + length + AROUND, half] as const;
  stage.stamp(`car ${line} ${look.life} ${look.chosen}`, car.x, car.y, bounds, (brush) =>
    drawBody(brush, map, line, length, look, theme),
  );
}

/** Draws what a board has of a line on its car: the windows that are full, and its bonuses. */
export function drawLoad(
  stage: Stage,
  map: MetroxMap,
  line: number,
  { x, y }: CarBox,
  look: CarLook,
  theme: Theme,
): void {
  const { life } = look;
  const half = CAR.height / 2;
  stage.stamp(`bonuses ${line} ${life} ${look.bonus}`, x, y, [-4, -half - 8, CAR.lead, half + 8], (brush) =>
    drawBonuses(brush, map, line, look, theme),
  );
  look.windows.forEach((card, i) => {
    const fresh = i === look.windows.length - 1 ? look.fresh : 'old';
    const window = [-1, -CAR.window / 2 - 1, CAR.window + 1, CAR.window / 2 + 1] as const;
    stage.stamp(`window ${line} ${life} ${card} ${fresh}`, x + windowAt(i), y, window, (brush) => {
      const { filled, ink, empty } = carInk(life, style(slotOf(map, line), theme, life === 'dead'), theme);
      drawWindow(brush, card, 0, 0, fresh, empty, filled, ink);
    });
  });
}
