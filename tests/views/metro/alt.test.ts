import { describe, expect, test } from 'vitest';
import { boardAlt } from '../../../src/views/metro/boardalt.ts';
import { at, crowded, NAMES, placing, sceneOf, viewOf } from './positions.ts';

const scene = sceneOf();

const squares = (names: string) => names.split(' ').map(at);

/** Two seats: the first has the odd stations, the second the even ones. */
const ALL = '1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31';

describe('the board in words', () => {
  test('before the first tile', () => {
    expect(boardAlt(viewOf([]), scene, { legal: squares('A1 H8') })).toBe(
      `Metro, Ann to move, 58 tiles left. Scores: Ann 0, Ben 0. In hand: acba. Ann has no line under way. Not begun: ${ALL}. The tile may go to A1, H8.`,
    );
  });

  test('the last tile with what it finished, lines under way with where they go on', () => {
    // Station 5 turns back on D2; station 8 runs straight down A1; station 9 crosses to B1.
    const view = viewOf(['A1 aaaa', 'D1 aaaa', 'D2 dddd'], {
      last: { seat: 1, square: at('D2'), arrived: [5] },
      mover: 1,
    });
    expect(boardAlt(view, scene)).toBe(
      'Metro, Ben to move, 55 tiles left. Scores: Ann 3, Ben 0. Last tile: dddd at D2 by Ben, which finished line 5 of Ann for 3 points. In hand: acba. Lines of Ann under way: 9 length 1 into B1 from the left. Not begun: 1, 3, 7, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31. Lines of Ben under way: 8 length 1 into A2 from above.',
    );
  });

  test('a tile that is only thought of', () => {
    const view = viewOf(['D1 aaaa', 'A1 aaaa']);
    const at2 = (square: string, tile: string, turns: 0 | 1) =>
      boardAlt(view, scene, { after: placing(view, square, tile, turns) });
    expect(at2('D2', 'dada', 1)).toContain(
      'Preview, not placed yet: dada at D2, 1 quarter turn clockwise: line 5 of Ann grows to 2. ',
    );
    expect(at2('D2', 'dddd', 0)).toContain(
      'Preview, not placed yet: dddd at D2: line 5 of Ann for 3 points. ',
    );
    expect(at2('E2', 'aaaa', 0)).toContain('Preview, not placed yet: aaaa at E2, which changes no line. ');
  });

  test('a drawn tile: the mover sees which, others that there is one', () => {
    const mover = viewOf([], { drew: true, drawn: 'bbbb' });
    expect(boardAlt(mover, scene)).toContain(
      'Metro, Ann drew a tile and places it, 58 tiles left. Scores: Ann 0, Ben 0. Drawn and to be placed: bbbb; kept: acba.',
    );
    const watcher = boardAlt({ ...mover, seat: null, hand: [], drawn: null }, scene);
    expect(watcher).toContain('Ann drew a tile and places it');
    expect(watcher).not.toMatch(/bbbb|acba/);
  });

  test('the end: best first', () => {
    const view = viewOf(['A1 dddd'], { over: true, left: 0, hand: [] });
    // Both lines come back at once: station 8 to the second seat, station 9 to the first.
    const lines = view.lines.map((line) => (line.station === 8 ? { ...line, points: 4 } : line));
    expect(boardAlt({ ...view, lines }, scene)).toBe('Metro, the game is over. Final scores: Ben 4, Ann 1.');
  });

  test('never longer than a picture may have, and the head always stays', () => {
    const names = NAMES.map((name) => `${name} ${'long'.repeat(14)}`);
    for (const seats of [2, 4, 6]) {
      const view = viewOf(crowded(['A1', 'C3', 'H8', 'F6']), {
        setting: { seats },
        last: { seat: 1, square: at('B1'), arrived: Array.from({ length: 32 }, (_, i) => i + 1) },
      });
      const alt = boardAlt(view, sceneOf('dark', names), { legal: squares('A1 C3 H8 F6') });
      expect(alt.length).toBeLessThanOrEqual(1024);
      expect(alt).toMatch(/^Metro, Ann long/);
      expect(alt).toContain('Scores: ');
    }
  });
});

test('whoever has no name, or an endless one, is a seat', () => {
  const alt = boardAlt(viewOf([]), sceneOf('dark', ['', 'x'.repeat(65)]));
  expect(alt).toContain('Metro, seat 1 to move, 58 tiles left. Scores: seat 1 0, seat 2 0.');
});
