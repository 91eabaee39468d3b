import { spawnSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { serverPress } from '../../src/app/server.ts';
import { dayOf, startOf } from '../../src/daily/days.ts';
import { announce } from '../../src/jobs/announce.ts';
import { forget } from '../../src/match/people.ts';
import { noteAbsence } from '../../src/store/absences.ts';
import { noteDay } from '../../src/store/announcements.ts';
import { arrive, depart, guildOf, setServer } from '../../src/store/guilds.ts';
import { messagesOf } from '../../src/store/messages.ts';
import type { Store } from '../../src/store/open.ts';
import { meet } from '../../src/store/players.ts';
import { idsOf, pieces, textsOf, wordsOf } from '../app/sound.ts';
import { errorsOf, openStand, origin, type Stand } from '../app/stand.ts';
import { usePictures } from '../blank.ts';
import { change } from '../lib/rows.ts';
import { emptyStore } from '../lib/store.ts';

usePictures('blank');

const GUILD = '1300000000000000077';
const DAY = 332;
const HOUR = 3_600_000;

let store: Store;
let stand: Stand;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(startOf(DAY) + HOUR);
  store = emptyStore();
  stand = openStand(store);
  await arrive(store, GUILD);
});
afterEach(() => {
  expect(stand.chat.faults).toEqual([]);
  expect(errorsOf(stand)).toEqual([]);
  vi.useRealTimers();
});

const settings = async () => (await guildOf(store, GUILD))!;
const rows = () => messagesOf(store, { guild: GUILD });
const named = (channel: string | null = '88') =>
  setServer(store, GUILD, { dailyChannel: channel }, '1000', Date.now());
const posts = () => stand.chat.calls.filter(({ what }) => what === 'post');
const posted = () => posts().filter(({ ok }) => ok);
const later = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);
/** Looks every few seconds for so long. */
async function pass(milliseconds: number): Promise<void> {
  for (let left = milliseconds; left > 0; left -= 4000) {
    await announce(stand.app);
    later(4000);
  }
}

/** Somebody's run of a day, ended with a score or (null) still open. */
async function played(
  id: string,
  name: string,
  day: number,
  score: number | null,
  guild: string | null = GUILD,
  tie = 0,
) {
  await meet(store, id, name, guild);
  const match = Number(`${day}${id.slice(-3)}`);
  await change(
    store,
    "INSERT INTO matches (id, game, map, options, rules, seed, status, solo, host, capacity, thread, to_act, day, created_at) VALUES (?, 'metrox', 'tokyo', '{}', 1, 's', 'over', 1, ?, 1, 0, '[]', ?, 0)",
    match,
    id,
    day,
  );
  await change(
    store,
    "INSERT INTO daily (game, day, player, match, state, score, tie, at) VALUES ('metrox', ?, ?, ?, ?, ?, ?, 0)",
    day,
    id,
    match,
    score === null ? 'open' : 'finished',
    score,
    tie,
  );
}

describe('the message of a day', () => {
  test('shows the map, yesterday’s first three with shared places and without scores, and how many played here; pings nobody', async () => {
    await played('1001', 'Dia', DAY - 1, 44);
    await played('1002', 'Ann @everyone', DAY - 1, 41);
    await played('1003', 'Ben', DAY - 1, 36);
    await played('1004', 'Eli', DAY - 1, 36);
    await played('1005', 'Fay', DAY - 1, -4);
    await played('1006', 'Far away', DAY - 1, 60, null);
    await played('1007', 'Still at it', DAY - 1, null);
    await played('1008', 'Today', DAY, 70);
    await named();
    await announce(stand.app);
    const [message] = stand.chat.read('88');
    const map = 'Tube Town';
    const words = wordsOf(message!.screen);
    expect(words).toContain(`## 📅 Daily #${DAY} · ${map}`);
    expect(words).toContain(
      '**Yesterday, Metro City:** 🥇 Dia · 🥈 Ann \\@everyone · 🥉 Ben and Eli · 5 played here',
    );
    expect(words).toContain(`until <t:${startOf(DAY + 1) / 1000}:R>`);
    for (const other of ['Far away', 'Still at it', 'Today', 'Fay']) expect(words).not.toContain(other);
    expect(textsOf(message!.screen)).toContainEqual(
      expect.stringMatching(new RegExp(`^Daily ${DAY}: map of ${map}, \\d+ lines`)),
    );
    expect(idsOf(message!.screen)[0]).toBe('daily|0|0|metrox');
    expect(pieces(message!.screen).flatMap(({ label }) => label ?? [])).toEqual(['Play', 'Table']);
    expect(message!.screen.body.allowed_mentions).toEqual({ parse: [], users: [] });
  });

  test('equal scores at the top take the places below; many of them are counted; the deleted are someone', async () => {
    for (const [i, name] of ['Ann', 'Ben', 'Cleo', 'Dia', 'Eli'].entries())
      await played(`100${i}`, name, DAY - 1, 40);
    await played('1009', 'Last', DAY - 1, 3);
    await forget(store, '1000', Date.now());
    await named();
    await announce(stand.app);
    // Memberships go with the person, and so does their place in this server.
    expect(wordsOf(stand.chat.read('88')[0]!.screen)).toContain(
      '🥇 Ben, Cleo, Dia and 1 more · 5 played here',
    );
  });

  test('says when nobody played', async () => {
    await named();
    await announce(stand.app);
    expect(wordsOf(stand.chat.read('88')[0]!.screen)).toContain('nobody played here');
  });

  test('the names and scores of any number of players fit', async () => {
    for (let i = 0; i < 300; i++) await played(String(1000 + i), '𝕎'.repeat(32), DAY - 1, i % 7);
    await named();
    await announce(stand.app);
    expect(posted()).toHaveLength(1);
  });
});

describe('once a day', () => {
  test('in a server without a channel, or that the bot left: never', async () => {
    await pass(60_000);
    await named();
    await depart(store, [GUILD], Date.now());
    await pass(60_000);
    expect(posts()).toEqual([]);
  });

  test('it is posted as soon as a channel is named, and not again until the next day begins', async () => {
    await named();
    await announce(stand.app);
    for (let hour = 2; hour < 24; hour++) {
      vi.setSystemTime(startOf(DAY) + hour * HOUR);
      await announce(stand.app);
    }
    vi.setSystemTime(startOf(DAY + 1) - 1);
    await announce(stand.app);
    expect(posts()).toHaveLength(1);
    vi.setSystemTime(startOf(DAY + 1));
    await announce(stand.app);
    expect(posted().map(({ purpose }) => purpose)).toEqual([
      `daily:${DAY}:metrox.${GUILD}`,
      `daily:${DAY + 1}:metrox.${GUILD}`,
    ]);
  });

  test('every game with a daily has a message of its own', async () => {
    await named();
    await noteDay(store, GUILD, DAY, ['metrox', 'another'], Date.now());
    expect(await rows()).toMatchObject([
      { slot: `daily:${DAY}:metrox`, channel: '88', state: 'planned' },
      { slot: `daily:${DAY}:another`, channel: '88', state: 'planned' },
    ]);
  });

  test('one of an earlier release, which named no game, loses its buttons the next day, too', async () => {
    await named();
    await announce(stand.app);
    await change(store, 'UPDATE messages SET slot = ?', `daily:${DAY}`);
    vi.setSystemTime(startOf(DAY + 3));
    await announce(stand.app);
    const [first, second] = stand.chat.read('88');
    expect([idsOf(first!.screen), idsOf(second!.screen).length]).toEqual([[], 2]);
    expect(await rows()).toMatchObject([{ slot: `daily:${DAY + 3}:metrox`, state: 'stands' }]);
  });

  test('another channel, or none and then one again, is no second message', async () => {
    await named();
    await announce(stand.app);
    await named('89');
    await pass(60_000);
    await named(null);
    await named('90');
    await pass(60_000);
    expect(posts()).toHaveLength(1);
    vi.setSystemTime(startOf(DAY + 1));
    await announce(stand.app);
    expect(posted().map(({ channel }) => channel)).toEqual(['88', '90']);
    // The one in the first channel lost its buttons there.
    expect(idsOf(stand.chat.read('88')[0]!.screen)).toEqual([]);
  });

  test('two processes at once: one message', async () => {
    const other: Stand['app'] = { ...stand.app };
    await named();
    for (let day = DAY; day < DAY + 5; day++) {
      vi.setSystemTime(startOf(day));
      await Promise.all([announce(stand.app), announce(other, 'other')]);
      await Promise.all([announce(other, 'other'), announce(stand.app)]);
    }
    expect(posts()).toHaveLength(5);
    expect(stand.chat.read('88')).toHaveLength(5);
  });

  test('after an outage of days: today’s alone', async () => {
    await named();
    await announce(stand.app);
    vi.setSystemTime(startOf(DAY + 4) + HOUR);
    await pass(60_000);
    expect(posted()).toHaveLength(2);
    expect(wordsOf(stand.chat.read('88')[1]!.screen)).toContain(`Daily #${DAY + 4} `);
    expect(await settings()).toMatchObject({ announced: DAY + 4, discordError: null });
    expect(await rows()).toMatchObject([{ slot: `daily:${DAY + 4}:metrox`, state: 'stands' }]);
  });
});

describe('a message that does not stand yet', () => {
  test('goes to the channel that is named meanwhile, and nowhere when none is', async () => {
    await named();
    await noteDay(store, GUILD, DAY, ['metrox'], Date.now());
    await named('88');
    await named('89');
    await pass(60_000);
    expect(posts().map(({ channel }) => channel)).toEqual(['89']);
    later(24 * HOUR);
    await noteDay(store, GUILD, DAY + 1, ['metrox'], Date.now());
    await named(null);
    await pass(60_000);
    expect(posts()).toHaveLength(1);
  });

  test('though it may be on its way: it is taken away where it comes to stand', async () => {
    await named();
    stand.chat.refuse({ code: 0, status: 0 }, ({ what }) => what === 'post', 1, true);
    await announce(stand.app);
    expect(await rows()).toMatchObject([{ message: null, state: 'sending' }]);
    await named('89');
    await pass(60_000);
    expect(stand.chat.read('88')).toEqual([]);
    expect(stand.chat.read('89')).toHaveLength(1);
    expect(await rows()).toMatchObject([{ channel: '89', state: 'stands' }]);
  });
});

describe('a message that may have been posted without being noted', () => {
  test('the process died before it posted: the next one does', async () => {
    await named();
    await noteDay(store, GUILD, DAY, ['metrox'], Date.now());
    await announce(stand.app, 'other');
    expect(posted()).toHaveLength(1);
    await pass(600_000);
    expect(posts()).toHaveLength(1);
  });

  test('no answer came though it stands there: its nonce finds it', async () => {
    await named();
    stand.chat.refuse({ code: 0, status: 0 }, ({ what }) => what === 'post', 1, true);
    await announce(stand.app);
    expect(await rows()).toMatchObject([{ message: null, state: 'sending' }]);
    await pass(60_000);
    expect(posts().map(({ ok }) => ok)).toEqual([false, true]);
    expect(new Set(posts().map(({ purpose }) => purpose)).size).toBe(1);
    const [message] = stand.chat.read('88');
    expect(await rows()).toMatchObject([{ message: message!.id, state: 'stands' }]);
    expect(stand.chat.read('88')).toHaveLength(1);
  });

  test('three minutes later it counts as posted: never twice', async () => {
    await named();
    stand.chat.refuse({ code: 0, status: 0 }, ({ what }) => what === 'post');
    await announce(stand.app);
    later(3 * 60_000 + 1);
    await pass(20 * 60_000);
    expect(posts()).toHaveLength(1);
    vi.setSystemTime(startOf(DAY + 1));
    await announce(stand.app);
    expect(posted()).toHaveLength(1);
    // What may stand there of the day before cannot be found any more.
    expect(await rows()).toMatchObject([{ slot: `daily:${DAY + 1}:metrox` }]);
  });

  test('and the day is over when it is looked for: what is found loses its buttons', async () => {
    await named();
    vi.setSystemTime(startOf(DAY + 1) - 30_000);
    stand.chat.refuse({ code: 0, status: 0 }, ({ what }) => what === 'post', 1, true);
    await announce(stand.app);
    vi.setSystemTime(startOf(DAY + 1));
    await announce(stand.app);
    expect(stand.chat.read('88').map(({ screen }) => idsOf(screen).length)).toEqual([0, 2]);
  });

  test('while Discord is down it is tried for three minutes and not a storm', async () => {
    await named();
    stand.chat.refuse({ code: 0, status: 503 }, () => true, 1000);
    await pass(30 * 60_000);
    expect(posts().length).toBeGreaterThan(5);
    expect(posts().length).toBeLessThan(60);
  });
});

describe('refused by Discord', () => {
  test.each([50001, 50013, 10003])('%i is not tried again that day, and the admin is told', async (code) => {
    await named();
    stand.chat.refuse({ code, status: code === 10003 ? 404 : 403 }, ({ what }) => what === 'post');
    await pass(20 * 60_000);
    expect(posts()).toHaveLength(1);
    const said = code === 10003 ? 'its channel is gone' : 'could not be posted';
    const { screen } = await press('look');
    expect(wordsOf(screen!)).toContain(said);
    expect(stand.chat.faults).toEqual([]);
    vi.setSystemTime(startOf(DAY + 1));
    await announce(stand.app);
    expect(posted()).toHaveLength(1);
    expect(wordsOf((await press('look')).screen!)).not.toContain(said);
  });

  test('another channel, or rights that were given, are a new try on the same day', async () => {
    await named();
    stand.chat.refuse({ code: 50013, status: 403 }, ({ what }) => what === 'post', 2);
    await announce(stand.app);
    await press('daily', ['89']);
    await announce(stand.app);
    expect(posts().map(({ channel }) => channel)).toEqual(['88', '89']);
    // Nothing has changed, so nothing is tried.
    await press('test', [], { channel: '89', permissions: 0n });
    await pass(60_000);
    expect(posts()).toHaveLength(2);
    await press('test', [], { channel: '89' });
    await pass(60_000);
    expect(posted().map(({ channel }) => channel)).toEqual(['89']);
  });

  test('while another channel is named: the message goes there, and that channel is not said to refuse it', async () => {
    await named();
    stand.chat.refuse({ code: 50013, status: 403 }, ({ channel }) => channel === '88', 100);
    const { outbound } = stand.app;
    const post: typeof outbound.post = async (...message) => {
      if (message[0] === '88') await named('89');
      return outbound.post(...message);
    };
    await announce({ ...stand.app, outbound: { ...outbound, post } });
    await pass(20 * 60_000);
    expect(posted().map(({ channel }) => channel)).toEqual(['89']);
    expect((await settings()).discordError).toBeNull();
    expect(await rows()).toMatchObject([{ channel: '89', state: 'stands' }]);
  });

  const press = (what: string, values: string[] = [], more = {}) =>
    serverPress(
      stand.app,
      {
        ...origin('1000', { guild: GUILD, manages: true, ...more }),
        kind: 'press',
        customId: `server|0|0|${what}`,
        values,
      },
      { act: 'server', match: 0, turn: 0, parts: [what], game: 'metrox' },
    );
});

describe('yesterday’s message', () => {
  test('loses its buttons when today’s stands, and keeps its words and its picture', async () => {
    await named();
    await announce(stand.app);
    const [first] = stand.chat.read('88');
    vi.setSystemTime(startOf(DAY + 1));
    await announce(stand.app);
    expect(idsOf(first!.screen)).toEqual([]);
    expect(wordsOf(first!.screen)).toContain(`Daily #${DAY} `);
    expect(first!.screen.files).toHaveLength(1);
    const calls = stand.chat.calls.length;
    await pass(60_000);
    expect(stand.chat.calls).toHaveLength(calls);
  });

  test('tells the scores of the day before it with that edit, when that day is closed', async () => {
    await played('1001', 'Ann', DAY - 1, 41, GUILD, -9);
    await played('1002', 'Ben', DAY - 1, 36, GUILD, -9);
    await played('1003', 'Cleo', DAY - 1, 36, GUILD, -4);
    await played('1004', 'Dia', DAY - 1, -4);
    await named();
    await announce(stand.app);
    const [first] = stand.chat.read('88');
    const head = '**Yesterday, Metro City:**';
    // Of equal scores fewer empty stations go first.
    expect(wordsOf(first!.screen)).toContain(`${head} 🥇 Ann · 🥈 Cleo · 🥉 Ben · 4 played here`);
    expect(wordsOf(first!.screen)).not.toMatch(/41|36/);
    // Somebody ends theirs a day later.
    await played('1005', 'Eli', DAY - 1, 50);
    vi.setSystemTime(startOf(DAY + 1));
    await announce(stand.app);
    expect(wordsOf(first!.screen)).toContain(`${head} 🥇 Eli 50 · 🥈 Ann 41 · 🥉 Cleo 36 · 5 played here`);
    // The new one tells of a day that somebody may still play.
    expect(wordsOf(stand.chat.read('88')[1]!.screen)).toContain(
      '**Yesterday, Tube Town:** nobody played here.',
    );
  });

  test('waits for that edit as long as the day before it may be gone on with; the next message ends the wait', async () => {
    await played('1001', 'Ann', DAY - 1, 41);
    await named();
    await announce(stand.app);
    const [first] = stand.chat.read('88');
    await noteAbsence(store, startOf(DAY) + 2 * HOUR, startOf(DAY) + 7 * HOUR);
    vi.setSystemTime(startOf(DAY + 1));
    await announce(stand.app);
    expect(idsOf(first!.screen)).toHaveLength(2);
    expect(wordsOf(first!.screen)).not.toContain('41');
    vi.setSystemTime(startOf(DAY + 1) + 5 * HOUR);
    await announce(stand.app);
    expect(idsOf(first!.screen)).toEqual([]);
    expect(wordsOf(first!.screen)).toContain('🥇 Ann 41 · 1 played here');
    // So far away that the day after tomorrow begins first: the buttons go, and nothing is told too early.
    const second = stand.chat.read('88')[1]!;
    await played('1002', 'Ben', DAY, 33);
    await noteAbsence(store, startOf(DAY + 1) + 6 * HOUR, startOf(DAY + 1) + 23 * HOUR);
    await noteAbsence(store, startOf(DAY + 2) + HOUR, startOf(DAY + 2) + 23 * HOUR);
    vi.setSystemTime(startOf(DAY + 2) + 23 * HOUR);
    await announce(stand.app);
    expect(idsOf(second.screen)).toHaveLength(2);
    vi.setSystemTime(startOf(DAY + 3));
    await announce(stand.app);
    expect(idsOf(second.screen)).toEqual([]);
    expect(wordsOf(second.screen)).toContain('🥇 Ben · 1 played here');
  });

  test('is let be when it is gone, and tried again when Discord is down', async () => {
    await named();
    await announce(stand.app);
    vi.setSystemTime(startOf(DAY + 1));
    stand.chat.refuse({ code: 0, status: 500 }, ({ what }) => what === 'edit', 2);
    stand.chat.vanish((await rows())[0]!.message!);
    await pass(60_000);
    expect(stand.chat.calls.filter(({ what }) => what === 'edit')).toHaveLength(3);
    expect(await rows()).toMatchObject([{ slot: `daily:${DAY + 1}:metrox` }]);
  });

  test('loses them also where the daily is not announced any more', async () => {
    await named();
    await announce(stand.app);
    await named(null);
    await pass(60_000);
    expect(idsOf(stand.chat.read('88')[0]!.screen)).toHaveLength(2);
    vi.setSystemTime(startOf(DAY + 1));
    await pass(60_000);
    expect(idsOf(stand.chat.read('88')[0]!.screen)).toEqual([]);
    expect(stand.chat.calls).toHaveLength(2);
  });
});

test('a hundred servers all get theirs', async () => {
  for (let i = 0; i < 100; i++)
    await setServer(store, `2000${i}`, { dailyChannel: `3000${i}` }, '1000', Date.now());
  await pass(20_000);
  expect(posted()).toHaveLength(100);
  expect(new Set(posted().map(({ channel }) => channel)).size).toBe(100);
});

test('the day begins at the same moment wherever the bot runs', () => {
  const at = Date.UTC(2026, 9, 25, 0, 30);
  const program = `import('./src/daily/days.ts').then(({ dayOf }) => console.log(dayOf(${at}), dayOf(${at} - 1800001)))`;
  for (const TZ of ['Pacific/Kiritimati', 'Europe/Berlin', 'America/Adak']) {
    const { stdout } = spawnSync(process.execPath, ['--import', 'tsx', '-e', program], {
      env: { ...process.env, TZ },
      encoding: 'utf8',
    });
    expect(stdout.trim(), TZ).toBe(`${dayOf(at)} ${dayOf(at) - 1}`);
  }
});
