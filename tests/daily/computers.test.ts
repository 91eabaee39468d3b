import { expect, test } from 'vitest';
import { countFinished } from '../../src/daily/count.ts';
import { recount } from '../../src/daily/recount.ts';
import { statisticsOf } from '../../src/daily/statistics.ts';
import { playComputers } from '../../src/match/computers.ts';
import { addComputer, join, start } from '../../src/match/lobby.ts';
import { seatOf, turnOf } from '../../src/match/match.ts';
import { openLobby } from '../../src/match/opening.ts';
import { play } from '../../src/match/play.ts';
import { think } from '../../src/match/thinking.ts';
import type { Store } from '../../src/store/open.ts';
import { withComputers } from '../../src/store/statistics.ts';
import { rows } from '../lib/rows.ts';
import { AT, loaded, opening, peopled, some } from '../match/people.ts';

/** Games with computers count for people's own statistics, and for nothing that compares people. */

/** Two people and a computer play a game to its end. */
async function game(store: Store): Promise<number> {
  const { id } = await openLobby(store, opening({ game: 'metro', map: 'paris', options: {}, capacity: 3 }));
  await join(store, id, '1001', AT);
  await addComputer(store, id, '1000', AT, 'easy');
  const started = await start(store, id, '1000', AT);
  if (!started.ok) throw new Error(started.why);
  for (let match = await loaded(store, id); match.row.status === 'running'; ) {
    match = await playComputers(store, think, match);
    if (match.row.status !== 'running') break;
    const user = ['1000', '1001'].find((one) => match.game.toAct(match.state).includes(seatOf(match, one)!))!;
    const codes = [some(match, seatOf(match, user)!)];
    const done = await play(store, { match, user, turn: turnOf(match), codes, at: AT });
    if (!done.ok) throw new Error(done.why);
    match = done.match;
  }
  return id;
}

test('they stand in one line of their own, in no table, no record and no rating', async () => {
  const store = await peopled(2);
  const id = await game(store);
  const ranks = await rows<{ player: string; rank: number }>(
    store,
    'SELECT player, rank FROM results WHERE match = ? AND player IS NOT NULL ORDER BY player',
    id,
  );
  expect(ranks.map(({ player }) => player)).toEqual(['1000', '1001']);
  const nothing = async (): Promise<void> => {
    for (const table of ['ratings', 'tallies', 'entries', 'strengths', 'streaks'])
      expect(await rows(store, `SELECT * FROM ${table}`), table).toEqual([]);
  };
  expect(await countFinished(store, AT)).toBe(1);
  await nothing();
  await recount(store, AT);
  await nothing();
  for (const { player, rank } of ranks) {
    expect(await withComputers(store, 'metro', player)).toEqual({ games: 1, wins: rank === 1 ? 1 : 0 });
    expect(await statisticsOf(store, { game: 'metro', player, asker: player, at: AT })).toBeUndefined();
  }
});
