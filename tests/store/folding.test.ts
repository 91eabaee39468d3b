import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { countFinished } from '../../src/daily/count.ts';
import { recount } from '../../src/daily/recount.ts';
import { foldSome } from '../../src/jobs/folding.ts';
import { voidMatch } from '../../src/match/ending.ts';
import { recordText } from '../../src/match/export.ts';
import { forget, kick, leaveSeat, takeSeat } from '../../src/match/people.ts';
import { play } from '../../src/match/play.ts';
import { validate } from '../../src/match/validate.ts';
import { putAside } from '../../src/store/aside.ts';
import { backUp } from '../../src/store/backup.ts';
import { FOLDS_AFTER, foldable, foldMatch } from '../../src/store/folding.ts';
import { jobOf } from '../../src/store/jobs.ts';
import { load, rowOf } from '../../src/store/matches.ts';
import { addMessage, messagesOf } from '../../src/store/messages.ts';
import { openStore, type Store } from '../../src/store/open.ts';
import { meet } from '../../src/store/players.ts';
import { keptOf, rowsAbout } from '../../src/store/privacy.ts';
import { restore } from '../../src/store/restore.ts';
import { behind, setTable } from '../../src/store/tables.ts';
import { cell, change, changeLoosely, holding, rows } from '../lib/rows.ts';
import { SERVER } from '../lib/server.ts';
import { imageOf, storeFrom } from '../lib/store.ts';
import { playOut } from '../match/company.ts';
import { AT, acquaint, loaded, over, peopled, running, some } from '../match/people.ts';
import { chooses, runsOut, wholeTurn } from '../match/table.ts';
import { backdated, before, earlier, released, scratch } from './folders.ts';

const PEOPLE = ['1000', '1001', '1002', '1003', '1004', '1009'];
const LATER = AT + 30 * 24 * 3_600_000;

let store: Store;
beforeEach(async () => {
  store = await peopled(10);
});
afterEach(() => store.close());

/** Matches that ended in every way, with people who came, left, were taken off and were late, and what else acts there. */
async function lives(): Promise<number[]> {
  const plain = await over(store, 3);
  const seats = await running(store, 4, { origin: 'b', limit: 12 * 3600 });
  for (let seat = 0; seat < 4; seat++) await chooses(store, seats, `100${seat}`);
  await leaveSeat(store, { match: seats, user: '1003', at: AT });
  await takeSeat(store, { match: seats, user: '1004', at: AT, seat: 3 });
  await runsOut(store, seats);
  await kick(store, { match: seats, user: '1000', at: AT, to: 1, manages: false });
  await playOut(store, seats);
  const stopped = await running(store, 2, { origin: 'c' });
  await chooses(store, stopped, '1001');
  await voidMatch(store, { match: stopped, user: '1009', at: AT, manages: true });
  const others: number[] = [];
  for (const [game, map] of [
    ['metro', 'paris'],
    ['metromania', 'six-quarters'],
  ] as const) {
    const id = await running(store, 2, { game, map, options: { order: 'joined' }, origin: game });
    for (let turn = 0; (await loaded(store, id)).row.status === 'running'; turn++)
      await play(store, { match: id, ...(await wholeTurn(store, id, turn)), at: AT + turn });
    others.push(id);
  }
  await countFinished(store, AT);
  return [plain, seats, stopped, ...others];
}

const foldAll = async (at = LATER): Promise<number[]> => {
  const ids = await foldable(store, at, 100);
  for (const id of ids) await foldMatch(store, id, at);
  return ids;
};
const count = (table: string, more = '') => cell(store, `SELECT count(*) FROM ${table} ${more}`);

/** All that is read of matches and people, but for what is only said of how they are stored. */
async function seen(ids: readonly number[]) {
  const unstored = ({ settled: _, origin: __, ...row }: Record<string, unknown>) => row;
  const stored = [];
  for (const id of ids) {
    const one = (await load(store, id))!;
    stored.push({ ...one, row: unstored(one.row) }, recordText(await loaded(store, id)));
  }
  const people = [];
  for (const user of PEOPLE) {
    const { jobs: _, matches = [], ...rest } = await rowsAbout(store, user);
    people.push(await keptOf(store, user), rest, matches.map(unstored));
  }
  return { stored, people, valid: await validate(store) };
}

const standings = async () => ({
  ratings: await rows(store, 'SELECT * FROM ratings ORDER BY 1, 2, 3'),
  tallies: await rows(store, 'SELECT * FROM tallies ORDER BY 1, 2, 3'),
  streaks: await rows(store, 'SELECT * FROM streaks ORDER BY 1, 2'),
});

describe('a folded match', () => {
  test('reads as it did: state, record, what is kept of people and told to them, and whether it is valid', async () => {
    const ids = await lives();
    const before = await seen(ids);
    expect(before.valid).toEqual({ count: ids.length, findings: [], doubts: [] });
    expect((await foldAll()).sort((a, b) => a - b)).toEqual(ids);
    for (const table of ['actions', 'entries']) expect(await count(table), table).toBe(0);
    expect(await count('results', "WHERE parts <> '{}'")).toBe(0);
    expect(await count('folded')).toBe(ids.length);
    expect(await seen(ids)).toEqual(before);
    expect(before.stored.some((one) => typeof one === 'object' && one.former.length > 0)).toBe(true);
    // The one who manages the server never sat there.
    expect(await rows(store, 'SELECT "user" FROM bystanders')).toEqual([{ user: '1009' }]);
    expect((await rowsAbout(store, '1009')).actions).toHaveLength(1);
  });

  test('has nobody’s id in it', async () => {
    await lives();
    await acquaint(store, 1);
    const ids = PEOPLE.map((id) => `4182736455${id}`);
    for (const [i, id] of ids.entries()) {
      const named = (await holding(store, PEOPLE[i]!)).filter(
        (name) => !/\.(at|key|due)$|seed|_at$/.test(name),
      );
      await changeLoosely(
        store,
        named.map((column) => {
          const [table, name] = column.split('.');
          return [`UPDATE "${table}" SET "${name}" = ? WHERE "${name}" = ?`, id, PEOPLE[i]!] as const;
        }),
      );
    }
    await foldAll();
    expect(await count('folded')).toBeGreaterThan(0);
    for (const id of ids)
      expect(
        (await holding(store, id)).filter((name) => /^(actions|entries|folded)\./.test(name)),
        id,
      ).toEqual([]);
  });

  test('forgets a person as an unfolded one does, whichever comes first', async () => {
    const ids = await lives();
    const image = await imageOf(store);
    const told = async () => {
      const stored = [];
      for (const id of ids) {
        const { row, ...rest } = (await load(store, id))!;
        stored.push(rest, recordText(await loaded(store, id)));
      }
      // Whoever stands in their place is called otherwise each time.
      return JSON.stringify(stored).replaceAll(/[\da-f]{8}-[-\da-f]{27}/g, 'nobody');
    };
    await foldAll();
    for (const user of ['1004', '1003', '1009', '1000']) await forget(store, user, AT);
    for (const user of ['1004', '1003', '1009', '1000']) {
      expect(
        (await holding(store, user)).filter((name) => /\.(user|player|host|opened_by)$/.test(name)),
      ).toEqual([]);
      expect(await rowsAbout(store, user)).toEqual({});
    }
    const foldedFirst = await told();
    await store.close();
    store = storeFrom(image);
    for (const user of ['1004', '1003', '1009', '1000']) await forget(store, user, AT);
    expect(await told()).toBe(foldedFirst);
    await foldAll();
    expect(await told()).toBe(foldedFirst);
    expect(await validate(store)).toEqual({ count: ids.length, findings: [], doubts: [] });
  });

  test('counts anew as it counted, also for those who are gone', async () => {
    await lives();
    const before = await standings();
    expect(before.ratings.length).toBeGreaterThan(4);
    await foldAll();
    await recount(store, AT);
    expect(await standings()).toEqual(before);
    const image = await imageOf(store);
    await forget(store, '1001', AT);
    await recount(store, AT);
    const after = await standings();
    await store.close();
    store = storeFrom(image);
    expect(after.ratings).toEqual(before.ratings.filter(({ player }) => player !== '1001'));
  });

  test('is found whole in a backup, and after that was restored', async () => {
    const file = join(scratch(), 'metrox.db');
    await store.close();
    store = openStore(file);
    await acquaint(store, 10);
    const ids = await lives();
    await foldAll();
    const before = await seen(ids);
    const copy = join(scratch(), 'copy.db');
    expect(backUp(file, copy).matches).toBe(ids.length);
    await change(store, 'DELETE FROM folded');
    await store.close();
    restore(copy, file, AT);
    store = openStore(file);
    expect(await seen(ids)).toEqual(before);
  });
});

describe('folding', () => {
  test('leaves the rows or the blob, whichever statement it dies at', async () => {
    const id = (await lives())[1]!;
    const image = await imageOf(store);
    const before = await load(store, id);
    for (let last = 1; ; last++) {
      let sent = 0;
      const dying = storeFrom(image, () => {
        if (++sent === last) throw new Error('It dies.');
      });
      const died = await foldMatch(dying, id, LATER).then(
        () => false,
        () => true,
      );
      sent = Number.NEGATIVE_INFINITY;
      await store.close();
      store = storeFrom(await imageOf(dying));
      await dying.close();
      const [logged, blobs] = [
        Number(await count('actions', `WHERE match = ${id}`)),
        Number(await count('folded')),
      ];
      expect([blobs, logged > 0], `statement ${last}`).toEqual(died ? [0, true] : [1, false]);
      expect((await load(store, id))!.log).toEqual(before!.log);
      if (!died) {
        expect(last).toBeGreaterThan(10);
        break;
      }
    }
  });

  test('comes a day after the end, and to nothing that runs, is not counted yet or is put aside', async () => {
    const runs = await running(store, 2, { origin: 'a' });
    const uncounted = await over(store, 2);
    const { endedAt } = (await rowOf(store, uncounted))!;
    const due = endedAt! + FOLDS_AFTER;
    expect(await foldable(store, due, 10)).toEqual([]);
    await foldMatch(store, uncounted, due);
    expect(await count('folded')).toBe(0);
    await countFinished(store, AT);
    expect(await foldable(store, due - 1, 10)).toEqual([]);
    expect(await foldable(store, due, 10)).toEqual([uncounted]);
    await putAside(store, uncounted, AT);
    expect(await foldable(store, due, 10)).toEqual([]);
    for (const id of [runs, uncounted]) await foldMatch(store, id, LATER);
    expect(await count('folded')).toBe(0);
  });

  test('takes few at a look, those that ended first, and leaves one that cannot be folded alone', async () => {
    const [first, second, third] = await lives();
    await change(store, 'DELETE FROM actions WHERE match = ? AND seq = 0', first);
    await change(store, 'UPDATE matches SET ended_at = id');
    expect(await foldable(store, LATER, 2)).toEqual([first, second]);
    const logged: unknown[] = [];
    const app = { store, log: { error: (about: unknown) => logged.push(about) } } as never;
    const failed = new Set<number>();
    for (let time = 0; time < 2; time++) await foldSome(app, failed, LATER);
    expect([...failed]).toEqual([first]);
    expect(logged).toEqual([expect.objectContaining({ match: first })]);
    expect(await count('actions', 'WHERE match <> 1')).toBe(0);
    expect(await foldable(store, LATER, 10)).toEqual([first]);
    expect((await loaded(store, third!)).row.status).toBe('over');
  });

  test('takes the work along that was done or has nothing to do any more, but for what is under way', async () => {
    const [id] = await lives();
    const thread = { kind: 'thread', subject: String(id), key: 'alive' };
    await change(store, "UPDATE jobs SET holder = 'h' WHERE kind = 'thread' AND subject = ?", String(id));
    const going = await jobOf(store, thread);
    await foldAll();
    expect(await rows(store, "SELECT kind FROM jobs WHERE kind <> 'digest'")).toEqual([{ kind: 'thread' }]);
    expect(await jobOf(store, thread)).toEqual(going);
  });
});

describe('a match is settled', () => {
  let id: number;
  const stands = () =>
    change(store, 'UPDATE tables SET shown = (SELECT revision FROM matches WHERE id = match), archived = 1');
  const settled = async () => (await rowOf(store, id))!.settled;
  beforeEach(async () => {
    id = await over(store, 2);
    await countFinished(store, AT);
  });

  test('when its log is folded and its messages stand as they should, and then nobody looks at it', async () => {
    await foldAll();
    expect([await count('folded'), await settled(), await behind(store, AT)]).toEqual([1, false, [id]]);
    await change(store, 'UPDATE messages SET due = NULL');
    await foldAll();
    expect(await settled()).toBe(false);
    await stands();
    await change(store, 'UPDATE messages SET due = 0');
    await foldAll();
    expect(await settled()).toBe(false);
    await change(store, "UPDATE messages SET due = NULL, state = 'stands', nonce = 'n', shown = 's'");
    await foldAll();
    expect([await settled(), await behind(store, AT), await foldable(store, LATER, 10)]).toEqual([
      true,
      [],
      [],
    ]);
    expect(await messagesOf(store, { match: id })).toMatchObject([{ nonce: null, shown: null }]);
  });

  test('until it changes: it is behind again', async () => {
    await stands();
    await change(store, 'UPDATE messages SET due = NULL');
    await foldAll();
    expect([await settled(), await behind(store, AT)]).toEqual([true, []]);
    await putAside(store, id, AT);
    expect([await settled(), await behind(store, AT)]).toEqual([false, [id]]);
    await change(store, 'UPDATE matches SET aside = NULL');
    await stands();
    await foldAll();
    expect([await settled(), await behind(store, AT)]).toEqual([true, []]);
    await store.write(`match:${id}`, (db) => addMessage(db, { match: id }, { slot: 'x', channel: '88' }, AT));
    expect(await behind(store, AT)).toEqual([id]);
    await change(store, 'DELETE FROM messages');
    await setTable(store, id, { thread: '9', archived: false });
    expect(await behind(store, AT)).toEqual([id]);
  });

  test('after ninety days in any case', async () => {
    expect(await behind(store, AT + 89 * 24 * 3_600_000)).toEqual([id]);
    await foldAll(AT + 91 * 24 * 3_600_000);
    expect(await settled()).toBe(true);
  });
});

// Former releases had files alone.
test.skipIf(SERVER !== '')('matches of a former release are folded, too', async () => {
  const file = join(scratch(), 'metrox.db');
  await over(store, 2);
  const old = backdated(store, file, earlier(released() - before('folded')));
  await old.close();
  await store.close();
  store = openStore(file);
  await meet(store, '1000', 'Ann');
  const log = (await load(store, 1))!.log;
  expect(log.length).toBeGreaterThan(10);
  await countFinished(store, AT);
  expect(await foldAll()).toEqual([1]);
  expect((await load(store, 1))!.log).toEqual(log);
  expect(some(await loaded(store, await running(store, 2)), 0)).toBeTruthy();
});
