import { afterAll, beforeAll, expect, test } from 'vitest';
import { labels, parts, words } from '../lib/message.ts';
import { type Message, menuOf, type Person } from './person.ts';
import { startWorld, type World } from './world.ts';

/** Tables and statistics in the real client's words, around a run of the daily. */

let world: World;
beforeAll(async () => {
  world = await startWorld({ blank: true });
});
afterAll(async () => {
  await world?.close();
});

/** Plays the first thing that can be played, and keeps it, until there is a result. */
async function finish(person: Person, screen: Message): Promise<Message> {
  let now = screen;
  for (let steps = 0; steps < 200; steps++) {
    if (labels(now).includes('Share')) return now;
    const move = parts(now).find(
      (part) => part.type === 2 && !part.disabled && /^(play|try|pick)\|/.test(part.custom_id ?? ''),
    );
    if (labels(now).includes('Keep')) now = (await person.press(now, 'Keep'))!;
    else if (menuOf(now)) now = (await person.choose(now, /./))!;
    else if (move) now = (await person.press(now, move.label!))!;
    else throw new Error(`Nothing to play on ${words(now)} ${labels(now)}`);
  }
  throw new Error(`No end in sight: ${words(now)}`);
}

test('first the run, then everybody; one’s statistics, posted by a press', async () => {
  const [ann, ben] = [await world.person('Ann'), await world.person('Ben')];
  const place = world.place('metro');
  const early = await ann.command(place, 'metrox leaderboard');
  expect(words(early)).toContain("Finish your run first; then you see everybody's.");
  expect(words(await ann.command(place, 'metrox stats'))).toContain("You haven't finished a game yet.");

  const start = (await ann.press(early, 'Play'))!;
  const end = await finish(ann, (await ann.press(start, 'Begin'))!);
  const score = /(−?\d+) points?/.exec(words(end))![1]!;

  const table = (await ann.press(end, "Today's table"))!;
  expect(words(table)).toContain(`🥇 Ann · **${score}** ← you`);
  // The result stays where it was.
  expect(table.id).not.toBe(end.id);
  const week = (await ann.choose(table, 'week', /time/))!;
  expect(week.id).toBe(table.id);
  expect(words(week)).toContain('Dailies · this week · this server');
  const world_ = (await ann.press(week, 'World'))!;
  expect(words(world_)).toContain('Dailies · this week · the world');
  expect(menuOf((await ann.choose(world_, 'rating', /what/))!, /time/)).toBeUndefined();

  const stats = (await ann.press(end, 'My stats'))!;
  expect(words(stats)).toContain('1 daily');
  expect(parts(stats).some((part) => part.type === 12)).toBe(true);
  // Ben still has to play, so today's cannot be posted yet, and he cannot look at it.
  const refused = (await ann.press(stats, 'Post it here'))!;
  expect(words(refused)).toContain('Only days that can still be played are there to be shown');
  const others = await ben.command(place, 'metrox leaderboard', { scope: 'world' });
  expect(words(others)).not.toContain('Ann');
});
