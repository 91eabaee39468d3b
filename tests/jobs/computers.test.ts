import { describe, expect, test } from 'vitest';
import { addComputer, start } from '../../src/match/lobby.ts';
import { type Match, seatOf, turnOf } from '../../src/match/match.ts';
import { openLobby } from '../../src/match/opening.ts';
import { play } from '../../src/match/play.ts';
import { think } from '../../src/match/thinking.ts';
import { computersToAct } from '../../src/match/timeline.ts';
import { AT, acquaint, loaded, opening, some } from '../match/people.ts';
import { house, housed, later, openHouse, store } from './house.ts';

/** Computers play when it is their turn, by work that the database says is due. */

housed();

async function table(more: Parameters<typeof opening>[0] = {}): Promise<Match> {
  await acquaint(store, 1);
  const metro = { game: 'metro', map: 'paris', options: { order: 'joined' }, capacity: 3 } as const;
  const { id } = await openLobby(store, opening({ ...metro, ...more }));
  for (let n = 0; n < 2; n++) await addComputer(store, id, '1000', AT, 'easy');
  const started = await start(store, id, '1000', AT);
  if (!started.ok) throw new Error(started.why);
  house.app.refresh(id);
  await house.tables.settled();
  return loaded(store, id);
}

/** The person does the first thing they may. */
async function moves(given: Match): Promise<Match> {
  later(5000);
  const match = await loaded(store, given.id);
  const seat = seatOf(match, '1000')!;
  const done = await play(store, {
    match,
    user: '1000',
    turn: turnOf(match),
    codes: [some(match, seat)],
    at: Date.now(),
  });
  if (!done.ok) throw new Error(done.why);
  house.app.refresh(done.match);
  await house.tables.settled();
  return done.match;
}

describe('computers at a table', () => {
  test('play a whole game with somebody, and ping nobody but them', async () => {
    let match = await table();
    while (match.row.status === 'running') {
      match = await moves(match);
      await house.look();
      match = await loaded(store, match.id);
      expect(computersToAct(match)).toEqual([]);
    }
    const pings = house.chat.calls.flatMap(
      ({ screen }) => (screen?.body.allowed_mentions as { users?: string[] } | undefined)?.users ?? [],
    );
    expect(new Set(pings)).toEqual(new Set(['1000']));
  });

  test('both of them act in one look, and the person is asked once', async () => {
    const match = await moves(await table());
    await house.look();
    const { log } = await loaded(store, match.id);
    expect(log.map(({ by, seat }) => `${by} ${seat}`)).toEqual(['player 0', 'bot 1', 'bot 2']);
    expect(await loaded(store, match.id)).toMatchObject({ row: { toAct: [0] } });
  });

  test('one whose process is killed while it thinks chooses the same in the next', async () => {
    const match = await moves(await table());
    const asked: string[] = [];
    // A process that never comes back from thinking.
    const dead = openHouse(store, 'dead');
    Object.assign(dead.app, {
      think: async (thought: Parameters<typeof think>[0]) => {
        asked.push(await think(thought));
        return new Promise<string>(() => {});
      },
    });
    const begun = new Promise<void>((resolve) => {
      const { think: asking } = dead.app;
      Object.assign(dead.app, {
        think: (thought: Parameters<typeof think>[0]) => {
          resolve();
          return asking(thought);
        },
      });
    });
    void dead.due.look();
    await begun;
    expect((await loaded(store, match.id)).log).toHaveLength(1);
    // Its lease is over.
    later(3 * 60_000);
    await house.look();
    const { log } = await loaded(store, match.id);
    expect(log[1]).toMatchObject({ seat: 1, by: 'bot', code: asked[0] });
    expect(log).toHaveLength(3);
  });

  test.each([
    ['seconds', 2000, 11_000],
    ['minutes', 59_000, 5 * 60_000],
  ] as const)('each takes %s for its turn where the table wants it so', async (ponders, before, within) => {
    const match = await moves(await table({ ponders }));
    const length = async () => (await loaded(store, match.id)).log.length;
    for (const n of [1, 2]) {
      await house.look();
      later(before);
      await house.look();
      expect(await length()).toBe(n);
      later(within - before);
      await house.look();
      expect(await length()).toBe(n + 1);
    }
    expect((await loaded(store, match.id)).row.toAct).toEqual([0]);
  });

  test('where all choose at once they take no time', async () => {
    await acquaint(store, 1);
    const { id } = await openLobby(store, opening({ capacity: 2, ponders: 'minutes', computers: ['easy'] }));
    await start(store, id, '1000', AT);
    await house.look();
    expect((await loaded(store, id)).log).toHaveLength(1);
  });

  test('one that fails is asked again later', async () => {
    const match = await moves(await table());
    let times = 0;
    Object.assign(house.app, {
      think: async (thought: Parameters<typeof think>[0]) => {
        if (times++ === 0) throw new Error('It cannot think.');
        return think(thought);
      },
    });
    await house.look();
    expect((await loaded(store, match.id)).log).toHaveLength(1);
    later(60_000);
    await house.look();
    expect((await loaded(store, match.id)).log).toHaveLength(3);
    house.logged.splice(0);
  });
});
