import { expect, test } from 'vitest';
import { type AnyAction, TABLE } from '../../src/games/game.ts';
import { vacant } from '../../src/match/autoplay.ts';
import { forget } from '../../src/match/people.ts';
import { handOn, playForGone, playForTable } from '../../src/match/play.ts';
import type { Store } from '../../src/store/open.ts';
import { dice } from '../lib/chance.ts';
import { cell, change, firstRow } from '../lib/rows.ts';
import { AT, choose, loaded, peopled, running, some } from './people.ts';

/** Tables go on without people who have had everything about them deleted. */

async function leave(store: Store, id: number, ...users: string[]): Promise<void> {
  for (const user of users) await forget(store, user, AT);
  await playForGone(store, id, AT);
}

/** What a seat has after an action of its own, when the others take their first ones. */
function scoreAfter(match: Awaited<ReturnType<typeof loaded>>, seat: number, action: AnyAction): number {
  const { game } = match;
  let state = match.state;
  for (const other of game.toAct(state))
    state = game.apply(state, other, other === seat ? action : game.actions(state, other)[0]!);
  return game.score(state)[seat]!.score;
}

test.each(['tokyo', 'metro-city'])(
  '%s: the clock plays the seat at once and as well as it can, to the end',
  async (map) => {
    const store = await peopled(3);
    const id = await running(store, 3, { map });
    await leave(store, id, '1001');
    const roll = dice(7);
    let choices = 0;
    for (
      let match = await loaded(store, id);
      match.row.status === 'running';
      match = await loaded(store, id)
    ) {
      // The seat is never waited for.
      expect(match.game.toAct(match.state)).not.toContain(1);
      expect(match.row.toAct).toEqual(match.game.toAct(match.state));
      const last = match.log.findLast((row) => row.seat === 1)!;
      expect(last).toMatchObject({ by: 'clock', user: null });
      if (match.game.toAct(match.state).length === 2) {
        const before = match.phases.at(-1)!.state;
        const chosen = match.game.actions(before, 1).find((action) => match.game.code(action) === last.code);
        const then = { ...match, state: before };
        const best = Math.max(...match.game.actions(before, 1).map((action) => scoreAfter(then, 1, action)));
        expect(scoreAfter(then, 1, chosen!)).toBe(best);
        choices++;
      }
      const seat = match.game.toAct(match.state)[0]!;
      await choose(store, id, match.seats[seat]!.player!, some(match, seat, roll(50)));
    }
    const match = await loaded(store, id);
    expect(choices).toBeGreaterThan(15);
    expect(match.row.status).toBe('over');
    const score = match.game.score(match.state)[1]!;
    // Better than a board that stays empty.
    expect(score.score).toBeGreaterThan(-5);
    const result = await firstRow(
      store,
      'SELECT player, score FROM results WHERE match = ? AND seat = 1',
      id,
    );
    expect(result).toEqual({ player: null, score: score.score });
  },
);

test('the last one who was waited for goes: the round closes in the same moment', async () => {
  const store = await peopled(2);
  const id = await running(store, 2);
  await choose(store, id, '1000', some(await loaded(store, id), 0));
  expect((await loaded(store, id)).row.turn).toBe(1);
  await leave(store, id, '1001');
  const match = await loaded(store, id);
  expect(match.row).toMatchObject({ turn: 2, toAct: [0] });
  expect(match.log.map(({ code, by }) => `${by} ${code.replace(/^[^/].*/, '…')}`)).toEqual([
    'player …',
    'player /gone.1',
    'clock …',
    'clock …',
  ]);
});

test('the one who turned the cards goes: the first who is left turns them, and can hand that on only to the present', async () => {
  const store = await peopled(3);
  const id = await running(store, 3, { options: { flip: 'manual' } });
  await leave(store, id, '1000');
  const match = await loaded(store, id);
  expect(match.operator).toBe(1);
  expect(vacant(match)).toEqual([0]);
  const press = { match: id, turn: 0, at: AT };
  expect(await handOn(store, { ...press, user: '1001', to: 0 })).toMatchObject({
    ok: false,
    why: 'illegal',
  });
  expect(await playForTable(store, { ...press, user: '1002' })).toMatchObject({ ok: false, why: 'operator' });
  expect(await playForTable(store, { ...press, user: '1001' })).toMatchObject({ ok: true, changed: true });
  expect((await loaded(store, id)).row).toMatchObject({ turn: 1, toAct: [1, 2] });
});

test.each(['auto', 'manual'])('all of them go (flipping %s): the game is played to its end', async (kind) => {
  const store = await peopled(3);
  const id = await running(store, 3, { options: { flip: kind } });
  for (const user of ['1002', '1000', '1001']) await leave(store, id, user);
  const match = await loaded(store, id);
  expect(match.row.status).toBe('over');
  expect(match.seats.every(({ gone, name }) => gone && name === '')).toBe(true);
  const turned = match.log.filter(({ seat, code }) => seat === TABLE && code === 'flip');
  expect(turned.length > 0).toBe(kind === 'manual');
  expect(await cell(store, 'SELECT count(*) FROM results')).toBe(3);
});

test('doing it again, or where nobody is gone, changes nothing', async () => {
  const store = await peopled(3);
  const id = await running(store, 3, { options: { flip: 'manual' } });
  expect(await playForGone(store, id, AT)).toMatchObject({ ok: true, changed: false });
  await leave(store, id, '1000');
  const { log, row } = await loaded(store, id);
  expect(await playForGone(store, id, AT)).toMatchObject({ ok: true, changed: false });
  const after = await loaded(store, id);
  expect([after.log, after.row.revision]).toEqual([log, row.revision]);
});

test('the same position gives the same choices', async () => {
  const logs = [];
  for (const _time of [1, 2]) {
    const store = await peopled(2);
    const id = await running(store, 2);
    await change(store, "UPDATE matches SET seed = 'same' WHERE id = ?", id);
    await leave(store, id, '1001');
    await leave(store, id, '1000');
    logs.push((await loaded(store, id)).log.map(({ seat, code }) => `${seat} ${code}`));
  }
  expect(logs[0]!.length).toBeGreaterThan(40);
  expect(logs[1]).toEqual(logs[0]);
});
