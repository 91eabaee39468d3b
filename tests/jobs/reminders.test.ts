import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { remind } from '../../src/app/reminders.ts';
import { leaveSeat, pause, returnTo } from '../../src/match/life.ts';
import { play } from '../../src/match/play.ts';
import { addJob, claimDue } from '../../src/store/jobs.ts';
import { openStore, type Store } from '../../src/store/open.ts';
import { type Settings, setSettings } from '../../src/store/players.ts';
import { forget } from '../../src/store/privacy.ts';
import { setClosed } from '../../src/store/reminders.ts';
import { onItsWay, setTable, tableOf } from '../../src/store/tables.ts';
import { idsOf, unsound, wordsOf } from '../app/sound.ts';
import { AT, acquaint, loaded, running, some } from '../match/people.ts';
import { DAY, faultsOf, HOUR, type House, MINUTE, openHouse, seated } from './house.ts';

vi.mock('../../src/views/picture.ts', () => import('../blank.ts'));

/** AT is a Friday noon in UTC. */
const HALF_DAY = { limit: 43_200 } as const;
/** When the last reminder of half a day comes, after half time. */
const LAST = 4 * HOUR + 48 * MINUTE;

let store: Store;
let house: House;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(AT);
  store = openStore(':memory:');
  house = openHouse(store);
});
afterEach(() => {
  expect(faultsOf(house)).toEqual([]);
  store.close();
  vi.useRealTimers();
});

const later = (time: number) => vi.setSystemTime(Date.now() + time);
const set = (player: string, patch: Partial<Settings>) => setSettings(store, player, patch);
const said = () => house.reminders().map(({ screen }) => screen.body.content!);
const pinged = () =>
  house.reminders().map(({ screen }) => (screen.body.allowed_mentions as { users: string[] }).users);
const reminded = () => house.posts().filter((nonce) => /\.r[he0-9]/.test(nonce));

/** Somebody plays in the present turn, now. */
async function plays(id: number, seat: number): Promise<void> {
  // Edits of one message come no closer together.
  later(5000);
  const match = await loaded(store, id);
  const turn = match.game.turn(match.state);
  const done = await play(store, {
    match: id,
    user: match.seats[seat]!.player,
    turn,
    codes: [some(match, seat)],
    at: Date.now(),
  });
  if (!done.ok) throw new Error(done.why);
  house.app.refresh(id);
  await house.tables.settled();
}

describe('what is posted', () => {
  test('at half time, and a tenth of the time before its end: one message, the second in the place of the first', async () => {
    const id = await seated(house, 3, HALF_DAY);
    await plays(id, 1);
    vi.setSystemTime(AT + 6 * HOUR - 1);
    await house.look();
    expect(said()).toEqual([]);
    later(1);
    await house.look();
    expect(said()).toHaveLength(1);
    expect(said()[0]).toMatch(
      new RegExp(
        `^⏳ \\*\\*Round 1 · .+\\*\\* closes <t:${(AT + 12 * HOUR) / 1000}:R>\\. Waiting for <@1000>, <@1002>$`,
      ),
    );
    expect(pinged()).toEqual([['1000', '1002']]);
    const [message] = house.reminders();
    expect(message!.channel).toBe(tableOf(store, id)!.channel);
    expect(message!.nonce).toBe(`${id}.1.round.rh`);
    expect(idsOf(message!.screen)).toEqual([`mine|${id}|1`, `quiet|${id}|1|1.round`]);
    expect(tableOf(store, id)).toMatchObject({ reminder: message!.id, reminderPhase: '1.round' });
    await house.pass(LAST - MINUTE);
    expect(house.reminders()[0]!.id).toBe(message!.id);
    await house.pass(MINUTE);
    expect(reminded()).toEqual([`${id}.1.round.rh`, `${id}.1.round.re`]);
    expect(house.reminders()).toHaveLength(1);
    expect(house.reminders()[0]!.id).not.toBe(message!.id);
    expect(tableOf(store, id)!.reminder).toBe(house.reminders()[0]!.id);
  });

  test('in the channel itself it says which game it is', async () => {
    await acquaint(store, 2);
    const id = await running(store, 2, { ...HALF_DAY, thread: false });
    house.app.refresh(id);
    await house.tables.settled();
    await house.pass(6 * HOUR);
    expect(said()[0]).toContain(`⏳ #${id} Tokyo · **Round 1`);
  });

  test('it goes when the round closes, and the next round has reminders of its own', async () => {
    const id = await seated(house, 2, HALF_DAY);
    await house.pass(6 * HOUR);
    expect(said()).toHaveLength(1);
    await plays(id, 0);
    expect(said()).toHaveLength(1);
    await plays(id, 1);
    expect(said()).toEqual([]);
    expect(tableOf(store, id)!.reminder).toBeNull();
    await house.pass(6 * HOUR);
    expect(said()[0]).toContain('**Round 2 ·');
  });

  test('of a card that nobody turns: for the one who turns them, with a button for it', async () => {
    const id = await seated(house, 2, { ...HALF_DAY, options: { flip: 'manual' } });
    await house.pass(6 * HOUR);
    expect(said()[0]).toContain('**The first card** is to be turned: the time for it ends <t:');
    expect(pinged()).toEqual([['1000']]);
    expect(idsOf(house.reminders()[0]!.screen)).toEqual([
      `flip|${id}|0`,
      `mine|${id}|0`,
      `quiet|${id}|0|0.flip`,
    ]);
  });

  test('without a limit: after a day, eight and fifteen, then none', async () => {
    const id = await seated(house, 2);
    await house.pass(DAY - MINUTE);
    expect(said()).toEqual([]);
    await house.pass(MINUTE);
    expect(said()[0]).toMatch(
      new RegExp(`has been open since <t:${AT / 1000}:R>. Waiting for <@1000>, <@1001>$`),
    );
    await house.pass(50 * DAY, DAY / 2);
    expect(reminded()).toEqual([1, 8, 15].map((days) => `${id}.1.round.r${days}`));
    expect(house.reminders()).toHaveLength(1);
  });

  test('25 people with the longest names', async () => {
    await acquaint(store, 25, Array(25).fill('_'.repeat(32)));
    const id = await running(store, 25, HALF_DAY);
    house.app.refresh(id);
    await house.tables.settled();
    for (let i = 0; i < 12; i++) await set(String(1000 + i), { reminders: 'none' });
    await house.pass(6 * HOUR);
    const [message] = house.reminders();
    expect(message!.screen.body.content).toContain('<@1024>, ');
    expect(message!.screen.body.content!.length).toBeLessThan(2000);
    expect(unsound(message!.screen, 'create')).toEqual([]);
  });

  test('nonces stay short in the millionth game', async () => {
    const id = await seated(house, 2, HALF_DAY);
    store.raw.pragma('foreign_keys = OFF');
    for (const [table, column] of [
      ['matches', 'id'],
      ['seats', 'match'],
      ['tables', 'match'],
      ['jobs', 'subject'],
    ])
      store.raw.prepare(`UPDATE ${table} SET ${column} = 1234567 WHERE ${column} = ?`).run(String(id));
    await house.pass(6 * HOUR);
    expect(reminded()).toEqual(['1234567.1.round.rh']);
  });
});

describe('who is reminded', () => {
  test('as each chose: at both times, near the end, by digest, or never; those are named all the same', async () => {
    await seated(house, 4, HALF_DAY);
    await set('1001', { reminders: 'end' });
    await set('1002', { reminders: 'digest' });
    await set('1003', { reminders: 'none' });
    await house.pass(6 * HOUR);
    expect(pinged()).toEqual([['1000']]);
    expect(said()[0]).toMatch(/Waiting for <@1000>, P1001, P1002, P1003$/);
    await house.pass(LAST);
    expect(pinged()).toEqual([['1000', '1001']]);
  });

  test('without a limit “near the end” is reminded, too', async () => {
    await seated(house, 2);
    await set('1000', { reminders: 'end' });
    await set('1001', { reminders: 'none' });
    await house.pass(DAY);
    expect(pinged()).toEqual([['1000']]);
  });

  test('who takes no direct messages is reminded near the end instead of by digest', async () => {
    await seated(house, 2, HALF_DAY);
    for (const player of ['1000', '1001']) await set(player, { reminders: 'digest' });
    await setClosed(store, '1001', true);
    await house.pass(6 * HOUR + LAST);
    expect(pinged()).toEqual([['1001']]);
    expect(reminded()).toHaveLength(1);
  });

  test('nobody: nothing is posted', async () => {
    await seated(house, 2, HALF_DAY);
    for (const player of ['1000', '1001']) await set(player, { reminders: 'none' });
    await house.pass(11 * HOUR);
    expect(reminded()).toEqual([]);
  });

  test('not who has chosen, has left, or is gone', async () => {
    const id = await seated(house, 4, HALF_DAY);
    await plays(id, 0);
    await leaveSeat(store, { match: id, user: '1002', at: Date.now() });
    await forget(store, '1003', Date.now());
    await house.pass(6 * HOUR);
    expect(pinged()).toEqual([['1001']]);
    expect(said()[0]).toMatch(/Waiting for <@1001>$/);
  });
});

describe('“Quiet this round”', () => {
  const quiet = (user: string, id: number, phase = '1.round') =>
    house.press(user, `quiet|${id}|1|${phase}`, [], { guild: '77' });

  test('silences whoever pressed it, for this round alone', async () => {
    const id = await seated(house, 2, HALF_DAY);
    await house.pass(6 * HOUR);
    const reply = await quiet('1000', id);
    expect(wordsOf(reply.screen!)).toBe('Quiet: nothing more reminds you of this round.');
    expect(unsound(reply.screen!, 'webhook-create')).toEqual([]);
    await quiet('1000', id);
    await house.pass(LAST);
    expect(pinged()).toEqual([['1001']]);
    await plays(id, 0);
    await plays(id, 1);
    await house.pass(6 * HOUR);
    expect(pinged()).toEqual([['1000', '1001']]);
    await quiet('1001', id, '2.round');
    expect(store.raw.prepare('SELECT phase, player FROM quiets').raw().all()).toEqual([['2.round', '1001']]);
  });

  test('of all: nothing is posted any more', async () => {
    const id = await seated(house, 2, HALF_DAY);
    for (const user of ['1000', '1001']) await quiet(user, id);
    await house.pass(11 * HOUR);
    expect(reminded()).toEqual([]);
  });

  test('is refused for strangers, earlier rounds, and games that are not there', async () => {
    const id = await seated(house, 2, HALF_DAY);
    await acquaint(store, 3);
    expect(wordsOf((await quiet('1002', id)).screen!)).toContain("You don't sit at this table.");
    expect(wordsOf((await quiet('1000', id, '0.flip')).screen!)).toContain(
      'That belonged to an earlier round.',
    );
    expect(wordsOf((await quiet('1000', 999)).screen!)).toContain("I don't know that game any more.");
    expect(store.raw.prepare('SELECT * FROM quiets').all()).toEqual([]);
  });
});

describe('quiet hours', () => {
  // Half time is at 18:00, the last reminder at 22:48 and the end at midnight, UTC.
  test('put a reminder off until they end, for each alone', async () => {
    const id = await seated(house, 3, HALF_DAY);
    await set('1001', { quietFrom: 17 * 60, quietTo: 19 * 60 });
    await set('1002', { quietFrom: 17 * 60, quietTo: 20 * 60, zone: 'Europe/Berlin' });
    await house.pass(6 * HOUR);
    expect(pinged()).toEqual([['1000']]);
    expect(house.job('remind', id, '1.round/half/1')!.due).toBe(AT + 7 * HOUR);
    await house.pass(HOUR - MINUTE, HOUR);
    expect(reminded()).toHaveLength(1);
    await house.pass(MINUTE);
    // In Berlin their hours end at the same moment: one message for both.
    expect(reminded()).toEqual([`${id}.1.round.rh`, `${id}.1.round.rh.1`]);
    expect(pinged()).toEqual([['1001', '1002']]);
    expect(said()[0]).toMatch(/Waiting for <@1001>, <@1002>, P1000$/);
    await house.pass(LAST - HOUR);
    expect(pinged()).toEqual([['1000', '1001', '1002']]);
    expect(reminded()).toHaveLength(3);
  });

  test('that end after the deadline leave none', async () => {
    const id = await seated(house, 2, HALF_DAY);
    await set('1000', { quietFrom: 17 * 60, quietTo: 0 });
    await set('1001', { reminders: 'none' });
    await house.pass(11 * HOUR);
    expect(reminded()).toEqual([]);
    expect(store.raw.prepare("SELECT * FROM jobs WHERE key LIKE '%/%/%'").all()).toEqual([]);
    expect(house.job('remind', id, '1.round/end')!.doneAt).not.toBeNull();
  });

  test('without a limit they are waited for, however often they are moved', async () => {
    const id = await seated(house, 2);
    await set('1000', { quietFrom: 11 * 60, quietTo: 14 * 60 });
    await set('1001', { reminders: 'none' });
    await house.pass(DAY);
    expect(reminded()).toEqual([]);
    expect(house.job('remind', id, '1.round/1/0')!.due).toBe(AT + 26 * HOUR);
    await set('1000', { quietTo: 15 * 60 });
    await house.pass(2 * HOUR);
    expect(reminded()).toEqual([]);
    expect(house.job('remind', id, '1.round/1/0')).toMatchObject({ due: AT + 27 * HOUR, doneAt: null });
    await house.pass(HOUR);
    expect(pinged()).toEqual([['1000']]);
    await house.pass(DAY);
    expect(reminded()).toEqual([`${id}.1.round.r1.0`]);
  });

  test('who has chosen meanwhile is not reminded at their end', async () => {
    const id = await seated(house, 2, HALF_DAY);
    await set('1000', { quietFrom: 17 * 60, quietTo: 19 * 60 });
    await set('1001', { reminders: 'none' });
    await house.pass(6 * HOUR);
    await plays(id, 0);
    await house.pass(HOUR);
    expect(reminded()).toEqual([]);
  });

  test('that cover half time and the last reminder lead to one', async () => {
    const id = await seated(house, 2, HALF_DAY);
    await set('1000', { quietFrom: 17 * 60, quietTo: 23 * 60 + 30 });
    await set('1001', { reminders: 'none' });
    await house.pass(11.5 * HOUR);
    expect(reminded()).toHaveLength(1);
    expect(pinged()).toEqual([['1000']]);
    await house.pass(HOUR / 2 - MINUTE, MINUTE * 10);
    expect(reminded()).toHaveLength(1);
    expect(store.raw.prepare("SELECT key FROM jobs WHERE done_at IS NULL AND kind = 'remind'").all()).toEqual(
      [],
    );
    expect(id).toBeGreaterThan(0);
  });
});

describe('none is posted', () => {
  test('while a table is paused, and of the turn before', async () => {
    const id = await seated(house, 2, HALF_DAY);
    await pause(store, { match: id, user: '1000', at: Date.now() });
    await house.pass(3 * DAY, 6 * HOUR);
    expect(reminded()).toEqual([]);
  });

  test('of half time when the last one is due as well', async () => {
    const id = await seated(house, 2, HALF_DAY);
    later(11 * HOUR);
    await house.look();
    expect(reminded()).toEqual([`${id}.1.round.re`]);
    await house.look();
    expect(reminded()).toHaveLength(1);
  });

  test('once the time is up, even if that could not be served yet', async () => {
    await seated(house, 2, HALF_DAY);
    store.raw.prepare("UPDATE jobs SET lease_until = ? WHERE kind = 'late'").run(AT + DAY);
    later(13 * HOUR);
    await house.look();
    expect(reminded()).toEqual([]);
    expect((await loaded(store, 1)).row.turn).toBe(1);
  });

  test('in a game that nobody touches, but in its first turn', async () => {
    const id = await seated(house, 2);
    later(HOUR);
    await plays(id, 0);
    await plays(id, 1);
    await house.pass(30 * DAY, DAY / 2);
    expect(reminded()).toEqual([1, 8].map((days) => `${id}.2.round.r${days}`));
  });
});

describe('Discord', () => {
  test('refuses: the reminder is let be, and the log says so', async () => {
    await seated(house, 2, HALF_DAY);
    house.chat.refuse({ code: 50013, status: 403 }, ({ what }) => what === 'post');
    await house.pass(9 * HOUR);
    expect(reminded()).toEqual([]);
    expect(house.logged.some(({ code, msg }) => code === 50013 && /reminder/.test(String(msg)))).toBe(true);
  });

  test('does not answer: the same nonce is tried until it does, and one message stands', async () => {
    await seated(house, 2, HALF_DAY);
    house.chat.refuse({ code: 0, status: 0 }, ({ what }) => what === 'post', 2, true);
    later(6 * HOUR);
    await house.look();
    expect(house.chat.calls.filter(({ nonce }) => nonce?.endsWith('.rh'))).toHaveLength(1);
    await house.pass(5 * MINUTE, 5000);
    expect(house.chat.calls.filter(({ nonce }) => nonce?.endsWith('.rh'))).toHaveLength(3);
    expect(house.reminders()).toHaveLength(1);
  });

  test('does not answer, and all ask for quiet before it is tried again: it does not stay', async () => {
    const id = await seated(house, 2, HALF_DAY);
    house.chat.refuse({ code: 0, status: 0 }, ({ what }) => what === 'post', 1, true);
    later(6 * HOUR);
    await house.look();
    expect(house.reminders()).toHaveLength(1);
    for (const user of ['1000', '1001'])
      await house.press(user, `quiet|${id}|1|1.round`, [], { guild: '77' });
    await house.pass(MINUTE, 5000);
    expect(house.reminders()).toEqual([]);
    expect(tableOf(store, id)).toMatchObject({ reminder: null });
  });

  test('has lost the earlier message: the new one is posted all the same', async () => {
    await seated(house, 2, HALF_DAY);
    await house.pass(6 * HOUR);
    house.chat.vanish(house.reminders()[0]!.id);
    await house.pass(LAST);
    expect(said()).toHaveLength(1);
  });

  test('a table that is not posted yet is waited for', async () => {
    const id = await seated(house, 2, HALF_DAY);
    const { channel } = tableOf(store, id)!;
    await setTable(store, id, { channel: null });
    later(6 * HOUR);
    await house.due.look();
    await house.due.settled();
    expect(reminded()).toEqual([]);
    await setTable(store, id, { channel });
    await house.pass(MINUTE, 5000);
    expect(said()).toHaveLength(1);
  });
});

describe('a process that dies', () => {
  test('after it posted and before it noted it: the next one finds the same message', async () => {
    const id = await seated(house, 2, HALF_DAY);
    later(6 * HOUR);
    const [job] = (await claimDue(store, Date.now(), 'me:1:1', Date.now() + 1000, 50)).filter(
      ({ kind }) => kind === 'remind',
    );
    const dying = {
      ...house.app,
      outbound: {
        ...house.app.outbound,
        post: async (...of: Parameters<typeof house.app.outbound.post>) => {
          await house.app.outbound.post(...of);
          throw new Error('killed');
        },
      },
    };
    await expect(remind(dying, job!)).rejects.toThrow('killed');
    expect(tableOf(store, id)!.reminder).toBe(onItsWay('1.1.round.rh'));
    await house.pass(10_000, 5000);
    expect(house.reminders()).toHaveLength(1);
    expect(tableOf(store, id)!.reminder).toBe(house.reminders()[0]!.id);
  });

  test('while the round closes: its reminder does not stay', async () => {
    const id = await seated(house, 2, HALF_DAY);
    later(6 * HOUR);
    const { post } = house.app.outbound;
    const closing = vi.spyOn(house.app.outbound, 'post').mockImplementationOnce(async (...of) => {
      await plays(id, 0);
      await plays(id, 1);
      return post(...of);
    });
    await house.look();
    expect(closing).toHaveBeenCalled();
    expect(reminded()).toHaveLength(1);
    expect(said()).toEqual([]);
    expect(tableOf(store, id)).toMatchObject({ reminder: null });
  });
});

test('who comes back to a paused table is reminded of its turn anew', async () => {
  const id = await seated(house, 2, HALF_DAY);
  await house.pass(37 * HOUR);
  expect((await loaded(store, id)).paused).toMatchObject({ by: 'clock' });
  const before = reminded().length;
  await house.pass(10 * DAY, DAY);
  expect(reminded()).toHaveLength(before);
  await returnTo(store, { match: id, user: '1000', at: Date.now() });
  house.app.refresh(id);
  await house.tables.settled();
  await house.pass(6 * HOUR);
  expect(pinged()).toEqual([['1000']]);
});

test('a reminder of no known phase is let be', async () => {
  const id = await seated(house, 2, HALF_DAY);
  for (const key of ['', 'x', '1.round', '9.round/half', '1.round/half/77'])
    await addJob(store, { kind: 'remind', subject: String(id), key, due: Date.now() });
  await house.look();
  expect(reminded()).toEqual([]);
});
