import { beforeEach, describe, expect, test } from 'vitest';
import * as life from '../../src/match/life.ts';
import { type Match, phaseKey } from '../../src/match/match.ts';
import { claimDue, finish } from '../../src/store/jobs.ts';
import type { Store } from '../../src/store/open.ts';
import { silence } from '../../src/store/reminders.ts';
import { setTable } from '../../src/store/tables.ts';
import { change } from '../lib/rows.ts';
import { AT, loaded, peopled, running } from '../match/people.ts';
import { chooses, runsOut } from '../match/table.ts';
import {
  type Deed,
  deedFaults,
  hushFaults,
  jobFaults,
  moveFaults,
  standingFaults,
  twiceFaults,
  type Word,
} from './deeds.ts';
import type { Posted } from './outside.ts';
import { talkFaults } from './talk.ts';

/** What is looked at after the kills is found wrong where it is wrong, and only there. */

let store: Store;
let id: number;

beforeEach(async () => {
  store = await peopled(3);
  id = await running(store, 2, { limit: 3600 });
});

const sql = async (text: string, ...values: unknown[]): Promise<void> =>
  void (await change(store, text, ...values));
const asking = (user: string, at = AT + 1) => ({ match: id, user, at });
const deed = (user: string, word: Word, taken = true, again = false): Deed => ({
  match: id,
  user,
  word,
  taken,
  again,
});

describe('deeds', () => {
  let match: Match;
  const done = [deed('1000', 'pause'), deed('1001', 'go'), deed('1001', 'leave'), deed('1001', 'back')];
  beforeEach(async () => {
    await life.pause(store, asking('1000'));
    await life.goOn(store, asking('1001'));
    await life.leaveSeat(store, asking('1001'));
    await life.returnTo(store, asking('1001'));
    match = await loaded(store, id);
  });
  const kinds = (deeds: readonly Deed[], of = match): string[] =>
    deedFaults(of, deeds).map(({ kind }) => kind);

  test('as they were done', () => {
    expect(kinds(done)).toEqual([]);
    // One that was refused, and one of which nobody knows, on either side.
    expect(kinds([deed('1001', 'pause', false), ...done])).toEqual([]);
    expect(kinds([...done, deed('1000', 'pause', false, true)])).toEqual([]);
    expect(kinds([deed('1000', 'pause', false, true), ...done.slice(1)])).toEqual([]);
  });

  test('one that is gone', () => {
    expect(kinds([...done, deed('1000', 'pause')])).toEqual(['lost']);
    const log = match.log.filter(({ code }) => code !== '/go');
    expect(kinds(done, { ...match, log })).toEqual(['lost']);
  });

  test('one that nobody did, or did once', () => {
    expect(kinds(done.slice(1))).toEqual(['doubled']);
    const twice = match.log.flatMap((row) => (row.code === '/leave.1' ? [row, row] : [row]));
    expect(kinds(done, { ...match, log: twice })).toEqual(['doubled']);
    expect(kinds([deed('1000', 'pause', false), ...done.slice(1)])).toEqual(['doubled']);
  });

  test('of somebody else, or in another order', () => {
    expect(kinds([deed('1001', 'pause'), ...done.slice(1)])).not.toEqual([]);
    expect(kinds([done[1]!, done[0]!, ...done.slice(2)])).not.toEqual([]);
  });
});

describe('what the clock does', () => {
  test('three times late, away and back is no deed, and nothing twice', async () => {
    for (let turn = 0; turn < 3; turn++) {
      await chooses(store, id, '1000', AT + turn);
      await runsOut(store, id);
    }
    await life.returnTo(store, asking('1001'));
    const match = await loaded(store, id);
    expect(match.log.map(({ code }) => code)).toEqual(expect.arrayContaining(['/away.1', '/back.1']));
    expect(deedFaults(match, [])).toEqual([]);
    expect(twiceFaults(match)).toEqual([]);
  });

  test.each(['/late.1', '/pause', '/leave.1', '/ask.0.end'])('%s twice', async (code) => {
    if (code === '/late.1') {
      await chooses(store, id, '1000');
      await runsOut(store, id);
    } else if (code === '/pause') await life.pause(store, asking('1000'));
    else if (code === '/leave.1') await life.leaveSeat(store, asking('1001'));
    else await life.askToEnd(store, asking('1000'));
    const match = await loaded(store, id);
    expect(twiceFaults(match)).toEqual([]);
    const log = match.log.flatMap((row) => (row.code === code ? [row, row] : [row]));
    expect(twiceFaults({ ...match, log }).length).toBeGreaterThan(0);
  });

  test('a seat that it plays twice in a turn', async () => {
    await life.leaveSeat(store, asking('1001'));
    const match = await loaded(store, id);
    const row = {
      ...match.log[0]!,
      seat: 1,
      by: 'clock' as const,
      code: match.game.code(match.game.actions(match.state, 1)[0]!),
    };
    expect(twiceFaults({ ...match, log: [...match.log, row] })).toEqual([]);
    expect(twiceFaults({ ...match, log: [...match.log, row, row] })).toHaveLength(1);
  });
});

describe('rows', () => {
  test.each([
    ['UPDATE matches SET paused = 1'],
    ["UPDATE matches SET voided = 'agreed'"],
    ["UPDATE seats SET state = 'left' WHERE seat = 1"],
  ])('%s', async (change) => {
    expect(standingFaults(await loaded(store, id))).toEqual([]);
    await sql(change);
    expect(standingFaults(await loaded(store, id))).toHaveLength(1);
  });

  test('work that is due and not done, or done too early', async () => {
    const match = await loaded(store, id);
    const deadline = match.row.deadline!;
    const found = async (at: number, as = match) =>
      (await jobFaults(store, at, () => as)).map(({ kind }) => kind);
    expect(await found(AT)).toEqual([]);
    expect(await found(deadline)).toEqual(['lost', 'lost', 'lost']);
    const claimed = await claimDue(store, deadline, 'somebody', deadline + 1, 50);
    for (const job of claimed) await finish(store, job, deadline + 1);
    expect(await found(deadline + 1)).toEqual([]);
    await sql("UPDATE jobs SET done_at = due - 5 WHERE kind = 'late'");
    expect(await found(deadline + 1)).toEqual(['doubled']);
    // Where a match has gone on there was nothing left to do; a time that was up is another matter.
    const over = { ...match, row: { ...match.row, status: 'over' as const } };
    expect(await found(deadline + 1, over)).toEqual([]);
    const late = { ...match.log.at(-1)!, seat: -1, code: '/late.0', seq: match.log.length };
    expect(await found(deadline + 1, { ...over, log: [...match.log, late] })).toEqual(['doubled']);
  });

  test('a table that stands elsewhere', async () => {
    const to = (channel: string, taken = true, again = false) => ({
      match: id,
      user: '1000',
      channel,
      taken,
      again,
    });
    await setTable(store, id, { channel: '5' });
    expect(await moveFaults(store, id, [to('4'), to('5')])).toEqual([]);
    expect(await moveFaults(store, id, [to('5'), to('4', false, true)])).toEqual([]);
    expect(await moveFaults(store, id, [to('4', true), to('5', false, true)])).toEqual([]);
    expect(await moveFaults(store, id, [to('5'), to('4')])).toHaveLength(1);
    expect(await moveFaults(store, id, [to('4'), to('5', false)])).toHaveLength(1);
  });

  test('somebody who wanted to hear no more', async () => {
    const hush = { match: id, user: '1001', phase: '1.round', taken: true, again: false };
    expect(await hushFaults(store, id, [hush])).toHaveLength(1);
    await silence(store, id, '1.round', '1001');
    expect(await hushFaults(store, id, [hush])).toEqual([]);
    expect(await hushFaults(store, id, [hush, { ...hush, phase: '2.round' }])).toHaveLength(1);
  });
});

describe('the chat', () => {
  const GONE = { body: { content: '', components: [] }, files: [], gone: true };
  let match: Match;
  let good: Posted[];
  beforeEach(async () => {
    await life.askToEnd(store, asking('1000'));
    await chooses(store, id, '1000');
    await chooses(store, id, '1001');
    await life.agree(store, asking('1001'));
    match = await loaded(store, id);
    expect(match.phases.map(phaseKey)).toEqual(['1.round', '2.round', '2.over']);
    const message = (n: number, key: string, rest: object): Posted => ({
      id: String(n),
      channel: '88',
      purpose: `${id}.${key}`,
      body: { content: 'Round 1', components: [] },
      files: [],
      gone: false,
      ...rest,
    });
    good = [
      message(1, '', { purpose: null, body: { components: [{ type: 2, url: 'https://example.org' }] } }),
      message(2, '1.round', {}),
      message(3, 'question:0', { body: { content: `All agreed to end #${id}.`, components: [] } }),
      message(4, 'reminder:1.round/half', GONE),
      message(5, '2.round', GONE),
      message(6, '2.over', {
        body: { components: [{ type: 2, custom_id: `rematch|${id}|0` }] },
        files: ['record.json'],
      }),
    ];
  });
  const found = (change: (list: Posted[]) => Posted[], moves = 0): number =>
    talkFaults(match, change(good), moves, '1').length;
  const but = (n: number, change: Partial<Posted>) => (list: Posted[]) =>
    list.map((one) => (one.id === String(n) ? { ...one, ...change } : one));
  const button = { content: 'x', components: [{ type: 2, custom_id: `table|${id}|1` }] };

  test('as it should be left', () => {
    expect(talkFaults(match, good, 0, '1')).toEqual([]);
  });

  test.each([
    ['a line that is missing', but(2, GONE)],
    ['a round that was not shrunk', but(2, { body: button })],
    ['a round with its picture', but(2, { files: ['table.png'] })],
    ['a round that was ended early and stands there', but(5, { gone: false })],
    ['a question that stays open', but(3, { body: button })],
    ['a reminder that stays', but(4, { gone: false })],
    ['no result', but(6, { files: [] })],
    ['a result that is gone', but(6, GONE)],
    ['a lobby that says nothing', but(1, { body: button })],
    ['another order', but(2, { id: '9' })],
    ['a message of no kind', but(4, { purpose: '1.else' })],
    ['the same twice', (list: Posted[]) => [...list, { ...list[3]!, id: '9' }]],
    [
      'a phase twice',
      (list: Posted[]) => [...list, { ...list[1]!, id: '9', purpose: `${list[1]!.purpose}.4`, gone: true }],
    ],
  ])('%s', (_, change) => {
    expect(found(change)).toBeGreaterThan(0);
  });

  test('a message in the channel that a table has left', () => {
    const left = (rest: Partial<Posted>) => (list: Posted[]) => [
      ...list,
      { ...list[1]!, id: '20', channel: '7', body: button, ...rest },
    ];
    expect(found(left({}), 1)).toBeGreaterThan(0);
    expect(found(left({ gone: true }), 1)).toBe(0);
    expect(found(left({ gone: true }), 0)).toBeGreaterThan(0);
    expect(found(left({ body: { content: 'This table has moved:', components: [] } }), 1)).toBe(0);
  });
});
