import { describe, expect, test } from 'vitest';
import { goOn, pause } from '../../src/match/ending.ts';
import { phaseKey, present } from '../../src/match/match.ts';
import { forget, notThere, setAway, takeCrown } from '../../src/match/people.ts';
import { play, playForTable } from '../../src/match/play.ts';
import { hostVanished, overdue, waitedSince } from '../../src/match/waiting.ts';
import { moduleOf } from '../../src/modules.ts';
import { noteAbsence } from '../../src/store/absences.ts';
import type { Store } from '../../src/store/open.ts';
import { noteSeen } from '../../src/store/players.ts';
import { cell } from '../lib/rows.ts';
import { by, STRANGER } from './company.ts';
import { AT, loaded, peopled, running } from './people.ts';
import { chooses, HOUR, outcome, told, wholeTurn } from './table.ts';

/** How long somebody is waited for, and what the others may do then. */

const DAY = 24 * HOUR;

/** A table without a limit. */
async function table(count = 3, more: Parameters<typeof running>[2] = {}): Promise<[Store, number]> {
  const store = await peopled(count + 1);
  return [store, await running(store, count, more)];
}

describe('where turns have no limit, a seat', () => {
  const puts = (store: Store, id: number, at: number, seat = 2, user = '1000') =>
    setAway(store, { ...by(user, id, at), seat });

  test('that was waited for three days is set away by anybody at the table, and is played from then on', async () => {
    const [store, id] = await table();
    await chooses(store, id, '1000');
    await chooses(store, id, '1001');
    expect(outcome(await puts(store, id, AT + 3 * DAY - 1))).toBe('patience');
    expect(outcome(await puts(store, id, AT + 3 * DAY, 2, STRANGER))).toBe('stranger');
    expect(outcome(await puts(store, id, AT + 3 * DAY, 2, '1001'))).toBe('done');
    expect(outcome(await puts(store, id, AT + 3 * DAY))).toBe('nothing');
    const match = await loaded(store, id);
    expect(told(match)).toEqual(['player 0', 'player 1', 'player /away.2', 'clock 2']);
    expect(match.log.find(({ code }) => code === '/away.2')).toMatchObject({ by: 'player', user: '1001' });
    expect(match.standing).toEqual(['here', 'here', 'away']);
    expect(present(match).turn).toBe(2);
  });

  test('comes back with any press of its player, and is waited for anew from then on', async () => {
    const [store, id] = await table();
    await chooses(store, id, '1000');
    await puts(store, id, AT + 3 * DAY, 2);
    const back = AT + 3 * DAY + HOUR;
    expect(outcome(await pause(store, by('1002', id, back)))).toBe('host');
    await chooses(store, id, '1002', back);
    const match = await loaded(store, id);
    expect(match.standing[2]).toBe('here');
    expect(await overdue(store, match, '1000', back)).toEqual([1]);
  });

  test('is not set away by its own player, nor while it has chosen, nor where time runs', async () => {
    const [store, id] = await table();
    await chooses(store, id, '1002');
    expect(await overdue(store, await loaded(store, id), '1000', AT + 9 * DAY)).toEqual([1]);
    expect(await overdue(store, await loaded(store, id), '1001', AT + 9 * DAY)).toEqual([0]);
    expect(outcome(await puts(store, id, AT + 9 * DAY, 0, '1000'))).toBe('patience');
    expect(outcome(await puts(store, id, AT + 9 * DAY, 2, '1000'))).toBe('patience');
    expect(outcome(await puts(store, id, AT + 9 * DAY, 9, '1000'))).toBe('patience');
    const [timed, other] = await table(3, { limit: 7 * 86_400 });
    expect(outcome(await puts(timed, other, AT + 9 * DAY, 2))).toBe('patience');
  });

  test('is not charged with the time in which the bot was away, nor with a pause', async () => {
    const [store, id] = await table();
    await noteAbsence(store, AT + HOUR, AT + 5 * HOUR);
    expect(outcome(await puts(store, id, AT + 3 * DAY + 4 * HOUR - 1))).toBe('patience');
    await pause(store, by('1000', id, AT + 2 * DAY));
    expect(await overdue(store, await loaded(store, id), '1000', AT + 9 * DAY)).toEqual([]);
    await goOn(store, by('1001', id, AT + 9 * DAY));
    expect(await overdue(store, await loaded(store, id), '1000', AT + 12 * DAY - 1)).toEqual([]);
    expect(await overdue(store, await loaded(store, id), '1000', AT + 12 * DAY)).toEqual([1, 2]);
  });

  test('that is not waited for has no since; what it does itself counts', async () => {
    const [store, id] = await table();
    await chooses(store, id, '1000', AT + HOUR);
    const match = await loaded(store, id);
    expect([0, 1, 2].map((seat) => waitedSince(match, seat))).toEqual([undefined, AT, AT]);
  });

  test.each([
    ['metro', { game: 'metro', options: { order: 'joined', hand: '1' } }],
    ['metromania', { game: 'metromania', options: { order: 'joined' } }],
  ] as const)('of %s is the one whose turn it is', async (_, more) => {
    const [store, id] = await table(3, { ...more, map: moduleOf(more.game).maps()[0]!.id });
    const whole = await wholeTurn(store, id);
    await play(store, { match: id, at: AT + DAY, ...whole });
    const before = await loaded(store, id);
    const [seat] = before.game.toAct(before.state);
    const users = before.seats.map(({ player }) => player);
    const other = users.find((_user, i) => i !== seat)!;
    expect(await overdue(store, before, other, AT + 4 * DAY - 1)).toEqual([]);
    expect(await overdue(store, before, other, AT + 4 * DAY)).toEqual([seat]);
    expect(outcome(await puts(store, id, AT + 4 * DAY, seat, other))).toBe('done');
    const after = await loaded(store, id);
    expect(after.standing[seat!]).toBe('away');
    expect(after.game.toAct(after.state)).not.toContain(seat);
  });

  test('of the one who turns the cards, too: the next host does it', async () => {
    const [store, id] = await table(3, { options: { flip: 'manual' } });
    const match = await loaded(store, id);
    expect(phaseKey(present(match))).toContain('flip');
    expect(outcome(await puts(store, id, AT + 3 * DAY, 0, '1002'))).toBe('done');
    const after = await loaded(store, id);
    expect([after.operator, after.host, after.standing[0]]).toEqual([1, 1, 'away']);
    const turned = await playForTable(store, { match: id, user: '1001', turn: 0, at: AT + 3 * DAY });
    expect(outcome(turned)).toBe('done');
  });

  test('whose player is not in the server any more is waited for by nobody, after a day', async () => {
    const [store, id] = await table();
    expect(outcome(await notThere(store, id, '1002', AT + DAY - 1))).toBe('nothing');
    expect(outcome(await notThere(store, id, '1002', AT + DAY))).toBe('done');
    expect(outcome(await notThere(store, id, '1002', AT + DAY))).toBe('nothing');
    const match = await loaded(store, id);
    expect(told(match)).toEqual(['bot /away.2']);
    expect(match.standing[2]).toBe('away');
  });
});

describe('a host who has vanished', () => {
  const asks = (store: Store, id: number, at: number, more: { user?: string; gone?: string } = {}) =>
    takeCrown(store, { ...by(more.user ?? '1001', id, at), ...(more.gone ? { gone: more.gone } : {}) });

  test('has pressed nothing for three days: who asks is the host', async () => {
    const [store, id] = await table();
    expect(outcome(await asks(store, id, AT + 3 * DAY - 1))).toBe('host');
    expect(outcome(await asks(store, id, AT + 3 * DAY, { user: STRANGER }))).toBe('stranger');
    expect(outcome(await asks(store, id, AT + 3 * DAY))).toBe('done');
    const match = await loaded(store, id);
    expect(match.host).toBe(1);
    expect(match.log.at(-1)).toMatchObject({ code: '/host.1', by: 'player', user: '1001' });
    expect(outcome(await asks(store, id, AT + 3 * DAY))).toBe('nothing');
  });

  test('has not, when they pressed something elsewhere, or here; nor while the bot was away', async () => {
    const [store, id] = await table();
    await noteSeen(store, { id: '1000', seenAt: null }, AT + DAY);
    expect(await hostVanished(store, await loaded(store, id), AT + 4 * DAY - 1)).toBe(false);
    await chooses(store, id, '1000', AT + 2 * DAY);
    expect(await hostVanished(store, await loaded(store, id), AT + 5 * DAY - 1)).toBe(false);
    await noteAbsence(store, AT + 3 * DAY, AT + 4 * DAY);
    expect(await hostVanished(store, await loaded(store, id), AT + 6 * DAY - 1)).toBe(false);
    expect(await hostVanished(store, await loaded(store, id), AT + 6 * DAY)).toBe(true);
  });

  test('is known not to be in the server: no days have to pass; somebody else’s going means nothing', async () => {
    const [store, id] = await table();
    expect(outcome(await asks(store, id, AT, { gone: '1002' }))).toBe('host');
    expect(outcome(await asks(store, id, AT, { gone: '1000' }))).toBe('done');
  });

  test('when they pressed something is noted every few minutes at most, and goes with them', async () => {
    const store = await peopled(2);
    const seen = () => cell(store, "SELECT seen_at FROM players WHERE id = '1000'");
    const note = async (at: number) => {
      const seenAt = (await seen()) as number | null;
      await noteSeen(store, { id: '1000', seenAt }, at);
    };
    for (const [at, expected] of [
      [AT, AT],
      [AT + 299_999, AT],
      [AT - HOUR, AT],
      [AT + 300_000, AT + 300_000],
    ] as const) {
      await note(at);
      expect(await seen()).toBe(expected);
    }
    await forget(store, '1000', AT);
    expect(await cell(store, 'SELECT count(*) FROM players WHERE seen_at IS NOT NULL')).toBe(0);
  });
});
