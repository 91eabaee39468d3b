import { beforeEach, describe, expect, test } from 'vitest';
import * as ending from '../../src/match/ending.ts';
import { type Match, phaseKey, present } from '../../src/match/match.ts';
import { replay } from '../../src/match/open.ts';
import * as people from '../../src/match/people.ts';
import { play } from '../../src/match/play.ts';
import { claimDue, finish } from '../../src/store/jobs.ts';
import { load } from '../../src/store/matches.ts';
import type { Store } from '../../src/store/open.ts';
import { silence } from '../../src/store/reminders.ts';
import { createChat, type Shown } from '../lib/chat.ts';
import { choiceFindings, type Deed, emptyBook, type Finding, type Word } from '../lib/ledger.ts';
import type { Component } from '../lib/message.ts';
import type { Placed } from '../lib/messages.ts';
import { change } from '../lib/rows.ts';
import { AT, loaded, peopled, running, some } from '../match/people.ts';
import { chooses, runsOut, wholeTurn } from '../match/table.ts';
import { audit } from './audit.ts';
import {
  deedFindings,
  hushFindings,
  jobFindings,
  moveFindings,
  rowFindings,
  toldFindings,
  twiceFindings,
} from './deeds.ts';
import { lineFindings, memoryFindings, trafficFindings } from './program.ts';
import { isLater, type Posted, talkFindings } from './talk.ts';
import type { Bad } from './traffic.ts';

/** The audit finds nothing where all is well, and each thing that is not. */

let store: Store;
let id: number;

beforeEach(async () => {
  store = await peopled(2);
  id = await running(store, 2, { limit: 3600 });
});

const sql = (text: string, ...values: unknown[]): Promise<void> => change(store, text, ...values);
const words = (found: readonly Finding[]): string =>
  found.map((one) => `${one.part}: ${one.words}`).join('\n');
const asking = (user: string, at = AT + 9) => ({ match: id, user, at });
/** Plays two rounds, and one choice of the third. */
async function third(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) {
    await chooses(store, id, '1000', AT + 1);
    await chooses(store, id, '1001', AT + 2, 1);
  }
  await chooses(store, id, '1000', AT + 3);
}
/** As it is stored, even where that cannot be replayed any more. */
const stored = async (): Promise<Match> => replay((await load(store, id))!);
/** With some of its rows, each by its number. */
const withRows = (match: Match, numbers: readonly number[]): Match => ({
  ...match,
  log: numbers.map((row, seq) => ({ ...match.log[row]!, seq })),
});
const twiceAt = ({ log }: Match, code: RegExp): number[] =>
  log.flatMap((row, i) => (code.test(row.code) ? [i, i] : [i]));

describe('log and rows', () => {
  beforeEach(third);
  const found = async (): Promise<string> => {
    const match = await stored();
    return words([...(await rowFindings(store, match)), ...twiceFindings(match)]);
  };

  test('nothing, where nothing was touched', async () => {
    expect(await found()).toBe('');
    await runsOut(store, id);
    expect(await found()).toBe('');
    await ending.pause(store, asking('1000'));
    expect(await found()).toBe('');
  });

  test('a row that stands there twice', async () => {
    await sql(
      'INSERT INTO actions SELECT match, seq + 1, seat, code, by, user, at FROM actions WHERE match = ? ORDER BY seq DESC LIMIT 1',
      id,
    );
    expect(await found()).toMatch(/has row \d+, .+, twice/);
  });

  test('a row that is lost', async () => {
    await sql(
      'DELETE FROM actions WHERE match = ? AND seq = (SELECT max(seq) FROM actions WHERE match = ?)',
      id,
      id,
    );
    expect(await found()).toMatch(/to act \[1\], replayed \[0,1\]/);
    await sql('DELETE FROM actions WHERE match = ? AND seq = 0', id);
    expect(await stored().then(found, (error: Error) => error.message)).toMatch(/gap|does not fit/);
  });

  test.each([
    ["status = 'over'", /status "over", replayed "running"/],
    ['turn = turn + 1', /turn 4, replayed 3/],
    ["to_act = '[0]'", /to act \[0\], replayed \[1\]/],
    ['paused = 1', /paused true, replayed false/],
    ["voided = 'slept'", /voided "slept", replayed null/],
    ['timed_at = NULL', /waits without a deadline/],
    ['timed_at = timed_at + 50', /belongs to nothing that happened/],
  ])('a wrong projection: %s', async (change, what) => {
    await sql(`UPDATE matches SET ${change} WHERE id = ?`, id);
    expect(await found()).toMatch(what);
  });

  test('a seat that is held otherwise, a result from nowhere, a deadline that is no work', async () => {
    await sql("UPDATE seats SET state = 'away' WHERE match = ? AND seat = 1", id);
    expect(await found()).toMatch(/seats \["here","away"\], replayed \["here","here"\]/);
    await sql(
      "INSERT INTO results (match, seat, player, score, rank, parts, game, map, kind, people, at) VALUES (?, 0, '1000', 9, 1, '{}', 'metrox', 'tokyo', 'table', 2, 0)",
      id,
    );
    expect(await found()).toMatch(/results \[\{"seat":0.+\}\], replayed \[\]/);
    await sql("UPDATE jobs SET done_at = due WHERE kind = 'late'");
    expect(await found()).toMatch(/is no work that is due/);
  });

  test.each(['late', 'pause', 'leave', 'ask'])('/%s twice', async (word) => {
    if (word === 'late') await runsOut(store, id);
    else if (word === 'pause') await ending.pause(store, asking('1000'));
    else if (word === 'leave') await people.leaveSeat(store, asking('1001'));
    else await ending.askToEnd(store, asking('1000'));
    const match = await stored();
    expect(twiceFindings(match)).toEqual([]);
    const again = withRows(match, twiceAt(match, new RegExp(`^/${word}\\b`)));
    expect(twiceFindings(again).length).toBeGreaterThan(0);
  });

  test('a seat that the clock plays twice in a turn', async () => {
    await people.leaveSeat(store, asking('1001'));
    const match = await stored();
    const row = { ...match.log[0]!, seat: 1, by: 'clock' as const };
    const [one, other] = match.game.actions(match.state, 1).map((action) => match.game.code(action));
    const but = (...codes: string[]): Match => ({
      ...match,
      log: [...match.log, ...codes.map((code) => ({ ...row, code }))],
    });
    expect(twiceFindings(but(one!))).toEqual([]);
    expect(twiceFindings(but(one!, other!))).toHaveLength(1);
  });
});

describe('deeds', () => {
  const deed = (user: string, word: Word, taken = true, again = false): Deed => ({
    ...{ match: id, user, word, taken, again },
  });
  const done = () => [
    ...[deed('1000', 'pause'), deed('1001', 'go'), deed('1001', 'leave'), deed('1001', 'back')],
  ];
  let match: Match;
  beforeEach(async () => {
    await ending.pause(store, asking('1000'));
    await ending.goOn(store, asking('1001'));
    await people.leaveSeat(store, asking('1001'));
    await people.returnTo(store, asking('1001'));
    match = await loaded(store, id);
  });
  const faulty = (deeds: readonly Deed[], of = match): boolean => deedFindings(of, deeds).length > 0;

  test('as they were done', () => {
    expect(faulty(done())).toBe(false);
    // One that was refused, and one of which nobody knows, on either side; and what was so already.
    expect(faulty([deed('1001', 'pause', false), ...done()])).toBe(false);
    expect(faulty([...done(), deed('1000', 'pause', false, true)])).toBe(false);
    expect(faulty([deed('1000', 'pause', false, true), ...done().slice(1)])).toBe(false);
    expect(faulty([...done(), deed('1000', 'go')])).toBe(false);
  });

  test('one that is gone, nobody did, or did once', () => {
    expect(faulty([...done(), deed('1000', 'pause')])).toBe(true);
    expect(faulty(done(), { ...match, log: match.log.filter(({ code }) => code !== '/go') })).toBe(true);
    expect(faulty(done().slice(1))).toBe(true);
    expect(faulty(done(), withRows(match, twiceAt(match, /^\/leave/)))).toBe(true);
    expect(faulty([deed('1000', 'pause', false), ...done().slice(1)])).toBe(true);
  });

  test('of somebody else, or in another order', () => {
    expect(faulty([deed('1001', 'pause'), ...done().slice(1)])).toBe(true);
    expect(faulty([done()[1]!, done()[0]!, ...done().slice(2)])).toBe(true);
  });

  test('where nobody knows what became of some: not in the log, or more often than it was done', () => {
    expect(toldFindings(match, done())).toEqual([]);
    expect(words(toldFindings(match, [...done(), deed('1000', 'leave')]))).toMatch(/was told of \/leave/);
    const twice = withRows(match, twiceAt(match, /^\/pause/));
    expect(words(toldFindings(twice, done()))).toMatch(/\/pause by 1000 stands there 2 times/);
  });

  test('three times late, away and back is no deed, and nothing twice', async () => {
    for (let turn = 0; turn < 3; turn++) {
      await chooses(store, id, '1000', AT + 10 + turn);
      await runsOut(store, id);
    }
    await people.returnTo(store, asking('1001'));
    const late = await loaded(store, id);
    expect(late.log.map(({ code }) => code)).toEqual(expect.arrayContaining(['/away.1', '/back.1']));
    expect(faulty(done(), late)).toBe(false);
    expect(twiceFindings(late)).toEqual([]);
  });
});

describe('choices', () => {
  test('one that was taken and is not there, or is there without a press', async () => {
    await third();
    const match = await loaded(store, id);
    const turnOf = (seq: number): number => match.phases.findLast(({ from }) => from <= seq)!.turn;
    const told = match.log
      .filter(({ seat, code }) => seat >= 0 && code !== '')
      .map(({ seat, code, seq }) => ({
        ...{ match: id, user: String(1000 + seat), turn: turnOf(seq), meant: { code } },
        ...{ taken: true, again: false },
      }));
    expect(told).toHaveLength(5);
    expect(choiceFindings(match, told)).toEqual([]);
    expect(words(choiceFindings(match, told.slice(1)))).toMatch(/\[\] pressed, \[.+\] written/);
    const other = { ...told[0]!, meant: { code: some(match, 1, 5) } };
    expect(words(choiceFindings(match, [other, ...told]))).toMatch(/choices: Match/);
  });

  test('the steps of a turn that were kept together', async () => {
    const turns = await running(store, 2, { game: 'metromania', map: 'six-quarters', options: {} });
    const { codes, user, turn } = await wholeTurn(store, turns);
    await play(store, { match: turns, user, turn, codes, at: AT });
    const match = await loaded(store, turns);
    const [code, ...before] = [...codes].reverse();
    const meant = { code: code!, before: before.reverse() };
    const told = { match: turns, user, turn, meant, taken: true, again: false };
    expect(codes.length).toBeGreaterThan(1);
    expect([...choiceFindings(match, [told]), ...twiceFindings(match)]).toEqual([]);
    expect(words(choiceFindings(match, []))).toMatch(/\[\] pressed, \[.+\] written/);
    const half = { ...match, log: match.log.slice(0, 1) };
    expect(words(choiceFindings(half, [told]))).toMatch(/pressed, \[[^ ]+\] written/);
  });
});

describe('work and settings', () => {
  test('what was due and is not done, and what was done too early', async () => {
    const match = await stored();
    const over = { ...match, row: { ...match.row, status: 'over' as const } };
    const found = async (at: number, as: Match = match) => words(await jobFindings(store, at, () => as));
    expect(await found(AT)).toBe('');
    const later = AT + 2 * 3_600_000;
    expect(await found(later)).toMatch(/late of 1 \(1.round\) was due/);
    for (const job of await claimDue(store, later, 'a:b:1', later + 1, 50, () => true))
      await finish(store, job, later);
    expect(await found(later)).toBe('');
    await sql('UPDATE jobs SET done_at = due - 1 WHERE done_at IS NOT NULL');
    expect(await found(later)).toMatch(/late of 1 \(1.round\) was done 1 ms before its time/);
    // Where a match has gone on there was nothing left to do; a time that was up is another matter.
    expect(await found(later, over)).toBe('');
    const late = { ...match.log[0]!, seat: -1, code: '/late.0', seq: 0 };
    expect(await found(later, { ...over, log: [late] })).toMatch(/before its time/);
  });

  test('a table that stands elsewhere', async () => {
    const found = (...moves: [string, boolean, boolean?][]): Promise<Finding[]> =>
      moveFindings(
        store,
        id,
        moves.map(([channel, taken, again = false]) => ({ match: id, user: '1000', channel, taken, again })),
      );
    await sql("UPDATE tables SET channel = '5' WHERE match = ?", id);
    expect(await found(['4', true], ['5', true])).toEqual([]);
    expect(await found(['5', true], ['4', false, true])).toEqual([]);
    expect(await found(['4', true], ['5', false, true])).toEqual([]);
    expect(await found(['5', true], ['4', true])).toHaveLength(1);
    expect(await found(['4', true], ['5', false])).toHaveLength(1);
  });

  test('somebody who wanted to hear no more', async () => {
    const hush = { match: id, user: '1001', phase: '1.round', taken: true, again: false };
    expect(await hushFindings(store, id, [hush])).toHaveLength(1);
    await silence(store, id, '1.round', '1001');
    expect(await hushFindings(store, id, [hush])).toEqual([]);
    expect(await hushFindings(store, id, [hush, { ...hush, phase: '2.round' }])).toHaveLength(1);
  });

  test('seats, lobbies and what was opened', async () => {
    const found = async (change: Partial<ReturnType<typeof emptyBook>>): Promise<string> => {
      const book = { ...emptyBook(), ...change };
      const chat = createChat(() => () => {});
      const is = { refused: () => false, vanished: () => false, forgotten: () => false, exists: () => true };
      const all = await audit({ store, book, chat, now: AT, settled: false, ...is });
      return words(all.found.filter(({ part }) => part === 'rows'));
    };
    expect(await found({ sat: new Map([[`${id} 1001`, true]]) })).toBe('');
    expect(await found({ sat: new Map([[`${id} 1001`, false]]) })).toMatch(/1001 still has a seat/);
    expect(await found({ sat: new Map([[`${id} 1009`, true]]) })).toMatch(/1009 has lost the seat/);
    expect(await found({ openings: new Set(['i1']) })).toMatch(/Interaction i1 opened no match/);
    await sql('UPDATE seats SET seat = 5 WHERE match = ? AND seat = 1', id);
    expect(await found({})).toMatch(/has a gap among its seats/);
    await sql('UPDATE matches SET started_at = NULL WHERE id = ?', id);
    expect(await found({})).not.toMatch(/gap/);
  });
});

/** A message of the match, the `n`th that was posted. */
const message = (n: number, key: string, more: Partial<Shown> = {}): Shown => ({
  ...{ id: String(n), channel: '88', nonce: `n${n}`, purpose: `${id}.${key}`, at: AT + n, flags: 0 },
  ...{ content: 'Round 1', components: [], files: 0, gone: false },
  ...more,
});
const button = (customId: string): Partial<Shown> => ({
  components: [{ type: 1, components: [{ type: 2, custom_id: customId }] }] as readonly Component[],
});
const GONE: Partial<Shown> = { content: '', components: [], gone: true };
const but = (n: number, change: Partial<Shown>) => (list: readonly Shown[]) =>
  list.map((one) => (one.id === String(n) ? { ...one, ...change } : one));
const placed = (match: Match, more: Partial<Placed> = {}): Placed => ({
  ...{ channel: '88', lobby: '1', message: null, phase: phaseKey(present(match)), discordError: null },
  ...{ upToDate: true, done: true },
  ...more,
});
const EASY = { refused: () => false, vanished: () => false, exists: () => true, forgotten: isLater };

describe('the chat, when all is over', () => {
  let match: Match;
  let good: readonly Shown[];
  beforeEach(async () => {
    await ending.askToEnd(store, asking('1000', AT + 1));
    await chooses(store, id, '1000');
    await chooses(store, id, '1001');
    await ending.agree(store, asking('1001', AT + 1));
    match = await loaded(store, id);
    expect(match.phases.map(phaseKey)).toEqual(['1.round', '2.round', '2.over']);
    const link = { components: [{ type: 2, url: 'https://example.org' }] };
    good = [
      message(1, '', { nonce: null, purpose: null, ...link }),
      message(2, 'phase:1.round'),
      message(3, 'question:0', { content: `All agreed to end #${id}.` }),
      message(4, 'reminder:1.round/half', GONE),
      message(5, 'phase:2.round', GONE),
      message(6, 'phase:2.over', { ...button(`rematch|${id}|0`), files: 1 }),
    ];
  });
  const found = (messages: readonly Shown[], moves = 0, more: Partial<Posted> = {}): Finding[] =>
    talkFindings({
      ...{ match, messages, placed: placed(match, { message: '6' }), settled: { moves, guests: true } },
      ...EASY,
      ...more,
    });

  test('as it should be left', () => {
    expect(found(good)).toEqual([]);
  });

  test.each<[string, (list: readonly Shown[]) => readonly Shown[]]>([
    ['a line that is missing', but(2, GONE)],
    ['a round that was not shrunk', but(2, button('table|1|1'))],
    ['a round with its picture', but(2, { files: 1 })],
    ['a round that was ended early and stands there', but(5, { gone: false })],
    ['a question that stays open', but(3, button('agree|1|1'))],
    ['a reminder that stays', but(4, { gone: false })],
    ['no result', but(6, { files: 0 })],
    ['a result that is gone', but(6, GONE)],
    ['a lobby that says nothing', but(1, button('join|1|0'))],
    ['another order', but(2, { id: '9' })],
    ['a message of no kind', but(4, { purpose: '1.else' })],
    ['a reminder twice', (list) => [...list, { ...list[3]!, id: '9' }]],
    ['a question twice', (list) => [...list, { ...list[2]!, id: '9' }]],
    ['a lobby from nowhere', (list) => [...list, message(9, 'lobby')]],
    ['a phase twice', (list) => [...list, message(9, 'phase:1.round', GONE)]],
  ])('%s', (_, change) => {
    expect(found(change(good)).length).toBeGreaterThan(0);
  });

  test('a message in the channel that a table has left', () => {
    const left = (more: Partial<Shown>) => [
      ...good,
      message(20, 'phase:1.round', { channel: '7', ...button('table|1|1'), ...more }),
    ];
    expect(found(left({}), 1).length).toBeGreaterThan(0);
    expect(found(left(GONE), 1)).toEqual([]);
    expect(found(left(GONE), 0).length).toBeGreaterThan(0);
    expect(found(left({ content: 'This table has moved:', components: [] }), 1)).toEqual([]);
  });

  test('one that Discord forgot is excused where it was on its way, and only there', () => {
    const late = [...good.slice(0, 1), message(0, 'phase:1.round', button('table|1|1')), ...good.slice(1)];
    const there = late.map((one) => (one.id === '2' ? { ...one, at: one.at + 300_001 } : one));
    expect(found(there)).toEqual([]);
    expect(found(there, 0, { forgotten: () => false }).length).toBeGreaterThan(0);
    expect(found(late).length).toBeGreaterThan(0);
  });

  test('messages that are still to be seen to', () => {
    expect(words(found(good, 0, { placed: placed(match, { message: '6', done: false }) }))).toMatch(
      /messages to see to/,
    );
  });
});

describe('the chat, in the middle of a game', () => {
  beforeEach(third);
  const all = (): Shown[] => [
    ...[
      message(1, 'phase:1.round'),
      message(2, 'phase:2.round'),
      message(3, 'phase:3.round', button(`table|${id}|3|9`)),
    ],
  ];
  async function found(messages: readonly Shown[], more: Partial<Posted> = {}): Promise<string> {
    const match = await loaded(store, id);
    return words(
      talkFindings({ match, placed: placed(match, { message: '3' }), messages, ...EASY, ...more }),
    );
  }
  const excusing = (id: string) => (one: string) => one === id;

  test('nothing, where each phase was posted once and the old ones are lines', async () => {
    expect(await found(all())).toBe('');
  });

  test('a phase that was posted twice', async () => {
    const twice = [...all(), message(4, 'phase:2.round')];
    expect(await found(twice)).toMatch(/posted 2.round twice/);
    expect(await found(twice, { refused: excusing('2') })).toBe('');
    expect(await found(twice, { vanished: excusing('2') })).toBe('');
    expect(await found([...but(2, { gone: true })(twice)])).toMatch(/posted 2.round twice/);
  });

  test('a reminder that was posted twice, or stands after its round', async () => {
    const reminders = [message(4, 'reminder:3.round/half'), message(5, 'reminder:3.round/half')];
    expect(await found([...all(), reminders[0]!])).toBe('');
    expect(await found([...all(), ...reminders])).toMatch(/posted reminder:3.round\/half twice/);
    const gone = reminders.map((one) => ({ ...one, gone: true }));
    expect(await found([...all(), ...gone], { refused: excusing('4') })).toMatch(/half twice/);
    const old = message(6, 'reminder:2.round/end', button(`mine|${id}|2`));
    expect(await found([...all(), old])).toMatch(/left reminder:2.round\/end open/);
  });

  test('an old round that can still be pressed, and one that never was', async () => {
    const old = but(2, button(`table|${id}|2|5`))(all());
    expect(await found(old)).toMatch(/left 2.round open/);
    expect(await found(old, { refused: excusing('2') })).toBe('');
    expect(await found([...all(), message(4, 'phase:9.round')])).toMatch(/never was in 9.round/);
  });

  test('a table that shows another phase, is behind, or was begun with an open lobby', async () => {
    expect(await found(but(3, button(`go|${id}|3`))(all()))).toMatch(/its message is another/);
    const match = await loaded(store, id);
    const behind = placed(match, { message: '3', upToDate: false });
    expect(await found(all(), { placed: behind })).toMatch(/its table is behind/);
    expect(await found(all(), { placed: placed(match, { message: '33' }) })).toMatch(/nobody saw/);
    const lobby = message(7, 'lobby', button(`join|${id}|0`));
    expect(await found([...all(), lobby], { placed: placed(match, { message: '3', lobby: '7' }) })).toMatch(
      /its lobby is still open/,
    );
  });

  test('a game that goes on although its place is known to be gone', async () => {
    const lost = placed(await loaded(store, id), { discordError: '10003' });
    expect(await found(all(), { placed: lost, exists: () => false })).toMatch(/goes on without a place/);
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
    ...{ n, at: AT + n, status: 403, code: 50013, method: 'POST', path: `/channels/${n}/messages` },
    ...{ asked: false, response: {}, hour: 1 },
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
