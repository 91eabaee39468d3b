import { describe, expect, test } from 'vitest';
import { SLEEPS } from '../../src/match/projection.ts';
import { usePictures } from '../blank.ts';
import { loaded } from '../match/people.ts';
import { entriesIn, HOUR } from '../match/table.ts';
import { codes, DAY, house, housed, plays, seated, store } from './house.ts';

usePictures('blank');

/** Who has been removed from the server could not choose: whoever can remove people does not decide a result by it. */

housed();

const LIMIT = { limit: 3600, guild: '77' } as const;

describe.each(['clock', 'drop'] as const)('time is up, and who is late (%s)', (late) => {
  test('has been removed from the server: they are not late, and count at the place that the seat reaches', async () => {
    const id = await seated(house, 2, { ...LIMIT, onTimeout: late });
    for (const seat of [0, 1]) await plays(id, seat);
    await plays(id, 0);
    house.absent.set('1001', 'none');
    await house.pass(HOUR);
    expect((await codes(id)).filter((code) => code.startsWith('/'))).toEqual(['/away.1']);
    const removed = (await loaded(store, id)).log.find(({ code }) => code === '/away.1');
    expect(removed).toMatchObject({ by: 'bot', user: null });
    while ((await loaded(store, id)).row.status === 'running') await plays(id, 0);
    const { log, game, state } = await loaded(store, id);
    expect(log.filter(({ code }) => code.startsWith('/'))).toHaveLength(1);
    const places = game.score(state).map(({ rank }) => rank);
    expect(await entriesIn(store, id)).toEqual([`0 1000 ${places[0]}`, `1 1001 ${places[1]} but last`]);
  });

  test.each(['member', 'unknown'] as const)(
    'is not known to have been removed (%s): they are late',
    async (is) => {
      const id = await seated(house, 2, { ...LIMIT, onTimeout: late });
      await plays(id, 0);
      if (is === 'unknown') house.absent.set('1001', is);
      await house.pass(HOUR);
      expect((await codes(id))[1]).toBe('/late.1');
    },
  );
});

test('nobody is asked about before their time is up, nor who has chosen', async () => {
  const id = await seated(house, 3, LIMIT);
  await plays(id, 0);
  house.asked.length = 0;
  const { deadline } = (await loaded(store, id)).row;
  await house.pass(deadline! - Date.now() - 1);
  expect(house.asked).toEqual([]);
  await house.pass(1);
  expect([...house.asked].sort()).toEqual(['1001', '1002']);
});

test('a table is not put away for who was removed; who is waited for since has all the time again', async () => {
  const id = await seated(house, 3, { limit: 0, guild: '77' });
  for (const seat of [0, 1, 2]) await plays(id, seat);
  await plays(id, 0);
  await plays(id, 1);
  house.absent.set('1002', 'none');
  await house.pass(SLEEPS, DAY);
  expect((await codes(id)).filter((code) => code.startsWith('/'))).toEqual(['/away.2']);
  await house.pass(SLEEPS - DAY, DAY);
  expect((await loaded(store, id)).row.status).toBe('running');
  await house.pass(DAY, DAY);
  expect((await loaded(store, id)).voided).toBe('slept');
});
