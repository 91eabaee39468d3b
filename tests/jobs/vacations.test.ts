import { describe, expect, test } from 'vitest';
import { freeSeats } from '../../src/match/timeline.ts';
import { overdue } from '../../src/match/waiting.ts';
import { noteAbsence } from '../../src/store/absences.ts';
import { usePictures } from '../blank.ts';
import { standingTable } from '../lib/messages.ts';
import { AT, acquaint, loaded } from '../match/people.ts';
import { codes, DAY, HOUR, house, housed, later, MINUTE, plays, seated, store } from './house.ts';

usePictures('blank');

/** Turns wait for whoever is on vacation, and for nobody else. AT is a Friday noon in UTC. */

housed();

const HALF_DAY = { limit: 43_200 } as const;
const away = (user: string, days: number) => house.press(user, 'retreat|0|0|away', [String(days)]);
const back = (user: string) => house.press(user, 'retreat|0|0|back');
const deadline = async (id: number) => (await loaded(store, id)).row.deadline;
const text = async (id: number) =>
  house.chat.messages.get((await standingTable(store, id))!.message!)!.screen.body.content!;

async function goes(user: string, days: number): Promise<void> {
  later(5000);
  await away(user, days);
  await house.tables.settled();
}

describe('a turn that waits for somebody on vacation', () => {
  test('does not run out before it ends; what was left is left, and the table says who is away until when', async () => {
    const id = await seated(house, 2, HALF_DAY);
    await plays(id, 0);
    await goes('1001', 3);
    const from = Date.now();
    const end = from + 3 * DAY;
    expect(await deadline(id)).toBe(AT + 12 * HOUR + 3 * DAY);
    expect(await text(id)).toContain(`closes <t:${(AT + 12 * HOUR + 3 * DAY) / 1000}:R>`);
    expect(await text(id)).toMatch(new RegExp(`away: .?P1001.? until <t:${Math.floor(end / 1000)}:f>`));
    await house.pass(3 * DAY + 11 * HOUR);
    expect(await codes(id)).toHaveLength(1);
    await house.pass(HOUR, 10 * MINUTE);
    expect(await codes(id)).toContain('/late.1');
  });

  test('runs on for all as soon as they have chosen; nobody has less time for it, or more', async () => {
    const id = await seated(house, 2, HALF_DAY);
    await goes('1001', 7);
    const begun = Date.now();
    await house.pass(2 * DAY);
    await plays(id, 1);
    expect(await deadline(id)).toBe(AT + 12 * HOUR + (Date.now() - begun));
    await house.pass(11 * HOUR);
    expect(await codes(id)).toHaveLength(1);
    await house.pass(HOUR, 10 * MINUTE);
    expect(await codes(id)).toContain('/late.0');
    // Playing has ended nothing: the next turn waits.
    expect((await deadline(id))! - Date.now()).toBeGreaterThan(4 * DAY);
  });

  test('runs on when they come back early', async () => {
    const id = await seated(house, 2, HALF_DAY);
    await goes('1001', 14);
    await house.pass(DAY);
    await back('1001');
    await house.tables.settled();
    expect(await deadline(id)).toBe(AT + 12 * HOUR + DAY);
    expect(await text(id)).not.toContain('away:');
    await house.pass(12 * HOUR, 10 * MINUTE);
    expect((await codes(id)).filter((code) => code.startsWith('/'))).toEqual(['/late.0', '/late.1']);
  });

  test('leaves them a quarter of it at least', async () => {
    const id = await seated(house, 2, HALF_DAY);
    await house.pass(11 * HOUR);
    await goes('1001', 1);
    expect(await deadline(id)).toBe(Date.now() + DAY + 3 * HOUR);
  });

  test('gains nothing by one that is ended at once, however often', async () => {
    const id = await seated(house, 2, HALF_DAY);
    await house.pass(11 * HOUR + 50 * MINUTE);
    let held = 0;
    for (let times = 0; times < 3; times++) {
      await goes('1001', 1);
      const from = Date.now();
      later(MINUTE);
      await back('1001');
      await house.tables.settled();
      held += Date.now() - from;
    }
    expect(await deadline(id)).toBe(AT + 12 * HOUR + held);
  });

  test('adds up with time in which the bot was away, counted once', async () => {
    const id = await seated(house, 2, HALF_DAY);
    await goes('1001', 3);
    const begun = Date.now();
    await noteAbsence(store, begun + 2 * DAY, begun + 4 * DAY);
    expect(await deadline(id)).toBe(AT + 12 * HOUR + 4 * DAY);
  });

  test.each([
    ['that is shorter than half a day', { limit: 3600 }],
    ['in which a card is to be turned, which others may do', { ...HALF_DAY, options: { flip: 'manual' } }],
  ])('%s: its time runs', async (_, more) => {
    const id = await seated(house, 2, more);
    const before = await deadline(id);
    await goes('1000', 7);
    expect(await deadline(id)).toBe(before);
  });

  test('of one after the other waits for nobody who is not to move', async () => {
    const paris = {
      game: 'metro',
      map: 'paris',
      options: { order: 'joined' },
      capacity: 6,
      ...HALF_DAY,
    } as const;
    const id = await seated(house, 2, paris);
    const before = await deadline(id);
    await goes('1001', 7);
    expect(await deadline(id)).toBe(before);
    await goes('1000', 7);
    expect(await deadline(id)).toBe(before! + 7 * DAY);
  });
});

test('nobody takes over the seat of somebody on vacation, nor sets it away', async () => {
  const short = await seated(house, 3, { limit: 3600 });
  await goes('1002', 7);
  for (let n = 0; n < 3; n++) {
    await plays(short, 0);
    await plays(short, 1);
    await house.pass(HOUR + MINUTE, 10 * MINUTE);
  }
  expect(await codes(short)).toContain('/away.2');
  expect(freeSeats(await loaded(store, short))).toEqual([]);
  const open = await seated(house, 3, { origin: 'b' });
  await house.pass(4 * DAY, 6 * HOUR);
  expect(await overdue(store, await loaded(store, open), '1000', Date.now())).toEqual([1]);
  await back('1002');
  expect(freeSeats(await loaded(store, short))).toContain(2);
});

test('a vacation is told of at each running table, and again when it ends early', async () => {
  await acquaint(store, 3);
  const tables = [await seated(house, 2, HALF_DAY), await seated(house, 3, { origin: 'b' })];
  await goes('1001', 1);
  for (const id of tables) expect(await text(id)).toContain('away:');
  later(5000);
  await back('1001');
  await house.tables.settled();
  for (const id of tables) expect(await text(id)).not.toContain('away:');
});
