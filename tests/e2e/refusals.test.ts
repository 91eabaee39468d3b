import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { labels, parts, words } from '../lib/message.ts';
import { type Club, openBlankClub, type Table } from './club.ts';
import { type Message, menuOf, type Person } from './person.ts';
import { isPrivate, keypad, leftBehind, matchOf, now, playLine, round, told } from './private.ts';

let club: Club;
let ann: Person;
let ben: Person;
let cleo: Person;
let table: Table;

beforeAll(async () => {
  club = await openBlankClub('Ann', 'Ben', 'Cleo');
  [ann, ben, cleo] = club.people as [Person, Person, Person];
  table = await club.sit([ann, ben], { map: 'tokyo', cards: ['N3', 'N4', 'N5'] });
});

afterAll(() => club?.close());

const log = async () => (await club.ledger.match(table.id)).log.length;

describe('at a running table', () => {
  test('twenty taps on one line at once are one choice', async () => {
    const board = await told(ben, table.first, 'My board');
    // Some may come when the key is gone already: Discord refuses those.
    const taps = await Promise.allSettled(Array.from({ length: 20 }, () => ben.tap(board, /^T ×/)));
    expect(taps.filter((tap) => tap.status === 'fulfilled').length).toBeGreaterThan(1);
    await now(ben, board, (m) => /## You play T Tozai/.test(words(m)), 'the choice');
    expect(await club.ledger.codes(table.id, 1)).toHaveLength(1);
  });

  test('a board of a closed round answers with the round that is open', async () => {
    const old = await told(ann, table.first, 'My board');
    const bens = await told(ben, table.first, 'My board');
    await playLine(ann, table.first, /^T /);
    const second = await round(ann, table.place, 2);
    const stale = (await ann.press(old, /^G ×/))!;
    expect(words(stale)).toMatch(/^That belonged to an earlier round\. This is round 2\.\n## /);
    expect(keypad(stale)).toHaveLength(9);
    expect(await club.ledger.codes(table.id, 0)).toHaveLength(1);
    // Who has chosen already sees that.
    await playLine(ben, second, /^M /);
    const chosen = (await ben.press(bens, '↺ Change'))!;
    expect(words(chosen)).toMatch(
      /^That belonged to an earlier round\. This is round 2\.\n## You (play|fill|A)/,
    );
  });

  test('watchers may look, not play', async () => {
    const second = await round(cleo, table.place, 2);
    const before = await log();
    for (const answer of [await playLine(cleo, second), await told(cleo, second, 'My board')]) {
      expect(isPrivate(answer)).toBe(true);
      expect(words(answer)).toMatch(/^You don't sit at this table\. You can watch it\./);
      expect(labels(answer)).toEqual(['All boards', 'New table']);
    }
    const more = await told(cleo, second, '⋯ More');
    expect(labels(more)).toContain('Rules');
    expect(words((await cleo.press(more, 'Rules'))!)).toContain('Metro X in one minute');
    expect(await log()).toBe(before);
  });

  test('nobody can press what only somebody else sees', async () => {
    const board = await told(ann, await round(ann, table.place, 2), 'My board');
    const [key] = parts(board).filter((part) => part.custom_id?.startsWith('pick|'));
    const before = await log();
    expect(cleo.messages.has(board.id)).toBe(false);
    await expect(cleo.send(board, key!.custom_id!)).rejects.toThrow(/404/);
    await expect(ben.send(board, key!.custom_id!)).rejects.toThrow(/404/);
    expect(await log()).toBe(before);
  });

  test('a line without a window leads to those that have one', async () => {
    const match = await club.ledger.ahead(table.id, ({ game, state }) => {
      const lines = new Set(game.actions(state, 0).map((action) => (action as { id: string }).id));
      return (state as { card: string }).card !== 'F' && lines.size < 9 && lines.size > 1;
    });
    const turn = match.game.turn(match.state);
    const open = await round(ann, table.place, turn);
    const legal = new Set(match.game.actions(match.state, 0).map((action) => (action as { id: string }).id));
    const closed = menuOf(open)!.options!.find((option) => !legal.has(option.value))!;
    const refused = await playLine(ann, open, closed.value);
    expect(words(refused)).toMatch(
      new RegExp(`^${closed.label}: no window left\\. These can be played:\n## `),
    );
    expect(keypad(refused)).toHaveLength(legal.size);
    expect(parts(refused).find((part) => part.label === `${closed.value} –`)?.disabled).toBe(true);
    expect(
      menuOf(refused)!
        .options!.map((option) => option.value)
        .sort(),
    ).toEqual([...legal].sort());
    expect((await club.ledger.match(table.id)).log).toHaveLength(match.log.length);
  });
});

describe('buttons that nobody knows', () => {
  test.each([
    [
      'of another bot',
      'vote:yes',
      /^I don't know that button any more\. Here are your games\.\n## Your games/,
    ],
    ['of a later version', 'teleport|1|1|x', /^I don't know that button any more/],
    ['of nothing', '\u0000|||', /^I don't know that button any more/],
    ['that look like a part of ours', '__proto__|1|1', /^I don't know that button any more/],
    ['of a game that never was', 'mine|999999|1', /^I don't know that button any more\. Here are your games/],
    ['of a line that never was', 'pick|ID|TURN|Q', /^That can't be played now\. This can:\n## /],
    ['of an action that never was', 'play|ID|TURN|T.99', /^That can't be played now\. This can:\n## /],
    ['of a lobby that never was', 'join|999999|0', /^I don't know that button any more/],
    ['of an option without a value', 'set|ID|0|map', /^I don't know that button any more/],
  ])('%s', async (_name, id, says) => {
    const match = await club.ledger.match(table.id);
    const custom = id.replace('ID', String(table.id)).replace('TURN', String(match.game.turn(match.state)));
    const old = await leftBehind(club.world, table.place.channel, [
      { type: 2, custom_id: custom, label: 'Old' },
    ]);
    const seen = await ann.wait((m) => m.id === old);
    const answer = await told(ann, seen, 'Old');
    expect(words(answer)).toMatch(says);
    expect(words(answer)).not.toContain('Something broke');
    expect(await log()).toBe(match.log.length);
  });
});

describe('after a crash', () => {
  test('every component that was posted before still answers', async () => {
    const { direct } = { direct: await club.world.direct(ann) };
    const lobby = await ann.command(club.world.place('general'), 'metrox new', { map: 'osaka' });
    await told(ann, lobby, '⚙ Options');
    await told(ann, lobby, 'Cancel');
    await told(ann, lobby, /Start/);
    const manual = await club.sit([ann, ben], { map: 'osaka', flip: 'manual', channel: 'general' });
    await told(ann, manual.first, 'Hand on the flipping');
    await told(ann, manual.first, 'My board');
    const alone = await ann.command(direct, 'metrox solo', { practice: 'tube-town' });
    const [key] = keypad(alone);
    await ann.press(alone, key!);
    const rules = await ann.command(direct, 'metrox rules');
    await ann.press(rules, 'Try it: 4 questions');
    await ann.command(direct, 'games');
    const solo = await ann.command(direct, 'metrox solo', { practice: 'tube-town' });
    await club.ledger.ahead(matchOf(solo));
    await ann.press(solo, keypad(solo)[0]!);
    // One of each kind, as a public message that presses do not change.
    const kinds = new Map<string, { type: 2 | 3; custom_id: string; value?: string }>();
    for (const message of ann.messages.values()) {
      for (const part of parts(message)) {
        if (!part.custom_id || part.disabled || (part.type !== 2 && part.type !== 3)) continue;
        const kind = `${part.type} ${part.custom_id.split('|')[0]}`;
        if (!kinds.has(kind))
          kinds.set(kind, { type: part.type, custom_id: part.custom_id, value: part.options?.[0]?.value });
      }
    }
    expect(kinds.size).toBeGreaterThan(25);
    const copies: { id: string; type: 2 | 3; value?: string }[] = [];
    for (const kind of kinds.values()) {
      const id = await leftBehind(club.world, table.place.channel, [{ ...kind, label: 'Old' }]);
      copies.push({ id, ...kind });
    }
    const real = await ann.command(table.place, 'metrox board');
    await club.world.bot.stop('SIGKILL');
    await club.world.bot.start();

    const rows = await club.ledger.codes(table.id, 0);
    let screen = (await ann.press(real, keypad(real)[0]!))!;
    if (menuOf(screen, /station/)) screen = (await ann.choose(screen, /./, /station/))!;
    expect(words(screen)).toMatch(/## You (play|fill) |This is round|## .*: where to|This game ended/);
    expect(await club.ledger.codes(table.id, 0)).toHaveLength(rows.length + 1);

    for (const person of [cleo, ann]) {
      for (const copy of copies) {
        const seen: Message = await person.wait((m) => m.id === copy.id);
        // Pressing fails the test when the bot does not answer.
        if (copy.type === 2) await person.tap(seen, 'Old');
        else await person.choose(seen, copy.value!, /^/);
      }
    }
    const broken = [...ann.messages.values(), ...cleo.messages.values()].filter((m) =>
      words(m).includes('Something broke'),
    );
    expect(broken).toEqual([]);
  });
});

test('nothing the bot sent was out of shape, unasked or refused', () => club.check());
