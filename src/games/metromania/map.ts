import * as z from 'zod';
import { type Fault, faultsOf, freeze, mapId, shaped, whole } from '../mapfile.ts';
import { SIZE } from './grid.ts';
import { type Box, KINDS, LETTERS } from './state.ts';

/** What a map file of MetroMania must hold. */

const PIECES = 6;
const CELLS = SIZE * SIZE;
/** Cells of a piece that may lie on the city limit, however it is put in. */
const BORDER: readonly number[] = [0, 1, 3, 4, 8, 9, 15, 16, 18, 20, 22, 24];

const cell = whole(0, CELLS - 1);
const kind = z.enum(KINDS, `must be ${KINDS.join(', ')}`);
const places = z.array(whole(1, SIZE));

const shape = z.strictObject({
  id: mapId,
  title: z.string().min(1, 'must not be empty'),
  pieces: z
    .array(
      z.strictObject({
        residential: cell,
        commercial: cell,
        entertainment: cell,
        lake: cell.optional(),
        park: cell.optional(),
      }),
    )
    .length(PIECES, `must be ${PIECES}`),
  arrows: z.strictObject({ white: places, black: places }),
  markers: z.record(
    z.enum(LETTERS, `must be for the letters ${LETTERS.join(', ')}`),
    z.strictObject({ left: kind, right: kind }),
  ),
  stations: whole(1, 91),
  tunnels: whole(3, 90),
});

/**
 * Checks a map of MetroMania: six pieces with one destination spot of each kind, one lake and one park, none of them on the city
 * limit; arrows; two markers of each letter, four of each kind in all. The result is deeply frozen. Throws a `MapError` with the file,
 * the JSON path (`pieces[3].lake`) and the first fault found.
 */
export function readMap(json: unknown, file: string): Box {
  const fault = faultsOf(file);
  const box: Box = shaped(shape, json, fault);
  checkPieces(box, fault);
  checkArrows(box, fault);
  checkMarkers(box, fault);
  return freeze(box);
}

function checkPieces({ pieces }: Box, fault: Fault): void {
  for (const [at, piece] of pieces.entries()) {
    const cells = Object.entries(piece);
    for (const [i, [sign, one]] of cells.entries()) {
      if (BORDER.includes(one)) fault(['pieces', at, sign], `${one} may lie on the city limit`);
      if (cells.findIndex(([, other]) => other === one) !== i)
        fault(['pieces', at, sign], `${one} is taken by another sign`);
    }
  }
  for (const sign of ['lake', 'park'] as const) {
    const count = pieces.filter((piece) => piece[sign] !== undefined).length;
    if (count !== 1) fault(['pieces'], `must have one ${sign}, not ${count}`);
  }
}

function checkArrows({ arrows: { white, black } }: Box, fault: Fault): void {
  for (const [color, list] of [
    ['white', white],
    ['black', black],
  ] as const) {
    if (list.length === 0) fault(['arrows', color], 'must not be empty');
    for (const [at, place] of list.entries())
      if (list.indexOf(place) !== at) fault(['arrows', color, at], `${place} is there twice`);
  }
  const both = black.findIndex((place) => white.includes(place));
  if (both >= 0) fault(['arrows', 'black', both], `${black[both]} has a white arrow`);
}

function checkMarkers({ markers }: Box, fault: Fault): void {
  for (const letter of LETTERS)
    if (markers[letter].left === markers[letter].right)
      fault(['markers', letter], 'must be of two different kinds');
  for (const one of KINDS) {
    const count = LETTERS.flatMap((letter) => Object.values(markers[letter])).filter((kind) => kind === one);
    if (count.length !== 4) fault(['markers'], `must have four markers that are ${one}, not ${count.length}`);
  }
}
