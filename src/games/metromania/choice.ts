import type { Compact } from './compact.ts';
import { BESIDE, NEXT, SPACE, VERTICES } from './flat.ts';
import { type Heading, SPACES } from './grid.ts';
import { SIDES } from './legal.ts';
import { type Action, LETTERS, type Letter } from './state.ts';

/** Actions on a compact table, each a number. */

/** Tunnels come first, then starts, intermediate stations and bonus stations; the last is that none of these is wished. */
export type Choice = number;

/** Ways to place one of twelve markers, or none. */
const WAYS = 13;
const LINES = 8;
export const START = LINES * 12 * WAYS;
export const STATION = START + 2 * SPACES.length;
export const BONUS = STATION + VERTICES;
export const NO_BONUS = BONUS + VERTICES;

/** A tunnel of a line to a heading, in the triangle of a side (0 left, 1 right), with a marker or -1. */
export const digging = (line: number, heading: number, side: number, marker: number): Choice =>
  ((line * 6 + heading) * 2 + side) * WAYS + marker + 1;

export const markerOf = (choice: Choice): number => (choice % WAYS) - 1;
export const lineOf = (choice: Choice): number => (choice / (12 * WAYS)) | 0;
/** Heading and side, as they are added to `12 * vertex` in `BESIDE`. */
export const wayOf = (choice: Choice): number => ((choice / WAYS) | 0) % 12;

/** The space in which a line starts, and at which of its two corners on the limit. */
export const starting = (space: number, corner: number): Choice => START + 2 * space + corner;

export const isDig = (choice: Choice): boolean => choice < START;
export const isStart = (choice: Choice): boolean => choice >= START && choice < STATION;
export const isStation = (choice: Choice): boolean => choice >= STATION && choice < BONUS;

/** The line that the company that moves would start. */
export const unstarted = ({ mover, side }: Compact): number => 2 * mover + Number(side[2 * mover]! >= 0);

export const terminusOf = ({ plan, path, length }: Compact, line: number): number =>
  path[plan.width * line + length[line]! - 1]!;

/** The number of an action. */
export function choiceOf({ plan }: Compact, action: Action): Choice {
  switch (action.kind) {
    case 'start': {
      const space = SPACE[action.triangle]!;
      return starting(space, SPACES[space]!.border.indexOf(action.from));
    }
    case 'dig': {
      const { line, heading, side, letter, triangle } = action;
      const marker = letter === null ? -1 : markerFor(plan, letter, triangle);
      return digging(line, heading, SIDES.indexOf(side), marker);
    }
    case 'station':
      return STATION + action.vertex;
    case 'bonus':
      return action.vertex === null ? NO_BONUS : BONUS + action.vertex;
  }
}

/** The marker of a letter that fits the spot on a triangle. */
function markerFor({ box, signs }: Compact['plan'], letter: Letter, triangle: number): number {
  return 2 * LETTERS.indexOf(letter) + Number(box.markers[letter].left !== signs[triangle]);
}

/** The action that a choice stands for which is legal now. */
export function actionOf(game: Compact, choice: Choice): Action {
  if (choice === NO_BONUS) return { kind: 'bonus', vertex: null };
  if (choice >= BONUS) return { kind: 'bonus', vertex: choice - BONUS };
  if (choice >= STATION) return { kind: 'station', vertex: choice - STATION };
  if (choice >= START) {
    const { triangle, border } = SPACES[(choice - START) >> 1]!;
    return { kind: 'start', line: unstarted(game), from: border[(choice - START) & 1]!, triangle };
  }
  const [line, way, marker] = [lineOf(choice), wayOf(choice), markerOf(choice)];
  const from = terminusOf(game, line);
  const heading = (way >> 1) as Heading;
  return {
    kind: 'dig',
    line,
    number: 1 + (game.plan.setting.advanced ? line % 4 : line % 2),
    heading,
    side: SIDES[way & 1]!,
    triangle: BESIDE[12 * from + way]!,
    to: NEXT[6 * from + heading]!,
    letter: marker < 0 ? null : LETTERS[marker >> 1]!,
  };
}
