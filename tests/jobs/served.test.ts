import { expect, test } from 'vitest';
import { createScheduler, type Hears } from '../../src/jobs/scheduler.ts';
import { setJob } from '../../src/store/jobs.ts';
import { HOLDER } from '../../src/store/lease.ts';
import { usePictures } from '../blank.ts';
import { change } from '../lib/rows.ts';
import { AT } from '../match/people.ts';
import { HOUR, house, housed, later, plays, seated, store } from './house.ts';

usePictures('blank');

/** Whoever counts hears what became of due work, and how late it was begun. */

housed();

async function served(): Promise<Parameters<Hears>[]> {
  const all: Parameters<Hears>[] = [];
  const due = createScheduler(house.app, HOLDER, (...one) => void all.push(one));
  await due.look();
  await due.settled();
  return all;
}

test('what is done, and what is due again later', async () => {
  const match = String(await seated(house, 2));
  await change(store, 'DELETE FROM jobs');
  await setJob(store, { kind: 'thread', subject: match, key: 'alive', due: AT + HOUR });
  await setJob(store, { kind: 'nothing', subject: match, key: 'x', due: AT + HOUR });
  expect(await served()).toEqual([]);
  later(HOUR + 2500);
  expect((await served()).sort()).toEqual([
    ['nothing', 'done', 2500],
    ['thread', 'later', 2500],
  ]);
  expect(await served()).toEqual([]);
});

test('what waits for Discord, and is tried again', async () => {
  const match = String(await seated(house, 2));
  await change(store, 'DELETE FROM jobs');
  await setJob(store, { kind: 'thread', subject: match, key: 'alive', due: AT });
  house.chat.refuse({ code: 0, status: 503 }, ({ what }) => what === 'revive');
  expect(await served()).toEqual([['thread', 'failed', 0]]);
});

test('what rests since its match cannot be read', async () => {
  const match = await seated(house, 2, { limit: 43_200 });
  await plays(match, 0);
  await change(store, "UPDATE actions SET code = 'beyond.understanding' WHERE match = ? AND seq = 0", match);
  await change(store, 'DELETE FROM jobs');
  await setJob(store, { kind: 'late', subject: String(match), key: 'x', due: AT });
  expect(await served()).toEqual([['late', 'rests', 5000]]);
  expect(house.logged.splice(0).filter(({ level }) => Number(level) >= 50)).toHaveLength(1);
});
