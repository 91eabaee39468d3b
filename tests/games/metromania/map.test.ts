import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readMap } from '../../../src/games/metromania/map.ts';
import { type Faults, testFaults } from '../faults.ts';

/** Every fault that a map of MetroMania may have is found by its path: each is one change of the map of the box. */

interface File {
  id: unknown;
  title: unknown;
  pieces: Record<string, unknown>[];
  arrows: { white: number[]; black: number[] };
  markers: Record<string, { left: unknown; right: unknown }>;
  stations: unknown;
  tunnels: unknown;
}

const text = readFileSync(new URL('../../../maps/metromania/six-quarters.json', import.meta.url), 'utf8');
const box = (): File => JSON.parse(text);
const KINDS = 'must be residential, commercial, entertainment';

const FAULTS: Faults<File> = [
  ['a list', () => [], 'top level: must be an object'],
  ['no pieces', (f) => ({ ...f, pieces: undefined }), 'pieces: is missing'],
  ['an empty title', (f) => void (f.title = ''), 'title: must not be empty'],
  ['a key nobody reads', (f) => ({ ...f, grid: [] }), 'grid: is not a part of a map file'],
  [
    'an id with a space',
    (f) => void (f.id = 'six quarters'),
    'id: must be lower-case letters and digits, joined by single hyphens',
  ],
  ['a piece too few', (f) => void f.pieces.pop(), 'pieces: must be 6'],
  ['a piece without a kind', (f) => void delete f.pieces[4]!.commercial, 'pieces[4].commercial: is missing'],
  [
    'a sign that is none',
    (f) => void (f.pieces[4]!.harbour = 12),
    'pieces[4].harbour: is not a part of a map file',
  ],
  [
    'a cell that is not there',
    (f) => void (f.pieces[2]!.residential = 25),
    'pieces[2].residential: must be a whole number from 0 to 24',
  ],
  [
    'half a cell',
    (f) => void (f.pieces[0]!.lake = 11.5),
    'pieces[0].lake: must be a whole number from 0 to 24',
  ],
  // Cell 16 is the corner of a piece, 3 lies along its side.
  [
    'a spot at a corner',
    (f) => void (f.pieces[2]!.residential = 16),
    'pieces[2].residential: 16 may lie on the city limit',
  ],
  [
    'the lake on the limit',
    (f) => void (f.pieces[0]!.lake = 3),
    'pieces[0].lake: 3 may lie on the city limit',
  ],
  [
    'two signs on one cell',
    (f) => void (f.pieces[3]!.entertainment = f.pieces[3]!.commercial),
    'pieces[3].entertainment: 6 is taken by another sign',
  ],
  ['no lake', (f) => void delete f.pieces[0]!.lake, 'pieces: must have one lake, not 0'],
  ['two parks', (f) => void (f.pieces[5]!.park = 12), 'pieces: must have one park, not 2'],
  ['no black arrows', (f) => void (f.arrows.black = []), 'arrows.black: must not be empty'],
  [
    'an arrow off the side',
    (f) => void (f.arrows.white[1] = 6),
    'arrows.white[1]: must be a whole number from 1 to 5',
  ],
  ['an arrow twice', (f) => void (f.arrows.white[1] = 2), 'arrows.white[1]: 2 is there twice'],
  ['black on white', (f) => void (f.arrows.black[0] = 4), 'arrows.black[0]: 4 has a white arrow'],
  ['no marker F', (f) => void delete f.markers.F, 'markers.F: is missing'],
  [
    'a seventh letter',
    (f) => void (f.markers.G = { left: 'residential', right: 'commercial' }),
    'markers.G: is not a part of a map file',
  ],
  ['a marker of no kind', (f) => void (f.markers.B!.left = 'lake'), `markers.B.left: ${KINDS}`],
  [
    'twins of one kind',
    (f) => void (f.markers.C!.right = 'entertainment'),
    'markers.C: must be of two different kinds',
  ],
  [
    'five of a kind',
    (f) => void (f.markers.B!.left = 'residential'),
    'markers: must have four markers that are residential, not 5',
  ],
  ['no stations', (f) => void (f.stations = 0), 'stations: must be a whole number from 1 to 91'],
  ['too short lines', (f) => void (f.tunnels = 2), 'tunnels: must be a whole number from 3 to 90'],
];

testFaults(readMap, box, FAULTS);

describe('the map of the box', () => {
  const map = readMap(box(), 'maps/metromania/six-quarters.json');

  test('is taken as it stands, and is frozen all through', () => {
    expect(map).toEqual(box());
    const loose = (value: unknown): boolean =>
      typeof value === 'object' &&
      value !== null &&
      (!Object.isFrozen(value) || Object.values(value).some(loose));
    expect(loose(map)).toBe(false);
  });

  test('has 30 stations, 18 tunnels a line, and the arrows of the rules', () => {
    expect(map).toMatchObject({ stations: 30, tunnels: 18, arrows: { white: [2, 4], black: [1, 5] } });
  });
});
