import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { publicOf } from '../../src/app/context.ts';
import { now } from '../../src/clock.ts';
import { openDays } from '../../src/daily/closing.ts';
import { startOf } from '../../src/daily/days.ts';
import { createGuilds, type Guilds } from '../../src/discord/guilds.ts';
import { forgetCodes, goOnWithoutGone, KEPT, purgeDue } from '../../src/jobs/purge.ts';
import { translator } from '../../src/locales.ts';
import { endEarly } from '../../src/match/ending.ts';
import { forget } from '../../src/match/people.ts';
import { guildOf, setServer } from '../../src/store/guilds.ts';
import { load } from '../../src/store/matches.ts';
import type { Store } from '../../src/store/open.ts';
import { meet } from '../../src/store/players.ts';
import { keptOf } from '../../src/store/privacy.ts';
import { errorsOf, openStand, type Stand } from '../app/stand.ts';
import { allow, broken, change, column, holding, refuse, rows } from '../lib/rows.ts';
import { choose, loaded, peopled, running, some } from '../match/people.ts';
import { ID, type Life, live } from '../store/kept.ts';

/** What becomes of a server's data: nothing in an outage, everything thirty days after a removal. */

const GUILD = '77';
const HERE = Date.UTC(2026, 10, 27, 12);
const DAY = 24 * 3_600_000;

let store: Store;
let stand: Stand;
let guilds: Guilds;
let life: Life;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(HERE);
  store = await peopled(3);
  stand = openStand(store);
  guilds = createGuilds(stand.app);
  life = await live(store);
});
afterEach(() => {
  expect(errorsOf(stand)).toEqual([]);
  expect(broken(store)).toEqual([]);
  vi.useRealTimers();
});

const goneAt = async () => (await guildOf(store, GUILD))?.goneAt;
const daysLater = async (days: number): Promise<void> => {
  await guilds.settled();
  vi.setSystemTime(HERE + days * DAY);
  await purgeDue(stand.app);
};

describe('the language of a server', () => {
  const spoken = async () => (await publicOf(stand.app, GUILD)).locale;

  test('is that of its Discord, as told when the bot comes in and when it changes, until one is chosen', async () => {
    expect(await spoken()).toBe('en');
    guilds.there({ id: GUILD, unavailable: false, preferred_locale: 'fr' });
    await guilds.settled();
    expect(await spoken()).toBe('fr');
    guilds.changed({ id: GUILD, preferred_locale: 'es-ES' });
    await guilds.settled();
    expect(await spoken()).toBe('es-ES');
    // An outage tells of none.
    guilds.there({ id: GUILD, unavailable: true });
    guilds.there({ id: GUILD, unavailable: false });
    await guilds.settled();
    expect((await publicOf(stand.app, GUILD)).t('button.join')).toBe(translator('es')('button.join'));
    await setServer(store, GUILD, { locale: 'ja' }, '1000', HERE);
    guilds.changed({ id: GUILD, preferred_locale: 'de' });
    await guilds.settled();
    expect(await spoken()).toBe('ja');
    await setServer(store, GUILD, { locale: null }, '1000', HERE);
    expect(await spoken()).toBe('de');
  });

  test('of one that the bot is not in is not noted', async () => {
    guilds.changed({ id: '4711', preferred_locale: 'de' });
    await guilds.settled();
    expect(await guildOf(store, '4711')).toBeUndefined();
  });
});

describe('an outage', () => {
  test('starts nothing: unavailable at run time, in the list, or coming back', async () => {
    guilds.left({ id: GUILD, unavailable: true });
    guilds.listed({ guilds: [{ id: GUILD, unavailable: true }] });
    guilds.there({ id: GUILD, unavailable: true });
    await daysLater(100);
    expect(await goneAt()).toBeNull();
    expect((await load(store, life.running))!.row).toMatchObject({ status: 'running', guild: GUILD });
  });

  test('does not hide a removal before it, either', async () => {
    guilds.left({ id: GUILD, unavailable: false });
    guilds.there({ id: GUILD, unavailable: true });
    await guilds.settled();
    expect(await goneAt()).toBe(HERE);
  });
});

describe('a removal', () => {
  test.each([
    ['while the bot runs', () => guilds.left({ id: GUILD, unavailable: false })],
    ['while the bot was away', () => guilds.listed({ guilds: [{ id: '78', unavailable: true }] })],
  ])('%s deletes nothing at once, nor in thirty days less a moment', async (_how, remove) => {
    const before = (await holding(store, GUILD)).length;
    remove();
    await guilds.settled();
    expect(await goneAt()).toBe(HERE);
    vi.setSystemTime(HERE + KEPT - 1);
    await purgeDue(stand.app);
    expect(await holding(store, GUILD)).toHaveLength(before);
    expect(KEPT).toBe(30 * DAY);
    vi.setSystemTime(HERE + KEPT);
    await purgeDue(stand.app);
    expect(await guildOf(store, GUILD)).toBeUndefined();
  });

  test('counts from when it was noticed first', async () => {
    guilds.left({ id: GUILD, unavailable: false });
    await daysLater(10);
    guilds.listed({ guilds: [] });
    await guilds.settled();
    expect(await goneAt()).toBe(HERE);
  });

  test('is undone when the bot comes back in time; who comes back later begins anew', async () => {
    guilds.left({ id: GUILD, unavailable: false });
    await daysLater(29);
    guilds.there({ id: GUILD, unavailable: false });
    await daysLater(60);
    expect(await guildOf(store, GUILD)).toMatchObject({ goneAt: null, dailyChannel: '88' });
    guilds.left({ id: GUILD, unavailable: false });
    await daysLater(91);
    guilds.there({ id: GUILD, unavailable: false });
    await guilds.settled();
    expect(await guildOf(store, GUILD)).toMatchObject({ goneAt: null, dailyChannel: null, announced: 0 });
  });

  test('with several connections only the servers of the one that told the list are looked at', async () => {
    const other = String((5n << 22n) | 1n);
    const own = String((6n << 22n) | 1n);
    for (const id of [other, own]) guilds.there({ id, unavailable: false });
    guilds.listed({ guilds: [], shard: [0, 2] });
    await guilds.settled();
    expect((await guildOf(store, own))!.goneAt).toBe(HERE);
    expect((await guildOf(store, other))!.goneAt).toBeNull();
  });
});

describe('thirty days later', () => {
  test('nothing of the server is left, and people keep their results', async () => {
    await change(store, "INSERT INTO ratings VALUES ('metrox', '77', ?, 25, 8, 1040, 1)", ID);
    const results = await rows(store, 'SELECT * FROM results');
    guilds.left({ id: GUILD, unavailable: false });
    await daysLater(31);
    const left = (sql: string) => column(store, sql);
    expect(
      await left('SELECT guild FROM members UNION SELECT id FROM guilds UNION SELECT guild FROM matches'),
    ).toEqual([null]);
    expect(await left('SELECT scope FROM ratings')).toEqual(['', '']);
    expect(await left('SELECT match FROM tables')).toEqual([]);
    expect(await left('SELECT channel FROM matches WHERE channel IS NOT NULL')).toEqual([]);
    expect(await rows(store, 'SELECT * FROM results')).toEqual(results);
    expect(await keptOf(store, ID)).toMatchObject({ finished: 2, servers: 0, dailies: 2 });
  });

  test('its lobbies and tables are closed; what somebody plays alone goes on', async () => {
    guilds.left({ id: GUILD, unavailable: false });
    await daysLater(31);
    const status = async (id: number) => (await load(store, id))!.row.status;
    for (const id of [life.hosted, life.alone, life.running]) expect(await status(id)).toBe('closed');
    for (const id of [life.practice, life.open]) expect(await status(id)).toBe('running');
    expect(await status(life.over)).toBe('over');
    // Presses there find nothing; nobody is told of a table that is gone.
    const reply = await stand.press('1001', `mine|${life.running}|1`);
    expect(JSON.stringify(reply.screen)).toContain("I don't know that button any more");
  });

  test('another server keeps what is its own', async () => {
    guilds.there({ id: '78', unavailable: false });
    for (const id of ['1000', '1001']) await meet(store, id, `P${id}`, '78');
    const id = await running(store, 2, { guild: '78' });
    guilds.left({ id: GUILD, unavailable: false });
    await daysLater(31);
    expect((await load(store, id))!.row).toMatchObject({ status: 'running', guild: '78' });
    expect(await column(store, 'SELECT guild FROM members')).toEqual(['78', '78']);
    expect(await column(store, 'SELECT match FROM tables')).toEqual([id]);
  });

  test('two processes purge it once, and what fails is tried again', async () => {
    guilds.left({ id: GUILD, unavailable: false });
    await guilds.settled();
    vi.setSystemTime(HERE + 31 * DAY);
    await refuse(store, 'DELETE', 'members', 'stop');
    await expect(purgeDue(stand.app)).rejects.toThrow('stop');
    expect(await goneAt()).toBe(HERE);
    await allow(store, 'members');
    await Promise.all([purgeDue(stand.app), purgeDue(stand.app)]);
    expect(stand.logged.filter(({ msg }) => msg === 'the data of a server was deleted')).toHaveLength(1);
  });
});

test('a process that died in the middle of a deletion leaves nobody waiting', async () => {
  await choose(store, life.running, '1001', some(await loaded(store, life.running), 1));
  await choose(store, life.running, '1002', some(await loaded(store, life.running), 2));
  const { turn } = (await load(store, life.running))!.row;
  await forget(store, '1001', HERE);
  expect((await load(store, life.running))!.row.toAct).toContain(1);
  await goOnWithoutGone(stand.app);
  const { row, log } = (await load(store, life.running))!;
  expect(row).toMatchObject({ turn, toAct: [0, 2] });
  expect(log.at(-1)).toMatchObject({ seat: 1, by: 'clock' });
  await stand.tables.settled();
});

test('codes of the deleted are forgotten with what they are about', async () => {
  const codes = () => column(store, 'SELECT kind FROM once ORDER BY kind');
  const at = startOf(331);
  await forget(store, ID, at, await openDays(store, at));
  expect(await codes()).toEqual(['day', 'day', 'opened', 'opened', 'sat']);
  vi.setSystemTime(startOf(332));
  await forgetCodes(stand.app);
  // The lobby in which nobody else sat was closed with the deletion.
  expect(await codes()).toEqual(['day', 'opened', 'sat']);
  await endEarly(store, life.running, now());
  await forgetCodes(stand.app);
  expect(await codes()).toEqual(['day', 'opened']);
  vi.setSystemTime(startOf(333));
  await forgetCodes(stand.app);
  expect(await codes()).toEqual([]);
});
