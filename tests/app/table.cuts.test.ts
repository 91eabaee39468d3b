import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Outbound } from '../../src/app/outbound.ts';
import { createTables, type Tables } from '../../src/app/tables.ts';
import { now } from '../../src/clock.ts';
import { askToEnd, goOn, pause, playOn, voidMatch } from '../../src/match/ending.ts';
import { join, start } from '../../src/match/lobby.ts';
import { phaseKey, present } from '../../src/match/match.ts';
import { connectionOf, storeOver } from '../../src/store/engine/sqlite.ts';
import { messagesOf } from '../../src/store/messages.ts';
import type { Store } from '../../src/store/open.ts';
import { moveTo } from '../../src/store/places.ts';
import { behind } from '../../src/store/tables.ts';
import { usePictures } from '../blank.ts';
import { LONG } from '../lib/long.ts';
import { change } from '../lib/rows.ts';
import { choose, ids, loaded, lobbyOf, peopled, running, some } from '../match/people.ts';
import { idsOf, wordsOf } from './sound.ts';
import { errorsOf, openStand, type Stand } from './stand.ts';

usePictures('blank');

/**
 * A process may die before or after any call that it makes for a table, or never hear the answer: the next one finds what
 * stands there, and in the end all is as if nothing had happened.
 */

const OTHER = '55';

let store: Store;
let stand: Stand;
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(async () => {
  vi.useRealTimers();
  await store.close();
});

class Killed extends Error {}

/** A chat for a process that dies at its call `at`, counted from 0: before it is sent, or when it was carried out. */
function dying(
  chat: Outbound,
  at: number,
  when: 'before' | 'after',
): { outbound: Outbound; calls(): number } {
  let calls = 0;
  const cut =
    <A extends unknown[], T>(call: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      const dies = calls++ === at;
      if (dies && when === 'before') throw new Killed();
      const answer = await call(...args);
      if (dies) throw new Killed();
      return answer;
    };
  const { post, edit, remove, thread, direct, archive, revive } = chat;
  return {
    calls: () => calls,
    outbound: {
      ...{ post: cut(post), edit: cut(edit), remove: cut(remove), thread: cut(thread) },
      ...{ direct: cut(direct), archive: cut(archive), revive: cut(revive) },
    },
  };
}

type Step = (id: number) => Promise<unknown>;

async function plays(id: number, ...seats: readonly number[]): Promise<void> {
  const match = await loaded(store, id);
  for (const seat of seats) await choose(store, id, ids(3)[seat]!, some(match, seat));
}

/** A table from its lobby to an end without a winner. */
const STORY: readonly Step[] = [
  (id) => join(store, id, '1002', now()),
  (id) => start(store, id, '1000', now(), { alone: true }),
  (id) => plays(id, 0),
  (id) => plays(id, 1, 2),
  (id) => askToEnd(store, { match: id, user: '1000', at: now() }),
  (id) => playOn(store, { match: id, user: '1001', at: now() }),
  (id) => pause(store, { match: id, user: '1000', at: now() }),
  (id) => goOn(store, { match: id, user: '1000', at: now() }),
  (id) => moveTo(store, id, OTHER, now()),
  (id) => plays(id, 0, 1, 2),
  (id) => voidMatch(store, { match: id, user: '1009', at: now(), manages: true }),
];

async function openTable(): Promise<number> {
  store = await peopled(3);
  const id = await lobbyOf(store, 2, { at: now() });
  await change(store, "UPDATE matches SET seed = 'seed'");
  return id;
}

/** A game in its last round, whose table has shown all before it, as an image of the database. */
async function lastRound(): Promise<Buffer> {
  store = await peopled(3);
  const id = await running(store, 2, { at: now(), thread: false });
  for (let before = ''; ; before = phaseKey(present(await loaded(store, id)))) {
    const image = connectionOf(store).serialize();
    await plays(id, 0, 1);
    if ((await loaded(store, id)).row.status !== 'over') continue;
    const last = new Database(image);
    last.prepare("UPDATE tables SET channel = '88', last = ?").run(before);
    await store.close();
    return last.serialize();
  }
}

/** Goes through a story; the process dies once. How many calls it made. */
async function play(
  begin: () => Promise<number>,
  story: readonly Step[],
  at: number,
  when: 'before' | 'after',
): Promise<{ id: number; calls: number }> {
  const id = await begin();
  stand = openStand(store);
  const { outbound, calls } = dying(stand.chat.outbound, at, when);
  const first = createTables({ store, outbound, log: stand.app.log, places: stand.app.places });
  const shown = async (tables: Tables): Promise<void> => {
    tables.refresh(id);
    await tables.settled();
  };
  for (const step of [async () => {}, ...story]) {
    await step(id);
    vi.setSystemTime(Date.now() + 3_000);
    // Whoever has died makes no calls any more.
    if (calls() <= at) await shown(first);
    if (calls() > at) await shown(stand.tables);
  }
  return { id, calls: calls() };
}

/** What people see in the end, in the order of words: where, and what can be pressed. */
const seen = (): string[] =>
  [...stand.chat.messages.values()]
    .map(
      ({ channel, screen }) =>
        `${channel} ${wordsOf(screen).slice(0, 40)} ${idsOf(screen).map((one) => one.split('|')[0])}`,
    )
    .sort();

/** In the short form every other call is cut, by turns before and after it. */
const EVERY = LONG < 1 ? 2 : 1;
const first = (when: 'before' | 'after'): number => (when === 'after' ? EVERY - 1 : 0);

async function holds(begin: () => Promise<number>, story: readonly Step[]): Promise<void> {
  const whole = await play(begin, story, Number.POSITIVE_INFINITY, 'before');
  const wanted = seen();
  expect(
    wanted.some((one) => / rematch/.test(one)),
    wanted.join('\n'),
  ).toBe(true);
  await store.close();
  for (const when of ['before', 'after'] as const)
    for (let at = first(when); at < whole.calls; at += EVERY) {
      const { id } = await play(begin, story, at, when);
      const what = `${when} call ${at}`;
      expect(seen(), what).toEqual(wanted);
      expect(stand.chat.faults, what).toEqual([]);
      expect(errorsOf(stand), what).toHaveLength(1);
      // A message a purpose and place, each of them once.
      const posted = [...stand.chat.messages.values()].map(({ purpose, channel }) => `${purpose} ${channel}`);
      expect(posted, what).toEqual([...new Set(posted)]);
      const rows = await messagesOf(store, { match: id });
      expect(
        rows.filter(({ due, wanted: asked }) => due !== null || asked !== 'screen'),
        what,
      ).toEqual([]);
      expect(await behind(store, now()), what).toEqual([]);
      const calls = stand.chat.calls.length;
      for (const _ of [1, 2]) {
        vi.setSystemTime(Date.now() + 3_000);
        stand.app.refresh(id);
        await stand.tables.settled();
      }
      expect(stand.chat.calls.length, what).toBe(calls);
      await store.close();
    }
  await begin();
}

test('from the lobby to its end, moved in between: all stands there as without a cut', () =>
  holds(openTable, STORY));

test('the end of a game, whose ping becomes its result', async () => {
  const image = await lastRound();
  const begin = async (): Promise<number> => {
    const raw = new Database(image);
    raw.pragma('foreign_keys = ON');
    store = storeOver(raw);
    return 1;
  };
  await holds(begin, [(id) => plays(id, 0, 1)]);
});
