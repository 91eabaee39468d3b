import { beforeEach, describe, expect, test } from 'vitest';
import { pause } from '../../src/match/life.ts';
import { type Match, phaseKey, present } from '../../src/match/match.ts';
import { replay } from '../../src/match/open.ts';
import { play } from '../../src/match/play.ts';
import { claimDue, finish } from '../../src/store/jobs.ts';
import { load } from '../../src/store/matches.ts';
import type { Store } from '../../src/store/open.ts';
import { setTable, tableOf } from '../../src/store/tables.ts';
import type { Component } from '../lib/message.ts';
import { change } from '../lib/rows.ts';
import { AT, loaded, peopled, running, some } from '../match/people.ts';
import { chooses, runsOut, wholeTurn } from '../match/table.ts';
import { jobFindings, rowFindings, toldFindings, turnFindings } from './books.ts';
import type { Shown } from './chat.ts';
import type { Finding } from './findings.ts';
import { type Posted, postFindings } from './posts.ts';
import { lineFindings, memoryFindings, trafficFindings } from './program.ts';
import type { Bad } from './traffic.ts';

/** The audit finds nothing where all is well, and each thing that is not. */

let store: Store;
let id: number;

beforeEach(async () => {
  store = await peopled(2);
  id = await running(store, 2, { limit: 3600 });
  for (let turn = 0; turn < 2; turn++) {
    await chooses(store, id, '1000', AT + 1);
    await chooses(store, id, '1001', AT + 2, 1);
  }
  await chooses(store, id, '1000', AT + 3);
});

const sql = async (text: string, ...values: unknown[]): Promise<void> =>
  void (await change(store, text, ...values));
const words = (found: readonly Finding[]): string =>
  found.map((one) => `${one.part}: ${one.words}`).join('\n');

/** As it is stored, even where that cannot be replayed any more. */
async function stored(): Promise<Match> {
  return replay((await load(store, id))!);
}

describe('rows and log', () => {
  const found = async (): Promise<string> => {
    const match = await stored();
    return words([...(await rowFindings(store, match)), ...turnFindings(match)]);
  };

  test('nothing, where nothing was touched', async () => {
    expect(await found()).toBe('');
    await runsOut(store, id);
    expect(await found()).toBe('');
    await pause(store, { match: id, user: '1000', at: AT + 9 });
    expect(await found()).toBe('');
  });

  test('a row that stands there twice', async () => {
    await sql(
      'INSERT INTO actions SELECT match, seq + 1, seat, code, by, user, at FROM actions WHERE match = ? ORDER BY seq DESC LIMIT 1',
      id,
    );
    expect(await found()).toMatch(/The same choice stands twice/);
  });

  test('a row that is lost', async () => {
    await sql(
      'DELETE FROM actions WHERE match = ? AND seq = (SELECT max(seq) FROM actions WHERE match = ?)',
      id,
      id,
    );
    expect(await found()).toMatch(/is not where its row says/);
    await sql('DELETE FROM actions WHERE match = ? AND seq = 0', id);
    expect(await stored().then(found, (error: Error) => error.message)).toMatch(/gap|does not fit/);
  });

  test.each([
    ["status = 'over'", /is not where its row says/],
    ['turn = turn + 1', /is not where its row says/],
    ["to_act = '[0]'", /is not where its row says/],
    ['paused = 1', /paused true, replayed false/],
    ["voided = 'slept'", /voided "slept", replayed null/],
    ['timed_at = NULL', /waits without a deadline/],
    ['timed_at = timed_at + 50', /belongs to nothing that happened/],
  ])('a wrong projection: %s', async (change, what) => {
    await sql(`UPDATE matches SET ${change} WHERE id = ?`, id);
    expect(await found()).toMatch(what);
  });

  test('a seat that is held otherwise, a result from nowhere', async () => {
    await sql("UPDATE seats SET state = 'away' WHERE match = ? AND seat = 1", id);
    expect(await found()).toMatch(/seats \["here","away"\], replayed \["here","here"\]/);
    await sql(
      "INSERT INTO results (match, seat, player, score, rank, parts, game, map, kind, people, at) VALUES (?, 0, '1000', 9, 1, '{}', 'metrox', 'tokyo', 'table', 2, 0)",
      id,
    );
    expect(await found()).toMatch(/has other results/);
  });

  test('a time that was up twice, and a seat that the clock played twice', async () => {
    await runsOut(store, id);
    const match = await stored();
    const at = match.log.findIndex(({ code }) => code.startsWith('/late.'));
    const again = (rows: readonly number[]): Match => ({
      ...match,
      log: rows.map((row, seq) => ({ ...match.log[row]!, seq })),
    });
    const all = match.log.map((_, row) => row);
    expect(words(turnFindings(again(all)))).toBe('');
    expect(words(turnFindings(again([...all.slice(0, at), at, ...all.slice(at)])))).toMatch(
      /A time was up twice/,
    );
  });
});

describe('what people were told', () => {
  test('a choice that was taken and is not there, or is there without a press', async () => {
    const match = await loaded(store, id);
    const told = [1, 2, 3].flatMap((turn) =>
      (turn === 3 ? ['1000'] : ['1000', '1001']).map((user) => {
        const seat = Number(user) - 1000;
        const row = match.log.find(
          (one) => one.seat === seat && one.code !== '' && turnOf(match, one.seq) === turn,
        )!;
        return { match: id, user, turn, meant: { code: row.code }, taken: true, again: false };
      }),
    );
    expect(toldFindings(match, told, [])).toEqual([]);
    expect(words(toldFindings(match, told.slice(1), []))).toMatch(/\[\] pressed, \[.+\] written/);
    const other = { ...told[0]!, meant: { code: some(match, 1, 5) } };
    expect(words(toldFindings(match, [other, ...told], []))).toMatch(/choices: Match/);
  });

  test('the steps of a turn that were kept together and are not there, or are there without a press', async () => {
    const turns = await running(store, 2, { game: 'metromania', map: 'six-quarters', options: {} });
    const { codes, user, turn } = await wholeTurn(store, turns);
    await play(store, { match: turns, user, turn, codes, at: AT });
    const match = await loaded(store, turns);
    const [code, ...before] = [...codes].reverse();
    const meant = { code: code!, before: before.reverse() };
    const told = { match: turns, user, turn, meant, taken: true, again: false };
    expect(codes.length).toBeGreaterThan(1);
    expect(toldFindings(match, [told], [])).toEqual([]);
    expect(words(turnFindings(match))).toBe('');
    expect(words(toldFindings(match, [], []))).toMatch(/\[\] pressed, \[.+\] written/);
    const half = { ...match, log: match.log.slice(0, 1) };
    expect(words(toldFindings(half, [told], []))).toMatch(/pressed, \[[^ ]+\] written/);
  });

  test('a deed that is not in the log, or is there more often than it was done', async () => {
    const match = await loaded(store, id);
    const deed = { match: id, user: '1000', word: 'pause', must: true };
    const quiet = (found: readonly Finding[]): string =>
      words(found.filter(({ words: said }) => said.includes('/pause')));
    expect(quiet(toldFindings(match, [], [deed]))).toMatch(/was told of \/pause/);
    await pause(store, { match: id, user: '1000', at: AT + 9 });
    const paused = await loaded(store, id);
    expect(quiet(toldFindings(paused, [], [deed]))).toBe('');
    const twice = { ...paused, log: [...paused.log, paused.log.at(-1)!] };
    expect(quiet(toldFindings(twice, [], [deed]))).toMatch(/stands there 2 times/);
  });
});

const turnOf = (match: Match, seq: number): number => match.phases.findLast(({ from }) => from <= seq)!.turn;

describe('work', () => {
  test('what was due and is not done, and what was done too early', async () => {
    const match = await stored();
    const over = { ...match, row: { ...match.row, status: 'over' as const } };
    const found = async (at: number, as: Match = match) => words(await jobFindings(store, at, () => as));
    expect(await found(AT)).toBe('');
    const later = AT + 2 * 3_600_000;
    expect(await found(later)).toMatch(/late of 1 \(3.round\) was due/);
    for (const job of await claimDue(store, later, 'a:b:1', later + 1, 50, () => true))
      await finish(store, job, later);
    expect(await found(later)).toBe('');
    await sql('UPDATE jobs SET done_at = due - 1 WHERE done_at IS NOT NULL');
    expect(await found(later)).toMatch(/late of 1 \(3.round\) was done 1 ms before its time/);
    expect(await found(later, over)).toBe('');
  });

  test('a deadline that is no work that is due', async () => {
    await sql("UPDATE jobs SET done_at = due WHERE kind = 'late'");
    expect(words(await rowFindings(store, await stored()))).toMatch(/is no work that is due/);
  });
});

describe('messages', () => {
  const button = (customId: string): Component => ({
    type: 1,
    components: [{ type: 2, custom_id: customId }],
  });
  const message = (
    n: number,
    purpose: string,
    components: readonly Component[] = [],
    more: Partial<Shown> = {},
  ): Shown => ({
    id: String(n),
    channel: '88',
    nonce: `n${n}`,
    purpose: `${id}.${purpose}`,
    at: AT + n,
    flags: 0,
    content: '',
    components,
    files: 0,
    gone: false,
    ...more,
  });
  const now = () => button(`table|${id}|3|9`);
  const all = (): Shown[] => [message(1, '1.round'), message(2, '2.round'), message(3, '3.round', [now()])];

  async function found(messages: readonly Shown[], more: Partial<Posted> = {}): Promise<string> {
    const match = await loaded(store, id);
    await setTable(store, id, {
      channel: '88',
      message: '3',
      phase: phaseKey(present(match)),
      shown: match.row.revision,
    });
    const table = (await tableOf(store, id))!;
    return words(postFindings({ match, table, messages, refused: () => false, exists: () => true, ...more }));
  }

  test('nothing, where each phase was posted once and the old ones are lines', async () => {
    expect(await found(all())).toBe('');
  });

  test('a phase that was posted twice', async () => {
    const twice = [...all(), message(4, '2.round.7')];
    expect(await found(twice)).toMatch(/posted 2.round twice: 2 and 4/);
    expect(await found(twice, { refused: (one) => one === '2' })).toBe('');
    expect(
      await found(
        all()
          .with(1, message(2, '2.round', [], { gone: true }))
          .concat(twice[3]!),
      ),
    ).toBe('');
  });

  test('a reminder that was posted twice, or stands after its round', async () => {
    const reminders = [message(4, 'reminder:3.round/half'), message(5, 'reminder:3.round/half')];
    expect(await found([...all(), reminders[0]!])).toBe('');
    expect(await found([...all(), ...reminders])).toMatch(/posted the reminder 3.round\/half twice/);
    const gone = reminders.map((one) => ({ ...one, gone: true }));
    expect(await found([...all(), ...gone])).toMatch(/posted the reminder 3.round\/half twice/);
    expect(await found([...all(), message(6, 'reminder:2.round/end', [button(`mine|${id}|2`)])])).toMatch(
      /reminder 2.round\/end still stands there/,
    );
  });

  test('an old round that can still be pressed, and one that never was', async () => {
    const old = message(2, '2.round', [button(`table|${id}|2|5`)]);
    expect(await found(all().with(1, old))).toMatch(/2.round still stands there: ."id":"2"/);
    expect(await found(all().with(1, old), { refused: (one) => one === '2' })).toBe('');
    expect(await found([...all(), message(4, '9.round')])).toMatch(/never was in 9.round/);
  });

  test('a table that shows another phase, or is behind', async () => {
    expect(await found(all().with(2, message(3, '3.round', [button(`go|${id}|3`)])))).toMatch(
      /its message 3 is/,
    );
    const match = await loaded(store, id);
    const table = { ...(await tableOf(store, id))!, phase: '2.round' };
    expect(await found(all(), { match, table })).toMatch(/its table is behind/);
  });

  test('a game that goes on although its place is known to be gone', async () => {
    const match = await loaded(store, id);
    const table = { ...(await tableOf(store, id))!, trouble: '10003' };
    expect(await found(all(), { match, table, exists: () => false })).toMatch(/goes on without a place/);
  });
});

describe('the program', () => {
  test('what failed without a fault', () => {
    const failed = { level: 50, msg: 'answering failed', interaction: '7', err: { message: 'no' } };
    expect(lineFindings([{ level: 40, msg: 'a warning' }], [])).toEqual([]);
    expect(lineFindings([failed], [{ interaction: '7', asked: true }])).toEqual([]);
    expect(words(lineFindings([failed], [{ interaction: '8', asked: true }]))).toMatch(
      /answering failed: no/,
    );
    expect(lineFindings([{ level: 50, msg: 'an unhandled rejection' }], [])).toHaveLength(1);
    expect(lineFindings([{ level: 50, msg: 'not a line of the log: oops' }], [])).toHaveLength(1);
  });

  const bad = (n: number, more: Partial<Bad> = {}): Bad => ({
    n,
    at: AT + n,
    status: 403,
    code: 50013,
    method: 'POST',
    path: `/channels/${n}/messages`,
    asked: false,
    response: {},
    hour: 1,
    ...more,
  });

  test('what was malformed, and storms', () => {
    const many = (count: number, more: Partial<Bad> = {}) =>
      Array.from({ length: count }, (_, n) => bad(n, more));
    expect(trafficFindings(many(4_900))).toEqual([]);
    expect(words(trafficFindings(many(5_100)))).toMatch(/5100 requests were refused within ten minutes/);
    expect(words(trafficFindings(many(70, { path: '/channels/5/messages' })))).toMatch(
      /Channel 5 refused 70/,
    );
    expect(trafficFindings([bad(1, { status: 400, code: 50035, asked: true })])).toEqual([]);
    expect(trafficFindings([bad(1, { status: 400, code: 50035 })])).toHaveLength(1);
    expect(trafficFindings([bad(1, { status: 500, code: 0 })])).toHaveLength(1);
  });

  test('memory that grows', () => {
    const life = (kb: (at: number) => number) => ({
      samples: Array.from({ length: 180 }, (_, at) => ({ at, kb: kb(at) * 1024 })),
    });
    const saw = (at: number): number => (at % 7) * 10;
    expect(memoryFindings([life((at) => 200 + saw(at))])).toEqual([]);
    expect(memoryFindings([life((at) => 100 + at + saw(at))])).toHaveLength(1);
    expect(memoryFindings([{ samples: life((at) => 100 + at).samples.slice(0, 50) }])).toEqual([]);
  });
});
