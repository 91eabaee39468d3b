import type { Seat } from '../game.ts';
import { beside, HEADINGS, type Heading, LABELS, next, SPACES, vertexOf } from './grid.ts';
import { terminus } from './legal.ts';
import { type Action, type Letter, linesOf, type Side, type State } from './state.ts';

/** A tunnel as it is written: the line's number, the heading and the side, the letter where a marker is placed. */
export const DIG = /^dig\.([1-4])\.(E|SE|SW|W|NW|NE)-([LR])(?:\.([A-F]))?$/;
const AT = /^(start|station|bonus)\.([A-K]\d{1,2})$/;

/**
 * The action that a text stands for: "start.G10", "dig.1.SE-R.C", "station.F6", "bonus.-". A start is one of the company that
 * moves; a tunnel one of the seat's lines, which must have begun, since it goes on from where that ends.
 */
export function parse(state: State, seat: Seat, code: string): Action | undefined {
  if (seat < 0 || seat >= state.setting.seats) return undefined;
  if (code === 'bonus.-') return { kind: 'bonus', vertex: null };
  const dug = DIG.exec(code);
  if (dug) return digOf(state, seat, dug);
  const [, kind, label] = AT.exec(code) ?? [];
  const vertex = label === undefined ? undefined : vertexOf(label);
  if (vertex === undefined) return undefined;
  return kind === 'start' ? startOf(state, vertex) : { kind: kind as 'station' | 'bonus', vertex };
}

/** Two white arrows of one side are never neighbours: a vertex belongs to one. */
function startOf({ box, lines, mover }: State, from: number): Action | undefined {
  const space = SPACES.find(
    ({ position, border }) => box.arrows.white.includes(position) && border.includes(from),
  );
  const [first, second] = linesOf(mover);
  const line = lines[first]!.side === null ? first : second;
  return space && { kind: 'start', line, from, triangle: space.triangle };
}

function digOf({ lines, setting }: State, seat: Seat, [, n, way, side, letter]: RegExpExecArray) {
  const number = Number(n);
  const line = lines.findIndex((one) => setting.owners[one.company] === seat && one.number === number);
  if (line < 0 || lines[line]!.vertices.length === 0) return undefined;
  const heading = HEADINGS.indexOf(way as (typeof HEADINGS)[number]) as Heading;
  const from = terminus(lines[line]!);
  const to = next(from, heading);
  const triangle = beside(from, heading, side as Side);
  if (to === undefined || triangle === undefined) return undefined;
  const placed = (letter ?? null) as Letter | null;
  const dig = {
    kind: 'dig',
    line,
    number,
    heading,
    side: side as Side,
    triangle,
    to,
    letter: placed,
  } as const;
  return dig satisfies Action;
}

/** The text of an action: `start.G10`, `dig.1.SE-R.C`, `station.F6`, `bonus.-`. */
export function codeOf(action: Action): string {
  switch (action.kind) {
    case 'start':
      return `start.${LABELS[action.from]}`;
    case 'dig': {
      const letter = action.letter === null ? '' : `.${action.letter}`;
      return `dig.${action.number}.${HEADINGS[action.heading]}-${action.side}${letter}`;
    }
    case 'station':
      return `station.${LABELS[action.vertex]}`;
    case 'bonus':
      return `bonus.${action.vertex === null ? '-' : LABELS[action.vertex]}`;
  }
}
