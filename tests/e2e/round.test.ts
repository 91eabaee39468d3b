import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { labels, words } from '../lib/message.ts';
import { type Club, openBlankClub, type Table } from './club.ts';
import { cardOf, greedy, type Ledger, type Position } from './ledger.ts';
import { type Message, menuOf, type Person } from './person.ts';
import {
  alts,
  asked,
  contents,
  isPrivate,
  keypad,
  matchOf,
  now,
  pictures,
  playLine,
  round,
  startWith,
  told,
} from './private.ts';
import type { World } from './world.ts';

let club: Club;
let world: World;
let ledger: Ledger;
let people: readonly Person[];
let ann: Person;
let ben: Person;
let cleo: Person;

beforeAll(async () => {
  club = await openBlankClub('Ann', 'Ben', 'Cleo');
  ({ world, ledger, people } = club);
  [ann, ben, cleo] = people as [Person, Person, Person];
});

afterAll(() => club?.close());

const mention = (person: Person): string => `<@${person.id}>`;
const pinged = (one: { body?: Record<string, unknown> }) =>
  (one.body?.allowed_mentions as { users?: string[] } | undefined)?.users;

describe('a round of three, okazu', () => {
  let table: Table;
  beforeAll(async () => {
    table = await club.sit(people, { map: 'tokyo', cards: ['N3', 'N4', 'N5'] });
  });

  test('its message pings exactly those who are to act and shows the card', async () => {
    const [posted] = await asked(world, 'POST', table.place.channel);
    expect(pinged(posted!)).toEqual(people.map((person) => person.id));
    const { first } = table;
    expect(first.mentions.map((one) => one.id).sort()).toEqual(people.map((person) => person.id).sort());
    expect(first.content.split('\n')[0]).toBe(
      `${mention(ann)}, ${mention(ben)} and ${mention(cleo)}, your move · **Round 1 · Number ${/Number (\d)/.exec(first.content)![1]}**`,
    );
    expect(first.content).toContain('✅ Nobody has chosen yet');
    expect(labels(first)).toEqual(['My board', 'All boards', '⋯ More']);
    expect(menuOf(first)?.options).toHaveLength(9);
    expect(alts(first)[0]).toMatch(/^Card: number \d\. \d+ cards left/);
  });

  test('a line from the table’s menu, then one from the keypad, then the last one’s', async () => {
    const { first, place, id } = table;
    const bens = await playLine(ben, first, /^T Tozai/);
    expect(isPrivate(bens)).toBe(true);
    expect(words(bens)).toMatch(/## You play T Tozai\n[\s\S]*Still to choose: Ann, Cleo/);
    expect(labels(bens)).toEqual(['↺ Change', 'All boards', '⋯ More']);
    const some = await now(ann, first, (m) => m.content.includes('1 of 3 have chosen: Ben'));
    expect(some.content.split('\n')[0]).toMatch(
      new RegExp(`^${mention(ann)} and ${mention(cleo)}, your move · `),
    );

    const board = await told(cleo, first, 'My board');
    expect(words(board)).toMatch(/## Number \d: where to\?\n-# #\d+ · round 1/);
    expect(keypad(board)).toHaveLength(9);
    const cleos = (await cleo.press(board, /^G ×/))!;
    expect(cleos.id).toBe(board.id);
    expect(words(cleos)).toMatch(/## You play G Ginza[\s\S]*Still to choose: Ann\./);
    await now(ann, first, (m) => m.content.includes(`✅ Only ${mention(ann)} is left`));

    const last = await told(ann, first, 'My board');
    expect(words(last)).toContain('**You are the last: your tap closes the round.**');
    const edits = await asked(world, 'PATCH', place.channel);
    expect(edits.length).toBeLessThanOrEqual(2);
    const after = (await ann.choose(last, 'M', /with details/))!;
    expect(words(after)).toMatch(/round 2/);
    const second = await round(ben, place, 2);
    expect(second.id).not.toBe(first.id);
    const diary = await now(ben, first, (m) => m.components.length === 0, 'the diary line');
    expect(diary.content).toMatch(/^Round 1 · Number \d[^\n]*$/);
    expect(diary.attachments).toEqual([]);
    const posts = await asked(world, 'POST', place.channel);
    expect(posts).toHaveLength(2);
    expect(pinged(posts[1]!)).toEqual(people.map((person) => person.id));
    expect(await ledger.codes(id)).toEqual([
      expect.stringMatching(/^T\./),
      expect.stringMatching(/^G\./),
      expect.stringMatching(/^M\./),
    ]);
  });

  test('a change of mind counts, an unchanged one writes nothing', async () => {
    const second = await round(ben, table.place, 2);
    const chosen = await playLine(ben, second, /^T Tozai/);
    const again = (await ben.press(chosen, '↺ Change'))!;
    expect(words(again)).toMatch(/You had: \*\*T Tozai: (marks|writes) \d\*\*\. It stays unless/);
    const before = await ledger.codes(table.id, 1);
    const same = (await ben.press(again, /^T [×★]/))!;
    expect(words(same)).toContain('## You play T Tozai');
    expect(await ledger.codes(table.id, 1)).toEqual(before);
    const other = (await ben.press((await ben.press(same, '↺ Change'))!, /^H [×★]/))!;
    expect(words(other)).toContain('## You play H Hibiya');
    await playLine(ann, second, /^F /);
    await playLine(cleo, second, /^F /);
    await round(ben, table.place, 3);
    const { boards, map } = (await ledger.match(table.id)).state as {
      boards: { windows: string[][] }[];
      map: { lines: { id: string }[] };
    };
    const used = (line: string) => boards[1]!.windows[map.lines.findIndex((one) => one.id === line)]!.length;
    expect([used('T'), used('H')]).toEqual([1, 1]);
  });

  test('what somebody has chosen shows nowhere else before the round closes', async () => {
    const third = await round(ben, table.place, 3);
    await world.bot.usePictures('drawn');
    const read = async (look: () => Promise<Message | undefined>) => {
      const message = (await look())!;
      const files = await pictures(message);
      for (const file of files) expect(file.length).toBeGreaterThan(5_000);
      return [contents(message), ...files.map((file) => file.toString('base64'))];
    };
    /** Everything that Cleo can look at. */
    const known = async () => {
      const sheet = await told(cleo, third, 'All boards');
      return [
        await read(async () => sheet),
        await read(() => cleo.choose(sheet, '1')),
        await read(() => cleo.command(table.place, 'metrox board', { player: ben.id })),
        await read(() => told(cleo, third, 'My board')),
      ];
    };
    await playLine(ben, third, /^C /);
    await now(cleo, third, (m) => m.content.includes('1 of 3 have chosen: Ben'));
    const from = (await world.requests()).length;
    const first = await known();
    await playLine(ben, third, /^Z /);
    const second = await known();
    expect(second).toEqual(first);

    // What others were sent names neither line as played, and the table's edits differ only in who is to act.
    const edits = (await asked(world, 'PATCH', table.place.channel)).filter((one) => one.n > from);
    const tally = (one: { body?: Record<string, unknown> }) => String(one.body?.content);
    expect(new Set(edits.map(tally)).size).toBeLessThanOrEqual(1);
    for (const message of [...ann.messages.values(), ...cleo.messages.values()]) {
      if (message.id <= third.id) continue;
      expect(words(message)).not.toMatch(/You play [CZ] |Chiyoda marks|Hanzomon marks/);
    }
    await playLine(ann, third, /^F /);
    await playLine(cleo, third, /^F /);
    await round(ann, table.place, 4);
    const open = await read(() => ann.command(table.place, 'metrox board', { player: ben.id }));
    expect(open.slice(1)).not.toEqual(second[2]!.slice(1));
    await world.bot.usePictures('blank');
  });
});

describe('fewer', () => {
  test('gamewright: any number down to none, and back', async () => {
    const { id, first } = await club.sit([ann, ben], { map: 'tube-town', cards: ['N6R'] });
    const board = await told(ann, first, 'My board');
    const line = keypad(board)
      .find((label) => label.includes('×6'))!
      .split(' ')[0]!;
    let screen = (await ann.press(board, new RegExp(`^${line} `)))!;
    expect(labels(screen)).toContain('Fewer');
    for (const [label, n, text] of [
      ['Mark 5', 5, 'fewer than it could'],
      ['Mark 4', 4, 'fewer than it could'],
      ['Mark 3', 3, 'fewer than it could'],
      ['Mark 2', 2, 'fewer than it could'],
      ['Mark 1', 1, 'fewer than it could'],
      ['None', 0, 'You mark nothing on'],
      ['Mark 6', 6, 'marks **'],
    ] as const) {
      const choice = (await ann.press(screen, 'Fewer'))!;
      expect(words(choice)).toContain('The window is used all the same');
      expect(labels(choice)).toHaveLength(7);
      screen = (await ann.press(choice, label))!;
      expect(words(screen)).toContain(text);
      expect((await ledger.codes(id, 0)).at(-1)).toBe(`${line}.${n}`);
    }
    const back = (await ann.press((await ann.press(screen, 'Fewer'))!, 'Back'))!;
    expect(words(back)).toBe(words(screen));
    expect(await ledger.codes(id, 0)).toHaveLength(8);
  });

  test('okazu knows no Fewer, nor does a star', async () => {
    const okazu = await club.sit([ann, ben], { map: 'tokyo', cards: ['N5'] });
    expect(labels(await playLine(ann, okazu.first, /^T /))).not.toContain('Fewer');
    const star = await club.sit([ann, ben], { map: 'tube-town', cards: ['T'] });
    expect(labels(await playLine(ann, star.first, /^J /))).not.toContain('Fewer');
  });
});

describe('the free card', () => {
  test('a line first, then its station; the table’s menu leads there too and plays nothing', async () => {
    const { id, first, place } = await club.sit([ann, ben], { map: 'tokyo', cards: ['F'] });
    const board = await told(ann, first, 'My board');
    expect(words(board)).toContain('## Free: fill any one station');
    expect(keypad(board)).toHaveLength(9);
    const line = (await ann.press(board, /^T \d+/))!;
    expect(words(line)).toContain('## A station of T Tozai');
    expect(menuOf(line)!.options!.map((option) => option.label)).toEqual(
      Array.from({ length: 14 }, (_, i) => `T${i + 1}`),
    );
    expect(menuOf(line)!.options![5]!.description).toMatch(/^Also /);
    expect(words((await ann.press(line, 'Back'))!)).toBe(words(board));
    const byTable = await playLine(ben, first, /^T Tozai/);
    expect(words(byTable)).toContain('## A station of T Tozai');
    expect(await ledger.codes(id)).toEqual([]);
    const filled = (await ben.choose(byTable, /^T6$/))!;
    expect(words(filled)).toMatch(/## You fill T6\nYou fill \*\*T6\*\*/);
    expect(await ledger.codes(id, 1)).toHaveLength(1);
    const again = (await ann.press((await told(ann, first, 'My board'))!, /^G \d+/))!;
    await ann.choose(again, /^G1$/);
    await round(ben, place, 2);
  });

  test('one menu of all stations once few are empty', async () => {
    const few = (position: Position) =>
      cardOf(position) === 'F' &&
      [0, 1].every((seat) => position.game.actions(position.state, seat).length <= 25);
    const lobby = await ann.command(world.place('metro'), 'metrox new', { map: 'metro-city', thread: false });
    const id = matchOf(lobby);
    await ledger.stack(id, 2, few, 60, greedy);
    await startWith(ann, [ben], lobby, () => ledger.seated(id));
    await round(ann, world.place('metro'), 1);
    const match = await ledger.ahead(id, few, greedy);
    const table = await round(ann, world.place('metro'), match.game.turn(match.state));
    const board = await told(ann, table, 'My board');
    expect(keypad(board)).toEqual([]);
    const { options } = menuOf(board)!;
    expect(options!.map((option) => option.value)).toEqual(
      match.game.actions(match.state, 0).map((action) => match.game.code(action)),
    );
    const done = (await ann.choose(board, options![0]!.value))!;
    expect(words(done)).toContain(`## You fill ${options![0]!.label}`);
  });
});

test('nothing the bot sent was out of shape, unasked or refused', () => club.check());
