import { describe, expect, test } from 'vitest';
import { agree, askToEnd, askToKick, lapse, playOn } from '../../src/match/ending.ts';
import { forget, kick, leaveSeat, takeSeat } from '../../src/match/people.ts';
import { playForGone } from '../../src/match/play.ts';
import { kickable, wayToKick } from '../../src/match/rights.ts';
import { timelineOf } from '../../src/match/timeline.ts';
import { load } from '../../src/store/matches.ts';
import type { Store } from '../../src/store/open.ts';
import { rows } from '../lib/rows.ts';
import { becomesAway, by, STRANGER, table } from './company.ts';
import { AT, loaded } from './people.ts';
import { chooses, HOUR, outcome, told } from './table.ts';

/** Who takes somebody off a table, and how those who are here decide it once everybody has had a turn. */

let store: Store;
let id: number;

/** So many sit there, and have had a turn. */
async function begun(count: number): Promise<void> {
  [store, id] = await table(count);
  await round();
}

/** Everybody who is here chooses. */
async function round(): Promise<void> {
  const { seats, standing } = await loaded(store, id);
  for (const { seat, player } of seats) if (standing[seat] === 'here') await chooses(store, id, player!);
}

const asks = (user: string, to: number, at = AT, manages = false) =>
  askToKick(store, { ...by(user, id, at), to, manages }).then(outcome);
const kicks = (user: string, to: number, manages = false) =>
  kick(store, { ...by(user, id), to, manages }).then(outcome);
const agrees = (user: string, question?: number) =>
  agree(store, { ...by(user, id), ...(question === undefined ? {} : { question }) }).then(outcome);
const against = (user: string, question: number) =>
  playOn(store, { ...by(user, id), question }).then(outcome);
const open = async () => (await loaded(store, id)).question;
const seq = async () => (await open())!.seq;
const ways = async (users: readonly string[], manages = false) => {
  const match = await loaded(store, id);
  return users.map((user) => wayToKick(match, user, manages));
};

describe('who may', () => {
  test('before every seat has had its first turn the host alone, whoever asks', async () => {
    [store, id] = await table(4);
    for (const user of ['1000', '1001', '1002']) await chooses(store, id, user);
    expect(await ways(['1000', '1001', STRANGER])).toEqual(['alone', 'host', 'stranger']);
    expect(await asks('1001', 2)).toBe('host');
    await chooses(store, id, '1003');
    expect(await ways(['1000', '1001', STRANGER])).toEqual(['ask', 'ask', 'stranger']);
    expect(await kicks('1000', 2)).toBe('illegal');
    expect((await loaded(store, id)).standing).toEqual(['here', 'here', 'here', 'here']);
  });

  test.each([2, 3])('with %i people it is not theirs to decide', async (count) => {
    await begun(count);
    expect(await ways(['1000', '1001'])).toEqual(['few', 'few']);
    expect([await asks('1000', 1), await kicks('1000', 1)]).toEqual(['few', 'few']);
    expect(kickable(await loaded(store, id), '1000', false)).toEqual([]);
    expect(kickable(await loaded(store, id), STRANGER, true)).toHaveLength(count);
    expect(await kicks(STRANGER, 1, true)).toBe('done');
  });

  test('whoever manages the server and sits or sat there is a player like others', async () => {
    await begun(5);
    await leaveSeat(store, by('1004', id));
    await takeSeat(store, { ...by(STRANGER, id), seat: 4 });
    expect(await ways(['1000', '1003', '1004', STRANGER, '1008'], true)).toEqual([
      'ask',
      'ask',
      'stranger',
      'ask',
      'alone',
    ]);
    // Who may ask does not decide alone; who gave up their seat does not even ask.
    const refused = [
      await kicks('1000', 1, true),
      await kicks('1004', 1, true),
      await kicks(STRANGER, 1, true),
    ];
    expect(refused).toEqual(['illegal', 'stranger', 'illegal']);
    expect((await loaded(store, id)).standing[1]).toBe('here');
    expect(await kicks('1008', 1, true)).toBe('done');
  });

  test('who has left asks nothing; who is away is here again by asking', async () => {
    await begun(5);
    await leaveSeat(store, by('1004', id));
    expect(await asks('1004', 1)).toBe('left');
    await becomesAway(store, id, 3);
    expect(await asks('1003', 1)).toBe('done');
    expect(await loaded(store, id)).toMatchObject({ standing: ['here', 'here', 'here', 'here', 'left'] });
  });
});

describe('the question', () => {
  test('is granted by more than half of the others who are here, and two at least', async () => {
    await begun(6);
    expect(await asks('1001', 0)).toBe('done');
    expect(await asks('1001', 0)).toBe('nothing');
    // Of four who are asked three have to agree; who asks is none of them.
    expect(await agrees('1001', await seq())).toBe('nothing');
    expect(await agrees('1002', await seq())).toBe('done');
    expect(await agrees('1003', await seq())).toBe('done');
    expect((await loaded(store, id)).standing[0]).toBe('here');
    expect(await agrees('1004', await seq())).toBe('done');
    const match = await loaded(store, id);
    expect(match).toMatchObject({ standing: ['kicked', 'here', 'here', 'here', 'here', 'here'], host: 1 });
    expect(match.question).toBeNull();
    expect(told(match).slice(-2)).toEqual(['clock /kick.0', 'clock /host.1']);
  });

  test.each([
    [4, 2],
    [5, 2],
    [6, 3],
    [7, 3],
  ])('of %i at the table, who asks and who is to go among them, %i have to agree', async (count, needed) => {
    await begun(count);
    await asks('1000', 1);
    const voters = Array.from({ length: count - 2 }, (_, i) => `${1002 + i}`);
    for (const [i, user] of voters.slice(0, needed).entries()) {
      expect((await loaded(store, id)).standing[1], `after ${i}`).toBe('here');
      await agrees(user, await seq());
    }
    expect((await loaded(store, id)).standing[1]).toBe('kicked');
  });

  test('who is concerned decides nothing, nor does a stranger; who asked withdraws it', async () => {
    await begun(5);
    await asks('1001', 0);
    expect(await agrees('1000', await seq())).toBe('concerned');
    expect(await against('1000', await seq())).toBe('concerned');
    expect(await agrees(STRANGER, await seq())).toBe('stranger');
    expect(await against('1001', await seq())).toBe('done');
    expect(await open()).toBeNull();
  });

  test('a mind may be changed, and it is over when too few are left who could agree', async () => {
    await begun(5);
    await asks('1000', 1);
    const question = await seq();
    await agrees('1002', question);
    expect(await against('1002', question)).toBe('done');
    expect(await open()).toMatchObject({ agreed: [], against: [2] });
    expect(await agrees('1002', question)).toBe('done');
    await against('1003', question);
    expect(await open()).toMatchObject({ agreed: [2], against: [3] });
    expect(await against('1004', question)).toBe('done');
    expect(await open()).toBeNull();
    expect(told(await loaded(store, id)).at(-1)).toBe('clock /lapse');
    expect(await agrees('1004', question)).toBe('running');
  });

  test('one at a time, of either kind; a button of the other kind answers nothing', async () => {
    await begun(5);
    await askToEnd(store, by('1000', id));
    expect(await asks('1001', 0)).toBe('asked');
    await playOn(store, by('1002', id));
    expect(await asks('1001', 0)).toBe('done');
    expect(await asks('1002', 3)).toBe('asked');
    expect(outcome(await askToEnd(store, by('1000', id)))).toBe('asked');
    // One of an earlier release names no question and means the one to end it.
    expect(await agrees('1002')).toBe('running');
    expect(await open()).toMatchObject({ off: 0, agreed: [] });
  });

  test('silence is no: whoever falls silent is not counted as agreeing, nor left out of the count', async () => {
    await begun(6);
    await asks('1000', 1);
    await agrees('1002', await seq());
    await agrees('1003', await seq());
    await becomesAway(store, id, 4);
    expect((await loaded(store, id)).standing[1]).toBe('here');
    expect(await open()).toMatchObject({ agreed: [2, 3] });
  });

  test('whoever comes while it is open is asked, too, and whoever leaves is not any more', async () => {
    await begun(6);
    await becomesAway(store, id, 5);
    await asks('1000', 1);
    const question = await seq();
    await agrees('1002', question);
    expect(await open()).toMatchObject({ asked: [2, 3, 4] });
    await agrees('1005', question);
    // Two of four are not enough.
    expect(await open()).toMatchObject({ asked: [2, 3, 4, 5], agreed: [2, 5] });
    await leaveSeat(store, by('1004', id));
    expect((await loaded(store, id)).standing[1]).toBe('kicked');
  });

  test('whoever takes a seat over has not agreed to anything yet', async () => {
    await begun(6);
    await asks('1000', 1);
    await agrees('1002', await seq());
    await leaveSeat(store, by('1002', id));
    await takeSeat(store, { ...by(STRANGER, id), seat: 2 });
    expect(await open()).toMatchObject({ agreed: [] });
  });

  test.each([
    ['leaves', () => leaveSeat(store, by('1001', id))],
    ['is taken off by a moderator', () => kick(store, { ...by(STRANGER, id), to: 1, manages: true })],
    [
      'deletes everything about them',
      async () => {
        await forget(store, '1001', AT);
        return playForGone(store, id, AT);
      },
    ],
  ])('falls when the one concerned %s', async (_, goes) => {
    await begun(5);
    await asks('1000', 1);
    await goes();
    expect(await open()).toBeNull();
    expect((await loaded(store, id)).row.status).toBe('running');
  });

  test('lapses after a day and a round, whichever is later', async () => {
    await begun(4);
    const day = AT + 24 * HOUR;
    await asks('1000', 1);
    expect(outcome(await lapse(store, id, day))).toBe('nothing');
    await round();
    expect(outcome(await lapse(store, id, day - 1))).toBe('nothing');
    expect(outcome(await lapse(store, id, day))).toBe('done');
    expect(await open()).toBeNull();
    const match = await loaded(store, id);
    expect(told(match).at(-1)).toBe('clock /lapse');
    // Read again it is the same.
    const again = timelineOf((await load(store, id))!);
    expect([again.question, again.standing]).toEqual([null, match.standing]);
  });

  test('it is noted when it may lapse, and again when the round is over', async () => {
    await begun(4);
    await asks('1000', 1);
    const due = () => rows(store, "SELECT key, due FROM jobs WHERE kind = 'lapse' AND done_at IS NULL");
    const question = await seq();
    expect(await due()).toEqual([{ key: `${question}.soonest`, due: AT + 24 * HOUR }]);
    await round();
    expect(await due()).toEqual([
      { key: `${question}.soonest`, due: AT + 24 * HOUR },
      { key: `${question}.time`, due: AT + 24 * HOUR },
    ]);
  });
});

test('what an earlier release asked is read as it was then', async () => {
  [store, id] = await table(3);
  const stored = (await load(store, id))!;
  const row = (seq: number, code: string, user: string | null = '1000') =>
    ({ match: id, seq, seat: -1, code, by: user ? 'player' : 'clock', user, at: AT }) as const;
  const read = (...codes: string[]) =>
    timelineOf({ ...stored, log: codes.map((code, seq) => row(seq, code)) });
  expect(read('/ask.0', '/agree.1').question).toMatchObject({ off: null, agreed: [0, 1] });
  // It fell with whoever fell silent without having agreed.
  expect(read('/ask.0', '/away.1').question).toBeNull();
  expect(read('/ask.0', '/agree.1', '/away.1').question).toMatchObject({ agreed: [0, 1] });
  expect(read('/ask.0.end', '/away.1').question).toMatchObject({ agreed: [0] });
  expect(read('/ask.0', '/playon.2').question).toBeNull();
  expect(read('/kick.2').standing).toEqual(['here', 'here', 'kicked']);
});
