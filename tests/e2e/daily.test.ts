import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { metroxModule } from '../../src/modules.ts';
import { labels, parts, words } from '../lib/message.ts';
import { type Club, openBlankClub } from './club.ts';
import { atOnce, HOUR, mapOn, midnight, moveTo, playRun, resultOf, runIn } from './days.ts';
import type { Message, Person, Place } from './person.ts';
import { alts, asked, has, isPrivate, keypad, now, round, told } from './private.ts';

/** The challenge of a day: one run a person, its result, and what of it others come to see. */

/** 2027-05-16, Tokyo's turn. */
const DAY = 501;

let club: Club;
let ann: Person;
let ben: Person;
let cleo: Person;
let dia: Person;
let here: Place;

beforeAll(async () => {
  club = await openBlankClub('Ann', 'Ben', 'Cleo', 'Dia');
  [ann, ben, cleo, dia] = club.people as [Person, Person, Person, Person];
  here = club.world.place('metro');
  moveTo(club.world, midnight(DAY) + 10 * HOUR);
});

afterAll(() => club?.close());

/** Every shared text that a person can see. */
const shares = (person: Person): Message[] =>
  [...person.messages.values()].filter((m) => /^Metro X Daily #/.test(m.content));

const twenty = (press: () => Promise<unknown>) => atOnce(club.world, 20, press);

/** Begins today's run and plays it out of sight, until one more choice ends it, or to its end. */
async function runOf(person: Person, place: Place, toEnd: boolean): Promise<number> {
  const first = (await person.press(await person.command(place, 'metrox solo'), 'Begin'))!;
  const id = runIn(first);
  await club.ledger.ahead(id, ({ game, state }) => {
    if (toEnd || game.over(state)) return false;
    return game.over(game.apply(state, 0, game.actions(state, 0)[0]!));
  });
  return id;
}

describe('a run by pressing', () => {
  let end: Message;
  let id: number;

  test('is offered once, with the map and the time there is', async () => {
    const start = await ann.command(here, 'metrox solo');
    expect(isPrivate(start)).toBe(true);
    expect(words(start).split('\n')).toEqual([
      `## 📅 Daily #${DAY} · ${mapOn(DAY)}`,
      `Same cards everywhere this bot plays. Your first run counts, once. You may stop and go on later; it closes <t:${midnight(DAY + 2) / 1000}:R>.`,
    ]);
    expect(labels(start)).toEqual(['Begin', 'Practice first']);
    const first = (await ann.press(start, 'Begin'))!;
    expect(first.id).toBe(start.id);
    expect(words(first)).toContain(`-# Daily #${DAY} · round 1 · `);
    id = runIn(first);
    end = first;
  });

  test('is one message from its first round to its result; left alone, it comes back where it was', async () => {
    const half = await playRun(ann, end, 7, (screen) => /round 6 ·/.test(words(screen)));
    expect(half.id).toBe(end.id);
    const back = await ann.command(here, 'metrox solo');
    expect(words(back)).toMatch(/^Welcome back, round 6\.\n## /);
    expect(runIn(back)).toBe(id);
    end = await playRun(ann, back, 8);
    expect(end.id).toBe(back.id);
    const match = await club.ledger.match(id);
    expect(resultOf(end)).toEqual({
      note: expect.any(String),
      score: match.game.score(match.state)[0]!.score,
      finished: true,
      day: DAY,
      map: mapOn(DAY),
      here: [1, 1],
      world: [1, 1],
      best: match.game.score(match.state)[0]!.score,
      isNew: true,
      streak: 1,
    });
    // Where par was worked out in time a card with it stands above the board.
    expect(alts(end).at(-1)).toMatch(/^Ann, −?\d+\. (Complete: |No line complete\.)/);
    expect(words(end)).toContain(`-# next <t:${midnight(DAY + 1) / 1000}:R>`);
  });

  test('is shared by one’s own press alone: few words that spoil nothing, and a card', async () => {
    expect(shares(ben)).toEqual([]);
    const shared = (await ann.press(end, 'Share'))!;
    const post = await ben.wait((m) => /^Metro X Daily #/.test(m.content), 'the shared result');
    expect(labels(shared)).not.toContain('Share');
    expect(parts(shared).find(({ label }) => label === 'Shared')?.disabled).toBe(true);
    const { score } = resultOf(end);
    const [head, result, row, streak, ...rest] = post.content.split('\n');
    expect(head).toBe(`Metro X Daily #${DAY} · ${mapOn(DAY)}`);
    expect(result).toMatch(new RegExp(`^${score} points?, [A-Z]`));
    const done = /^([🟩⭐⬜]+) (\d) of 9 lines$/u.exec(row!)!;
    expect([...done[1]!]).toHaveLength(9);
    expect([...done[1]!].filter((sign) => sign !== '⬜')).toHaveLength(Number(done[2]));
    expect([streak, ...rest]).toEqual(['🔥 1']);
    expect(post.mentions).toEqual([]);
    expect(post.components).toEqual([]);
    expect(alts(post)).toEqual([expect.stringMatching(/No board shown\.$/)]);
    const told = `${post.content} ${alts(post)}`;
    const map = metroxModule.maps().find(({ title }) => title === mapOn(DAY)) as unknown as {
      lines: { name: string }[];
    };
    expect(map.lines).toHaveLength(9);
    for (const { name } of map.lines) expect(told).not.toContain(name);
    expect(told).not.toMatch(/[<>@]|https?:|Ann/);
  });

  test('once: whoever comes back sees the result, on another server or in direct messages, too', async () => {
    for (const place of [here, await club.world.direct(ann)]) {
      const back = await ann.command(place, 'metrox solo');
      expect(resultOf(back)).toMatchObject({ note: 'You have played today.', score: resultOf(end).score });
      expect(labels(back)).toEqual([
        'Shared',
        "Today's table",
        'My stats',
        'Replay',
        'Film',
        'Practice',
        'Earlier dailies',
        'Review',
        'Record',
      ]);
    }
    expect(await club.ledger.ids()).toEqual([id]);
    expect(shares(ben)).toHaveLength(1);
  });
});

describe('twenty presses at once', () => {
  test('of Begin begin one run', async () => {
    const start = await ben.command(here, 'metrox solo');
    const before = (await club.ledger.ids()).length;
    await twenty(() => ben.tap(start, 'Begin'));
    expect(await club.ledger.ids()).toHaveLength(before + 1);
    const round = `-# Daily #${DAY} · round 1 · `;
    await club.ledger.ahead(runIn(await now(ben, start, (m) => words(m).includes(round), 'the first round')));
  });

  test('of Share post one message', async () => {
    const end = await ben.command(here, 'metrox solo');
    const before = shares(cleo).length;
    await twenty(() => ben.tap(end, 'Share'));
    await cleo.wait((m) => shares(cleo).length > before && m.content.includes('Daily'));
    expect(shares(cleo)).toHaveLength(before + 1);
    const after = await now(ben, end, (m) => labels(m).includes('Shared'), 'Shared');
    expect(parts(after).find(({ label }) => label === 'Shared')?.disabled).toBe(true);
  });

  test('of the last choice of a run end it once, and its result is what stands there', async () => {
    const id = await runOf(cleo, here, false);
    const last = await cleo.command(here, 'metrox solo');
    const key = keypad(last)[0];
    const preview = key ? (await cleo.press(last, key))! : (await cleo.choose(last, /./))!;
    const before = (await club.ledger.match(id)).log.length;
    await twenty(() => cleo.tap(preview, 'Keep'));
    const match = await club.ledger.match(id);
    expect(match.row.status).toBe('over');
    expect(match.log.filter(({ by }) => by === 'player')).toHaveLength(before + 1);
    const screen = await now(cleo, preview, (m) => labels(m).includes('Share'), 'the result');
    expect(resultOf(screen).score).toBe(match.game.score(match.state)[0]!.score);
  });

  test('of the last choice at a table end the game once, with one result a seat and one message', async () => {
    const table = await club.sit([ann, ben], { map: 'osaka' });
    const open = await club.ledger.ahead(table.id, ({ game, state }) => {
      if (game.over(state)) return false;
      const next = game
        .toAct(state)
        .reduce((after, seat) => game.apply(after, seat, game.actions(after, seat)[0]!), state);
      return game.over(next);
    });
    const message = await round(ann, table.place, open.game.turn(open.state));
    const choose = async (person: Person): Promise<[Message, string]> => {
      const board = await told(person, message, 'My board');
      return [board, keypad(board)[0]!];
    };
    const [first, key] = await choose(ann);
    await ann.press(first, key);
    const [board, last] = await choose(ben);
    await twenty(() => ben.tap(board, last));
    const isEnd = (m: Message) =>
      m.channel_id === table.place.channel && /🏁 .*(wins|share) Metro X #/.test(words(m));
    await cleo.wait((m) => isEnd(m) && has(m, 'Rematch'), 'the result');
    expect([...cleo.messages.values()].filter(isEnd)).toHaveLength(1);
    const posted = await asked(club.world, 'POST', table.place.channel);
    const ends = posted.filter(({ body }) =>
      /^<@.* · 🏁 .*(wins|share) Metro X #/.test(String(body?.content)),
    );
    expect(ends).toHaveLength(1);
    const match = await club.ledger.match(table.id);
    expect(match.row.status).toBe('over');
    expect(match.log.filter(({ seat }) => seat === 1).length).toBe(
      match.log.filter(({ seat }) => seat === 0).length,
    );
  });
});

describe('where the bot may not post', () => {
  test('Share gives the words to copy, and can still be pressed where it may', async () => {
    await runOf(dia, here, true);
    const before = shares(ann).length;
    const quiet = club.world.place('quiet');
    for (const place of [await club.world.direct(dia), quiet]) {
      const end = await dia.command(place, 'metrox solo');
      const copy = (await dia.press(end, 'Share'))!;
      expect(words(copy)).toMatch(
        /^I may not post here\. Copy this:\n```\nMetro X Daily #501 · Tokyo\n[^`]+ of 9 lines\n🔥 1\n```$/,
      );
      expect(alts(copy)).toEqual([expect.stringMatching(/No board shown\.$/)]);
    }
    expect(shares(ann)).toHaveLength(before);
    const end = await dia.command(here, 'metrox solo');
    await dia.press(end, 'Share');
    await ann.wait((m) => shares(ann).length > before && m.content.includes('Daily'));
    expect(shares(ann)).toHaveLength(before + 1);
  });

  test('a post that Discord refuses is no share: the words come instead, and the next press posts', async () => {
    moveTo(club.world, midnight(DAY + 1) + 10 * HOUR);
    await runOf(dia, here, true);
    const end = await dia.command(here, 'metrox solo');
    const before = shares(ann).length;
    const route = '/channels/:id/messages';
    await club.world.control('POST', '/faults', {
      method: 'POST',
      route,
      status: 403,
      code: 50013,
      times: 1,
    });
    const copy = (await dia.press(end, 'Share'))!;
    expect(words(copy)).toContain('Copy this:');
    expect(shares(ann)).toHaveLength(before);
    await dia.press(await dia.command(here, 'metrox solo'), 'Share');
    await ann.wait((m) => shares(ann).length > before && m.content.includes('Daily'));
  });
});

test('nothing the bot sent was out of shape', async () => {
  const { faultsOf } = await import('./payloads.ts');
  const { faults } = await faultsOf(club.world);
  // The one refusal was ordered above.
  expect(faults.filter((fault) => !/\/channels\/\d+\/messages: refused with 403/.test(fault))).toEqual([]);
  expect(club.world.bot.output()).not.toMatch(/answering failed|an interaction failed/);
});
