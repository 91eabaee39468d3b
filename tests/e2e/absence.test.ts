import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { words } from '../lib/message.ts';
import { PATIENCE } from '../patience.ts';
import { type Club, openBlankClub } from './club.ts';
import { HOUR, midnight, moveTo, resultOf, runIn, wasThere } from './days.ts';
import type { Person, Place } from './person.ts';

/** The bot is away over a whole day of the daily: nobody's days in a row are lost, and no run is. */

/** 2027-08-02. */
const DAY = 579;

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

async function begin(person: Person): Promise<number> {
  return runIn((await person.press(await person.command(here, 'metrox solo'), /^(Begin|Play #\d+)$/))!);
}

/** The process dies, and comes back when the clock is elsewhere. */
async function away(until: number): Promise<void> {
  await club.world.bot.stop('SIGKILL');
  moveTo(club.world, until);
  await club.world.bot.start();
}

test('days on which it was away break no streak, and a run of then is gone on with', async () => {
  for (const day of [DAY, DAY + 1]) {
    moveTo(club.world, midnight(day) + 10 * HOUR);
    await club.ledger.ahead(await begin(ann));
  }
  const open = await begin(ben);
  await club.ledger.ahead(open, ({ game, state }) => game.turn(state) > 5);
  // From noon of one day to noon of the third: two days are more than half away, and one is not there at all.
  moveTo(club.world, midnight(DAY + 1) + 12 * HOUR);
  await wasThere(club.world, midnight(DAY + 1) + 12 * HOUR);
  await away(midnight(DAY + 3) + 12 * HOUR);

  // Of days 580, 581 and 582 the bot was away for twelve hours, all, and twelve: the day before them counts alone.
  const start = await ann.command(here, 'metrox solo');
  expect(words(start)).toContain(`## 📅 Daily #${DAY + 3} · `);
  expect(words(start)).toContain('I was away for more than six hours today');
  expect(words(await ann.command(here, 'metrox stats'))).toContain('🔥 1 now');
  await vi.waitFor(async () => {
    const board = await ann.command(here, 'metrox leaderboard', { by: 'streak', period: 'all' });
    expect(words(board)).toContain('Ann · **1** ← you');
  }, PATIENCE);

  // A run of two days ago; two days were lost, and it goes on.
  const offered = await ben.command(here, 'metrox solo');
  expect(words(offered)).toContain(`Your run of #${DAY + 1} is still open.`);
  expect(runIn((await ben.press(offered, `Go on with #${DAY + 1}`))!)).toBe(open);
  await club.ledger.ahead(open);
  const list = await ben.command(here, 'metrox solo', { day: DAY + 1 });
  expect(words(list)).not.toContain('is still open');

  // The day after is a day like others.
  moveTo(club.world, midnight(DAY + 4) + 10 * HOUR);
  await club.ledger.ahead(await begin(ann));
  expect(resultOf(await ann.command(here, 'metrox solo')).streak).toBe(2);
  expect(club.world.bot.output()).not.toMatch(/failed/);
});
