import { describe, expect, test } from 'vitest';
import { commandData } from '../../commands/index.ts';
import { t as translate } from '../../src/app/context.ts';
import { decode } from '../../src/app/ids.ts';
import { countFinished } from '../../src/daily/count.ts';
import { PERIODS } from '../../src/daily/days.ts';
import { BYS } from '../../src/daily/leaderboard.ts';
import { ratings, streaks } from '../../src/store/scores.ts';
import { acquaint, endRun, GAME, NOON, person, run, TODAY, table } from '../daily/world.ts';
import { change } from '../lib/rows.ts';
import { GUILD, leaders, sound, stand, store, useStand } from './almanac.ts';
import { hostileNames } from './positions.ts';
import { idsOf, pieces, textsOf, wordsOf } from './sound.ts';

useStand();

/** A day on which fourteen have played, the asker (11) among them. */
async function fourteen(): Promise<void> {
  const names = [
    'Ann',
    'Dia',
    'Eli',
    'Ben',
    'Fay',
    'Gus',
    'Hana',
    'Ivo',
    'Jun',
    'Kit',
    'Lou',
    'Cleo',
    'Max',
    'Nia',
  ];
  await acquaint(store, 14, GUILD, (n) => names[n]!);
  const scores = [57, 46, 46, 41, 38, 38, 38, 33, 31, 30, 27, 24, 9, -4];
  for (const [player, score] of scores.entries()) await run(store, { player, day: TODAY, score });
}

describe('the table of the day', () => {
  test('reads as it was drawn up', async () => {
    await fourteen();
    const first = wordsOf(sound(await leaders(person(11))));
    const lines = first.split('\n');
    expect(lines[0]).toBe(`## Daily #${TODAY} · this server`);
    expect(lines[1]).toBe('🥇 Ann · **57**');
    expect(new Set(lines.slice(2, 4))).toEqual(new Set(['🥈 Dia · **46**', '🥈 Eli · **46**']));
    expect(lines[4]).toBe('**4** Ben · **41**');
    expect(lines.slice(5, 8).every((line) => line.startsWith('**5** '))).toBe(true);
    expect(lines[10]).toBe('**10** Kit · **30**');
    expect(lines[11]).toBe('-# You: **12** Cleo · **24** · page 1 of 2');
    expect(lines).toHaveLength(12);
  });

  test('pages are turned in place; the asker is marked where they stand', async () => {
    await fourteen();
    const first = sound(await leaders(person(11)));
    const [back, on] = pieces(first).filter((piece) => piece.type === 2);
    expect([back!.disabled, on!.disabled]).toEqual([true, undefined]);
    const reply = await stand.press(person(11), on!.custom_id!, [], { personal: true });
    expect(reply.whisper).toBeUndefined();
    const second = sound(reply);
    expect(wordsOf(second).split('\n').slice(1)).toEqual([
      '**11** Lou · **27**',
      '**12** Cleo · **24** ← you',
      '**13** Max · **9**',
      '**14** Nia · **−4**',
      '-# page 2 of 2',
    ]);
    const buttons = pieces(second).filter((piece) => piece.type === 2);
    expect([buttons[0]!.disabled, buttons[1]!.disabled]).toEqual([undefined, true]);
    const again = sound(await stand.press(person(11), buttons[0]!.custom_id!, [], { personal: true }));
    expect(wordsOf(again)).toBe(wordsOf(first));
  });

  test('a row fits a phone, whatever the name', async () => {
    const names = hostileNames(10);
    await acquaint(store, 10, GUILD, (n) => names[n]!);
    for (let n = 0; n < 10; n++) await run(store, { player: n, day: TODAY, score: -10 - n });
    const words = wordsOf(sound(await leaders(person(0))));
    expect(words.length).toBeLessThan(1200);
    for (const line of words.split('\n').slice(1)) expect(line).toMatch(/^(🥇|🥈|🥉|\*\*\d|-# )/u);
  });

  test('is not shown to those who have not ended their run, in any way to it', async () => {
    await fourteen();
    await acquaint(store, 16, GUILD);
    const open = await run(store, { player: 14, day: TODAY });
    for (const who of [person(14), person(15), '5']) {
      for (const parts of [
        [],
        ['world'],
        ['server', 'today', 'daily'],
        ['world', 'nonsense', 'nonsense', 'back'],
      ]) {
        const screen = sound(await leaders(who, {}, ...parts));
        const all = textsOf(screen).join('\n');
        expect(all).toContain("Finish your run first; then you see everybody's.");
        expect(all).not.toMatch(/Ann|57/);
        const acts = idsOf(screen).map((id) => decode(id)!.act);
        const ways = who === person(14) ? ['goon', 'closerun'] : ['daily'];
        expect(acts.filter((act) => act !== 'leaders')).toEqual(ways);
        expect(all).toContain(who === person(14) ? 'Go on' : 'Play');
      }
    }
    await endRun(store, open, 14, 3);
    expect(wordsOf(sound(await leaders(person(14))))).toContain('Ann');
  });

  test('equal points: fewer empty stations go first, and that is said; equal ones share the place', async () => {
    await acquaint(store, 4, GUILD, (n) => ['Ann', 'Ben', 'Cleo', 'Dia'][n]!);
    for (const [player, tie] of [-9, -4, -9, -4].entries())
      await run(store, { player, day: TODAY, score: player === 3 ? 50 : 46, tie });
    const note = '-# Equal points: fewer empty stations go first.';
    for (const scope of ['server', 'world']) {
      const words = wordsOf(sound(await leaders(person(0), {}, scope, 'today', 'daily'))).split('\n');
      expect(words.slice(1, 3)).toEqual(['🥇 Dia · **50**', '🥈 Ben · **46**']);
      expect(new Set(words.slice(3, 5))).toEqual(new Set(['🥉 Ann · **46** ← you', '🥉 Cleo · **46**']));
      expect(words.at(-1)).toBe(note);
    }
    await change(store, 'UPDATE daily SET tie = 0');
    expect(wordsOf(sound(await leaders(person(0))))).not.toContain(note);
  });

  test("no other table tells today's scores either", async () => {
    await fourteen();
    await countFinished(store, NOON);
    for (const by of BYS)
      for (const period of PERIODS)
        for (const scope of ['server', 'world']) {
          const words = wordsOf(sound(await leaders('5', {}, scope, period, by)));
          expect(words).not.toMatch(/\b57\b|\b46\b/);
        }
    const week = wordsOf(sound(await leaders(person(0), {}, 'world', 'week', 'daily')));
    expect(week).toContain('Nobody yet. Be the first.');
    expect(week).toContain('A day is added when nobody can play it any more.');
  });
});

describe('dailies added up', () => {
  test('say which days count, and how many of them are yours so far', async () => {
    await acquaint(store, 3, GUILD, (n) => ['Ann', 'Ben', 'Cleo'][n]!);
    // 2026-11-28 is a Saturday: its week has four closed days.
    for (let i = 2; i < 6; i++) await run(store, { player: 0, day: TODAY - i, score: 10 * i });
    for (let i = 2; i < 22; i++) await run(store, { player: 1, day: TODAY - i, score: i % 2 ? -9 : 25 });
    await run(store, { player: 2, day: TODAY - 2, score: -8 });
    await countFinished(store, NOON);
    const of = async (period: string) =>
      wordsOf(sound(await leaders(person(0), {}, 'server', period, 'daily')))
        .split('\n')
        .slice(1);
    const later = '-# A day is added when nobody can play it any more.';
    expect(await of('week')).toEqual([
      '🥇 Ann · **140** ← you',
      '🥈 Ben · **50**',
      '🥉 Cleo · **0**',
      '-# page 1 of 1',
      '-# Best 5 of 7 days, yours: 4 so far. A day counts 0 at least.',
      later,
    ]);
    expect((await of('month')).slice(3, 5)).toEqual([
      '-# page 1 of 1',
      '-# Best 20 of 30 days, yours: 4 so far. A day counts 0 at least.',
    ]);
    expect(await of('season')).toContain('-# Best 60 of 92 days, yours: 4 so far. A day counts 0 at least.');
    expect(await of('all')).toEqual([
      '🥇 Ben · **12.5**',
      '-# You are not in it yet · page 1 of 1',
      '-# The mean of the best 100 days, from 20 days on, yours: 4 so far.',
      later,
    ]);
  });

  test('equal sums share the place', async () => {
    await acquaint(store, 3, GUILD);
    await run(store, { player: 0, day: TODAY - 2, score: 20 });
    await run(store, { player: 0, day: TODAY - 3, score: 10 });
    await run(store, { player: 1, day: TODAY - 2, score: 30 });
    await run(store, { player: 2, day: TODAY - 2, score: 29 });
    await countFinished(store, NOON);
    const words = wordsOf(sound(await leaders('5', {}, 'server', 'week', 'daily'))).split('\n');
    expect(words.slice(1, 4).map((line) => line.split(' ')[0])).toEqual(['🥇', '🥇', '🥉']);
  });
});

describe('other tables', () => {
  test('the menus choose, and keep what else was chosen', async () => {
    await acquaint(store, 3, GUILD);
    await table(store, { players: [0, 1, 2], scores: [30, 20, 10] });
    await table(store, { players: [0, 1], scores: [30, 20], at: NOON - 40 * 86_400_000 });
    await countFinished(store, NOON);
    const screen = sound(await leaders(person(0), {}, 'world', 'all', 'wins'));
    expect(wordsOf(screen)).toContain('## Wins · all time · the world\n🥇 Name 0 · **2**');
    const [period, by] = pieces(screen).filter((piece) => piece.type === 3);
    const pick = (id: string, value: string) => stand.press(person(0), id, [value], { personal: true });
    const week = sound(await pick(period!.custom_id!, 'week'));
    expect(wordsOf(week)).toContain('## Wins · this week · the world\n🥇 Name 0 · **1**');
    const best = sound(await pick(by!.custom_id!, 'best'));
    expect(wordsOf(best)).toContain('## Best score · all time · the world\n🥇 Name 0 · **30**');
    // Neither ratings nor streaks have a period.
    for (const value of ['rating', 'streak']) {
      const timeless = sound(await pick(by!.custom_id!, value));
      expect(pieces(timeless).filter((piece) => piece.type === 3)).toHaveLength(1);
    }
  });

  test('ratings: in points, provisional ones marked and explained', async () => {
    await acquaint(store, 2, GUILD);
    const put = (n: number, shown: number, games: number) =>
      store.write('meta', (db) =>
        db
          .insert(ratings)
          .values({ game: GAME, scope: GUILD, player: person(n), mu: 25, sigma: 8, shown, games })
          .run(),
      );
    await put(0, 1612, 30);
    await put(1, 1480, 9);
    const words = wordsOf(sound(await leaders(person(1), {}, 'server', 'all', 'rating')));
    expect(words).toContain('## Rating · this server\n🥇 Name 0 · **1,612**\n🥈 Name 1 · ~1,480 ← you');
    expect(words).toContain('~ means fewer than 10 games so far.');
  });

  test('in a direct message there is no server', async () => {
    await acquaint(store, 1, GUILD);
    const screen = sound(
      await leaders(person(0), { guild: null, personal: true }, 'server', 'all', 'streak'),
    );
    expect(wordsOf(screen)).toContain('Days in a row · the world');
    expect(textsOf(screen)).not.toContain('This server');
  });

  test('somebody who is gone is someone, and who left keeps the name', async () => {
    await acquaint(store, 2, GUILD, (n) => ['', 'Left'][n]!);
    for (const n of [0, 1])
      await store.write('meta', (db) =>
        db
          .insert(streaks)
          .values({ game: GAME, player: person(n), length: 9 - n, longest: 9, last: TODAY })
          .run(),
      );
    const words = wordsOf(sound(await leaders('5', {}, 'server', 'all', 'streak')));
    expect(words).toContain('🥇 someone · **9**\n🥈 Left · **8**\n-# You are not in it yet · page 1 of 1');
  });

  test('an unknown game, page or table leads to one that there is', async () => {
    await acquaint(store, 1, GUILD);
    for (const id of [
      'leaders|0|9999|chess|x|y|z|on',
      'leaders|0|9999',
      'leaders|0|0|metrox|server|week|daily|period',
    ])
      sound(await stand.press(person(0), id, ['rubbish']));
  });
});

test('the commands offer what there is', () => {
  const [game] = commandData(translate('en')) as unknown as {
    options: { name: string; options: { name: string; choices?: { value: string }[] }[] }[];
  }[];
  const board = game!.options.find(({ name }) => name === 'leaderboard')!;
  expect(board.options.map(({ name, choices }) => [name, choices!.map(({ value }) => value)])).toEqual([
    ['scope', ['server', 'world']],
    ['period', ['today', 'week', 'month', 'season', 'all']],
    ['by', ['daily', 'rating', 'wins', 'streak', 'best']],
  ]);
  expect(game!.options.map(({ name }) => name)).toContain('stats');
});
