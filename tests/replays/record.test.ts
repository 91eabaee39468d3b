import { describe, expect, test } from 'vitest';
import { recordOf } from '../../src/match/export.ts';
import { play } from '../../src/match/record.ts';

const tokyo = {
  game: 'metrox',
  rules: 1,
  map: 'tokyo',
  seats: ['Ann', 'Ben'],
  options: {},
  draws: ['N3', 'T', 'S2', 'N6R', 'F'],
  actions: [] as unknown[],
};
const city = { ...tokyo, map: 'metro-city' };

/** What a record comes to after these actions, and the fault that ended it. */
function outcomeOf(record: object, ...actions: unknown[]) {
  return play({ ...record, actions }) as Record<string, unknown>;
}

test('rules and options may be missing', () => {
  const { rules, options, ...rest } = tokyo;
  expect(play(rest)).toEqual(play(tokyo));
});

test('an empty record has its first card open', () => {
  expect(play(tokyo)).toMatchObject({ over: false, round: 1, card: 'N3', toAct: [0, 1] });
  expect(play({ ...tokyo, draws: [] })).toMatchObject({ over: false, round: 0, card: null, toAct: [] });
});

describe('draws', () => {
  const solo = { ...tokyo, seats: ['Ann'] };

  test('one that cannot be left is refused after the round before it is resolved, whatever follows', () => {
    for (const actions of [['0 F.3'], ['0 F.3', '0 nonsense'], ['0 F.3', 7]]) {
      const outcome = outcomeOf({ ...solo, draws: ['S3', 'S3'] }, ...actions);
      expect(outcome).toMatchObject({
        error: 'S3 cannot come up: the only one was turned since the deck was last whole.',
        at: 1,
        in: 'draws',
        round: 1,
        card: null,
        toAct: [],
      });
      expect(Object.keys(outcome).slice(-3)).toEqual(['error', 'at', 'in']);
    }
  });

  test('not while the round before it is open', () => {
    const two = { ...tokyo, draws: ['S3', 'S3'] };
    expect(outcomeOf(two, '0 F.3')).toMatchObject({ round: 1, card: 'S3', toAct: [1] });
    expect(outcomeOf(two, '0 F.3')).not.toHaveProperty('error');
    expect(outcomeOf(two, '0 F.3', '0 F.9')).toMatchObject({
      at: 1,
      error: 'S3 marks 3 stations on line F here: write F.3.',
    });
  });

  test.each([
    [['T', 'T', 'T', 'T'], 3, 'T cannot come up: all 3 of them were turned since the deck was last whole.'],
    [['N9'], 0, '"N9" is no card: cards are N2, N3, N4, N5, N6R, N6, S2, S3, T, F.'],
    [['N6'], 0, 'The okazu deck has no card N6.'],
    [[3], 0, '"3" is no card: cards are N2, N3, N4, N5, N6R, N6, S2, S3, T, F.'],
    [[''], 0, '"" is no card: cards are N2, N3, N4, N5, N6R, N6, S2, S3, T, F.'],
  ])('%j', (draws, at, error) => {
    expect(outcomeOf({ ...solo, draws }, '0 F.T', '0 Y.T', '0 T.T')).toMatchObject({
      error,
      at,
      in: 'draws',
      round: at,
    });
  });

  test('a card that the edition does not have', () => {
    expect(play({ ...city, draws: ['N2'] })).toMatchObject({
      error: 'The gamewright deck has no card N2.',
      at: 0,
    });
  });

  test('flipping by hand: refused just so', () => {
    const record = { ...solo, options: { flip: 'manual' }, draws: ['S3', 'S3'] };
    expect(outcomeOf(record, '0 F.3')).toMatchObject({ at: 1, in: 'draws', round: 1 });
  });

  test('unused ones are ignored, also nonsense', () => {
    expect(outcomeOf({ ...solo, draws: ['N3', 'N2', 'nonsense', 7] }, '0 F.3')).not.toHaveProperty('error');
  });
});

describe('a half-chosen round', () => {
  test('shows its choices only in toAct', () => {
    const before = outcomeOf(tokyo);
    expect(outcomeOf(tokyo, '1 T.3')).toEqual({ ...before, toAct: [0] });
  });

  test('a second choice by the same seat replaces its first', () => {
    expect(outcomeOf(tokyo, '1 T.3', '1 Y.3', '0 F.3')).toEqual(outcomeOf(tokyo, '1 Y.3', '0 F.3'));
  });
});

describe('a free card without an empty station', () => {
  // Sixes fill Ann's whole map in 20 rounds; Ben marks nothing.
  const lines = 'D.6 F.6 G.6 A.6 H.5 D.5 F.3 H.4 B.3 B.3 I.3 G.3 A.2 I.3 C.3 C.6 E.2 E.1 E.5 H.1'.split(' ');
  const before = lines.flatMap((text) => [`0 ${text}`, `1 ${text.split('.')[0]}.0`]);
  const record = { ...city, draws: [...Array(20).fill('N6R'), 'F', 'N3', 'T'] };
  const end = ['1 D.0', '0 D.0'];
  const full = outcomeOf(record, ...before, '1 free.s0307', '0 free.-', ...end);

  test('fills nothing', () => {
    expect(full).toMatchObject({ round: 23, card: 'T', toAct: [0, 1] });
    expect(full).not.toHaveProperty('error');
  });

  test('may be left out, or stand anywhere in its round', () => {
    expect(outcomeOf(record, ...before, '1 free.s0307', ...end)).toEqual(full);
    expect(outcomeOf(record, ...before, '1 free.s0000', '1 free.s0307', '0 free.-', ...end)).toEqual(full);
    expect(outcomeOf(record, ...before, '0 free.-', '1 free.s0307', ...end)).toEqual(full);
    expect(outcomeOf(record, ...before, '0 free.-', '0 free.-', '1 free.s0307', ...end)).toEqual(full);
  });

  test('left out at the end of the record it is played all the same', () => {
    expect(outcomeOf(record, ...before)).toMatchObject({ round: 21, card: 'F', toAct: [1] });
    expect(outcomeOf(record, ...before, '1 free.s0307')).toMatchObject({
      round: 22,
      card: 'N3',
      toAct: [0, 1],
    });
  });

  test('not for a seat that has an empty station', () => {
    expect(outcomeOf(record, ...before, '0 free.-', '1 D.0')).toMatchObject({
      error: 'The free card lies open: it fills any one station, so write free.STATION.',
      at: 41,
      card: 'F',
      toAct: [1],
    });
  });

  test('too late it is not legal', () => {
    expect(outcomeOf(record, ...before, '1 free.s0307', '1 D.0', '0 free.-')).toMatchObject({
      error: 'N3 lies open, not the free card: choose a line.',
      at: 42,
    });
  });

  test('for the whole table at once', () => {
    const solo = { ...record, seats: ['Ann'] };
    const mine = lines.map((text) => `0 ${text}`);
    expect(outcomeOf(solo, ...mine)).toMatchObject({ round: 22, card: 'N3', toAct: [0] });
    expect(outcomeOf(solo, ...mine, '0 D.0')).toEqual(outcomeOf(solo, ...mine, '0 free.-', '0 D.0'));
    expect(outcomeOf(solo, ...mine, '0 D.1')).toMatchObject({
      error: 'N3 marks 0 stations on line D here: write D.0.',
      at: 20,
      round: 22,
    });
  });

  test('a draw after it that cannot be left is the first fault', () => {
    const solo = { ...record, seats: ['Ann'], draws: [...Array(20).fill('N6R'), 'F', 'F'] };
    expect(outcomeOf(solo, ...lines.map((text) => `0 ${text}`), '0 nonsense')).toMatchObject({
      at: 21,
      in: 'draws',
      round: 21,
    });
  });
});

describe('writing a match down', () => {
  const log = [
    { seat: 0, code: 'F.3' },
    { seat: -1, code: '/pause' },
    { seat: -1, code: '/go' },
    { seat: 1, code: 'T.3' },
    { seat: 1, code: 'T.3' },
    { seat: -1, code: '/host.1' },
  ];
  const match = {
    game: 'metrox',
    rules: 1,
    map: 'tokyo',
    seats: ['Ann', 'Ben'],
    options: {},
    chance: { given: { draws: ['N3', 'N3', 'T'] } },
  };

  test('leaves out what the table decided, and draws that nobody has seen', () => {
    expect(recordOf({ ...match, log: log.slice(0, 4) })).toEqual({
      game: 'metrox',
      rules: 1,
      map: 'tokyo',
      seats: ['Ann', 'Ben'],
      options: {},
      draws: ['N3', 'N3'],
      actions: ['0 F.3', '1 T.3'],
    });
  });

  test('leaves out pending choices unless they are asked for', () => {
    expect(recordOf({ ...match, log }).actions).toEqual(['0 F.3', '1 T.3']);
    expect(recordOf({ ...match, log }, true).actions).toEqual(['0 F.3', '1 T.3', '1 T.3']);
  });

  test('flips by hand are not written', () => {
    const flipped = [{ seat: -1, code: 'flip' }, ...log.slice(0, 4)];
    const record = recordOf({ ...match, options: { flip: 'manual' }, log: flipped });
    expect(record).toMatchObject({ draws: ['N3'], actions: ['0 F.3', '1 T.3'] });
    expect(play(record)).toMatchObject({ round: 1, card: null, toAct: [] });
  });

  test('does not tell the seed', () => {
    const text = JSON.stringify(recordOf({ ...match, chance: { seed: 'very secret' }, log: [] }));
    expect(text).not.toContain('secret');
    expect(text).not.toContain('seed');
  });

  test('a log that cannot be is a fault of the program', () => {
    expect(() => recordOf({ ...match, log: [{ seat: 0, code: '?.9' }] })).toThrow(
      '"?.9" is no action of seat 0.',
    );
    expect(() => recordOf({ ...match, map: 'paris', log: [] })).toThrow(
      'There is no map paris of a game metrox.',
    );
  });
});
