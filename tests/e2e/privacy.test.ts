import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dayOf } from '../../src/daily/days.ts';
import { setOffset } from '../clock.ts';
import { dice } from '../lib/chance.ts';
import { labels, parts, words } from '../lib/message.ts';
import { PATIENCE } from '../patience.ts';
import { standing } from '../tellers.ts';
import type { Message, Person, Place } from './person.ts';
import { startWith } from './private.ts';
import { playOn } from './table.ts';
import { type Bot, createBot, startWorld, type World } from './world.ts';

/** People, servers and days that come and go, with the real bot and a clock that is moved. */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Each job of the packed bot looks around within this, in milliseconds. */
const LOOK = 3_000;

let world: World;
let ann: Person;
let ben: Person;
let place: Place;
let second: Bot | undefined;
beforeEach(async () => {
  world = await startWorld({ blank: true });
  [ann, ben] = await Promise.all([world.person('Ann'), world.person('Ben')]);
  place = world.place('general');
});
afterEach(async () => {
  await second?.stop('SIGKILL');
  second = undefined;
  await world.close();
});

const file = () => join(world.folder, 'metrox.db');
function read<T>(sql: string): T[] {
  const raw = new Database(file(), { readonly: true });
  try {
    return raw.prepare(sql).all() as T[];
  } finally {
    raw.close();
  }
}

/** Moves the clock so that it is so many milliseconds after a day's beginning, days from today. */
function moveTo(days: number, after = HOUR): void {
  const real = Date.now();
  setOffset(world.clockFile, Math.floor(real / DAY) * DAY + days * DAY + after - real);
}

async function until<T>(look: () => T | undefined | false, what: string, patience = PATIENCE): Promise<T> {
  for (const from = Date.now(); ; await pause(200)) {
    const found = look();
    if (found) return found;
    if (Date.now() - from > patience)
      throw new Error(
        `Waited in vain for ${what}. The bot:\n${world.bot.output().slice(-4000)}\n${standing(file())}`,
      );
  }
}

const announcements = (person: Person, channel: string): Message[] =>
  [...person.messages.values()].filter(
    (m) => m.channel_id === channel && !(m.flags & 64) && words(m).includes('📅 Daily #'),
  );

describe('the daily’s channel', () => {
  test('one message a day: also after a restart, with two processes, after an outage of days', async () => {
    moveTo(0);
    const metro = world.place('metro').channel;
    await expect(ben.command(place, 'server')).rejects.toThrow('There is no /server.');
    const settings = await ann.command(place, 'server');
    expect(settings.flags & 64).toBe(64);
    const menu = parts(settings).findLast((part) => part.type === 8)!;
    const quiet = world.place('quiet').channel;
    const lacking = await ann.send(settings, menu.custom_id!, [quiet]);
    expect(words(lacking!)).toContain('Attach Files');
    const saved = await ann.send(settings, menu.custom_id!, [metro]);
    expect(words(saved!)).toMatch(/Set[.:][\s\S]*Ann changed these settings/);
    const well = await ann.press(settings, 'Test my rights');
    expect(words(well!)).toContain('all that I need');

    const first = await until(() => announcements(ben, metro)[0], 'the first announcement');
    const today = dayOf(Date.now());
    expect(words(first)).toContain(`Daily #${today} `);
    expect(labels(first)).toEqual(['Play', 'Table']);
    const begin = await ben.press(first, 'Play');
    expect(begin!.flags & 64).toBe(64);
    expect(words(begin!)).toContain(`#${today}`);

    await world.bot.stop('SIGKILL');
    await world.bot.start();
    second = createBot(
      {
        DISCORD_TOKEN: 'playground',
        DISCORD_API: `${world.url}/api`,
        DATABASE_FILE: file(),
        CLOCK_FILE: world.clockFile,
        LOG_LEVEL: 'info',
      },
      true,
    );
    await second.start();
    await pause(LOOK);
    expect(announcements(ben, metro)).toHaveLength(1);

    moveTo(1, 0);
    const next = await until(() => announcements(ben, metro)[1], 'the next announcement');
    expect(words(next)).toContain(`Daily #${today + 1} `);
    await until(() => labels(ben.messages.get(first.id)!).length === 0, 'the first one to lose its buttons');
    await pause(LOOK);
    expect(announcements(ben, metro)).toHaveLength(2);

    await Promise.all([world.bot.stop('SIGKILL'), second.stop('SIGKILL')]);
    moveTo(5);
    await Promise.all([world.bot.start(), second.start()]);
    await until(() => announcements(ben, metro)[2], 'the announcement after the outage');
    await pause(LOOK);
    const said = announcements(ben, metro).map((message) => /#(\d+)/.exec(words(message))![1]);
    expect(said).toEqual([today, today + 1, today + 5].map(String));
    // What was tried in the channel that was named first, without the rights for it, is refused.
    const posts = (await world.requests()).filter(
      ({ method, path, body }) =>
        method === 'POST' &&
        path.endsWith(`/channels/${metro}/messages`) &&
        JSON.stringify(body).includes('Daily #'),
    );
    expect(posts.map(({ status }) => status)).toEqual(posts.map(() => 200));
    expect(posts.length).toBeLessThanOrEqual(4);
  });
});

describe('a person', () => {
  test('sees, exports and deletes; the table goes on, and the file knows neither id nor name', async () => {
    await world.control('PUT', `/people/${ben.id}`, { global_name: 'Zwölfenstein' });
    const lobby = await ann.command(place, 'metrox new', { map: 'tube-town', thread: false });
    await ben.wait((m) => m.id === lobby.id && labels(m).includes('Join'), 'the lobby');
    await ben.tap(lobby, 'Join');
    await ann.wait((m) => m.id === lobby.id && words(m).includes('Zwölfenstein'), 'Ben at the table');
    await ann.tap(lobby, /Start/);
    const table = await ann.wait(
      (m) => labels(m).includes('My board') && m.channel_id === place.channel,
      'a table',
    );
    expect(table.mentions.map(({ id }) => id)).toContain(ben.id);
    const practice = await ben.command(place, 'metrox solo', { practice: 'osaka' });
    expect(words(practice)).toContain('Practice');
    const begin = await ben.command(place, 'metrox solo');
    const run = await ben.press(begin, 'Begin');
    expect(words(run!)).toContain('Daily #');

    const shown = await ben.command(place, 'privacy show');
    expect(shown.flags & 64).toBe(64);
    expect(words(shown)).toMatch(/Zwölfenstein[\s\S]*3\*\* games that are not over[\s\S]*1\*\* server/);
    const exported = await ben.command(place, 'privacy export');
    const [url] = parts(exported).flatMap((part) => (part.type === 13 && part.file ? [part.file.url] : []));
    const data = await (await fetch(url!)).json();
    expect((data as { players: unknown[] }).players).toMatchObject([
      { id: ben.id, name: 'Zwölfenstein', asks: true },
    ]);
    expect(JSON.stringify(data)).not.toContain(ann.id);

    const asked = await ben.command(place, 'privacy delete');
    expect(words(asked)).toContain('Delete everything about you?');
    expect(readFileSync(file()).includes(ben.id) || readFileSync(`${file()}-wal`).includes(ben.id)).toBe(
      true,
    );
    const gone = await ben.press(asked, 'Delete it all');
    expect(words(gone!)).toBe('It is gone. Thank you for playing.');
    for (const text of [ben.id, 'Zwölfenstein'])
      for (const name of [file(), `${file()}-wal`])
        expect(readFileSync(name).includes(Buffer.from(text)), `${text} in ${name}`).toBe(false);

    // Ann is not waited with any more: her choice closes the round.
    const now = await ann.wait(
      (m) => m.id === table.id && /Only <@\d+> is left/.test(words(m)),
      'only Ann is left',
    );
    expect(words(now)).not.toContain(ben.id);
    const board = await ann.press(table, 'My board');
    await playOn(ann, board!, dice(5));
    const next = await ann.wait(
      (m) => m.id !== table.id && labels(m).includes('My board') && /Round 2/.test(words(m)),
      'round 2',
    );
    expect(next.mentions.map(({ id }) => id)).toEqual([ann.id]);

    // Back again: a fresh start.
    const again = await ben.command(place, 'privacy show');
    expect(words(again)).not.toMatch(/games? that|choices? you/);
    const list = await ben.command(place, 'games');
    expect(words(list)).toContain('Your games');
    expect(words(list)).not.toMatch(/round \d|practice/);

    // But for the day that they had begun: its cards are practice by now, from the old button, too.
    const daily = await ben.command(place, 'metrox solo');
    expect(words(daily)).toMatch(/You began #\d+ before you had your data deleted/);
    const cards = await ben.press(daily, 'Play its cards');
    expect(words(cards!)).toContain('this is practice and counts for nothing');
    expect(read('SELECT * FROM daily JOIN players ON id = player WHERE NOT gone')).toEqual([]);
    expect(read<{ kind: string }>('SELECT kind FROM once ORDER BY kind').map(({ kind }) => kind)).toEqual([
      'day',
      'sat',
    ]);
  });
});

describe('a server', () => {
  test('an outage deletes nothing; a removal does after thirty days, and coming back in time undoes it', async () => {
    moveTo(0);
    const lobby = await ann.command(place, 'metrox new', { thread: false });
    await startWith(ann, [ben], lobby);
    await ann.wait((m) => m.channel_id === place.channel && /your move/.test(m.content), 'the first round');
    const guild = place.guild!;
    const row = () =>
      read<{ gone_at: number | null; status: string }>(
        `SELECT gone_at, (SELECT status FROM matches) AS status FROM guilds WHERE id = '${guild}'`,
      )[0];
    expect(row()).toEqual({ gone_at: null, status: 'running' });

    await world.control('POST', `/guilds/${guild}/unavailable`);
    await world.bot.stop('SIGTERM');
    await world.bot.start();
    moveTo(20);
    await pause(LOOK);
    expect(row()).toEqual({ gone_at: null, status: 'running' });
    await world.control('POST', `/guilds/${guild}`);

    await world.control('DELETE', `/guilds/${guild}`);
    await until(() => row()!.gone_at, 'the removal to be noted');
    moveTo(49);
    await pause(LOOK);
    expect(row()!.status).toBe('running');
    await world.control('POST', `/guilds/${guild}`);
    await until(() => row()!.gone_at === null, 'the return to be noted');
    // It stood still meanwhile.
    const still = await ann.command(place, 'metrox board');
    expect(labels(still)).toContain('Go on');
    await ann.press(still, 'Go on');

    // Now while the bot is away.
    await world.bot.stop('SIGKILL');
    await world.control('DELETE', `/guilds/${guild}`);
    await world.bot.start();
    await until(() => row()!.gone_at, 'the removal to be noticed at the start');
    moveTo(80);
    await until(() => row() === undefined, 'the purge');
    expect(read<{ status: string }>('SELECT status, guild, channel FROM matches')).toEqual([
      { status: 'closed', guild: null, channel: null },
    ]);
    expect(read(`SELECT * FROM members WHERE guild = '${guild}'`)).toEqual([]);
    expect(read(`SELECT * FROM players WHERE id = '${ann.id}'`)).toHaveLength(1);

    await world.control('POST', `/guilds/${guild}`);
    await until(() => row()?.gone_at === null, 'the server to be there again');
    const reopened = await ann.command(place, 'metrox new');
    expect(reopened.id).not.toBe(lobby.id);
  });
});
