import { beforeEach, describe, expect, test } from 'vitest';
import { changeLobby, commit, create, load, matchesOf, type NewMatch } from '../../src/store/matches.ts';
import { doubtSlot, LOBBY } from '../../src/store/messages.ts';
import type { Store } from '../../src/store/open.ts';
import { meet, setAsks } from '../../src/store/players.ts';
import { behind, metaOf, setMeta, setTable } from '../../src/store/tables.ts';
import { firstRow } from '../lib/rows.ts';
import { AT, loaded, peopled, running, some } from '../match/people.ts';

let store: Store;
beforeEach(async () => {
  store = await peopled();
});

const lobby = (more: Partial<NewMatch> = {}): NewMatch => ({
  game: 'metrox',
  map: 'tokyo',
  options: {},
  rules: 1,
  seed: 'seed',
  solo: false,
  guild: '77',
  channel: '88',
  host: '1000',
  capacity: 25,
  thread: true,
  origin: null,
  rematchOf: null,
  at: AT,
  lobby: { channel: '88', message: null },
  ...more,
});

const counted = async (table: string): Promise<number> =>
  ((await firstRow(store, `SELECT count(*) AS n FROM ${table}`)) as { n: number }).n;

describe('create', () => {
  test('the same interaction, delivered twice, opens one', async () => {
    const first = await create(store, lobby({ origin: '555' }));
    const again = await create(store, lobby({ origin: '555', map: 'osaka' }));
    expect(first.fresh).toBe(true);
    expect(again).toEqual({ id: first.id, fresh: false });
    expect((await load(store, first.id))?.row.map).toBe('tokyo');
    expect([await counted('matches'), await counted('seats'), await counted('tables')]).toEqual([1, 1, 1]);
  });

  test('everybody pressing Rematch at once opens one', async () => {
    const { id } = await create(store, lobby());
    const all = await Promise.all(
      ['1000', '1001', '1002', '1003'].map((host, i) =>
        create(store, lobby({ rematchOf: id, button: `rematch ${id}`, host, origin: `7${i}` })),
      ),
    );
    expect(new Set(all.map((opened) => opened.id)).size).toBe(1);
    expect(all.filter((opened) => opened.fresh)).toHaveLength(1);
    expect(await counted('matches')).toBe(2);
  });

  test('without an origin each opens its own', async () => {
    const [one, two] = [await create(store, lobby()), await create(store, lobby())];
    expect(one.id).not.toBe(two.id);
  });

  test('a host nobody knows is refused, and leaves nothing behind', async () => {
    await expect(create(store, lobby({ host: '9' }))).rejects.toThrow(/foreign key/i);
    expect([await counted('matches'), await counted('seats'), await counted('tables')]).toEqual([0, 0, 0]);
  });
});

describe('commit', () => {
  const row = (code: string) => ({ seat: 0, code, by: 'player' as const, user: '1000', at: AT });
  const projection = { status: 'running' as const, turn: 1, toAct: [1], results: [] };

  test('appends at the length it was decided for, and conflicts at any other', async () => {
    const id = await running(store, 2);
    const code = some(await loaded(store, id), 0);
    expect(await commit(store, id, 0, [row(code)], projection)).not.toBe('conflict');
    const after = await load(store, id);
    for (const stale of [0, 2, -1])
      expect(await commit(store, id, stale, [row(code)], projection)).toBe('conflict');
    expect(await load(store, id)).toEqual(after);
    expect(after?.log.map(({ seq, code: text }) => [seq, text])).toEqual([[0, code]]);
    expect(after?.row.toAct).toEqual([1]);
  });

  test('of many that were decided at the same length one is written, whole', async () => {
    const id = await running(store, 2);
    const code = some(await loaded(store, id), 0);
    const all = await Promise.all(
      Array.from({ length: 20 }, () => commit(store, id, 0, [row(code), row(code)], projection)),
    );
    expect(all.filter((answer) => answer !== 'conflict')).toHaveLength(1);
    expect((await load(store, id))?.log.map(({ seq }) => seq)).toEqual([0, 1]);
  });

  test('raises the revision once, and dates what is open only where the projection does', async () => {
    const id = await running(store, 2);
    const before = (await load(store, id))!.row;
    await commit(store, id, 0, [{ ...row('F.2'), at: AT + 5 }], { ...projection, turn: 2 });
    const same = (await load(store, id))!.row;
    expect([same.revision, same.turnAt]).toEqual([before.revision + 1, before.turnAt]);
    await commit(store, id, 1, [{ ...row('F.2'), at: AT + 9 }], {
      ...projection,
      row: { turnAt: AT + 9 },
    });
    expect((await load(store, id))!.row.turnAt).toBe(AT + 9);
  });

  test('nothing is appended to a match that is over, closed or still a lobby', async () => {
    const lobbied = (await create(store, lobby())).id;
    const closed = (await create(store, lobby())).id;
    await changeLobby(store, closed, AT, () => ({ close: { at: AT } }));
    const over = await running(store, 2);
    const results = [0, 1].map((seat) => ({
      seat,
      player: `100${seat}`,
      score: 10 - seat,
      rank: seat + 1,
      parts: {},
    }));
    await commit(store, over, 0, [row('F.2')], { status: 'over', turn: 2, toAct: [], results });
    for (const id of [lobbied, closed])
      expect(await commit(store, id, 0, [row('F.2')], projection)).toBe('conflict');
    expect(await commit(store, over, 1, [row('F.2')], projection)).toBe('conflict');
    expect(await counted('actions')).toBe(1);
    expect(await counted('results')).toBe(2);
    expect((await load(store, over))!.row.endedAt).toBe(AT);
  });

  test('a row that breaks the database takes the whole commit back', async () => {
    const id = await running(store, 2);
    const before = await load(store, id);
    const broken = { ...row('F.2'), code: null as unknown as string };
    await expect(commit(store, id, 0, [row('F.2'), broken], projection)).rejects.toThrow(/not.null/i);
    expect(await load(store, id)).toEqual(before);
  });
});

describe('changeLobby', () => {
  test('a start seats people without gaps, in the order that it gives', async () => {
    const { id } = await create(store, lobby());
    for (const join of ['1001', '1002', '1003']) await changeLobby(store, id, AT, () => ({ join }));
    await changeLobby(store, id, AT, () => ({ leave: '1001' }));
    await changeLobby(store, id, AT, () => ({ join: '1001' }));
    await changeLobby(store, id, AT, () => ({ leave: '1000' }));
    const projection = { status: 'running' as const, turn: 1, toAct: [0, 1, 2], results: [] };
    const before = await load(store, id);
    expect(before?.seats.map(({ player }) => player)).toEqual(['1002', '1003', '1001']);
    const order = [3, 4, 2];
    const started = await changeLobby(store, id, AT, () => ({ start: { at: AT, seats: order, projection } }));
    expect(started?.seats.map(({ seat, player }) => [seat, player])).toEqual([
      [0, '1003'],
      [1, '1001'],
      [2, '1002'],
    ]);
  });

  test('a decision that changes nothing writes nothing', async () => {
    const { id } = await create(store, lobby());
    const before = await load(store, id);
    expect(await changeLobby(store, id, AT, () => undefined)).toEqual(before);
    expect(await changeLobby(store, 999, AT, () => ({ join: '1001' }))).toBeUndefined();
  });

  test('a person sits once, whatever was decided', async () => {
    const { id } = await create(store, lobby());
    await expect(changeLobby(store, id, AT, () => ({ join: '1000' }))).rejects.toThrow(/unique/i);
    expect((await load(store, id))?.seats).toHaveLength(1);
  });
});

describe('lists and what the bot keeps', () => {
  test('matchesOf: the newest first, narrowed by status, server and number', async () => {
    const one = (await create(store, lobby())).id;
    const two = (await create(store, lobby({ guild: '78' }))).id;
    const three = await running(store, 2);
    await create(store, lobby({ host: '1003' }));
    const list = async (filter?: Parameters<typeof matchesOf>[2]) =>
      (await matchesOf(store, '1000', filter)).map(({ id }) => id);
    expect(await list()).toEqual([three, two, one]);
    expect(await list({ statuses: ['running'] })).toEqual([three]);
    expect(await list({ guild: '78' })).toEqual([two]);
    expect(await list({ game: 'chess' })).toEqual([]);
    expect(await list({ limit: 2 })).toEqual([three, two]);
    expect((await matchesOf(store, '1001'))[0]).toMatchObject({ id: three, seat: 1 });
  });

  test('a name is written when it is new, and what a player set stays', async () => {
    await setAsks(store, '1000', false);
    expect(await meet(store, '1000', 'Zoë')).toMatchObject({ id: '1000', name: 'Zoë', asks: false });
    expect(await meet(store, '1000', 'Zoë')).toMatchObject({ id: '1000', name: 'Zoë', asks: false });
    expect((await meet(store, '2000', 'New')).asks).toBe(true);
  });

  test('a value kept about itself is replaced', async () => {
    expect(await metaOf(store, 'commands')).toBeUndefined();
    await setMeta(store, 'commands', 'a');
    await setMeta(store, 'commands', 'b');
    expect(await metaOf(store, 'commands')).toBe('b');
  });
});

describe('a table', () => {
  test('behind: shown is older than what can be seen, or something is left to shrink; not before its time', async () => {
    const { id } = await create(store, lobby({ lobby: { channel: '88', message: '9000' } }));
    expect(await behind(store, AT)).toEqual([id]);
    await setTable(store, id, { shown: 0 });
    expect(await behind(store, AT)).toEqual([]);
    await changeLobby(store, id, AT, () => ({ join: '1001' }));
    expect(await behind(store, AT)).toEqual([id]);
    await setTable(store, id, { retryAt: AT + 1 });
    expect(await behind(store, AT)).toEqual([]);
    expect(await behind(store, AT + 1)).toEqual([id]);
    await setTable(store, id, { shown: 1 });
    expect(await behind(store, AT + 1)).toEqual([]);
    await store.write(`match:${id}`, (db) => doubtSlot(db, { match: id }, LOBBY, AT + 1));
    expect(await behind(store, AT)).toEqual([]);
    expect(await behind(store, AT + 1)).toEqual([id]);
    expect(await behind(store, AT + 91 * 24 * 3_600_000)).toEqual([]);
  });
});
