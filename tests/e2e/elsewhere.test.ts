import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { labels, words } from '../lib/message.ts';
import { ask } from './asking.ts';
import { type Club, openBlankClub } from './club.ts';
import { runIn } from './days.ts';
import type { Message, Person, Place } from './person.ts';
import { isPrivate, keypad } from './private.ts';
import type { World } from './world.ts';

/** Where a person uses the bot, but no table can be: direct messages, a group's, a server that the bot is no part of. */

let club: Club;
let world: World;
let ann: Person;
let ben: Person;
let cleo: Person;
let quay: Place;
let group: Place;

beforeAll(async () => {
  club = await openBlankClub('Ann', 'Ben', 'Cleo');
  ({ world } = club);
  [ann, ben, cleo] = club.people as [Person, Person, Person];
  type Named = { id: string; name: string; type: number };
  const guilds = await ask<Named[]>(world, ann, 'GET', '/users/@me/guilds');
  const harbour = guilds.find(({ name }) => name === 'Harbour')!.id;
  const [channel] = await ask<Named[]>(world, ann, 'GET', `/guilds/${harbour}/channels`);
  quay = { guild: harbour, channel: channel!.id };
  const own = await ask<Named[]>(world, ann, 'GET', '/users/@me/channels');
  group = { guild: null, channel: own.find(({ type }) => type === 3)!.id };
  await world.control('PUT', `/people/${ben.id}`, { installed: true });
  await world.control('PUT', `/guilds/${harbour}/members/${ann.id}`, { nick: 'Captain Ahab' });
});

afterAll(() => club?.close());

interface Elsewhere {
  readonly who: Person;
  readonly place: Place;
  /** Whether answers are for the one who asks alone. */
  readonly aside: boolean;
  /** Others who read there. */
  readonly others: readonly Person[];
}

const WHERE: readonly [name: string, find: () => Promise<Elsewhere>][] = [
  ['direct messages', async () => ({ who: cleo, place: await world.direct(cleo), aside: false, others: [] })],
  ['a group', async () => ({ who: ben, place: group, aside: true, others: [ann, cleo] })],
  ['a server of others', async () => ({ who: ann, place: quay, aside: true, others: [ben, cleo] })],
];

describe.each(WHERE)('in %s', (_name, find) => {
  let who: Person;
  let place: Place;
  let aside: boolean;
  let others: readonly Person[];

  beforeAll(async () => {
    ({ who, place, aside, others } = await find());
  });

  const run = async (name: string, options: Record<string, unknown> = {}): Promise<Message> => {
    const answer = await who.command(place, name, options);
    expect(answer.channel_id).toBe(place.channel);
    expect(isPrivate(answer)).toBe(aside);
    return answer;
  };

  /** Chooses the first thing there is to choose, and keeps it; the screen after it, in the same message. */
  async function choose(screen: Message): Promise<Message> {
    let preview = screen;
    // A free card asks for a line first.
    while (!labels(preview).includes('Keep')) preview = (await who.press(preview, keypad(preview)[0]!))!;
    const next = (await who.press(preview, 'Keep'))!;
    expect(next.id).toBe(screen.id);
    return next;
  }

  test('the daily begins and goes on', async () => {
    const first = (await who.press(await run('metrox solo'), 'Begin'))!;
    expect(words(first)).toMatch(/-# Daily #\d+ · round 1 · /);
    const id = runIn(first);
    await choose(first);
    expect(await club.ledger.codes(id)).toHaveLength(1);
    const back = await run('metrox solo');
    expect(words(back)).toMatch(/^Welcome back, round 2\./);
    expect(runIn(back)).toBe(id);
  });

  test('its result is told, and given to be copied instead of posted', async () => {
    const id = runIn(await run('metrox solo'));
    await club.ledger.ahead(id);
    const result = await run('metrox solo');
    const shared = (await who.press(result, 'Share'))!;
    expect(shared.id).toBe(result.id);
    expect(words(shared)).toMatch(/Metro X Daily #/);
  });

  test('a practice begins and goes on', async () => {
    const first = await run('metrox solo', { practice: 'tokyo' });
    expect(words(first)).toMatch(/-# Practice · round 1 · /);
    expect(words(await choose(first))).toContain('Practice · round 2');
  });

  test('a table needs a server with the bot, whatever it is asked by', async () => {
    const before = await club.ledger.ids();
    const opened = await run('metrox new', { map: 'tokyo' });
    expect(words(opened)).toBe('A table needs a server that I am a member of. Here you can play solo.');
    expect(labels(opened)).toEqual(['Daily', 'Practice']);
    const none = "You don't sit at a running table. A table needs a server that I am a member of.";
    expect(words(await run('metrox flip'))).toBe(none);
    expect(words(await run('metrox board')).split('\n')[0]).toBe(none);
    expect(await club.ledger.ids()).toEqual(before);
  });

  test('the settings of a server are not offered', async () => {
    await expect(who.command(place, 'server')).rejects.toThrow('There is no /server.');
  });

  test('games, settings, statistics and data are there as everywhere', async () => {
    expect(words(await run('games'))).toContain('## Your games');
    expect(words(await run('settings'))).toMatch(/^## /);
    expect(words(await run('metrox stats'))).toContain(who.name);
    expect(words(await run('metrox leaderboard'))).toContain('world');
    expect(words(await run('metrox rules'))).toContain('in one minute');
    expect(words(await run('privacy show'))).toMatch(/^## /);
  });

  test('nobody else sees any of it, and the bot asks for nothing but its answers', async () => {
    for (const other of others)
      expect([...other.messages.values()].filter((m) => m.channel_id === place.channel)).toEqual([]);
    const own = (await world.requests()).filter(({ path }) => path.startsWith(`/channels/${place.channel}`));
    expect(own).toEqual([]);
    expect((await world.requests()).filter(({ status }) => status >= 400)).toEqual([]);
  });
});

test('of a server of others nothing is kept', () => {
  const book = new Database(join(world.folder, 'metrox.db'), { readonly: true });
  const tables = book
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .pluck()
    .all() as string[];
  const kept = tables.map((name) => [name, JSON.stringify(book.prepare(`SELECT * FROM "${name}"`).all())]);
  book.close();
  const holding = (what: string) => kept.filter(([, rows]) => rows!.includes(what)).map(([name]) => name);
  expect(holding(ann.id)).toContain('players');
  expect(holding(quay.guild!)).toEqual([]);
  expect(holding('Captain Ahab')).toEqual([]);
});

test('nothing the bot sent was out of shape', () => club.check());
