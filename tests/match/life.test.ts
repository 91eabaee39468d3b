import { describe, expect, test } from 'vitest';
import {
  agree,
  askToEnd,
  goOn,
  lapse,
  pause,
  pauseLost,
  placeFound,
  playOn,
  putAway,
  serveDeadline,
  voidMatch,
} from '../../src/match/ending.ts';
import { open } from '../../src/match/open.ts';
import { kick, leaveSeat, notThere, returnTo, setAway, takeSeat } from '../../src/match/people.ts';
import { playForTable } from '../../src/match/play.ts';
import { askedSeats } from '../../src/match/question.ts';
import { seatsHere, waitedFor } from '../../src/match/timeline.ts';
import { noteAbsence } from '../../src/store/absences.ts';
import { allBecomeAway, becomesAway, by, STRANGER, table } from './company.ts';
import { AT, loaded } from './people.ts';
import { chooses, entriesIn, HOUR, outcome, resultsIn, runsOut, told } from './table.ts';

/** What happens to a table besides its game: it stands still, it ends, and what that counts for. */

describe('standing still', () => {
  test('the host pauses; nobody can choose, no time runs; whoever plays here goes on', async () => {
    const [store, id] = await table();
    expect(outcome(await pause(store, by('1001', id)))).toBe('host');
    expect(outcome(await pause(store, by('1000', id)))).toBe('done');
    expect(outcome(await pause(store, by('1000', id)))).toBe('nothing');
    expect(outcome(await chooses(store, id, '1001'))).toBe('paused');
    expect(outcome(await serveDeadline(store, id, AT + 1e12))).toBe('nothing');
    expect((await loaded(store, id)).row).toMatchObject({ paused: true, deadline: null });
    const at = AT + 50 * HOUR;
    expect(outcome(await goOn(store, by('1002', id, at)))).toBe('done');
    expect(outcome(await goOn(store, by('1001', id, at)))).toBe('nothing');
    expect((await loaded(store, id)).row).toMatchObject({ paused: false, deadline: at + 12 * HOUR });
  });

  test('what was chosen before still counts after', async () => {
    const [store, id] = await table(2);
    await chooses(store, id, '1000');
    await pause(store, by('1000', id));
    await goOn(store, by('1001', id));
    expect(waitedFor(await loaded(store, id))).toEqual([1]);
  });

  test('one who is away and presses a host’s button is here again first', async () => {
    const [store, id] = await table(2);
    await allBecomeAway(store, id);
    expect(outcome(await pause(store, by('1000', id)))).toBe('done');
    expect(told(await loaded(store, id)).slice(-3)).toEqual(['player /back.0', 'player /go', 'host /pause']);
  });

  test('a match that lost its place stands still until it has one; others’ pauses stay', async () => {
    const [store, id] = await table();
    expect(outcome(await pauseLost(store, id, AT))).toBe('done');
    expect(outcome(await pauseLost(store, id, AT))).toBe('nothing');
    expect(outcome(await chooses(store, id, '1001'))).toBe('paused');
    expect(outcome(await placeFound(store, by(STRANGER, id)))).toBe('done');
    expect((await loaded(store, id)).paused).toBeNull();
    await pause(store, by('1000', id));
    expect(outcome(await pauseLost(store, id, AT))).toBe('nothing');
    expect(outcome(await placeFound(store, by('1000', id)))).toBe('nothing');
    expect((await loaded(store, id)).paused).toMatchObject({ by: 'host', user: '1000' });
  });
});

describe('ending it', () => {
  test('the host asks; it ends when all agree who have not left, and counts for nobody', async () => {
    const [store, id] = await table(5);
    await becomesAway(store, id, 3);
    await leaveSeat(store, by('1004', id));
    expect(outcome(await askToEnd(store, by('1001', id)))).toBe('host');
    expect(outcome(await agree(store, by('1001', id)))).toBe('running');
    expect(outcome(await askToEnd(store, by('1000', id)))).toBe('done');
    expect(outcome(await askToEnd(store, by('1000', id)))).toBe('nothing');
    expect(outcome(await agree(store, by('1001', id)))).toBe('done');
    expect(outcome(await agree(store, by('1001', id)))).toBe('nothing');
    expect((await loaded(store, id)).question).toMatchObject({ by: 0, off: null, agreed: [0, 1] });
    expect(outcome(await agree(store, by('1002', id)))).toBe('done');
    // Whoever is away has not left, and silence is no.
    expect((await loaded(store, id)).row.status).toBe('running');
    expect(outcome(await agree(store, by('1003', id)))).toBe('done');
    const { row } = await loaded(store, id);
    expect(row).toMatchObject({ status: 'over', voided: 'agreed', ended: null, toAct: [], deadline: null });
    expect(row.endedAt).toBe(AT);
    expect(await resultsIn(store, id)).toEqual([]);
  });

  test('one who would rather play on settles it', async () => {
    const [store, id] = await table();
    await askToEnd(store, by('1000', id));
    expect(outcome(await playOn(store, by('1002', id)))).toBe('done');
    expect((await loaded(store, id)).question).toBeNull();
    expect(outcome(await agree(store, by('1001', id)))).toBe('running');
    expect((await loaded(store, id)).row.status).toBe('running');
  });

  test('the last who had not agreed leaves, or comes back and agrees', async () => {
    const [store, id] = await table(2);
    await askToEnd(store, by('1000', id));
    await leaveSeat(store, by('1001', id));
    expect((await loaded(store, id)).voided).toBe('agreed');
    const [other, second] = await table(3);
    await becomesAway(other, second, 2);
    await askToEnd(other, by('1000', second));
    expect(outcome(await agree(other, by('1002', second)))).toBe('done');
    expect(await loaded(other, second)).toMatchObject({ voided: null, standing: ['here', 'here', 'here'] });
    await agree(other, by('1001', second));
    expect((await loaded(other, second)).voided).toBe('agreed');
  });

  test('whoever falls silent has not agreed: the question stays, and no game ends by it', async () => {
    const [store, id] = await table(3);
    await askToEnd(store, by('1000', id));
    await agree(store, by('1001', id));
    await becomesAway(store, id, 2);
    expect(await loaded(store, id)).toMatchObject({
      voided: null,
      question: { agreed: [0, 1] },
      standing: ['here', 'here', 'away'],
    });
    // Whoever has agreed and is silent then has agreed.
    await agree(store, by('1002', id));
    expect((await loaded(store, id)).voided).toBe('agreed');
    const [other, second] = await table(3);
    await askToEnd(other, by('1000', second));
    await agree(other, by('1001', second));
    await becomesAway(other, second, 1);
    await agree(other, by('1002', second));
    expect((await loaded(other, second)).voided).toBe('agreed');
  });

  test('whoever is not in the server any more has left, until they come back', async () => {
    const at = AT + 2 * 24 * HOUR;
    const [store, id] = await table(3, { limit: 0 });
    await chooses(store, id, '1000');
    await chooses(store, id, '1001');
    expect(outcome(await notThere(store, id, '1002', at))).toBe('done');
    await askToEnd(store, by('1000', id, at));
    expect(askedSeats(await loaded(store, id))).toEqual([1]);
    // Any press of theirs in the server brings them back, and then it is theirs to say, too.
    await returnTo(store, by('1002', id, at));
    expect(askedSeats(await loaded(store, id))).toEqual([1, 2]);
    await agree(store, by('1001', id, at));
    expect((await loaded(store, id)).row.status).toBe('running');
    await chooses(store, id, '1000', at);
    await chooses(store, id, '1001', at);
    await notThere(store, id, '1002', at + 2 * 24 * HOUR);
    expect((await loaded(store, id)).voided).toBe('agreed');
  });

  test('who takes the seat over of somebody who is not in the server any more is asked like all others', async () => {
    const at = AT + 2 * 24 * HOUR;
    const [store, id] = await table(2, { limit: 0 });
    await chooses(store, id, '1000');
    await notThere(store, id, '1001', at);
    await takeSeat(store, { ...by(STRANGER, id, at), seat: 1 });
    await chooses(store, id, '1000', at);
    await setAway(store, { ...by('1000', id, at + 3 * 24 * HOUR), seat: 1 });
    expect((await loaded(store, id)).standing).toEqual(['here', 'away']);
    await askToEnd(store, by('1000', id, at + 3 * 24 * HOUR));
    expect(askedSeats(await loaded(store, id))).toEqual([1]);
  });

  test('it lapses after three days in which the bot was there', async () => {
    const [store, id] = await table(2, { limit: 0 });
    await askToEnd(store, by('1000', id));
    const due = AT + 72 * HOUR;
    expect(outcome(await lapse(store, id, due - 1))).toBe('nothing');
    await noteAbsence(store, AT + HOUR, AT + 3 * HOUR);
    expect(outcome(await lapse(store, id, due))).toBe('nothing');
    expect(outcome(await lapse(store, id, due + 2 * HOUR))).toBe('done');
    expect(outcome(await lapse(store, id, due + 2 * HOUR))).toBe('nothing');
    expect((await loaded(store, id)).question).toBeNull();
    expect(outcome(await agree(store, by('1001', id)))).toBe('running');
  });

  test('a button of another question answers nothing', async () => {
    const [store, id] = await table(2);
    await askToEnd(store, by('1000', id));
    await playOn(store, by('1001', id));
    for (const user of ['1000', '1001']) await chooses(store, id, user);
    await askToEnd(store, by('1000', id, AT + HOUR));
    expect(outcome(await agree(store, { ...by('1001', id), question: 0 }))).toBe('running');
    expect((await loaded(store, id)).row.status).toBe('running');
    expect(outcome(await agree(store, { ...by('1001', id), question: 4 }))).toBe('done');
    expect((await loaded(store, id)).voided).toBe('agreed');
  });

  test('also while it is paused', async () => {
    const [store, id] = await table(2);
    await pause(store, by('1000', id));
    await askToEnd(store, by('1000', id));
    await agree(store, by('1001', id));
    expect(await loaded(store, id)).toMatchObject({ voided: 'agreed', paused: null });
  });

  test('put away, it counts for who has played, also where another never had a turn', async () => {
    const [store, id] = await table(2, { limit: 0 });
    await chooses(store, id, '1000');
    expect(outcome(await putAway(store, id, AT))).toBe('done');
    expect((await loaded(store, id)).voided).toBe('shelved');
    expect(await entriesIn(store, id)).toEqual(['0 1000 1', '1 1001 last']);
    // Where nobody has played there is nothing that could count.
    const [other, second] = await table(2, { limit: 0 });
    expect(outcome(await putAway(other, second, AT))).toBe('done');
    expect((await loaded(other, second)).voided).toBe('slept');
    expect(await entriesIn(other, second)).toEqual([]);
  });

  test.each(['moderator', 'slept'] as const)(
    'void (%s) counts for nobody and cannot be undone',
    async (why) => {
      const [store, id] = await table();
      await pause(store, by('1000', id));
      const end = async () =>
        why === 'slept'
          ? await putAway(store, id, AT)
          : await voidMatch(store, { match: id, user: STRANGER, at: AT, manages: true });
      expect(outcome(await end())).toBe('done');
      expect(outcome(await end())).toBe('over');
      const match = await loaded(store, id);
      expect(match).toMatchObject({ voided: why, row: { status: 'over', ended: null, paused: false } });
      expect(await resultsIn(store, id)).toEqual([]);
      for (const press of [leaveSeat, returnTo, pause, goOn, askToEnd, agree, playOn])
        expect(outcome(await press(store, by('1000', id)))).toBe('over');
      expect(outcome(await chooses(store, id, '1000'))).toBe('over');
      expect(outcome(await kick(store, { ...by('1000', id), to: 1, manages: true }))).toBe('over');
      expect(outcome(await takeSeat(store, { ...by(STRANGER, id), seat: 1 }))).toBe('over');
      expect(outcome(await serveDeadline(store, id, AT + 1e12))).toBe('over');
    },
  );

  test('whoever manages the server and plays, or has played, at the table does not end it', async () => {
    const [store, id] = await table(3);
    const ends = (user: string, manages = true) =>
      voidMatch(store, { ...by(user, id), manages }).then(outcome);
    expect(await ends('1000')).toBe('interested');
    await leaveSeat(store, by('1001', id));
    expect(await ends('1001')).toBe('interested');
    await takeSeat(store, { ...by(STRANGER, id), seat: 1 });
    for (const user of ['1001', STRANGER]) expect(await ends(user)).toBe('interested');
    await kick(store, { ...by('1000', id), to: 2, manages: false });
    expect(await ends('1002')).toBe('interested');
    expect(await ends('1008', false)).toBe('interested');
    expect(await ends('1008')).toBe('done');
  });

  test('what is not there is unknown', async () => {
    const [store] = await table();
    expect(outcome(await leaveSeat(store, by('1000', 4242)))).toBe('unknown');
  });
});

test('reading it again gives the same match, and the stored seats say what the log says', async () => {
  const [store, id] = await table(5, { options: { flip: 'manual' } });
  await runsOut(store, id);
  await playForTable(store, { match: id, turn: 0, user: '1002', at: AT });
  await leaveSeat(store, by('1000', id));
  await takeSeat(store, { ...by(STRANGER, id), seat: 0 });
  await kick(store, { ...by('1001', id), to: 4, manages: false });
  await pause(store, by('1001', id));
  await askToEnd(store, by('1001', id));
  const [one, two] = [await open(store, id), await open(store, id)];
  expect(two).toEqual(one);
  expect(one!.standing).toEqual(one!.seats.map(({ state }) => state));
  expect(one).toMatchObject({ host: 1, paused: { by: 'host' }, question: { by: 1, agreed: [1] } });
  expect(seatsHere(one!)).toEqual([0, 1, 2, 3]);
});
