import { expect, test } from 'vitest';
import { metrox } from '../../../src/games/metrox/index.ts';
import { EMPTY, OPEN, type State } from '../../../src/games/metrox/state.ts';
import { mapOf, metroxModule } from '../../../src/modules.ts';
import { deal, smallMap } from './table.ts';

/**
 * All ways to play the first rounds of a solo game with given cards: how many there are, and summed over their
 * ends the stations filled, the numbers written and the lines completed. The counts were confirmed by a second
 * program that was written from the rules alone; those of one and two rounds can be done by hand.
 */
function perft(state: State, rounds: number): [ends: number, filled: number, numbers: number, lines: number] {
  if (rounds === 0 || metrox.over(state)) {
    const board = state.boards[0]!;
    return [
      1,
      board.stations.filter((value) => value !== EMPTY).length,
      board.stations.reduce((sum, value) => sum + Math.max(value, 0), 0),
      board.done.filter((how) => how !== OPEN).length,
    ];
  }
  const sums: [number, number, number, number] = [0, 0, 0, 0];
  for (const action of metrox.actions(state, 0))
    for (const [at, sum] of perft(metrox.apply(state, 0, action), rounds - 1).entries()) sums[at]! += sum;
  return sums;
}

const SHARED = ['N3', 'T', 'S2', 'N6R'];
const LOOSE = ['T', 'F', 'N5', 'S3'];

test.each([
  // Nine lines with windows, three stations each.
  ['tokyo', SHARED, 1, [9, 27, 0, 0]],
  // 9 x 9 x 9 ways but for the four lines of two windows (F, Y, Z, G) chosen three times; 3 + 1 + 2 stations each.
  ['tokyo', SHARED, 3, [725, 4350, 2672, 0]],
  ['tokyo', SHARED, 4, [6424, 75093, 23524, 42]],
  ['tokyo', LOOSE, 3, [6156, 42282, 20520, 0]],
  ['osaka', SHARED, 4, [6393, 72576, 16990, 844]],
  ['osaka', LOOSE, 3, [5994, 41075, 15984, 156]],
  // Nine lines, three stations down to none each: 4 x 9, and 9 x (3 + 2 + 1) stations.
  ['metro-city', SHARED, 1, [36, 54, 0, 0]],
  ['metro-city', SHARED, 3, [8700, 30450, 29664, 0]],
  ['metro-city', LOOSE, 3, [35640, 159165, 118800, 0]],
  ['tube-town', SHARED, 3, [8688, 30408, 23040, 0]],
  ['tube-town', LOOSE, 3, [36609, 163518, 97620, 162]],
] as const)('%s, cards %j, %d rounds', (map, cards, rounds, counts) => {
  expect(perft(deal(mapOf(metroxModule, map), [...cards]), rounds)).toEqual(counts);
});

test.each([
  ['okazu', [9, 53, 10, 17]],
  ['gamewright', [152, 610, 328, 90]],
] as const)('a whole game on a small map, %s', (edition, counts) => {
  const map = smallMap({ A: { stations: 'a b c d' }, B: { stations: 'e b f', windows: 1 } }, edition);
  expect(perft(deal(map, ['N3', 'F', 'S2', 'T']), 9)).toEqual(counts);
});
