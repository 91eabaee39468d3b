import { afterAll, beforeAll, expect, test } from 'vitest';
import { words } from '../lib/message.ts';
import { type Club, openBlankClub } from './club.ts';
import { abroad } from './days.ts';
import { menuOf, type Person, type Place } from './person.ts';
import { now, told } from './private.ts';

/** Ann is Queen in one server and Spy in another, and Ben in the second calls himself as she does. */

let club: Club;
let ann: Person;
let ben: Person;
let here: Place;
let there: Place;

const nick = (place: Place, person: Person, name: string): Promise<unknown> =>
  club.world.control('PUT', `/guilds/${place.guild}/members/${person.id}`, { nick: name });

beforeAll(async () => {
  club = await openBlankClub('Ann', 'Ben');
  [ann, ben] = club.people as [Person, Person];
  here = club.world.place('metro');
  there = await abroad(club.world, 'tracks');
  await nick(here, ann, 'Queen');
  await nick(there, ann, 'Spy');
  await nick(there, ben, 'Sрy');
});

afterAll(() => club?.close());

test('a nickname stays in its server', async () => {
  const lobby = await ann.command(here, 'metrox new', { map: 'osaka' });
  expect(words(lobby)).toContain('👑 Queen');
  const other = await ann.command(there, 'metrox new', { map: 'osaka' });
  expect(words(other)).toContain('👑 Spy');
  await ben.tap(lobby, 'Join');
  expect(words(await now(ann, lobby, (m) => words(m).includes('Ben')))).toContain('👑 Queen · Ben');
  const kept = words(await ann.command(await club.world.direct(ann), 'privacy show'));
  expect(kept).toContain('the names of your account: **Ann**, **ann**');
  expect(kept).toContain('shown only there: **Queen** and **Spy**');
});

test('figures are asked for under the name of the server', async () => {
  const stats = async (place: Place) => words(await ben.command(place, 'metrox stats', { player: ann.id }));
  expect(await stats(here)).toMatch(/\bQueen\b/);
  expect(await stats(there)).toMatch(/\bSpy\b/);
  expect(await stats(await club.world.direct(ben))).toMatch(/\bAnn\b/);
  for (const [place, other] of [
    [here, /Spy|Ann\b/],
    [there, /Queen|Ann\b/],
    [await club.world.direct(ben), /Queen|Spy/],
  ] as const)
    expect(await stats(place)).not.toMatch(other);
});

test('two who look the same are two, and are chosen by seat and account', async () => {
  const [lobby] = [...ann.messages.values()].filter((m) => words(m).includes('👑 Spy'));
  await ben.tap(lobby!, 'Join');
  const both = await now(ann, lobby!, (m) => words(m).includes('2 of'));
  expect(words(both)).toContain('👑 Spy (seat 1) · Sрy (seat 2)');
  const options = await told(ann, lobby!, /Options/);
  expect(menuOf(options, /Take somebody off/)!.options).toMatchObject([
    { label: '2 · Sрy', description: '@ben' },
  ]);
  await ann.tap(lobby!, /Start/);
  const table = await ben.wait((m) => m.content.includes('Round 1 ·'), 'the round');
  const board = (await ben.choose(await told(ben, table, 'All boards'), '0'))!;
  expect(words(board)).toContain("## Spy (seat 1)'s board");
  expect(menuOf(board)!.options).toMatchObject([
    { label: '1 · Spy', description: '@ann' },
    { label: '2 · Sрy', description: '@ben' },
  ]);
});

test('nothing the bot sent was out of shape, unasked or refused', () => club.check());
