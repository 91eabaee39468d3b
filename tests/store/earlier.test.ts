import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LAST } from '../../src/match/entries.ts';
import { cancel } from '../../src/match/lobby.ts';
import { SLEEPS, THREAD_LASTS } from '../../src/match/projection.ts';
import { connectionOf } from '../../src/store/engine/sqlite.ts';
import { setJob } from '../../src/store/jobs.ts';
import { rowOf } from '../../src/store/matches.ts';
import { openStore, type Store } from '../../src/store/open.ts';
import { behindButton, lobbiesBy } from '../../src/store/opened.ts';
import { meet, nameIn, settingsOf } from '../../src/store/players.ts';
import { behind, setTable, tableOf } from '../../src/store/tables.ts';
import { AT, lobbyOf, over, peopled, running } from '../match/people.ts';
import { all, backdated, before, earlier, openFormer, released, scratch } from './folders.ts';

/** Matches of before there was work that falls due go on like those that came later. */

const HOUR = 3_600_000;

/** What is due for those that are not over, and when they were touched. */
const work = (store: Store) =>
  all(
    store,
    `SELECT jobs.* FROM jobs JOIN matches ON id = subject WHERE status IN ('lobby', 'running') AND done_at IS NULL
      AND kind <> 'remind' ORDER BY kind, subject`,
  );
const touched = (store: Store) =>
  all(store, "SELECT id, touched_at FROM matches WHERE status <> 'over' ORDER BY id");
const rows = (store: Store) => ({
  jobs: all(store, 'SELECT * FROM jobs ORDER BY kind, subject, key'),
  // Deadlines are not stored any more.
  matches: all(store, 'SELECT * FROM matches ORDER BY id').map((row) => {
    const { deadline: _, ...rest } = row as { deadline?: number; status: string; host: string };
    return rest;
  }),
  // What stands in its channel has rows of its own (see messages.earlier.test.ts).
  tables: all(store, 'SELECT * FROM tables ORDER BY "match"').map((row) =>
    Object.fromEntries(Object.entries(row as object).filter(([name]) => !BESIDE.includes(name))),
  ),
});
const BESIDE = [
  'wish',
  'reminder',
  'reminder_phase',
  'lobby_message',
  'lobby_done',
  'message',
  'phase',
  'old',
  'told',
  'threaded',
  'thread',
  'last',
  'holder',
  'lease_until',
];

/** A database as this program filled it before that migration, with a match of every kind. */
async function filled(more: (store: Store, threaded: number) => Promise<void> = async () => {}) {
  const file = join(scratch(), 'metrox.db');
  const store = await peopled(3);
  const stands = (id: number, channel: string) =>
    setTable(store, id, { channel, thread: channel === `9${id}` ? channel : null });
  const threaded = await running(store, 2, { origin: 'a' });
  await stands(threaded, `9${threaded}`);
  const plain = await running(store, 2, { origin: 'b', thread: false });
  await stands(plain, '88');
  await lobbyOf(store, 2, { origin: 'c' });
  await cancel(store, await lobbyOf(store, 1, { origin: 'd' }), '1000', false, AT + 9 * HOUR);
  await over(store, 2);
  await more(store, threaded);
  const own = (await tableOf(store, threaded))?.thread != null;
  const old = backdated(store, file, earlier(2));
  await store.close();
  const noted = connectionOf(old).prepare(
    'UPDATE tables SET lobby_message = ?, threaded = ? WHERE "match" = ?',
  );
  for (const id of [threaded, plain]) noted.run(`9${id}`, id === threaded && own ? 1 : 0, id);
  return { file, store: old, threaded, plain };
}

const migrated = (file: string): Store => {
  const store = openStore(file);
  expect(all(store, 'SELECT 1 FROM __drizzle_migrations')).toHaveLength(released());
  return store;
};

test('they have the work that they would have had, and are looked after', async () => {
  const { file, store, threaded, plain } = await filled();
  const known = { work: work(store), touched: touched(store) };
  expect(known.work).toHaveLength(4);
  connectionOf(store).exec(`
    DELETE FROM jobs;
    UPDATE matches SET touched_at = 0;
    UPDATE tables SET threaded = 0, shown = -1;
  `);
  // Its messages are behind, and nobody looks at one that was never touched.
  const old = `SELECT shown < revision AS late, touched_at, ended_at FROM tables JOIN matches ON id = "match"
    WHERE id = ${plain}`;
  expect(all(store, old)).toEqual([{ late: 1, touched_at: 0, ended_at: null }]);
  await store.close();
  const after = migrated(file);
  expect({ work: work(after), touched: touched(after) }).toEqual(known);
  expect(all(after, 'SELECT "match" FROM tables WHERE thread IS NOT NULL')).toEqual([{ match: threaded }]);
  expect(await behind(after, AT)).toEqual(expect.arrayContaining([threaded, plain]));
  await after.close();
});

test('the time of a turn that began later counts, and a thread is opened when its week is over', async () => {
  const { file, store, threaded } = await filled();
  connectionOf(store).exec(
    `DELETE FROM jobs; UPDATE matches SET touched_at = 0, turn_at = ${AT + 30 * HOUR}`,
  );
  await store.close();
  const after = migrated(file);
  const due = (kind: string) =>
    connectionOf(after)
      .prepare('SELECT due FROM jobs WHERE kind = ? AND subject = ?')
      .pluck()
      .get(kind, `${threaded}`);
  expect(due('sleep')).toBe(AT + 30 * HOUR + SLEEPS);
  expect(due('thread')).toBe(AT + THREAD_LASTS);
  await after.close();
});

test('the time of a turn goes on from where it was', async () => {
  const { file, store, threaded, plain } = await filled();
  connectionOf(store).exec(`
    UPDATE matches SET "limit" = 3600, deadline = ${AT + 3 * HOUR} WHERE id = ${threaded};
    INSERT INTO meta VALUES ('alive', '${AT}'), ('outage', '${AT - HOUR}-${AT}');
  `);
  await store.close();
  const after = migrated(file);
  expect(await rowOf(after, threaded)).toMatchObject({ timedAt: AT + 2 * HOUR, deadline: AT + 3 * HOUR });
  expect(await rowOf(after, plain)).toMatchObject({ timedAt: null, deadline: null });
  expect(all(after, 'SELECT * FROM meta')).toEqual([{ key: 'alive', value: `${AT}` }]);
  await after.close();
});

test('whatever has its work noted stays as it is', async () => {
  // It stands in its own thread without owning it, and was looked after since.
  const { file, store } = await filled(async (newest, threaded) => {
    await setTable(newest, threaded, { thread: null });
    await setJob(newest, { kind: 'thread', subject: `${threaded}`, key: 'alive', due: AT + 999 * HOUR });
  });
  const { jobs, matches, tables } = rows(store);
  await store.close();
  const after = migrated(file);
  // What came later has a place of its own, and those who hosted a lobby had opened it.
  const later = {
    aside: null,
    calls: 1,
    guided: 0,
    terms: null,
    timed_at: null,
    settled: 0,
    ponders: 'none',
  };
  expect(rows(after)).toEqual({
    jobs,
    matches: matches.map((row) => ({
      ...row,
      ...later,
      opened_by: row.status === 'lobby' ? row.host : null,
    })),
    tables,
  });
  await after.close();
});

test('whoever sat somewhere still does, and no computer', async () => {
  const { file, store } = await filled();
  const sat = 'SELECT "match", seat, player, since, state FROM seats ORDER BY "match", seat';
  const seats = all(store, sat);
  await store.close();
  const after = migrated(file);
  expect(seats.length).toBeGreaterThan(3);
  expect(all(after, sat)).toEqual(seats);
  expect(all(after, 'SELECT * FROM seats WHERE computer IS NOT NULL OR nick IS NOT NULL')).toEqual([]);
  await after.close();
});

test('what somebody was reminded of pings them as much as it did', async () => {
  const file = join(scratch(), 'metrox.db');
  const store = openFormer(file, earlier(before('pings')));
  const levels = ['both', 'end', 'digest', 'none'];
  for (const level of levels)
    connectionOf(store)
      .prepare('INSERT INTO players (id, name, reminders) VALUES (?, ?, ?)')
      .run(level, level, level);
  await store.close();
  const after = migrated(file);
  const kept = Object.fromEntries(
    await Promise.all(levels.map(async (level) => [level, (await settingsOf(after, level)).pings])),
  );
  expect(kept).toEqual({ both: 'both', end: 'last', digest: 'digest', none: 'none' });
  await after.close();
});

test('an open rematch stands behind its button, open lobbies count for their host, and nobody has vanished', async () => {
  const file = join(scratch(), 'metrox.db');
  const newest = await peopled(2);
  const played = await over(newest, 2);
  const rematch = await lobbyOf(newest, 1, { rematchOf: played });
  await cancel(newest, await lobbyOf(newest, 1, { rematchOf: 999 }), '1000', false, AT);
  await backdated(newest, file, earlier(before('once'))).close();
  await newest.close();
  const after = migrated(file);
  expect(await behindButton(after, `rematch ${played}`)).toBe(rematch);
  expect(await behindButton(after, 'rematch 999')).toBeUndefined();
  expect(await lobbiesBy(after, '1000', AT)).toEqual([{ id: rematch, guild: '77' }]);
  expect(all(after, 'SELECT id FROM players WHERE seen_at IS NULL')).toEqual([]);
  await after.close();
});

test('a name that may be the nickname of any server is shown in none where it may not have been used', async () => {
  const file = join(scratch(), 'metrox.db');
  const store = openFormer(file, earlier(before('names')));
  for (const id of ['one', 'two', 'direct'])
    connectionOf(store).prepare('INSERT INTO players (id, name) VALUES (?, ?)').run(id, `Nick of ${id}`);
  for (const [guild, player] of ['77 one', '77 two', '88 two'].map((pair) => pair.split(' ')))
    connectionOf(store).prepare('INSERT INTO members (guild, player) VALUES (?, ?)').run(guild, player);
  await store.close();
  const after = migrated(file);
  const names = (id: string) => Promise.all(['77', '88', null].map((guild) => nameIn(after, guild, id)));
  expect(await names('one')).toEqual(['Nick of one', '', '']);
  expect(await names('two')).toEqual(['', '', '']);
  expect(await names('direct')).toEqual(['', '', '']);
  // Whoever presses something tells their names.
  await meet(after, 'two', 'Two', '88', { nick: 'Deux', username: 'two' });
  expect(await names('two')).toEqual(['Two', 'Deux', 'Two']);
  await after.close();
});

test('games that had ended are rated for the same people as before, in the same order', async () => {
  const file = join(scratch(), 'metrox.db');
  const store = await peopled(6);
  const ended = await running(store, 4);
  await running(store, 2);
  const old = backdated(store, file, earlier(before('entries')));
  await store.close();
  connectionOf(old).exec(`UPDATE matches SET status = 'over', ended = 1 WHERE id = ${ended}`);
  const result = (seat: number, player: string | null, rank: number, rated: string) =>
    connectionOf(old)
      .prepare(
        `INSERT INTO results (match, seat, player, score, rank, parts, game, map, kind, people, rated, at)
          VALUES (?, ?, ?, 0, ?, '{}', 'metrox', 'tokyo', 'table', 4, ?, 0)`,
      )
      .run(ended, seat, player, rank, rated);
  result(0, '1000', 2, 'rank');
  result(1, '1001', 1, 'last');
  result(2, '1005', 3, 'not');
  result(3, null, 4, 'not');
  const left = (seq: number, player: string, state: string) =>
    connectionOf(old).prepare('INSERT INTO former VALUES (?, ?, 2, ?, ?)').run(ended, seq, player, state);
  left(40, '1002', 'away');
  left(50, '1004', 'left');
  left(60, '1004', 'left');
  left(70, '1003', 'kicked');
  await old.close();
  const after = migrated(file);
  expect(all(after, 'SELECT seat, player, place, own FROM entries ORDER BY seat')).toEqual([
    { seat: 0, player: '1000', place: 2, own: 2 },
    { seat: 1, player: '1001', place: LAST, own: LAST },
    { seat: 1040, player: '1002', place: LAST, own: LAST },
    { seat: 1050, player: '1004', place: LAST, own: LAST },
  ]);
  await after.close();
});
