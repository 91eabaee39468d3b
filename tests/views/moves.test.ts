import { describe, expect, test } from 'vitest';
import { metrox } from '../../src/games/metrox/index.ts';
import type { State } from '../../src/games/metrox/state.ts';
import { confirm, label } from '../../src/views/metrox/moves.ts';
import { foresee, map, scene, table } from './positions.ts';

const entry = (state: State, code: string, path?: string[]) => label(...foresee(state, 0, code), scene, path);
const told = (state: State, code: string) => confirm(...foresee(state, 0, code), scene);

describe('what a choice would do', () => {
  test('skip jumps over what is filled', () => {
    const state = table('tokyo', 'S2', [['T1', 'T2', 'T4'], []]);
    expect(entry(state, 'T.2')).toEqual({
      button: 'T ×2',
      label: 'T Tozai: marks 2',
      description: 'T3 and T5, jumps T4. Then 9 to go. First 7 is open.',
      good: false,
    });
    expect(told(state, 'T.2')).toEqual({
      title: 'You play T Tozai',
      text: 'Skip 2 marks **T3** and **T5**; T4 was filled and is jumped over. Tozai has 9 stations to go.',
    });
  });

  test('a long jump is counted', () => {
    const state = table('tokyo', 'S3', [['M*', '-M1', '-M4', '-M15'], []]);
    expect(entry(state, 'M.3').description).toBe(
      'M1, M4 and M15, jumps M2, M3 and M5 to M14. Completes M +5.',
    );
    const far = table('tokyo', 'S3', [['M1', 'M3', 'M5', 'M7', 'M9', 'M11', 'M12', '-M13', 'M4', 'M6'], []]);
    expect(entry(far, 'M.3').description).toContain('M2, M8 and M10, jumps M3 to M7 and M9.');
  });

  test('a filled station stops a number, and so does the end of the line', () => {
    const state = table('tokyo', 'N3', [['M1', 'M2', 'M3', 'M4', 'M6'], []]);
    expect(entry(state, 'M.1').description).toBe(
      'M5; M6 is filled and stops it. Then 10 to go. First 5 is open.',
    );
    expect(told(state, 'M.1').text).toBe(
      'Number 3 marks **M5**; M6 is filled and stops it. Marunouchi has 10 stations to go.',
    );
    const end = table('tokyo', 'N5', [['N*', '-N12', '-N13'], []]);
    expect(entry(end, 'N.2')).toMatchObject({
      button: 'N ×2 🏁4',
      description: 'N12 and N13; the line ends there. Completes N +4.',
      good: true,
    });
    expect(told(end, 'N.2').text).toBe(
      'Number 5 marks **N12** and **N13**; the line ends there. That completes **N** +4.',
    );
  });

  test('one choice completes several lines', () => {
    const state = table('tokyo', 'N3', [['F*', 'M*', '-F9', '-F10', '-F11'], []]);
    expect(entry(state, 'F.3')).toEqual({
      button: 'F ×3 🏁2 🏁5',
      label: 'F Fukutoshin: marks 3',
      description: 'F9 to F11. Completes F +2 and M +5.',
      good: true,
    });
    expect(told(state, 'F.3').text).toBe(
      'Number 3 marks **F9** to **F11**. That completes **F** +2 and **M** +5.',
    );
  });

  test('the longest one still fits', () => {
    const marks = ['T*', 'M*', 'K*', 'Y*', 'C*', 'N1', 'N2', 'N3'];
    const state = table('osaka', 'N6R', [[...marks, '-N4', '-N5', '-N6', '-N7', '-N8', '-N9'], []]);
    expect(entry(state, 'N.6')).toEqual({
      button: 'N ×6 🏁7 🏁6 🏁4 🏁3 🏁5',
      label: 'N Nagahori Tsurumi-ryokuchi: marks 6',
      description: 'N4 to N9. Completes T +7, M +6, K +4 and 2 more. Then 4 to go. First 4 is open.',
      good: true,
    });
  });

  test('a later bonus is what is promised when the first is gone', () => {
    const state = table('tokyo', 'N2', [['F*', '-F7'], []]);
    const taken = state.map.lines.map((line) => (line.id === 'F' ? 1 : 0));
    expect(entry({ ...state, round: 2, taken }, 'F.1')).toMatchObject({
      button: 'F ×1 🏁1',
      description: expect.stringContaining('Completes F +1.'),
    });
    const open = { ...table('tokyo', 'N2', [[], []]), round: 2, taken };
    expect(entry(open, 'F.2').description).toBe('F1 and F2. Then 9 to go. First is gone, it pays 1.');
  });

  test('a line with nothing left to mark uses up a window', () => {
    const state = table('tokyo', 'N3', [['H*'], []]);
    expect(entry(state, 'H.0')).toEqual({
      button: 'H ×0',
      label: 'H Hibiya: marks 0',
      description: 'Complete already. Uses up a window.',
      good: false,
    });
    expect(told(state, 'H.0').text).toBe('Nothing to mark on **H**; its window is used up.');
    const star = table('tokyo', 'T', [['H*'], []]);
    expect(entry(star, 'H.T')).toMatchObject({ button: 'H ★0', label: 'H Hibiya: writes nothing' });
    expect(told(star, 'H.T').text).toBe('Nothing to mark on **H**; its window is used up.');
  });

  test('a transfer writes twice the lines that meet', () => {
    const state = table('tokyo', 'T', [['G1', 'G2', 'G3', 'G4'], []]);
    expect(entry(state, 'G.T')).toEqual({
      button: 'G ★8',
      label: 'G Ginza: writes 8',
      description: 'At G5, where 4 lines meet. Then 8 to go. First 5 is open.',
      good: false,
    });
    expect(told(state, 'G.T')).toEqual({
      title: 'You play G Ginza',
      text: 'The star writes **8** at G5, where 4 lines meet. Ginza has 8 stations to go.',
    });
    expect(told(state, 'T.T').text).toContain('The star writes **2** at T1, where only this line stops.');
  });

  test('the free card, by the line its station was looked for on', () => {
    const state = table('tokyo', 'F', [['M*', '-M11'], []]);
    const code = 'free.s0906';
    expect(entry(state, code, ['T', 's0906'])).toEqual({
      button: 'T6 🏁5',
      label: 'T6',
      description: 'Also M11, C8, Z7. Completes M +5. Then 13 to go. First 7 is open.',
      good: true,
    });
    expect(entry(state, code, ['Z', 's0906'])).toMatchObject({
      label: 'Z7',
      description: expect.stringMatching(/^Also T6, M11, C8\./),
    });
    expect(entry(state, code).label).toBe('T6');
    expect(entry(state, 'free.s0203').description).toMatch(/^Only line T stops there\./);
    expect(told(state, code)).toEqual({
      title: 'You fill T6',
      text: 'You fill **T6**, which is also M11, C8 and Z7. That completes **M** +5.',
    });
    expect(told(state, 'free.s0203').text).toBe('You fill **T1**.');
  });

  test('the free card that finds nothing', () => {
    const all = map('tokyo').lines.map(({ id }) => `${id}*`);
    const state = table('tokyo', 'F', [all, []]);
    expect(entry(state, 'free.-')).toMatchObject({ label: 'No station is empty', good: false });
    expect(told(state, 'free.-').text).toBe('No station is empty, so the free card does nothing.');
  });

  test('marking fewer is said to be a wish, never a wall', () => {
    const state = table('metro-city', 'N4', [['A1', 'A5'], []]);
    expect(entry(state, 'A.3').description).toMatch(/^A2 to A4; A5 is filled and stops it\./);
    expect(entry(state, 'A.2').description).toMatch(/^A2 and A3\. Then 7 to go\./);
    expect(told(state, 'A.2').text).toBe(
      'Number 4 marks **A2** and **A3**, fewer than it could. The window is used all the same. A line has 7 stations to go.',
    );
    expect(told(state, 'A.0').text).toMatch(
      /^You mark nothing on \*\*A\*\*; its window is used up all the same\./,
    );
    const skip = table('metro-city', 'S3', [['A1', 'A3', '-A4'], []]);
    expect(told(skip, 'A.2').text).toMatch(/^Skip 3 marks \*\*A2\*\* and \*\*A4\*\*, fewer than it could\./);
  });

  test('the last chooser sees the same words as the others', () => {
    const state = table('tokyo', 'S2', [['T1', 'T2', 'T4'], []]);
    const [, , later] = foresee(state, 0, 'T.2');
    const other = metrox.actions(state, 1)[0]!;
    const waiting = metrox.apply(state, 1, other);
    expect(later.card).toBe('S2');
    expect(label(...foresee(waiting, 0, 'T.2'), scene)).toEqual(entry(state, 'T.2'));
    const solo = table('tokyo', 'S2', [['T1', 'T2', 'T4']]);
    expect(entry(solo, 'T.2').description).toBe('T3 and T5, jumps T4. Then 9 to go. It pays 7.');
  });
});
