import { describe, expect, test } from 'vitest';
import { SLOTS } from '../../src/games/metrox/state.ts';
import { metroxModule } from '../../src/modules.ts';
import { styleOf as metroStyle } from '../../src/views/metro/colors.ts';
import { styleOf as metromaniaStyle } from '../../src/views/metromania/colors.ts';
import { SLOT_COLORS, SLOT_PATTERNS, slotOf } from '../../src/views/metrox/slots.ts';
import { THEMES } from '../../src/views/presenter.ts';
import { COLORS, inkOn, luminance, rgb } from '../../src/views/theme.ts';

/** Linear RGB of what eyes without one kind of cones see (Machado, Oliveira and Fernandes 2009, full severity). */
const EYES = {
  normal: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protanopia: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deuteranopia: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritanopia: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
} as const;

const linear = (c: number) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4);

function seen(color: string, eyes: readonly number[]): [number, number, number] {
  const [r, g, b] = rgb(color).map(linear) as [number, number, number];
  const row = (i: number) => Math.min(1, Math.max(0, eyes[i]! * r + eyes[i + 1]! * g + eyes[i + 2]! * b));
  const [R, G, B] = [row(0), row(3), row(6)];
  const l = Math.cbrt(0.4122214708 * R + 0.5363325363 * G + 0.0514459929 * B);
  const m = Math.cbrt(0.2119034982 * R + 0.6806995451 * G + 0.1073969566 * B);
  const s = Math.cbrt(0.0883024619 * R + 0.2817188376 * G + 0.6299787005 * B);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

const pairs = SLOTS.flatMap((a, i) => SLOTS.slice(i + 1).map((b) => [a, b] as const));

describe.each(THEMES)('line colours, %s', (theme) => {
  test.each(Object.entries(EYES))('stay apart for %s', (_, eyes) => {
    for (const [a, b] of pairs) {
      const x = seen(SLOT_COLORS[theme][a], eyes);
      const y = seen(SLOT_COLORS[theme][b], eyes);
      // The palette of Okabe and Ito with grey in it comes to 0.019.
      expect(Math.hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]), `${a} and ${b}`).toBeGreaterThan(0.09);
    }
  });
  test('letters on them have contrast', () => {
    for (const slot of SLOTS) {
      const [a, b] = [SLOT_COLORS[theme][slot], inkOn(SLOT_COLORS[theme][slot])].map(luminance) as [
        number,
        number,
      ];
      expect((Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05), slot).toBeGreaterThan(3.4);
    }
  });
  test('text has contrast to what it stands on', () => {
    const contrast = (a: string, b: string) => {
      const [x, y] = [luminance(a), luminance(b)];
      return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
    };
    const colors = COLORS[theme];
    expect(contrast(colors.ink, colors.paper)).toBeGreaterThan(7);
    expect(contrast(colors.soft, colors.paper)).toBeGreaterThan(4.5);
    expect(contrast(colors.bandSoft, colors.band)).toBeGreaterThan(4.5);
  });
});

test('each colour has a pattern of its own, so a grey print still reads', () => {
  expect(new Set(Object.values(SLOT_PATTERNS)).size).toBe(SLOTS.length);
});

test('no two lines of a map share colour or pattern', () => {
  for (const map of metroxModule.maps())
    expect(new Set(map.lines.map((_, line) => slotOf(map, line))).size, map.id).toBe(map.lines.length);
});

describe.each([
  { game: 'metro', seats: 6, style: metroStyle },
  { game: 'metromania', seats: 4, style: metromaniaStyle },
])('owners of lines in $game', ({ seats, style }) => {
  const styles = (theme: (typeof THEMES)[number]) =>
    Array.from({ length: seats }, (_, seat) => style(theme, seat));

  test.each(THEMES)('stay apart in colour for every eye, %s', (theme) => {
    for (const [name, eyes] of Object.entries(EYES))
      for (const [a, { color }] of styles(theme).entries())
        for (const [b, other] of styles(theme).entries()) {
          if (a >= b) continue;
          const [x, y] = [seen(color, eyes), seen(other.color, eyes)];
          const apart = Math.hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]);
          expect(apart, `${a} and ${b} for ${name}`).toBeGreaterThan(0.09);
        }
  });

  test('have a pattern each, the same in both themes, so a grey print still reads', () => {
    const [dark, light] = THEMES.map((theme) => styles(theme).map(({ pattern }) => pattern));
    expect(new Set(dark).size).toBe(seats);
    expect(light).toEqual(dark);
  });
});
