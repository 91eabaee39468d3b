import { afterAll, beforeAll, expect, test } from 'vitest';
import { play } from '../../src/match/record.ts';
import { dice } from '../lib/chance.ts';
import { labels, parts, words } from '../lib/message.ts';
import { faultsOf } from './payloads.ts';
import type { Message, Person } from './person.ts';
import { pictures } from './private.ts';
import { checkEnd, openGame, playToEnd } from './table.ts';
import { begin, playOut, recordIn, type Way } from './turns.ts';
import { startWorld, type World } from './world.ts';

/**
 * A whole game of each kind through the real bot, from the lobby to the record. The screens of other maps, options and
 * numbers of people are those of `tests/app/screens.test.ts`; what is drawn in the two long games is held by `tests/views`,
 * so that only the end of Metro X and the pages of trips have their pictures here.
 */

let world: World;
let people: readonly Person[];
beforeAll(async () => {
  world = await startWorld({ blank: true });
  people = await Promise.all(['Ann', 'Ben', 'Cleo'].map((name) => world.person(name)));
});
afterAll(() => world?.close());

test('Metro, a tile at a time', async () => {
  const seats = people.slice(0, 2);
  const { channel } = await begin(seats, world.place('metro'), 'metro', {});
  const roll = dice(62);
  const way: Way = {
    game: 'metro',
    roll,
    keeps: ['Keep', 'Draw it'],
    takes: ({ value }, kept) => value !== 'draw' || (!kept.includes('Draw it') && roll(3) === 0),
    most: 70,
  };
  const end = await playOut(world, seats, channel, way);
  const boards = parts(end).find((part) => part.type === 12);
  expect(boards?.items?.length).toBe(1);
  const outcome = await outcomeIn(end);
  expect(Object.values(outcome.lines).every(({ done }) => done)).toBe(true);
});

test('MetroMania, turn by turn, and its trips one a page', async () => {
  const { channel } = await begin(people, world.place('metro'), 'metromania', {
    digging: 'free',
    'last-turn': 'true',
  });
  const way: Way = { game: 'metromania', roll: dice(111), keeps: ['Keep'], most: 150 };
  let several = 0;
  const end = await playOut(world, people, channel, way, (_, screens) => {
    // Tunnel after tunnel in the same message, each open to be taken back, and nothing kept before the last.
    const steps = screens.filter((screen) => words(screen).includes('So far: '));
    several += steps.length;
    for (const screen of steps) {
      expect(labels(screen)).toContain('Back');
      expect(labels(screen)).not.toContain('Keep');
    }
  });
  expect(several).toBeGreaterThan(people.length * 4);
  expect((await outcomeIn(end)).trips).toHaveLength(7);
  // What was posted answers whatever process is there.
  await world.bot.stop('SIGTERM');
  await world.bot.start();
  await world.bot.usePictures('drawn');
  const [ann] = people;
  let page = (await ann!.press(end, 'Trips'))!;
  const titles: string[] = [];
  for (let n = 0; n < 7; n++) {
    titles.push(words(page).split('\n')[0]!);
    expect(parts(page).find((part) => part.type === 12)?.items).toHaveLength(1);
    for (const picture of await pictures(page)) expect(picture.length).toBeGreaterThan(10_000);
    if (n < 6) page = (await ann!.press(page, '▶'))!;
  }
  expect(titles).toEqual([
    ...['A', 'B', 'C', 'D', 'E', 'F'].map((letter) => `## Trip ${letter}`),
    '## From park to lake',
  ]);
});

test('Metro X, cards turned by hand, a bot that dies in the middle', async () => {
  await world.bot.usePictures('blank');
  const map = 'tube-town';
  const game = await openGame(people, world.place('metro'), { map, flip: 'manual' });
  const end = await playToEnd(people, game, true, async (round) => {
    // In the middle of a game the process dies and comes back; nobody notices. The last rounds are drawn.
    if (round === 18) await world.bot.usePictures('drawn');
    if (round !== 9) return;
    await world.bot.stop('SIGKILL');
    await world.bot.start();
  });
  const files = await pictures(end);
  const drawn = files.filter(
    (file) => file.subarray(1, 4).toString('latin1') === 'PNG' && file.length > 10_000,
  );
  expect(drawn.length).toBeGreaterThanOrEqual(people.length);
  await checkEnd(world, end, people, map);
});

test('nothing the bot sent was out of shape or refused', async () => {
  const { faults, checked } = await faultsOf(world);
  expect(faults).toEqual([]);
  expect(checked).toBeGreaterThan(400);
});

/** The record that hangs on a result comes to an end, with the scores that the result tells. */
async function outcomeIn(end: Message) {
  const outcome = play(await recordIn(world, end)) as unknown as {
    over: boolean;
    lines: Record<string, { done: boolean }>;
    trips: unknown[];
    seats: { name: string; score: number }[];
  };
  expect(outcome.over).toBe(true);
  for (const { name, score } of outcome.seats)
    expect(words(end)).toMatch(new RegExp(`${name}\\b.* ${score < 0 ? `−${-score}` : score}`));
  return outcome;
}
