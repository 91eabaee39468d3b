import { numberOf, reshuffles } from '../../games/metrox/deck.ts';
import type { Card, MetroxMap } from '../../games/metrox/state.ts';
import type { Translate } from '../../locales.ts';
import { type Brush, box, center, circle, fill, polygon, stroke } from '../canvas.ts';
import type { Stage } from '../kit/stage.ts';
import type { Theme } from '../presenter.ts';
import { COLORS, INK, WHITE } from '../theme.ts';
import { KINDS, kindOf } from './facts.ts';
import { cross, star } from './signs.ts';

/** Two arrows in a circle: all cards are shuffled again. */
function arrows(brush: Brush, x: number, y: number, r: number, color: string): void {
  brush.lineCap = 'butt';
  for (const turn of [0, Math.PI]) {
    brush.save();
    brush.translate(x, y);
    brush.rotate(turn);
    brush.beginPath();
    brush.arc(0, 0, r, -Math.PI * 0.9, -Math.PI * 0.22);
    stroke(brush, color, r * 0.34);
    const [ax, ay] = [Math.cos(-Math.PI * 0.18) * r, Math.sin(-Math.PI * 0.18) * r];
    polygon(brush, [
      [ax - r * 0.62, ay + r * 0.02],
      [ax + r * 0.5, ay - r * 0.3],
      [ax + r * 0.12, ay + r * 0.72],
    ]);
    fill(brush, color);
    brush.restore();
  }
}

/** Radius of the ring around a skip card's number and size of that number, as shares of the sign's size. */
const RING = { close: { r: 0.58, number: 0.84 }, wide: { r: 0.65, number: 1 } } as const;

/**
 * The sign of a card: a number, a number in a ring, a star, a boxed x. `size` is the height of figures' type; in a wide ring
 * it has that size, too.
 */
export function sign(
  brush: Brush,
  card: Card,
  x: number,
  y: number,
  size: number,
  color: string,
  ring: keyof typeof RING = 'close',
): void {
  switch (kindOf(card)) {
    case 'number':
      center(brush, String(numberOf(card)), x, y, { size, color });
      if (reshuffles(card)) arrows(brush, x + size * 0.56, y - size * 0.42, size * 0.2, color);
      return;
    case 'skip':
      circle(brush, x, y, size * RING[ring].r);
      stroke(brush, color, size * 0.09);
      center(brush, String(numberOf(card)), x, y, { size: size * RING[ring].number, color });
      return;
    case 'transfer':
      star(brush, x, y, size * 0.52, color);
      return;
    case 'free': {
      const side = size * 0.82;
      box(brush, x - side / 2, y - side / 2, side, side, side * 0.2);
      stroke(brush, color, size * 0.1);
      cross(brush, x, y, size * 0.18, size * 0.12, color);
    }
  }
}

/** Lays a card, face up; without one its back. `width`: in pixels. */
export function paintCard(
  stage: Stage,
  card: Card | null,
  x: number,
  y: number,
  width: number,
  theme: Theme,
): void {
  stage.stamp(`card ${card} ${width}`, x, y, [0, 0, width, width * 1.28], (brush) =>
    drawCard(brush, card, width, theme),
  );
}

function drawCard(brush: Brush, card: Card | null, width: number, theme: Theme): void {
  const [x, y] = [0, 0];
  const height = width * 1.28;
  const scale = width / 122;
  const face = theme === 'light' ? INK : WHITE;
  const ink = theme === 'light' ? WHITE : INK;
  box(brush, x, y, width, height, 18 * scale);
  fill(brush, face);
  const inset = 7 * scale;
  box(brush, x + inset, y + inset, width - 2 * inset, height - 2 * inset, 12 * scale);
  stroke(brush, ink, 2.5 * scale);
  const cx = x + width / 2;
  const cy = y + height / 2;
  if (card === null) {
    for (let i = -1; i <= 1; i++) cross(brush, cx, cy + i * 38 * scale, 11 * scale, 7 * scale, ink);
    return;
  }
  const size = kindOf(card) === 'number' ? 112 : kindOf(card) === 'skip' ? 72 : 88;
  if (reshuffles(card)) {
    center(brush, '6', cx, cy + 8 * scale, { size: 108 * scale, color: ink });
    arrows(brush, x + width - 29 * scale, y + 31 * scale, 12 * scale, ink);
  } else sign(brush, card, cx, cy, size * scale, ink);
}

/** Name of a card and, in a few words, what it does. */
export function cardWords(t: Translate, card: Card): { name: string; effect: string } {
  const kind = kindOf(card);
  const n = numberOf(card);
  return { name: t(`picture.card.${kind}`, { n }), effect: t(`picture.effect.${kind}`, { n, count: n }) };
}

export interface Count {
  readonly card: Card;
  readonly left: number;
  readonly printed: number;
}

/** How many cards of each kind are left of those printed, kinds that are not printed left out. */
export function countCards(map: MetroxMap, deck: readonly Card[]): Count[] {
  const among = (cards: readonly Card[], card: Card) => cards.filter((c) => c === card).length;
  return KINDS.map((card) => ({ card, left: among(deck, card), printed: among(map.deck, card) })).filter(
    ({ printed }) => printed > 0,
  );
}

export interface TrackerSize {
  readonly pitch: number;
  readonly size: number;
  readonly pip: number;
}

/** Draws a kind of card with a pip for each printed card, solid while it is still in the deck. */
function drawKind(brush: Brush, count: Count, x: number, y: number, how: TrackerSize, theme: Theme): void {
  const colors = COLORS[theme];
  const none = count.left === 0;
  sign(brush, count.card, x, y, how.size, none ? colors.ghost : colors.ink, 'wide');
  const { pip } = how;
  const step = Math.min(pip + 3.5, (how.pitch - 4) / count.printed);
  const top = y + how.size * 0.73 + pip * 0.3;
  for (let i = 0; i < count.printed; i++) {
    const px = x + (i - (count.printed - 1) / 2) * step - pip / 2;
    if (i < count.left) {
      box(brush, px, top, pip, pip, 2);
      fill(brush, colors.ink);
    } else {
      box(brush, px + 0.75, top + 0.75, pip - 1.5, pip - 1.5, 1.5);
      stroke(brush, colors.ghost, 1.5);
    }
  }
}

/** Draws the cards still in the deck, a kind beside the other, the last one's centre at `right`. */
export function drawTracker(
  stage: Stage,
  counts: readonly Count[],
  right: number,
  y: number,
  how: TrackerSize,
  theme: Theme,
): void {
  counts.forEach((count, i) => {
    // Its arrows stand beside it and must not touch the ring of what follows.
    const aside = reshuffles(count.card) ? how.size * 0.15 : 0;
    const { card, left, printed } = count;
    const { pitch, size } = how;
    stage.stamp(
      `kind ${card} ${left} ${printed} ${pitch} ${size}`,
      right - (counts.length - 1 - i) * pitch - aside,
      y,
      [-pitch, -size, pitch, 2 * size],
      (brush) => drawKind(brush, count, 0, 0, how, theme),
    );
  });
}
