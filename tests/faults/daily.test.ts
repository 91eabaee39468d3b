import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayOf } from '../../src/daily/days.ts';
import { HOUR, MINUTE, mapOn, midnight, moveTo, playRun, resultOf, runIn } from '../e2e/days.ts';
import { type Ledger, openLedger } from '../e2e/ledger.ts';
import type { Person } from '../e2e/person.ts';
import { type Bot, createBot, startWorld, type World } from '../e2e/world.ts';
import { words } from '../lib/message.ts';

/** One day for the whole world, wherever its bot and its players are. */

/** The hours by which the zones of the world lie apart, east of Greenwich; the sign in the names is the other way. */
const ZONES = Array.from({ length: 27 }, (_, i) => i - 12).map((hours) => ({
  hours,
  zone: hours === 0 ? 'Etc/GMT' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`,
}));

let world: World;
let ledger: Ledger;
let ann: Person;
let ben: Person;

beforeAll(async () => {
  world = await startWorld({ start: false });
  [ann, ben] = [await world.person('Ann'), await world.person('Ben')];
});

afterAll(async () => {
  await ledger?.close();
  await world?.close();
});

async function inZone(zone: string, work: () => Promise<void>): Promise<void> {
  const bot: Bot = createBot(
    {
      DISCORD_TOKEN: 'playground',
      DISCORD_API: `${world.url}/api`,
      DATABASE_FILE: `${world.folder}/metrox.db`,
      CLOCK_FILE: world.clockFile,
      LOG_LEVEL: 'info',
      TZ: zone,
    },
    true,
  );
  await bot.start();
  ledger ??= openLedger(world);
  try {
    await work();
    expect(bot.output()).not.toMatch(/answering failed|an interaction failed|failed/);
  } finally {
    await bot.stop('SIGKILL');
  }
}

test('the day is another in another time zone, or when clocks change', () => {
  const before = process.env.TZ;
  // On two of these days clocks change in Europe.
  for (const noon of [Date.UTC(2026, 2, 29, 12), Date.UTC(2026, 9, 25, 12), Date.UTC(2026, 11, 31, 12)]) {
    const numbers = new Map<string, string>();
    for (const zone of [...ZONES.map((one) => one.zone), 'Europe/Berlin', 'Asia/Kathmandu']) {
      process.env.TZ = zone;
      const hours = Array.from({ length: 24 * 4 }, (_, n) => dayOf(noon - 12 * HOUR + n * 15 * MINUTE));
      numbers.set(
        zone,
        String([...new Set([dayOf(noon - 12 * HOUR - 1), ...hours, dayOf(noon + 12 * HOUR)])]),
      );
    }
    const today = Math.floor((noon - Date.UTC(2025, 11, 31)) / 86_400_000);
    expect(new Set(numbers.values())).toEqual(new Set([`${today - 1},${today},${today + 1}`]));
  }
  if (before === undefined) delete process.env.TZ;
  else process.env.TZ = before;
});

test('a run over midnight counts for the wrong day, or a bot that moved shifts it by hours', async () => {
  // 2026-03-29, when clocks change in Europe; where the bot is it is tomorrow already.
  const day = 88;
  const place = world.place('metro');
  let id = 0;
  moveTo(world, midnight(day + 1) - MINUTE);
  await inZone('Pacific/Kiritimati', async () => {
    const begun = (await ann.press(await ann.command(place, 'metrox solo'), 'Begin'))!;
    id = runIn(begun);
    expect(words(begun)).toContain(`-# Daily #${day} · round 1`);
    await ledger.ahead(id, ({ game, state }) => game.turn(state) > 10);
    // Nobody else is on another day.
    expect(words(await ben.command(place, 'metrox solo'))).toContain(`Daily #${day} · ${mapOn(day)}`);
  });
  moveTo(world, midnight(day + 1) + MINUTE);
  await inZone('Etc/GMT+12', async () => {
    const today = await ben.command(place, 'metrox solo');
    expect(words(today)).toContain(`Daily #${day + 1} · ${mapOn(day + 1)}`);
    const bens = (await ben.press(today, 'Begin'))!;
    await ledger.ahead(runIn(bens));
    // Ann is shown today's first and goes on with yesterday's from her list.
    const list = await ann.command(place, 'games');
    const open = (await ann.choose(list, String(id), /Open a game/))!;
    const end = await playRun(ann, open, 5);
    expect(runIn(end)).toBe(id);
    expect(resultOf(end)).toMatchObject({ day, map: mapOn(day), finished: true, world: [1, 1], streak: 1 });
    expect(resultOf(await ben.command(place, 'metrox solo'))).toMatchObject({ day: day + 1, world: [1, 1] });
  });
  const rows = (await ledger.ids()).length;
  expect(rows).toBe(2);
});
