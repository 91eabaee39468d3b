import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { labels, parts, words } from '../lib/message.ts';
import { type Club, openBlankClub, type Table } from './club.ts';
import { type Message, menuOf, type Person, type Place } from './person.ts';
import { alts, contents, has, isPrivate, keypad, now, pictures, playLine, told } from './private.ts';

let club: Club;
let ann: Person;
let ben: Person;
let cleo: Person;
let dia: Person;
let table: Table;

beforeAll(async () => {
  club = await openBlankClub('Ann', 'Ben', 'Cleo', 'Dia');
  [ann, ben, cleo, dia] = club.people as [Person, Person, Person, Person];
  table = await club.sit([ann, ben], { map: 'tokyo', cards: ['N3', 'N4', 'N5'] });
});

afterAll(() => club?.close());

/** A channel of the other server, of which Ann, Ben, Cleo and Dia are members. */
async function elsewhere(): Promise<Place> {
  const read = async (path: string) =>
    (await (
      await fetch(`${club.world.url}/api/v10${path}`, { headers: { authorization: 'person-ann' } })
    ).json()) as { id: string; name: string }[];
  const other = (await read('/users/@me/guilds')).find((guild) => guild.id !== table.place.guild)!;
  const [channel] = await read(`/guilds/${other.id}/channels`);
  return { guild: other.id, channel: channel!.id };
}

describe('boards', () => {
  test('one’s own is there to choose from', async () => {
    const mine = await ann.command(table.place, 'metrox board');
    expect(isPrivate(mine)).toBe(true);
    expect(words(mine)).toMatch(/where to\?/);
    expect(keypad(mine)).toHaveLength(9);
    expect(alts(mine)[0]).toMatch(/^Ann's board, Tokyo, round 1/);
    const named = await ann.command(table.place, 'metrox board', { player: ann.id });
    expect(words(named)).toBe(words(mine));
  });

  test('another’s is shown as all know it, with a way back to one’s own', async () => {
    const bens = await ann.command(table.place, 'metrox board', { player: ben.id });
    expect(words(bens)).toMatch(
      new RegExp(`^## Ben's board · #${table.id}\n-# 0 points for lines · 0 for transfers`),
    );
    expect(alts(bens)[0]).toMatch(/^Ben's board, Tokyo/);
    expect(menuOf(bens, /Whose board/)!.options!.map((option) => option.label)).toEqual([
      '1 · Ann',
      '2 · Ben',
    ]);
    expect(labels(bens)).toEqual(['Choose', 'All on one sheet']);
    const sheet = (await ann.press(bens, 'All on one sheet'))!;
    expect(words(sheet)).toBe(`## All boards · #${table.id}`);
    expect(alts(sheet)[0]).toMatch(/^All boards, Tokyo/);
    expect(labels(sheet)).toEqual(['Choose']);
    expect(words((await ann.press(sheet, 'Choose'))!)).toMatch(/where to\?/);
  });

  test('nobody’s is nobody’s', async () => {
    const none = await ann.command(table.place, 'metrox board', { player: dia.id });
    expect(words(none)).toBe("Dia doesn't sit at a table here.");
    const own = await dia.command(table.place, 'metrox board');
    expect(words(own)).toMatch(
      /^You don't sit at a running table here\.\n## Your games\nYou are in no game now\./,
    );
  });

  test('a watcher sees all boards but no pending choice, and has no way to play', async () => {
    // The next screen takes the place of the one before, and its picture with it.
    const shown = async (message: Message) => {
      const files = await pictures(message);
      for (const file of files) expect(file.length).toBeGreaterThan(5_000);
      return [contents(message), ...files.map((file) => file.toString('base64'))];
    };
    const look = async () => {
      const sheet = await told(cleo, table.first, 'All boards');
      const sheets = await shown(sheet);
      const bens = (await cleo.choose(sheet, '1'))!;
      return { screens: [sheet, bens], shown: [sheets, await shown(bens)] };
    };
    await club.world.bot.usePictures('drawn');
    const before = await look();
    expect(before.screens.map(labels)).toEqual([[], ['All on one sheet']]);
    await playLine(ben, table.first, /^T /);
    expect((await look()).shown).toEqual(before.shown);
    await club.world.bot.usePictures('blank');
    const bens = await cleo.command(table.place, 'metrox board', { player: ben.id });
    expect(alts(bens)[0]).toBe(alts(before.screens[1]!)[0]);
  });

  test('boards of another server are nobody’s business', async () => {
    const there = await elsewhere();
    const answer = await cleo.command(there, 'metrox board', { player: ben.id });
    expect(words(answer)).toBe("Ben doesn't sit at a table here.");
  });
});

describe('the list of games', () => {
  test('is empty for who plays nothing', async () => {
    const none = await dia.command(table.place, 'games');
    expect(isPrivate(none)).toBe(true);
    expect(words(none)).toMatch(
      /^## Your games\nYou are in no game now\.\n📅 \*\*Daily #\d+ · .+\*\* · not played yet$/,
    );
    expect(has(none, 'New table')).toBe(true);
    const direct = await dia.command(await club.world.direct(dia), 'games');
    expect(has(direct, 'New table')).toBe(false);
    expect(has(direct, 'Practice')).toBe(true);
  });

  test('names what waits for one first, with a link to each table', async () => {
    const other = await club.sit([ben, ann], {
      map: 'osaka',
      channel: 'general',
      thread: false,
      cards: ['N3', 'N4', 'N5'],
    });
    await playLine(ann, other.first, /^[A-Z] /);
    await now(ann, other.first, (m) => m.content.includes('Only') || m.content.includes('1 of 2'));
    const lobby = await ann.command(club.world.place('general'), 'metrox new', { map: 'metro-city' });
    await ann.command(table.place, 'metrox solo', { practice: 'tube-town' });
    const list = await ann.command(table.place, 'games');
    const lines = words(list).split('\n').slice(1);
    expect(lines).toEqual([
      expect.stringMatching(
        new RegExp(
          `^🟡 \\*\\*#${table.id} Tokyo\\*\\* · round 1 · your move · since <t:\\d+:R> · \\[open\\]`,
        ),
      ),
      expect.stringMatching(/^🎯 \*\*#\d+ Tube Town\*\* · practice · round 1$/),
      expect.stringMatching(
        new RegExp(
          `^⚪ \\*\\*#${other.id} Osaka\\*\\* · round 1 · waiting for Ben · since <t:\\d+:R> · \\[open\\]`,
        ),
      ),
      expect.stringMatching(/^🚪 \*\*#\d+ Metro City\*\* · not started yet · \[open\]/),
      expect.stringMatching(/^📅 \*\*Daily #\d+ · .+\*\* · not played yet$/),
    ]);
    expect(words(list)).toContain(
      `(https://discord.com/channels/${table.place.guild}/${table.place.channel}/${table.first.id})`,
    );
    expect(words(list)).toContain(`/${lobby.channel_id}/${lobby.id})`);
    expect(menuOf(list, /Open a game/)!.options).toHaveLength(4);
  });

  test('leads into a game from another server, and the choice counts', async () => {
    const list = await ann.command(await elsewhere(), 'games');
    const board = (await ann.choose(list, String(table.id), /Open a game/))!;
    expect(board.id).toBe(list.id);
    expect(words(board)).toContain('You are the last: your tap closes the round.');
    const next = (await ann.press(board, /^G ×/))!;
    expect(words(next)).toMatch(/round 2/);
    expect(await club.ledger.codes(table.id, 0)).toEqual([expect.stringMatching(/^G\./)]);
    await ben.wait((m) => m.channel_id === table.place.channel && m.content.includes('**Round 2 ·'));
  });

  test('leads into a game from direct messages, and the choice counts', async () => {
    const list = await ben.command(await club.world.direct(ben), 'games');
    expect(isPrivate(list)).toBe(false);
    const board = (await ben.choose(list, String(table.id), /Open a game/))!;
    let chosen = (await ben.press(board, keypad(board)[0]!))!;
    if (menuOf(chosen, /station/)) chosen = (await ben.choose(chosen, /./, /station/))!;
    expect(words(chosen)).toMatch(/## You (play|fill) /);
    expect(await club.ledger.codes(table.id, 1)).toHaveLength(2);
  });

  test('turns its pages', async () => {
    await club.ledger.lobbies(dia.id, 13);
    const list = await dia.command(table.place, 'games');
    expect(words(list).split('\n')).toHaveLength(12);
    expect(parts(list).find((part) => part.label === '◀')?.disabled).toBe(true);
    const more = (await dia.press(list, '▶'))!;
    expect(words(more).split('\n')).toHaveLength(5);
    expect(parts(more).find((part) => part.label === '▶')?.disabled).toBe(true);
    expect(words((await dia.press(more, '◀'))!)).toBe(words(list));
  });
});

test('nothing the bot sent was out of shape, unasked or refused', () => club.check());
