import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PressRequest, Reply } from '../../src/app/request.ts';
import { route } from '../../src/app/router.ts';
import { now } from '../../src/clock.ts';
import { dayOf } from '../../src/daily/days.ts';
import type { AnyGame } from '../../src/games/game.ts';
import { openSolo } from '../../src/match/lobby.ts';
import { moduleOf } from '../../src/modules.ts';
import { matchesOf } from '../../src/store/matches.ts';
import { openStore, type Store } from '../../src/store/open.ts';
import { usePictures } from '../blank.ts';
import { acquaint, loaded, running, some } from '../match/people.ts';
import { openStand, origin, type Stand } from './stand.ts';

usePictures('blank');

/**
 * What a press costs: each match is opened once and replayed once, and nothing is read again after its rows are committed.
 * The numbers of statements, those that begin and end transactions included, are ceilings: they are only ever lowered.
 */

const sent: string[] = [];
let store: Store;
let stand: Stand;
const rules: AnyGame = moduleOf('metrox').rules;
const setup = vi.spyOn(rules, 'setup');
beforeEach(async () => {
  store = openStore(':memory:', undefined, (sql) => sent.push(sql));
  await acquaint(store, 3);
  stand = openStand(store);
});
afterEach(async () => {
  await store.close();
  setup.mockClear();
});

interface Cost {
  readonly statements: number;
  /** How often the log of a match was read. */
  readonly loads: number;
  readonly replays: number;
  /** Statements that read, after the first commit. */
  readonly readAfter: readonly string[];
}

/** What the app does for a press; its tables are not brought up to date. */
async function cost(user: string, customId: string): Promise<Cost & { readonly reply: Reply }> {
  const press: PressRequest = { ...origin(user), kind: 'press', customId, values: [] };
  const app = { ...stand.app, refresh: () => {} };
  sent.length = 0;
  setup.mockClear();
  const reply = await route(press).run(app, press);
  const statements = [...sent];
  const first = statements.indexOf('COMMIT', statements.indexOf('BEGIN IMMEDIATE'));
  const after = statements.includes('BEGIN IMMEDIATE') ? statements.slice(first + 1) : [];
  return {
    reply,
    statements: statements.length,
    loads: statements.filter((sql) => /^select "match", "seq", .* from "actions"/i.test(sql)).length,
    replays: setup.mock.calls.length,
    readAfter: after.filter((sql) => /^select .* from "(matches|seats|actions|former)"/i.test(sql)),
  };
}

test('a look at one’s board', async () => {
  const id = await running(store, 2);
  const { statements, loads, replays } = await cost('1000', `mine|${id}|1`);
  expect({ loads, replays }).toEqual({ loads: 1, replays: 1 });
  expect(statements).toBeLessThanOrEqual(14);
});

test('a choice that others are waited for after', async () => {
  const id = await running(store, 2);
  const code = some(await loaded(store, id), 0);
  const { statements, loads, replays, readAfter } = await cost('1000', `play|${id}|1|${code}`);
  expect((await loaded(store, id)).log.map((row) => row.code)).toEqual([code]);
  expect({ loads, replays, readAfter }).toEqual({ loads: 1, replays: 1, readAfter: [] });
  expect(statements).toBeLessThanOrEqual(19);
});

test('the choice that closes a round', async () => {
  const id = await running(store, 2);
  const match = await loaded(store, id);
  await cost('1000', `play|${id}|1|${some(match, 0)}`);
  const { statements, loads, replays, readAfter } = await cost('1001', `play|${id}|1|${some(match, 1)}`);
  expect((await loaded(store, id)).row.turn).toBe(2);
  expect({ loads, replays, readAfter }).toEqual({ loads: 1, replays: 1, readAfter: [] });
  expect(statements).toBeLessThanOrEqual(21);
});

test('a refusal', async () => {
  const id = await running(store, 2);
  const { statements, loads, replays } = await cost('1000', `play|${id}|7|F.2`);
  expect((await loaded(store, id)).log).toEqual([]);
  expect({ loads, replays }).toEqual({ loads: 1, replays: 1 });
  expect(statements).toBeLessThanOrEqual(14);
});

test('a choice of one who plays alone', async () => {
  const solo = { game: 'metrox', map: 'tokyo', host: '1000', guild: '77', origin: null };
  const { id } = await openSolo(store, { ...solo, at: now() });
  const code = some(await loaded(store, id), 0);
  const { statements, loads, replays, readAfter } = await cost('1000', `play|${id}|1|${code}`);
  expect((await loaded(store, id)).log.length).toBeGreaterThan(0);
  expect({ loads, replays, readAfter }).toEqual({ loads: 1, replays: 1, readAfter: [] });
  expect(statements).toBeLessThanOrEqual(17);
});

test('a daily that begins is read from what was written', async () => {
  const { statements, loads, replays } = await cost('1000', `begin|0|${dayOf(now())}|metrox`);
  expect((await matchesOf(store, '1000')).map(({ status }) => status)).toEqual(['running']);
  expect({ loads, replays }).toEqual({ loads: 0, replays: 1 });
  expect(statements).toBeLessThanOrEqual(21);
});

test('a practice that begins, too', async () => {
  const { statements, loads, replays } = await cost('1000', 'practise|0|0|metrox|tokyo');
  expect((await matchesOf(store, '1000')).map(({ status }) => status)).toEqual(['running']);
  expect({ loads, replays }).toEqual({ loads: 0, replays: 1 });
  expect(statements).toBeLessThanOrEqual(8);
});
