import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { setServer } from '../../src/store/guilds.ts';
import { openStore } from '../../src/store/open.ts';
import { labels, words } from '../lib/message.ts';
import { PATIENCE } from '../patience.ts';
import { type Club, openBlankClub } from './club.ts';
import { HOUR, mapOn, midnight, moveTo, resultOf, runIn } from './days.ts';
import type { Message, Person, Place } from './person.ts';
import { leftBehind, told } from './private.ts';

/** Yesterday is still somebody's game: whoever has it open sees nothing of it, and nobody sees it in a channel. */

/** 2027-06-17, a Thursday. */
const DAY = 533;

let club: Club;
let ann: Person;
let ben: Person;
let here: Place;
/** Ann's run, and what she reached, as screens write it. */
let hers: number;
let score: string;
let open: number;

beforeAll(async () => {
  club = await openBlankClub('Ann', 'Ben');
  [ann, ben] = club.people as [Person, Person];
  here = club.world.place('metro');
  moveTo(club.world, midnight(DAY) + 10 * HOUR);
  const begin = async (person: Person) =>
    runIn((await person.press(await person.command(here, 'metrox solo'), 'Begin'))!);
  hers = await begin(ann);
  await club.ledger.ahead(hers);
  score = String(resultOf(await ann.command(here, 'metrox solo')).score).replace('-', '−');
  open = await begin(ben);
  await club.ledger.ahead(open, ({ game, state }) => game.turn(state) > 6);
  const store = openStore(`${club.world.folder}/metrox.db`);
  await setServer(
    store,
    here.guild!,
    { dailyChannel: club.world.place('general').channel },
    ann.id,
    midnight(DAY),
  );
  await store.close();
});

afterAll(() => club?.close());

/** Every table that there is, as somebody sees it. */
async function tables(person: Person): Promise<string[]> {
  const seen: string[] = [];
  for (const scope of ['server', 'world'])
    for (const by of ['daily', 'best'])
      for (const period of ['today', 'week', 'month', 'season', 'all'])
        seen.push(words(await person.command(here, 'metrox leaderboard', { scope, period, by })));
  return seen;
}

const isDaily = (day: number) => (m: Message) => words(m).includes(`## 📅 Daily #${day} · `);
const announced = (day: number) => ann.wait(isDaily(day), `the announcement of #${day}`);

describe('on the day after', () => {
  beforeAll(() => moveTo(club.world, midnight(DAY + 1) + 10 * HOUR));

  test('the announcement names who was first, and tells no score', async () => {
    const message = await announced(DAY + 1);
    expect(words(message)).toContain(`**Yesterday, ${mapOn(DAY)}:** 🥇 Ann · 1 played here`);
  });

  test('whoever has it open sees it in no table and no statistics, and is led on', async () => {
    for (const person of [ben, ann])
      for (const seen of await tables(person)) expect(seen).not.toMatch(/Ann|\b1 so far/);
    const stats = await ben.command(here, 'metrox stats', { player: ann.id });
    expect(words(stats)).toBe(
      `There is nothing of Ann to show without #${DAY}, #${DAY + 1}: finish your run first.`,
    );
    expect(labels(stats)).toEqual([`Go on with #${DAY}`, 'Close it as it stands', 'Play']);
  });

  test('a run of somebody else is no screen of anybody’s, whatever an old button says', async () => {
    const acts = ['replay', 'film', 'record', 'boards', 'pages', 'goon', 'share', 'closerun', 'mine', 'same'];
    // Five rows are as many as there may be.
    for (const some of [acts.slice(0, 5), acts.slice(5)]) {
      const id = await leftBehind(
        club.world,
        here.channel,
        some.map((act) => ({ type: 2, custom_id: `${act}|${hers}|1`, label: act })),
      );
      const seen = await ben.wait((m) => m.id === id, 'the old buttons');
      expect(labels(seen)).toEqual(some);
      for (const label of some) {
        const answer = await told(ben, seen, label);
        expect(`${label} ${words(answer)}`).not.toMatch(/points?\b|complete|Ann/);
        expect(answer.attachments ?? []).toEqual([]);
      }
    }
  });

  test('what may be posted holds no day that is open', async () => {
    const own = await ann.command(here, 'metrox stats');
    expect(words(own)).toContain(`best ${score}`);
    const refused = (await ann.press(own, 'Post it here'))!;
    expect(words(refused)).toContain('Only days that can still be played are there to be shown');
  });

  test('a run is closed as it stands by its player, who is asked first', async () => {
    const start = await ben.command(here, 'metrox solo');
    expect(words(start)).toContain("🔥 0 days so far; with yesterday's run 1, with both 2.");
    const { game, state } = await club.ledger.match(open);
    const stood = game.score(state)[0]!.score;
    const asked = (await ben.press(start, 'Close it as it stands'))!;
    const points = String(stood).replace('-', '−');
    expect(words(asked)).toMatch(
      new RegExp(
        `^Close your run of #${DAY} as it stands\\? It counts with ${points} points?, as not finished`,
      ),
    );
    expect(labels(asked)).toEqual(['Close it as it stands', 'Go on']);
    const on = (await ben.press(asked, 'Go on'))!;
    expect(runIn(on)).toBe(open);
    const again = (await ben.press(await ben.command(here, 'metrox solo'), 'Close it as it stands'))!;
    const end = (await ben.press(again, 'Close it as it stands'))!;
    expect(resultOf(end)).toMatchObject({ day: DAY, score: stood, finished: false, streak: null });
    const { row, log } = await club.ledger.match(open);
    expect(row.status).toBe('over');
    expect(log.at(-1)).toMatchObject({ code: '/end', by: 'player', user: ben.id });
    // Now it is nothing to him, and still nothing for all.
    expect(words(await ben.command(here, 'metrox stats', { player: ann.id }))).toContain(`best ${score}`);
    for (const seen of await tables(ben)) expect(seen).not.toMatch(/Ann/);
  });
});

describe('when it is closed', () => {
  beforeAll(() => moveTo(club.world, midnight(DAY + 2) + 10 * HOUR));

  test('the announcement tells its scores, and it may be posted', async () => {
    const message = await announced(DAY + 1);
    await ann.wait(
      (m) => m.id === message.id && /🥇 (Ann|Ben) −?\d+ · 🥈 (Ann|Ben) −?\d+ · 2 played/.test(words(m)),
      'the scores of the day',
    );
    const now = ann.messages.get(message.id)!;
    expect(words(now)).toContain(`Ann ${score} ·`);
    expect(labels(now)).toEqual([]);
    const own = await ann.command(here, 'metrox stats');
    expect(labels((await ann.press(own, 'Post it here'))!)).toContain('Posted');
    await ben.wait((m) => words(m).includes('## Ann · Metro X') && words(m).includes(`best ${score}`));
  });

  test('tables hold it, with how many days count', async () => {
    await vi.waitFor(async () => {
      const week = words(await ben.command(here, 'metrox leaderboard', { period: 'week', by: 'daily' }));
      expect(week).toContain(`Ann · **${Math.max(0, Number(score.replace('−', '-')))}**`);
      expect(week).toContain('Best 5 of 7 days, yours: 1 so far.');
    }, PATIENCE);
  });
});

test('nothing the bot sent was out of shape, unasked or refused', () => club.check());
