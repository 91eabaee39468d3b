import type { Layout, MetroxMap, Slot } from '../../games/metrox/state.ts';
import type { Theme } from '../presenter.ts';
import { COLORS, INK, inkOn, mix, WHITE } from '../theme.ts';

/**
 * Nine colours that stay apart for protanopia, deuteranopia and tritanopia, each with a pattern of its own, so
 * that a grey print still reads.
 */
export const SLOT_COLORS: Readonly<Record<Theme, Readonly<Record<Slot, string>>>> = {
  light: {
    brown: '#64361e',
    yellow: '#f9d92b',
    sky: '#3fa8f3',
    red: '#f72c0b',
    green: '#278e4d',
    purple: '#7c4cb2',
    orange: '#fa9e4f',
    slate: '#8e939b',
    mint: '#80e5dc',
  },
  dark: {
    brown: '#904213',
    yellow: '#fbe346',
    sky: '#49a6fa',
    red: '#ff3c19',
    green: '#2c985d',
    purple: '#905cd6',
    orange: '#fba559',
    slate: '#a8adb4',
    mint: '#92efe4',
  },
};

export const PATTERNS = [
  'solid',
  'core',
  'dots',
  'chevrons',
  'rails',
  'dashes',
  'cut',
  'ladder',
  'lozenges',
] as const;
export type Pattern = (typeof PATTERNS)[number];

export const SLOT_PATTERNS: Readonly<Record<Slot, Pattern>> = {
  brown: 'solid',
  yellow: 'core',
  sky: 'dots',
  red: 'chevrons',
  green: 'rails',
  purple: 'dashes',
  orange: 'cut',
  slate: 'ladder',
  mint: 'lozenges',
};

export interface Style {
  readonly color: string;
  /** Colour of the pattern on it. */
  readonly over: string;
  /** Colour of a letter on a badge of this colour. */
  readonly letter: string;
  readonly pattern: Pattern;
}

const DEAD: Readonly<Record<Theme, readonly [gray: string, toGray: number, toPaper: number]>> = {
  light: ['#a39e92', 0.45, 0.5],
  dark: ['#5a5f6b', 0.55, 0.38],
};

const OVER: Readonly<Record<Slot, string>> = {
  brown: WHITE,
  yellow: INK,
  sky: INK,
  red: WHITE,
  green: WHITE,
  purple: WHITE,
  orange: WHITE,
  slate: INK,
  mint: INK,
};

/** A colour as a line wears it that can no longer be completed: most of the way to the paper. */
export function faded(color: string, theme: Theme): string {
  const [gray, toGray, toPaper] = DEAD[theme];
  return mix(mix(color, gray, toGray), COLORS[theme].paper, toPaper);
}

/** How a line is painted: alive, or faded when it is dead. */
export function style(slot: Slot, theme: Theme, dead = false): Style {
  const base = SLOT_COLORS[theme][slot];
  const color = dead ? faded(base, theme) : base;
  const over = dead ? mix(OVER[slot], color, theme === 'light' ? 0.45 : 0.55) : OVER[slot];
  return { color, over, letter: inkOn(color), pattern: SLOT_PATTERNS[slot] };
}

/** The slot of a line of a map. */
export const slotOf = (map: MetroxMap, line: number): Slot => slotById(map.layout, map.lines[line]!.id);

const slotById = (layout: Layout, id: string): Slot => layout.slots[id] ?? 'slate';
