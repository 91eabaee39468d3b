import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { abroad, HOUR, MINUTE } from '../e2e/days.ts';
import { type Message, type Person, type Place, words } from '../e2e/person.ts';
import { asked, has, keypad, now, playLine, round, told } from '../e2e/private.ts';
import { dice, takeTurn } from '../e2e/table.ts';
import { on, openSite, POST, type Site, type Told } from './site.ts';

/** Messages, rights and people that are not there any more. */

let site: Site;
let ann: Person;
let ben: Person;
let cleo: Person;
let dia: Person;

beforeAll(async () => {
  site = await openSite('Ann', 'Ben', 'Cleo', 'Dia');
  [ann, ben, cleo, dia] = site.people as [Person, Person, Person, Person];
});

afterEach(async () => {
  await site.heal();
  await change(place('metro').channel, { deny: [] });
});
afterAll(() => site?.close());

const place = (channel: string) => site.world.place(channel);
const kept = (id: number) =>
  site.read<{ message: string; lobby_message: string }>(
    'SELECT message, lobby_message FROM tables WHERE match = ?',
    id,
  )[0]!;
const change = (channel: string, to: Record<string, unknown>) =>
  site.world.control('PUT', `/channels/${channel}`, to);
/** A channel that may be deleted: nothing else is played there. */
const newChannel = async (name: string): Promise<Place> => {
  const { guild } = place('metro');
  const made = (await site.world.control('POST', `/guilds/${guild}/channels`, { name })) as { id: string };
  return { guild, channel: made.id };
};
const lateBy = (id: number) =>
  site.read<{ code: string }>("SELECT code FROM actions WHERE match = ? AND code LIKE '/late.%'", id);
const DAY = 24 * HOUR;
const DIRECT = '/users/@me/channels';
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
    site.read<{ turn: number; paused: number; trouble: string | null }>(
      'SELECT turn, paused, trouble FROM matches JOIN tables ON match = id WHERE id = ?',
      id,
    )[0]!;
  await expect.poll(row).toEqual({ turn: 2, paused: 0, trouble: '50013' });
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
  expect(words(open)).toContain('round 2');
  await ben.press(open, keypad(open)[0]!);
  expect(await site.ledger.codes(id)).toHaveLength(5);
  site.later(HOUR + MINUTE);
  await expect.poll(row).toMatchObject({ turn: 2, paused: 1, trouble: '50013' });
  expect(lateBy(id)).toEqual([]);

  await change(options.channel.channel, { deny: [] });
  // Any press makes it try again, but for a minute after a refusal, of which the last may have been on its way just now;
  // the table then says so itself, and whoever plays there goes on.
  for (let presses = 0; presses < 2; presses++) {
    site.later(MINUTE + 1_000);
    await boardOf(ben, id, 'quiet');
  }
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
    (m) => m.channel_id === thread.channel && m.content.startsWith('⏳'),
    'the reminder',
  );
  expect(reminder.mentions.map((one) => one.id).sort()).toEqual([ann.id, ben.id].sort());
  expect(await archived()).toBe(false);
  // Where nothing reminds of anything, it is opened without a word.
  const more = await told(ann, first, '⋯ More');
  await ann.tap(more, 'Pause');
  const pause = await ben.wait((m) => m.channel_id === thread.channel && has(m, 'Go on'), 'the pause');
  const upkeep = () => site.read('SELECT old, reminder FROM tables WHERE match = ?', id)[0];
  await expect.poll(upkeep).toEqual({ old: '[]', reminder: null });
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

/** Chooses one digest a day. */
const wantDigest = async (person: Person): Promise<Message> => {
  const settings = await person.command(place('general'), 'settings');
  return (await person.choose(settings, 'digest', /What pings you/))!;
};

test('direct messages are closed (50007)', async () => {
  const { id, place: thread } = await site.sit([ann, ben]);
  await wantDigest(ben);
  const { channel } = await site.world.direct(ben);
  const seen = await site.watch();
  const tries = async () => on(await seen(), 'POST', POST).filter(({ path }) => path.includes(channel));
  await site.world.control('POST', '/dms', { user: ben.id, open: false });
  site.later(DAY);
  await expect.poll(tries).toMatchObject([{ status: 403 }]);
  // Once is enough: from now on he is reminded where the game is.
  site.later(7 * DAY + HOUR);
  const reminder = await ben.wait(
    (m) =>
      m.channel_id === thread.channel && m.content.startsWith('⏳') && m.content.includes(`<@${ben.id}>`),
    'the reminder',
  );
  expect(reminder.mentions.map((one) => one.id).sort()).toEqual([ann.id, ben.id].sort());
  expect(await tries()).toHaveLength(1);
  // Choosing it anew is a new try.
  await site.world.control('POST', '/dms', { user: ben.id, open: true });
  await wantDigest(ben);
  site.later(DAY);
  const digest = await ben.wait((m) => m.channel_id === channel, 'the digest');
  expect(words(digest)).toContain(`#${id} Tokyo`);
});

test('a reminder goes to the wrong direct messages', async () => {
  const games = [await site.sit([ann, cleo]), await site.sit([ann, dia])];
  const readers = [cleo, dia];
  for (const reader of readers) await wantDigest(reader);
  const seen = await site.watch();
  // The first to be asked about is answered last.
  await site.fault({ method: 'POST', route: DIRECT, delay: 1_500, times: 1 });
  site.later(DAY);
  const channels: string[] = [];
  for (const [i, reader] of readers.entries()) {
    const { channel } = await site.world.direct(reader);
    channels.push(channel);
    const digest = words(await reader.wait((m) => m.channel_id === channel, 'the digest'));
    expect(digest).toContain(`#${games[i]!.id} Tokyo`);
    expect(digest).not.toContain(`#${games[1 - i]!.id} Tokyo`);
  }
  // One message each, and none for those who never asked for any.
  const sent = on(await seen(), 'POST', POST).map(({ path }) => path.split('/')[2]!);
  for (const channel of channels) expect(sent.filter((one) => one === channel)).toHaveLength(1);
  expect(sent).not.toContain((await site.world.direct(ann)).channel);
});

test('a game goes on wrongly after the bot was removed and asked back', async () => {
  const there = await abroad(site.world, 'tracks');
  const { id, first, place: thread } = await site.sit([ann, ben], { channel: there, deadline: 3600 });
  await site.world.control('DELETE', `/guilds/${there.guild}`);
  const standing = () =>
    site.read<{ paused: number; gone: number | null }>(
      'SELECT paused, gone_at AS gone FROM matches JOIN guilds ON guilds.id = guild WHERE matches.id = ?',
      id,
    )[0]!;
  await expect.poll(standing).toMatchObject({ paused: 1 });
  expect(standing().gone).not.toBeNull();
  const sent = await site.watch();
  // The time of the turn passes, and half of the next; games of other servers have theirs.
  const other = await site.sit([cleo, dia], { deadline: 3600 });
  site.later(HOUR + MINUTE);
  await round(cleo, other.place, 2);
  expect(lateBy(other.id)).toHaveLength(2);
  expect(lateBy(id)).toEqual([]);
  const places = [there.channel, thread.channel, there.guild!];
  const paths = (await sent()).map(({ path }) => path);
  expect(paths.filter((path) => places.some((one) => path.includes(one)))).toEqual([]);

  await site.world.control('POST', `/guilds/${there.guild}`);
  const still = await ben.wait((m) => m.channel_id === thread.channel && has(m, 'Go on'), 'the pause');
  expect(still.content).toContain(`**#${id} stood still**`);
  expect(lateBy(id)).toEqual([]);
  await ben.tap(still, 'Go on');
  const open = await ben.wait(
    (m) => m.id > still.id && m.channel_id === thread.channel && m.content.includes('**Round 1 ·'),
    'round 1 again',
  );
  expect(open.id).not.toBe(first.id);
  for (const person of [ann, ben]) await playLine(person, open);
  await round(ann, thread, 2);
  expect(lateBy(id)).toEqual([]);
});

test('a member left the server in the middle of a game', async () => {
  const eli = await site.world.person('Eli');
  const people = [ann, ben];
  const { id, first, place: thread } = await site.sit([eli, ...people], { deadline: 3600 });
  await playLine(eli, first);
  const roll = dice(11);
  for (const person of people) await takeTurn(person, first, roll);
  let open = await round(ann, thread, 2);
  await site.world.control('DELETE', `/guilds/${thread.guild}/members/${eli.id}`);
  // The host is not there any more; the clock plays for them, then it is not waited for them, and the crown goes on.
  for (const n of [1, 2, 3]) {
    for (const person of people) await takeTurn(person, open, roll);
    await now(ann, open, (m) => m.content.includes(`Only <@${eli.id}> is left`), 'who is left');
    site.later(HOUR + MINUTE);
    open = await round(ann, thread, n + 2);
    expect(open.content).toMatch(/The clock played .*for Eli/);
    expect(lateBy(id)).toEqual(Array(n).fill({ code: '/late.0' }));
  }
  expect(open.content).toContain('👑 Ann is the host now.');
  expect(open.mentions.map((one) => one.id).sort()).toEqual([ann.id, ben.id].sort());
  for (const person of people) await takeTurn(person, open, roll);
  open = await round(ann, thread, 6);
  expect(lateBy(id)).toHaveLength(3);
  // Somebody who is here sits down in the seat, and is waited for.
  await dia.tap(await told(dia, open, /^Take over seat \d: Eli$/), 'Sit down');
  await now(ann, open, (m) => m.content.includes('Dia plays on for Eli'), 'who sits there');
  for (const person of people) await takeTurn(person, open, roll);
  await now(ann, open, (m) => m.content.includes(`Only <@${dia.id}> is left`), 'who is left');
  await takeTurn(dia, open, roll);
  await round(ben, thread, 7);
});

test('a host left the server in a game without a limit', async () => {
  const fay = await site.world.person('Fay');
  const { id, first, place: thread } = await site.sit([fay, ann, ben]);
  const roll = dice(12);
  for (const person of [ann, ben]) await takeTurn(person, first, roll);
  await site.world.control('DELETE', `/guilds/${thread.guild}/members/${fay.id}`);
  const seats = () =>
    site.read<{ state: string }>('SELECT state FROM seats WHERE match = ? AND seat = 0', id);
  await told(dia, first, '⋯ More');
  expect(seats()).toEqual([{ state: 'here' }]);
  // After a day whoever asks what there is to do makes the bot ask for them.
  site.later(25 * HOUR);
  await told(dia, first, '⋯ More');
  const next = await round(ann, thread, 2);
  expect(next.content).toContain('Fay is not in this server any more; we go on without waiting.');
  expect(next.content).toContain('👑 Ann is the host now.');
  expect(seats()).toEqual([{ state: 'away' }]);
  // Ben takes the digest by now, which tells of a game without a limit.
  expect(next.mentions.map((one) => one.id)).toEqual([ann.id]);
  await dia.tap(await told(dia, next, /^Take over seat \d: Fay$/), 'Sit down');
  await now(ann, next, (m) => m.content.includes('Dia plays on for Fay'), 'who sits there');
});

test('nothing of it was a fault of the bot', () => site.sound());
