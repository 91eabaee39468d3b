import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PATIENCE } from '../patience.ts';
import { HOUR, MINUTE, moveTo } from './days.ts';
import { type Ledger, openLedger } from './ledger.ts';
import type { Message, Person } from './person.ts';
import { matchOf, playLine, round, told } from './private.ts';
import { type Game, openGame } from './table.ts';
import { startWorld, type World } from './world.ts';

/** The bot is not there, and is back: that time is charged to nobody. */

const DAY = 24 * HOUR;

let world: World;
let ledger: Ledger;
let people: [Person, Person, Person];
beforeEach(async () => {
  world = await startWorld({ blank: true });
  ledger = openLedger(world);
  people = (await Promise.all(['Ann', 'Ben', 'Cleo'].map((name) => world.person(name)))) as typeof people;
});
afterEach(async () => {
  await ledger.close();
  await world.close();
});

/** A table of one-hour turns. */
const open = (late: string): Promise<Game> =>
  openGame(people, world.place('metro'), { map: 'tokyo', flip: 'auto', deadline: 3600, late });

const codes = async (id: number) =>
  (await ledger.match(id)).log.map(({ code }) => code).filter((code) => code.startsWith('/'));

const absences = (): { from: number; to: number }[] => {
  const book = new Database(`${world.folder}/metrox.db`, { readonly: true });
  const rows = book.prepare('SELECT "from", "to" FROM absences').all();
  book.close();
  return rows as { from: number; to: number }[];
};

/** The table's message as Ann sees it once it tells of an absence. */
const away = (channel: string, time: string): Promise<Message> =>
  people[0].wait(
    (m) => m.channel_id === channel && m.content.includes(`I was away for ${time}, nothing is lost`),
    'the absence',
  );

test('nobody is struck for it: a quarter of the turn is left, and then the time is up once', async () => {
  const { lobby, place } = await open('drop');
  const [ann, ben, cleo] = people;
  const id = matchOf(lobby);
  const first = await round(cleo, place, 1);
  for (const person of [ann, ben]) await playLine(person, first);
  await world.bot.stop('SIGKILL');
  moveTo(world, Date.now() + 3 * HOUR);
  const back = Date.now() + 3 * HOUR;
  // Starts that are killed give nothing twice.
  for (let killed = 0; killed < 2; killed++) {
    await world.bot.start();
    await world.bot.stop('SIGKILL');
  }
  await world.bot.start();
  expect((await away(place.channel, '3 hours')).content).toContain('and you get that time back');
  const { deadline } = (await ledger.match(id)).row;
  expect(deadline! - back).toBeGreaterThanOrEqual(HOUR / 4);
  const given = absences();
  expect(given).toHaveLength(1);
  expect(given[0]!.to).toBeGreaterThanOrEqual(back);
  expect(await codes(id)).toEqual([]);
  // The board is Cleo's as ever.
  await told(cleo, first, 'My board');
  moveTo(world, deadline! + 1000);
  await round(ann, place, 2);
  await world.bot.stop();
  await world.bot.start();
  await told(ann, await round(ann, place, 2), 'My board');
  expect(await codes(id)).toEqual(['/excused.2', '/drop.2']);
  const struck = (await ledger.match(id)).log.find(({ code }) => code === '/drop.2')!;
  expect(struck.at).toBeGreaterThanOrEqual(deadline!);
  expect(world.bot.output()).not.toMatch(/"level":(?:50|60)/);
});

test('whoever was waited for plays on in the time that is given back, after two absences in one turn', async () => {
  const { lobby, place } = await open('drop');
  const [ann, ben, cleo] = people;
  const id = matchOf(lobby);
  const first = await round(cleo, place, 1);
  for (const person of [ann, ben]) await playLine(person, first);
  let at = Date.now();
  for (const time of ['2 days', '4 days']) {
    await world.bot.stop('SIGKILL');
    at += 2 * DAY;
    moveTo(world, at);
    await world.bot.start();
    await away(place.channel, time);
  }
  await playLine(cleo, first);
  await round(ann, place, 2);
  expect(await codes(id)).toEqual([]);
  // Nobody was reminded of a turn that is over, and the next one has its whole time.
  const { row } = await ledger.match(id);
  expect(row.deadline).toBe(row.turnAt! + HOUR);
  expect([...ann.messages.values()].filter(({ content }) => content.includes('⏳'))).toEqual([]);
});

test('a clock that is moved while the bot is there is no absence: the time is up', async () => {
  const { lobby, place } = await open('clock');
  const id = matchOf(lobby);
  await round(people[0], place, 1);
  moveTo(world, Date.now() + HOUR + MINUTE);
  await round(people[0], place, 2);
  expect(await codes(id)).toEqual(['/late.0', '/late.1', '/late.2']);
  // Also when it ends soon after and begins anew.
  await world.bot.stop();
  await world.bot.start();
  const table = await round(people[1], place, 2);
  await told(people[1], table, 'My board');
  await vi.waitFor(async () => {
    const { row } = await ledger.match(id);
    expect(row.deadline).toBe(row.turnAt! + HOUR);
  }, PATIENCE);
  expect(table.content).not.toContain('I was away');
  expect(absences()).toEqual([]);
});

test('while Discord takes nothing, nothing that is due is served, and then it is, once', async () => {
  const { lobby, place } = await open('clock');
  const id = matchOf(lobby);
  const first = await round(people[0], place, 1);
  await world.control('POST', '/faults', { route: '*', status: 503 });
  // What Discord did not take in time is lost to whoever pressed, but nothing else may go wrong with it.
  const pressing = people[1].tap(first, 'My board').then(
    () => 'answered',
    (error: Error) => error.message,
  );
  const asked = async () => (await world.requests()).filter(({ path }) => path === '/gateway');
  await vi.waitFor(async () => expect((await asked()).length).toBeGreaterThan(0), PATIENCE);
  moveTo(world, Date.now() + HOUR + MINUTE);
  const before = (await asked()).length;
  await vi.waitFor(async () => expect((await asked()).length).toBeGreaterThan(before + 2), PATIENCE);
  expect(await codes(id)).toEqual([]);
  await world.control('DELETE', '/faults');
  await round(people[0], place, 2);
  expect(await codes(id)).toEqual(['/late.0', '/late.1', '/late.2']);
  expect(await pressing).toMatch(/^(answered$|This interaction failed: )/);
});
