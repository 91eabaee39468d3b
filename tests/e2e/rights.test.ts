import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setOffset } from '../clock.ts';
import { labels, words } from '../lib/message.ts';
import { type Club, openBlankClub, type Table } from './club.ts';
import { faultsOf } from './payloads.ts';
import type { Message, Person } from './person.ts';
import { asked, has, keypad, matchOf, now, playLine, round, startWith, told } from './private.ts';

let club: Club;
let ann: Person;
let ben: Person;

beforeAll(async () => {
  club = await openBlankClub('Ann', 'Ben');
  [ann, ben] = club.people as [Person, Person];
});

afterAll(() => club?.close());

const deny = (channel: string, ...names: string[]) =>
  club.world.control('PUT', `/channels/${club.world.place(channel).channel}`, { deny: names });

const CALLBACK = '/interactions/:id/:token/callback';
const ANSWER = '/webhooks/:id/:token/messages/@original';
const fault = (body: object) => club.world.control('POST', '/faults', body);

describe('rights that are missing before a lobby', () => {
  test('are named, together with where they can be given', async () => {
    const quiet = club.world.place('quiet');
    const answer = await ben.command(quiet, 'metrox new');
    expect(words(answer)).toBe(
      `I can't open a table in <#${quiet.channel}> yet. I still need: **Send Messages in Threads**, **Attach Files**. A server admin can give them: channel settings → Permissions → my role.`,
    );
    expect(labels(answer)).toEqual(['Check again']);
    const again = (await ben.press(answer, 'Check again'))!;
    expect(words(again)).toBe(words(answer));
  });

  test('Check again opens the table as it was asked for, once they are given', async () => {
    await deny('general', 'AttachFiles', 'SendMessages');
    const options = { map: 'osaka', players: 3, flip: 'manual' };
    const answer = await ben.command(club.world.place('general'), 'metrox new', options);
    expect(words(answer)).toMatch(/\*\*Send Messages\*\*, \*\*Attach Files\*\*/);
    await deny('general', 'AttachFiles');
    const still = (await ben.press(answer, 'Check again'))!;
    expect(words(still)).toMatch(/need: \*\*Attach Files\*\*\./);
    await deny('general');
    expect(words((await ben.press(still, 'Check again'))!)).toBe('The table is open in this channel.');
    const lobby = await ann.wait((m) => has(m, 'Join'));
    expect(words(lobby)).toMatch(/Osaka[\s\S]*1 of 3[\s\S]*👑 Ben[\s\S]*by hand/);
  });

  test('without threads alone it may do without one, and the game is played in the channel', async () => {
    await deny('general', 'SendMessagesInThreads', 'CreatePublicThreads');
    const here = club.world.place('general');
    const answer = await ben.command(here, 'metrox new', { map: 'tube-town' });
    expect(labels(answer)).toEqual(['Check again', 'Open without a thread']);
    await ben.press(answer, 'Open without a thread');
    const lobby = await ann.wait((m) => /Tube Town[\s\S]*this channel/.test(words(m)) && has(m, 'Join'));
    await startWith(ben, [ann], lobby);
    const first = await round(ann, here, 1);
    expect(first.content).toMatch(/^<@\d+> and <@\d+>, your move · #\d+ Tube Town · \*\*Round 1 · /);
    await deny('general');
  });
});

describe('rights taken away in the middle of a game', () => {
  let table: Table;
  let bens: Message;
  const refused = async () =>
    (await asked(club.world, 'POST', table.place.channel)).filter((one) => one.status === 403);
  const later = (seconds: number) => setOffset(club.world.clockFile, seconds * 1000);

  beforeAll(async () => {
    table = await club.sit([ann, ben], { map: 'tokyo', cards: ['N3', 'N4', 'N5'] });
  });

  test('those who have a private screen still play, and are told', async () => {
    const anns = await told(ann, table.first, 'My board');
    bens = await told(ben, table.first, 'My board');
    await deny('metro', 'SendMessages', 'SendMessagesInThreads');
    await ann.press(anns, /^T ×/);
    const next = (await ben.press(bens, /^T ×/))!;
    expect(words(next)).toMatch(/round 2/);
    await expect.poll(async () => (await refused()).length).toBe(1);
    const board = (await ann.press(anns, '↺ Change'))!;
    expect(words(board)).toMatch(
      new RegExp(
        `^I may not write at the table any more \\(\\*\\*Send Messages in Threads\\*\\*\\)\\. Game #${table.id} is safe; you can still`,
      ),
    );
    expect(keypad(board).length).toBeGreaterThan(0);
  });

  test('the list of games leads there too, and the choice counts', async () => {
    const list = await ann.command(club.world.place('general'), 'games');
    const board = (await ann.choose(list, String(table.id), /Open a game/))!;
    expect(words(board)).toMatch(/^I may not write[\s\S]*round 2/);
    const before = await club.ledger.codes(table.id, 0);
    let chosen = (await ann.choose(board, 'H', /details/))!;
    if (/A station of/.test(words(chosen))) chosen = (await ann.choose(chosen, /./))!;
    expect(words(chosen)).toMatch(/^I may not write[\s\S]*## You (play|fill) /);
    expect(await club.ledger.codes(table.id, 0)).toHaveLength(before.length + 1);
  });

  test('presses make the table try again once a minute at most', async () => {
    expect(await refused()).toHaveLength(1);
    later(61);
    for (let n = 0; n < 3; n++) await ben.command(table.place, 'metrox board');
    await expect.poll(async () => (await refused()).length).toBe(2);
    await ben.command(table.place, 'metrox board');
    expect(await refused()).toHaveLength(2);
  });

  test('the game goes on in its channel when they are back', async () => {
    await deny('metro');
    later(122);
    await ben.command(table.place, 'metrox board');
    const second = await round(ben, table.place, 2);
    expect(second.content).toContain(`✅ Only <@${ben.id}> is left`);
    await now(ben, table.first, (m) => m.components.length === 0 && /^Round 1 · /.test(m.content));
    const board = await told(ben, second, 'My board');
    expect(words(board)).not.toContain('I may not write');
  });
});

describe('messages that vanish', () => {
  test('a table that somebody deleted is posted again at the next choice', async () => {
    const table = await club.sit([ann, ben], { map: 'tokyo', cards: ['N3', 'N4', 'N5'] });
    await club.world.control('DELETE', `/messages/${table.first.id}`);
    await ann.wait(() => !ann.messages.has(table.first.id), 'the message to go');
    const board = await ann.command(table.place, 'metrox board');
    await ann.press(board, /^T ×/);
    const again = await round(ben, table.place, 1);
    expect(again.id).not.toBe(table.first.id);
    expect(again.content).toContain(`✅ Only <@${ben.id}> is left`);
    expect(again.attachments).toHaveLength(1);
    await playLine(ben, again, /^T /);
    await round(ben, table.place, 2);
    await now(ann, again, (m) => m.components.length === 0);
  });

  test('a lobby that somebody deleted is posted again when it changes', async () => {
    const lobby = await ben.command(club.world.place('general'), 'metrox new', { map: 'metro-city' });
    const options = await told(ben, lobby, '⚙ Options');
    await club.world.control('DELETE', `/messages/${lobby.id}`);
    await ben.choose(options, 'tokyo', /Map/);
    const again = await ann.wait(
      (m) => m.id > lobby.id && /Metro X · Tokyo/.test(words(m)) && has(m, 'Join'),
    );
    await ann.tap(again, 'Join');
    await now(ben, again, (m) => /👑 Ben · Ann/.test(words(m)));
  });

  test('a lobby that somebody deleted is found in /games, shown again, and started from there', async () => {
    const here = club.world.place('general');
    const lobby = await ben.command(here, 'metrox new', { map: 'osaka' });
    await now(ann, lobby, (m) => has(m, 'Join'));
    await ann.tap(lobby, 'Join');
    const stands = (person: Person, after: Message) =>
      person.wait((m) => m.id > after.id && /Osaka[\s\S]*👑 Ben · Ann$/m.test(words(m)) && has(m, 'Join'));
    await now(ben, lobby, (m) => /👑 Ben · Ann/.test(words(m)));
    await club.world.control('DELETE', `/messages/${lobby.id}`);
    const opened = async (person: Person, where = here) =>
      (await person.choose(await person.command(where, 'games'), String(matchOf(lobby)), /Open a game/))!;
    const own = await opened(ben);
    expect(labels(own)).toEqual(['Leave', '▶ Start (2)', 'Cancel', 'Show it again here']);
    expect(words((await ben.press(own, 'Show it again here'))!)).toContain('at the end of this channel');
    const again = await stands(ann, lobby);
    expect(labels(await opened(ann, club.world.place('metro')))).toEqual(['Leave', 'Cancel']);
    await ann.press(await opened(ann), 'Show it again here');
    const third = await stands(ben, again);
    await ben.wait(() => !ben.messages.has(again.id), 'the older one to go');
    await ben.press(await opened(ben), /Start/);
    await now(ann, third, (m) => /\*\*started\*\*/.test(words(m)));
    await round(ann, { channel: third.id }, 1);
  });
});

describe('late and broken answers', () => {
  let table: Table;
  let board: Message;

  beforeAll(async () => {
    table = await club.sit([ann, ben], { map: 'tokyo', cards: ['N3', 'N4', 'N5'] });
    board = await told(ben, table.first, 'My board');
  });

  test('an acknowledgement that comes too late: nothing is sent or counted, the next press is', async () => {
    await fault({ method: 'POST', route: CALLBACK, delay: 3500, times: 3 });
    const from = (await club.world.requests()).length;
    await expect(ben.press(board, /^T ×/)).rejects.toThrow(/interaction failed/);
    const sent = async () =>
      (await club.world.requests()).slice(from).filter(({ path }) => path.includes('/callback'));
    await expect
      .poll(async () => (await sent()).map((one) => one.status))
      .toEqual(expect.arrayContaining([404, 404]));
    expect(await club.ledger.codes(table.id, 1)).toEqual([]);
    const chosen = (await ben.press(board, /^T ×/))!;
    expect(words(chosen)).toContain('## You play T Tozai');
    expect(await club.ledger.codes(table.id, 1)).toHaveLength(1);
  });

  test('an answer that fails once comes all the same', async () => {
    await fault({ method: 'PATCH', route: ANSWER, status: 500, times: 1 });
    expect(words(await told(ben, table.first, 'My board'))).toContain('## You play T Tozai');
    await fault({ method: 'POST', route: CALLBACK, status: 500, times: 1 });
    expect(words(await told(ben, table.first, 'My board'))).toContain('## You play T Tozai');
  });

  test('an answer that keeps failing ends in an apology, and what was chosen is kept', async () => {
    const anns = await told(ann, table.first, 'My board');
    await fault({ method: 'PATCH', route: ANSWER, status: 500, times: 3 });
    const sorry = await told(ann, table.first, 'All boards');
    expect(words(sorry)).toMatch(
      /^Something broke on our side\. What was saved before stays\..*`[A-Z0-9]+-[A-Z0-9]+`/,
    );
    const [number] = /[A-Z0-9]+-[A-Z0-9]+(?=`)/.exec(words(sorry))!;
    await expect.poll(() => club.world.bot.output()).toContain(number);
    expect(words((await ann.press(sorry, 'Try again'))!)).toContain('## Your games');
    await fault({ method: 'PATCH', route: ANSWER, status: 500, times: 3 });
    const beside = await told(ann, anns, /^G ×/);
    expect(words(beside)).toMatch(/^Something broke on our side/);
    expect(await club.ledger.codes(table.id, 0)).toEqual([expect.stringMatching(/^G\./)]);
    await round(ben, table.place, 2);
  });

  test('a table that fails a few times is up to date soon after', async () => {
    const second = await round(ann, table.place, 2);
    await fault({ method: 'POST', route: '/channels/:id/messages', status: 500, times: 3 });
    await playLine(ann, second, /^C /);
    await playLine(ben, second, /^C /);
    await round(ben, table.place, 3);
  });
});

test('nothing the bot sent was out of shape or unasked', async () => {
  expect(club.world.bot.output()).not.toMatch(/refreshing a table failed|an interaction failed/);
  const { faults, checked } = await faultsOf(club.world);
  expect(faults.filter((one) => !/refused with (403|404|500)/.test(one))).toEqual([]);
  expect(checked).toBeGreaterThan(60);
});
