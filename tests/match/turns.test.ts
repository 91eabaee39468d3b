import { beforeEach, describe, expect, test } from 'vitest';
import { serveDeadline } from '../../src/match/ending.ts';
import { phaseKey, present } from '../../src/match/match.ts';
import { leaveSeat } from '../../src/match/people.ts';
import { play } from '../../src/match/play.ts';
import type { Store } from '../../src/store/open.ts';
import { AT, loaded, peopled, running } from './people.ts';

/** A match in which one plays after the other on one board. */

const METRO = { game: 'metro', map: 'paris' } as const;
const PLAIN = { returns: 'none', arrow: 'true', hand: '1' } as const;
const HOUR = 3_600_000;

let store: Store;
beforeEach(async () => {
  store = await peopled(3);
});

const table = (order: 'lot' | 'joined', limit = 0): Promise<number> =>
  running(store, 3, { ...METRO, options: { ...PLAIN, order }, limit });

const seated = async (id: number): Promise<string[]> =>
  (await loaded(store, id)).seats.map(({ player }) => player!);

/** Plays the first legal action with such a text for whoever is to move. */
async function moves(id: number, prefix = ''): Promise<string> {
  const { game, state, seats } = await loaded(store, id);
  const [seat] = game.toAct(state);
  const codes = game.actions(state, seat!).map((action) => game.code(action));
  const code = codes.find((one) => one.startsWith(prefix))!;
  const press = { match: id, user: seats[seat!]!.player!, turn: game.turn(state), codes: [code], at: AT };
  expect(await play(store, press)).toMatchObject({ ok: true, changed: true });
  return code;
}

describe('the order', () => {
  test('is that of joining where the lobby chose so', async () => {
    expect(await seated(await table('joined'))).toEqual(['1000', '1001', '1002']);
  });

  test('is drawn by lot else: each comes up, and it stays as it was drawn', async () => {
    const orders = new Map<string, number>();
    for (let n = 0; n < 60; n++) {
      const id = await table('lot');
      const order = (await seated(id)).join();
      expect((await seated(id)).join()).toBe(order);
      orders.set(order, (orders.get(order) ?? 0) + 1);
    }
    expect([...orders.keys()].map((order) => order.split(',').sort().join())).toEqual(
      Array<string>(6).fill('1000,1001,1002'),
    );
  });

  test('the host stays who it is, wherever they sit', async () => {
    for (let n = 0; n < 8; n++) {
      const match = await loaded(store, await table('lot'));
      expect(match.seats[match.host]!.player).toBe('1000');
    }
  });
});

describe('a turn', () => {
  test('is one phase, also when another tile is drawn first', async () => {
    const id = await table('joined');
    const before = phaseKey(present(await loaded(store, id)));
    await moves(id, 'draw');
    expect(phaseKey(present(await loaded(store, id)))).toBe(before);
    await moves(id);
    expect(phaseKey(present(await loaded(store, id)))).not.toBe(before);
    expect((await loaded(store, id)).game.toAct((await loaded(store, id)).state)).toEqual([1]);
  });

  test('what was meant for the tile in hand does not place one that was drawn since', async () => {
    const id = await table('joined');
    const { game, state } = await loaded(store, id);
    const old = game.actions(state, 0).map((action) => game.code(action));
    await moves(id, 'draw');
    const log = (await loaded(store, id)).log.length;
    for (const code of old.filter((one) => one !== 'draw'))
      expect(await play(store, { match: id, user: '1000', turn: 0, codes: [code], at: AT })).toMatchObject({
        ok: false,
        why: 'illegal',
      });
    expect((await loaded(store, id)).log).toHaveLength(log);
  });

  test('nobody plays in another’s', async () => {
    const id = await table('joined');
    const press = { match: id, user: '1001', turn: 0, codes: ['A1.0'], at: AT };
    expect(await play(store, press)).toMatchObject({ ok: false, why: 'illegal' });
  });
});

describe('time that is up', () => {
  test('the clock places a tile, also one that was drawn, and the next is to move', async () => {
    const id = await table('joined', 3600);
    await moves(id, 'draw');
    expect(await serveDeadline(store, id, AT + HOUR)).toMatchObject({ ok: true, changed: true });
    const { game, state, log } = await loaded(store, id);
    expect(game.turn(state)).toBe(1);
    expect(game.toAct(state)).toEqual([1]);
    expect(log.filter(({ by }) => by === 'clock').map(({ code }) => code.split('.')[0])).toContain('/late');
  });

  test('three in a row: a seat is not waited for any more; when nobody is, the table pauses', async () => {
    const id = await table('joined', 3600);
    for (let n = 1; n <= 9; n++) await serveDeadline(store, id, AT + n * HOUR);
    const match = await loaded(store, id);
    expect(match.standing).toEqual(['away', 'away', 'away']);
    expect(match.paused).toMatchObject({ by: 'clock' });
  });

  test('whoever left is played on, and the game comes to its end', async () => {
    const id = await table('joined', 3600);
    await leaveSeat(store, { match: id, user: '1001', at: AT });
    for (let n = 1; n <= 60 && (await loaded(store, id)).row.status === 'running'; n++) await moves(id);
    const match = await loaded(store, id);
    expect(match.row.status).toBe('over');
    expect(match.game.turn(match.state)).toBe(60);
    const of = (seat: number, by: string) =>
      match.log.filter((row) => row.seat === seat && row.by === by).length;
    expect([of(1, 'player'), of(1, 'clock')]).toEqual([0, 20]);
  });
});
