import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { turnsOf } from '../../src/match/record.ts';
import { delaysOf } from '../../src/views/film.ts';
import { begin, type Ended } from '../installation.ts';
import { PATIENCE } from '../patience.ts';
import { command } from '../store/programs.ts';
import { readGif } from '../views/gif.ts';

/** `npm run replay -- --animate`: the film of a record. */

const patience = { timeout: PATIENCE };
const recordIn = (file: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8'));

function turns(record: unknown) {
  const found = turnsOf(record);
  if (!('state' in found)) throw new Error(found.error);
  return { ...found, at: found.turns.map((state) => found.module.rules.turn(state)) };
}

describe('the turns of a record', () => {
  test.each(['whole-tokyo.json', 'whole-paris.json', 'metromania-advanced.json', 'whole-metro-city.json'])(
    '%s: as it begins, then after each one to the end',
    (file) => {
      const { at, turns: states, state, module } = turns(recordIn(file));
      expect(module.rules.over(state)).toBe(true);
      expect(states.at(-1)).toBe(state);
      // Cards are counted when they are turned, tiles and turns when they are done.
      const last = module.rules.turn(state);
      const counted = module.rules.pace === 'together' ? [1, 2] : [0, 1];
      expect(at.slice(0, 2)).toEqual(counted);
      expect(at).toHaveLength(last + 1);
      expect(
        at.every((turn, i) => i === 0 || turn - at[i - 1]! === Number(i < last || counted[0] === 0)),
      ).toBe(true);
    },
  );

  test('of one that ends within a turn what was chosen there is left out', () => {
    const { at, turns: states, state } = turns(recordIn('half-chosen.json'));
    expect(states).not.toContain(state);
    expect(at.at(-1)).toBe(5);
  });

  test('where the cards are used up, the last one that is known is settled', () => {
    const record = { game: 'metrox', map: 'tokyo', seats: ['Ann'], draws: ['N3'], actions: ['0 T.3'] };
    const { turns: states, state } = turns(record);
    expect(states).toHaveLength(2);
    expect(states[1]).toBe(state);
  });
});

describe('the program', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'metrox-film-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const replay = (...words: string[]): Promise<Ended> =>
    begin(process.execPath, command('replay', ...words), import.meta.dirname).ended;
  const refused = async (...words: string[]): Promise<string> => {
    const { code, out, err } = await replay(...words);
    expect([code, out]).toEqual([2, '']);
    expect(readdirSync(folder)).toEqual([]);
    return err;
  };

  test('writes the film, and says how the game went', patience, async () => {
    const to = join(folder, 'game.gif');
    const { code, out, err } = await replay('--animate', 'whole-tokyo.json', to);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(
      /^Film: .+\/game\.gif \(\d+ kB\)\. Film of \d+ rounds on Tokyo: .*\. Final score: .*\n$/,
    );
    const { shots, loops } = readGif(readFileSync(to));
    const { at } = turns(recordIn('whole-tokyo.json'));
    expect(loops).toBe(0);
    expect(shots.map(({ delay }) => delay)).toEqual(delaysOf(at.length));
  });

  test('refuses what is no game, says why, and writes nothing', patience, async () => {
    const to = join(folder, 'game.gif');
    expect(await refused('--animate', 'absent.json', to)).toBe(
      'absent.json cannot be read: there is no such file.\n',
    );
    expect(await refused('--animate', 'wrong-number.json', to)).toMatch(
      /^There is no film of a record with a fault\. It stops at action 1, counted from 0: .+\n$/,
    );
    expect(await refused('--animate', 'whole-tokyo.json', join(folder, 'no/game.gif'))).toMatch(
      /game\.gif cannot be written: there is no such folder\.\n$/,
    );
    expect(await refused('--animate', 'whole-tokyo.json', folder)).toMatch(
      /cannot be written: it is a folder\.\n$/,
    );
  });

  test('has no film of a game that nobody has begun', patience, async () => {
    const record = { game: 'metrox', map: 'tokyo', seats: ['Ann'], draws: ['N3'], actions: [] };
    writeFileSync(join(folder, 'new.json'), JSON.stringify(record));
    const { code, err } = await replay('--animate', join(folder, 'new.json'), join(folder, 'new.gif'));
    expect([code, err]).toEqual([
      2,
      'No turn of this record is played to its end: there is nothing to see.\n',
    ]);
    expect(readdirSync(folder)).toEqual(['new.json']);
  });

  test('tells how it is called', patience, async () => {
    for (const words of [
      [],
      ['--animate'],
      ['--animate', 'seed.json'],
      ['--animate', 'seed.json', '-'],
      ['--animate', 'seed.json', 'a.gif', 'b.gif'],
      ['--film', 'seed.json', 'a.gif'],
    ])
      expect(await refused(...words)).toMatch(
        /^Usage: npm run --silent replay -- FILE\.\.\. .*\n .*--animate FILE OUT/,
      );
  });
});
