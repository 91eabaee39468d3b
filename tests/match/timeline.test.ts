import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TABLE } from '../../src/games/game.ts';
import {
  agree,
  askToEnd,
  askToKick,
  goOn,
  lapse,
  pause,
  pauseLost,
  placeFound,
  playOn,
  putAway,
  serveDeadline,
} from '../../src/match/ending.ts';
import type { Match } from '../../src/match/match.ts';
import { handOver, kick, leaveSeat, returnTo, takeSeat } from '../../src/match/people.ts';
import { handOn, type Played, play, playForTable } from '../../src/match/play.ts';
import { project } from '../../src/match/projection.ts';
import { timelineOf, waitedFor } from '../../src/match/timeline.ts';
import { load } from '../../src/store/matches.ts';
import type { Store } from '../../src/store/open.ts';
import { AT, loaded, peopled, running } from './people.ts';
import { phaseOf } from './table.ts';

/** Whatever people do at a table, in whatever order: what is stored is what the log says, and nothing hangs. */

const PEOPLE = 6;
const user = (n: number): string => `${1000 + n}`;

/** Something done by a person (or, of `who`, nobody in particular), with a number to choose by. */
interface Deed {
  readonly what: keyof typeof DEEDS;
  readonly who: number;
  readonly n: number;
}

type Do = (
  store: Store,
  match: Match,
  asked: { match: number; user: string; at: number },
  n: number,
) => Promise<Played>;

const DEEDS = {
  choose(store, match, asked, n) {
    const seat = match.seats.find(({ player }) => player === asked.user)?.seat ?? 0;
    const all = match.game.actions(match.state, seat);
    const codes = all.length > 0 ? [match.game.code(all[n % all.length]!)] : ['T'];
    return play(store, { ...asked, turn: match.game.turn(match.state), codes });
  },
  stale: (store, match, asked) =>
    play(store, { ...asked, turn: match.game.turn(match.state) - 1, codes: ['T'] }),
  flip: (store, match, asked) => playForTable(store, { ...asked, turn: match.game.turn(match.state) }),
  hand: (store, match, asked, n) =>
    handOn(store, { ...asked, turn: match.game.turn(match.state), to: n % PEOPLE }),
  late: (store, match, { at }) => serveDeadline(store, match.id, match.row.deadline ?? at),
  early: (store, match, { at }) => serveDeadline(store, match.id, at),
  leave: (store, _, asked) => leaveSeat(store, asked),
  back: (store, _, asked) => returnTo(store, asked),
  kick: (store, _, asked, n) => kick(store, { ...asked, to: n % PEOPLE, manages: n % 5 === 0 }),
  host: (store, _, asked, n) => handOver(store, { ...asked, to: n % PEOPLE }),
  sit: (store, _, asked, n) => takeSeat(store, { ...asked, seat: n % PEOPLE }),
  pause: (store, _, asked) => pause(store, asked),
  go: (store, _, asked) => goOn(store, asked),
  ask: (store, _, asked) => askToEnd(store, asked),
  askToKick: (store, _, asked, n) => askToKick(store, { ...asked, to: n % PEOPLE, manages: false }),
  lapse: (store, match, { at }, n) => lapse(store, match.id, n % 2 ? at : at + 3 * 86_400_000),
  agree: (store, _, asked) => agree(store, asked),
  playOn: (store, _, asked) => playOn(store, asked),
  lost: (store, match, { at }) => pauseLost(store, match.id, at),
  found: (store, _, asked) => placeFound(store, asked),
} satisfies Record<string, Do>;

/** Choosing and being late are what happens most. */
const weights: Partial<Record<keyof typeof DEEDS, number>> = { choose: 12, late: 6, flip: 4, leave: 1 };

const deed: fc.Arbitrary<Deed> = fc.record({
  what: fc.oneof(
    ...(Object.keys(DEEDS) as (keyof typeof DEEDS)[]).map((what) => ({
      arbitrary: fc.constant(what),
      weight: weights[what] ?? 2,
    })),
  ),
  who: fc.nat(PEOPLE + 1),
  n: fc.nat(99),
});

const setting = fc.record({
  seats: fc.integer({ min: 2, max: 4 }),
  flip: fc.constantFrom('auto', 'manual'),
  onTimeout: fc.constantFrom('clock', 'drop') as fc.Arbitrary<'clock' | 'drop'>,
  limit: fc.constantFrom(0, 300, 43_200),
});

/** That what the rows say of a match is what its log says. */
async function expectTrue(store: Store, id: number): Promise<Match> {
  const stored = (await load(store, id))!;
  const match = timelineOf(stored);
  const { row } = stored;
  const said = project(match, AT, phaseOf(match));
  expect({ status: row.status, turn: row.turn, toAct: row.toAct }).toEqual({
    status: said.status,
    turn: said.turn,
    toAct: said.toAct,
  });
  expect(stored.seats.map(({ state }) => state)).toEqual(match.standing);
  expect(row.paused).toBe(match.paused !== null);
  expect(row.voided).toBe(match.voided);
  const runs = row.status === 'running' && row.limit > 0 && waitedFor(match).length > 0;
  expect(row.deadline !== null).toBe(runs);
  // Whoever is waited for is here, or it stands still, or somebody has to turn a card.
  if (row.status === 'running' && !match.paused) expect(waitedFor(match)).not.toEqual([]);
  return match;
}

/** That the clock plays nobody who has chosen, and nobody twice in a turn. */
function expectOnce(match: Match): void {
  const done = new Map<string, 'player' | 'clock'>();
  for (const row of match.log) {
    if (row.seat === TABLE) continue;
    const { turn } = match.phases.findLast((phase) => phase.from <= row.seq)!;
    const key = `${turn} ${row.seat}`;
    const earlier = done.get(key);
    if (row.by === 'clock') expect(earlier, `row ${row.seq} in turn ${turn}`).toBeUndefined();
    else expect(earlier).not.toBe('clock');
    done.set(key, row.by === 'clock' ? 'clock' : 'player');
  }
}

test('random lives of tables', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(setting, fc.array(deed, { minLength: 5, maxLength: 45 }), async (table, deeds) => {
      const store = await peopled(PEOPLE + 2);
      const { flip: flipping, seats, ...rules } = table;
      const id = await running(store, seats, { ...rules, options: { flip: flipping } });
      let at = AT;
      for (const { what, who, n } of deeds) {
        const before = await loaded(store, id);
        at += 1000;
        if (what === 'late') at = Math.max(at, before.row.deadline ?? at);
        const asked = { match: id, user: user(who), at };
        const done = await (DEEDS[what] as Do)(store, before, asked, n);
        const after = await expectTrue(store, id);
        // A refusal, and a press that repeats what stands, write nothing.
        if (!done.ok || !done.changed) expect(after.log).toEqual(before.log);
        seen.add(done.ok ? what : done.why);
        for (const standing of after.standing) seen.add(standing);
        if (after.voided) seen.add(after.voided);
      }
      // Nobody comes any more: time runs out again and again until nobody is waited for.
      let match = await loaded(store, id);
      for (let times = 0; match.row.deadline !== null; times++) {
        expect(times).toBeLessThan(150);
        await serveDeadline(store, id, match.row.deadline);
        match = await expectTrue(store, id);
      }
      expectOnce(match);
      for (const standing of match.standing) seen.add(standing);
      // In the end it is put away.
      if (match.row.status === 'running') {
        await putAway(store, id, at);
        match = await expectTrue(store, id);
      }
      expect(match.row).toMatchObject({ status: 'over', toAct: [] });
    }),
    { numRuns: 40 },
  );
  // The lives were lively: all that can happen did.
  for (const what of [
    'here',
    'away',
    'left',
    'kicked',
    'dropped',
    'host',
    'paused',
    'stranger',
    'taken',
    'stale',
  ])
    expect([...seen], what).toContain(what);
});
