import { expect, test } from 'vitest';
import { box, brushOf, fill, pixels, surface } from '../../src/views/canvas.ts';
import { type Composition, composition } from '../../src/views/kit/drawing.ts';
import { indexedStage, release, rowsOf } from '../../src/views/kit/indexed.ts';
import { spriteOf } from '../../src/views/kit/sprite.ts';
import { canvasStage, type Stage } from '../../src/views/kit/stage.ts';
import { entryOf, type Palette, paletteFrom } from '../../src/views/png.ts';
import { likeness } from './composed.ts';

const RED = '#ff0000';
const BLUE = '#0000ff';
const PAPER = '#ffffff';
const [WIDTH, HEIGHT] = [120, 90];

/** The three colours and what their edges mix. */
function palette(): Palette {
  const on = surface(60, 60, PAPER);
  const brush = brushOf(on);
  for (const [i, color] of [RED, BLUE].entries()) {
    box(brush, 5.3 + i * 20, 7.6, 30, 30, 12);
    fill(brush, color);
  }
  return paletteFrom([pixels(on)], [RED, BLUE, PAPER]);
}

const disc = (stage: Stage, x: number, y: number, color: string, r = 15) =>
  stage.stamp(`disc ${color} ${r}`, x, y, [-r - 1, -r - 1, r + 1, r + 1], (brush) => {
    box(brush, -r, -r, 2 * r, 2 * r, r);
    fill(brush, color);
  });

function drawn(compose: (stage: Stage) => void, colors = palette()): Composition {
  return composition({
    width: WIDTH,
    height: HEIGHT,
    palette: () => colors,
    compose: (stage) => {
      stage.layer('paper', PAPER, () => {});
      compose(stage);
    },
  });
}

test('stamps lie over each other, and their edges mix with what is beneath', async () => {
  const { psnr, far } = await likeness(
    drawn((stage) => {
      disc(stage, 40, 40, RED);
      disc(stage, 52.4, 44.6, BLUE);
      stage.rect(70, 10, 20, 9, RED);
      disc(stage, 80, 20, BLUE, 6);
    }),
  );
  expect(psnr).toBeGreaterThan(38);
  expect(far).toBe(0);
});

test('what reaches beyond the edges of a picture or of a clip is left out', async () => {
  const drawing = drawn((stage) => {
    for (const x of [-3, 60, WIDTH + 4]) for (const y of [-5, 45, HEIGHT + 2]) disc(stage, x, y, RED);
    const inside = stage.within(20, 20, 1, [0, 0, 30, 20]);
    for (const x of [-4, 10, 28]) for (const y of [-3, 12, 25]) disc(inside, x, y, BLUE);
    inside.rect(-50, 8, 200, 3, RED);
    inside.write('Clip', -6, 12, { size: 20, color: RED });
  });
  expect((await likeness(drawing)).far).toBe(0);
  const { bytes } = await drawing.rows();
  for (let y = 0; y < HEIGHT; y++) expect(bytes[y * (WIDTH + 1)], 'the byte of the filter').toBe(0);
});

test('a stage within another has its origin, its size, and its clip', async () => {
  const drawing = drawn((stage) => {
    const half = stage.within(10, 10, 0.5);
    expect(half.scale).toBe(0.5);
    disc(half, 40, 40, RED);
    disc(half.within(60, 40, 3), 10, 10, BLUE, 4);
    half.center('8', 100, 100, { size: 40, color: BLUE });
  });
  expect((await likeness(drawing)).far).toBe(0);
});

test('a stamp that lies outside of what is seen is not drawn', async () => {
  let times = 0;
  const drawing = drawn((stage) => {
    const part = stage.within(0, 0, 2, [10, 10, 20, 20]);
    for (const [i, [x, y]] of [
      [2, 15],
      [28, 15],
      [15, 2],
      [15, 28],
      [8, 15],
    ].entries())
      part.stamp(`part ${i}`, x!, y!, [-3, -3, 3, 3], (brush) => {
        times++;
        brush.fillRect(-3, -3, 6, 6);
      });
  });
  await drawing.rows();
  expect(times).toBe(1);
});

test('a stamp is drawn once for each key and size, and texts of other scripts are whole', async () => {
  const colors = palette();
  let times = 0;
  const paint = (stage: Stage) => {
    for (const scale of [1, 0.5, 1])
      stage.within(0, 0, scale).stamp('once', 30, 30, [-5, -5, 5, 5], (brush) => {
        times++;
        box(brush, -5, -5, 10, 10, 2);
        fill(brush, RED);
      });
    stage.write('ÅgjÇ', 20, 70, { size: 30, color: BLUE });
  };
  const drawing = drawn(paint, colors);
  await drawing.rows();
  await drawing.rows();
  expect(times).toBe(2);
  expect((await likeness(drawing)).far).toBe(0);
});

test('a layer is composed until it is asked for a second time, then kept', () => {
  const colors = palette();
  let times = 0;
  const one = () => {
    const rows = rowsOf(WIDTH, HEIGHT);
    const stage = indexedStage(rows, colors);
    stage.layer('lines', PAPER, () => {
      times++;
      disc(stage, 40, 40, RED);
    });
    const bytes = Buffer.from(rows.bytes);
    // What is laid on it later is not kept with it.
    disc(stage, 80, 40, BLUE);
    release(rows);
    return bytes;
  };
  const all = [one(), one(), one(), one()];
  expect(times).toBe(2);
  for (const bytes of all) expect(bytes.equals(all[0]!)).toBe(true);
});

test('many sprites take no more memory than is meant for them, and come back as they were', () => {
  const colors = palette();
  const rows = rowsOf(WIDTH, HEIGHT);
  const stage = indexedStage(rows, colors);
  let times = 0;
  // A comb is nothing but short stretches: 400 kilobytes.
  const large = (key: string) =>
    stage.stamp(key, 60, 45, [0, 0, 300, 300], (brush) => {
      times++;
      for (let x = 0; x < 300; x += 2) brush.fillRect(x, 0, 1, 300);
    });
  for (let i = 0; i < 80; i++) {
    large('often');
    large(`seldom ${i}`);
  }
  const before = times;
  large('often');
  expect(times).toBe(before);
  large('seldom 0');
  expect(times).toBe(before + 1);
});

test('a sprite is no larger than what it shows, whatever its bounds leave free', () => {
  const colors = palette();
  const sprite = spriteOf(colors, [-50, -50, 50, 50], 1, (brush) => {
    brush.fillStyle = RED;
    brush.fillRect(-10, -10, 20, 20);
  });
  expect(sprite.spans.length).toBe(20);
  expect(sprite.bytes).toBeLessThan(2_000);
});

test('a canvas of a stage shows the same as what a brush draws', () => {
  const on = surface(WIDTH, HEIGHT, PAPER);
  disc(canvasStage(brushOf(on)), 40, 40, RED);
  const own = surface(WIDTH, HEIGHT, PAPER);
  const brush = brushOf(own);
  box(brush, 25, 25, 30, 30, 15);
  fill(brush, RED);
  expect(pixels(on).equals(pixels(own))).toBe(true);
  expect(entryOf(paletteFrom([pixels(on)], [PAPER, RED]), 0x0000ff)).toBe(1);
});
