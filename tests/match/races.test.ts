import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { askToEnd, pause } from '../../src/match/ending.ts';
import { join, start } from '../../src/match/lobby.ts';
import { type Match, phaseKey, present } from '../../src/match/match.ts';
import { replay } from '../../src/match/open.ts';
import { openLobby, openSolo } from '../../src/match/opening.ts';
import { leaveSeat } from '../../src/match/people.ts';
import { play } from '../../src/match/play.ts';
import { project } from '../../src/match/projection.ts';
import { freeSeats } from '../../src/match/timeline.ts';
import type * as Matches from '../../src/store/matches.ts';
import { load } from '../../src/store/matches.ts';
import type { Store } from '../../src/store/open.ts';
import { amount } from '../lib/long.ts';
import { cell, change, rows } from '../lib/rows.ts';
import { emptyStore, type Image, imageOf, storeFrom } from '../lib/store.ts';
import { AT, acquaint, ids, loaded, opening } from './people.ts';
import { type Answer, mix, type Press, run, type Spot, type Wish } from './races.ts';
import { chooses, wholeTurn } from './table.ts';

/**
 * Any mix of presses in any order gives what some serial order would have given. Every call to the store is held up,
 * before it is made and before its answer arrives, for as long as chance wants; what came of all presses must be what
 * comes of them one after the other, in the order of the moments at which each of them was decided.
 */

/** The store as one press sees it. */
interface Seam extends Store {
  /** Resolves when chance lets the press go on. */
  readonly wait: () => Promise<unknown>;
  /** A call that may decide the press happens now; `last` when nothing after it matters. */
  readonly decided: (last: boolean) => void;
  /** Whatever was written meanwhile is not looked at. */
  readonly careless: boolean;
}

vi.mock('../../src/store/matches.ts', async (original) => {
  const real = await original<typeof Matches>();
  const through = async <T>(given: Store, work: () => Promise<T>, last: (done: T) => boolean): Promise<T> => {
    const seam = given as Seam;
    if (!seam.wait) return work();
    await seam.wait();
    // Within this call the database is read or written, so that nothing comes between it and the mark.
    const result = work();
    seam.decided(false);
    const done = await result;
    if (last(done)) seam.decided(true);
    await seam.wait();
    return done;
  };
  const written = async (store: Store, id: number): Promise<number> =>
    (await cell(store, 'SELECT count(*) FROM actions WHERE match = ?', id)) as number;
  return {
    ...real,
    load: (store: Store, id: number) =>
      through(
        store,
        () => real.load(store, id),
        () => false,
      ),
    commit: (...[store, id, atSeq, rows, projection]: Parameters<typeof real.commit>) =>
      through(
        store,
        async () =>
          real.commit(
            store,
            id,
            (store as Seam).careless ? await written(store, id) : atSeq,
            rows,
            projection,
          ),
        (done) => done !== 'conflict',
      ),
    changeLobby: (...args: Parameters<typeof real.changeLobby>) =>
      through(
        args[0],
        () => real.changeLobby(...args),
        () => true,
      ),
  } satisfies typeof Matches;
});

interface Evening {
  readonly spot: Spot;
  /** What is played at a table. */
  readonly game: keyof typeof BOXES;
  readonly flip: string;
  readonly late: 'clock' | 'drop';
  readonly people: number;
  /** Rounds that were played before. */
  readonly rounds: number;
  /** What had happened then. */
  readonly mood: (typeof MOODS)[number];
}

const BOXES = { metrox: 'tokyo', metro: 'paris', metromania: 'six-quarters' } as const;

/** The last one has left; it stands still; the host would like to end it. */
const MOODS = ['calm', 'calm', 'left', 'paused', 'asked'] as const;

const PEOPLE = 6;
const PATIENCE = 180_000;
const MATCH = 1;
const prepared = new Map<string, Image>();

/** A match as it stands before anybody presses at once: a copy of its own each time. */
async function opened(evening: Evening): Promise<Store> {
  const key = JSON.stringify(evening);
  const image = prepared.get(key) ?? (await prepare(evening));
  prepared.set(key, image);
  return storeFrom(image, undefined, 'in order');
}

async function prepare({ spot, game, flip, late, people, rounds, mood }: Evening): Promise<Image> {
  const store = emptyStore();
  await acquaint(store, PEOPLE);
  const seats = spot === 'alone' ? 1 : people;
  if (spot === 'alone') {
    const run = { game: 'metrox', map: 'tokyo', host: '1000', guild: '77', origin: null };
    await openSolo(store, { ...run, seed: 'races', day: 1, at: AT });
  } else {
    const options: Record<string, string> = game === 'metrox' ? { flip } : {};
    await openLobby(
      store,
      opening({ game, map: BOXES[game], options, onTimeout: late, limit: 300, capacity: 4 }),
    );
    await change(store, 'UPDATE matches SET seed = ?', 'races');
    for (const user of ids(seats).slice(1)) await join(store, MATCH, user, AT);
  }
  if (spot === 'table') await start(store, MATCH, '1000', AT, { alone: true });
  const plays = spot === 'alone' || (spot === 'table' && game === 'metrox' && flip === 'auto');
  for (let n = 0; n < rounds && plays; n++)
    for (const user of ids(seats)) await chooses(store, MATCH, user, AT, n);
  for (let n = 0; n < rounds && spot === 'table' && game !== 'metrox'; n++)
    await play(store, { match: MATCH, ...(await wholeTurn(store, MATCH, n)), at: AT });
  if (spot === 'table') {
    const by = (user: string) => ({ match: MATCH, user, at: AT });
    if (mood === 'left') await leaveSeat(store, by(ids(seats).at(-1)!));
    if (mood === 'paused') await pause(store, by('1000'));
    if (mood === 'asked') await askToEnd(store, by('1000'));
  }
  return imageOf(store);
}

/** What was wished for, as it is pressed at a table that stands as it does now. */
async function pressed(store: Store, wishes: readonly Wish[], wave: number): Promise<Press[]> {
  const stored = (await load(store, MATCH))!;
  const match = stored.row.status === 'running' ? await loaded(store, MATCH) : undefined;
  const turn = match ? match.game.turn(match.state) : 1;
  return wishes.map(({ what, who, pick, ahead }, i) => {
    const acts = match?.game.toAct(match.state).includes(who);
    const at = (what === 'timeUp' ? (stored.row.deadline ?? AT) : AT) + wave * 1000 + i + 1;
    // A seat is taken by whoever has none.
    const free = match && what === 'sit' ? freeSeats(match) : [];
    return {
      what,
      match: MATCH,
      user: ids(PEOPLE)[free.length > 0 ? PEOPLE - 1 - (who % 2) : who]!,
      at,
      turn: ahead ? turn + 1 : turn,
      codes: acts ? stepsOf(match!, who, pick) : ['G'],
      seat: free[pick % free.length] ?? pick % 5,
    };
  });
}

/** What is kept at once by somebody who may act: one choice, or a turn to its end; an action that reveals something alone. */
function stepsOf({ game, state }: Match, seat: number, pick: number): string[] {
  const codes: string[] = [];
  for (let now = state; game.turn(now) === game.turn(state) && game.toAct(now).includes(seat); ) {
    const all = game.actions(now, seat);
    const one = all[pick % all.length];
    codes.push(game.code(one!));
    if (game.toAct(state).length > 1 || codes[0] === 'draw') break;
    now = game.apply(now, seat, one!);
  }
  return codes;
}

/** Runs presses at once; resolves with their answers, and in which order they were decided. */
async function atOnce(
  store: Store,
  presses: readonly Press[],
  scheduler: fc.Scheduler,
  careless: boolean,
): Promise<{ answers: Answer[]; order: number[] }> {
  const moments = presses.map(() => 0);
  const settled = new Set<number>();
  let moment = 0;
  const all = presses.map(async (press, i) => {
    const seam: Seam = {
      ...store,
      careless,
      wait: () => scheduler.schedule(Promise.resolve(), press.what),
      decided: (last) => {
        if (!settled.has(i) && !last) moments[i] = ++moment;
        if (last) settled.add(i);
      },
    };
    // A person is forgotten in one step.
    if (press.what === 'forget') {
      await seam.wait();
      seam.decided(false);
    }
    return run(seam, press);
  });
  const answers = await scheduler.waitFor(Promise.all(all));
  const order = presses.map((_, i) => i).sort((a, b) => moments[a]! - moments[b]!);
  return { answers, order };
}

/** Everything that is stored about matches. Who was forgotten has a name by chance. */
async function everything(store: Store): Promise<unknown> {
  const tables = ['matches', 'seats', 'former', 'actions', 'results', 'jobs', 'tables', 'daily'];
  return JSON.parse(
    nameless(
      JSON.stringify(
        Object.fromEntries(
          await Promise.all(
            tables.map(async (table) => [
              table,
              (await rows(store, `SELECT * FROM ${table}`)).map((row) => JSON.stringify(row)).sort(),
            ]),
          ),
        ),
      ),
    ),
  );
}

const nameless = (words: string): string =>
  words.replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'gone');

const named = ({ kind, seen }: Answer): Answer => ({ kind, seen: seen && nameless(seen) });

/** What the row of a match says is what its log says. */
async function expectSound(store: Store): Promise<void> {
  const stored = (await load(store, MATCH))!;
  if (stored.row.status !== 'running' && stored.row.status !== 'over') return;
  // A run whose day has ended is over as it stands.
  if (stored.log.at(-1)?.code === '/end') return;
  const match = replay(stored);
  const { status, turn, toAct } = project(match, AT, phaseKey(present(match)));
  expect(stored.row).toMatchObject({ status, turn, toAct });
  expect(stored.log.map(({ seq }) => seq)).toEqual([...stored.log.keys()]);
  expect(stored.seats.map(({ state }) => state)).toEqual(match.standing);
}

const evening = (spot: Spot, game: Evening['game']): fc.Arbitrary<Evening> =>
  fc.record({
    spot: fc.constant(spot),
    game: fc.constant(game),
    flip: fc.constantFrom('auto', 'auto', 'manual'),
    late: fc.constantFrom('clock', 'drop'),
    people: spot === 'lobby' ? fc.integer({ min: 1, max: 3 }) : fc.integer({ min: 2, max: 4 }),
    rounds: fc.nat(2),
    mood: fc.constantFrom(...MOODS),
  });

/** How often presses were answered with what. */
const told = new Map<string, number>();

const property = (spot: Spot, careless = false, game: Evening['game'] = 'metrox') =>
  fc.asyncProperty(
    evening(spot, game),
    fc.array(mix(spot, PEOPLE), { minLength: 1, maxLength: 3 }),
    fc.scheduler(),
    async (setting, waves, scheduler) => {
      const store = await opened(setting);
      const serial = await opened(setting);
      try {
        for (const [wave, wishes] of waves.entries()) {
          const presses = await pressed(store, wishes, wave);
          const { answers, order } = await atOnce(store, presses, scheduler, careless);
          const expected: Answer[] = [];
          for (const i of order) expected[i] = await run(serial, presses[i]!);
          expect(answers.map(named)).toEqual(expected.map(named));
          expect(await everything(store)).toEqual(await everything(serial));
          await expectSound(store);
          for (const [i, { kind }] of answers.entries()) {
            const what = `${presses[i]!.what}: ${kind}`;
            told.set(what, (told.get(what) ?? 0) + 1);
          }
        }
      } finally {
        await store.close();
        await serial.close();
      }
    },
  );

test(
  'at a table: play, changes of mind, leaving, taking over, time that is up, all at once',
  async () => {
    await fc.assert(property('table'), { numRuns: amount(20, 80) });
  },
  PATIENCE,
);

test.each(['metro', 'metromania'] as const)(
  'at a table where one plays after the other: turns of several steps, drawing, leaving, time that is up: %s',
  async (game) => {
    await fc.assert(property('table', false, game), { numRuns: amount(9, 30) });
  },
  PATIENCE,
);

test(
  'in a lobby: people come and go while it is set, started and closed',
  async () => {
    await fc.assert(property('lobby'), { numRuns: amount(18, 60) });
  },
  PATIENCE,
);

test(
  'alone: a run of the daily, pressed by one person in many places, while its day ends',
  async () => {
    await fc.assert(property('alone'), { numRuns: amount(12, 40) });
  },
  PATIENCE,
);

test('a store that does not look what was written meanwhile is found out', async () => {
  const found = await fc.check(property('table', true), { numRuns: 100, endOnFailure: true });
  expect(found.failed).toBe(true);
});

test('chance left nothing out', () => {
  const often = ['choose', 'timeUp', 'leave', 'placeLost', 'join', 'quit'];
  const kinds = ['choose: stale', 'choose: illegal', 'choose: stranger', 'choose: paused'];
  for (const one of [...often.map((what) => `${what}: done`), ...kinds])
    expect([...told.keys()]).toContain(one);
});
