import type { Theme } from '../presenter.ts';
import { mix } from '../theme.ts';

/** Colours of MetroMania's pictures; `#rrggbb`. Every tint is mixed to a flat colour. */

export interface Paper {
  readonly bg: string;
  /** Neighbouring pieces of the city take these in turn. */
  readonly pieces: readonly [string, string];
  readonly dug: string;
  /** Fine lines over what is dug, where it is shown large. */
  readonly hatch: string;
  readonly limit: string;
  readonly symbol: string;
  readonly ink: string;
  readonly soft: string;
  readonly mute: string;
  /** Around lines, stations and whatever must stand off. */
  readonly casing: string;
  /** The face of a station. */
  readonly plate: string;
  /** The rim of a station. */
  readonly rim: string;
  /** An arrow at the city limit. */
  readonly arrow: string;
  readonly lake: string;
  readonly wave: string;
  readonly park: string;
  readonly tree: string;
  readonly gold: string;
  /** What is said on something in `ink`. */
  readonly onInk: string;
  /** A line and a sign that a picture is not about. */
  readonly pale: string;
}

const NIGHT = '#0d121c';
const INK = '#1f2328';

export const PAPERS: Readonly<Record<Theme, Paper>> = {
  light: {
    bg: '#f5f3ed',
    pieces: ['#e2e0d8', '#d7d5cc'],
    dug: '#ffffff',
    hatch: '#cfccc2',
    limit: '#8c8a82',
    symbol: '#77756d',
    ink: INK,
    soft: '#6b6961',
    mute: '#c4c1b8',
    casing: '#ffffff',
    plate: '#ffffff',
    rim: INK,
    arrow: INK,
    lake: '#b9d6e8',
    wave: '#3f7fa6',
    park: '#c3deb4',
    tree: '#3f8047',
    gold: '#ffc21a',
    onInk: '#ffffff',
    pale: '#a9a69c',
  },
  dark: {
    bg: '#12161e',
    pieces: ['#465164', '#3c4657'],
    dug: '#10141c',
    hatch: '#3c4658',
    limit: '#7b869b',
    symbol: '#a9b4c8',
    ink: '#f2efe6',
    soft: '#98a3b7',
    mute: '#4a5364',
    casing: NIGHT,
    plate: '#f2efe6',
    rim: NIGHT,
    arrow: '#d5d9e2',
    lake: '#1f4763',
    wave: '#7fc1ea',
    park: '#23482f',
    tree: '#86cf8e',
    gold: '#ffc21a',
    onInk: NIGHT,
    pale: '#667084',
  },
};

/** What tells companies apart where colours don't: marks inlaid in their lines. */
export const PATTERNS = ['solid', 'dash', 'dots', 'chevrons'] as const;
export type Pattern = (typeof PATTERNS)[number];

const LINE_COLORS: Readonly<Record<Theme, readonly string[]>> = {
  light: ['#f0ae00', '#125ca8', '#e24813', '#1c9e68'],
  dark: ['#ffd449', '#3f93ec', '#ff7743', '#45d097'],
};

/** How everything of a company looks. */
export interface Style {
  readonly color: string;
  readonly pattern: Pattern;
  /** The marks in a line. */
  readonly inlay: string;
  /** Letters and figures on the colour. */
  readonly text: string;
  /** The panel of whoever moves, and the ground of what may be dug. */
  readonly tint: string;
  readonly legal: string;
  /** The ground of what was dug in the newest turn. */
  readonly fresh: string;
}

function make(theme: Theme, company: number): Style {
  const { bg, casing, dug } = PAPERS[theme];
  const color = LINE_COLORS[theme][company]!;
  const light = theme === 'light';
  const onYellow = light && company === 0;
  return {
    color,
    pattern: PATTERNS[company]!,
    inlay: onYellow ? '#ffffff' : casing,
    text: light ? (onYellow ? INK : '#ffffff') : NIGHT,
    tint: mix(color, bg, light ? 0.72 : 0.78),
    legal: mix(color, bg, 0.62),
    fresh: mix(color, dug, light ? 0.74 : 0.72),
  };
}

const STYLES: Readonly<Record<Theme, readonly Style[]>> = {
  light: PATTERNS.map((_, company) => make('light', company)),
  dark: PATTERNS.map((_, company) => make('dark', company)),
};

export const styleOf = (theme: Theme, company: number): Style => STYLES[theme][company]!;

/** How a line looks that a picture is not about. */
export const paleStyle = (theme: Theme): Style => {
  const { pale, casing, dug } = PAPERS[theme];
  return { color: pale, pattern: 'solid', inlay: casing, text: casing, tint: dug, legal: dug, fresh: dug };
};

/** The ground of what a trip brings: a little off the paper. */
export const cellColor = (theme: Theme): string => {
  const { bg, ink, plate } = PAPERS[theme];
  return theme === 'light' ? mix(bg, plate, 0.75) : mix(bg, ink, 0.05);
};

/** Every colour that is laid flat somewhere, for the palette. */
export const flatColors = (theme: Theme): string[] => [
  ...Object.values(PAPERS[theme]).flat(),
  cellColor(theme),
  ...STYLES[theme].flatMap(({ color, inlay, text, tint, legal, fresh }) => [
    color,
    inlay,
    text,
    tint,
    legal,
    fresh,
  ]),
];
