import { describe, expect, test } from 'vitest';
import { DECKS } from '../../../src/games/metrox/deck.ts';
import { checkMap } from '../../../src/games/metrox/map.ts';
import { findMap, mapOf, metroxModule } from '../../../src/modules.ts';
import { type Faults, faultOf, testFaults } from '../faults.ts';
import { smallFile } from './table.ts';

type File = ReturnType<typeof smallFile>;

/** Two lines of four and three stations that share m; every fault is one change of it. */
function good(): File {
  return smallFile({ A: { stations: 'a1 a2 m a3' }, B: { stations: 'b1 m b2' } });
}

const FAULTS: Faults<File> = [
  ['a list', () => [], 'top level: must be an object'],
  ['no id', (f) => ({ ...f, id: undefined }), 'id: is missing'],
  [
    'an id with capitals',
    (f) => ({ ...f, id: 'Small' }),
    'id: must be lower-case letters and digits, joined by single hyphens',
  ],
  ['an empty title', (f) => ({ ...f, title: '' }), 'title: must not be empty'],
  ['a number as title', (f) => ({ ...f, title: 7 }), 'title: must be a text'],
  ['an unknown edition', (f) => ({ ...f, edition: 'deluxe' }), 'edition: must be one of okazu, gamewright'],
  ['a key nobody reads', (f) => ({ ...f, colour: 'red' }), 'colour: is not a part of a map file'],
  [
    'a key nobody reads on a line',
    (f) => ({ ...f, lines: [{ ...f.lines[0], color: 'red' }, f.lines[1]] }),
    'lines[0].color: is not a part of a map file',
  ],
  [
    'no grid',
    (f) => ({ ...f, grid: { cols: 0, rows: 1 } }),
    'grid.cols: must be a whole number from 1 to 60',
  ],
  ['no lines', (f) => ({ ...f, lines: [] }), 'lines: must be one line at least'],
  [
    'too many lines',
    () =>
      smallFile(
        Object.fromEntries(Array.from({ length: 25 }, (_, at) => [`L${at}`, { stations: `s${at} e` }])),
      ),
    'lines: must be 24 lines at most',
  ],
  ['two lines with one id', (f) => void (f.lines[1]!.id = 'A'), 'lines[1].id: A is there twice'],
  [
    'two lines with one name',
    (f) => void (f.lines[1]!.name = 'Line A'),
    'lines[1].name: Line A is there twice',
  ],
  ...['A.1', 'A B', '', 'free', 'Ä', 'A|', '1', '-', '/A', 'A1'.repeat(2)].map(
    (id): [string, (file: File) => unknown, string] => [
      `the line id ${JSON.stringify(id)}`,
      (f) => void (f.lines[0]!.id = id),
      'lines[0].id: must be a letter and at most two more letters or digits',
    ],
  ),
  [
    'a line without windows',
    (f) => void (f.lines[1]!.windows = 0),
    'lines[1].windows: must be a whole number from 1 to 9',
  ],
  [
    'half a window',
    (f) => void (f.lines[1]!.windows = 1.5),
    'lines[1].windows: must be a whole number from 1 to 9',
  ],
  [
    'a first bonus less than the later one',
    (f) => void (f.lines[0]!.bonus = { first: 2, later: 3 }),
    'lines[0].bonus: the first bonus (2) is less than the later one (3)',
  ],
  [
    'a bonus below nothing',
    (f) => void (f.lines[0]!.bonus.later = -1),
    'lines[0].bonus.later: must be a whole number from 0 to 99',
  ],
  [
    'a line of one station',
    (f) => void (f.lines[1]!.stations = ['m']),
    'lines[1].stations: must be two stations at least',
  ],
  [
    'a line of more stations than a menu holds',
    () => smallFile({ A: { stations: Array.from({ length: 26 }, (_, at) => `s${at}`).join(' ') } }),
    'lines[0].stations: must be 25 stations at most',
  ],
  [
    'an unknown station on a line',
    (f) => void (f.lines[1]!.stations[2] = 'zz'),
    'lines[1].stations[2]: there is no station zz',
  ],
  [
    'a station that is no text',
    (f) => void (f.lines[1]!.stations[0] = 5 as unknown as string),
    'lines[1].stations[0]: must be a text',
  ],
  [
    'a station twice on a line',
    (f) => void (f.lines[0]!.stations[3] = 'a1'),
    'lines[0].stations[3]: a1 is on the line twice',
  ],
  [
    'a station on no line',
    (f) => {
      f.grid.cols += 1;
      f.stations.push({ id: 'lone', x: 6, y: 0 });
    },
    'stations[6]: lone is on no line',
  ],
  ['two stations with one id', (f) => void (f.stations[4]!.id = 'a2'), 'stations[4].id: a2 is there twice'],
  ...['s.1', 's-1', '', '1', '-', 's 1', 'abcdefghijk'].map(
    (id): [string, (file: File) => unknown, string] => [
      `the station id ${JSON.stringify(id)}`,
      (f) => void (f.stations[0]!.id = id),
      'stations[0].id: must be a letter and at most nine more letters or digits',
    ],
  ),
  [
    'a station right of the grid',
    (f) => void (f.stations[1]!.x = 6),
    'stations[1].x: 6 is off the grid: it must be a whole number from 0 to 5',
  ],
  [
    'a station above the grid',
    (f) => void (f.stations[1]!.y = -1),
    'stations[1].y: -1 is off the grid: it must be a whole number from 0 to 0',
  ],
  [
    'a station between two places',
    (f) => void (f.stations[1]!.x = 1.5),
    'stations[1].x: 1.5 is off the grid: it must be a whole number from 0 to 5',
  ],
  [
    'two stations in one place',
    (f) => void (f.stations[3]!.x = 0),
    'stations[3]: a3 is in the same place as a1',
  ],
  [
    'an unknown card',
    (f) => void (f.deck[2] = 'N9'),
    `deck[2]: must be one of N2, N3, N4, N5, N6R, N6, S2, S3, T, F`,
  ],
  ['a card too few', (f) => void f.deck.pop(), 'deck: the okazu deck has F 1 times, not 0'],
  ['a card too many', (f) => void f.deck.push('N2'), 'deck: the okazu deck has N2 2 times, not 3'],
  [
    "the other edition's deck",
    (f) => void (f.edition = 'gamewright'),
    'deck: the gamewright deck has N2 0 times, not 2',
  ],
  ['no layout', (f) => ({ ...f, layout: undefined }), 'layout: is missing'],
  [
    'an unknown slot',
    (f) => void (f.layout.slots.A = 'pink'),
    'layout.slots.A: must be one of brown, yellow, sky, red, green, purple, orange, slate, mint',
  ],
  ['a slot of no line', (f) => void (f.layout.slots.Q = 'mint'), 'layout.slots.Q: there is no line Q'],
  ['a line without colour', (f) => void delete f.layout.slots.B, 'layout.slots: line B has no colour'],
  [
    'two lines of one colour',
    (f) => void (f.layout.slots.B = 'brown'),
    'layout.slots.B: brown is the colour of line A already',
  ],
  [
    'a car of no line',
    (f) => void (f.layout.cars.Q = { row: 1, left: 0 }),
    'layout.cars.Q: there is no line Q',
  ],
  ['a line without car', (f) => void delete f.layout.cars.A, 'layout.cars: line A has no train car'],
  [
    'a car without an edge',
    (f) => void (f.layout.cars.A = { row: 1 }),
    'layout.cars.A: must have either a left or a right edge',
  ],
  [
    'a car with two edges',
    (f) => void (f.layout.cars.A = { row: 1, left: 0, right: 3 }),
    'layout.cars.A: must have either a left or a right edge',
  ],
  [
    'a connector of no line',
    (f) => void (f.layout.connector.Q = [[0, 0]]),
    'layout.connector.Q: there is no line Q',
  ],
  [
    'half a point',
    (f) => void (f.layout.connector.A = [[0] as unknown as [number, number]]),
    'layout.connector.A[0]: must be a pair of numbers',
  ],
  [
    'a bend of one station',
    (f) => void (f.layout.bend.a1 = []),
    'layout.bend.a1: must be two stations joined by a hyphen',
  ],
  [
    'a bend at an unknown station',
    (f) => void (f.layout.bend['a1-zz'] = []),
    'layout.bend.a1-zz: there is no station zz',
  ],
  [
    'a bend between stations that are no neighbours',
    (f) => void (f.layout.bend['a1-m'] = []),
    'layout.bend.a1-m: no line runs from a1 to m without a stop',
  ],
  [
    'an order with an unknown line',
    (f) => void f.layout.order.push('A Q'),
    'layout.order[0]: there is no line Q',
  ],
  [
    'an order with a line twice',
    (f) => void f.layout.order.push('A A'),
    'layout.order[0]: line A is there twice',
  ],
  [
    'an order of one line',
    (f) => void f.layout.order.push('A'),
    'layout.order[0]: must name two lines at least',
  ],
];

describe('a map file is refused with file, path and fault', () => {
  testFaults(checkMap, good, FAULTS);

  test.each([
    ['null as the file', null],
    ['lists for objects', { ...good(), lines: [[]] }],
    ['null deep inside', { ...good(), layout: { ...good().layout, cars: { A: null, B: null } } }],
  ])('%s', (_, json) => {
    expect(faultOf(checkMap, json)).toMatch(/^maps\/bad\.json: \S.*: (must|is) /);
  });
});

test('a good map file is taken, frozen, with indexes in place of ids', () => {
  const file = good();
  file.layout.bend['m-a2'] = [[1.5, 0.5]];
  file.layout.order.push('A B');
  const map = checkMap(file, 'small.json');
  expect(map.lines[1]!.stations).toEqual([4, 2, 5]);
  expect(map.stations.map((station) => station.lines)).toEqual([[0], [0], [0, 1], [0], [1], [1]]);
  for (const part of [
    map,
    map.grid,
    map.deck,
    map.lines[0],
    map.stations[2]!.lines,
    map.layout.bend['m-a2']![0],
  ])
    expect(Object.isFrozen(part)).toBe(true);
});

test('more lines than colours may share them', () => {
  const lines = Object.fromEntries(
    Array.from({ length: 10 }, (_, at) => [`L${at}`, { stations: `s${at} e` }]),
  );
  const file = smallFile(lines);
  file.layout.slots.L9 = 'brown';
  expect(checkMap(file, 'small.json').lines).toHaveLength(10);
});

describe('the released maps', () => {
  const all = metroxModule.maps();

  test('are these, in this order', () => {
    expect(all.map((map) => [map.id, map.edition])).toEqual([
      ['tokyo', 'okazu'],
      ['osaka', 'okazu'],
      ['metro-city', 'gamewright'],
      ['tube-town', 'gamewright'],
    ]);
  });

  test('have nine lines, 77, 75, 76 and 78 stations, 23 windows', () => {
    expect(all.map((map) => map.lines.length)).toEqual([9, 9, 9, 9]);
    expect(all.map((map) => map.stations.length)).toEqual([77, 75, 76, 78]);
    expect(all.map((map) => map.lines.reduce((sum, line) => sum + line.windows, 0))).toEqual([
      23, 23, 23, 23,
    ]);
  });

  test('the decks have 20 and 15 cards', () => {
    expect([DECKS.okazu.length, DECKS.gamewright.length]).toEqual([20, 15]);
  });

  test('are loaded once', () => {
    expect(metroxModule.maps()).toBe(all);
    expect(findMap(metroxModule, 'osaka')).toBe(all[1]);
    expect(findMap(metroxModule, 'paris')).toBeUndefined();
  });

  test('stations that most lines share', () => {
    const most = all.map((map) => Math.max(...map.stations.map((station) => station.lines.length)));
    expect(most).toEqual([5, 3, 5, 3]);
    const shared = mapOf(metroxModule, 'metro-city').stations.find((station) => station.id === 's0307')!;
    expect(shared.lines).toEqual([0, 5, 6]);
  });
});
