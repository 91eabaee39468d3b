import { beforeEach, describe, expect, test } from 'vitest';
import { countFinished } from '../../src/daily/count.ts';
import type { Strength } from '../../src/games/strength.ts';
import { playComputers } from '../../src/match/computers.ts';
import { askToEnd, goOn, pause, serveDeadline } from '../../src/match/ending.ts';
import { recordText } from '../../src/match/export.ts';
import { drop } from '../../src/match/kept.ts';
import { addComputer, join, leave, removeComputer, start } from '../../src/match/lobby.ts';
import { type Match, present, seatOf, turnOf, viewOf } from '../../src/match/match.ts';
import { openLobby } from '../../src/match/opening.ts';
import { forget, leaveSeat } from '../../src/match/people.ts';
import { play, playForGone, playForTable } from '../../src/match/play.ts';
import { votersOf } from '../../src/match/question.ts';
import { type Position, play as replayed } from '../../src/match/record.ts';
import { kickable, mayTake, wayToKick } from '../../src/match/rights.ts';
import { type Computer, isComputer } from '../../src/match/seats.ts';
import { think, thoughtOf } from '../../src/match/thinking.ts';
import { computersToAct, freeSeats, peopleWaitedFor, waitedFor } from '../../src/match/timeline.ts';
import { received } from '../../src/modules.ts';
import { foldable, foldMatch } from '../../src/store/folding.ts';
import { load } from '../../src/store/matches.ts';
import type { Store } from '../../src/store/open.ts';
import { rows } from '../lib/rows.ts';
import { AT, loaded, opening, peopled, some } from './people.ts';

/** Computers that sit at tables. */

/** What the computer of a seat is asked about its move. */
const asked = ({ seat, computer }: Computer) => ({ seat, strength: computer });

const METRO = { game: 'metro', map: 'paris', options: { order: 'joined' }, capacity: 4 } as const;

let store: Store;
beforeEach(async () => {
  store = await peopled(3);
});

/** A lobby of 1000 with computers of these strengths, or of others with people between. */
async function lobbyWith(
  computers: readonly Strength[],
  more: Parameters<typeof opening>[0] = METRO,
): Promise<number> {
  const { id } = await openLobby(store, opening(more));
  for (const strength of computers) {
    const done = await addComputer(store, id, '1000', AT, strength);
    if (!done.ok) throw new Error(done.why);
  }
  return id;
}

async function table(
  computers: readonly Strength[],
  more?: Parameters<typeof opening>[0],
  others: readonly string[] = [],
): Promise<Match> {
  const id = await lobbyWith(computers, more);
  for (const user of others) await join(store, id, user, AT);
  const started = await start(store, id, '1000', AT);
  if (!started.ok) throw new Error(started.why);
  return loaded(store, id);
}

/** The person in a seat does the first thing they may. */
async function moves(match: Match, user = '1000'): Promise<Match> {
  const seat = seatOf(match, user)!;
  const done = await play(store, { match, user, turn: turnOf(match), codes: [some(match, seat)], at: AT });
  if (!done.ok) throw new Error(done.why);
  return done.match;
}

/** A whole game of 1000, who does the first thing they may, against computers. */
async function toTheEnd(begun: Match): Promise<Match> {
  let match = begun;
  while (match.row.status === 'running') {
    match = await playComputers(store, think, match);
    if (match.row.status === 'running') match = await moves(match);
  }
  return match;
}

const seatsIn = async (id: number) =>
  (await load(store, id))!.seats.map(({ seat, player, computer, nick }) => [
    seat,
    player ?? `${computer} ${nick}`,
  ]);

describe('in a lobby', () => {
  test('the host seats computers, each with a name of its own', async () => {
    const id = await lobbyWith(['easy', 'easy']);
    expect(await seatsIn(id)).toEqual([
      [0, '1000'],
      [1, 'easy 0'],
      [2, 'easy 1'],
    ]);
  });

  test('one that is taken off makes room, also for its name', async () => {
    const id = await lobbyWith(['easy', 'easy']);
    expect(await removeComputer(store, id, '1000', AT, 1)).toMatchObject({ ok: true });
    await addComputer(store, id, '1000', AT, 'easy');
    expect(await seatsIn(id)).toEqual([
      [0, '1000'],
      [2, 'easy 1'],
      [3, 'easy 0'],
    ]);
  });

  test('nobody but the host does either, and no person is taken off so', async () => {
    const id = await lobbyWith(['easy']);
    await join(store, id, '1001', AT);
    expect(await addComputer(store, id, '1001', AT, 'easy')).toMatchObject({ ok: false, why: 'host' });
    expect(await removeComputer(store, id, '1001', AT, 1)).toMatchObject({ ok: false, why: 'host' });
    expect(await removeComputer(store, id, '1000', AT, 2)).toMatchObject({ ok: false, why: 'illegal' });
    expect(await removeComputer(store, id, '1000', AT, 7)).toMatchObject({ ok: false, why: 'illegal' });
  });

  test('they take seats, and none is left for more', async () => {
    const id = await lobbyWith(['easy', 'easy', 'easy']);
    expect(await addComputer(store, id, '1000', AT, 'easy')).toMatchObject({ ok: false, why: 'full' });
    expect(await join(store, id, '1001', AT)).toMatchObject({ ok: false, why: 'full' });
  });

  test('a strength that the game does not have is refused', async () => {
    const id = await lobbyWith([]);
    const other = 'grandmaster' as Strength;
    expect(await addComputer(store, id, '1000', AT, other)).toMatchObject({ ok: false, why: 'illegal' });
  });

  test('the crown never goes to a computer, and a lobby without people closes', async () => {
    const id = await lobbyWith(['easy']);
    await join(store, id, '1001', AT);
    expect(await leave(store, id, '1000', AT)).toMatchObject({ ok: true, stored: { row: { host: '1001' } } });
    expect(await leave(store, id, '1001', AT)).toMatchObject({
      ok: true,
      stored: { row: { status: 'closed' } },
    });
  });

  test('one that somebody leaves by having their data deleted goes to a person, or closes', async () => {
    const id = await lobbyWith(['easy']);
    await join(store, id, '1001', AT);
    await forget(store, '1000', AT);
    expect((await load(store, id))!.row).toMatchObject({ host: '1001', status: 'lobby' });
    await forget(store, '1001', AT);
    expect((await load(store, id))!.row.status).toBe('closed');
  });

  test('one person with a computer is company enough', async () => {
    expect((await table(['easy'])).row.status).toBe('running');
  });

  test('the lot seats them like people, each with its own name', async () => {
    const orders = new Set<string>();
    for (let n = 0; n < 20; n++) {
      const { id } = await table(['easy', 'easy'], { ...METRO, options: { order: 'lot' } });
      orders.add((await seatsIn(id)).map(([, who]) => who).join());
    }
    expect(orders.size).toBeGreaterThan(3);
    expect([...orders].map((order) => order.split(',').sort().join())).toEqual(
      [...orders].map(() => '1000,easy 0,easy 1'),
    );
  });
});

describe('at a table', () => {
  test('a computer plays Metro to its end', async () => {
    const match = await toTheEnd(await table(['easy', 'easy']));
    expect(match.row.status).toBe('over');
    const moved = match.log.filter(({ seat }) => seat > 0);
    expect(new Set(moved.map(({ by, user }) => `${by} ${user}`))).toEqual(new Set(['bot null']));
    expect(moved.length).toBeGreaterThan(30);
  });

  test.each([
    ['metrox', 'tokyo', {}],
    ['metromania', 'six-quarters', { order: 'joined' }],
  ])('one plays %s to its end', async (game, map, options) => {
    const match = await toTheEnd(await table(['easy'], { game, map, options, capacity: 2 }));
    expect(match.row.status).toBe('over');
    expect(match.log.some(({ by }) => by === 'bot')).toBe(true);
  });

  test('nobody waits for one: no clock runs, and nobody is reminded', async () => {
    const match = await moves(await table(['easy'], { ...METRO, limit: 3600 }));
    expect(computersToAct(match)).toEqual([1]);
    expect(waitedFor(match)).toEqual([]);
    expect(match.row.deadline).toBeNull();
    expect(match.paused).toBeNull();
    const work = await rows<{ kind: string }>(
      store,
      "SELECT DISTINCT kind FROM jobs WHERE subject = ? AND done_at IS NULL AND kind <> 'thread' ORDER BY kind",
      String(match.id),
    );
    expect(work.map(({ kind }) => kind)).toEqual(['sleep', 'think']);
  });

  test('where all choose at once it has chosen before the others, and nothing of it is seen', async () => {
    const begun = await table(['easy'], { game: 'metrox', map: 'tokyo', options: {}, capacity: 2 });
    const match = await playComputers(store, think, begun);
    expect(waitedFor(match)).toEqual([0]);
    // Who has chosen is all that is seen.
    for (const seat of [undefined, 0])
      expect({ ...viewOf(match, seat), toAct: [0, 1] }).toEqual(viewOf(begun, seat));
    expect(turnOf(await moves(match))).toBeGreaterThan(turnOf(match));
  });

  test('it is asked with what its seat sees, as plain data without the map', async () => {
    const match = await moves(await table(['easy']));
    const seat = match.seats[1]!;
    if (!isComputer(seat)) throw new Error('No computer sits there.');
    const thought = thoughtOf(match, asked(seat));
    expect(structuredClone(thought)).toEqual(thought);
    expect(received(match.module, thought.view)).toEqual(viewOf(match, 1));
    expect(thought.view).toMatchObject({ key: 'map', map: match.map.id, view: { map: null } });
    expect(JSON.stringify(thought)).not.toContain(match.row.seed);
  });

  test('it is asked the same again in the same position, with other chance in another', async () => {
    const match = await moves(await table(['easy']));
    const seat = match.seats[1]!;
    if (!isComputer(seat)) throw new Error('No computer sits there.');
    expect(thoughtOf(await loaded(store, match.id), asked(seat))).toEqual(thoughtOf(match, asked(seat)));
    const later = await moves(await playComputers(store, think, match));
    expect(thoughtOf(later, asked(seat)).rng).not.toEqual(thoughtOf(match, asked(seat)).rng);
  });

  test('what happens while it thinks has it think again', async () => {
    const begun = await table(['easy'], { game: 'metrox', map: 'tokyo', options: {}, capacity: 3 }, ['1001']);
    const asked: number[] = [];
    const match = await playComputers(
      store,
      async (thought) => {
        const now = await loaded(store, begun.id);
        asked.push(now.log.length);
        if (asked.length === 1) await moves(now);
        return think(thought);
      },
      begun,
    );
    expect(asked).toEqual([0, 1]);
    expect(match.log.map(({ seat, by }) => `${by} ${seat}`)).toEqual(['player 0', 'bot 1']);
  });

  test('a choice that is not legal is never written', async () => {
    const match = await moves(await table(['easy']));
    await expect(playComputers(store, async () => 'nonsense', match)).rejects.toThrow(
      /chose nonsense for seat 1/,
    );
    expect((await loaded(store, match.id)).log).toHaveLength(match.log.length);
  });

  test('one that stands still waits for people', async () => {
    const match = await moves(await table(['easy']));
    const done = await pause(store, { match, user: '1000', at: AT });
    if (!done.ok) throw new Error(done.why);
    expect(computersToAct(done.match)).toEqual([]);
    expect((await playComputers(store, think, done.match)).log).toHaveLength(done.match.log.length);
  });

  test('the crown goes to a person, wherever the computers sit', async () => {
    const match = await table(['easy', 'easy'], METRO, ['1001']);
    const done = await leaveSeat(store, { match, user: '1000', at: AT });
    if (!done.ok) throw new Error(done.why);
    expect(done.match.seats[done.match.host]!.player).toBe('1001');
    expect(done.match.row.status).toBe('running');
  });

  test('it has no vote, cannot be taken off, and is nobody to decide with', async () => {
    const begun = await table(['easy'], METRO, ['1001', '1002']);
    expect(kickable(begun, '1000', false)).toEqual([2, 3]);
    const asked = await askToEnd(store, { match: begun, user: '1000', at: AT });
    if (!asked.ok) throw new Error(asked.why);
    expect(votersOf(asked.match, asked.match.question!)).toEqual([0, 2, 3]);
    // Two others have to be here: with one more person and a computer there are not enough.
    let match = await table(['easy'], METRO, ['1001']);
    for (const user of ['1000', '1001']) {
      match = await moves(match, user);
      match = await playComputers(store, think, match);
      if (user === '1000') expect(match.game.toAct(match.state)).toEqual([2]);
    }
    expect(wayToKick(match, '1000', false)).toBe('few');
  });

  test('where a person is away the table stands still, and goes on when they are back', async () => {
    let match = await table(['easy'], { ...METRO, limit: 300 });
    for (let time = 1; match.paused === null && time < 10; time++) {
      const done = await serveDeadline(store, match.id, match.row.deadline!);
      if (!done.ok) throw new Error(done.why);
      match = await playComputers(store, think, done.match);
    }
    expect(match.paused).toMatchObject({ by: 'clock' });
    expect(match.standing).toEqual(['away', 'here']);
    const length = match.log.length;
    const back = await goOn(store, { match, user: '1000', at: AT });
    if (!back.ok) throw new Error(back.why);
    expect(back.match.log.length).toBeGreaterThan(length);
    expect(back.match.paused).toBeNull();
  });

  test('the clock goes on playing who is absent, as weakly as ever', async () => {
    let match = await table(['easy'], { ...METRO, limit: 300 }, ['1001']);
    const left = await leaveSeat(store, { match, user: '1001', at: AT });
    if (!left.ok) throw new Error(left.why);
    match = await playComputers(store, think, await moves(left.match));
    expect(match.log.map(({ by, seat }) => `${by} ${seat}`)).toEqual([
      'player -1',
      'player 0',
      'bot 1',
      'clock 2',
    ]);
  });

  test('nobody takes its seat over', async () => {
    const match = await table(['easy']);
    expect(freeSeats(match)).toEqual([]);
    expect(mayTake(match, '1001', 1)).toBe(false);
  });

  test('it turns no cards: the person does', async () => {
    const options = { flip: 'manual' };
    let match = await table(['easy'], { game: 'metrox', map: 'tokyo', options, capacity: 2 });
    expect(present(match).kind).toBe('flip');
    expect(computersToAct(match)).toEqual([]);
    expect(peopleWaitedFor(match)).toEqual([0]);
    const done = await playForTable(store, { match, user: '1000', turn: turnOf(match), at: AT });
    if (!done.ok) throw new Error(done.why);
    match = await playComputers(store, think, done.match);
    expect(match.log.map(({ by, seat }) => `${by} ${seat}`)).toEqual(['player -1', 'bot 1']);
  });

  test('a person whose data is deleted has the table put away', async () => {
    const match = await playComputers(store, think, await moves(await table(['easy'])));
    const { running } = await forget(store, '1000', AT);
    expect(running).toEqual([match.id]);
    await playForGone(store, match.id, AT);
    expect((await loaded(store, match.id)).voided).toBe('deserted');
  });

  test('what was played is the same when it is folded', async () => {
    const match = await toTheEnd(await table(['easy']));
    await countFinished(store, AT);
    const at = AT + 400 * 24 * 3_600_000;
    expect(await foldable(store, at, 10)).toEqual([match.id]);
    await foldMatch(store, match.id, at);
    expect(await rows(store, 'SELECT 1 FROM folded WHERE match = ?', match.id)).toHaveLength(1);
    drop(store);
    const unfolded = await loaded(store, match.id);
    expect(unfolded.log).toEqual(match.log);
    expect(unfolded.seats.map(({ computer }) => computer)).toEqual([null, 'easy']);
  });

  test('its record says which seats were computers, and is played again to the same end', async () => {
    const match = await toTheEnd(await table(['easy', 'easy']));
    const record = JSON.parse(recordText(match));
    expect(record.seats).toEqual(['P1000', 'computer 2 (easy)', 'computer 3 (easy)']);
    expect(replayed(record)).toMatchObject({ over: true });
    const scores = match.game.score(match.state).map(({ score }) => score);
    expect((replayed(record) as Position).seats.map(({ score }) => score)).toEqual(scores);
  });

  test('it is put away when the last person has left, and counts for nobody', async () => {
    let match = await playComputers(store, think, await moves(await table(['easy'])));
    const done = await leaveSeat(store, { match, user: '1000', at: AT });
    if (!done.ok) throw new Error(done.why);
    match = done.match;
    expect(match.row.status).toBe('over');
    expect(match.voided).toBe('deserted');
    expect(await rows(store, 'SELECT * FROM results WHERE match = ?', match.id)).toEqual([]);
  });

  test('it is never rated, and its results are those of the people', async () => {
    const match = await toTheEnd(await table(['easy', 'easy']));
    expect(await rows(store, 'SELECT * FROM entries WHERE match = ?', match.id)).toEqual([]);
    const results = await rows<{ player: string | null; kind: string; people: number }>(
      store,
      'SELECT player, kind, people FROM results WHERE match = ? ORDER BY seat',
      match.id,
    );
    expect(results.map(({ player, kind, people }) => [player, kind, people])).toEqual([
      ['1000', 'computers', 3],
      [null, 'computers', 3],
      [null, 'computers', 3],
    ]);
  });
});
