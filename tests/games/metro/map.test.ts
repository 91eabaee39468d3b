import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readMap } from '../../../src/games/metro/map.ts';
import { type Faults, testFaults } from '../faults.ts';

/** Every fault that a map of Metro may have is found by its path: each is one change of the map of Paris. */

interface File {
  id: unknown;
  title: unknown;
  tiles: { tile: unknown; count: unknown }[];
  stations: Record<'n' | 'row' | 'col' | 'departure' | 'arrival', number>[];
  entrances: Record<'row' | 'col' | 'connector', number>[];
  cards: Record<string, number[][]>;
}

const text = readFileSync(new URL('../../../maps/metro/paris.json', import.meta.url), 'utf8');
const paris = (): File => JSON.parse(text);

const FAULTS: Faults<File> = [
  ['a list', () => [], 'top level: must be an object'],
  ['no tiles', (f) => ({ ...f, tiles: undefined }), 'tiles: is missing'],
  ['an empty title', (f) => void (f.title = ''), 'title: must not be empty'],
  ['a key nobody reads', (f) => ({ ...f, colour: 'red' }), 'colour: is not a part of a map file'],
  [
    'an id with a capital',
    (f) => void (f.id = 'Paris'),
    'id: must be lower-case letters and digits, joined by single hyphens',
  ],
  [
    'a fifth letter',
    (f) => void (f.tiles[2]!.tile = 'acbe'),
    'tiles[2].tile: must be four of the letters a, b, c and d',
  ],
  [
    'a tile that joins two tracks',
    // From the top straight down, from the bottom back down: both leave by connector 5.
    (f) => void (f.tiles[2]!.tile = 'aada'),
    'tiles[2].tile: aada joins two tracks at one connector',
  ],
  ['a tile twice', (f) => void (f.tiles[1]!.tile = 'aacb'), 'tiles[1].tile: aacb is there twice'],
  ['a tile too many', (f) => void (f.tiles[0]!.count = 5), 'tiles: these are 61 tiles, not 60'],
  [
    'half a tile',
    (f) => void (f.tiles[0]!.count = 3.5),
    'tiles[0].count: must be a whole number from 1 to 60',
  ],
  ['a station too few', (f) => void f.stations.pop(), 'stations: must be 32'],
  ['stations in another order', (f) => void f.stations.reverse(), 'stations[0].n: must be 1'],
  [
    'a station off the board',
    (f) => void (f.stations[3]!.col = 8),
    'stations[3].col: must be a whole number from 0 to 7',
  ],
  [
    'a station inside the board',
    (f) => void (f.stations[3]!.row = 1),
    'stations[3]: connector 0 is not at the edge of the board there',
  ],
  [
    'a departure by an odd connector',
    (f) => void (f.stations[3]!.departure = 1),
    'stations[3].departure: must be 0, 2, 4 or 6',
  ],
  [
    'an arrival elsewhere',
    (f) => void (f.stations[3]!.arrival = 3),
    'stations[3].arrival: must be 1, beside the departure',
  ],
  [
    'two stations in one place',
    (f) => void (f.stations[3]!.col = f.stations[2]!.col),
    'stations[3]: is in the same place as station 3',
  ],
  ['an entrance too few', (f) => void f.entrances.pop(), 'entrances: must be 8'],
  [
    'an entrance by which trains come in',
    (f) => void (f.entrances[0]!.connector = 4),
    'entrances[0].connector: must be 1, 3, 5 or 7',
  ],
  [
    'an entrance far from the centre',
    (f) => void (f.entrances[0]!.row = 1),
    'entrances[0]: must lead into the central station',
  ],
  [
    'an entrance twice',
    (f) => void (f.entrances[1] = { ...f.entrances[0]! }),
    'entrances[1]: is there twice',
  ],
  ['no cards for four', (f) => void delete f.cards['4'], 'cards.4: is missing'],
  ['a card too few', (f) => void f.cards['4']!.pop(), 'cards.4: must be 4 cards'],
  [
    'a station of two players',
    (f) => void (f.cards['2']![1]![0] = f.cards['2']![0]![0]!),
    'cards.2[1][0]: station 1 is owned twice',
  ],
  [
    'a station that is not there',
    (f) => void (f.cards['2']![1]![0] = 33),
    'cards.2[1][0]: must be a whole number from 1 to 32',
  ],
];

testFaults(readMap, paris, FAULTS);

describe('the map of Paris', () => {
  const map = readMap(paris(), 'maps/metro/paris.json');

  test('is taken as it stands, and is frozen all through', () => {
    expect(map).toEqual(paris());
    const loose = (value: unknown): boolean =>
      typeof value === 'object' &&
      value !== null &&
      (!Object.isFrozen(value) || Object.values(value).some(loose));
    expect(loose(map)).toBe(false);
  });

  test.each([2, 3, 4, 5, 6])(
    'its cards for %d are of one size and leave out 16 and 17 or nothing',
    (players) => {
      const cards = map.cards[String(players)]!;
      expect(cards.map((card) => card.length)).toEqual(
        Array<number>(players).fill({ 2: 16, 3: 10, 4: 8, 5: 6, 6: 5 }[players]!),
      );
      const owned = new Set(cards.flat());
      const left = map.stations.map(({ n }) => n).filter((n) => !owned.has(n));
      expect(left).toEqual(players === 2 || players === 4 ? [] : [16, 17]);
    },
  );
});
