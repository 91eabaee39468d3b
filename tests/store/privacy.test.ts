import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { getTableColumns } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { keptScreen } from '../../src/app/privacy.ts';
import { translator } from '../../src/locales.ts';
import { kick, join as sitDown, start } from '../../src/match/lobby.ts';
import { openLobby } from '../../src/match/opening.ts';
import { forget } from '../../src/match/people.ts';
import { project } from '../../src/match/projection.ts';
import { scrub } from '../../src/store/engine/scrub.ts';
import { connectionOf } from '../../src/store/engine/sqlite.ts';
import { commit, load } from '../../src/store/matches.ts';
import { openStore, type Store } from '../../src/store/open.ts';
import { meet, setDirect } from '../../src/store/players.ts';
import { keptOf, rowsAbout } from '../../src/store/privacy.ts';
import { setClosed } from '../../src/store/reminders.ts';
import { players } from '../../src/store/schema.ts';
import { wordsOf } from '../app/sound.ts';
import { broken, cell, change, column, holding, pointingTo, refuse, rows } from '../lib/rows.ts';
import { SERVER } from '../lib/server.ts';
import { AT, acquaint, loaded, opening, peopled } from '../match/people.ts';
import { scratch } from './folders.ts';
import { ID, type Life, live, NAME, NICK, USERNAME } from './kept.ts';

const OTHERS = ['1001', '1002'];

let store: Store;
let life: Life;
beforeEach(async () => {
  store = await peopled(3);
  life = await live(store);
});
afterEach(() => store.close());

const one = (sql: string, ...values: unknown[]): Promise<unknown> => cell(store, sql, ...values);
const references = (): Promise<string[]> => pointingTo(store, 'players');

describe('what is kept', () => {
  test('is found in every table that can name a person, so that nothing below passes by itself', async () => {
    const found = new Set((await holding(store, ID)).map((column) => column.split('.')[0]));
    for (const table of [...(await references()), 'players', 'actions', 'matches', 'guilds'])
      expect([...found], table).toContain(table);
    expect((await references()).length).toBeGreaterThanOrEqual(8);
    expect(await holding(store, NAME)).toEqual(['players.name', 'players.username', 'members.name']);
  });

  test('is counted', async () => {
    expect(await keptOf(store, ID)).toEqual({
      name: NAME,
      username: USERNAME,
      discordLocale: null,
      nicknames: [NICK],
      asks: true,
      chosen: 0,
      finished: 2,
      open: 5,
      opened: 7,
      seenAt: null,
      direct: false,
      actions: 2,
      dailies: 2,
      shares: 1,
      servers: 1,
      settings: 1,
      mutes: 1,
      vacations: 1,
      blocks: 1,
      figures: 3,
    });
    expect(await keptOf(store, '5')).toBeUndefined();
  });

  test('is shown whatever column it stands in', async () => {
    // Of somebody who is there it says that they are.
    const shown = ['id', 'discordLocale', 'name', 'username', 'gone', 'asks', 'seenAt', 'direct', 'closed'];
    // How many of these are not as they are by themselves.
    const chosen = ['listed', 'warns', 'theme', 'locale', 'pings', 'quietFrom', 'quietTo', 'zone'];
    // The next screen, also this one, tells of it.
    const told = ['unheard'];
    expect(Object.keys(getTableColumns(players)).sort()).toEqual([...shown, ...chosen, ...told].sort());
    await setDirect(store, ID, '77');
    expect((await keptOf(store, ID))!.direct).toBe(true);
    await forget(store, ID, AT);
    await meet(store, ID, NAME, '77');
    await setClosed(store, ID, true);
    expect((await keptOf(store, ID))!.direct).toBe(true);
    const words = async () => wordsOf(keptScreen((await keptOf(store, ID))!, translator('en')));
    expect(await words()).toContain('Where I write to you directly');
    expect(await words()).not.toContain('The language of your Discord');
    await meet(store, ID, NAME, '77', { username: USERNAME, discordLocale: 'es-419' });
    expect(await words()).toContain('The language of your Discord: Latin American Spanish');
  });

  test('is exported whole: every table that names the person, and the matches in which they sit', async () => {
    const rows = await rowsAbout(store, ID);
    const tables = new Set((await holding(store, ID)).map((column) => column.split('.')[0]!));
    // What was shared belongs to a run, which names the person.
    expect(new Set(Object.keys(rows))).toEqual(new Set([...tables, 'shares']));
    expect(rows.matches!.map(({ id }) => id)).toEqual(Object.values(life).sort((a, b) => a - b));
    expect(rows.actions).toHaveLength(2);
    // Who keeps them away is nobody's to see but theirs.
    expect(rows.blocks).toEqual([{ player: ID, blocked: '555' }]);
    expect(rows.players).toMatchObject([
      { id: ID, name: NAME, username: USERNAME, listed: 'name', asks: true, pings: 'both' },
    ]);
    expect(rows.members).toEqual([{ guild: '77', player: ID, name: NICK }]);
  });

  test('is exported without anybody else, and without what comes next in a game', async () => {
    const text = JSON.stringify(await rowsAbout(store, '1001'));
    for (const other of [ID, '1002', NAME]) expect(text).not.toContain(other);
    const seeds = await column<string>(store, 'SELECT seed FROM matches');
    for (const seed of seeds) expect(text).not.toContain(seed);
    expect((await rowsAbout(store, '1001')).matches).toContainEqual(expect.objectContaining({ host: false }));
  });
});

describe('a deletion', () => {
  test('leaves neither id nor name in any column of any table, and every reference whole', async () => {
    await forget(store, ID, AT);
    expect(await holding(store, ID)).toEqual([]);
    expect(await holding(store, NAME)).toEqual([]);
    expect(broken(store)).toEqual([]);
    expect(await keptOf(store, ID)).toBeUndefined();
    expect(await rowsAbout(store, ID)).toEqual({});
  });

  test('leaves results, ranks and the table of the day as they were, under nobody’s name', async () => {
    const results = () => rows(store, 'SELECT match, seat, score, rank FROM results ORDER BY 1, 2');
    const days = () =>
      rows(store, "SELECT day, match, score FROM daily WHERE state <> 'open' ORDER BY match");
    const before = [await results(), await days()];
    await forget(store, ID, AT);
    expect([await results(), await days()]).toEqual(before);
    expect(await one('SELECT player FROM results WHERE match = ? AND seat = 0', life.over)).toBeNull();
    const player = (await one('SELECT player FROM daily WHERE match = ?', life.finished)) as string;
    expect(await one('SELECT gone FROM players WHERE id = ?', player)).toBe(1);
    expect(await one('SELECT name FROM players WHERE id = ?', player)).toBe('');
    expect((await load(store, life.over))!.seats.map(({ name }) => name)).toEqual(['', 'P1001', 'P1002']);
  });

  test('takes statistics, streak, rating, shares and memberships, of this person alone', async () => {
    await forget(store, ID, AT);
    for (const table of ['tallies', 'streaks', 'ratings'])
      expect(await column(store, `SELECT player FROM ${table}`), table).toEqual(['1001']);
    expect(await column(store, 'SELECT player FROM daily JOIN messages USING (match)')).toEqual(['1001']);
    expect(await rows(store, 'SELECT * FROM members')).toEqual([]);
    for (const other of OTHERS)
      expect(await keptOf(store, other)).toMatchObject({ name: `P${other}`, finished: expect.any(Number) });
  });

  test('leaves open lobbies to the others, and closes what was played alone', async () => {
    const { running, lobbies } = await forget(store, ID, AT);
    expect(running).toEqual([life.running]);
    expect(new Set(lobbies)).toEqual(new Set([life.hosted, life.alone]));
    expect((await load(store, life.hosted))!.row).toMatchObject({ host: '1001', status: 'lobby' });
    expect((await load(store, life.hosted))!.seats.map(({ player }) => player)).toEqual(OTHERS);
    for (const id of [life.alone, life.practice, life.open])
      expect((await load(store, id))!.row, String(id)).toMatchObject({ status: 'closed', endedAt: AT });
    expect(await one("SELECT count(*) FROM daily WHERE state = 'open'")).toBe(0);
    expect((await load(store, life.finished))!.row.status).toBe('over');
  });

  test('is in the way of a choice that is just being written', async () => {
    const match = await loaded(store, life.running);
    await forget(store, ID, AT);
    const late = { seat: 0, code: 'late', by: 'player', user: ID, at: AT } as const;
    const done = await commit(store, match.id, match.log.length, [late], project(match, AT));
    expect(done).toBe('conflict');
    expect(await holding(store, ID)).toEqual([]);
  });

  test('leaves nothing of somebody who was taken off lobbies, which go on as they were', async () => {
    const before = await keptOf(store, ID);
    const lobbies: number[] = [];
    for (const begun of [false, true]) {
      const { id } = await openLobby(store, opening({ host: '1001' }));
      for (const user of [ID, '1002']) await sitDown(store, id, user, AT);
      await kick(store, id, { user: '1001', manages: false, whom: ID, at: AT });
      if (begun) await start(store, id, '1001', AT);
      lobbies.push(id);
    }
    expect(await keptOf(store, ID)).toEqual(before);
    for (const id of lobbies)
      expect((await rowsAbout(store, ID)).barred).toContainEqual(expect.objectContaining({ match: id }));
    const seats = async () =>
      (await Promise.all(lobbies.map((id) => load(store, id)))).map((one) => one!.seats);
    const stood = await seats();
    const { running } = await forget(store, ID, AT);
    expect(running).toEqual([life.running]);
    expect(await holding(store, ID)).toEqual([]);
    expect(await seats()).toEqual(stood);
    for (const id of lobbies)
      expect(await one('SELECT count(*) FROM seats WHERE match = ?', id), String(id)).toBe(2);
  });

  test('of a host passes the crown to who sits there, not to who was taken off', async () => {
    const { id } = await openLobby(store, opening({ host: ID }));
    for (const user of OTHERS) await sitDown(store, id, user, AT);
    await kick(store, id, { user: ID, manages: false, whom: '1001', at: AT });
    await forget(store, ID, AT);
    expect((await load(store, id))!.row).toMatchObject({ host: '1002', status: 'lobby' });
    await forget(store, '1002', AT);
    expect((await load(store, id))!.row.status).toBe('closed');
  });

  test('twice at once is one, and of a stranger it is none', async () => {
    const all = await Promise.all([forget(store, ID, AT), forget(store, ID, AT), forget(store, '5', AT)]);
    expect(all.map(({ running }) => running.length)).toEqual([1, 0, 0]);
    expect(await one('SELECT count(*) FROM players WHERE gone = 1')).toBe(1);
  });

  test('and who comes back later begins anew', async () => {
    await forget(store, ID, AT);
    await meet(store, ID, NAME, '77');
    expect(await keptOf(store, ID)).toEqual({
      name: NAME,
      username: null,
      discordLocale: null,
      nicknames: [],
      opened: 0,
      seenAt: null,
      direct: false,
      asks: true,
      chosen: 0,
      finished: 0,
      open: 0,
      actions: 0,
      dailies: 0,
      shares: 0,
      servers: 1,
      settings: 0,
      mutes: 0,
      vacations: 0,
      blocks: 0,
      figures: 0,
    });
  });

  test('all or nothing: what fails on the way changes nothing', async () => {
    await refuse(store, 'DELETE', 'ratings', 'stop');
    const before = await rowsAbout(store, ID);
    await expect(forget(store, ID, AT)).rejects.toThrow('stop');
    expect(await rowsAbout(store, ID)).toEqual(before);
  });
});

describe.skipIf(SERVER !== '')('in the file', () => {
  async function filled(): Promise<{ file: string; store: Store }> {
    const file = join(scratch(), 'metrox.db');
    const own = openStore(file);
    await acquaint(own, 3);
    await live(own);
    return { file, store: own };
  }
  const finds = (file: string, text: string): boolean =>
    [file, `${file}-wal`].some((name) => readFileSync(name).includes(Buffer.from(text)));

  test('neither id nor name is left, and the log of changes is empty', async () => {
    const { file, store: own } = await filled();
    expect(finds(file, ID) && finds(file, NAME)).toBe(true);
    await forget(own, ID, AT);
    expect(finds(file, ID)).toBe(true);
    expect(await scrub(own, ID)).toBe(true);
    expect(finds(file, ID)).toBe(false);
    expect(finds(file, NAME)).toBe(false);
    expect(statSync(`${file}-wal`).size).toBe(0);
    expect(await holding(own, 'P1001')).toEqual(['players.name']);
    await own.close();
  });

  test('nor after years of use, when rows have moved from page to page', async () => {
    const { file, store: own } = await filled();
    for (let n = 0; n < 40; n++) {
      await own.write('meta', async () => {
        const put = connectionOf(own).prepare('INSERT INTO players (id, name) VALUES (?, ?)');
        const enter = connectionOf(own).prepare("INSERT INTO members (guild, player) VALUES ('78', ?)");
        for (let i = 0; i < 60; i++) {
          const id = `${(n * 7919 + i * 104729) % 100_003}x${n}x${i}`;
          put.run(id, `name ${id}`.repeat(1 + (i % 5)));
          enter.run(id);
        }
      });
      await change(own, 'UPDATE players SET name = ? WHERE id = ?', `${NAME}${'z'.repeat(n * 3)}`, ID);
    }
    await forget(own, ID, AT);
    expect(await scrub(own, ID)).toBe(true);
    expect(finds(file, ID)).toBe(false);
    expect(finds(file, NAME)).toBe(false);
    await own.close();
  });

  test('a leftover inside a page is found, and the file written anew', async () => {
    const { file, store: own } = await filled();
    connectionOf(own).pragma('secure_delete = OFF');
    connectionOf(own).pragma('wal_checkpoint(TRUNCATE)');
    await forget(own, ID, AT);
    connectionOf(own).pragma('wal_checkpoint(TRUNCATE)');
    expect(finds(file, ID)).toBe(true);
    expect(await scrub(own, ID)).toBe(true);
    expect(finds(file, ID)).toBe(false);
    await own.close();
  });

  test.runIf(existsSync('/proc/locks'))('others still see that it is in use', async () => {
    const { file, store: own } = await filled();
    const ours = (): string[] => {
      const place = new RegExp(` ${process.pid} \\w+:\\w+:${statSync(file).ino} `);
      return readFileSync('/proc/locks', 'utf8')
        .split('\n')
        .filter((line) => place.test(line));
    };
    expect(ours()).toHaveLength(1);
    await forget(own, ID, AT);
    expect(await scrub(own, ID)).toBe(true);
    expect(ours()).toHaveLength(1);
    await own.close();
    expect(ours()).toEqual([]);
  });
});
