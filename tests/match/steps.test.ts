import { beforeEach, describe, expect, test } from 'vitest';
import type { Options } from '../../src/games/game.ts';
import { serveDeadline } from '../../src/match/ending.ts';
import { phaseKey, present } from '../../src/match/match.ts';
import { leaveSeat } from '../../src/match/people.ts';
import { play } from '../../src/match/play.ts';
import type { Store } from '../../src/store/open.ts';
import { AT, loaded, peopled, running } from './people.ts';
import { wholeTurn } from './table.ts';

/** A match whose turns have several steps. */

const HOUR = 3_600_000;
const CHOSEN = {
  game: 'advanced',
  markers: 'hidden',
  noCorruption: 'true',
  digging: 'line',
  lastTurn: 'false',
  order: 'joined',
};

let store: Store;
beforeEach(async () => {
  store = await peopled(4);
});

const table = (count: number, more: { options?: Options; limit?: number } = {}): Promise<number> =>
  running(store, count, { game: 'metromania', map: 'six-quarters', options: CHOSEN, ...more });

describe('a turn of several steps', () => {
  test('is written in one piece: a row for each step, and the next is to move', async () => {
    const id = await table(3);
    const move = await wholeTurn(store, id);
    expect(move.codes).toHaveLength(3);
    const before = phaseKey(present(await loaded(store, id)));
    expect(await play(store, { match: id, at: AT, ...move })).toMatchObject({ ok: true, changed: true });
    const match = await loaded(store, id);
    expect(match.log.map(({ code }) => code)).toEqual(move.codes);
    expect(match.game.toAct(match.state)).toEqual([1]);
    expect(phaseKey(present(match))).not.toBe(before);
  });

  test('of which one step cannot be done leaves nothing', async () => {
    const id = await table(3);
    const { codes, user, turn } = await wholeTurn(store, id);
    const press = { match: id, user, turn, codes: [codes[0]!, codes[1]!, 'dig.1.E-X'], at: AT };
    expect(await play(store, press)).toMatchObject({ ok: false, why: 'illegal' });
    expect((await loaded(store, id)).log).toEqual([]);
  });

  test('kept twice by a double tap is played once, and nobody is scolded', async () => {
    const id = await table(3);
    const move = { match: id, at: AT, ...(await wholeTurn(store, id)) };
    const both = await Promise.all([play(store, move), play(store, move)]);
    expect(both).toMatchObject([
      { ok: true, changed: true },
      { ok: true, changed: false },
    ]);
    expect((await loaded(store, id)).log).toHaveLength(3);
    // A button found again later is an old one, and so is one whose turn was another.
    expect(await play(store, { ...move, at: AT + 60_000 })).toMatchObject({ ok: false, why: 'stale' });
    expect(await play(store, { ...move, codes: move.codes.slice(0, 2) })).toMatchObject({ why: 'stale' });
    expect((await loaded(store, id)).log).toHaveLength(3);
  });

  test('that draws what is to be placed: drawn twice by a double tap is drawn once', async () => {
    const id = await running(store, 2, { game: 'metro', map: 'paris', options: { order: 'joined' } });
    const draw = { match: id, user: '1000', turn: 0, codes: ['draw'], at: AT };
    expect(await play(store, draw)).toMatchObject({ ok: true, changed: true });
    expect(await play(store, { ...draw, at: AT + 400 })).toMatchObject({ ok: true, changed: false });
    expect(await play(store, { ...draw, at: AT + 9000 })).toMatchObject({ ok: false, why: 'illegal' });
    expect((await loaded(store, id)).log.map(({ code }) => code)).toEqual(['draw']);
  });
});

describe('the clock', () => {
  test('plays a turn to its end when time is up', async () => {
    const id = await table(3, { limit: 3600 });
    expect(await serveDeadline(store, id, AT + HOUR)).toMatchObject({ ok: true, changed: true });
    const { game, state, log } = await loaded(store, id);
    expect(game.turn(state)).toBe(1);
    expect(game.toAct(state)).toEqual([1]);
    expect(log.map(({ seat, code }) => `${seat} ${code.split('.')[0]}`)).toEqual([
      '-1 /late',
      '0 start',
      '0 dig',
      '0 dig',
    ]);
  });

  test('plays whole turns for whoever left, to the end of the game', async () => {
    const id = await table(2, { options: { ...CHOSEN, noCorruption: 'false' } });
    await leaveSeat(store, { match: id, user: '1001', at: AT });
    for (let n = 0; n < 150 && (await loaded(store, id)).row.status === 'running'; n++)
      expect(await play(store, { match: id, at: AT, ...(await wholeTurn(store, id)) })).toMatchObject({
        ok: true,
      });
    const match = await loaded(store, id);
    expect(match.row.status).toBe('over');
    expect(match.log.filter(({ seat, by }) => seat === 1 && by === 'player')).toEqual([]);
    expect(match.log.filter(({ seat, by }) => seat === 1 && by === 'clock').length).toBeGreaterThan(9);
  });
});

describe('options for another number of people', () => {
  test.each([
    [2, ['game', 'markers', 'digging', 'lastTurn', 'order']],
    [3, ['markers', 'digging', 'lastTurn', 'order']],
    [4, ['markers', 'noCorruption', 'digging', 'lastTurn', 'order']],
  ])('are left out when %d begin', async (count, kept) => {
    const { row, state } = await loaded(store, await table(count));
    expect(Object.keys(row.options).sort()).toEqual([...kept].sort());
    expect((state as { setting: object }).setting).toMatchObject({
      companies: count === 2 ? 4 : count,
      noCorruption: count === 4,
    });
  });
});
