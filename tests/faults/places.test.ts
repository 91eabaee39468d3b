import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, words } from '../e2e/person.ts';
import { asked, keypad, now, playLine, round, told } from '../e2e/private.ts';
import { openSite, type Site } from './site.ts';

/** Messages, rights and people that are not there any more. */

let site: Site;
let ann: Person;
let ben: Person;

beforeAll(async () => {
  site = await openSite('Ann', 'Ben');
  [ann, ben] = site.people as [Person, Person];
});

afterAll(() => site?.close());

const place = (channel: string) => site.world.place(channel);
const kept = (id: number) =>
  site.read<{ message: string; lobby_message: string }>(
    'SELECT message, lobby_message FROM tables WHERE match = ?',
    id,
  )[0]!;
const remove = async (message: string) => {
  await site.world.control('DELETE', `/messages/${message}`);
  await ann.wait(() => !ann.messages.has(message), 'the message to go');
};

test('the board was deleted by a moderator (10008)', async () => {
  // In the channel itself, and twice in one round: also the one that was posted again may go.
  const { id, first } = await site.sit([ann, ben], { thread: false });
  const board = await told(ann, first, 'My board');
  await remove(first.id);
  let shown = first.id;
  let screen = (await ann.press(board, keypad(board)[0]!))!;
  for (const n of [1, 2]) {
    const again = await ben.wait((m) => m.id > shown && /Round 1 ·/.test(m.content), 'the table again');
    expect(again.content).toContain(`Only <@${ben.id}> is left`);
    expect(again.mentions.map((one) => one.id)).toEqual([ben.id]);
    expect(again.attachments).toHaveLength(1);
    await expect.poll(() => kept(id).message).toBe(again.id);
    shown = again.id;
    if (n === 2) break;
    await remove(again.id);
    screen = (await ann.press(screen, '↺ Change'))!;
    screen = (await ann.press(screen, keypad(screen)[1]!))!;
  }
  await playLine(ben, ben.messages.get(shown)!);
  await round(ann, place('metro'), 2);
  await now(ann, { id: shown }, (m) => m.components.length === 0, 'its diary line');
});

test('the right to write was taken away in the middle of a game (50013)', async () => {
  const { id, first, place: thread } = await site.sit([ann, ben]);
  const anns = await told(ann, first, 'My board');
  const bens = await told(ben, first, 'My board');
  const deny = (...names: string[]) =>
    site.world.control('PUT', `/channels/${place('metro').channel}`, { deny: names });
  const refused = async () =>
    (await asked(site.world, 'POST', thread.channel)).filter(({ status }) => status === 403).length;
  // In the channel it may still write: only threads are closed to it.
  await deny('SendMessagesInThreads');
  await ann.press(anns, keypad(anns)[0]!);
  const next = (await ben.press(bens, keypad(bens)[0]!))!;
  expect(words(next)).toContain('round 2');
  await expect.poll(refused, { timeout: 10_000 }).toBe(1);
  expect(await site.ledger.codes(id)).toHaveLength(2);
  // Answers to people need no right, and lead on; what is refused is not asked again at every press.
  let screen = (await ann.press(anns, '↺ Change'))!;
  expect(words(screen)).toMatch(/may not write/);
  for (let n = 0; n < 10; n++) screen = await ann.command(place('general'), 'metrox board');
  expect(await refused()).toBe(1);
  for (const minutes of [1, 2]) {
    site.later(61_000);
    for (let n = 0; n < 5; n++) await ben.command(thread, 'metrox board');
    await expect.poll(refused, { timeout: 10_000 }).toBe(1 + minutes);
  }
  await deny();
  site.later(61_000);
  await ben.command(thread, 'metrox board');
  await round(ben, thread, 2);
  expect(screen.flags & 64).toBe(64);
});

test('nothing of it was a fault of the bot', () => site.sound());
