import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { createScheduler } from '../../src/jobs/scheduler.ts';
import { goOn, pause } from '../../src/match/ending.ts';
import { phaseKey, present } from '../../src/match/match.ts';
import { playForTable } from '../../src/match/play.ts';
import { claimDue, jobOf, setJob } from '../../src/store/jobs.ts';
import { HOLDER } from '../../src/store/lease.ts';
import { openStore } from '../../src/store/open.ts';
import { setTable, tableOf } from '../../src/store/tables.ts';
import { usePictures } from '../blank.ts';
import { standing } from '../lib/clock.ts';
import { cell, change } from '../lib/rows.ts';
import { AT, choose, loaded, some } from '../match/people.ts';
import {
  codes,
  DAY,
  faultsOf,
  HOUR,
  house,
  housed,
  later,
  MINUTE,
  openHouse,
  plays,
  seated,
  store,
} from './house.ts';

usePictures('blank');

/** What is due is served once, whatever fails and however long it takes. */

housed();

const HALF_DAY = 43_200;

describe('time that is up', () => {
  test('is served at its minute, once, and the table shows it', async () => {
    const id = await seated(house, 2, { limit: HALF_DAY });
    later(12 * HOUR - 1);
    await house.look();
    expect((await codes(id)).filter((code) => code.startsWith('/late'))).toEqual([]);
    later(1);
    await house.look();
    await house.look();
    expect((await codes(id)).filter((code) => code.startsWith('/late'))).toEqual(['/late.0', '/late.1']);
    const match = await loaded(store, id);
    expect(match.row).toMatchObject({ turn: 2, deadline: Date.now() + 12 * HOUR });
    expect(
      house.chat.read(String((await tableOf(store, id))!.channel)).at(-1)!.screen.body.content,
    ).toContain('Round 2');
    expect((await house.job('late', id, '1.round'))!.doneAt).toBe(Date.now());
  });

  test('of a turn that was closed in time does nothing', async () => {
    const id = await seated(house, 2, { limit: HALF_DAY });
    later(11 * HOUR);
    for (const user of ['1000', '1001'])
      await choose(store, id, user, some(await loaded(store, id), Number(user) - 1000));
    const before = await codes(id);
    later(HOUR);
    await house.look();
    expect(await codes(id)).toEqual(before);
    expect((await house.job('late', id, '1.round'))!.doneAt).not.toBeNull();
    expect((await house.job('late', id, '2.round'))!.doneAt).toBeNull();
  });

  test('where the cards are turned by hand: first whoever sits here may, after as long again the clock does', async () => {
    const id = await seated(house, 2, { limit: HALF_DAY, options: { flip: 'manual' } });
    await house.pass(12 * HOUR);
    expect(await codes(id)).toEqual(['/anyone']);
    expect((await loaded(store, id)).row.deadline).toBe(AT + 24 * HOUR);
    await house.pass(12 * HOUR - MINUTE);
    expect(await codes(id)).toEqual(['/anyone']);
    await house.pass(MINUTE);
    expect((await codes(id)).slice(0, 2)).toEqual(['/anyone', 'flip']);
    expect(phaseKey(present(await loaded(store, id)))).toBe('1.round');
  });

  test('where somebody else turned it then, the second time does nothing', async () => {
    const id = await seated(house, 2, { limit: HALF_DAY, options: { flip: 'manual' } });
    await house.pass(12 * HOUR);
    await playForTable(store, { match: id, user: '1001', turn: 0, at: Date.now() });
    const before = await codes(id);
    await house.pass(12 * HOUR - MINUTE);
    expect(await codes(id)).toEqual(before);
  });

  test('while a table is paused nothing is up', async () => {
    const id = await seated(house, 2, { limit: HALF_DAY });
    await pause(store, { match: id, user: '1000', at: Date.now() });
    await house.pass(3 * DAY, 6 * HOUR);
    expect(await codes(id)).toEqual(['/pause']);
  });

  test.each([50001, 50013])('does nothing where the bot may not write (%i): it stops', async (code) => {
    const id = await seated(house, 2, { limit: HALF_DAY, onTimeout: 'drop' });
    const { channel } = (await tableOf(store, id))!;
    house.chat.refuse({ code, status: 403 }, (call) => call.channel === channel, 999);
    await plays(id, 0);
    expect((await tableOf(store, id))!.discordError).toBe(String(code));
    const before = await codes(id);
    await house.pass(12 * HOUR, HOUR);
    const { paused, row } = await loaded(store, id);
    expect(paused?.by).toBe('bot');
    expect(row.deadline).toBeNull();
    await house.pass(3 * DAY, 6 * HOUR);
    expect(await codes(id)).toEqual([...before, '/pause']);
    // Whoever goes on all the same, from the list of games, has the time of a turn, and it stops again.
    await goOn(store, { match: id, user: '1001', at: Date.now() });
    expect((await loaded(store, id)).row.deadline).toBe(Date.now() + 12 * HOUR);
    await house.pass(DAY, HOUR);
    expect(await codes(id)).toEqual([...before, '/pause', '/go', '/pause']);
  });

  test('a moment that comes to nothing does not stop a table that cannot be written', async () => {
    const id = await seated(house, 2, { limit: HALF_DAY });
    await setTable(store, id, { discordError: '50013' });
    const early = (await loaded(store, id)).row.deadline! - 1;
    await setJob(store, { kind: 'late', subject: String(id), key: '1.round', due: early });
    vi.setSystemTime(early);
    await house.look();
    expect(await codes(id)).toEqual([]);
  });

  test('that passed while the bot was away is served once at its return, and not again', async () => {
    const id = await seated(house, 2, { limit: HALF_DAY });
    later(5 * DAY);
    const second = openHouse(store);
    await second.look();
    expect((await codes(id)).filter((code) => code.startsWith('/late'))).toHaveLength(2);
    // Neither are reminders of what is over posted.
    expect(second.reminders()).toEqual([]);
    const third = openHouse(store);
    await third.look();
    expect((await loaded(store, id)).row).toMatchObject({ turn: 2, deadline: Date.now() + 12 * HOUR });
    expect(faultsOf(second)).toEqual([]);
  });
});

describe('processes', () => {
  // The process table of this machine, whose numbers mean something here.
  const [OWN] = HOLDER.split(':');
  const THERE = `${OWN}:abc:${process.ppid}`;
  const DEAD = `${OWN}:abc:4194999`;

  test('two on one file serve each time that is up once', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'metrox-due-'));
    const [one, other] = [openStore(join(folder, 'a.db')), openStore(join(folder, 'a.db'))];
    try {
      const first = openHouse(one);
      const ids: number[] = [];
      for (let i = 0; i < 4; i++) ids.push(await seated(first, 2, { limit: HALF_DAY }));
      const second = openHouse(other, THERE, { ...first, app: { ...first.app, store: other } });
      for (let hours = 0; hours < 25; hours++) {
        later(HOUR);
        await Promise.all([first.look(), second.look(), first.look(), second.look()]);
      }
      for (const id of ids) {
        const { log } = await loaded(one, id);
        expect(log.filter(({ code }) => code.startsWith('/late'))).toHaveLength(4);
      }
      const reminded = first.posts().filter((purpose) => /\/(half|end)$/.test(purpose));
      expect(reminded).toHaveLength(16);
      expect(new Set(reminded).size).toBe(16);
      expect(first.chat.calls.filter(({ purpose }) => purpose && /\/(half|end)$/.test(purpose))).toHaveLength(
        16,
      );
      expect(faultsOf(first)).toEqual([]);
    } finally {
      one.close();
      other.close();
      rmSync(folder, { recursive: true });
    }
  });

  test('what was claimed by one that died is served by the next at once', async () => {
    const id = await seated(house, 2, { limit: HALF_DAY });
    later(12 * HOUR);
    expect((await claimDue(store, Date.now(), DEAD, Date.now() + 120_000, 50)).length).toBeGreaterThan(0);
    await house.look();
    expect((await codes(id)).filter((code) => code.startsWith('/late'))).toHaveLength(2);
  });

  test('one that died after the work and before its note: it is not done twice', async () => {
    const id = await seated(house, 2, { limit: HALF_DAY });
    later(12 * HOUR);
    await house.look();
    await change(store, "UPDATE jobs SET done_at = NULL, holder = ? WHERE kind = 'late'", DEAD);
    const before = await codes(id);
    await house.look();
    expect(await codes(id)).toEqual(before);
  });
});

describe('what fails', () => {
  test('does not stop others, and is tried again ever more rarely, at least hourly', async () => {
    const id = await seated(house, 2, { limit: HALF_DAY });
    await setJob(store, { kind: 'thread', subject: String(id), key: 'x', due: Date.now() });

    house.chat.refuse({ code: 0, status: 500 }, ({ what }) => what === 'revive', 1000);
    const tries = () => house.chat.calls.filter(({ what }) => what === 'revive').length;
    await house.look();
    expect(tries()).toBe(1);
    const times: number[] = [];
    for (let minute = 0; minute < 11 * 60; minute++) {
      later(MINUTE);
      const before = tries();
      await house.look();
      if (tries() > before) times.push(minute + 1);
    }
    const pauses = times.map((time, i) => time - (times[i - 1] ?? 0));
    expect(pauses[0]).toBeLessThanOrEqual(1);
    expect(Math.max(...pauses)).toBe(60);
    expect(pauses.slice(-4)).toEqual([60, 60, 60, 60]);
    expect(times.length).toBeLessThan(25);
    // Meanwhile the time was up.
    await house.pass(HOUR);
    expect((await codes(id)).filter((code) => code.startsWith('/late'))).toHaveLength(2);
  });

  test('a kind that nobody knows is let be', async () => {
    await setJob(store, { kind: 'nothing', subject: '1', key: 'x', due: Date.now() });
    await house.look();
    expect((await house.job('nothing', '1', 'x'))!.doneAt).toBe(Date.now());
  });

  test('a match that is not there is let be, whatever is due for it', async () => {
    for (const kind of ['late', 'lobby', 'sleep', 'thread', 'remind', 'digest'])
      await setJob(store, { kind, subject: '999', key: '1.round/half', due: Date.now() });
    await house.look();
    expect(await claimDue(store, Date.now() + 10 * DAY, 'a', 0, 50)).toEqual([]);
  });

  test('a match that cannot be played any more is told of in the log, and the others go on', async () => {
    const broken = await seated(house, 2, { limit: HALF_DAY });
    const sound = await seated(house, 2, { limit: HALF_DAY });
    await change(
      store,
      "INSERT INTO actions VALUES (?, 0, 0, 'nonsense', 'player', '1000', ?)",
      broken,
      Date.now(),
    );
    later(12 * HOUR);
    await house.due.look();
    await house.due.settled();
    expect((await codes(sound)).filter((code) => code.startsWith('/late'))).toHaveLength(2);
    expect(house.logged.filter(({ match, level }) => match === broken && Number(level) >= 50)).not.toEqual(
      [],
    );
    house.logged.length = 0;
  });
});

test('after a long outage all that is due is served at the first look', async () => {
  const id = await seated(house, 2, { limit: HALF_DAY });
  for (let n = 0; n < 180; n++)
    await setJob(store, { kind: 'nothing', subject: `old-${n}`, key: 'x', due: n });
  later(12 * HOUR);
  await house.look();
  expect(await cell(store, 'SELECT count(*) FROM jobs WHERE done_at IS NULL AND due <= ?', Date.now())).toBe(
    0,
  );
  expect((await codes(id)).filter((code) => code.startsWith('/late'))).toEqual(['/late.0', '/late.1']);
});

test('whoever ends does not begin more', async () => {
  for (let n = 0; n < 180; n++)
    await setJob(store, { kind: 'nothing', subject: `old-${n}`, key: 'x', due: n });
  const looked = house.due.look();
  house.due.end();
  await looked;
  await house.due.settled();
  const left = (await cell(store, 'SELECT count(*) FROM jobs WHERE done_at IS NULL')) as number;
  expect(left).toBeGreaterThanOrEqual(130);
});

test('a slow Discord holds up neither other tables nor the next look', async () => {
  const slow = await seated(house, 2, { limit: HALF_DAY });
  const quick = await seated(house, 2, { limit: HALF_DAY });
  let answer = (): void => {};
  const waits = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const place = (await tableOf(store, slow))!.channel;
  const due = createScheduler({
    ...house.app,
    outbound: {
      ...house.app.outbound,
      revive: async (thread) => {
        if (thread === place) await waits;
        return house.app.outbound.revive(thread);
      },
    },
  });
  await setJob(store, { kind: 'thread', subject: String(slow), key: 'alive', due: AT });
  later(6 * HOUR);
  await due.look();
  // The reminder of the slow one waits for what is under way.
  await vi.waitFor(() => expect(house.reminders()).toHaveLength(1), 10_000);
  await setJob(store, { kind: 'nothing', subject: String(quick), key: 'x', due: 0 });
  await due.look();
  await vi.waitFor(
    async () =>
      expect(
        (await jobOf(store, { kind: 'nothing', subject: String(quick), key: 'x' }))!.doneAt,
      ).not.toBeNull(),
    10_000,
  );
  answer();
  await due.settled();
  await house.tables.settled();
  expect(house.reminders()).toHaveLength(2);
});

test('what is due again while other work of its game is under way does not wait for its claim to run out', async () => {
  const id = await seated(house, 2, { limit: HALF_DAY, options: { flip: 'manual' } });
  let go = (): void => {};
  const waits = new Promise<void>((resolve) => {
    go = resolve;
  });
  const outbound = {
    ...house.app.outbound,
    revive: async (...of: Parameters<typeof house.app.outbound.revive>) => {
      await waits;
      return house.app.outbound.revive(...of);
    },
  };
  const due = createScheduler({ ...house.app, outbound });
  await setJob(store, { kind: 'thread', subject: String(id), key: 'alive', due: AT });
  // Nobody turns the card: whoever sits here may, and after as long again the clock does.
  later(12 * HOUR);
  await due.look();
  await standing(async () => (await codes(id)).length > 0);
  expect(await codes(id)).toEqual(['/anyone']);
  later(12 * HOUR);
  await due.look();
  await vi.advanceTimersByTimeAsync(1000);
  expect(await codes(id)).toEqual(['/anyone']);
  go();
  await due.settled();
  later(1000);
  await due.look();
  await due.settled();
  expect((await codes(id)).slice(0, 2)).toEqual(['/anyone', 'flip']);
});

test('what takes longer than it was claimed for goes on, and nothing of the same game is begun beside it', async () => {
  const id = await seated(house, 2, { limit: 0 });
  let go = (): void => {};
  const waits = new Promise<void>((resolve) => {
    go = resolve;
  });
  const revived: string[] = [];
  const outbound = {
    ...house.app.outbound,
    revive: async (thread: string) => {
      revived.push(thread);
      await waits;
      return house.app.outbound.revive(thread);
    },
  };
  await setJob(store, { kind: 'thread', subject: String(id), key: 'alive', due: AT });
  const due = createScheduler({ ...house.app, outbound });
  later(16 * DAY);
  await due.look();
  later(5 * MINUTE);
  await due.look();
  // What becomes due meanwhile does not wait for another claim to run out.
  await setJob(store, { kind: 'nothing', subject: String(id), key: 'x', due: 0 });
  later(5 * MINUTE);
  await due.look();
  expect((await house.job('nothing', id, 'x'))!.doneAt).toBeNull();
  go();
  await due.settled();
  later(1000);
  await due.look();
  await due.settled();
  expect(revived).toEqual([(await tableOf(store, id))!.channel]);
  expect((await house.job('nothing', id, 'x'))!.doneAt).not.toBeNull();
});
