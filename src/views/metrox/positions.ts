import { metrox } from '../../games/metrox/index.ts';
import type { Board, Card, Line, MetroxMap, Station } from '../../games/metrox/state.ts';

/** Positions on two short lines, A and B, for pictures that belong to no game: each is played by the rules. */

const STOPS = 6;

/** What was played on two lines, and how they lie. */
export interface TwoLines {
  /** The card that lies open at the end; none where the last one has been played. */
  readonly card?: Card;
  /** Cards that were turned before, each with what was chosen for it: "N3 A.3", "F free.b2". */
  readonly plays: readonly string[];
  /** Two more lines that meet B at its third station. */
  readonly crossed?: true;
  /** From line A to line B, in parts of what lies between two stations. */
  readonly apart: number;
}

export interface Position {
  readonly map: MetroxMap;
  readonly board: Board;
  /** Stations that the newest card of their line has filled, by their place in the map; none while another card lies open. */
  readonly fresh: readonly number[];
}

/** A map of two short lines, each of six stations: a1 to a6 and b1 to b6. */
export function twoLines(
  { crossed, apart }: Pick<TwoLines, 'crossed' | 'apart'>,
  deck: readonly Card[],
): MetroxMap {
  const stations: Station[] = [];
  const add = (id: string, x: number, y: number, ...lines: number[]): number =>
    stations.push({ id, x, y, lines }) - 1;
  const lineA = Array.from({ length: STOPS }, (_, i) => add(`a${i + 1}`, i, 0, 0));
  const meets = crossed ? [1, 2, 3] : [1];
  const lineB = Array.from({ length: STOPS }, (_, i) =>
    add(`b${i + 1}`, i, apart, ...(i === 2 ? meets : [1])),
  );
  const across = crossed
    ? [
        [add('c1', 1, apart + 1, 2), lineB[2]!, add('c3', 3, apart - 1, 2)],
        [add('d1', 1, apart - 1, 3), lineB[2]!, add('d3', 3, apart + 1, 3)],
      ]
    : [];
  const line = (id: string, stops: readonly number[], first: number, later: number): Line => ({
    id,
    name: id,
    windows: 2,
    bonus: { first, later },
    stations: stops,
  });
  const lines = [
    line('A', lineA, 4, 2),
    line('B', lineB, 3, 1),
    ...across.map((stops, i) => line('CD'[i]!, stops, 2, 1)),
  ];
  return {
    id: 'tutorial',
    title: '',
    // Fewer stations may be marked than a card reaches, so that a lesson shows no more than it is about.
    edition: 'gamewright',
    grid: { cols: STOPS, rows: 4 },
    deck,
    lines,
    stations,
    layout: {
      slots: { A: 'sky', B: 'red', C: 'green', D: 'purple' },
      cars: Object.fromEntries(lines.map(({ id }, i) => [id, { row: i, right: -0.6 }])),
      connector: {},
      bend: {},
      order: [],
    },
  };
}

/** Plays all that was played. Throws for what may not be. */
export function positionOf(lines: TwoLines): Position {
  const plays = lines.plays.map((text) => text.split(' ') as [card: Card, code: string]);
  const draws = [...plays.map(([card]) => card), ...(lines.card ? [lines.card] : [])];
  const map = twoLines(lines, draws);
  const start = metrox.setup({
    map,
    seats: 1,
    options: {},
    chance: { given: { draws } },
    rules: metrox.rules,
  });
  const fresh = new Map<number, readonly number[]>();
  const state = plays.reduce((now, [card, code]) => {
    const action = metrox.actions(now, 0).find((one) => metrox.code(one) === code);
    if (!action) throw new Error(`${code} cannot be chosen for ${card}`);
    const then = metrox.apply(now, 0, action);
    if (action.kind === 'line') fresh.set(action.line, then.boards[0]!.last!.stations);
    return then;
  }, start);
  return { map, board: state.boards[0]!, fresh: lines.card ? [] : [...fresh.values()].flat() };
}
