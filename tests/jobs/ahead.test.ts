import { beforeEach, describe, expect, test, vi } from 'vitest';
import { dayOf } from '../../src/daily/days.ts';
import { announce } from '../../src/jobs/announce.ts';
import { createHeartbeat, type Heartbeat } from '../../src/jobs/heartbeat.ts';
import { askToEnd, playOn } from '../../src/match/ending.ts';
import { heldQuestion } from '../../src/match/restraint.ts';
import { arrive, guildOf, setServer } from '../../src/store/guilds.ts';
import { jobOf, setJob } from '../../src/store/jobs.ts';
import { rowOf } from '../../src/store/matches.ts';
import { seenAt } from '../../src/store/players.ts';
import { setTable, tableOf } from '../../src/store/tables.ts';
import { usePictures } from '../blank.ts';
import { standing } from '../lib/messages.ts';
import { cell, change } from '../lib/rows.ts';
import { AT, acquaint, loaded, lobbyOf } from '../match/people.ts';
import {
  codes,
  DAY,
  HOUR,
  house,
  housed,
  later,
  MINUTE,
  plays,
  reminded,
  seated,
  set,
  store,
} from './house.ts';

usePictures('blank');

/** A clock that stood two days ahead for a while. */

housed();

/** The machine's own clock (ms), which nobody sets. */
let machine: number;
let heartbeat: Heartbeat;
const begin = (): void => {
  heartbeat = createHeartbeat(house.app, { connected: () => true, answers: async () => true }, () => machine);
};
beforeEach(() => {
  machine = 0;
  begin();
});

/** Time passes for the machine and by the date. */
async function passes(time: number, step = 20_000): Promise<void> {
  for (let left = time; left > 0; left -= step) {
    machine += Math.min(step, left);
    later(Math.min(step, left));
    await heartbeat.look();
    await house.look();
  }
}
/** Somebody sets the date. */
async function setTo(at: number): Promise<void> {
  vi.setSystemTime(at);
  await heartbeat.look();
}

/** A game whose second turn began while the clock stood ahead, which is over. */
async function ahead(limit: number): Promise<number> {
  await heartbeat.look();
  const id = await seated(house, 2, { limit });
  await passes(MINUTE);
  // Too short for any turn to be over by it, were it longer.
  await setTo(AT + 2 * DAY);
  for (const seat of [0, 1]) await plays(id, seat);
  return id;
}

describe('a turn of five minutes that began two days ahead', () => {
  test.each(['by the process that saw it', 'by the next one'])(
    'ends after five minutes: noticed %s',
    async (by) => {
      const id = await ahead(300);
      expect((await rowOf(store, id))!.deadline).toBeGreaterThan(AT + 2 * DAY);
      vi.setSystemTime(AT + 2 * MINUTE);
      if (by === 'by the next one') begin();
      await heartbeat.look();
      expect((await rowOf(store, id))!.deadline).toBe(AT + 7 * MINUTE);
      await house.look();
      await passes(5 * MINUTE - 20_000);
      expect(await codes(id)).not.toContain('/late.0');
      expect(reminded().filter((one) => one.startsWith(`${id}.2.round/`))).toEqual([
        `${id}.2.round/half`,
        `${id}.2.round/end`,
      ]);
      await passes(20_000);
      expect((await codes(id)).filter((code) => code.startsWith('/late'))).toHaveLength(2);
      expect(house.logged.filter(({ msg }) => /set back/.test(String(msg)))).toHaveLength(1);
    },
  );
});

test('a lobby that was opened ahead closes after a day, and its host has not vanished', async () => {
  await heartbeat.look();
  await acquaint(store, 2);
  await setTo(AT + 2 * DAY);
  const id = await lobbyOf(store, 1, { at: Date.now() });
  house.app.refresh(id);
  await house.tables.settled();
  await house.press('1000', 'games|0|0');
  await setTo(AT);
  expect((await rowOf(store, id))!.deadline).toBe(AT + DAY);
  expect(await seenAt(store, '1000')).toBe(AT);
  vi.setSystemTime(AT + DAY - MINUTE);
  await house.look();
  expect((await rowOf(store, id))!.status).toBe('lobby');
  later(MINUTE);
  await house.look();
  expect((await rowOf(store, id))!.status).toBe('closed');
});

test('what was to be tried again, what was held, and the day of the daily are not waited for', async () => {
  await heartbeat.look();
  const id = await seated(house, 2);
  await arrive(store, '77');
  await setServer(store, '77', { dailyChannel: '88' }, '1000', AT);
  await set('1000', { pings: 'digest' });
  await setTo(AT + 2 * DAY);
  await announce(house.app);
  expect((await guildOf(store, '77'))!.announced).toBe(dayOf(AT + 2 * DAY));
  await house.press('1000', 'settings|0|0|pings', ['digest']);
  await setTable(store, id, { discordError: '0', retryAt: Date.now() + 5_000 });
  await change(store, "INSERT INTO leases VALUES ('guild:77', 'x:y:1', ?)", Date.now());
  await setTo(AT);
  const [message] = await standing(store, { guild: '77' });
  expect(message!.at).toBeLessThanOrEqual(AT + MINUTE);
  expect(message!.due).toBeLessThanOrEqual(AT + MINUTE);
  expect(await cell(store, 'SELECT count(*) FROM leases')).toBe(0);
  expect((await tableOf(store, id))!.retryAt).toBeLessThanOrEqual(AT);
  expect((await jobOf(store, { kind: 'digest', subject: '1000', key: 'daily' }))!.due).toBeLessThan(AT + DAY);
  expect((await guildOf(store, '77'))!.announced).toBe(dayOf(AT));
  vi.setSystemTime(AT + DAY);
  await announce(house.app);
  expect((await guildOf(store, '77'))!.announced).toBe(dayOf(AT + DAY));
});

test('what was asked ahead, and who was to be reminded after a night of it, are not waited for', async () => {
  await heartbeat.look();
  const id = await seated(house, 3);
  await setTo(AT + 2 * DAY);
  await askToEnd(store, { match: id, user: '1000', at: Date.now() });
  await playOn(store, { match: id, user: '1000', at: Date.now() });
  const waits = { kind: 'remind', subject: String(id), key: '1.round/1/1' } as const;
  await setJob(store, { ...waits, due: AT + 2 * DAY + 9 * HOUR });
  await setTo(AT);
  const match = await loaded(store, id);
  expect(match.log.map(({ at }) => at)).toEqual(match.log.map(() => AT));
  expect(heldQuestion(match, null, AT + HOUR - 1)).toEqual({ until: AT + HOUR });
  expect((await jobOf(store, waits))!.due).toBe(AT + 9 * HOUR);
});

test('a clock that goes on as it should changes nothing', async () => {
  const id = await seated(house, 2, { limit: 300 });
  await heartbeat.look();
  const { revision, deadline } = (await rowOf(store, id))!;
  await passes(3 * MINUTE);
  expect(await rowOf(store, id)).toMatchObject({ revision, deadline });
});
