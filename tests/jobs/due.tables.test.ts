import { describe, expect, test } from 'vitest';
import { askToEnd, playOn, putAway, voidMatch } from '../../src/match/ending.ts';
import * as lobby from '../../src/match/lobby.ts';
import { phaseKey, present } from '../../src/match/match.ts';
import { claimDue } from '../../src/store/jobs.ts';
import { behind, setTable } from '../../src/store/tables.ts';
import { idsOf, wordsOf } from '../app/sound.ts';
import { usePictures } from '../blank.ts';
import { messageOf, standingTable } from '../lib/messages.ts';
import { change, firstRow, rows } from '../lib/rows.ts';
import { AT, acquaint, choose, loaded, lobbyOf, some } from '../match/people.ts';
import { codes, DAY, HOUR, house, housed, later, MINUTE, seated, store } from './house.ts';

usePictures('blank');

/** What becomes in time of lobbies, tables and threads, and of work that is done. */

housed();

const HALF_DAY = 43_200;

describe('lobbies', () => {
  const status = async (id: number) =>
    ((await firstRow(store, 'SELECT status FROM matches WHERE id = ?', id)) as { status: string }).status;

  async function opened(): Promise<number> {
    await acquaint(store, 3);
    const id = await lobbyOf(store, 1);
    house.app.refresh(id);
    await house.tables.settled();
    return id;
  }
  const shown = async (id: number) =>
    wordsOf(house.chat.messages.get((await standingTable(store, id))!.lobbyMessage!)!.screen);

  test('that nobody starts in a day are closed, and say so', async () => {
    const id = await opened();
    await house.pass(DAY - 1, 6 * HOUR);
    expect(await status(id)).toBe('lobby');
    await house.pass(1);
    expect(await status(id)).toBe('closed');
    expect(await shown(id)).toContain('nobody started this table in a day, so I closed it.');
  });

  test('that somebody touched stay a day from then on', async () => {
    const id = await opened();
    later(20 * HOUR);
    await lobby.join(store, id, '1002', Date.now());
    await house.pass(24 * HOUR - 1, HOUR);
    expect(await status(id)).toBe('lobby');
    expect((await house.job('lobby', id, 'close'))!.due).toBe(AT + 44 * HOUR);
    await house.pass(1);
    expect(await status(id)).toBe('closed');
  });

  test('that were closed by their host, even late, say that', async () => {
    const id = await opened();
    later(30 * HOUR);
    await lobby.cancel(store, id, '1000', false, Date.now());
    house.app.refresh(id);
    await house.look();
    expect(await shown(id)).toContain('Host: P1000');
    expect(await shown(id)).not.toContain('nobody started');
  });

  test('that have begun are let be', async () => {
    const id = await opened();
    later(MINUTE);
    await lobby.start(store, id, '1000', Date.now(), { alone: true });
    await house.pass(2 * DAY, 6 * HOUR);
    expect(await status(id)).toBe('running');
    expect((await house.job('lobby', id, 'close'))!.doneAt).not.toBeNull();
  });
});

describe('tables that nobody touches', () => {
  test('are put away after 60 days, which counts for nobody', async () => {
    const id = await seated(house, 2);
    await house.pass(60 * DAY - 1, 5 * DAY);
    expect((await loaded(store, id)).row.status).toBe('running');
    await house.pass(1);
    expect((await loaded(store, id)).row).toMatchObject({ status: 'over', voided: 'slept', ended: null });
    expect((await codes(id)).at(-1)).toBe('/void.slept');
    await house.pass(30 * DAY, 5 * DAY);
    expect(await claimDue(store, Date.now(), 'a', 0, 50)).toEqual([]);
  });

  test('stay when somebody touched them', async () => {
    const id = await seated(house, 2);
    later(50 * DAY);
    await choose(store, id, '1000', some(await loaded(store, id), 0));
    // People of tests act on the first day.
    await change(store, 'UPDATE matches SET touched_at = ?', Date.now());
    await house.pass(10 * DAY, DAY);
    expect((await loaded(store, id)).row.status).toBe('running');
    expect((await house.job('sleep', id, 'away'))!.due).toBe(AT + 110 * DAY);
  });
});

test('what was put away long after anybody touched it is looked after until that is told', async () => {
  const id = await seated(house, 2);
  house.chat.refuse({ code: 0, status: 0 }, ({ what }) => what === 'post', 1);
  later(120 * DAY);
  await house.look();
  expect((await loaded(store, id)).row).toMatchObject({ status: 'over', voided: 'slept' });
  later(MINUTE);
  expect(await behind(store, Date.now())).toEqual([id]);
  for (const match of await behind(store, Date.now())) house.app.refresh(match);
  await house.tables.settled();
  expect(await behind(store, Date.now())).toEqual([]);
  expect(wordsOf([...house.chat.messages.values()].at(-1)!.screen)).toContain('slept for 60 days');
  later(91 * DAY);
  await setTable(store, id, { shown: -1 });
  expect(await behind(store, Date.now())).toEqual([]);
});

test('a question that could not be asked, or not be settled, is behind until it is', async () => {
  const id = await seated(house, 3);
  const asking = () => ({ match: id, user: '1000', at: Date.now() });
  const questions = () =>
    [...house.chat.messages.values()].flatMap(({ purpose, screen }) =>
      purpose?.startsWith(`${id}.question:`) ? [{ words: wordsOf(screen), ids: idsOf(screen) }] : [],
    );
  const refreshed = async () => {
    house.app.refresh(id);
    await house.tables.settled();
  };
  const repaired = async () => {
    later(MINUTE);
    expect(await behind(store, Date.now())).toEqual([id]);
    await refreshed();
    expect(await behind(store, Date.now())).toEqual([]);
  };
  later(MINUTE);
  await askToEnd(store, asking());
  house.chat.refuse({ code: 0, status: 500 }, ({ purpose }) => purpose?.includes('.question:') ?? false);
  await refreshed();
  expect(questions()).toEqual([]);
  await repaired();
  expect(questions()).toEqual([
    { words: expect.stringContaining('would like to end'), ids: [`agree|${id}|1|0`, `playon|${id}|1|0`] },
  ]);
  later(MINUTE);
  await playOn(store, { ...asking(), user: '1001' });
  const question = await messageOf(store, { match: id }, 'question:');
  house.chat.refuse({ code: 0, status: 500 }, ({ what, message }) => what === 'edit' && message === question);
  await refreshed();
  await repaired();
  expect(questions()).toEqual([{ words: `#${id}: we play on.`, ids: [] }]);
});

describe('threads', () => {
  const revived = () => house.chat.calls.filter(({ what }) => what === 'revive');

  test('of running matches are looked after from a week on, every day', async () => {
    const id = await seated(house, 2);
    await house.pass(7 * DAY - 1, DAY);
    expect(revived()).toEqual([]);
    await house.pass(15 * DAY, DAY);
    expect(revived().map(({ channel }) => channel)).toEqual(
      Array(15).fill((await standingTable(store, id))!.channel),
    );
    await voidMatch(store, { match: id, user: '1009', at: Date.now(), manages: true });
    await house.pass(7 * DAY, DAY);
    expect(revived()).toHaveLength(15);
    expect((await house.job('thread', id, 'alive'))!.doneAt).not.toBeNull();
  });

  test('there is none where the table stands in the channel itself', async () => {
    const id = await seated(house, 2);
    await setTable(store, id, { channel: (await standingTable(store, id))!.lobbyChannel, thread: null });
    await house.pass(8 * DAY, DAY);
    expect(revived()).toEqual([]);
  });

  test('a locked one is asked for again the next day', async () => {
    const id = await seated(house, 2);
    house.chat.refuse({ code: 50083, status: 403 }, ({ what }) => what === 'revive');
    await house.pass(7 * DAY, DAY);
    expect(await house.job('thread', id, 'alive')).toMatchObject({ due: AT + 8 * DAY, doneAt: null });
  });
});

test('what was done is forgotten after a week', async () => {
  const id = await seated(house, 2, { limit: HALF_DAY });
  await house.pass(12 * HOUR);
  expect(await house.job('late', id, '1.round')).toBeDefined();
  await house.pass(7 * DAY + 2 * HOUR, DAY);
  expect(await house.job('late', id, '1.round')).toBeUndefined();
  expect(await house.job('sleep', id, 'away')).toBeDefined();
});

test('what was to come in a turn that is over comes to nothing at once', async () => {
  const id = await seated(house, 2);
  const here = async () => phaseKey(present(await loaded(store, id)));
  const first = await here();
  expect((await house.job('remind', id, `${first}/15`))!.doneAt).toBeNull();
  for (const user of ['1000', '1001'])
    await choose(store, id, user, some(await loaded(store, id), Number(user) - 1000));
  for (const days of [1, 8, 15])
    expect((await house.job('remind', id, `${first}/${days}`))!.doneAt).not.toBeNull();
  expect((await house.job('remind', id, `${await here()}/15`))!.doneAt).toBeNull();
  expect((await house.job('sleep', id, 'away'))!.doneAt).toBeNull();
  await putAway(store, id, Date.now());
  expect(await rows(store, "SELECT kind FROM jobs WHERE done_at IS NULL AND kind <> 'thread'")).toEqual([]);
});

test('work that has been begun is left to whoever began it, also when the turn is over', async () => {
  const id = await seated(house, 2);
  const first = phaseKey(present(await loaded(store, id)));
  later(DAY);
  const [job] = await claimDue(store, Date.now(), 'another:1:1', Date.now() + HOUR, 50, () => true);
  expect(job).toMatchObject({ kind: 'remind', key: `${first}/1` });
  for (const user of ['1000', '1001'])
    await choose(store, id, user, some(await loaded(store, id), Number(user) - 1000));
  expect(await house.job('remind', id, `${first}/1`)).toMatchObject({ doneAt: null, holder: 'another:1:1' });
});
