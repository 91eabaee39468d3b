import { beforeEach, describe, expect, test } from 'vitest';
import { decode, encode } from '../../src/app/ids.ts';
import { drawn } from '../../src/app/outbound.ts';
import { keepPar } from '../../src/store/pars.ts';
import { acquaint, endRun, GAME, person, run, TODAY, table } from '../daily/world.ts';
import { change } from '../lib/rows.ts';
import { GUILD, leaders, sound, stand, store, useStand } from './almanac.ts';
import { idsOf, pieces, textsOf, wordsOf } from './sound.ts';

useStand();

describe('statistics', () => {
  beforeEach(async () => {
    await acquaint(store, 3, GUILD, (n) => ['Ann', 'Ben', 'Cleo'][n]!);
    for (let i = 0; i < 5; i++)
      await table(store, {
        players: [0, 1],
        scores: [30 + i, i < 3 ? 20 : 60],
        map: i % 2 ? 'osaka' : 'tokyo',
        facts: [
          { lines: 4, transfers: 3 },
          { lines: 1, transfers: 1 },
        ],
      });
    await run(store, { player: 0, day: TODAY, score: 58 });
    await run(store, { player: 0, day: TODAY - 1, score: -2 });
  });
  const stats = (user: string, player = person(0), more = {}) =>
    stand.press(user, encode('stats', 0, 0, GAME, player), [], more);

  test("one's own, with today's daily", async () => {
    const screen = sound(await stats(person(0)));
    expect(wordsOf(screen).split('\n')).toEqual([
      '## Ann · Metro X',
      '5 games, 3 won · 2 dailies · average 30.9 · best 58 (Tokyo)',
      'Osaka 33',
      'Lines 20 · transfers 15 · 🔥 2 now, 2 at most',
    ]);
    const [picture] = (await drawn(screen)).files!;
    expect(picture!.data.subarray(1, 4).toString()).toBe('PNG');
    expect(picture!.description).toContain('58');
  });

  test('how far from par finished dailies are on average, without those that whoever asks may still play', async () => {
    await keepPar(store, { game: GAME, day: TODAY }, { par: 41, best: 60, moves: [] });
    expect(wordsOf(sound(await stats(person(0))))).toContain('\npar +17 on average, over 1 daily\n');
    await keepPar(store, { game: GAME, day: TODAY - 1 }, { par: 10, best: 60, moves: [] });
    // 58 - 41 and -2 - 10.
    expect(wordsOf(sound(await stats(person(0))))).toContain('\npar +2.5 on average, over 2 dailies\n');
    expect(wordsOf(sound(await stats(person(1))))).not.toContain('+');
  });

  test('games with computers are a line of their own', async () => {
    const played = await table(store, { players: [0, 2], scores: [99, 1] });
    await change(store, "UPDATE results SET kind = 'computers' WHERE match = ?", played);
    const words = wordsOf(sound(await stats(person(0)))).split('\n');
    expect(words[1]).toMatch(/^5 games, 3 won .* best 58/);
    expect(words[2]).toBe('With computers: 1 game, 1 won');
    expect(wordsOf(sound(await stats(person(0), person(2))))).toBe(
      "Cleo hasn't finished a game yet.\nWith computers: 1 game, 0 won",
    );
  });

  test("another's: head to head, without today's daily before one's own is ended", async () => {
    const words = wordsOf(sound(await stats(person(1))));
    expect(words).toContain('5 games, 3 won · 1 daily · average 26.3 · best 34 (Tokyo)');
    expect(words).toContain('With you: Ann won 3, you 2, 0 shared');
    expect(textsOf(sound(await stats(person(1)))).join()).not.toContain('58');
  });

  test("another's, while one has days open: without them, and with a way to each", async () => {
    const yesterday = await run(store, { player: 1, day: TODAY - 1 });
    const screen = sound(await stats(person(1)));
    const all = textsOf(screen).join('\n');
    expect(all).toContain(`Without #${TODAY - 1}, #${TODAY}: finish your run first.`);
    expect(all).not.toMatch(/58|−2/);
    expect(
      idsOf(screen)
        .map((id) => decode(id)!)
        .map(({ act, match }) => [act, match]),
    ).toEqual([
      ['goon', yesterday],
      ['closerun', yesterday],
      ['daily', 0],
      ['poststats', 0],
    ]);
    await endRun(store, yesterday, 1, 3);
    expect(textsOf(sound(await stats(person(1)))).join('\n')).toContain('−2');
  });

  test('of a game without a daily nothing is said of days', async () => {
    for (const game of ['results', 'matches', 'daily'])
      await change(store, `UPDATE ${game} SET game = 'metro'`);
    await change(store, "UPDATE results SET map = 'paris', facts = NULL");
    await change(store, "DELETE FROM results WHERE kind = 'daily'");
    const screen = sound(await stand.press(person(1), encode('stats', 0, 0, 'metro', person(0))));
    expect(wordsOf(screen)).toContain('5 games, 3 won');
    expect(wordsOf(screen)).not.toContain('Without');
    expect(idsOf(screen).map((id) => decode(id)!.act)).toEqual(['poststats']);
  });

  test('of somebody without games, and of nobody known', async () => {
    expect(wordsOf(sound(await stats(person(0), person(2))))).toBe("Cleo hasn't finished a game yet.");
    expect(wordsOf(sound(await stats(person(2), person(2))))).toBe("You haven't finished a game yet.");
    sound(await stats(person(0), '999'));
  });

  test('is posted by a press, once, without what others must not see yet', async () => {
    const screen = sound(await stats(person(0)));
    const [post] = idsOf(screen);
    expect(stand.chat.messages.size).toBe(0);
    const press = () => stand.press(person(0), post!, [], { personal: true, message: '123456' });
    const reply = sound(await press());
    sound(await press());
    expect(stand.chat.messages.size).toBe(1);
    expect(pieces(reply).find((piece) => piece.type === 2)).toMatchObject({
      label: 'Posted',
      disabled: true,
    });
    expect(wordsOf(reply)).toContain('best 58');
    const [posted] = stand.chat.read('88');
    const told = textsOf(posted!.screen).join('\n');
    expect(told).toContain('best 34 (Tokyo)');
    expect(told).not.toContain('58');
    expect(idsOf(posted!.screen)).toEqual([]);
  });

  test('where nothing may be posted that is said, and nothing is', async () => {
    const press = (more: object) =>
      stand.press(person(0), encode('poststats', 0, 0, GAME, person(0)), [], {
        personal: true,
        message: '7',
        ...more,
      });
    for (const more of [{ permissions: 0n }, { guild: null }])
      expect(wordsOf(sound(await press(more)))).toContain('I may not write in this channel.');
    stand.chat.refuse({ code: 50001, status: 403 });
    expect(wordsOf(sound(await press({})))).toContain('I may not write in this channel.');
    await run(store, { player: 2, day: TODAY, score: 3 });
    const early = await stand.press(person(2), encode('poststats', 0, 0, GAME, person(2)), [], {
      personal: true,
      message: '8',
    });
    expect(wordsOf(sound(early))).toContain('Only days that can still be played are there');
    expect(stand.chat.messages.size).toBe(0);
  });

  test('beside a result it comes as a message of its own', async () => {
    expect((await stats(person(0), person(0), { personal: true })).whisper).toBeDefined();
    expect((await leaders(person(0), { personal: true })).whisper).toBeDefined();
    expect((await leaders(person(0), { personal: false })).screen).toBeDefined();
  });
});
