import { expect, test } from 'vitest';
import { abroad, HOUR, MINUTE } from '../e2e/days.ts';
import type { Message, Person } from '../e2e/person.ts';
import { has, now, playLine, round, told } from '../e2e/private.ts';
import { takeTurn } from '../e2e/table.ts';
import { dice } from '../lib/chance.ts';
import { words } from '../lib/message.ts';
import { ann, ben, cleo, dia, lateBy, on, POST, place, site, sited } from './site.ts';

/** People who are not there any more, or take no messages, and a bot that was removed. */

sited();

const DAY = 24 * HOUR;
const DIRECT = '/users/@me/channels';

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
  await site.world.control('PUT', `/people/${ben.id}/dm`, { closed: true });
  site.later(DAY);
  await expect.poll(tries).toMatchObject([{ status: 403 }]);
  // Once is enough: from now on he is reminded where the game is.
  site.later(7 * DAY + HOUR);
  const reminder = await ben.wait(
    (m) => m.channel_id === thread.channel && m.content.includes('⏳') && m.content.includes(`<@${ben.id}>`),
    'the reminder',
  );
  expect(reminder.mentions.map((one) => one.id).sort()).toEqual([ann.id, ben.id].sort());
  expect(await tries()).toHaveLength(1);
  // Choosing it anew is a new try.
  await site.world.control('PUT', `/people/${ben.id}/dm`, { closed: false });
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
  for (const person of people) await takeTurn(person, open, roll);
  await now(ann, open, (m) => m.content.includes(`Only <@${eli.id}> is left`), 'who is left');
  // When their time is up the bot learns why: they are not late, nobody waits for them, and the crown goes on.
  site.later(HOUR + MINUTE);
  open = await round(ann, thread, 3);
  expect(open.content).toContain('Eli is not in this server any more; we go on without waiting.');
  expect(open.content).toContain('👑 Ann is the host now.');
  expect(open.mentions.map((one) => one.id).sort()).toEqual([ann.id, ben.id].sort());
  for (const n of [4, 5, 6]) {
    for (const person of people) await takeTurn(person, open, roll);
    open = await round(ann, thread, n);
  }
  expect(lateBy(id)).toEqual([]);
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
  await wantDigest(ben);
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
  // Ben takes the digest, which tells of a game without a limit.
  expect(next.mentions.map((one) => one.id)).toEqual([ann.id]);
  await dia.tap(await told(dia, next, /^Take over seat \d: Fay$/), 'Sit down');
  await now(ann, next, (m) => m.content.includes('Dia plays on for Fay'), 'who sits there');
});

test('nothing of it was a fault of the bot', () => site.sound());
