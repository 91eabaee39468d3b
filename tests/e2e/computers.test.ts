import { afterAll, beforeAll, expect, test } from 'vitest';
import { play } from '../../src/match/record.ts';
import { dice } from '../lib/chance.ts';
import { labels, words } from '../lib/message.ts';
import { faultsOf } from './payloads.ts';
import type { Message, Person } from './person.ts';
import { has, now, told } from './private.ts';
import { playOut, recordIn, takeTurn, type Way } from './turns.ts';
import { startWorld, type World } from './world.ts';

/** One person plays with computers, through the real bot. */

let world: World;
let ann: Person;
let ben: Person;
beforeAll(async () => {
  world = await startWorld({ blank: true });
  [ann, ben] = (await Promise.all(['Ann', 'Ben'].map((name) => world.person(name)))) as [Person, Person];
});
afterAll(() => world?.close());

const way: Way = {
  game: 'metro',
  roll: dice(7),
  keeps: ['Keep'],
  takes: ({ value }) => value !== 'draw',
  most: 20,
};

test('a table of six is filled with computers, played to its end through a power cut, and a rematch seats them again', async () => {
  const place = world.place('metro');
  const lobby = await ann.command(place, 'metro new', {});
  let page = await told(ann, lobby, '🤖 Add a computer');
  const strengths = labels(page).filter((label) => label.startsWith('+ '));
  expect(strengths[0]).toBe('+ easy');
  for (let n = 0; n < 5; n++) page = (await ann.press(page, '+ easy'))!;
  expect(labels(page).filter((label) => label.startsWith('✕ '))).toHaveLength(5);
  expect(words(page)).toContain('The table is full (6 of 6)');
  await now(ben, lobby, (m) => has(m, 'Full'), 'the full lobby');
  await now(ann, lobby, (m) => has(m, '▶ Start (6)'), 'six at the table');
  await ann.tap(lobby, '▶ Start (6)');
  const first = await ann.wait((m) => m.id > lobby.id && /your move/.test(m.content), 'the first turn');
  const end = await playOut(world, [ann], first.channel_id, way);
  expect(words(end)).toContain('With computers: it counts for no rating and no record.');
  expect(words(end).match(/🤖 \w+ \(easy\)/gu)!.length).toBeGreaterThan(4);
  const record = await recordIn(world, end);
  expect(record.seats).toEqual(expect.arrayContaining(['Ann']));
  expect(play(record)).toMatchObject({ over: true });
  await ann.tap(end, 'Rematch');
  await ben.wait((m) => m.id > end.id && has(m, '▶ Start (6)'), 'the rematch with all of them');
});

test('practice in direct messages: each press is answered with what the computer did', async () => {
  const direct = await world.direct(ben);
  const begun = await ben.command(direct, 'metro practice', { strength: 'easy' });
  expect(words(begun)).toMatch(/Practice #\d+/);
  const kept = (await takeTurn(
    // A game alone has no table: its own message is where one presses.
    { ...ben, press: async (message, label) => (label === 'My turn' ? message : ben.press(message, label)) },
    begun,
    way,
  ))!;
  expect(kept.length).toBeGreaterThan(0);
  const placed = (m: Message): number => Number(/(\d+) of 60 tiles placed/.exec(words(m))?.[1]);
  const before = placed(begun);
  // Their own tile and that of the computer.
  const after = await now(ben, begun, (m) => placed(m) === before + 2, "the computer's move");
  expect(words(after)).toMatch(/^\*\*🤖 Bolt \(easy\) placed/u);
});

test('nothing that was sent is wrong, and the log is clean', async () => {
  expect((await faultsOf(world)).faults).toEqual([]);
  expect(world.bot.output()).not.toMatch(/"level":(?:50|60)/);
});
