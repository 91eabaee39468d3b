import { expect, test } from 'vitest';
import { HOUR, MINUTE } from '../e2e/days.ts';
import type { Message, Person, Place } from '../e2e/person.ts';
import { asked, has, keypad, now, playLine, round, told } from '../e2e/private.ts';
import { words } from '../lib/message.ts';
import { ann, ben, change, cleo, lateBy, on, POST, place, site, sited, type Told } from './site.ts';

/** Messages, channels and rights that are not there any more. */

sited();

const kept = (id: number) =>
  site.read<{ message: string; lobby: string }>(
    `SELECT
      (SELECT message FROM messages WHERE messages.match = tables.match AND slot = 'phase:' || last) AS message,
      (SELECT message FROM messages WHERE messages.match = tables.match AND slot = 'lobby') AS lobby
      FROM tables WHERE match = ?`,
    id,
  )[0]!;
/** A channel that may be deleted: nothing else is played there. */
const newChannel = async (name: string): Promise<Place> => {
  const { guild } = place('metro');
  const made = (await site.world.control('POST', `/guilds/${guild}/channels`, { name })) as { id: string };
  return { guild, channel: made.id };
};
const DAY = 24 * HOUR;
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
  await expect.poll(refused).toBe(1);
  expect(await site.ledger.codes(id)).toHaveLength(2);
  // Answers to people need no right, and lead on; what is refused is not asked again at every press.
  let screen = (await ann.press(anns, '↺ Change'))!;
  expect(words(screen)).toMatch(/^I may not write .*\(\*\*Send Messages in Threads\*\*\)/);
  for (let n = 0; n < 10; n++) screen = await ann.command(place('general'), 'metrox board');
  expect(await refused()).toBe(1);
  for (const minutes of [1, 2]) {
    site.later(61_000);
    for (let n = 0; n < 5; n++) await ben.command(thread, 'metrox board');
    await expect.poll(refused).toBe(1 + minutes);
  }
  await deny();
  site.later(61_000);
  await ben.command(thread, 'metrox board');
  await round(ben, thread, 2);
  expect(screen.flags & 64).toBe(64);
});

test('the right to write was taken away in the middle of a game (50013): no time runs until it is back', async () => {
  const options = { channel: await newChannel('signals'), deadline: 3600, late: 'drop' };
  const { id, first, place: thread } = await site.sit([ann, ben, cleo], options);
  await change(options.channel.channel, { deny: ['SendMessagesInThreads'] });
  for (const person of [ann, ben, cleo]) await playLine(person, first);
  const row = () =>
    site.read<{ turn: number; paused: number; discordError: string | null }>(
      'SELECT turn, paused, trouble AS discordError FROM matches JOIN tables ON match = id WHERE id = ?',
      id,
    )[0]!;
  const retryAt = () =>
    site.read<{ at: number }>('SELECT retry_at AS at FROM tables WHERE match = ?', id)[0]!.at;
  await expect.poll(row).toEqual({ turn: 2, paused: 0, discordError: '50013' });
  // One finds it in the list and plays on; for the others nothing of the round is to be seen.
  const board = await boardOf(ann, id, 'quiet');
  expect(words(board)).toMatch(/^I may not write at the table any more/);
  await ann.press(board, keypad(board)[0]!);
  site.later(HOUR + MINUTE);
  await expect.poll(row).toMatchObject({ turn: 2, paused: 1 });
  const still = await boardOf(ben, id, 'quiet');
  expect(words(still)).toMatch(
    /^I could not write at this table any more, so it stopped <t:\d+:R>\. Nobody has to act\.\nThere I need: \*\*Send Messages in Threads\*\*\.$/,
  );
  // Whoever wants to plays on from there; time that runs out in the meantime stops it again, and costs nobody a seat.
  const open = (await ben.press(still, 'Go on'))!;
  // It was tried again at once and refused: presses within the next minute do not make it try.
  await expect.poll(row).toMatchObject({ discordError: '50013' });
  const refused = retryAt();
  expect(words(open)).toContain('round 2');
  await ben.press(open, keypad(open)[0]!);
  expect(await site.ledger.codes(id)).toHaveLength(5);
  site.later(HOUR + MINUTE);
  await expect.poll(row).toMatchObject({ turn: 2, paused: 1, discordError: '50013' });
  await expect.poll(retryAt).toBeGreaterThan(refused);
  expect(lateBy(id)).toEqual([]);

  await change(options.channel.channel, { deny: [] });
  // A minute after the last refusal any press makes it try again; the table then says so itself, and whoever plays there
  // goes on.
  site.later(MINUTE + 1_000);
  await boardOf(ben, id, 'quiet');
  const back = await cleo.wait((m) => m.channel_id === thread.channel && has(m, 'Go on'), 'the pause');
  expect(back.content).toContain(`**#${id} stood still** while I could not write in its place`);
  await cleo.tap(back, 'Go on');
  const again = await cleo.wait(
    (m) => m.id > back.id && m.channel_id === thread.channel && m.content.includes('**Round 2 ·'),
    'round 2',
  );
  expect(again.content).toContain(`Only <@${cleo.id}> is left`);
  await playLine(cleo, again);
  await round(ann, thread, 3);
  expect(lateBy(id)).toEqual([]);
});

/** Somebody's own board of a game, asked for elsewhere; where several may be meant it is picked from the list. */
async function boardOf(person: Person, id: number, from: string): Promise<Message> {
  const shown = await person.command(place(from), 'metrox board');
  if (!/^You sit at several tables here/.test(words(shown))) return shown;
  return (await person.choose(shown, String(id), /Open a game/))!;
}

test('the channel was deleted in the middle of a game (10003)', async () => {
  // The thread alone: the channel above it takes the table.
  const one = await site.sit([ann, ben]);
  await site.world.control('DELETE', `/channels/${one.place.channel}`);
  const board = await boardOf(ann, one.id, 'general');
  await ann.press(board, keypad(board)[0]!);
  const table = await round(ben, place('metro'), 1);
  expect(table.content).toContain(`The thread of #${one.id} is gone; we go on here.`);
  expect(table.content).toContain(`Only <@${ben.id}> is left`);
  await playLine(ben, table);
  expect((await round(ann, place('metro'), 2)).content).not.toContain('is gone');

  // All of it: the game stands still, is found in the list, and goes on where it is brought.
  const platform = await newChannel('platform');
  const other = await site.sit([ann, cleo], { channel: platform });
  await site.world.control('DELETE', `/channels/${platform.channel}`);
  const last = await boardOf(ann, other.id, 'quiet');
  expect(words(last)).toContain(`#${other.id} `);
  await ann.press(last, keypad(last)[0]!);
  const listed = async (person: Person) => words(await person.command(place('general'), 'games'));
  await expect
    .poll(() => listed(cleo))
    .toContain(`#${other.id} Tokyo** · lost its channel · round 1 · paused`);
  const still = await boardOf(cleo, other.id, 'quiet');
  expect(words(still)).toMatch(/^I could not write at this table any more, so it stopped/);
  expect(keypad(still)).toEqual([]);
  const list = await ann.command(place('general'), 'games');
  await ann.choose(list, String(other.id), /Move a game here/);
  const moved = await cleo.wait((m) => m.content.includes(`#${other.id} has moved here`), 'the table');
  expect(moved.channel_id).toBe(place('general').channel);
  await playLine(cleo, moved);
  await cleo.wait(
    (m) => m.id > moved.id && m.content.includes(`#${other.id} Tokyo · **Round 2 ·`),
    'round 2',
  );
  expect(await site.ledger.codes(other.id)).toHaveLength(2);
  expect(await listed(cleo)).not.toContain('lost its channel');
});

test('the thread was archived or locked (50083, 160005)', async () => {
  const { id, first, place: thread } = await site.sit([ann, ben], { channel: await newChannel('locks') });
  const above = site.read<{ channel: string }>('SELECT channel FROM matches WHERE id = ?', id)[0]!.channel;
  const choose = async (person: Person) => {
    const board = await boardOf(person, id, 'quiet');
    expect(words(board)).toContain(`#${id} `);
    await person.press(board, keypad(board)[0]!);
  };
  // Archived: whatever is to be shown opens it again.
  await change(thread.channel, { archived: true });
  await choose(ann);
  await now(ben, first, (m) => m.content.includes(`Only <@${ben.id}> is left`), 'who is left');
  await playLine(ben, first);
  await round(ben, thread, 2);

  // Locked: only people can open it, and they are told so once, also when it is archived as well.
  const locks = async () =>
    on((await site.world.requests()) as Told[], 'POST', POST).filter(({ body }) =>
      String(body?.content).includes(`🔒 The thread of #${id} is locked`),
    );
  const codes = new Set<string>();
  const refused = () => {
    codes.add(site.read<{ trouble: string }>('SELECT trouble FROM tables WHERE match = ?', id)[0]!.trouble);
    return [...codes];
  };
  await change(thread.channel, { locked: true });
  await choose(ann);
  const lock = await ben.wait((m) => m.content.includes(`thread of #${id} is locked`), 'the lock');
  expect(lock.channel_id).toBe(above);
  expect(has(lock, 'Move here')).toBe(true);
  expect(words(await ben.command(place('general'), 'games'))).toContain('its thread is locked');
  await expect.poll(refused).toEqual(['160005']);
  await change(thread.channel, { archived: true });
  site.later(HOUR + MINUTE);
  await expect.poll(refused).toEqual(['160005', '50083']);
  // A second table shows that this one has been through.
  await playLine(ben, (await site.sit([ann, ben])).first);
  expect(await locks()).toHaveLength(1);

  await change(thread.channel, { locked: false });
  site.later(HOUR + MINUTE);
  const back = await ben.wait((m) => m.channel_id === thread.channel && has(m, 'Go on'), 'the pause');
  await ben.tap(back, 'Go on');
  const open = await ben.wait(
    (m) => m.id > back.id && m.channel_id === thread.channel && m.content.includes('**Round 2 ·'),
    'round 2 again',
  );
  expect(open.content).toContain(`Only <@${ben.id}> is left`);
  await playLine(ben, open);
  await round(ann, thread, 3);
});

test('the thread archives itself while a game waits', async () => {
  const { id, first, place: thread } = await site.sit([ann, ben]);
  const archived = async () => {
    const channel = await fetch(`${site.world.url}/api/v10/channels/${thread.channel}`, {
      headers: { authorization: 'Bot playground' },
    });
    return ((await channel.json()) as { thread_metadata: { archived: boolean } }).thread_metadata.archived;
  };
  // A nonce holds for minutes: whoever dies before the table's message is noted posts it again after days.
  await expect.poll(() => kept(id).message).toBe(first.id);
  // Days in which nobody says anything; the bot comes to them late, so that Discord is first.
  await site.world.bot.stop('SIGKILL');
  site.later(8 * DAY + HOUR);
  await expect.poll(archived).toBe(true);
  await site.world.bot.start();
  // What is said at the table of the days that nobody was there opens it, and so does what reminds of the turn.
  await now(ben, first, (m) => m.content.includes('I was away for 8 days'), 'the absence');
  expect(await archived()).toBe(false);
  await change(thread.channel, { archived: true });
  site.later(DAY);
  const reminder = await ben.wait(
    (m) => m.channel_id === thread.channel && m.content.includes('⏳'),
    'the reminder',
  );
  expect(reminder.mentions.map((one) => one.id).sort()).toEqual([ann.id, ben.id].sort());
  expect(await archived()).toBe(false);
  // Where nothing reminds of anything, it is opened without a word.
  const more = await told(ann, first, '⋯ More');
  await ann.tap(more, 'Pause');
  const pause = await ben.wait((m) => m.channel_id === thread.channel && has(m, 'Go on'), 'the pause');
  const left = () =>
    site.read(
      "SELECT slot FROM messages JOIN tables USING (match) WHERE match = ? AND slot NOT IN ('lobby', 'phase:' || last)",
      id,
    );
  await expect.poll(left).toEqual([]);
  await change(thread.channel, { archived: true });
  site.later(7 * DAY + HOUR);
  await expect.poll(archived).toBe(false);
  await ben.tap(pause, 'Go on');
  const again = await ben.wait(
    (m) => m.id > pause.id && m.channel_id === thread.channel && m.content.includes('**Round 1 ·'),
    'round 1 again',
  );
  await playLine(ben, again);
  expect(await site.ledger.codes(id)).toHaveLength(1);
});

test('nothing of it was a fault of the bot', () => site.sound());
