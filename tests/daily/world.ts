import type Database from 'better-sqlite3';
import { vi } from 'vitest';
import { dayOf, startOf } from '../../src/daily/days.ts';
import { connectionOf } from '../../src/store/engine/sqlite.ts';
import type { Store } from '../../src/store/open.ts';
import { matches, players, results, type Status } from '../../src/store/schema.ts';
import { daily, entries, members } from '../../src/store/scores.ts';
import { change, firstRow, rows } from '../lib/rows.ts';

/** Finished games without the playing: rows as a game that ended leaves them. */

export const TODAY = dayOf(Date.UTC(2026, 10, 28));
export const NOON = startOf(TODAY) + 12 * 3_600_000;
export const GAME = 'metrox';

export const person = (n: number): string => `${100000 + n}`;

export async function acquaint(
  store: Store,
  count: number,
  guild?: string,
  named = (n: number) => `Name ${n}`,
): Promise<void> {
  for (let n = 0; n < count; n++) {
    await store.write('meta', (db) =>
      db
        .insert(players)
        .values({ id: person(n), name: named(n) })
        .onConflictDoNothing()
        .run(),
    );
    if (guild) await join(store, guild, n);
  }
}

export const join = async (store: Store, guild: string, n: number): Promise<void> =>
  void (await store.write('meta', (db) =>
    db
      .insert(members)
      .values({ guild, player: person(n) })
      .onConflictDoNothing()
      .run(),
  ));

async function matchRow(store: Store, more: Partial<typeof matches.$inferInsert>): Promise<number> {
  const [row] = await store.write('meta', (db) =>
    db
      .insert(matches)
      .values({
        game: GAME,
        map: 'tokyo',
        options: {},
        rules: 1,
        seed: 'seed',
        status: 'over' as Status,
        solo: false,
        guild: null,
        channel: null,
        host: person(0),
        capacity: 25,
        thread: false,
        toAct: [],
        createdAt: 0,
        ...more,
      })
      .returning({ id: matches.id })
      .all(),
  );
  return row!.id;
}

async function nextEnded(store: Store): Promise<number> {
  const { n } = (await firstRow(store, 'SELECT coalesce(max(ended), 0) + 1 AS n FROM matches')) as {
    n: number;
  };
  return n;
}

export interface Played {
  readonly players: readonly (number | null)[];
  readonly scores: readonly number[];
  readonly map?: string;
  readonly guild?: string | null;
  readonly at?: number;
  readonly facts?: readonly Record<string, number>[];
  /** For whom it is rated; when not given, for all who sat there, as they ranked. */
  readonly rated?: readonly Rated[];
}

/** A seat of a rated game; `own` is the place unless it is said. */
export interface Rated {
  readonly seat: number;
  readonly player: string;
  readonly place: number;
  readonly own?: number | null;
}

/** A game in company that has ended. */
export async function table(store: Store, played: Played): Promise<number> {
  const { players: sitting, scores, map = 'tokyo', guild = null, at = NOON, facts } = played;
  const rankOf = (seat: number): number => 1 + scores.filter((other) => other > scores[seat]!).length;
  const all = sitting.flatMap((who, seat) =>
    who === null ? [] : [{ seat, player: person(who), place: rankOf(seat) }],
  );
  const rated: readonly Rated[] = played.rated ?? (sitting.length > 1 ? all : []);
  const id = await matchRow(store, { map, guild, endedAt: at, ended: await nextEnded(store) });
  for (const [seat, who] of sitting.entries()) {
    const score = scores[seat]!;
    const rank = rankOf(seat);
    await store.write('meta', (db) =>
      db
        .insert(results)
        .values({
          match: id,
          seat,
          player: who === null ? null : person(who),
          score,
          rank,
          parts: {},
          game: GAME,
          map,
          kind: 'table',
          people: sitting.length,
          facts: facts?.[seat] ?? null,
          at,
        })
        .run(),
    );
  }
  for (const entry of rated)
    await store.write('meta', (db) =>
      db
        .insert(entries)
        .values({ match: id, own: entry.place, ...entry })
        .run(),
    );
  return id;
}

export interface Run {
  readonly player: number;
  readonly day: number;
  /** None: the run is open. */
  readonly score?: number;
  /** Of equal scores the higher goes first. */
  readonly tie?: number;
  readonly unfinished?: boolean;
  readonly map?: string;
  readonly at?: number;
}

/** A run of the daily. */
export async function run(
  store: Store,
  { player, day, score, tie = 0, unfinished, map = 'tokyo', at }: Run,
): Promise<number> {
  const when = at ?? startOf(day) + 3_600_000;
  const over = score !== undefined;
  const id = await matchRow(store, {
    map,
    solo: true,
    host: person(player),
    day,
    ...(over ? { endedAt: when, ended: await nextEnded(store) } : { status: 'running' as Status }),
  });
  const state = !over ? 'open' : unfinished ? 'unfinished' : 'finished';
  await store.write('meta', (db) =>
    db
      .insert(daily)
      .values({
        game: GAME,
        day,
        player: person(player),
        match: id,
        state,
        score: score ?? null,
        tie,
        at: when,
      })
      .run(),
  );
  if (over) await alone(store, id, 'daily', player, score, when, map);
  return id;
}

async function alone(
  store: Store,
  match: number,
  kind: 'daily' | 'practice',
  player: number,
  score: number,
  at: number,
  map = 'tokyo',
): Promise<void> {
  const whose = { match, seat: 0, player: person(player), game: GAME, map, kind, people: 1 } as const;
  await store.write('meta', (db) =>
    db
      .insert(results)
      .values({ ...whose, score, rank: 1, parts: {}, at })
      .run(),
  );
}

/** A player's open run ends. */
export async function endRun(
  store: Store,
  id: number,
  player: number,
  score: number,
  at = NOON,
): Promise<void> {
  const next = await nextEnded(store);
  await change(
    store,
    "UPDATE matches SET status = 'over', ended = ?, ended_at = ? WHERE id = ?",
    next,
    at,
    id,
  );
  await change(store, "UPDATE daily SET state = 'finished', score = ? WHERE match = ?", score, id);
  await alone(store, id, 'daily', player, score, at);
}

/** Practice that has ended. */
export async function practice(store: Store, player: number, score: number, at = NOON): Promise<void> {
  const id = await matchRow(store, {
    solo: true,
    host: person(player),
    endedAt: at,
    ended: await nextEnded(store),
  });
  await alone(store, id, 'practice', player, score, at);
}

/** Everything that counting makes, as text. */
export const standings = async (store: Store): Promise<string> =>
  JSON.stringify(
    await Promise.all(
      ['tallies', 'streaks', 'ratings', 'strengths'].map(async (name) => {
        const keys =
          name === 'tallies'
            ? 'game, period, player'
            : name === 'streaks'
              ? 'game, player'
              : 'game, scope, player';
        return rows(store, `SELECT * FROM ${name} ORDER BY ${keys}`);
      }),
    ),
  );

interface Tally {
  dailies: number;
  points: number | null;
  games: number;
  wins: number | null;
  best: number | null;
}

export const tallyOf = async (store: Store, n: number, period: string): Promise<Tally | undefined> =>
  (
    await rows<Tally>(
      store,
      'SELECT dailies, points, games, wins, best FROM tallies WHERE player = ? AND period = ?',
      person(n),
      period,
    )
  )[0];

export const ratingOf = async (store: Store, n: number, scope = '') =>
  (
    await rows<{ mu: number; sigma: number; shown: number; games: number }>(
      store,
      'SELECT mu, sigma, shown, games FROM ratings WHERE player = ? AND scope = ?',
      person(n),
      scope,
    )
  )[0];

/** The plans of every statement that `work` carries out, by its text. */
export async function plansOf(store: Store, work: () => unknown): Promise<Map<string, string>> {
  const seen = new Set<string>();
  const raw = connectionOf(store);
  // Statements that were prepared before are seen when they are carried out.
  const statement = Object.getPrototypeOf(raw.prepare('SELECT 1')) as Database.Statement;
  const ways = ['all', 'get', 'run'] as const;
  const spies = ways.map((way) => {
    const real = statement[way];
    return vi.spyOn(statement, way).mockImplementation(function (this: Database.Statement, ...values) {
      seen.add(this.source);
      return real.apply(this, values) as never;
    });
  });
  try {
    await work();
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  const reads = [...seen].filter((text) => /^(select|with|update|delete)/i.test(text.trim()));
  return new Map(
    reads.map((text) => {
      const steps = raw
        .prepare(`EXPLAIN QUERY PLAN ${text}`)
        .all(...Array.from({ length: (text.match(/\?/g) ?? []).length }, () => 1));
      return [text, (steps as { detail: string }[]).map(({ detail }) => detail).join('\n')];
    }),
  );
}

/**
 * Plans by their text, without the steps that read excused days or absences: there are few, and they are read whole.
 * What reads nothing else is left out; whatever is joined to them stays.
 */
export function largePlans(plans: ReadonlyMap<string, string>): [text: string, plan: string][] {
  return [...plans].flatMap(([text, plan]) => {
    const steps = plan.split('\n').filter((step) => !/^(SCAN|SEARCH) (excused|absences)\b/.test(step));
    return steps.length > 0 ? [[text, steps.join('\n')]] : [];
  });
}
