import { describe, expect, test } from 'vitest';
import type { Sum } from '../../src/games/metrox/score.ts';
import { mapOf, metroxModule } from '../../src/modules.ts';
import { brushOf, pixels, surface } from '../../src/views/canvas.ts';
import { canvasStage, type Stage } from '../../src/views/kit/stage.ts';
import { CLEAR, CORNER, WIDTH } from '../../src/views/metrox/frame.ts';
import { drawPreview, drawSum, STRIP, SUM } from '../../src/views/metrox/strip.ts';
import { signed } from '../../src/views/numbers.ts';
import { sceneOf } from './boards.ts';

const map = mapOf(metroxModule, 'tokyo');
const scene = sceneOf('dark');

/** Half the width of a sign between two parts. */
const HALF = 13;

/** Which columns of a strip bear anything but its ground. */
function inked(paint: (stage: Stage) => void): readonly boolean[] {
  const on = surface(WIDTH, STRIP);
  paint(canvasStage(brushOf(on)));
  const data = pixels(on);
  const ground = data.subarray(0, 3);
  const columns = new Array<boolean>(WIDTH).fill(false);
  for (let at = 0; at < data.length; at += 4)
    if (data[at] !== ground[0] || data[at + 1] !== ground[1] || data[at + 2] !== ground[2])
      columns[(at / 4) % WIDTH] = true;
  return columns;
}

/** Where what follows the widest gap between two inked columns begins. */
function afterGap(columns: readonly boolean[]): number {
  const colors = columns.flatMap((ink, x) => (ink ? [x] : []));
  const gaps = colors.map((x, i) => x - (colors[i - 1] ?? x));
  return colors[gaps.indexOf(Math.max(...gaps))]!;
}

/** The pixels of the columns from one to another, in the rows where the numbers stand. */
function cut(sum: Sum, from: number, to: number): Buffer {
  const on = surface(WIDTH, STRIP);
  drawSum(canvasStage(brushOf(on)), map, sum, 0, scene, false);
  const data = pixels(on);
  return Buffer.concat(
    Array.from({ length: 64 }, (_, y) => data.subarray((y * WIDTH + from) * 4, (y * WIDTH + to) * 4)),
  );
}

const sum = (bonuses: number, transfers: number, penalty: number): Sum => ({
  bonuses,
  transfers,
  empty: 77,
  penalty,
  score: bonuses + transfers - penalty,
});

const SUMS = [sum(0, 0, 10), sum(41, 64, 0), sum(100, 100, 10), sum(88, 88, 9), sum(2, 8, 4)];

describe('the strip of the sum', () => {
  test('no number grows into a sign beside it', () => {
    for (const sign of [SUM.plus, SUM.minus, SUM.equals]) {
      const [first, ...others] = SUMS.map((one) => cut(one, sign - HALF, sign + HALF));
      expect(new Set(first).size).toBeGreaterThan(3);
      for (const other of others) expect(other.equals(first!)).toBe(true);
    }
  });

  test('the total never touches the sign before it', () => {
    for (const one of [...SUMS, sum(0, 0, 0), sum(0, 2, 10)]) {
      const columns = inked((stage) => drawSum(stage, map, one, 0, scene, true));
      const after = columns.indexOf(true, SUM.equals + HALF + 1);
      expect(after).toBeGreaterThanOrEqual(SUM.equals + HALF + 10);
    }
  });

  test('what is below nothing bears a minus, not a hyphen', () => {
    expect([-10, -1, 0, 7].map(signed)).toEqual(['\u221210', '\u22121', '0', '7']);
  });
});

test('on a phone the badge of 44 by 24 pixels lies within the corner that is kept free', () => {
  const phone = 285 / WIDTH;
  expect(CORNER.width * phone).toBeGreaterThan(44);
  expect(CORNER.height * phone).toBeGreaterThan(24);
});

test('nothing of a strip stands in the corner that is kept free', () => {
  expect(STRIP).toBeGreaterThan(CORNER.height);
  const columns = inked((stage) => drawSum(stage, map, SUMS[2]!, 0, scene, false));
  expect(columns.indexOf(true)).toBe(CLEAR);
});

test('what a choice completes is told without touching the scores', () => {
  for (const [before, after] of [
    [-10, -10],
    [-10, -9],
    [99, 104],
    [24, 30],
  ] as const) {
    const preview = (lines: readonly number[]) =>
      inked((stage) =>
        drawPreview(
          stage,
          map,
          {
            card: 'N6',
            action: { kind: 'line', id: 'F', line: 0, n: 6 },
            stations: [0, 1, 2, 3, 4, 5],
            lines: [...lines],
          },
          { before, after },
          0,
          scene,
        ),
      );
    const plain = preview([]);
    const scores = afterGap(plain);
    expect(plain.indexOf(true)).toBeGreaterThanOrEqual(CORNER.width);
    for (const count of [1, 2, 3, 4]) {
      const told = preview(map.lines.slice(0, count).map((_, line) => line));
      expect(told.slice(scores - 20, scores)).not.toContain(true);
      expect(told.slice(scores)).toEqual(plain.slice(scores));
    }
  }
});
