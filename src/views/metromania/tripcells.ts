import type { Trip } from '../../games/metromania/state.ts';

/** Where everything of the sheet of all trips stands: a cell for each trip in three columns, and the sum. Pixels. */

export const SHEET = { width: 1100, margin: 22, gap: 12, cell: 344, half: 206 } as const;

/** Height of so many half cells: where there is a route its map takes two, elsewhere why there is none takes one. */
export const heightOf = (halves: number): number => halves * SHEET.half + (halves - 1) * SHEET.gap;

export interface Cell {
  readonly trip: Trip;
  readonly x: number;
  readonly y: number;
  readonly height: number;
}

export interface Layout {
  readonly cells: readonly Cell[];
  /** Upper edge of the sum, at the left over two columns; its height is that of a cell with a map. */
  readonly sum: number;
  readonly height: number;
}

const ACROSS = 3;
/** Half cells as high as one with a map. */
const MAP = 2;

/** Trips as they are told: those that are possible first, the longest of them first. */
export const toldTrips = (trips: readonly Trip[]): Trip[] =>
  trips.toSorted(
    (a, b) =>
      Number(a.minutes === null) - Number(b.minutes === null) ||
      (b.minutes ?? 0) - (a.minutes ?? 0) ||
      Number(a.id === 'park') - Number(b.id === 'park'),
  );

interface Slot {
  readonly col: number;
  /** In half cells from the top. */
  readonly row: number;
}

/** The places of so many cells with maps and so many without, in rows; and how many half cells these take in height. */
function rowsOf(maps: number, bare: number): { maps: Slot[]; bare: Slot[]; rows: number } {
  const at = (i: number): Slot => ({ col: i % ACROSS, row: MAP * Math.floor(i / ACROSS) });
  const free: Slot[] = [];
  let rows = MAP * Math.ceil(maps / ACROSS);
  for (let i = maps; i % ACROSS > 0; i++) {
    const { col, row } = at(i);
    free.push({ col, row }, { col, row: row + 1 });
  }
  free.sort((a, b) => a.row - b.row || a.col - b.col);
  for (let i = 0; free.length < bare; i++) {
    if (i % ACROSS === 0) rows++;
    free.push({ col: i % ACROSS, row: rows - 1 });
  }
  return { maps: Array.from({ length: maps }, (_, i) => at(i)), bare: free.slice(0, bare), rows };
}

/** What may stand beside the sum: cells with a map, and cells without; the first of equally low sheets keeps their order. */
const BESIDE = [
  [0, 2],
  [0, 1],
  [0, 0],
  [1, 0],
] as const;

/** The lowest sheet of these trips: all with a route first, as they are told. */
export function layoutOf(trips: readonly Trip[]): Layout {
  const told = toldTrips(trips);
  const possible = told.filter(({ minutes }) => minutes !== null).length;
  const impossible = told.length - possible;
  const found = BESIDE.filter(([maps, bare]) => maps <= possible && bare <= impossible)
    .map((beside) => ({ beside, body: rowsOf(possible - beside[0], impossible - beside[1]) }))
    .reduce((best, one) => (one.body.rows < best.body.rows ? one : best));
  const { rows, maps, bare } = found.body;
  const slots = [
    ...maps,
    ...(found.beside[0] > 0 ? [{ col: ACROSS - 1, row: rows }] : []),
    ...bare,
    ...Array.from({ length: found.beside[1] }, (_, i) => ({ col: ACROSS - 1, row: rows + i })),
  ];
  const top = (row: number): number => SHEET.margin + row * (SHEET.half + SHEET.gap);
  return {
    cells: told.map((trip, i) => ({
      trip,
      x: SHEET.margin + slots[i]!.col * (SHEET.cell + SHEET.gap),
      y: top(slots[i]!.row),
      height: heightOf(trip.minutes === null ? 1 : MAP),
    })),
    sum: top(rows),
    height: top(rows) + heightOf(MAP) + SHEET.margin,
  };
}
