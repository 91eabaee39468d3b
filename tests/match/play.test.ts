import { beforeEach, describe, expect, test } from 'vitest';
import { askToEnd, playOn, serveDeadline } from '../../src/match/ending.ts';
import { recordText } from '../../src/match/export.ts';
import { type Match, phaseKey, present } from '../../src/match/match.ts';
import { open } from '../../src/match/open.ts';
import type { Opening } from '../../src/match/opening.ts';
import { leaveSeat, returnTo } from '../../src/match/people.ts';
import { handOn, type Played, play, playForTable } from '../../src/match/play.ts';
import { project } from '../../src/match/projection.ts';
import { play as playRecord } from '../../src/match/record.ts';
import { load } from '../../src/store/matches.ts';
import type { Store } from '../../src/store/open.ts';
import { dice } from '../lib/chance.ts';
import { change, rows } from '../lib/rows.ts';
import { AT, choose, ids, loaded, peopled, running, some } from './people.ts';
import { wholeTurn } from './table.ts';

let store: Store;
beforeEach(async () => {
  store = await peopled(25);
});

const why = (done: Played): string => (done.ok ? (done.changed ? 'changed' : 'same') : done.why);
const logOf = async (id: number) => (await load(store, id))!.log.map(({ seat, code }) => `${seat} ${code}`);
const manual = { options: { flip: 'manual' } };
const turned = (id: number, user: string, turn: number) =>
  playForTable(store, { match: id, user, turn, at: AT });

describe('a choice is refused', () => {
  test('of a stranger, of an old round, of what is not legal, of a match that is not there', async () => {
    const id = await running(store, 2);
    const code = some(await loaded(store, id), 0);
    expect(why(await choose(store, id, '1005', code))).toBe('stranger');
    expect(why(await choose(store, id, '1000', code, 0))).toBe('stale');
    expect(why(await choose(store, id, '1000', code, 2))).toBe('stale');
    for (const text of ['Q.9', 'flip', '/flipper.1', ' ', '0 F.2', `${code}0`])
      expect(why(await choose(store, id, '1000', text)), text).toBe('illegal');
    const press = { match: 999, user: '1000', turn: 1, codes: [code], at: AT };
    expect(why(await play(store, press))).toBe('unknown');
    expect(await logOf(id)).toEqual([]);
  });

  test('of several, when the last is not legal: none is written', async () => {
    const id = await running(store, 2);
    const code = some(await loaded(store, id), 0);
    const done = await play(store, { match: id, user: '1000', turn: 1, codes: [code, 'Q.9'], at: AT });
    expect(why(done)).toBe('illegal');
    expect(await logOf(id)).toEqual([]);
  });

  test('when the match is over', async () => {
    const { id, last } = await finish(2, 11);
    expect(why(await choose(store, id, '1000', last))).toBe('over');
    expect(why(await turned(id, '1000', 99))).toBe('over');
  });
});

describe('in one turn', () => {
  const rowsBy = async (id: number, user: string) =>
    (await load(store, id))!.log.filter((row) => row.user === user).length;

  test('a mind is changed forty times at most; what was chosen last stands, and the next turn is another', async () => {
    const id = await running(store, 2);
    const match = await loaded(store, id);
    const codes = [0, 1].map((at) => some(match, 0, at));
    const said: string[] = [];
    for (let n = 0; n < 100; n++) said.push(why(await choose(store, id, '1000', codes[n % 2]!)));
    expect(said).toEqual([
      ...Array(40).fill('changed'),
      ...Array(60)
        .fill(null)
        .map((_, n) => (n % 2 ? 'same' : 'often')),
    ]);
    expect(await rowsBy(id, '1000')).toBe(40);
    expect((await loaded(store, id)).log.findLast(({ seat }) => seat === 0)!.code).toBe(codes[1]);
    expect(why(await choose(store, id, '1001', some(await loaded(store, id), 1)))).toBe('changed');
    const next = await loaded(store, id);
    expect(next.game.turn(next.state)).toBe(2);
    expect(why(await choose(store, id, '1000', some(next, 0)))).toBe('changed');
  });

  test('nobody fills the log by going and coming back, and nobody is kept from going', async () => {
    const id = await running(store, 3);
    for (let n = 0; n < 100; n++) {
      await leaveSeat(store, { match: id, user: '1000', at: AT });
      await returnTo(store, { match: id, user: '1000', at: AT });
    }
    expect(await rowsBy(id, '1000')).toBe(81);
    expect((await loaded(store, id)).standing[0]).toBe('left');
    expect(why(await choose(store, id, '1001', some(await loaded(store, id), 1)))).toBe('changed');
  });
});

describe('whoever changed their mind often', () => {
  /** Seat 0 chose forty times; others are still waited for. */
  async function fickle(seats: number, wish: Partial<Opening> = {}): Promise<number> {
    const id = await running(store, seats, wish);
    if (wish.options?.flip === 'manual') expect(why(await turned(id, '1000', 0))).toBe('changed');
    const match = await loaded(store, id);
    for (let n = 0; n < 40; n++) await choose(store, id, '1000', some(match, 0, n % 2));
    expect(why(await choose(store, id, '1000', some(match, 0, 0)))).toBe('often');
    return id;
  }

  test('turns the cards all the same', async () => {
    const id = await fickle(2, { options: { flip: 'manual' } });
    expect(why(await choose(store, id, '1001', some(await loaded(store, id), 1)))).toBe('changed');
    expect(why(await turned(id, '1000', 1))).toBe('changed');
  });

  test('answers what is asked, asks, hands the flipping on, goes and comes back', async () => {
    const id = await fickle(4, { options: { flip: 'manual' } });
    const asks = (user: string) => ({ match: id, user, at: AT });
    expect(await askToEnd(store, asks('1000'))).toMatchObject({ changed: true });
    const question = (await loaded(store, id)).question!.seq;
    expect(await playOn(store, { ...asks('1000'), question })).toMatchObject({ ok: true, changed: true });
    expect(await handOn(store, { ...asks('1000'), turn: 1, to: 1 })).toMatchObject({ changed: true });
    expect(await leaveSeat(store, asks('1000'))).toMatchObject({ changed: true });
    expect(await returnTo(store, asks('1000'))).toMatchObject({ changed: true });
    expect((await loaded(store, id)).standing[0]).toBe('here');
  });
});

describe('what a choice answers with', () => {
  const games: readonly Pick<Opening, 'game' | 'map' | 'options'>[] = [
    { game: 'metrox', map: 'osaka', options: { flip: 'manual' } },
    { game: 'metro', map: 'paris', options: { hand: '2' } },
    { game: 'metromania', map: 'six-quarters', options: { game: 'advanced' } },
  ];
  test.each(games)('is the match as anybody would load it then: $game', async (wish) => {
    const id = await running(store, 2, { ...wish, limit: 3600, onTimeout: 'clock' });
    const roll = dice(7);
    let answers = 0;
    const check = async (done: Played): Promise<void> => {
      if (!done.ok) throw new Error(done.why);
      answers++;
      expect(done.match).toEqual(await loaded(store, id));
    };
    for (
      let match = await loaded(store, id);
      match.row.status === 'running';
      match = await loaded(store, id)
    ) {
      const turn = match.game.turn(match.state);
      const [seat] = match.game.toAct(match.state);
      // Now and then whoever is waited for is late.
      if (roll(6) === 0) await check(await serveDeadline(store, id, match.row.deadline!));
      else if (seat === -1) await check(await turned(id, '1000', turn));
      else {
        const { codes, user } = await wholeTurn(store, id, roll(9));
        await check(await play(store, { match: id, user, turn, codes, at: AT }));
      }
    }
    expect(answers).toBeGreaterThan(20);
  });
});

describe('a choice', () => {
  test('may be changed until all have chosen, and each change is a row', async () => {
    const id = await running(store, 2);
    const match = await loaded(store, id);
    const [one, two] = [some(match, 0, 0), some(match, 0, 1)];
    expect(why(await choose(store, id, '1000', one))).toBe('changed');
    expect(why(await choose(store, id, '1000', two))).toBe('changed');
    expect(await logOf(id)).toEqual([`0 ${one}`, `0 ${two}`]);
    await choose(store, id, '1001', some(match, 1, 0));
    const after = await loaded(store, id);
    expect((after.state as { boards: { last: { action: unknown } }[] }).boards[0]!.last.action).toEqual(
      match.game.actions(match.state, 0)[1],
    );
    expect(why(await choose(store, id, '1000', one, 1))).toBe('stale');
  });

  test('made again writes nothing', async () => {
    const id = await running(store, 2);
    const code = some(await loaded(store, id), 0);
    await choose(store, id, '1000', code);
    const before = await load(store, id);
    expect(why(await choose(store, id, '1000', code))).toBe('same');
    expect(await load(store, id)).toEqual(before);
  });

  test('pressed twenty times at once is one row', async () => {
    const id = await running(store, 3);
    const code = some(await loaded(store, id), 0);
    const all = await Promise.all(Array.from({ length: 20 }, () => choose(store, id, '1000', code)));
    expect(all.map(why).sort()).toEqual(['changed', ...Array.from({ length: 19 }, () => 'same')]);
    expect(await logOf(id)).toEqual([`0 ${code}`]);
  });

  test('pressed by all twenty-five at once is one row each, and the round closes once', async () => {
    const id = await running(store, 25);
    const match = await loaded(store, id);
    const all = await Promise.all(
      ids(25).map((user, seat) => choose(store, id, user, some(match, seat, seat), 1)),
    );
    expect(all.map(why)).toEqual(ids(25).map(() => 'changed'));
    const log = (await load(store, id))!.log;
    expect(
      log
        .filter(({ by }) => by === 'player')
        .map(({ seat }) => seat)
        .sort((a, b) => a - b),
    ).toEqual(ids(25).map((_, seat) => seat));
    expect(log.map(({ seq }) => seq)).toEqual(log.map((_, seq) => seq));
    expect((await loaded(store, id)).row.turn).toBe(2);
    // One of them closed it, and saw that it did.
    expect(all.filter((done) => done.ok && done.match.row.turn === 2)).toHaveLength(1);
  });

  test('is the whole text of something legal, or it is refused', async () => {
    const id = await running(store, 2);
    const code = some(await loaded(store, id), 0);
    for (const text of ['', code[0]!, code.slice(0, -1), `${code}0`, 'F.99', 'free.-', 'nonsense'])
      expect(why(await choose(store, id, '1000', text))).toBe('illegal');
    expect(await logOf(id)).toEqual([]);
  });

  test('that stands in the log is never judged again: a fix of the rules breaks no match', async () => {
    const id = await running(store, 2);
    const code = some(await loaded(store, id), 0);
    await choose(store, id, '1000', code);
    // As if it had been legal when it was written.
    await change(store, "UPDATE actions SET code = 'F.99' WHERE match = ?", id);
    expect(why(await choose(store, id, '1001', 'F.99'))).toBe('illegal');
    expect(await choose(store, id, '1001', code)).toMatchObject({ ok: true, match: { row: { turn: 2 } } });
    const record = JSON.parse(recordText(await loaded(store, id)));
    expect(record.actions).toEqual(['0 F.99', `1 ${code}`]);
    expect(playRecord(record)).toMatchObject({ at: 0, error: expect.stringContaining('F.') });
  });

  test('stands in the log with who made it, for whom and when', async () => {
    const id = await running(store, 2);
    const code = some(await loaded(store, id), 1);
    await play(store, { match: id, user: '1001', turn: 1, codes: [code], at: AT + 7 });
    const [row] = (await load(store, id))!.log;
    expect(row).toEqual({ match: id, seq: 0, seat: 1, code, by: 'player', user: '1001', at: AT + 7 });
  });
});

describe('flipping by hand', () => {
  test('the host turns the card, nobody else, and only when it lies face down', async () => {
    const id = await running(store, 2, manual);
    expect((await loaded(store, id)).row).toMatchObject({ turn: 0, toAct: [-1] });
    expect(why(await choose(store, id, '1000', 'F.2'))).toBe('illegal');
    expect(why(await turned(id, '1001', 0))).toBe('operator');
    expect(why(await turned(id, '1005', 0))).toBe('stranger');
    expect(why(await turned(id, '1000', 1))).toBe('stale');
    expect(why(await turned(id, '1000', 0))).toBe('changed');
    expect(why(await turned(id, '1000', 0))).toBe('stale');
    expect(why(await turned(id, '1000', 1))).toBe('illegal');
    const [row] = (await load(store, id))!.log;
    expect(row).toMatchObject({ seat: -1, code: 'flip', by: 'player', user: '1000' });
  });

  test('twenty presses at once turn one card', async () => {
    const id = await running(store, 2, manual);
    const all = await Promise.all(Array.from({ length: 20 }, () => turned(id, '1000', 0)));
    expect(all.filter((done) => done.ok)).toHaveLength(1);
    expect(await logOf(id)).toEqual(['-1 flip']);
    expect((await loaded(store, id)).row.turn).toBe(1);
  });

  test('is handed on by the operator to a seat there is, and stays there', async () => {
    const id = await running(store, 3, manual);
    const hand = (user: string, to: number) => handOn(store, { match: id, user, turn: 0, to, at: AT });
    expect(why(await hand('1001', 1))).toBe('operator');
    for (const to of [3, -1, Number.NaN, 0.5])
      expect(why(await hand('1000', to)), String(to)).toBe('illegal');
    expect(why(await hand('1000', 0))).toBe('same');
    expect(why(await hand('1000', 2))).toBe('changed');
    expect((await loaded(store, id)).operator).toBe(2);
    expect(why(await turned(id, '1000', 0))).toBe('operator');
    expect(why(await turned(id, '1002', 0))).toBe('changed');
    expect(await logOf(id)).toEqual(['-1 /flipper.2', '-1 flip']);
    expect(why(await hand('1002', 1))).toBe('changed');
    expect((await loaded(store, id)).operator).toBe(1);
  });

  test('phases: each card is a flip and a round, and what is handed on is none', async () => {
    const id = await running(store, 2, manual);
    await handOn(store, { match: id, user: '1000', turn: 0, to: 1, at: AT });
    await turned(id, '1001', 0);
    for (const user of ids(2))
      await choose(store, id, user, some(await loaded(store, id), Number(user) - 1000));
    const match = await loaded(store, id);
    expect(match.phases.map(phaseKey)).toEqual(['0.flip', '1.round', '1.flip']);
    expect(present(match)).toBe(match.phases.at(-1));
  });
});

/** A match played to its end at random, with changes of mind. */
async function finish(
  count: number,
  seed: number,
  more: Parameters<typeof running>[2] = {},
  each: (match: Match) => void = () => {},
): Promise<{ id: number; last: string }> {
  const id = await running(store, count, more);
  const roll = dice(seed);
  let last = '';
  for (let steps = 0; ; steps++) {
    const match = await loaded(store, id);
    each(match);
    if (match.row.status === 'over') return { id, last };
    if (steps > 5000) throw new Error('It does not end.');
    const waiting = match.game.toAct(match.state);
    if (waiting[0] === -1) {
      await turned(id, match.seats[match.operator]!.player!, match.row.turn);
      if (roll(4) === 0) {
        const to = roll(count);
        await handOn(store, {
          match: id,
          user: match.seats[match.operator]!.player!,
          turn: match.row.turn,
          to,
          at: AT,
        });
      }
      continue;
    }
    const seat = roll(5) === 0 ? roll(count) : waiting[roll(waiting.length)]!;
    last = some(match, seat, roll(1000));
    await choose(store, id, match.seats[seat]!.player!, last);
  }
}

describe('whole games at random', () => {
  const games: [map: string, count: number, flip: string][] = [
    ['tokyo', 3, 'auto'],
    ['osaka', 2, 'manual'],
    ['metro-city', 1, 'auto'],
    ['tube-town', 5, 'manual'],
  ];

  test.each(games)('%s, %i seats, flipping %s', async (map, count, flipping) => {
    let length = -1;
    const { id } = await finish(
      count,
      count * 7 + map.length,
      { map, options: { flip: flipping } },
      (match) => {
        // What the row says is what the log comes to, at every step.
        const { status, turn, toAct } = project(match, AT);
        expect({ status, turn, toAct }).toEqual({
          status: match.row.status,
          turn: match.row.turn,
          toAct: match.row.toAct,
        });
        expect(match.log.length).toBeGreaterThanOrEqual(length);
        expect(match.log.map(({ seq }) => seq)).toEqual(match.log.map((_, seq) => seq));
        length = match.log.length;
      },
    );
    const match = await loaded(store, id);
    const results = await rows(
      store,
      'SELECT seat, player, score, rank FROM results WHERE match = ? ORDER BY seat',
      id,
    );
    const scores = match.game.score(match.state);
    expect(results).toEqual(
      scores.map(({ score, rank }, seat) => ({ seat, player: `${1000 + seat}`, score, rank })),
    );
    expect(match.row.endedAt).not.toBeNull();
    expect(match.phases.filter(({ kind }) => kind === 'over')).toHaveLength(1);

    const played = playRecord(JSON.parse(recordText(match)));
    if ('error' in played) throw new Error(JSON.stringify(played));
    expect(played.over).toBe(true);
    expect(played.seats.map(({ score, rank, parts }) => ({ score, rank, parts }))).toEqual(scores);
  });

  test('the record of a running match tells neither its seed nor what was chosen unseen', async () => {
    const id = await running(store, 2);
    const match = await loaded(store, id);
    const code = some(match, 0, 5);
    await choose(store, id, '1000', code);
    const text = recordText((await open(store, id))!);
    expect(text).not.toContain(match.row.seed);
    expect(JSON.parse(text).actions).toEqual([]);
    expect(JSON.parse(text).draws).toHaveLength(1);
  });
});
