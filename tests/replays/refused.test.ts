import { describe, expect, test } from 'vitest';
import { play } from '../../src/match/record.ts';
import { mapOf, metroxModule } from '../../src/modules.ts';
import { randomGame } from '../games/metrox/random.ts';

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

describe('a record that cannot be begun has an error alone', () => {
  test.each([
    ['no object', [], 'A record must be a JSON object.'],
    ['null', null, 'A record must be a JSON object.'],
    ['a text', 'metrox', 'A record must be a JSON object.'],
    ['no game', { ...tokyo, game: undefined }, 'A record needs "game": the game\'s id.'],
    [
      'an unknown game',
      { ...tokyo, game: 'chess' },
      'There is no game "chess"; there is metrox, metro, metromania.',
    ],
    [
      'no map',
      { ...tokyo, map: undefined },
      'A record needs "map": the map\'s id. metrox has tokyo, osaka, metro-city, tube-town.',
    ],
    [
      'an unknown map',
      { ...tokyo, map: 'paris' },
      'metrox has no map "paris"; it has tokyo, osaka, metro-city, tube-town.',
    ],
    ['no seats', { ...tokyo, seats: undefined }, 'A record needs "seats": a list of texts.'],
    ['a seat that is no text', { ...tokyo, seats: ['Ann', 7] }, 'A record needs "seats": a list of texts.'],
    ['an empty table', { ...tokyo, seats: [] }, 'Metro X has 1 to 25 seats, not 0.'],
    ['too full a table', { ...tokyo, seats: Array(26).fill('x') }, 'Metro X has 1 to 25 seats, not 26.'],
    [
      'no actions',
      { ...tokyo, actions: undefined },
      'A record needs "actions": a list of texts such as "0 B.3".',
    ],
    [
      'neither draws nor seed',
      { ...tokyo, draws: undefined },
      'A record needs either "draws" or a "seed", and not both.',
    ],
    [
      'both draws and seed',
      { ...tokyo, seed: 's' },
      'A record needs either "draws" or a "seed", and not both.',
    ],
    ['draws that are no list', { ...tokyo, draws: 'N3' }, '"draws" must be a list of texts.'],
    ['a number as seed', { ...tokyo, draws: undefined, seed: 5 }, '"seed" must be a text.'],
    ['rules of the future', { ...tokyo, rules: 9 }, 'There are no rules 9 of Metro X; the newest are 1.'],
    ['rules 0', { ...tokyo, rules: 0 }, 'There are no rules 0 of Metro X; the newest are 1.'],
    [
      'half rules',
      { ...tokyo, rules: 1.5 },
      '"rules" must be the number of the rules, or be left out for the newest.',
    ],
    ['options that are a list', { ...tokyo, options: [] }, '"options" must be an object.'],
    [
      'an unknown option',
      { ...tokyo, options: { pace: 'slow' } },
      'Metro X has no option "pace"; it has flip.',
    ],
    [
      'an unknown value',
      { ...tokyo, options: { flip: 'sometimes' } },
      'The option "flip" is auto or manual, not "sometimes".',
    ],
    [
      'a value that is true',
      { ...tokyo, options: { flip: true } },
      'The option "flip" is auto or manual, not "true".',
    ],
    [
      'a value that is a list',
      { ...tokyo, options: { flip: ['auto'] } },
      'The values of "options" must be texts, numbers, true or false.',
    ],
  ])('%s', (_, record, error) => {
    expect(play(record)).toEqual({ error });
  });
});

describe('an action that is not legal ends the reading at it', () => {
  const malformed = (text: string) =>
    `${text} is no action: write a seat, one space and its choice, such as "0 B.3".`;
  test.each([
    ['no space', '0T.3', malformed('"0T.3"')],
    ['two spaces', '0  T.3', malformed('"0  T.3"')],
    ['a space behind', '0 T.3 ', malformed('"0 T.3 "')],
    ['no seat', 'T.3', malformed('"T.3"')],
    ['an odd seat', '00 T.3', malformed('"00 T.3"')],
    ['a negative seat', '-2 T.3', malformed('"-2 T.3"')],
    ['nothing', '', malformed('""')],
    ['a number', 3, malformed('3')],
    ['null', null, malformed('null')],
    ['a list', ['0 T.3'], malformed('["0 T.3"]')],
    ['a seat too high', '2 T.3', 'There is no seat 2: the seats are 0 to 1.'],
    [
      'a flip',
      '-1 flip',
      'What is played for the table, and what the table decides, is not written in a record.',
    ],
    [
      'what the table decides',
      '-1 /leave.1',
      'What is played for the table, and what the table decides, is not written in a record.',
    ],
    ['no choice', '0 T', '"T" is no choice: write LINE.n, LINE.T, free.STATION or free.-.'],
    ['no number', '0 T.', '"T." is no choice: write LINE.n, LINE.T, free.STATION or free.-.'],
    ['too many parts', '0 T.3.1', '"T.3.1" is no choice: write LINE.n, LINE.T, free.STATION or free.-.'],
    ['an unknown line', '0 B.3', 'Tokyo has no line "B": its lines are F, Y, T, M, C, Z, G, H, N.'],
    ['a small letter', '0 t.3', 'Tokyo has no line "t": its lines are F, Y, T, M, C, Z, G, H, N.'],
    [
      'what is no number',
      '0 T.x',
      '"T.x" is no choice: after the line comes a number of stations, or T for a transfer.',
    ],
    [
      'a zero before',
      '0 T.03',
      '"T.03" is no choice: after the line comes a number of stations, or T for a transfer.',
    ],
    ['too many stations', '0 T.4', 'N3 marks 3 stations on line T here: write T.3.'],
    ['too few stations', '0 T.2', 'N3 marks 3 stations on line T here: write T.3.'],
    ['a transfer', '0 T.T', 'N3 lies open, no transfer: write T.n with the number of stations it marks.'],
    ['a free station', '0 free.s0606', 'N3 lies open, not the free card: choose a line.'],
    ['nothing for a free card', '0 free.-', 'N3 lies open, not the free card: choose a line.'],
  ])('%s', (_, text, error) => {
    const outcome = outcomeOf(tokyo, '1 Y.3', text, '0 Y.3');
    expect(outcome).toEqual({ ...outcomeOf(tokyo, '1 Y.3'), error, at: 1 });
    expect(outcome.toAct).toEqual([0]);
  });

  test('a window that is full', () => {
    const draws = ['N2', 'N2', 'N3'];
    expect(outcomeOf({ ...tokyo, draws, seats: ['Ann'] }, '0 F.2', '0 F.2', '0 F.3')).toMatchObject({
      error: 'Line F has no empty window left on this board: N2, N2 fill all 2.',
      at: 2,
      round: 3,
    });
  });

  test('a number where a transfer lies open', () => {
    expect(outcomeOf({ ...tokyo, draws: ['T'] }, '0 F.1')).toMatchObject({
      error: 'A transfer lies open: write F.T.',
      at: 0,
    });
  });

  test('more than gamewright allows', () => {
    expect(outcomeOf(city, '0 B.4')).toMatchObject({
      error: 'N3 marks 3 stations on line B here, or fewer: B.3 to B.0.',
      at: 0,
    });
  });

  test('a line where nothing can be marked', () => {
    const record = { ...city, seats: ['Ann'], draws: ['N6R', 'N5', 'N3'], map: 'osaka' };
    expect(outcomeOf(record, '0 P.6', '0 P.5')).toMatchObject({
      error: 'N5 marks 0 stations on line P here: write P.0.',
      at: 1,
    });
  });

  test('the free card', () => {
    const record = { ...tokyo, seats: ['Ann'], draws: ['N3', 'F', 'T'] };
    const faults = ['0 F.3', '0 free.s0000', '0 free.s9999', '0 free.-'].map(
      (text) => outcomeOf(record, '0 F.3', text).error,
    );
    expect(faults).toEqual([
      'The free card lies open: it fills any one station, so write free.STATION.',
      'Station s0000 is filled already on this board.',
      'Tokyo has no station "s9999".',
      'The free card must fill a station: 74 are empty on this board.',
    ]);
  });

  test('an only seat', () => {
    expect(outcomeOf({ ...tokyo, seats: ['Ann'] }, '1 F.3').error).toBe(
      'There is no seat 1: the only seat is 0.',
    );
  });

  test('when the draws are used up', () => {
    const record = { ...tokyo, seats: ['Ann'], draws: ['N3'] };
    expect(outcomeOf(record, '0 F.3', '0 F.3')).toMatchObject({
      error: 'The draws are used up: nobody is to act.',
      at: 1,
      over: false,
      card: null,
      toAct: [],
    });
  });
});

test('an action after the end of the game', () => {
  const { log } = randomGame({
    map: mapOf(metroxModule, 'tokyo'),
    seats: 2,
    flip: 'auto',
    seed: 'end',
    doubts: 0,
  });
  const actions = log.map(({ seat, code }) => `${seat} ${code}`);
  const seeded = { ...tokyo, draws: undefined, seed: 'end' };
  const end = outcomeOf(seeded, ...actions);
  expect(end).toMatchObject({ over: true, card: null, toAct: [] });
  expect(outcomeOf(seeded, ...actions, '0 F.3')).toEqual({
    ...end,
    error: 'The game is over: nothing more can be chosen.',
    at: actions.length,
  });
});
