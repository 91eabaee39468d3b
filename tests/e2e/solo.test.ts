import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { play } from '../../src/match/record.ts';
import { labels, parts, words } from '../lib/message.ts';
import { type Club, openBlankClub } from './club.ts';
import { type Message, menuOf, type Person, type Place } from './person.ts';
import { alts, isPrivate, keypad, leftBehind, matchOf, now, told } from './private.ts';

let club: Club;
let ann: Person;
let ben: Person;
let here: Place;

beforeAll(async () => {
  club = await openBlankClub('Ann', 'Ben');
  [ann, ben] = club.people as [Person, Person];
  here = club.world.place('metro');
});

afterAll(() => club?.close());

/** A practice whose first card fills stations of a line. */
async function practise(person: Person, place: Place, map = 'tokyo'): Promise<Message> {
  for (let tries = 0; tries < 20; tries++) {
    const screen = await person.command(place, 'metrox solo', { practice: map });
    if (/## (Number|Skip)/.test(words(screen))) return screen;
  }
  throw new Error('Twenty games began with a star.');
}

describe('practice in a server', () => {
  test('is seen by one person alone, and asks before a choice counts', async () => {
    const first = await practise(ben, here);
    const id = matchOf(first);
    expect(isPrivate(first)).toBe(true);
    expect(words(first)).toMatch(/-# Practice · round 1 · /);
    expect(labels(first)).toContain('Rules');
    expect(labels(first)).not.toContain('All boards');
    const preview = (await ben.press(first, /^T ×/))!;
    expect(preview.id).toBe(first.id);
    expect(words(preview)).toMatch(/^## T Tozai: marks \d\. Keep it\?/);
    expect(alts(preview)[0]).toMatch(/^Preview, not played yet/);
    expect(labels(preview).slice(0, 2)).toEqual(['Keep', "Keep, and don't ask again"]);
    expect(keypad(preview)).toHaveLength(9);
    const other = (await ben.press(preview, /^G ×/))!;
    expect(words(other)).toMatch(/^## G Ginza: marks \d\. Keep it\?/);
    expect(await club.ledger.codes(id)).toEqual([]);
    const next = (await ben.press(other, 'Keep'))!;
    expect(next.id).toBe(first.id);
    expect(words(next)).toContain('Practice · round 2');
    expect(await club.ledger.codes(id)).toEqual([expect.stringMatching(/^G\.\d$/)]);
  });

  test('does not ask again, until it is to ask again', async () => {
    const first = await practise(ben, here);
    const preview = (await ben.press(first, /^H ×/))!;
    let screen = (await ben.press(preview, "Keep, and don't ask again"))!;
    expect(words(screen)).toContain('Practice · round 2');
    expect(labels(screen)).toContain('Ask me before each');
    screen = (await ben.choose(screen, 'M', /with details/))!;
    // A free card narrows to a station first.
    if (menuOf(screen, /station/)) screen = (await ben.choose(screen, /./, /station/))!;
    expect(words(screen)).toContain('Practice · round 3');
    screen = (await ben.press(screen, 'Ask me before each'))!;
    expect(labels(screen)).not.toContain('Ask me before each');
    screen = (await ben.choose(screen, 'C', /with details/))!;
    if (menuOf(screen, /station/)) screen = (await ben.choose(screen, /./, /station/))!;
    expect(words(screen)).toContain('Keep it?');
  });

  test('gamewright: fewer stations are shown before they count, too', async () => {
    const first = await practise(ben, here, 'tube-town');
    const id = matchOf(first);
    const label = keypad(first).find((key) => /×[2-9]/.test(key))!;
    const preview = (await ben.press(first, label))!;
    const choice = (await ben.press(preview, 'Fewer'))!;
    const none = (await ben.press(choice, 'None'))!;
    expect(words(none)).toMatch(/marks 0\. Keep it\?/);
    expect(await club.ledger.codes(id)).toEqual([]);
    await ben.press(none, 'Keep');
    expect(await club.ledger.codes(id)).toEqual([expect.stringMatching(/\.0$/)]);
  });

  test('without a map it asks which', async () => {
    const asks = (await ben.press(await ben.command(here, 'games'), 'Practice'))!;
    expect(words(asks)).toContain('## Practice');
    const begun = (await ben.choose(asks, 'metro-city'))!;
    expect(alts(begun)[0]).toContain('Metro City');
  });

  test('belongs to one person: nobody else can look or play', async () => {
    const first = await practise(ben, here);
    const id = matchOf(first);
    const old = await leftBehind(club.world, here.channel, [
      { type: 2, custom_id: `mine|${id}|1`, label: 'Mine' },
      { type: 2, custom_id: `boards|${id}|1`, label: 'Boards' },
      { type: 2, custom_id: `pick|${id}|1|T`, label: 'Pick' },
      { type: 2, custom_id: `record|${id}|0`, label: 'Record' },
    ]);
    const seen = await ann.wait((m) => m.id === old);
    for (const label of ['Mine', 'Boards', 'Pick', 'Record']) {
      const answer = await told(ann, seen, label);
      expect(words(answer)).toMatch(/^I don't know that button any more/);
      expect(alts(answer)).toEqual([]);
    }
    expect(await club.ledger.codes(id)).toEqual([]);
  });
});

describe('practice in direct messages', () => {
  test('is an ordinary message, which stays and goes on after a restart', async () => {
    const direct = await club.world.direct(ann);
    const first = await practise(ann, direct, 'osaka');
    expect(isPrivate(first)).toBe(false);
    expect(first.channel_id).toBe(direct.channel);
    await club.world.bot.stop('SIGKILL');
    await club.world.bot.start();
    const preview = (await ann.press(first, keypad(first)[0]!))!;
    expect(preview.id).toBe(first.id);
    expect(words((await ann.press(preview, 'Keep'))!)).toContain('Practice · round 2');
  });
});

describe('the end', () => {
  test('a verdict, the parts, and a record whose score is the same; then the same cards again', async () => {
    const first = await practise(ann, here, 'osaka');
    const id = matchOf(first);
    const headline = /## ([^:]+):/.exec(words(first))![1];
    const before = await club.ledger.ahead(id, ({ game, state }) => {
      const [action] = game.actions(state, 0);
      return game.over(game.apply(state, 0, action!));
    });
    const last = await ann.command(here, 'games');
    const board = (await ann.choose(last, String(id)))!;
    expect(words(board)).toContain(`round ${before.game.turn(before.state)}`);
    const preview = (await ann.press(board, keypad(board)[0]!))!;
    const end = (await ann.press(preview, 'Keep'))!;
    const match = await club.ledger.match(id);
    const { score } = match.game.score(match.state)[0]!;
    const verdicts = [
      [50, 'City legend'],
      [40, 'Chief of the network'],
      [30, 'Line designer'],
      [20, 'Night-shift engineer'],
      [10, 'Platform conductor'],
      [5, 'Map folder'],
      [1, 'Lost tourist'],
      [-Infinity, 'Rail replacement bus'],
    ] as const;
    const verdict = verdicts.find(([least]) => score >= least)![1];
    expect(words(end).split('\n')[0]!.replace('−', '-')).toMatch(
      new RegExp(`^## ${score} points? · ${verdict}$`),
    );
    expect(words(end)).toMatch(
      /-# Practice on Osaka · \d+ points? for lines · \d+ for transfers · \d+ empty/,
    );
    expect(labels(end)).toEqual([
      'Same cards again',
      'New game',
      'Replay',
      'Film',
      'Record',
      'Par',
      'Review',
    ]);

    const record = await told(ann, end, 'Record');
    const file = parts(record).find((part) => part.type === 13)!;
    const text = await (await fetch(file.file!.url)).json();
    const played = play(text as Parameters<typeof play>[0]) as unknown as {
      over: boolean;
      seats: { score: number }[];
    };
    expect([played.over, played.seats[0]!.score]).toEqual([true, score]);
    expect(words(await now(ann, end, (m) => m.components.length > 0))).toBe(words(end));

    const again = (await ann.press(end, 'Same cards again'))!;
    expect(words(again)).toContain(`## ${headline}:`);
    expect(words(again)).toContain('Practice · round 1');
    expect((await club.ledger.match(matchOf(again))).row.seed).toBe(match.row.seed);
  });
});

test('nothing the bot sent was out of shape, unasked or refused', () => club.check());
