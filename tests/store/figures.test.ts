import { beforeEach, describe, expect, test } from 'vitest';
import { putAside } from '../../src/store/aside.ts';
import { figures } from '../../src/store/figures.ts';
import { replaceJobs, setJob } from '../../src/store/jobs.ts';
import type { Store } from '../../src/store/open.ts';
import { change } from '../lib/rows.ts';
import { AT, lobbyOf, over, peopled, running } from '../match/people.ts';

/** How much there is of games and due work, whatever it is about. */

let store: Store;
beforeEach(async () => {
  store = await peopled(3);
});

describe('games', () => {
  const games = async () => {
    const found = await figures(store, AT, AT);
    return Object.fromEntries(found.games.map(({ game, state, count }) => [`${game} ${state}`, count]));
  };

  test('of an empty database there are none', async () => {
    expect(await figures(store, AT, AT)).toEqual({ games: [], ended: 0, jobs: [] });
  });

  test('each is in one state, by game', async () => {
    await lobbyOf(store, 1);
    await lobbyOf(store, 2);
    await running(store, 2);
    const paused = await running(store, 3);
    await change(store, 'UPDATE matches SET paused = 1 WHERE id = ?', paused);
    const metro = { game: 'metro', map: 'paris', options: {}, capacity: 2 };
    await lobbyOf(store, 1, metro);
    const [aside, both] = [await running(store, 2), await running(store, 2)];
    await change(store, 'UPDATE matches SET paused = 1 WHERE id = ?', both);
    await putAside(store, aside, AT);
    await putAside(store, both, AT);
    expect(await games()).toEqual({
      'metrox lobby': 2,
      'metrox running': 1,
      'metrox paused': 1,
      'metrox aside': 2,
      'metro lobby': 1,
    });
  });

  test('what is over or closed is no game any more, and what is over is counted as ended', async () => {
    const closed = await lobbyOf(store, 1);
    await change(store, "UPDATE matches SET status = 'closed' WHERE id = ?", closed);
    await over(store, 1);
    await over(store, 2);
    await running(store, 1);
    expect(await games()).toEqual({ 'metrox running': 1 });
    expect((await figures(store, AT, AT)).ended).toBe(2);
  });
});

describe('due work', () => {
  const note = (kind: string, subject: number, due: number) =>
    setJob(store, { kind, subject: String(subject), key: 'x', due });
  const due = async (at: number, late: number) => {
    const { jobs } = await figures(store, at, late);
    return [...jobs].sort((a, b) => (a.kind < b.kind ? -1 : 1));
  };

  test('by kind: how much is due, how much has been for long, and since when', async () => {
    const match = await running(store, 2);
    await change(store, 'DELETE FROM jobs');
    await note('remind', match, 1000);
    await note('remind', match + 1, 5000);
    await note('remind', match + 2, 5001);
    await note('late', match, 4000);
    expect(await due(5000, 4500)).toEqual([
      { kind: 'late', due: 1, late: 1, oldest: 4000 },
      { kind: 'remind', due: 2, late: 1, oldest: 1000 },
    ]);
    expect(await due(999, 999)).toEqual([]);
  });

  test('what is done, or rests while its match is put aside, is not due', async () => {
    const [match, aside] = [await running(store, 2), await running(store, 2)];
    await change(store, 'DELETE FROM jobs');
    await note('late', match, 1000);
    await note('remind', match, 1000);
    await note('remind', aside, 1000);
    await putAside(store, aside, AT);
    await store.write('jobs', (db) =>
      replaceJobs(db, [{ kind: 'late', subject: String(match), key: 'x' }], [], 2000),
    );
    expect(await due(5000, 0)).toEqual([{ kind: 'remind', due: 1, late: 0, oldest: 1000 }]);
  });
});
