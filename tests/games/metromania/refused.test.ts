import { describe, expect, test } from 'vitest';
import { metromania } from '../../../src/games/metromania/index.ts';
import { notation } from '../../../src/games/metromania/notation.ts';
import { play } from '../../../src/match/record.ts';
import { BOX, CITY, carried, DealError, HANDS, type Laid, LEFT, laid, mover, RIGHT } from './position.ts';

/** What a record is told about what cannot be: each kind of sentence once. */

const record = {
  game: 'metromania',
  map: 'six-quarters',
  seats: ['Ann', 'Ben'],
  city: CITY,
  markers: [LEFT, RIGHT],
};

describe('an action of a record', () => {
  test.each([
    [['1 start.G10'], 'It is the turn of seat 0, not of seat 1.'],
    [
      ['0 nonsense'],
      '"nonsense" is no action: write dig.LINE.DIRECTION-SIDE such as dig.1.SE-R, start.VERTEX, station.VERTEX or bonus.VERTEX.',
    ],
    [
      ['0 dig.1.SE'],
      '"dig.1.SE" is no action: write dig.LINE.DIRECTION-SIDE such as dig.1.SE-R, start.VERTEX, station.VERTEX or bonus.VERTEX.',
    ],
    [['0 bonus.F6'], 'No line has just ended: a bonus station is built right after that.'],
    [['0 start.A7'], 'There is no vertex A7: they are A1 to K6.'],
    [['0 station.-'], 'There is no vertex -: they are A1 to K6.'],
    [['0 station.F6'], 'No intermediate station can be built now.'],
    [['0 dig.1.W-L'], 'Line 1 is not started yet.'],
    [['0 dig.3.W-L'], 'Line 3 is not one of the company whose turn it is.'],
  ])('%j', (actions, error) => {
    expect(play({ ...record, actions })).toMatchObject({ error, at: actions.length - 1 });
  });

  test('a start that is none lists those that are', () => {
    const outcome = play({ ...record, actions: ['0 start.F6'] }) as { error: string };
    expect(outcome.error).toMatch(/^start\.F6 is not possible: write start\.\w+(, start\.\w+){23}\.$/);
  });

  test('within a turn', () => {
    const said = (action: string) =>
      (play({ ...record, actions: ['0 start.G10', action] }) as { error: string }).error;
    const list = /dig\.1\.\w+-[LR](\.[A-F])?(, dig\.1\.\w+-[LR](\.[A-F])?)*\.$/.source;
    expect(said('0 start.A3')).toMatch(
      new RegExp(`^A line starts with the first tunnel of a turn only: write ${list}`),
    );
    expect(said('0 station.G9')).toMatch(new RegExp(`^A turn digs or builds a station: write ${list}`));
    expect(said('0 dig.1.E-L')).toMatch(new RegExp(`^dig\\.1\\.E-L is not possible: write ${list}`));
  });
});

describe('in positions', () => {
  const row = (step: string, n: number) => Array(n).fill(step).join(' ');
  const LEFTWARD = `G10 ${row('W-L', 7)} NW-R W-R`;
  const said = (what: Laid, text: string, ...before: string[]) => {
    const state = carried(laid(what), ...before);
    return notation.refusal(state, mover(state), text);
  };

  test('a line that has just ended asks for its bonus', () => {
    const what = { lines: { 0: LEFTWARD }, stations: ['G9', 'G8', 'G7', 'G6', 'G5', 'G4', 'G3', 'F3'] };
    expect(said(what, 'dig.1.W-L', 'dig.1.W-R')).toBe('A line has ended: write bonus.F2, bonus.-.');
  });

  test('an ended line', () => {
    expect(said({ lines: { 0: 'G10 W-L W-L .' } }, 'dig.1.W-L')).toBe('Line 1 has ended.');
  });

  test('a line of 18 tunnels', () => {
    const long = `I8 ${row('W-L', 6)} NW-L NE-L ${row('E-L', 7)} NE-L NW-L NW-L`;
    expect(said({ lines: { 0: long } }, 'dig.1.NW-L')).toBe('Line 1 has all its 18 tunnels.');
  });

  test('a second marker in a turn', () => {
    const signs = { 'G7 G8 H7': 'residential', 'F7 G6 G7': 'residential' } as const;
    const what = { lines: { 0: 'G10 W-L W-R' }, signs };
    expect(said(what, 'dig.1.W-R.D', 'dig.1.W-L.A')).toBe('One marker a turn: this turn has placed one.');
  });

  test('nothing can be dug', () => {
    const signs = { 'F8 G7 G8': 'lake', 'G7 G8 H7': 'lake', 'F8 F9 G8': 'lake', 'G8 H7 H8': 'lake' } as const;
    expect(said({ lines: { 0: 'G10 W-L W-R' }, signs }, 'dig.1.W-L')).toBe(
      'dig.1.W-L is not possible: nothing can be dug.',
    );
  });

  test('no line can be started, and stations that can be built are listed', () => {
    const what = { lines: { 0: 'G10 W-L W-L W-L', 1: 'A3 SW-R' }, stations: ['G7'] };
    expect(said(what, 'start.G10')).toBe('No line can be started now.');
    expect(said(what, 'station.G7')).toBe('station.G7 is not possible: write station.G9, station.G8.');
  });

  test('advanced: a line of the other company', () => {
    expect(said({ options: { game: 'advanced' }, lines: { 2: 'G10 W-L' } }, 'dig.3.W-L')).toBe(
      'Line 3 is not one of the company whose turn it is.',
    );
  });
});

describe('a deal', () => {
  const four = HANDS[4]!;
  const fails = (what: object) => play({ ...record, actions: [], ...what });
  const names = (count: number) => Array.from({ length: count }, (_, i) => `P${i}`);
  const swapped = (hands: readonly (readonly string[])[], one: string, other: string) =>
    hands.map((hand) => hand.map((text) => (text === one ? other : text === other ? one : text)));

  test.each([
    ['one player', { seats: names(1) }, 'MetroMania is for 2 to 4 players, not for 1.'],
    ['five players', { seats: names(5) }, 'MetroMania is for 2 to 4 players, not for 5.'],
    ['rules to come', { rules: 2 }, 'There are no rules 2 of MetroMania; the newest are 1.'],
    ['rules before the first', { rules: 0 }, 'There are no rules 0 of MetroMania; the newest are 1.'],
    [
      'an option that is none',
      { options: { pace: 'slow' } },
      'MetroMania has no option "pace"; it has game, markers, noCorruption, digging, lastTurn, order.',
    ],
    [
      'a value that is none',
      { options: { digging: 'deep' } },
      'The option "digging" is line or free, not "deep".',
    ],
    [
      'advanced for three',
      { seats: names(3), markers: HANDS[3], options: { game: 'advanced' } },
      'The option "game" is for 2 players.',
    ],
    [
      'No Corruption for two',
      { options: { noCorruption: true } },
      'The option "noCorruption" is for 4 players.',
    ],
    [
      'no city',
      { city: undefined },
      'The city must be six pairs [piece, turn], by sector: pieces are 1 to 6, turns are 0 to 2.',
    ],
    [
      'a turn too far',
      { city: [[1, 3], ...CITY.slice(1)] },
      'The city must be six pairs [piece, turn], by sector: pieces are 1 to 6, turns are 0 to 2.',
    ],
    ['a piece twice', { city: [[2, 0], ...CITY.slice(1)] }, 'Each of the six pieces lies in the city once.'],
    [
      'no markers',
      { markers: undefined },
      'The markers must be 2 lists, one a seat, of markers such as "A.R"; a game that has not ended does not tell them.',
    ],
    ['a marker that is none', { markers: [[...LEFT.slice(1), 'A.E'], RIGHT] }, 'There is no marker "A.E".'],
    ['no text', { markers: [[...LEFT.slice(1), 7], RIGHT] }, 'There is no marker 7.'],
    ['a marker twice', { markers: [[...LEFT, 'A.C'], RIGHT] }, 'The marker A.C is there once, not twice.'],
    [
      'a marker too few',
      { markers: [LEFT.slice(1), RIGHT] },
      'Nobody holds the marker A.R: all twelve are dealt.',
    ],
    [
      'two with mixed columns',
      { markers: swapped([LEFT, RIGHT], 'A.R', 'A.C') },
      'With two players one seat holds the left column of the markers, the other the right one.',
    ],
    [
      'advanced with mixed columns',
      { markers: swapped([LEFT, RIGHT], 'A.R', 'A.C'), options: { game: 'advanced' } },
      'In the advanced game one seat holds the left column of A to C and the other the right one, and so for D to F.',
    ],
    [
      'three with a letter twice',
      { seats: names(3), markers: swapped(HANDS[3]!, 'A.R', 'B.E') },
      'With three players each seat holds four markers of different letters, two of them of one kind: for each seat another one.',
    ],
    [
      'four with a letter twice',
      { seats: names(4), markers: swapped(four, 'A.R', 'C.R') },
      'With four players each seat holds one marker of each kind, of different letters.',
    ],
    [
      'No Corruption with other hands',
      { seats: names(4), markers: swapped(four, 'F.R', 'C.R'), options: { noCorruption: true } },
      'With noCorruption each seat holds the markers that its rules name.',
    ],
    ['city and seed', { seed: 's' }, 'A record needs either "city" and "markers" or a "seed", and not both.'],
  ])('%s', (_, what, error) => {
    expect(fails(what)).toEqual({ error });
  });

  test('advanced columns may go by separate lots; No Corruption takes its own hands', () => {
    const crossed = ['A', 'B', 'C'].reduce(
      (hands, letter) => {
        const find = (hand: readonly string[]) => hand.find((text) => text[0] === letter)!;
        return swapped(hands, find(LEFT), find(RIGHT));
      },
      [LEFT, RIGHT] as readonly (readonly string[])[],
    );
    expect(fails({ markers: crossed, options: { game: 'advanced' } })).not.toHaveProperty('error');
    expect(fails({ seats: names(4), markers: four, options: { noCorruption: true } })).not.toHaveProperty(
      'error',
    );
  });

  test('is a DealError', () => {
    expect(() =>
      metromania.setup({ map: BOX, seats: 5, options: {}, chance: { seed: '' }, rules: 1 }),
    ).toThrow(DealError);
  });
});
