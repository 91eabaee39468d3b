import { describe, expect, test, vi } from 'vitest';
import { forget, leaveSeat, returnTo } from '../../src/match/people.ts';
import { setJob } from '../../src/store/jobs.ts';
import { setClosed } from '../../src/store/reminders.ts';
import { tableOf } from '../../src/store/tables.ts';
import { idsOf, unsound, wordsOf } from '../app/sound.ts';
import { usePictures } from '../blank.ts';
import { messageOf, standing } from '../lib/messages.ts';
import { rows, tuples } from '../lib/rows.ts';
import { AT, acquaint, loaded, running } from '../match/people.ts';
import {
  DAY,
  HOUR,
  house,
  housed,
  later,
  MINUTE,
  pinged,
  plays,
  reminded,
  said,
  seated,
  set,
  store,
} from './house.ts';

usePictures('blank');

/** What is posted, for whom, and for whom not in this round. */

housed();

const HALF_DAY = { limit: 43_200 } as const;
/** When the last reminder of half a day comes, after half time. */
const LAST = 4 * HOUR + 48 * MINUTE;

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
        `^<@1000> and <@1002>, you are waited for · ⏳ \\*\\*Round 1 · .+\\*\\* closes <t:${(AT + 12 * HOUR) / 1000}:R>$`,
      ),
    );
    expect(pinged()).toEqual([['1000', '1002']]);
    const [message] = house.reminders();
    expect(message!.channel).toBe((await tableOf(store, id))!.channel);
    expect(message!.purpose).toBe(`${id}.reminder:1.round/half`);
    expect(idsOf(message!.screen)).toEqual([`mine|${id}|1`, `quiet|${id}|1|1.round`, `mute|${id}|1|on`]);
    expect(await standing(store, { match: id }, 'reminder:')).toMatchObject([
      { slot: 'reminder:1.round/half', message: message!.id, state: 'stands', due: null },
    ]);
    await house.pass(LAST - MINUTE);
    expect(house.reminders()[0]!.id).toBe(message!.id);
    await house.pass(MINUTE);
    expect(reminded()).toEqual([`${id}.1.round/half`, `${id}.1.round/end`]);
    expect(house.reminders()).toHaveLength(1);
    expect(house.reminders()[0]!.id).not.toBe(message!.id);
    expect(await messageOf(store, { match: id }, 'reminder:')).toBe(house.reminders()[0]!.id);
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
    expect(await standing(store, { match: id }, 'reminder:')).toEqual([]);
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
      `mute|${id}|0|on`,
    ]);
  });

  test('without a limit: after a day, eight and fifteen, then none', async () => {
    const id = await seated(house, 2);
    await house.pass(DAY - MINUTE);
    expect(said()).toEqual([]);
    await house.pass(MINUTE);
    expect(said()[0]).toMatch(
      new RegExp(`^<@1000> and <@1001>, you are waited for .* has been open since <t:${AT / 1000}:R>$`),
    );
    const offered = () => idsOf(house.reminders()[0]!.screen).includes(`away|${id}|1`);
    expect(offered()).toBe(false);
    await house.pass(50 * DAY, DAY / 2);
    // By then the others may go on without whoever is waited for.
    expect(offered()).toBe(true);
    expect(reminded()).toEqual([1, 8, 15].map((days) => `${id}.1.round/${days}`));
    expect(house.reminders()).toHaveLength(1);
  });

  test('25 people with the longest names', async () => {
    await acquaint(store, 25, Array(25).fill('_'.repeat(32)));
    const id = await running(store, 25, HALF_DAY);
    house.app.refresh(id);
    await house.tables.settled();
    for (let i = 0; i < 12; i++) await set(String(1000 + i), { pings: 'none' });
    await house.pass(6 * HOUR);
    const [message] = house.reminders();
    expect(message!.screen.body.content).toContain(', <@1024>, ');
    expect(message!.screen.body.content!.length).toBeLessThan(2000);
    expect(unsound(message!.screen, 'create')).toEqual([]);
  });
});

describe('who is reminded', () => {
  test('as each chose: at both times, near the end, by digest, or never; those are named all the same', async () => {
    await seated(house, 4, HALF_DAY);
    await set('1001', { pings: 'last' });
    await set('1002', { pings: 'digest' });
    await set('1003', { pings: 'none' });
    await house.pass(6 * HOUR);
    expect(pinged()).toEqual([['1000']]);
    expect(said()[0]).toMatch(/^<@1000>, P1001, P1002 and P1003, you are waited for/);
    await house.pass(LAST);
    expect(pinged()).toEqual([['1000', '1001']]);
  });

  test('without a limit “near the end” is reminded, too', async () => {
    await seated(house, 2);
    await set('1000', { pings: 'last' });
    await set('1001', { pings: 'none' });
    await house.pass(DAY);
    expect(pinged()).toEqual([['1000']]);
  });

  test('who takes no direct messages is reminded near the end instead of by digest', async () => {
    await seated(house, 2, HALF_DAY);
    for (const player of ['1000', '1001']) await set(player, { pings: 'digest' });
    await setClosed(store, '1001', true);
    await house.pass(6 * HOUR + LAST);
    expect(pinged()).toEqual([['1001']]);
    expect(reminded()).toHaveLength(1);
  });

  test('nobody: nothing is posted', async () => {
    await seated(house, 2, HALF_DAY);
    for (const player of ['1000', '1001']) await set(player, { pings: 'none' });
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
    expect(said()[0]).toMatch(/^<@1001>, you are waited for/);
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
    expect(await tuples(store, 'SELECT phase, player FROM quiets')).toEqual([['2.round', '1001']]);
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
    expect(wordsOf((await quiet('1000', 999)).screen!)).toContain("I don't know that button any more.");
    expect(await rows(store, 'SELECT * FROM quiets')).toEqual([]);
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
    await setJob(store, { kind: 'remind', subject: String(id), key, due: Date.now() });
  await house.look();
  expect(reminded()).toEqual([]);
});

describe('a card that anybody may turn by now', () => {
  test('is told to all who sit there at once, and once more near the end', async () => {
    const id = await seated(house, 3, { ...HALF_DAY, options: { flip: 'manual' } });
    await house.pass(12 * HOUR - MINUTE);
    expect(pinged()).toEqual([['1000']]);
    await house.pass(MINUTE);
    await house.pass(1000);
    expect(said()).toEqual([
      `<@1000>, <@1001> and <@1002>, you are waited for · ⏳ **The first card** is to be turned: the time for it ends <t:${(AT + 24 * HOUR) / 1000}:R>`,
    ]);
    expect(pinged()).toEqual([['1000', '1001', '1002']]);
    await house.pass(12 * HOUR - 72 * MINUTE - 2000);
    const before = reminded();
    await house.pass(1000);
    expect(reminded()).toEqual([...before, `${id}.0.flip/last`]);
    expect(before.at(-1)).toBe(`${id}.0.flip/anyone`);
  });
});

describe('whoever is told of their turns once a day', () => {
  const pingsOf = (id: number) =>
    [...house.chat.messages.values()]
      .filter(({ purpose }) => purpose?.startsWith(`${id}.`) && !purpose.includes('lobby'))
      .map(({ screen }) => (screen.body.allowed_mentions as { users: string[] }).users);

  test('is named by the table and not pinged, where a turn lasts longer than a day', async () => {
    await acquaint(store, 3);
    await set('1001', { pings: 'digest' });
    for (const [limit, users] of [
      [0, ['1000', '1002']],
      [3 * 24 * 3600, ['1000', '1002']],
      [7 * 24 * 3600, ['1000', '1002']],
      [24 * 3600, ['1000', '1001', '1002']],
      [12 * 3600, ['1000', '1001', '1002']],
    ] as const) {
      const id = await seated(house, 3, { limit, origin: `${limit}` });
      const [first] = [...house.chat.messages.values()].filter(
        ({ purpose }) => purpose === `${id}.phase:1.round`,
      );
      expect(first!.screen.body.content).toContain('<@1000>, <@1001> and <@1002>, your move');
      expect(pingsOf(id)).toEqual([users]);
    }
  });

  test('is pinged where no direct message reaches them', async () => {
    await acquaint(store, 2);
    await set('1001', { pings: 'digest' });
    await setClosed(store, '1001', true);
    expect(pingsOf(await seated(house, 2))).toEqual([['1000', '1001']]);
  });
});
