import { describe, expect, test, vi } from 'vitest';
import { askToEnd, goOn, pause } from '../../src/match/ending.ts';
import type { Match } from '../../src/match/match.ts';
import { open, replay } from '../../src/match/open.ts';
import { forget, leaveSeat, takeSeat } from '../../src/match/people.ts';
import { play } from '../../src/match/play.ts';
import { project } from '../../src/match/projection.ts';
import { moduleOf } from '../../src/modules.ts';
import { commit, load } from '../../src/store/matches.ts';
import type { Store } from '../../src/store/open.ts';
import { meet } from '../../src/store/players.ts';
import { dice } from '../lib/chance.ts';
import { change } from '../lib/rows.ts';
import { emptyStore } from '../lib/store.ts';
import { AT, acquaint, ids, loaded, peopled, running, some } from './people.ts';
import { chooses, runsOut } from './table.ts';

/** What is kept of matches in memory: it saves replays, and never shows what the database does not hold. */

/** The match as it comes of the database alone. */
async function asStored(store: Store, id: number): Promise<Match> {
  return replay((await load(store, id))!);
}

/** How often work begins a game anew to carry its log out. */
async function replays(work: () => Promise<unknown>): Promise<number> {
  const dealt = vi.spyOn(moduleOf('metrox').rules, 'setup');
  await work();
  const { length } = dealt.mock.calls;
  dealt.mockRestore();
  return length;
}

/** How many rows of logs work carries out. */
async function carriedOut(work: () => Promise<unknown>): Promise<number> {
  const parsed = vi.spyOn(moduleOf('metrox').rules, 'parse');
  await work();
  const { length } = parsed.mock.calls;
  parsed.mockRestore();
  return length;
}

describe('a match that was opened or played', () => {
  test('is replayed once, however often it is opened and played then', async () => {
    const store = await peopled(4);
    const id = await running(store, 3);
    expect(await replays(() => open(store, id))).toBe(1);
    const more = async (): Promise<void> => {
      for (const user of ids(3)) await chooses(store, id, user);
      await open(store, id);
    };
    expect(await replays(more)).toBe(0);
    expect(await loaded(store, id)).toEqual(await asStored(store, id));
  });

  test('has only those rows carried out that another process has written', async () => {
    const store = await peopled(4);
    const id = await running(store, 3);
    await chooses(store, id, '1000');
    const before = await loaded(store, id);
    const user = '1001';
    const row = { seat: 1, code: some(before, 1), by: 'player', user, at: AT } as const;
    // As another process would: nothing here hears of it.
    await commit(store, id, before.log.length, [row], project(before, AT));
    expect(await carriedOut(() => open(store, id))).toBe(1);
    const now = await loaded(store, id);
    expect(now.log.at(-1)).toMatchObject(row);
    expect(now).toEqual(await asStored(store, id));
  });

  test('is opened without reading its log where nothing is new', async () => {
    const heard: string[] = [];
    const store = emptyStore((sql) => heard.push(sql));
    await acquaint(store, 3);
    const id = await running(store, 3);
    await open(store, id);
    heard.length = 0;
    await open(store, id);
    const logs = heard.filter((sql) => sql.includes('from "actions"'));
    expect(logs).toEqual([expect.stringContaining('count(')]);
  });
});

describe('what is kept is not believed', () => {
  test('where rows were not committed', async () => {
    const store = await peopled(4);
    const id = await running(store, 3);
    const match = await loaded(store, id);
    const turn = match.game.turn(match.state);
    const write = vi.spyOn(store, 'write').mockRejectedValueOnce(new Error('disk full'));
    const codes = [some(match, 0)];
    await expect(play(store, { match, user: '1000', turn, codes, at: AT })).rejects.toThrow('disk full');
    write.mockRestore();
    expect((await loaded(store, id)).log).toHaveLength(match.log.length);
    expect(await loaded(store, id)).toEqual(await asStored(store, id));
  });

  test('where somebody else was faster', async () => {
    const store = await peopled(4);
    const id = await running(store, 3);
    const match = await loaded(store, id);
    const turn = match.game.turn(match.state);
    const all = ids(3).map((user, seat) =>
      play(store, { match, user, turn, codes: [some(match, seat)], at: AT }),
    );
    await Promise.all(all);
    expect(await loaded(store, id)).toEqual(await asStored(store, id));
  });

  test('where somebody has had their data deleted', async () => {
    const store = await peopled(4);
    const id = await running(store, 3);
    await chooses(store, id, '1000');
    await open(store, id);
    await forget(store, '1000', AT);
    const now = await loaded(store, id);
    expect(JSON.stringify([now.log, now.seats, now.row])).not.toContain('"1000"');
    expect(now).toEqual(await asStored(store, id));
  });

  test('where a row says no more whose it was, though all else is as it was', async () => {
    const store = await peopled(4);
    const id = await running(store, 3);
    await chooses(store, id, '1000');
    await open(store, id);
    await change(store, 'UPDATE actions SET "user" = NULL WHERE "user" = ?', '1000');
    expect((await loaded(store, id)).log.map(({ user }) => user)).not.toContain('1000');
  });

  test('of another database, though its match has the same number', async () => {
    const [one, other] = [await peopled(4), await peopled(4)];
    const id = await running(one, 3);
    expect(await running(other, 2)).toBe(id);
    await open(one, id);
    expect((await loaded(other, id)).seats).toHaveLength(2);
  });
});

test('a name that has changed is the new one', async () => {
  const store = await peopled(4);
  const id = await running(store, 3);
  await open(store, id);
  await meet(store, '1001', 'Nell', '77');
  expect((await loaded(store, id)).seats[1]!.name).toBe('Nell');
});

test('whatever happens at a table, a match comes of memory as it comes of its log', async () => {
  for (let game = 0; game < 6; game++) {
    const store = await peopled(5);
    const id = await running(store, 3, { limit: 3600, options: { flip: game % 2 ? 'manual' : 'auto' } });
    const roll = dice(game + 1);
    for (let i = 0; i < 25; i++) {
      const user = ids(5)[roll(5)]!;
      const match = await loaded(store, id);
      if (match.row.status === 'over') break;
      const asker = { match, user, at: AT + i * 1000 };
      const deeds = [
        () => runsOut(store, id).catch(() => {}),
        () => leaveSeat(store, asker),
        () => takeSeat(store, { ...asker, seat: roll(3) }),
        () => pause(store, asker),
        () => goOn(store, asker),
        () => askToEnd(store, asker),
      ];
      const sits = match.seats.some(({ player }) => player === user);
      if (roll(10) < 6 && sits) await chooses(store, id, user, asker.at, roll(9)).catch(() => {});
      else await deeds[roll(deeds.length)]!();
      expect(await loaded(store, id)).toEqual(await asStored(store, id));
    }
  }
});
