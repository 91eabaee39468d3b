import { describe, expect, test } from 'vitest';
import { metromania } from '../../../src/games/metromania/index.ts';
import { recordOf } from '../../../src/match/export.ts';
import { play as replayed } from '../../../src/match/record.ts';
import { playOut, TABLES } from './games.ts';

/** Games written down and played again. */

describe.each(TABLES)('%d players, %j', (seats, options) => {
  const { log, last } = playOut({ seats, options, seed: `properties ${seats}`, wits: 50 });

  const logged = {
    game: 'metromania',
    rules: 1,
    map: 'six-quarters',
    seats: Array.from({ length: seats }, (_, i) => `P${i}`),
    options,
    chance: { seed: `properties ${seats}` },
  };

  test('its record, with city and markers, comes to the same as with its seed', () => {
    const record = recordOf({ ...logged, log });
    expect(Object.keys(record)).toEqual(expect.arrayContaining(['city', 'markers']));
    const { city: _, markers: __, ...rest } = record;
    const outcome = replayed(record);
    expect(outcome).toEqual(replayed({ ...rest, seed: `properties ${seats}` }));
    expect(outcome).toMatchObject({ over: true, round: last.turn });
    const scores = metromania.score(last).map(({ score }) => score);
    expect(outcome).toMatchObject({ seats: scores.map((score) => ({ score })) });
    // After the end nothing more is taken.
    expect(replayed({ ...record, actions: [...record.actions, '0 bonus.-'] })).toMatchObject({
      error: 'The game is over: nothing more can be chosen.',
      at: record.actions.length,
    });
    // Written down once more it is the same record.
    const again = recordOf({ ...logged, chance: { given: record }, log });
    expect(again).toEqual(record);
  });

  test('of a running game the record tells no markers, unless they lie open or all is asked for', () => {
    const running = { ...logged, log: log.slice(0, -1) };
    expect('markers' in recordOf(running)).toBe(options.noCorruption === 'true');
    expect(recordOf(running)).toHaveProperty('city');
    expect(JSON.stringify(recordOf(running))).not.toContain('properties');
    expect(recordOf({ ...running, options: { ...options, markers: 'open' } })).toHaveProperty('markers');
    const whole = recordOf(running, true);
    expect(replayed(whole)).toMatchObject({ over: false });
    expect(replayed(whole)).not.toHaveProperty('error');
  });
});
