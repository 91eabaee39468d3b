import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { labels, words } from '../lib/message.ts';
import { addTo, botId, threadIn } from './asking.ts';
import { type Club, openBlankClub } from './club.ts';
import type { Message, Person, Place } from './person.ts';
import { isPrivate, matchOf, playLine, round, startWith, told, toldBy } from './private.ts';
import type { World } from './world.ts';

/** Tables in every kind of channel in which the bot may write. */

let club: Club;
let world: World;
let ann: Person;
let ben: Person;

beforeAll(async () => {
  club = await openBlankClub('Ann', 'Ben');
  ({ world } = club);
  [ann, ben] = club.people as [Person, Person];
});

afterAll(() => club?.close());

const CARDS = ['N3', 'N4', 'N5'];

/** Threads that the bot has asked for on a message. */
const threadsOn = async (message: Message): Promise<number[]> =>
  (await world.requests())
    .filter(({ method, path }) => method === 'POST' && path.endsWith(`/messages/${message.id}/threads`))
    .map(({ status }) => status);

/** Every request of the bot that was refused since it was last asked. */
let read = 0;
async function refused(): Promise<string[]> {
  const all = (await world.requests()).filter(({ n }) => n > read);
  read = all.at(-1)?.n ?? read;
  return all.filter(({ status }) => status >= 400).map((one) => `${one.status} ${one.method} ${one.route}`);
}

/** Opens a table in a place and plays its first round, in a thread of its own or where the lobby stands. */
async function playIn(place: Place, threaded: boolean): Promise<void> {
  const lobby = await ann.command(place, 'metrox new', { map: 'tokyo' });
  expect(lobby.channel_id).toBe(place.channel);
  // A thread is what is usual.
  expect(/in \*\*this channel\*\*/.test(words(lobby))).toBe(!threaded);
  expect(words(lobby)).not.toMatch(/thread/i);
  const options = await told(ann, lobby, '⚙ Options');
  expect(labels(options).some((label) => /thread/i.test(label))).toBe(threaded);
  const id = matchOf(lobby);
  await club.ledger.stack(id, 2, (position) => CARDS.includes((position.state as { card: string }).card));
  await startWith(ann, [ben], lobby, () => club.ledger.seated(id));
  const rounds = threaded ? { channel: lobby.id } : place;
  const first = await round(ann, rounds, 1);
  for (const person of [ann, ben]) await playLine(person, first, /^T /);
  const second = await round(ben, rounds, 2);
  expect(second.channel_id).toBe(threaded ? lobby.id : place.channel);
  expect(await threadsOn(lobby)).toEqual(threaded ? [201] : []);
  expect(await refused()).toEqual([]);
}

describe('with a thread of its own', () => {
  test('in a channel of text', () => playIn(world.place('metro'), true));
  test('in a channel of announcements', () => playIn(world.place('news'), true));
});

describe('in the channel itself', () => {
  test.each(['lounge', 'theatre'])('in the chat of #%s', (name) => playIn(world.place(name), false));

  test('in a post of a forum', async () => {
    const post = { name: 'Fridays', message: { content: 'Who plays?' } };
    await playIn(await threadIn(world, ben, 'ideas', post), false);
  });

  test('in a public thread', async () => {
    await playIn(await threadIn(world, ann, 'general', { name: 'Open', type: 11 }), false);
  });

  test('in a private thread to which the bot was added', async () => {
    const thread = await threadIn(world, ann, 'general', { name: 'Closed', type: 12 });
    for (const who of [ben.id, await botId(world)]) await addTo(world, ann, thread, who);
    await playIn(thread, false);
  });
});

describe('where the bot cannot write', () => {
  /** Nothing of a table is there: neither in the channel nor in what the bot keeps. */
  async function noTable(place: Place, answer: Message, says: RegExp, before: number[]): Promise<void> {
    expect(isPrivate(answer)).toBe(true);
    expect(words(answer)).toMatch(says);
    const there = [...ann.messages.values()].filter(
      (m) => m.channel_id === place.channel && !isPrivate(m) && !(m.flags & 128),
    );
    expect(there).toEqual([]);
    expect(await club.ledger.ids()).toEqual(before);
  }

  test('a private thread without it: no lobby stands, and how to add it is told', async () => {
    const thread = await threadIn(world, ann, 'general', { name: 'Alone', type: 12 });
    await addTo(world, ann, thread, ben.id);
    const before = await club.ledger.ids();
    const answer = await toldBy(ann, () => ann.command(thread, 'metrox new', { map: 'tokyo' }));
    await noTable(thread, answer, /^I'm not in this private thread.* Mention me here/, before);
    // Not yet: asked anew each time.
    const again = (await ann.press(answer, 'Check again'))!;
    expect(words(again)).toMatch(/^I'm not in this private thread/);
    await addTo(world, ann, thread, await botId(world));
    const opened = (await ann.press(again, 'Check again'))!;
    expect(words(opened)).toMatch(/table is open/i);
    await ann.wait((m) => m.channel_id === thread.channel && labels(m).includes('Join'), 'the lobby');
  });

  test('a voice channel to which it may not connect: the right is named', async () => {
    const place = world.place('lounge');
    await world.control('PUT', `/channels/${place.channel}`, { deny: ['Connect'] });
    const answer = await ben.command(place, 'metrox new');
    expect(isPrivate(answer)).toBe(true);
    expect(words(answer)).toContain(`<#${place.channel}> yet. I still need: **Connect**.`);
    expect(labels(answer)).toEqual(['Check again']);
    await world.control('PUT', `/channels/${place.channel}`, { deny: [] });
    await ben.press(answer, 'Check again');
    await ben.wait((m) => m.channel_id === place.channel && labels(m).includes('Join'), 'the lobby');
  });
});

test('nothing was out of shape', () => club.check());
