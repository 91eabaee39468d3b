import type { Theme } from '../presenter.ts';
import { mix } from '../theme.ts';

/** Colours of Metro's pictures; `#rrggbb`. Every tint is mixed to a flat colour. */

export interface Paper {
  readonly bg: string;
  readonly paper: string;
  readonly engraving: string;
  readonly grid: string;
  readonly card: string;
  readonly cardEdge: string;
  readonly rail: string;
  readonly railInside: string;
  readonly ink: string;
  readonly soft: string;
  /** Around everything that lies in a seat's colour. */
  readonly edge: string;
  /** A station that belongs to nobody. */
  readonly nobody: string;
  /** Rails of a tile in the hand. */
  readonly handRail: string;
  readonly arrow: string;
  readonly gold: string;
}

const NIGHT = '#0d121c';

export const PAPERS: Readonly<Record<Theme, Paper>> = {
  light: {
    bg: '#f6efe0',
    paper: '#f1e7d2',
    engraving: '#d9c69f',
    grid: '#c3ae82',
    card: '#fffcf4',
    cardEdge: '#cbb994',
    rail: '#b7a47e',
    railInside: '#f4ecda',
    ink: '#29231b',
    soft: '#7d6d50',
    edge: '#29231b',
    nobody: '#e9dec6',
    handRail: '#6e5f43',
    arrow: '#d8232a',
    gold: '#e0a100',
  },
  dark: {
    bg: '#141a26',
    paper: '#182030',
    engraving: '#2e3c58',
    grid: '#3e4d70',
    card: '#27324a',
    cardEdge: '#3b4967',
    rail: '#64759f',
    railInside: '#1f293d',
    ink: '#f2ede0',
    soft: '#8f9bb5',
    edge: NIGHT,
    nobody: '#1e283b',
    handRail: '#9fb0d6',
    arrow: '#ff5a52',
    gold: '#ffd449',
  },
};

/** What tells a seat's lines apart where colours don't. */
const PATTERNS = ['solid', 'dash', 'dots', 'chevrons', 'twin', 'ties'] as const;
export type Pattern = (typeof PATTERNS)[number];

const LINE_COLORS: Readonly<Record<Theme, readonly string[]>> = {
  light: ['#f5b800', '#1851af', '#e34b1b', '#199e69', '#ab569d', '#33312e'],
  dark: ['#ffd145', '#3e87fb', '#ff7743', '#45d097', '#d884ce', '#e9e6df'],
};

/** How everything of a seat looks. */
export interface Style {
  readonly color: string;
  readonly pattern: Pattern;
  /** The pattern on the colour, and letters and figures on it. */
  readonly inlay: string;
  readonly text: string;
  /** The core and the pattern of a line that has arrived. */
  readonly pale: string;
  readonly paleInlay: string;
  /** The ground of what is to be chosen, and of the card of whoever moves. */
  readonly tint: string;
  readonly legal: string;
  /** The plate of a station whose line has arrived, and its figures. */
  readonly spent: string;
}

function make(theme: Theme, seat: number): Style {
  const { card, paper, bg, ink } = PAPERS[theme];
  const color = LINE_COLORS[theme][seat]!;
  const light = theme === 'light';
  const onYellow = light && seat === 0;
  return {
    color,
    pattern: PATTERNS[seat]!,
    inlay: light ? '#ffffff' : NIGHT,
    text: light ? (onYellow ? ink : '#ffffff') : NIGHT,
    pale: mix(color, card, 0.62),
    paleInlay: mix(color, card, 0.12),
    tint: mix(color, card, 0.74),
    legal: light ? mix(color, card, 0.74) : mix(color, paper, 0.86),
    spent: mix(color, bg, 0.72),
  };
}

const STYLES: Readonly<Record<Theme, readonly Style[]>> = {
  light: PATTERNS.map((_, seat) => make('light', seat)),
  dark: PATTERNS.map((_, seat) => make('dark', seat)),
};

export const styleOf = (theme: Theme, seat: number): Style => STYLES[theme][seat]!;

/** Every colour that is laid flat somewhere, for the palette. */
export const flatColors = (theme: Theme): string[] => [
  ...Object.values(PAPERS[theme]),
  ...STYLES[theme].flatMap(({ color, inlay, pale, paleInlay, tint, legal, spent }) => [
    color,
    inlay,
    pale,
    paleInlay,
    tint,
    legal,
    spent,
  ]),
];
