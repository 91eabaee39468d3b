import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { decode, encode } from '../../src/app/ids.ts';
import { drawn } from '../../src/app/outbound.ts';
import type { Match } from '../../src/match/match.ts';
import { whenFree } from '../../src/store/engine/busy.ts';
import { positions } from '../app/positions.ts';
import { endScreens, type Shown, seatScreens, V2 } from '../app/shown.ts';
import { playRun } from '../e2e/days.ts';
import { faultsOf } from '../e2e/payloads.ts';
import { type Message, menuOf, type Person, type Place } from '../e2e/person.ts';
import { has, keypad, leftBehind, matchOf, now, playLine, round, told } from '../e2e/private.ts';
import { parts, words } from '../lib/message.ts';
import { ANSWER, MESSAGE, on, openSite, POST, type Site, shown, type Told } from './site.ts';

/** What Discord does not take, does not show, or does not tell anybody of. */

const SEATS = 25;
/** As long as names get, of letters that need the most room. */
const longName = (n: number): string => `${String(n).padStart(2, '0')}${'W@*_`'.repeat(6)}`;

let site: Site;
let ann: Person;
let ben: Person;
/** Everybody at the largest table that there is. */
let all: Person[];
let crowd: { id: number; lobby: Message; place: Place };

beforeAll(async () => {
  site = await openSite('Ann', 'Ben');
  [ann, ben] = site.people as [Person, Person];
  all = [];
  for (let n = 0; n < SEATS; n++) {
    const { token } = (await site.world.control('POST', '/people', { name: longName(n) })) as {
      token: string;
    };
    all.push(await site.world.person(token.replace('person-', '')));
  }
  const [host, ...guests] = all;
  const here = site.world.place('metro');
  const lobby = await host!.command(here, 'metrox new', { map: 'tokyo', flip: 'manual', thread: false });
  await Promise.all(
    guests.map(async (guest) => {
      await now(guest, lobby, (m) => has(m, 'Join'));
      await guest.tap(lobby, 'Join');
    }),
  );
  crowd = { id: matchOf(lobby), lobby, place: here };
});

afterEach(() => site.heal());
afterAll(() => site?.close());

const everything = async () => (await site.world.requests()) as Told[];

test('too long a text: 25 people with the longest names', async () => {
  const [host] = all;
  const lobby = await now(host!, crowd.lobby, (m) => words(m).includes(`${SEATS} of ${SEATS}`));
  expect(words(lobby).match(/\d\dW/g)).toHaveLength(SEATS);
  await whenFree(() =>
    site.ledger.stack(crowd.id, SEATS, ({ state }) =>
      /^N[345]$/.test(String((state as { card: string }).card)),
    ),
  );
  await host!.tap(lobby, /Start/);
  const ask = await host!.wait((m) => /turn the first card/.test(m.content) && has(m, 'Flip'), 'the flip');
  const whom = await told(host!, ask, 'Hand on the flipping');
  expect(menuOf(whom)!.options).toHaveLength(SEATS - 1);
  await host!.tap(ask, 'Flip');
  const table = await round(host!, crowd.place, 1);
  expect(table.mentions).toHaveLength(SEATS);
  expect(table.content.length).toBeLessThanOrEqual(2000);
  const sheet = await told(host!, table, 'All boards');
  expect(menuOf(sheet)!.options).toHaveLength(SEATS);
  for (const message of shown(await everything())) {
    expect(message.content.length).toBeLessThanOrEqual(2000);
    // In a message of components all words count together.
    const displayed = parts(message).reduce((sum, part) => sum + (part.content?.length ?? 0), 0);
    expect(displayed).toBeLessThanOrEqual(4000);
    for (const part of parts(message)) expect((part.label ?? '').length).toBeLessThanOrEqual(80);
  }
});

test('the table is edited at every press: rate limited (429)', async () => {
  const table = await round(ann, crowd.place, 1);
  await site.world.control('POST', '/limits', { method: 'PATCH', route: MESSAGE, limit: 5, per: 5 });
  const seen = await site.watch();
  for (const person of all.slice(0, 20)) {
    const choose = () => playLine(person, table, /^[A-Z] /);
    // The menu may be a newer one by the time it is used.
    await choose().catch(choose);
  }
  const { game, state } = await site.ledger.match(crowd.id);
  expect(game.toAct(state)).toHaveLength(SEATS - 20);
  await now(ann, table, (m) => m.content.includes(`20 of ${SEATS} have chosen`));
  await site.world.control('DELETE', '/limits');
  const edits = on(await seen(), 'PATCH', MESSAGE).filter(({ path }) => path.endsWith(table.id));
  expect(edits.map(({ status }) => status)).toEqual(edits.map(() => 200));
  const pauses = edits.slice(1).map(({ at }, i) => at - edits[i]!.at);
  for (const pause of pauses) expect(pause).toBeGreaterThan(1_900);
});

test('a message older than an hour was edited too often (30046)', async () => {
  const { id, first, place } = await site.sit([ann, ben], { channel: 'general' });
  site.later(2 * 3_600_000);
  const seen = await site.watch();
  const from = Date.now();
  // Nothing that is so old can be edited, however often it is tried.
  await site.world.control('POST', '/limits', { old: true, route: '*', limit: 0, per: 600 });
  try {
    await playLine(ann, first);
    const table = await ben.wait(
      (m) => m.channel_id === place.channel && m.content.includes(`Only <@${ben.id}> is left`),
      'who is left',
    );
    expect(table.id).not.toBe(first.id);
    expect(Date.now() - from).toBeLessThan(60_000);
    // The old one is taken away, so that one table stands there, and nobody insisted.
    await ben.wait(() => !ben.messages.has(first.id), 'the old table to go');
    const tries = on(await seen(), 'PATCH', MESSAGE).filter(({ path }) => path.endsWith(first.id));
    expect(tries.map(({ status }) => status)).toEqual([429]);
    await playLine(ben, table);
    await round(ann, place, 2);
    expect(await site.ledger.codes(id)).toHaveLength(2);
  } finally {
    await site.world.control('DELETE', '/limits');
  }
});

test('an edit tells nobody: whose turn it is comes in a new message', async () => {
  const { id, place, first } = await site.sit([ann, ben], { channel: 'general' });
  const seen = await site.watch();
  let table = first;
  for (let n = 1; n < 4; n++) {
    const waiting = await told(ben, table, 'My board');
    await site.ledger.ahead(id, ({ game, state }) => game.turn(state) > n);
    // The bot comes to know of it by the next press.
    await ben.press(waiting, keypad(waiting)[0]!);
    table = await round(ann, place, n + 1);
  }
  const sent = (await seen()).filter(({ path }) => path.startsWith(`/channels/${place.channel}/`));
  const users = (one: Told) => (one.body?.allowed_mentions as { users?: string[] } | undefined)?.users;
  const posts = on(sent, 'POST', POST);
  expect(posts.map(users)).toEqual(posts.map(() => [ann.id, ben.id]));
  expect(posts.map(({ body }) => /Round (\d)/.exec(String(body?.content))![1])).toEqual(['2', '3', '4']);
  // Discord takes an edit without the list for one that mentions everybody in its text.
  for (const edit of on(sent, 'PATCH', MESSAGE)) expect(users(edit)).toBeDefined();
});

test('more than 25 options in a menu, none, or two alike (50035)', async () => {
  for (const [seed, map] of ['tokyo', 'tube-town'].entries()) {
    const screen = await ann.command(site.world.place('quiet'), 'metrox solo', { practice: map });
    const end = await playRun(ann, screen, 31 + seed, (m) => has(m, 'Same cards again'));
    expect(words(end)).toMatch(/points?/);
  }
  const menus = shown(await everything()).flatMap((message) =>
    parts(message).filter(({ type }) => type === 3),
  );
  expect(menus.length).toBeGreaterThan(50);
  for (const { options = [], custom_id } of menus) {
    expect(options.length, custom_id).toBeGreaterThan(0);
    expect(options.length, custom_id).toBeLessThanOrEqual(25);
    expect(new Set(options.map(({ value }) => value)).size, custom_id).toBe(options.length);
  }
});

test('an id of more than 100 characters, or half a character in it', async () => {
  const part = fc.stringMatching(/^[\w.*/:-]{0,20}$/);
  fc.assert(
    fc.property(
      fc.nat(9_999_999_999),
      fc.nat(9999),
      fc.array(part, { maxLength: 3 }),
      (match, turn, given) => {
        const text = encode('pick', match, turn, ...given);
        expect(text.length).toBeLessThanOrEqual(100);
        expect(decode(text)).toMatchObject({ act: 'pick', match, turn, parts: given });
      },
    ),
  );
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 120 }), (text) => {
      const id = decode(text);
      if (id) expect(encode(id.act, id.match, id.turn, ...id.parts)).toBe(text);
    }),
  );
  for (const half of ['\ud83d', 'pick|1|1|\udc00', '\ud800|1|1']) expect(decode(half)).toBeUndefined();
  // Somebody else's id, as long as may be, is answered.
  for (const custom_id of ['x'.repeat(100), '🚇'.repeat(50), '{"turn":1,"cards":[1,2,3]}']) {
    const old = await leftBehind(site.world, site.world.place('general').channel, [{ type: 2, custom_id }]);
    const answer = await told(ann, await ann.wait((m) => m.id === old), 'Old');
    expect(words(answer)).toMatch(/^I don't know that button any more/);
  }
  const ids = shown(await everything()).flatMap((m) => parts(m).flatMap(({ custom_id }) => custom_id ?? []));
  expect(Math.max(...ids.map((id) => id.length))).toBeLessThanOrEqual(100);
});

test('too large an upload (40005, 413)', async () => {
  // The end of the largest game: nine boards and the record; then all boards on one sheet.
  const setting = { map: 'tube-town', seats: SEATS, flip: 'auto', seed: 77 } as const;
  const over = [...positions(setting, () => false)].at(-1)!;
  const sizes: number[] = [];
  for await (const { screen } of twoOf(over)) {
    const files = ((await drawn(screen)).files ?? []).map(({ data }) => data.length);
    sizes.push(...files);
    expect(files.reduce((sum, size) => sum + size, 0)).toBeLessThan(8_000_000);
  }
  expect(sizes.length).toBeGreaterThan(10);
  expect(Math.max(...sizes)).toBeLessThan(1_000_000);
  // And if Discord should find one too large, the player hears of it and may go on.
  const { id, first } = await site.sit([ann, ben], { channel: 'general' });
  await site.fault({ method: 'PATCH', route: ANSWER, status: 413, code: 40005, times: 1 });
  const sorry = await playLine(ann, first);
  expect(words(sorry)).toMatch(/^Something broke on our side\. What was saved before stays/);
  expect(await site.ledger.codes(id)).toHaveLength(1);
  expect(words(await told(ann, first, 'My board'))).toContain('## You play ');
});

async function* twoOf(match: Match): AsyncGenerator<Shown> {
  for await (const one of endScreens(match)) if (one.what === 'end') yield one;
  for await (const one of seatScreens(match, 0)) {
    yield one;
    return;
  }
}

test('words, files and components do not go together (Components V2)', async () => {
  const { id, place, first } = await site.sit([ann, ben], { channel: 'general' });
  const waiting = await told(ben, first, 'My board');
  await site.ledger.ahead(id);
  await ben.press(waiting, keypad(waiting)[0]!);
  // A message of words becomes one of components, and stays one.
  const end = await ann.wait((m) => m.channel_id === place.channel && has(m, 'Rematch'), 'the result');
  expect(end.flags & V2).toBe(V2);
  // The thread is put away after a game, and takes no edits until it is opened again.
  const url = `${site.world.url}/api/v10/channels/${place.channel}`;
  const archived = async () => {
    const channel = await fetch(url, { headers: { authorization: 'Bot playground' } });
    return ((await channel.json()) as { thread_metadata: { archived: boolean } }).thread_metadata.archived;
  };
  await expect.poll(archived).toBe(true);
  await site.world.control('PUT', `/channels/${place.channel}`, { archived: false });
  const from = `${site.world.url}/api/v10/channels/${place.channel}/messages/${end.id}`;
  const back = await fetch(from, {
    method: 'PATCH',
    headers: { authorization: 'Bot playground', 'content-type': 'application/json' },
    body: JSON.stringify({ flags: 0, content: 'words', components: [], allowed_mentions: { parse: [] } }),
  });
  expect([back.status, ((await back.json()) as { code: number }).code]).toEqual([400, 50035]);

  const sent = await everything();
  let rich = 0;
  for (const one of sent.filter(({ body }) => Number(body?.flags) & V2)) {
    rich++;
    const { content, embeds } = one.body as { content?: string; embeds?: unknown[] };
    expect([content ?? '', embeds ?? []]).toEqual(['', []]);
    // What is uploaded is shown, or nobody sees it.
    for (const { name } of one.files) expect(JSON.stringify(one.body)).toContain(`attachment://${name}`);
    expect(parts(one.body as unknown as Message).length).toBeLessThanOrEqual(40);
  }
  expect(rich).toBeGreaterThan(50);
  // Where containers stand, Discord may fail to list a channel's messages: nothing here hangs on that.
  expect(sent.filter(({ method, route }) => method === 'GET' && route === POST)).toEqual([]);
});

test('nothing else that was sent is out of shape', async () => {
  const { faults, checked } = await faultsOf(site.world);
  expect(faults.filter((fault) => !/refused with (413|429|400)$/.test(fault))).toEqual([]);
  expect(checked).toBeGreaterThan(200);
});
