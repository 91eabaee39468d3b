import type { Theme } from './presenter.ts';

/** What each colour of a picture is for; `#rrggbb`. */
export interface Colors {
  readonly paper: string;
  readonly ink: string;
  readonly soft: string;
  readonly muted: string;
  readonly ghost: string;
  readonly hair: string;
  readonly band: string;
  /** Text and small text on the band. */
  readonly bandInk: string;
  readonly bandSoft: string;
  /** Bars of a ladder that stand below the present one. */
  readonly bandBar: string;
  readonly gold: string;
  /** What was lost by a choice. */
  readonly loss: string;
  /** The inner and the outer ring around a new mark. */
  readonly halo: string;
  readonly glow: string;
  readonly pending: string;
  readonly pendingInk: string;
  /** The casing of a line that a choice not yet final is about. */
  readonly pale: string;
}

/** Ink and white are the same in both themes wherever they lie on a colour of a line. */
export const INK = '#16181d';
export const WHITE = '#ffffff';

export const COLORS: Readonly<Record<Theme, Colors>> = {
  light: {
    paper: '#f7f5ef',
    ink: INK,
    soft: '#6b6f78',
    muted: '#a19c90',
    ghost: '#c4bfb3',
    hair: '#d9d5ca',
    band: INK,
    bandInk: WHITE,
    bandSoft: '#a9adb6',
    bandBar: '#565c68',
    gold: '#ffc21a',
    loss: '#c8371b',
    halo: '#ffc21a',
    glow: '#ffe39a',
    pending: '#ffd65c',
    pendingInk: '#7a6320',
    pale: '#fbdf92',
  },
  dark: {
    paper: '#14161b',
    ink: '#f3f1ea',
    soft: '#9aa0ab',
    muted: '#767d8a',
    ghost: '#4d535f',
    hair: '#2f333c',
    band: '#23262e',
    bandInk: WHITE,
    bandSoft: '#a9adb6',
    bandBar: '#565c68',
    gold: '#ffc21a',
    loss: '#ff6b4a',
    halo: '#ffc21a',
    glow: '#6b5415',
    pending: '#ffd65c',
    pendingInk: '#7a6320',
    pale: '#8a6d1c',
  },
};

/** Red, green and blue of `#rrggbb`, 0 to 255. */
export function rgb(color: string): readonly [number, number, number] {
  const n = Number.parseInt(color.slice(1), 16);
  return [n >> 16, (n >> 8) & 255, n & 255];
}

/** `share` of `b` in `a`, 0 to 1, as `#rrggbb`. */
export function mix(a: string, b: string, share: number): string {
  const from = rgb(a);
  const to = rgb(b);
  const part = (i: 0 | 1 | 2) =>
    Math.round(from[i] + (to[i] - from[i]) * share)
      .toString(16)
      .padStart(2, '0');
  return `#${part(0)}${part(1)}${part(2)}`;
}

/** Relative luminance of WCAG, 0 to 1. */
export function luminance(color: string): number {
  const [r, g, b] = rgb(color).map((c) => {
    const s = c / 255;
    return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Ink or white, whichever reads better on a colour. */
export function inkOn(color: string): string {
  return luminance(color) > 0.27 ? INK : WHITE;
}
