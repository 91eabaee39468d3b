import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PressRequest, Reply } from '../../src/app/request.ts';
import { route } from '../../src/app/router.ts';
import { now } from '../../src/clock.ts';
import { dayOf } from '../../src/daily/days.ts';
import type { AnyGame } from '../../src/games/game.ts';
import type { Match } from '../../src/match/match.ts';
import { openSolo } from '../../src/match/opening.ts';
import { moduleOf } from '../../src/modules.ts';
import { matchesOf } from '../../src/store/matches.ts';
import { openStore, type Store } from '../../src/store/open.ts';
import { usePictures } from '../blank.ts';
import { acquaint, loaded, lobbyOf, running, some } from '../match/people.ts';
import { pieces } from './sound.ts';
import { openStand, origin, type Stand } from './stand.ts';

usePictures('blank');

/**
 * What a press costs: each match is opened once, replayed only where it is not kept from before, and nothing is read again after
 * its rows are committed. The numbers of statements are ceilings: they are only ever lowered. Those that begin and end
 * transactions do not count, since how many readings share one hangs on the machine.
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
  /** How often a match was read: its row, and who sits there. */
  readonly loads: number;
  /** How often its log was, too. */
  readonly logs: number;
  readonly replays: number;
  /** Statements that read, after the first commit. */
  readonly readAfter: readonly string[];
}

/** What the app does for a press; its tables are brought up to date only with `tables`. */
async function cost(
  user: string,
  customId: string,
  tables: 'with its table' | 'alone' = 'alone',
  values: readonly string[] = [],
): Promise<Cost & { readonly reply: Reply }> {
  const press: PressRequest = { ...origin(user), kind: 'press', customId, values };
  const app = tables === 'alone' ? { ...stand.app, refresh: () => {} } : stand.app;
  sent.length = 0;
  setup.mockClear();
  const reply = await route(press).run(app, press);
  await stand.tables.settled();
  const statements = [...sent];
  const first = statements.indexOf('COMMIT', statements.indexOf('BEGIN IMMEDIATE'));
  const after = statements.includes('BEGIN IMMEDIATE') ? statements.slice(first + 1) : [];
  return {
    reply,
    statements: statements.filter((sql) => !/^(?:BEGIN|COMMIT)/.test(sql)).length,
    loads: statements.filter((sql) => /^select .* from "seats" inner join "matches" .*"members"/i.test(sql))
      .length,
    logs: statements.filter((sql) => /^select "match", "seq", .* from "actions"/i.test(sql)).length,
    replays: setup.mock.calls.length,
    readAfter: after.filter((sql) => /^select .* from "(matches|seats|actions|former)"/i.test(sql)),
  };
}

/** Who plays in a match where one plays after the other. */
function moverOf(match: Match): { user: string; turn: number } {
  const [seat] = match.game.toAct(match.state);
  return { user: match.seats[seat!]!.player!, turn: match.game.turn(match.state) };
}

test('a look at one’s board', async () => {
  const id = await running(store, 2);
  const { statements, loads, logs, replays } = await cost('1000', `mine|${id}|1`);
  expect({ loads, logs, replays }).toEqual({ loads: 1, logs: 1, replays: 1 });
  const again = await cost('1000', `mine|${id}|1`);
  expect({ ...again, reply: undefined }).toMatchObject({ loads: 1, logs: 0, replays: 0 });
  expect(statements).toBeLessThanOrEqual(5);
  expect(again.statements).toBeLessThanOrEqual(4);
});

test('a choice that others are waited for after', async () => {
  const id = await running(store, 2);
  const code = some(await loaded(store, id), 0);
  const { statements, loads, replays, readAfter } = await cost('1000', `play|${id}|1|${code}`);
  expect((await loaded(store, id)).log.map((row) => row.code)).toEqual([code]);
  expect({ loads, replays, readAfter }).toEqual({ loads: 1, replays: 0, readAfter: [] });
  expect(statements).toBeLessThanOrEqual(7);
});

test('the choice that closes a round', async () => {
  const id = await running(store, 2);
  const match = await loaded(store, id);
  await cost('1000', `play|${id}|1|${some(match, 0)}`);
  const { statements, loads, replays, readAfter } = await cost('1001', `play|${id}|1|${some(match, 1)}`);
  expect((await loaded(store, id)).row.turn).toBe(2);
  expect({ loads, replays, readAfter }).toEqual({ loads: 1, replays: 0, readAfter: [] });
  expect(statements).toBeLessThanOrEqual(9);
});

test('a refusal', async () => {
  const id = await running(store, 2);
  const { statements, loads, replays } = await cost('1000', `play|${id}|7|F.2`);
  expect((await loaded(store, id)).log).toEqual([]);
  expect({ loads, replays }).toEqual({ loads: 1, replays: 1 });
  expect(statements).toBeLessThanOrEqual(5);
});

test('a choice of one who plays alone', async () => {
  const solo = { game: 'metrox', map: 'tokyo', host: '1000', guild: '77', origin: null };
  const { id } = await openSolo(store, { ...solo, at: now() });
  const code = some(await loaded(store, id), 0);
  const { statements, loads, replays, readAfter } = await cost('1000', `play|${id}|1|${code}`);
  expect((await loaded(store, id)).log.length).toBeGreaterThan(0);
  expect({ loads, replays, readAfter }).toEqual({ loads: 1, replays: 0, readAfter: [] });
  expect(statements).toBeLessThanOrEqual(7);
});

test('a daily that begins is read from what was written', async () => {
  const { statements, logs, replays } = await cost('1000', `begin|0|${dayOf(now())}|metrox`);
  expect((await matchesOf(store, '1000')).map(({ status }) => status)).toEqual(['running']);
  expect({ logs, replays }).toEqual({ logs: 0, replays: 1 });
  expect(statements).toBeLessThanOrEqual(13);
});

test('a practice that begins, too', async () => {
  const { statements, logs, replays } = await cost('1000', 'practise|0|0|metrox|tokyo');
  expect((await matchesOf(store, '1000')).map(({ status }) => status)).toEqual(['running']);
  expect({ logs, replays }).toEqual({ logs: 0, replays: 1 });
  expect(statements).toBeLessThanOrEqual(6);
});

describe('with its table', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => vi.useRealTimers());

  /** A press while all stands as it should, and long after the last edit: what was read and written, and sent. */
  async function whole(user: string, customId: string, values: readonly string[] = []) {
    vi.setSystemTime(Date.now() + 10_000);
    const calls = stand.chat.calls.length;
    const { loads, replays, statements, reply } = await cost(user, customId, 'with its table', values);
    return {
      ...{ loads, replays, statements, screen: reply.screen },
      writes: sent.filter((sql) => sql === 'BEGIN IMMEDIATE').length,
      calls: stand.chat.calls.slice(calls).map(({ what }) => what),
    };
  }
  async function shown(id: number): Promise<void> {
    stand.app.refresh(id);
    await stand.tables.settled();
  }
  async function played(id: number, seat: number): Promise<string> {
    return `play|${id}|1|${some(await loaded(store, id), seat)}`;
  }

  test('a choice', async () => {
    const id = await running(store, 2);
    await shown(id);
    const { statements, screen: _, ...rest } = await whole('1000', await played(id, 0));
    expect(rest).toEqual({ loads: 1, replays: 0, writes: 3, calls: ['edit'] });
    expect(statements).toBeLessThanOrEqual(18);
  });

  test('the choice that closes a round', async () => {
    const id = await running(store, 2);
    await shown(id);
    await whole('1000', await played(id, 0));
    const { statements, screen: _, ...rest } = await whole('1001', await played(id, 1));
    expect(rest).toEqual({ loads: 1, replays: 0, writes: 4, calls: ['post', 'edit'] });
    expect(statements).toBeLessThanOrEqual(29);
  });

  test('somebody who joins, and the start', async () => {
    const id = await lobbyOf(store, 2);
    await shown(id);
    const joined = await whole('1002', `join|${id}|0`);
    expect(joined).toMatchObject({ replays: 0, writes: 3, calls: ['edit'] });
    const begun = await whole('1000', `start|${id}|0`);
    expect(begun).toMatchObject({ calls: ['thread', 'post', 'edit'] });
    expect(joined.statements).toBeLessThanOrEqual(18);
    expect(begun.statements).toBeLessThanOrEqual(48);
  });

  test('a question to end, an answer, and another that we play on', async () => {
    const id = await running(store, 3);
    await shown(id);
    const asked = await whole('1000', `askend|${id}|1`);
    expect(asked).toMatchObject({ loads: 1, replays: 0, calls: ['post', 'edit'] });
    const agreed = await whole('1001', `agree|${id}|1|0`);
    expect(agreed).toMatchObject({ loads: 1, replays: 0, calls: ['edit', 'edit'] });
    const declined = await whole('1002', `playon|${id}|1|0`);
    expect(declined).toMatchObject({ loads: 1, replays: 0, calls: ['edit', 'edit'] });
    expect([asked, agreed, declined].map(({ writes }) => writes)).toEqual([4, 3, 3]);
  });

  /** The first thing that may be chosen on a page; undefined where there is nothing. */
  function firstOn(screen: Reply['screen']): { id: string; values: string[] } | undefined {
    const [key] = pieces(screen!).filter(({ type, custom_id, disabled }) =>
      type === 2 ? disabled !== true && /^(?:pick|play)\|/.test(custom_id ?? '') : type === 3,
    );
    return key && { id: key.custom_id!, values: key.options ? [key.options[0]!.value] : [] };
  }

  test.each([
    { game: 'metro', map: 'paris', options: {} },
    { game: 'metromania', map: 'six-quarters', options: {} },
  ])('a turn of $game: what is only drafted, and what is kept', async (opening) => {
    const id = await running(store, 2, opening);
    await shown(id);
    const match = await loaded(store, id);
    const { user, turn } = moverOf(match);
    let drafts = 0;
    let next = firstOn((await cost(user, `mine|${id}|${turn}`)).reply.screen);
    for (;;) {
      const { screen, statements, ...rest } = await whole(user, next!.id, next!.values);
      const kept = (await loaded(store, id)).log.length > 0;
      expect(rest).toEqual({
        ...{ loads: 1, replays: 0, writes: kept ? 4 : 0 },
        calls: kept ? ['post', 'edit'] : [],
      });
      expect(statements).toBeLessThanOrEqual(kept ? 27 : 4);
      if (kept) break;
      drafts++;
      next = firstOn(screen);
    }
    expect(drafts).toBeGreaterThan(0);
  });

  test('nothing to do', async () => {
    const id = await running(store, 2);
    await shown(id);
    sent.length = 0;
    await shown(id);
    expect(sent.filter((sql) => sql === 'BEGIN IMMEDIATE')).toEqual([]);
  });
});
