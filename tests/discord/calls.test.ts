import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createInbound, type Inbound } from '../../src/discord/inbound.ts';
import type { Store } from '../../src/store/open.ts';
import { openStand, type Stand } from '../app/stand.ts';
import { usePictures } from '../blank.ts';
import { loaded, lobbyOf, peopled, running, some } from '../match/people.ts';
import { type Line, openLine, press } from './interactions.ts';

usePictures('blank');

/** How many requests a press costs, with those for the messages of its table. */

/** A private message that is pressed. */
const PRIVATE = 64 | (1 << 15);

let store: Store;
let stand: Stand;
let line: Line;
let inbound: Inbound;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  store = await peopled(3);
  stand = openStand(store);
  line = openLine();
  inbound = createInbound(stand.app, { rest: line.rest, first: line.rest }, () => '42', new Map());
});
afterEach(() => void vi.useRealTimers());

/** A match whose messages stand as they should, long after the last edit. */
async function table(people: number): Promise<number> {
  const id = await running(store, people);
  stand.app.refresh(id);
  await stand.tables.settled();
  return id;
}

/** The requests of a press: those of its answer, and those of the table. */
async function calls(user: string, customId: string, flags = PRIVATE) {
  vi.setSystemTime(Date.now() + 10_000);
  const [sent, chat] = [line.sent.length, stand.chat.calls.length];
  await inbound.handle(press(customId, undefined, flags, { user }));
  await stand.tables.settled();
  return {
    answer: line.sent.slice(sent).map(({ method, route }) => `${method} ${route.split('/').at(-1)}`),
    table: stand.chat.calls.slice(chat).map(({ what }) => what),
  };
}

test('a look takes two', async () => {
  const id = await table(2);
  const two = ['post callback', 'patch @original'];
  expect(await calls('1000', `mine|${id}|1`, 0)).toEqual({ answer: two, table: [] });
  expect(await calls('1000', `ask|${id}|1`)).toEqual({ answer: two, table: [] });
});

test('a choice takes two, and one edit of the table; the one that closes a round no more than six', async () => {
  const id = await table(2);
  const play = async (seat: number): Promise<string> => `play|${id}|1|${some(await loaded(store, id), seat)}`;
  const first = await calls('1000', await play(0));
  expect(first).toEqual({ answer: ['post callback', 'patch @original'], table: ['edit'] });
  const last = await calls('1001', await play(1));
  expect((await loaded(store, id)).row.turn).toBe(2);
  expect(last).toEqual({ answer: ['post callback', 'patch @original'], table: ['post', 'edit'] });
});

test('a press that the public message answers takes one, besides the edit of that', async () => {
  const id = await lobbyOf(store, 2);
  stand.app.refresh(id);
  await stand.tables.settled();
  expect(await calls('1002', `join|${id}|0`, 0)).toEqual({ answer: ['post callback'], table: ['edit'] });
});
