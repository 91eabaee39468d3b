import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { labels, words } from '../lib/message.ts';
import { type Club, openBlankClub, type Table } from './club.ts';
import { type Message, menuOf, type Person } from './person.ts';
import { asked, has, isPrivate, leftBehind, now, playLine, round, told } from './private.ts';

let club: Club;
let ann: Person;
let ben: Person;
let cleo: Person;

beforeAll(async () => {
  club = await openBlankClub('Ann', 'Ben', 'Cleo');
  [ann, ben, cleo] = club.people as [Person, Person, Person];
});

afterAll(() => club?.close());

describe('cards turned by hand', () => {
  let table: Table;
  const asks = (person: Person, fits: RegExp) =>
    person.wait((m) => m.channel_id === table.place.channel && fits.test(m.content) && has(m, 'Flip'));

  beforeAll(async () => {
    table = await club.sit([ann, ben], { map: 'tokyo', flip: 'manual', cards: ['N3', 'N4', 'N5'] });
  });

  test('the operator alone is asked and pinged; others are told who turns', async () => {
    const { first, place } = table;
    expect(first.content).toBe(`<@${ann.id}>, your move · **turn the first card**`);
    expect(first.mentions.map((one) => one.id)).toEqual([ann.id]);
    expect(labels(first)).toEqual(['Flip', 'My board', 'Hand on the flipping', '⋯ More']);
    expect(words(await told(ben, first, 'Flip'))).toMatch(/^Ann turns the cards at this table\./);
    expect(words(await told(ben, first, 'Hand on the flipping'))).toMatch(/^Ann turns the cards/);
    expect(words(await told(cleo, first, 'Flip'))).toMatch(/^You don't sit at this table/);
    const waiting = await told(ben, first, 'My board');
    expect(words(waiting)).toContain('We wait for **Ann** to turn the next card');
    expect(await asked(club.world, 'POST', place.channel)).toHaveLength(1);
  });

  test('after the flip its message goes and the round comes', async () => {
    await ann.tap(table.first, 'Flip');
    const opened = await round(ann, table.place, 1);
    expect(opened.mentions).toHaveLength(2);
    await ben.wait(() => !ben.messages.has(table.first.id), 'the flip message to go');
    expect(await asked(club.world, 'DELETE', table.place.channel)).toHaveLength(1);
  });

  test('a flip of a round that is open already turns nothing', async () => {
    const old = await leftBehind(club.world, table.place.channel, [
      { type: 2, custom_id: `flip|${table.id}|0`, label: 'Flip' },
    ]);
    const seen = await ann.wait((m) => m.id === old);
    expect(words(await told(ann, seen, 'Flip'))).toMatch(/earlier round\. This is round 1/);
    const open = await ann.command(table.place, 'metrox flip');
    expect(words(open)).toMatch(/^A card lies open: round 1 is being played\./);
    expect(words(open)).toMatch(/where to\?/);
    const match = await club.ledger.match(table.id);
    expect(match.log.filter((row) => row.code === 'flip')).toHaveLength(1);
  });

  test('the next flip is handed on, and done by a command', async () => {
    const opened = await round(ann, table.place, 1);
    await playLine(ann, opened, /^T /);
    const own = await playLine(ben, opened, /^T /);
    expect(words(own)).toMatch(/## The round is closed\nWe wait for \*\*Ann\*\*/);
    const ask = await asks(ann, /turn the next card/);
    expect(ask.content).toContain('Nobody finished a line in round 1.');
    await now(ben, opened, (m) => m.components.length === 0 && /^Round 1 · /.test(m.content));
    const whom = await told(ann, ask, 'Hand on the flipping');
    expect(menuOf(whom)!.options!.map((option) => option.label)).toEqual(['2 · Ben']);
    expect(words((await ann.choose(whom, /Ben/))!)).toBe('From now on **Ben** turns the cards.');
    await now(ann, ask, (m) => m.content.startsWith(`<@${ben.id}>, your move · **turn the next card**`));
    expect(words(await ann.command(table.place, 'metrox flip'))).toMatch(/^Ben turns the cards/);
    const turned = await ben.command(table.place, 'metrox flip');
    expect(words(turned)).toMatch(/^The card is turned\.\n## .*: /);
    await round(ann, table.place, 2);
  });

  test('a private board that waits has the Flip too', async () => {
    const opened = await round(ann, table.place, 2);
    await playLine(ben, opened, /^F /);
    await playLine(ann, opened, /^F /);
    await asks(ben, /turn the next card/);
    const board = await ben.command(table.place, 'metrox board');
    expect(words(board)).toContain('It is for you to turn the next card');
    expect(words((await ben.press(board, 'Flip'))!)).toMatch(/## .*(where to\?|any one station)/);
    await round(ann, table.place, 3);
  });

  test('`/metrox flip` where cards turn by themselves, and where nobody plays', async () => {
    const other = await club.sit([cleo, ben], { map: 'osaka', channel: 'general' });
    const auto = await cleo.command(other.place, 'metrox flip');
    expect(words(auto)).toMatch(/^Cards turn by themselves here\.\n## /);
    const dia = await club.world.person('Dia');
    const none = await dia.command(other.place, 'metrox flip');
    expect(words(none)).toBe("You don't sit at a running table here.");
    expect(isPrivate(none)).toBe(true);
  });
});

describe('rules and tutorial', () => {
  test('one minute, all of them, the maps, and back; only one person sees them', async () => {
    let screen = await cleo.command(club.world.place('metro'), 'metrox rules');
    expect(isPrivate(screen)).toBe(true);
    const first = words(screen);
    screen = (await cleo.press(screen, 'All rules'))!;
    expect(words(screen)).toContain('## All the rules');
    screen = (await cleo.press(screen, 'Back'))!;
    expect(words(screen)).toBe(first);
    screen = (await cleo.press(screen, 'Maps'))!;
    expect(words(screen)).toMatch(/Tokyo[\s\S]*Osaka[\s\S]*Metro City[\s\S]*Tube Town/);
  });

  test.each(['metrox', 'metro', 'metromania'])(
    'the tutorial of %s takes a wrong answer kindly and ends where one can play',
    async (game) => {
      let screen = await cleo.command(club.world.place('metro'), `${game} rules`);
      screen = (await cleo.press(screen, 'Try it: 4 questions'))!;
      for (let steps = 0; !has(screen, 'New table'); steps++) {
        expect(steps).toBeLessThan(8);
        const [a, b] = labels(screen) as [string, string];
        screen = (await cleo.press(screen, a))!;
        if (!has(screen, 'Next') && !has(screen, 'New table')) screen = (await cleo.press(screen, b))!;
        if (has(screen, 'Next')) screen = (await cleo.press(screen, 'Next'))!;
      }
      expect(words(screen)).toContain('That is all. Good luck.');
      // Only what one can play alone can be practised.
      expect(has(screen, 'Practice')).toBe(game === 'metrox');
      if (game !== 'metrox') return;
      expect(words((await cleo.press(screen, 'Practice'))!)).toContain('## Practice');
    },
  );

  test('from a private board they open beside it', async () => {
    const mine = await cleo.command(club.world.place('general'), 'metrox board');
    const rules = await told(cleo, mine, 'Rules');
    expect(rules.id).not.toBe(mine.id);
    expect(words(rules)).toContain('Metro X in one minute');
    expect(words(cleo.messages.get(mine.id)!)).toBe(words(mine));
  });
});

describe('direct messages', () => {
  test('a table needs a server, and the daily and practice are offered', async () => {
    const here = await club.world.direct(ann);
    const answer = await ann.command(here, 'metrox new', { map: 'osaka' });
    expect(words(answer)).toBe('A table needs a server that I am a member of. Here you can play solo.');
    expect(labels(answer)).toEqual(['Daily', 'Practice']);
    const picks: Message = (await ann.press(answer, 'Practice'))!;
    expect(menuOf(picks)!.options).toHaveLength(4);
  });

  test('`board` and `flip` work on the table one sits at', async () => {
    const here = await club.world.direct(ann);
    expect(words(await ann.command(here, 'metrox board'))).toMatch(/## .*\n-# #\d+ · round 3/);
    expect(words(await ann.command(here, 'metrox flip'))).toMatch(/^A card lies open/);
  });
});

test('nothing the bot sent was out of shape, unasked or refused', () => club.check());
