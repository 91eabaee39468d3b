import { describe, expect, test } from 'vitest';
import { resultHolder, shareOf } from '../../src/match/entries.ts';
import type { Match, Phase } from '../../src/match/match.ts';
import { forget, kick, leaveSeat, takeSeat } from '../../src/match/people.ts';
import { playForGone } from '../../src/match/play.ts';
import type { ActionRow } from '../../src/store/rows.ts';
import { becomesAway, by, playOut, STRANGER, table } from './company.ts';
import { AT, loaded } from './people.ts';
import { chooses, entriesIn, outcome, resultsIn } from './table.ts';

/** Whose result a seat is. */

/** A log as "turn who", where the clock is "-", and the first holder of seat 0 "a"; `left` says who held it until when. */
function logged(
  rows: readonly string[],
  left: readonly [seq: number, player: string][] = [],
  last = 'a',
): Match {
  const log: ActionRow[] = [];
  const phases: Phase[] = [];
  for (const [seq, row] of rows.entries()) {
    const [turn, who, code = 'T'] = row.split(' ');
    const phase = { turn: Number(turn), kind: 'round', again: 0, from: seq, state: {} } as const;
    if (phases.at(-1)?.turn !== phase.turn) phases.push(phase);
    const by = who === '-' ? 'clock' : 'player';
    // Whoever is not to be known any more has no name in the log.
    log.push({ match: 1, seq, seat: 0, code, by, user: null, at: 0 });
  }
  const former = left.map(([seq, player]) => ({ seq, seat: 0, player, name: '', state: 'left' }));
  const seats = [{ seat: 0, player: last, name: '', state: 'here' }];
  return { log, phases, former, seats, events: log.map(() => undefined) } as never;
}

describe('how much of a seat its first holder played', () => {
  test.each([
    ['all of it', ['1 a', '2 a'], 1],
    ['three of four', ['1 a', '2 -', '3 a', '4 a'], 3 / 4],
    ['nothing of nothing', [], 1],
    ['a mind changed often is one choice', ['1 a', '1 a', '1 a', '1 a', '2 -'], 1 / 2],
    ['what the clock played in the end is the clock’s', ['1 a', '1 -', '2 a'], 1 / 2],
    ['a turn of several steps is one choice', ['1 a', '1 a', '2 -', '2 -', '2 -', '3 a'], 2 / 3],
    ['where there is nothing to choose nobody has chosen', ['1 a', '2 - free.-', '3 a', '4 -'], 2 / 3],
    ['nor does that undo what was chosen', ['1 a', '1 - bonus.-', '2 -'], 1 / 2],
  ] as const)('%s', (_, rows, share) => {
    expect(shareOf(logged(rows), 0)).toBe(share);
  });

  test('what others played who took the seat over is not theirs, also when they come back to it', () => {
    const rows = ['1 a', '2 b', '3 b', '4 a'];
    expect(shareOf(logged(rows, [[0, 'a']], 'b'), 0)).toBe(1 / 4);
    expect(
      shareOf(
        logged(
          rows,
          [
            [0, 'a'],
            [2, 'b'],
          ],
          'a',
        ),
        0,
      ),
    ).toBe(1 / 2);
  });
});

describe('what is stored at the end', () => {
  test('whose results the seats are, and for whom they are rated', async () => {
    const [store, id] = await table(7);
    await kick(store, { ...by('1000', id), to: 3, manages: false });
    await becomesAway(store, id, 1);
    await leaveSeat(store, by('1002', id));
    await leaveSeat(store, by('1004', id));
    await takeSeat(store, { ...by(STRANGER, id), seat: 4 });
    await forget(store, '1006', AT);
    await playForGone(store, id, AT);
    await playOut(store, id);
    expect(await resultsIn(store, id)).toEqual([
      { seat: 0, player: '1000' },
      { seat: 1, player: '1001' },
      { seat: 2, player: '1002' },
      { seat: 3, player: null },
      { seat: 4, player: STRANGER },
      { seat: 5, player: '1005' },
      { seat: 6, player: null },
    ]);
    const { game, state } = await loaded(store, id);
    const places = game.score(state).map(({ rank }) => rank);
    expect(await entriesIn(store, id)).toEqual([
      `0 1000 ${places[0]}`,
      '1 1001 last',
      '2 1002 last',
      '4 1004 last',
      `5 1005 ${places[5]}`,
      `6 gone ${places[6]} kept out`,
    ]);
  });

  test.each([
    [1, STRANGER, ' kept out'],
    [15, '1002', ''],
  ])('taken off after %i rounds, and somebody else plays on', async (rounds, holder, keeps) => {
    const [store, id] = await table(3);
    for (let n = 0; n < rounds; n++)
      for (const user of ['1000', '1001', '1002']) await chooses(store, id, user);
    const then = await loaded(store, id);
    expect(outcome(await kick(store, { ...by('1008', id), to: 2, manages: true }))).toBe('done');
    await takeSeat(store, { ...by(STRANGER, id), seat: 2 });
    await playOut(store, id);
    const match = await loaded(store, id);
    const place = Math.min(...[then, match].map(({ game, state }) => game.score(state)[2]!.rank));
    expect(resultHolder(match, 2)).toBe(holder);
    expect((await resultsIn(store, id))[2]).toEqual({ seat: 2, player: holder });
    expect((await entriesIn(store, id))[2]).toBe(`2 1002 ${place}${keeps}`);
  });

  test('taken off late and nobody sits down: the result stays theirs', async () => {
    const [store, id] = await table(3);
    for (let n = 0; n < 15; n++) for (const user of ['1000', '1001', '1002']) await chooses(store, id, user);
    await kick(store, { ...by('1008', id), to: 2, manages: true });
    await playOut(store, id);
    expect((await resultsIn(store, id))[2]).toEqual({ seat: 2, player: '1002' });
  });
});
