import { describe, expect, test } from 'vitest';
import { recordText } from '../../src/match/export.ts';
import type { Match } from '../../src/match/match.ts';
import { replay } from '../../src/match/open.ts';
import { play, positionOf, type Recorded } from '../../src/match/record.ts';
import { moduleOf } from '../../src/modules.ts';
import type { Void } from '../../src/store/schema.ts';
import { positionAt, type Setting } from '../app/positions.ts';

/** What the record of a match tells while it runs, and once it has ended before its game did. */

/** The same match, ended by the table. */
function ended(match: Match, why: Void): Match {
  const { row, seats, log } = match;
  const seq = log.length;
  const end = { match: row.id, seq, seat: -1, code: `/void.${why}`, by: 'clock', user: null, at: 0 } as const;
  return replay({ row: { ...row, status: 'over', voided: why }, seats, former: [], log: [...log, end] });
}

const recordOf = (match: Match): Recorded => JSON.parse(recordText(match)) as Recorded;

/** Plays the record again and holds it against where the match stood. */
function comesBack(record: Recorded, match: Match): void {
  const { game, map, state, seats } = match;
  const names = seats.map(({ name }) => name);
  expect(play(record)).toEqual(positionOf(moduleOf(game.id), map, names, state));
}

const METRO: Setting = { game: 'metro', map: 'paris', seats: 3, options: { hand: '2' }, seed: 5 };

describe('Metro', () => {
  test.each(['slept', 'agreed', 'moderator', 'deserted'] as const)(
    'ended early (%s): all that was drawn and placed',
    (why) => {
      const match = positionAt(METRO, 7);
      const record = recordOf(ended(match, why));
      // Six were dealt. Whoever places fills their hand up, or drew the tile that they placed.
      const { turn } = match.row;
      expect(turn).toBeGreaterThan(4);
      expect(record.draws).toHaveLength(6 + turn);
      expect(record.actions).toHaveLength(7);
      comesBack(record, match);
    },
  );

  test('ended while a drawn tile was to be placed: that tile, too', () => {
    const draws = (match: Match): boolean => match.log.at(-1)?.code === 'draw';
    const at = Array.from({ length: 60 }, (_, step) => step + 1).find((n) => draws(positionAt(METRO, n)))!;
    const match = positionAt(METRO, at);
    const record = recordOf(ended(match, 'slept'));
    expect(record.draws).toHaveLength(6 + match.row.turn + 1);
    expect(record.actions.at(-1)).toMatch(/^\d draw$/);
    comesBack(record, match);
  });

  test('options are numbers, true and false; who played first stands in the seats', () => {
    const options = { returns: 'classic', arrow: 'false', hand: '3', order: 'lot' };
    const match = positionAt({ ...METRO, options }, 5);
    const record = recordOf(ended(match, 'slept'));
    expect(record.options).toEqual({ returns: 'classic', arrow: false, hand: 3 });
    comesBack(record, match);
  });

  test('running: nothing', () => {
    expect(recordOf(positionAt(METRO, 7))).toMatchObject({ draws: [], actions: [] });
  });
});

describe('MetroMania', () => {
  const setting: Setting = { game: 'metromania', map: 'six-quarters', seats: 2, options: {}, seed: 6 };
  const match = positionAt(setting, 9);

  test('ended early: the markers of all, also of those that nobody placed', () => {
    const record = recordOf(ended(match, 'agreed'));
    const { hands, marked } = match.state as { hands: unknown[][]; marked: unknown[] };
    const markers = record.markers as string[][];
    expect(markers.flat()).toHaveLength(hands.flat().length + marked.length);
    expect(record.actions).toHaveLength(9);
    comesBack(record, match);
  });

  test('running: no markers, but what everybody saw', () => {
    const record = recordOf(match);
    expect(record).not.toHaveProperty('markers');
    expect(record.actions).toHaveLength(9);
  });
});

describe('Metro X', () => {
  // One of three has chosen in the first round.
  const match = positionAt({ map: 'tokyo', seats: 3, flip: 'auto', seed: 2 }, 1);

  test('ended early: also what was chosen in a round that never closed', () => {
    const record = recordOf(ended(match, 'slept'));
    expect(record.draws).toHaveLength(1);
    expect(record.actions).toEqual([`${match.log[0]!.seat} ${match.log[0]!.code}`]);
    comesBack(record, match);
  });

  test('running: the card that lies open, and no choice', () => {
    const record = recordOf(match);
    expect(record.draws).toHaveLength(1);
    expect(record.actions).toEqual([]);
    expect(JSON.stringify(record)).not.toContain(match.row.seed);
  });
});
