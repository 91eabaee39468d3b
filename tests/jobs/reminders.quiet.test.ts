import { describe, expect, test, vi } from 'vitest';
import { remind } from '../../src/app/reminders.ts';
import { pause } from '../../src/match/ending.ts';
import { claimDue } from '../../src/store/jobs.ts';
import { behind, setTable, tableOf } from '../../src/store/tables.ts';
import { usePictures } from '../blank.ts';
import { standing } from '../lib/messages.ts';
import { change, rows } from '../lib/rows.ts';
import { AT, choose, loaded, some } from '../match/people.ts';
import {
  DAY,
  HOUR,
  house,
  housed,
  later,
  MINUTE,
  pinged,
  plays,
  reminded,
  said,
  seated,
  set,
  store,
} from './house.ts';

usePictures('blank');

/** When none is posted, and what Discord or a death in between leave of one. */

housed();

const HALF_DAY = { limit: 43_200 } as const;
/** When the last reminder of half a day comes, after half time. */
const LAST = 4 * HOUR + 48 * MINUTE;

describe('quiet hours', () => {
  // Half time is at 18:00, the last reminder at 22:48 and the end at midnight, UTC.
  test('put a reminder off until they end, for each alone', async () => {
    const id = await seated(house, 3, HALF_DAY);
    await set('1001', { quietFrom: 17 * 60, quietTo: 19 * 60 });
    await set('1002', { quietFrom: 17 * 60, quietTo: 20 * 60, zone: 'Europe/Berlin' });
    await house.pass(6 * HOUR);
    expect(pinged()).toEqual([['1000']]);
    expect((await house.job('remind', id, '1.round/half/1'))!.due).toBe(AT + 7 * HOUR);
    await house.pass(HOUR - MINUTE, HOUR);
    expect(reminded()).toHaveLength(1);
    await house.pass(MINUTE);
    // In Berlin their hours end at the same moment: one message for both.
    expect(reminded()).toEqual([`${id}.1.round/half`, `${id}.1.round/half/1`]);
    expect(pinged()).toEqual([['1001', '1002']]);
    expect(said()[0]).toMatch(/^<@1001>, <@1002> and P1000, you are waited for/);
    await house.pass(LAST - HOUR);
    expect(pinged()).toEqual([['1000', '1001', '1002']]);
    expect(reminded()).toHaveLength(3);
  });

  test('that end after the deadline leave none', async () => {
    const id = await seated(house, 2, HALF_DAY);
    await set('1000', { quietFrom: 17 * 60, quietTo: 0 });
    await set('1001', { pings: 'none' });
    await house.pass(11 * HOUR);
    expect(reminded()).toEqual([]);
    expect(await rows(store, "SELECT * FROM jobs WHERE key LIKE '%/%/%'")).toEqual([]);
    expect((await house.job('remind', id, '1.round/end'))!.doneAt).not.toBeNull();
  });

  test('without a limit they are waited for, however often they are moved', async () => {
    const id = await seated(house, 2);
    await set('1000', { quietFrom: 11 * 60, quietTo: 14 * 60 });
    await set('1001', { pings: 'none' });
    await house.pass(DAY);
    expect(reminded()).toEqual([]);
    expect((await house.job('remind', id, '1.round/1/0'))!.due).toBe(AT + 26 * HOUR);
    await set('1000', { quietTo: 15 * 60 });
    await house.pass(2 * HOUR);
    expect(reminded()).toEqual([]);
    expect(await house.job('remind', id, '1.round/1/0')).toMatchObject({ due: AT + 27 * HOUR, doneAt: null });
    await house.pass(HOUR);
    expect(pinged()).toEqual([['1000']]);
    await house.pass(DAY);
    expect(reminded()).toEqual([`${id}.1.round/1/0`]);
  });

  test('who has chosen meanwhile is not reminded at their end', async () => {
    const id = await seated(house, 2, HALF_DAY);
    await set('1000', { quietFrom: 17 * 60, quietTo: 19 * 60 });
    await set('1001', { pings: 'none' });
    await house.pass(6 * HOUR);
    await plays(id, 0);
    await house.pass(HOUR);
    expect(reminded()).toEqual([]);
  });

  test('that cover half time and the last reminder lead to one', async () => {
    const id = await seated(house, 2, HALF_DAY);
    await set('1000', { quietFrom: 17 * 60, quietTo: 23 * 60 + 30 });
    await set('1001', { pings: 'none' });
    await house.pass(11.5 * HOUR);
    expect(reminded()).toHaveLength(1);
    expect(pinged()).toEqual([['1000']]);
    await house.pass(HOUR / 2 - MINUTE, MINUTE * 10);
    expect(reminded()).toHaveLength(1);
    expect(await rows(store, "SELECT key FROM jobs WHERE done_at IS NULL AND kind = 'remind'")).toEqual([]);
    expect(id).toBeGreaterThan(0);
  });
});

describe('none is posted', () => {
  test('while a table is paused, and of the turn before', async () => {
    const id = await seated(house, 2, HALF_DAY);
    await pause(store, { match: id, user: '1000', at: Date.now() });
    await house.pass(3 * DAY, 6 * HOUR);
    expect(reminded()).toEqual([]);
  });

  test('of half time when the last one is due as well', async () => {
    const id = await seated(house, 2, HALF_DAY);
    later(11 * HOUR);
    await house.look();
    expect(reminded()).toEqual([`${id}.1.round/end`]);
    await house.look();
    expect(reminded()).toHaveLength(1);
  });

  test('once the time is up, even if that could not be served yet', async () => {
    await seated(house, 2, HALF_DAY);
    await change(store, "UPDATE jobs SET lease_until = ? WHERE kind = 'late'", AT + DAY);
    later(13 * HOUR);
    await house.look();
    expect(reminded()).toEqual([]);
    expect((await loaded(store, 1)).row.turn).toBe(1);
  });

  test('in a game that nobody touches, but in its first turn', async () => {
    const id = await seated(house, 2);
    later(HOUR);
    await plays(id, 0);
    await plays(id, 1);
    await house.pass(30 * DAY, DAY / 2);
    expect(reminded()).toEqual([1, 8].map((days) => `${id}.2.round/${days}`));
  });
});

/** Lets time pass in which tables are looked after that are behind. */
async function mended(time: number): Promise<void> {
  for (const end = Date.now() + time; Date.now() < end; ) {
    await house.pass(5000, 5000);
    for (const match of await behind(store, Date.now())) house.app.refresh(match);
    await house.tables.settled();
  }
}

describe('Discord', () => {
  test('refuses: the reminder waits with its table, and no other is sent beside it', async () => {
    const id = await seated(house, 2, HALF_DAY);
    house.chat.refuse({ code: 50013, status: 403 }, ({ what }) => what === 'post', 1);
    later(6 * HOUR);
    await house.look();
    expect(reminded()).toEqual([]);
    expect(await tableOf(store, id)).toMatchObject({ discordError: '50013' });
    expect(await behind(store, Date.now())).toEqual([]);
    later(5 * MINUTE);
    expect(await behind(store, Date.now())).toEqual([id]);
    house.app.refresh(id);
    await house.tables.settled();
    expect(said()).toHaveLength(1);
    expect(await tableOf(store, id)).toMatchObject({ discordError: null });
  });

  test('does not answer: the same purpose is tried until it does, and one message stands', async () => {
    await seated(house, 2, HALF_DAY);
    house.chat.refuse({ code: 0, status: 0 }, ({ what }) => what === 'post', 2, true);
    later(6 * HOUR);
    await house.look();
    expect(house.chat.calls.filter(({ purpose }) => purpose?.endsWith('/half'))).toHaveLength(1);
    await mended(5 * MINUTE);
    expect(house.chat.calls.filter(({ purpose }) => purpose?.endsWith('/half'))).toHaveLength(3);
    expect(house.reminders()).toHaveLength(1);
  });

  test('does not answer, and all ask for quiet before it is tried again: it does not stay', async () => {
    const id = await seated(house, 2, HALF_DAY);
    house.chat.refuse({ code: 0, status: 0 }, ({ what }) => what === 'post', 1, true);
    later(6 * HOUR);
    await house.look();
    expect(house.reminders()).toHaveLength(1);
    for (const user of ['1000', '1001'])
      await house.press(user, `quiet|${id}|1|1.round`, [], { guild: '77' });
    await mended(MINUTE);
    expect(house.reminders()).toEqual([]);
    expect(await standing(store, { match: id }, 'reminder:')).toEqual([]);
  });

  test('has lost the earlier message: the new one is posted all the same', async () => {
    await seated(house, 2, HALF_DAY);
    await house.pass(6 * HOUR);
    house.chat.vanish(house.reminders()[0]!.id);
    await house.pass(LAST);
    expect(said()).toHaveLength(1);
  });

  test('a table that is not posted yet is waited for', async () => {
    const id = await seated(house, 2, HALF_DAY);
    const { channel } = (await tableOf(store, id))!;
    await setTable(store, id, { channel: null });
    later(6 * HOUR);
    await house.due.look();
    await house.due.settled();
    expect(reminded()).toEqual([]);
    await setTable(store, id, { channel });
    await house.pass(MINUTE, 5000);
    expect(said()).toHaveLength(1);
  });
});

describe('a process that dies', () => {
  test('after it noted that one is to be posted: the next one posts it', async () => {
    const id = await seated(house, 2, HALF_DAY);
    later(6 * HOUR);
    const [job] = (await claimDue(store, Date.now(), 'me:1:1', Date.now() + 1000, 50)).filter(
      ({ kind }) => kind === 'remind',
    );
    await remind({ ...house.app, refresh: () => undefined }, job!);
    expect(house.reminders()).toEqual([]);
    expect(await behind(store, Date.now())).toEqual([id]);
    house.app.refresh(id);
    await house.tables.settled();
    expect(house.reminders()).toHaveLength(1);
  });

  test('while the round closes: its reminder does not stay', async () => {
    const id = await seated(house, 2, HALF_DAY);
    later(6 * HOUR);
    const { post } = house.app.outbound;
    const closing = vi.spyOn(house.app.outbound, 'post').mockImplementationOnce(async (...of) => {
      for (const seat of [0, 1]) {
        const match = await loaded(store, id);
        await choose(store, id, match.seats[seat]!.player!, some(match, seat));
      }
      house.app.refresh(id);
      return post(...of);
    });
    await house.look();
    expect(closing).toHaveBeenCalled();
    expect(reminded()).toHaveLength(1);
    expect(said()).toEqual([]);
    expect(await standing(store, { match: id }, 'reminder:')).toEqual([]);
  });
});
