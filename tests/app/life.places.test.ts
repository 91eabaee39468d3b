import { describe, expect, test, vi } from 'vitest';
import type { Origin } from '../../src/app/request.ts';
import { now } from '../../src/clock.ts';
import { setServer } from '../../src/store/guilds.ts';
import { moveTo } from '../../src/store/places.ts';
import { setTable } from '../../src/store/tables.ts';
import { usePictures } from '../blank.ts';
import { messageOf, standing, standingTable } from '../lib/messages.ts';
import { loaded } from '../match/people.ts';
import { chooses } from '../match/table.ts';
import {
  ANN,
  actsOf,
  BEN,
  becomesAway,
  CLEO,
  gathered,
  picksOf,
  pressed,
  said,
  settle,
  stand,
  store,
  table,
} from './crowd.ts';
import { idsOf, wordsOf } from './sound.ts';

usePictures('blank');

/** Where games are, and how they come to another place. */

gathered();

describe('a table that cannot be written to', () => {
  test.each([
    ['a voice channel', 2, 'I may not write at the table any more (**Connect**).'],
    ['a post or thread', 11, 'I may not write at the table any more (**Send Messages in Threads**).'],
    ['a channel of text', 0, "I may not write in the table's channel any more."],
  ])('in %s names what is lacking there', async (_place, type, says) => {
    const id = await table(2, { origin: 'a' });
    await setTable(store, id, { channel: '97', thread: null, discordError: '50001' });
    const rights = (1n << 10n) | (1n << 11n) | (1n << 15n) | (1n << 16n);
    Object.assign(stand.app, {
      rightsIn: (_guild: string, channel: string) => (channel === '97' ? rights : 0n),
      serverOf: () => ({ typeOf: () => type, hasRole: () => true }),
    });
    expect(await said(ANN, `mine|${id}|1`)).toContain(says);
  });
});

test('a table in a private thread that the bot was taken out of says what mends it, and goes on at once', async () => {
  const id = await table(2, { thread: false });
  stand.app.refresh(id);
  await settle();
  const here = { channel: '88', inThread: true, secret: true, parent: '54', permissions: 1n << 38n };
  stand.chat.refuse({ code: 50001, status: 403 }, ({ channel }) => channel === '88', 1);
  await chooses(store, id, ANN, now());
  stand.app.refresh(id);
  await settle();
  expect((await standingTable(store, id))!.discordError).toBe('50001');
  Object.assign(stand.app, { places: { ...stand.app.places, hasBot: async () => false } });
  const words = await said(ANN, `mine|${id}|1`, [], here);
  expect(words).toContain("I'm not in the table's private thread any more");
  expect(words).toContain(`Game #${id} is safe`);
  Object.assign(stand.app, { places: { ...stand.app.places, hasBot: async () => true } });
  expect(await said(ANN, `mine|${id}|1`, [], here)).not.toContain('private thread');
  await stand.tables.settled();
  expect((await standingTable(store, id))!.discordError).toBeNull();
  // What is refused for another reason is asked again as seldom as ever.
  stand.chat.refuse({ code: 50013, status: 403 }, ({ channel }) => channel === '88', 99);
  await chooses(store, id, BEN, now());
  stand.app.refresh(id);
  await settle();
  const before = stand.chat.calls.length;
  for (let n = 0; n < 20; n++) {
    await said(ANN, `mine|${id}|2`, [], here);
    await stand.tables.settled();
  }
  expect(stand.chat.calls.length - before).toBeLessThan(3);
});

describe('games, and the places they are in', () => {
  const words = async (user: string, more: Partial<Origin> = {}) => said(user, 'games|0|0', [], more);

  test('what waits first; paused, left, lost and locked ones say so', async () => {
    const waits = await table(2, { origin: 'a' });
    const others = await table(2, { origin: 'b' });
    await chooses(store, others, BEN, now());
    const paused = await table(2, { origin: 'c' });
    await stand.press(ANN, `pause|${paused}|1`);
    const left = await table(3, { origin: 'd' });
    await stand.press(BEN, `quitnow|${left}|1`);
    const lost = await table(2, { origin: 'e' });
    await setTable(store, lost, { channel: '99', discordError: '10003' });
    const locked = await table(2, { origin: 'f' });
    await setTable(store, locked, { channel: '98', discordError: '160005' });
    const closed = await table(2, { origin: 'g' });
    await setTable(store, closed, { channel: '97', discordError: '50013' });
    const lines = (await words(BEN)).split('\n');
    const line = (id: number) => lines.find((one) => one.includes(`**#${id} `))!;
    expect(line(waits)).toMatch(/^🟡 .*round 1 · your move · since <t:\d+:R>/);
    expect(line(others)).toMatch(/^⚪ .*waiting for Ann · since <t:\d+:R>/);
    expect(line(paused)).toMatch(/^🌙 .*paused · since <t:\d+:R>/);
    expect(line(left)).not.toContain('since');
    expect(line(left)).toMatch(/^💤 .*you left, the clock plays/);
    expect(line(lost)).toMatch(/^📦 .*lost its channel · round 1 · your move/);
    expect(line(lost)).not.toContain('discord.com');
    expect(line(locked)).toMatch(/^📦 .*its thread is locked/);
    expect(line(closed)).toMatch(/^📦 .*I may not write there/);
    const place = (id: number) => lines.indexOf(line(id));
    expect(place(waits)).toBeLessThan(place(others));
    expect(place(others)).toBeLessThan(place(paused));
    expect(place(paused)).toBeLessThan(place(left));
  });

  test('an away player sees that it is their move; the others do not wait for them', async () => {
    const id = await table(2);
    await becomesAway(id, BEN);
    expect(await words(BEN)).toContain('your move');
    await chooses(store, id, ANN, now());
    const away = await table(2, { origin: 'x' });
    await becomesAway(away, BEN);
    await stand.press(ANN, `quitnow|${away}|4`);
    expect(await words(ANN)).not.toContain('waiting for Ben');
  });

  test('the host brings a table here; the old place says where it went', async () => {
    const id = await table();
    stand.app.refresh(id);
    await settle();
    const old = (await standingTable(store, id))!;
    expect(old.message).not.toBeNull();
    const list = await pressed(ANN, 'games|0|0', [], { channel: '55' });
    expect(actsOf(list)).toContain('movehere');
    expect(actsOf(await pressed(BEN, 'games|0|0', [], { channel: '55' }))).not.toContain('movehere');
    expect(actsOf(await pressed(ANN, 'games|0|0', [], { channel: old.channel! }))).not.toContain('movehere');
    expect(actsOf(await pressed(ANN, 'games|0|0', [], { guild: '66' }))).not.toContain('movehere');
    expect(actsOf(await pressed(ANN, 'games|0|0', [], { guild: null }))).not.toContain('movehere');
    expect(await said(BEN, 'movehere|0|0', [`${id}`], { channel: '55' })).toBe(
      'Only the host, Ann, can do that.',
    );
    expect(await said(ANN, 'movehere|0|0', [`${id}`], { guild: '66', manages: true })).toContain(
      'Here are your games',
    );
    const moved = await said(ANN, 'movehere|0|0', [`${id}`], { channel: '55' });
    expect(moved).toContain(`#${id} is moving here.`);
    await settle();
    const now55 = (await standingTable(store, id))!;
    expect(now55).toMatchObject({ channel: '55', discordError: null, others: [] });
    const [there] = stand.chat.read('55');
    expect(there!.id).toBe(now55.message);
    expect(stand.chat.read('55')).toHaveLength(1);
    expect(wordsOf(there!.screen)).toContain(`#${id} has moved here.`);
    const former = stand.chat.messages.get(old.message!)!;
    expect(wordsOf(former.screen)).toBe('This table has moved:');
    // And back again: what stands there is not taken for the table.
    await pressed(ANN, `movehere|${id}|0`, [], { channel: old.channel! });
    await settle();
    const back = (await standingTable(store, id))!;
    expect(back.channel).toBe(old.channel);
    expect([now55.threaded, back.threaded]).toEqual([false, true]);
    expect(back.message).not.toBe(old.message);
    const says = async () =>
      wordsOf(stand.chat.messages.get((await standingTable(store, id))!.message!)!.screen);
    expect(await says()).toContain('has moved here');
    // Whoever comes hours later reads so as well, until the next round.
    const others = [BEN, CLEO, ANN];
    await chooses(store, id, others[0]!, now());
    stand.app.refresh(id);
    await settle();
    expect((await standingTable(store, id))!.message).toBe(back.message);
    expect(await says()).toContain('has moved here');
    for (const user of others.slice(1)) await chooses(store, id, user, now());
    stand.app.refresh(id);
    await settle();
    expect((await standingTable(store, id))!.message).not.toBe(back.message);
    expect(await says()).not.toContain('has moved here');
  });

  test('a question that is open goes with the table, there and back', async () => {
    const id = await table();
    stand.app.refresh(id);
    await settle();
    const old = (await standingTable(store, id))!;
    await stand.press(ANN, `askend|${id}|1`);
    await settle();
    const question = async (): Promise<string | undefined> => {
      const message = await messageOf(store, { match: id }, 'question:');
      const found = stand.chat.messages.get(message!);
      return found?.channel === (await standingTable(store, id))!.channel
        ? wordsOf(found!.screen)
        : undefined;
    };
    expect(await question()).toContain('<@1001>');
    for (const channel of ['55', old.channel!]) {
      await pressed(ANN, `movehere|${id}|0`, [], { channel });
      await settle();
      expect(await standingTable(store, id)).toMatchObject({ channel, others: [] });
      expect(await question()).toContain('<@1001>');
    }
  });

  test('what could not be noted before a table moved away is taken away, and one stands when it is back', async () => {
    const id = await table();
    stand.app.refresh(id);
    await settle();
    const first = (await standingTable(store, id))!;
    // Somebody deletes it, and the one in its place is posted and never noted.
    stand.chat.vanish(first.message!);
    stand.chat.refuse({ code: 0, status: 500 }, ({ what }) => what === 'post', 1, true);
    await chooses(store, id, ANN, now());
    stand.app.refresh(id);
    await settle();
    expect((await standingTable(store, id))!.message).toBeNull();
    await moveTo(store, id, '55', now());
    await moveTo(store, id, first.channel!, now());
    stand.app.refresh(id);
    await settle();
    const back = (await standingTable(store, id))!;
    expect(back).toMatchObject({ channel: first.channel, others: [] });
    expect(idsOf(stand.chat.messages.get(back.message!)!.screen)).not.toEqual([]);
    const pressable = stand.chat.read(first.channel!).filter(({ screen }) => idsOf(screen).length > 0);
    expect(pressable.map(({ id: one }) => one)).toEqual([back.message]);
    expect(stand.chat.read(first.channel!)).toHaveLength(1);
  });

  test('whose thread is gone goes on above it, and what stands where the lobby was leads there', async () => {
    const id = await table();
    stand.app.refresh(id);
    await settle();
    const before = (await standingTable(store, id))!;
    expect(before.threaded).toBe(true);
    const card = () => JSON.stringify(stand.chat.messages.get(before.lobbyMessage!)!.screen.body);
    expect(card()).toContain(`/${before.channel}/`);
    stand.chat.refuse({ code: 10003, status: 404 }, (call) => call.channel === before.channel, 99);
    for (const user of [ANN, BEN, CLEO]) await chooses(store, id, user, now());
    stand.app.refresh(id);
    await settle();
    const after = (await standingTable(store, id))!;
    expect(after).toMatchObject({ channel: before.lobbyChannel, threaded: false });
    expect(card()).not.toContain(`/${before.channel}/`);
    expect(card()).toContain(`/${after.channel}/${after.message}"`);
  });

  test('a thread that is found to be gone while the table moves does not take it away from where it went', async () => {
    const id = await table();
    stand.app.refresh(id);
    await settle();
    const { outbound } = stand.chat;
    const { edit } = outbound;
    Object.assign(outbound, {
      edit: async () => {
        Object.assign(outbound, { edit });
        await moveTo(store, id, '55', now());
        return { ok: false, code: 10003, status: 404 };
      },
    });
    await chooses(store, id, ANN, now());
    stand.app.refresh(id);
    await settle();
    expect(await standingTable(store, id)).toMatchObject({ channel: '55', discordError: null });
    expect(stand.chat.read('55')).toHaveLength(1);
  });

  test('brought to a channel that is gone by then, a table stands again where it was opened', async () => {
    const id = await table();
    stand.app.refresh(id);
    await settle();
    const before = (await standingTable(store, id))!;
    const gone = { code: 10003, status: 404 };
    stand.chat.refuse(gone, (call) => call.channel === '55', 99);
    await pressed(ANN, `movehere|${id}|0`, [], { channel: '55' });
    await settle();
    const after = (await standingTable(store, id))!;
    expect(after).toMatchObject({
      channel: before.lobbyChannel,
      threaded: false,
      discordError: null,
      others: [],
    });
    expect((await loaded(store, id)).paused).toBeNull();
    const shown = stand.chat.read(before.lobbyChannel).filter(({ id }) => id !== before.lobbyMessage);
    expect(shown.map((one) => one.id)).toEqual([after.message]);
    expect(idsOf(shown[0]!.screen)).toContain(`mine|${id}|1`);
    expect(wordsOf(shown[0]!.screen)).toContain(`#${id} has moved here.`);
    // What stood before cannot be taken for the table any more.
    expect(wordsOf(stand.chat.messages.get(before.message!)!.screen)).toBe('This table has moved:');
    // Where that is gone as well the game stands still until somebody brings it elsewhere.
    stand.chat.refuse(gone, (call) => call.channel === before.lobbyChannel, 99);
    for (const user of [ANN, BEN, CLEO]) await chooses(store, id, user, now());
    stand.app.refresh(id);
    await settle();
    expect(await standingTable(store, id)).toMatchObject({
      channel: before.lobbyChannel,
      discordError: '10003',
    });
    expect((await loaded(store, id)).paused?.by).toBe('bot');
  });

  test('what was lost goes on where it is brought, also by one who manages the server and sits nowhere', async () => {
    const id = await table();
    stand.app.refresh(id);
    await settle();
    const { channel } = (await standingTable(store, id))!;
    // The thread is locked: Discord refuses whatever comes next.
    stand.chat.refuse({ code: 160005, status: 400 }, (call) => call.channel === channel, 99);
    for (const user of [ANN, BEN, CLEO]) await chooses(store, id, user, now());
    stand.app.refresh(id);
    await vi.advanceTimersByTimeAsync(3000);
    await stand.tables.settled();
    expect((await standingTable(store, id))!.discordError).toBe('160005');
    expect((await loaded(store, id)).paused?.by).toBe('bot');
    const manager: Partial<Origin> = { manages: true, channel: '55' };
    const list = await pressed('1011', 'games|0|0', [], manager);
    expect(picksOf(list)).toEqual([`${id}`]);
    expect(actsOf(await pressed('1011', 'games|0|0', [], { channel: '55' }))).not.toContain('movehere');
    expect(await said('1011', 'movehere|0|0', [`${id}`], manager)).toContain('is moving here');
    await settle();
    expect((await loaded(store, id)).paused).toBeNull();
    expect(await standingTable(store, id)).toMatchObject({ channel: '55', discordError: null, retryAt: 0 });
    expect(stand.chat.read('55').length).toBeGreaterThan(0);
  });

  test('a thread that is locked is told of once above it, and again when it is locked again', async () => {
    const id = await table();
    stand.app.refresh(id);
    await settle();
    const { channel, lobbyChannel } = (await standingTable(store, id))!;
    const notices = () =>
      stand.chat.read(lobbyChannel).filter(({ screen }) => screen.body.content?.startsWith('🔒'));
    const locked = (times: number) =>
      stand.chat.refuse({ code: 50083, status: 400 }, (call) => call.channel === channel, times);
    const hour = async () => {
      await vi.advanceTimersByTimeAsync(3_600_000);
      stand.app.refresh(id);
      await settle();
    };
    locked(2);
    await chooses(store, id, ANN, now());
    stand.app.refresh(id);
    await settle();
    expect(notices()).toHaveLength(1);
    expect(await standing(store, { match: id }, 'locked')).toMatchObject([{ state: 'stands' }]);
    await hour();
    expect((await standingTable(store, id))!.discordError).toBe('50083');
    expect(notices()).toHaveLength(1);
    await hour();
    expect((await standingTable(store, id))!.discordError).toBeNull();
    await hour();
    expect(await standing(store, { match: id }, 'locked')).toEqual([]);
    expect(notices()).toHaveLength(1);
    locked(1);
    // It stood still for want of a place.
    expect((await loaded(store, id)).paused?.by).toBe('bot');
    await stand.press(ANN, `go|${id}|1`);
    stand.app.refresh(id);
    await settle();
    expect(notices()).toHaveLength(2);
  });

  test('rights that are missing here are named, and nothing moves', async () => {
    const id = await table();
    stand.app.refresh(id);
    await settle();
    const before = await standingTable(store, id);
    const screen = await pressed(ANN, `movehere|${id}|0`, [], { channel: '55', permissions: 1n << 10n });
    expect(wordsOf(screen)).toContain('**Send Messages**');
    expect(wordsOf(screen)).toContain('<#55>');
    expect(idsOf(screen)).toEqual([`movehere|${id}|0`]);
    expect(await standingTable(store, id)).toEqual(before);
    // Nor into a channel in which the server wants no tables.
    await setServer(store, '77', { channels: ['57'] }, '1011', now());
    expect(await said(ANN, `movehere|${id}|0`, [], { channel: '55' })).toBe('Tables live in <#57> here.');
    await setServer(store, '77', { channels: [] }, '1011', now());
    expect(await standingTable(store, id)).toEqual(before);
    // Into a thread it goes with a thread's rights.
    const rights = (1n << 10n) | (1n << 38n) | (1n << 15n) | (1n << 16n);
    const inThread = { channel: '56', permissions: rights, inThread: true, parent: '54' };
    const without = { ...inThread, permissions: 1n << 10n };
    const asked = await said(ANN, `movehere|${id}|0`, [], without);
    expect(asked).toContain('**Send Messages in Threads**');
    expect(asked).toContain('<#54>');
    expect(asked).not.toContain('<#56>');
    // A private one takes the bot in first.
    const places = { ...stand.app.places, hasBot: async () => false };
    Object.assign(stand.app, { places });
    const shutOut = await stand.press(ANN, `movehere|${id}|0`, [], { ...inThread, secret: true });
    expect(wordsOf(shutOut.screen!)).toContain("I'm not in this private thread");
    expect(idsOf(shutOut.screen!)).toEqual([`movehere|${id}|0`]);
    expect(await standingTable(store, id)).toEqual(before);
    const moderates = { ...inThread, secret: true, permissions: rights | (1n << 34n) };
    expect(await said(ANN, `movehere|${id}|0`, [], moderates)).toContain('is moving here');
    await settle();
    expect((await standingTable(store, id))!.channel).toBe('56');
  });
});
