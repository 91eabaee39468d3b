import { afterAll, beforeAll, expect, test } from 'vitest';
import { words } from '../lib/message.ts';
import { type Club, openBlankClub, type Table } from './club.ts';
import type { Message, Person } from './person.ts';
import { alts, asked, literal, now, playLine, told } from './private.ts';

/** Names as rude people choose them, and how they are to look. */
const HOSTILE = [
  ['@everyone <@&1> **x**', '@everyone <@&1>…'],
  ['\u202Egnp.exe\u202C \u05E9\u05DC\u05D5\u05DD', 'gnp.exe \u05E9\u05DC\u05D5\u05DD'],
  [`Z${'\u0301'.repeat(100)}`, `\u0179${'\u0301'.repeat(3)}`],
  ['🚇'.repeat(32), `${'🚇'.repeat(15)}…`],
  ['# [a](http://b.c)\n> `x`', '# [a](http://b.…'],
] as const;

let club: Club;
let ben: Person;
let guests: Person[];
let table: Table;

beforeAll(async () => {
  club = await openBlankClub('Ben');
  [ben] = club.people as [Person];
  guests = [];
  for (const [name] of HOSTILE) {
    const { token } = (await club.world.control('POST', '/people', { name })) as { token: string };
    guests.push(await club.world.person(token.replace('person-', '')));
  }
  table = await club.sit([ben, ...guests], { map: 'osaka', cards: ['N3', 'N4', 'N5'] });
});

afterAll(() => club?.close());

/** No message may ping anybody but those it names, nor show an unescaped mention or mark. */
function harmless(message: Message, ...pings: readonly Person[]): void {
  const raw = message as Message & { mention_everyone: boolean; mention_roles: string[] };
  expect(raw.mention_everyone).toBe(false);
  expect(raw.mention_roles).toEqual([]);
  expect(message.mentions.map((one) => one.id).sort()).toEqual(pings.map((one) => one.id).sort());
  expect(words(message)).not.toMatch(/(?<!\\)@everyone|<@&|(?<!\\)\*\*x|(?<!\\)\[a|\u202E|\u0301{4}|^#+ \[/m);
}

test('a lobby shows them literally', async () => {
  const lobby = await now(ben, table.lobby, (m) => words(m).includes('started'));
  const shown = literal(words(lobby));
  for (const [, name] of HOSTILE) expect(shown).toContain(name);
  harmless(lobby);
});

test('a round pings them by number alone, and says who has chosen', async () => {
  harmless(table.first, ben, ...guests);
  await playLine(guests[0]!, table.first);
  const edited = await now(ben, table.first, (m) => m.content.includes('1 of 6 have chosen'));
  expect(literal(edited.content)).toContain(`1 of 6 have chosen: ${HOSTILE[0][1]}`);
  harmless(edited, ben, ...guests.slice(1));
});

test('boards, menus and the list of games show them', async () => {
  let sheet = await told(ben, table.first, 'All boards');
  for (const [i, [, name]] of HOSTILE.entries()) {
    sheet = (await ben.choose(sheet, String(i + 1)))!;
    expect(literal(words(sheet))).toContain(`## ${name}'s board`);
    expect(alts(sheet)[0]).toContain(name);
    harmless(sheet);
  }
  const chosen = await playLine(ben, table.first);
  expect(literal(words(chosen))).toContain(HOSTILE[1][1]);
  harmless(chosen);
  const list = await ben.command(table.place, 'games');
  expect(words(list)).toMatch(/round 1 · waiting for/);
  harmless(list);
});

test('the end names them', async () => {
  await club.ledger.ahead(table.id);
  const end = await ben.wait(
    (m) => m.channel_id === table.place.channel && /## 🏁/.test(words(m)),
    'the end',
  );
  for (const [, name] of HOSTILE) expect(literal(words(end))).toContain(name);
  harmless(end);
  const pings = (await asked(club.world, 'POST', table.place.channel)).filter((one) =>
    /^<@.* · 🏁 \*\*.*\*\* \(/.test(String(one.body?.content)),
  );
  expect(pings.map((one) => one.body?.allowed_mentions)).toEqual([
    { parse: [], users: expect.arrayContaining(guests.map((guest) => guest.id)) },
  ]);
  expect(String(pings[0]!.body?.content)).not.toMatch(/(?<!\\)@everyone/);
});

test('nothing the bot sent was out of shape, unasked or refused', () => club.check());
