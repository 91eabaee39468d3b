import { expect, test } from 'vitest';
import { serveDeadline } from '../../src/match/ending.ts';
import { shareOf } from '../../src/match/entries.ts';
import { noteAbsence } from '../../src/store/absences.ts';
import type { Store } from '../../src/store/open.ts';
import { table } from './company.ts';
import { AT, loaded } from './people.ts';
import { chooses, HOUR, outcome, runsOut, told } from './table.ts';

/** Turns of half a day in which the bot was away. */

/** A quarter of a turn. */
const QUARTER = 3 * HOUR;

/** In the turn that is open now the bot is away: longer than a quarter of it, where nothing else is said. */
async function away(store: Store, id: number, length = QUARTER + 1): Promise<void> {
  const { timedAt } = (await loaded(store, id)).row;
  await noteAbsence(store, timedAt! + HOUR, timedAt! + HOUR + length);
}

test('time is up no earlier than it is given back', async () => {
  const [store, id] = await table(3, { onTimeout: 'drop' });
  for (const user of ['1000', '1001']) await chooses(store, id, user);
  await away(store, id, 4 * HOUR);
  for (const at of [AT + 12 * HOUR, AT + 16 * HOUR - 1])
    expect(outcome(await serveDeadline(store, id, at))).toBe('nothing');
  expect(outcome(await serveDeadline(store, id, AT + 16 * HOUR))).toBe('done');
  const match = await loaded(store, id);
  expect(told(match).slice(2)).toEqual(['clock /excused.2', 'clock /drop.2']);
  expect(match.standing).toEqual(['here', 'here', 'dropped']);
  // The next turn has its own time, and nothing of the absence.
  expect(match.row.deadline).toBe(AT + 28 * HOUR);
});

test('a turn missed then is none of three in a row, and does not break their count', async () => {
  const [store, id] = await table(2);
  const late = async () => (await loaded(store, id)).missed[1];
  /** A turn that seat 1 misses. */
  const turn = async (): Promise<void> => {
    await chooses(store, id, '1000', (await loaded(store, id)).row.timedAt!);
    await runsOut(store, id);
  };
  await turn();
  await turn();
  for (let times = 0; times < 4; times++) {
    await away(store, id);
    await turn();
  }
  expect(await late()).toBe(2);
  expect((await loaded(store, id)).standing).toEqual(['here', 'here']);
  await turn();
  expect((await loaded(store, id)).standing).toEqual(['here', 'away']);
});

test.each([
  [QUARTER, 'away', ['/late.1', '/late.1', '/late.1', '/away.1']],
  [QUARTER + 1, 'here', ['/excused.1', '/excused.1', '/excused.1']],
] as const)(
  'a turn missed is excused after more than a quarter of it: %i ms, %s',
  async (length, as, codes) => {
    const [store, id] = await table(2);
    for (let times = 0; times < 3; times++) {
      await away(store, id, length);
      await chooses(store, id, '1000', (await loaded(store, id)).row.timedAt!);
      await runsOut(store, id);
    }
    const match = await loaded(store, id);
    expect(match.standing[1]).toBe(as);
    expect(told(match).filter((one) => /^clock \/(late|excused|away)/.test(one))).toEqual(
      codes.map((code) => `clock ${code}`),
    );
  },
);

test('what the clock plays in it is nobody’s choice', async () => {
  const [store, id] = await table(2);
  await chooses(store, id, '1000');
  await chooses(store, id, '1001');
  const turn = async (): Promise<void> => {
    await chooses(store, id, '1000', (await loaded(store, id)).row.timedAt!);
    await runsOut(store, id);
  };
  const shares = async () => [0, 1].map(async (seat) => shareOf(await loaded(store, id), seat));
  await away(store, id);
  await turn();
  expect(await Promise.all(await shares())).toEqual([1, 1]);
  await turn();
  expect(await Promise.all(await shares())).toEqual([1, 1 / 2]);
});
