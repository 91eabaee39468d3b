import type { Code } from '../../games/metro/state.ts';
import { BOLD, box, center, circle, fill, polygon, stroke, sunburst, textWidth } from '../canvas.ts';
import type { Stage } from '../kit/stage.ts';
import type { Paper, Style } from './colors.ts';
import { drawSwatch } from './ribbon.ts';
import { drawTracks } from './tiles.ts';
import { TILE } from './tracks.ts';

/** The tiles of whoever looks on, or the backs of the mover's for somebody who may not see them. */

export interface Hand {
  /** Tiles to choose from; null: the back of one. The drawn one stands alone here. */
  readonly tiles: readonly (Code | null)[];
  /** Tiles that stay in the hand while the drawn one is placed. */
  readonly kept: readonly (Code | null)[];
  /** What is said of the one in front, where it stands for itself: that it was drawn, or which it is. */
  readonly caption: string | null;
  /** Whose: the ribbon beneath is theirs. */
  readonly style: Style;
  /** Whether the tiles have to lie as they are drawn here. */
  readonly arrow: boolean;
  /** The one that is being placed. */
  readonly chosen: Code | null;
}

const GAP = 12;
const CAPTION = 39;
/** Size of a tile when there are one, two or three of them. */
const SIZES = [180, 126, 112] as const;
/** With words beneath it. */
const CAPTIONED = 160;
/** Upper edge of the tiles; arrows and figures stand above. */
const TOP = 1028;

const sizeOf = ({ tiles, caption }: Hand): number =>
  caption === null ? SIZES[Math.min(Math.max(tiles.length, 1), 3) - 1]! : CAPTIONED;
const keptSize = (hand: Hand): number =>
  Math.min(84, (SIZES[0] - GAP * (hand.kept.length - 1)) / hand.kept.length);

/** How wide the hand is. */
export function handWidth(hand: Hand): number {
  if (hand.tiles.length === 0) return 0;
  const row = hand.tiles.length * (sizeOf(hand) + GAP) - GAP;
  return hand.kept.length > 0 ? row + GAP + keptSize(hand) : row;
}

/** A tile with its face up; `line` is the width of its edge. */
export function drawFace(
  stage: Stage,
  code: Code,
  x: number,
  y: number,
  size: number,
  paper: Paper,
  line: number,
): void {
  const large = stage.within(x, y, size / TILE);
  large.stamp('face', 0, 0, [0, 0, TILE, TILE], (brush) => {
    box(brush, 0, 0, TILE, TILE, 4);
    fill(brush, paper.card);
  });
  const bed = { card: paper.card, rail: paper.handRail, inside: paper.railInside };
  drawTracks(large, { tile: code, turns: 0 }, 0, 0, paper, bed, () => undefined);
  const far = size + line;
  stage.stamp(`face edge ${size} ${line}`, x, y, [-line, -line, far, far], (brush) => {
    box(brush, 0, 0, size, size, 5);
    stroke(brush, paper.ink, line);
  });
}

/** A tile with its face down. */
export function drawBack(stage: Stage, style: Style, x: number, y: number, size: number, paper: Paper): void {
  stage.stamp(`back ${size} ${style.color}`, x, y, [-2, -2, size + 2, size + 2], (brush) => {
    box(brush, 0, 0, size, size, 8);
    fill(brush, style.color);
    stroke(brush, paper.ink, 2.5);
    const inset = size * 0.08;
    box(brush, inset, inset, size - 2 * inset, size - 2 * inset, 6);
    stroke(brush, style.text, 2);
    const middle = [size / 2, size / 2] as const;
    sunburst(brush, ...middle, size * 0.27);
    fill(brush, style.text);
    circle(brush, ...middle, size * 0.14);
    fill(brush, style.color);
  });
}

const drawTile = (
  stage: Stage,
  tile: Code | null,
  x: number,
  y: number,
  size: number,
  hand: Hand,
  paper: Paper,
  line: number,
) =>
  tile === null
    ? drawBack(stage, hand.style, x, y, size, paper)
    : drawFace(stage, tile, x, y, size, paper, line);

/** The arrow above a tile that may not be turned: the middle and the height of the tile's upper edge. */
export function drawArrow(stage: Stage, x: number, y: number, paper: Paper): void {
  stage.stamp('arrow', x, y, [-18, -30, 18, -5], (brush) => {
    polygon(brush, [
      [0, -29],
      [17, -6],
      [-17, -6],
    ]);
    fill(brush, paper.arrow);
  });
}

const NUMBER = { r: 25, below: 32, figure: 39 } as const;

/** Which of several it is, beneath it. */
function drawNumber(stage: Stage, n: number, x: number, y: number, paper: Paper): void {
  stage.stamp(`number ${n}`, x, y, [-26, -26, 26, 26], (brush) => {
    circle(brush, 0, 0, NUMBER.r);
    fill(brush, paper.ink);
    center(brush, String(n), 0, 0, { size: NUMBER.figure, color: paper.bg });
  });
}

/** Draws the hand so that it ends at x = `right`. */
export function drawHand(stage: Stage, hand: Hand, right: number, paper: Paper): void {
  const size = sizeOf(hand);
  const left = right - handWidth(hand);
  const chosen = hand.chosen === null ? -1 : hand.tiles.indexOf(hand.chosen);
  hand.tiles.forEach((tile, i) => {
    const x = left + i * (size + GAP);
    drawTile(stage, tile, x, TOP, size, hand, paper, i === chosen ? 7 : 3);
    if (tile === null) return;
    const middle = x + size / 2;
    if (hand.arrow) drawArrow(stage, middle, TOP, paper);
    if (hand.tiles.length > 1) drawNumber(stage, i + 1, middle, TOP + size + NUMBER.below, paper);
  });
  hand.kept.forEach((tile, i) => {
    const small = keptSize(hand);
    drawTile(stage, tile, right - small, TOP + i * (small + GAP), small, hand, paper, 2);
  });
  const y = TOP + size + (hand.tiles.length > 1 ? 72 : hand.caption === null ? 17 : 25);
  const row = hand.tiles.length * (size + GAP) - GAP;
  const word = hand.caption === null ? 0 : Math.min(textWidth(hand.caption, CAPTION, BOLD), row - 44) + 12;
  if (hand.caption !== null)
    stage.write(hand.caption, left, y + 13, {
      size: CAPTION,
      weight: BOLD,
      color: paper.ink,
      fit: row - 44,
    });
  drawSwatch(stage, left + word, left + row, y, hand.style, paper);
}
