import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { labels, words } from '../lib/message.ts';
import { type Club, openBlankClub } from './club.ts';
import { atOnce, HOUR, midnight, moveTo, playRun, resultOf, runIn, wasThere } from './days.ts';
import { faultsOf } from './payloads.ts';
import type { Message, Person, Place } from './person.ts';
import { now } from './private.ts';
import { type Bot, createBot } from './world.ts';

/** Two processes of the bot, on one database and with one token: both get every press, one of them handles it. */

const DAY = 500;

let club: Club;
let second: Bot;
let ann: Person;
let ben: Person;
let here: Place;

beforeAll(async () => {
  club = await openBlankClub('Ann', 'Ben');
  [ann, ben] = club.people as [Person, Person];
  const { world } = club;
  here = world.place('metro');
  moveTo(world, midnight(DAY) + 10 * HOUR);
  await wasThere(world, midnight(DAY));
  second = createBot(
    {
      DISCORD_TOKEN: 'playground',
      DISCORD_API: `${world.url}/api`,
      DATABASE_FILE: `${world.folder}/metrox.db`,
      CLOCK_FILE: world.clockFile,
      LOG_LEVEL: 'info',
      SEEDS: 'of the second ',
    },
    true,
  );
  await second.start();
  expect(await world.control('GET', '/gateway')).toEqual({ bots: 2 });
});

afterAll(async () => {
  await second?.stop('SIGKILL');
  await club?.close();
});

const callbacks = async () =>
  (await club.world.requests()).filter(({ path }) => /\/interactions\/\d+\/[^/]+\/callback/.test(path));

test('a whole run: every press is handled once', async () => {
  const start = await ann.command(here, 'metrox solo');
  await atOnce(club.world, 10, () => ann.tap(start, 'Begin'));
  await now(ann, start, (m) => !labels(m).includes('Begin'), 'the first round');
  // A late one of the ten answers may still redraw that message; a new one is only its owner's.
  const first = await ann.command(here, 'metrox solo');
  expect(await club.ledger.ids()).toHaveLength(1);
  const end = await playRun(ann, first, 3);
  const match = await club.ledger.match(runIn(first));
  expect(resultOf(end)).toMatchObject({ day: DAY, finished: true, world: [1, 1], streak: 1 });
  expect(resultOf(end).score).toBe(match.game.score(match.state)[0]!.score);
  // One row for each card, and none twice.
  expect(match.log.map(({ seq }) => seq)).toEqual([...match.log.keys()]);
  expect(match.log).toHaveLength(match.game.turn(match.state));

  // Of the two answers to each press Discord took one, or none where both were too late.
  const taken = new Map<string, number>();
  for (const { path, status } of await callbacks()) {
    const id = path.split('/interactions/')[1]!.split('/')[0]!;
    taken.set(id, (taken.get(id) ?? 0) + (status < 300 ? 1 : 0));
  }
  expect([...taken.values()].filter((times) => times > 1)).toEqual([]);
  // Both were at work.
  expect((await callbacks()).length).toBeGreaterThan(taken.size * 1.5);
});

test('Share on two screens at once posts one message', async () => {
  const screens: Message[] = [await ann.command(here, 'metrox solo'), await ann.command(here, 'metrox solo')];
  let next = 0;
  await atOnce(club.world, 10, () => ann.tap(screens[next++ % 2]!, 'Share'));
  for (const screen of screens) await now(ann, screen, (m) => labels(m).includes('Shared'), 'Shared');
  const posts = () => [...ben.messages.values()].filter((m) => /^Metro X Daily #/.test(m.content));
  await expect.poll(posts).toHaveLength(1);
});

test('one dies, the other goes on; the secret of the cards is shared by both', async () => {
  const begun = (await ben.press(await ben.command(here, 'metrox solo'), 'Begin'))!;
  await club.world.bot.stop('SIGKILL');
  const back = await ben.command(here, 'metrox solo');
  expect(words(back)).toContain('Welcome back, round 1.');
  expect(runIn(back)).toBe(runIn(begun));
  const [anns] = await club.ledger.ids();
  const seeds = [await club.ledger.match(anns!), await club.ledger.match(runIn(begun))].map(
    ({ row }) => row.seed,
  );
  expect(seeds[0]).toBe(seeds[1]);
  // Left open, it is closed once when its time is up, with both at work again.
  await club.world.bot.start();
  moveTo(club.world, midnight(DAY + 2) + HOUR);
  await vi.waitFor(
    async () => expect((await club.ledger.match(runIn(begun))).row.status).toBe('over'),
    20_000,
  );
  expect((await club.ledger.match(runIn(begun))).log.map(({ code }) => code)).toEqual(['/end']);
});

test('nothing was out of shape or failed; only second answers were refused', async () => {
  const { faults } = await faultsOf(club.world);
  expect(faults.filter((fault) => !/\/callback\S*: refused with 40[04]$/.test(fault))).toEqual([]);
  for (const bot of [club.world.bot, second])
    expect(bot.output()).not.toMatch(/answering failed|an interaction failed|closing and counting failed/);
});
