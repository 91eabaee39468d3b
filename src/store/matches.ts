import { and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import { dated } from './deadlines.ts';
import { codesOf, dayOnce, onceOf } from './once.ts';
import { type Store, writing } from './open.ts';
import { behindButton, lobbiesBy, mayCall, type OpenLobby, putBehind } from './opened.ts';
import { shownName } from './players.ts';
import { prepared } from './prepared.ts';
import { addJobs, type NewJob, type Projection, project } from './projection.ts';
import type { FormerRow, MatchRow, NewAction, ResultRow, SeatRow, Stored } from './rows.ts';
import { actions, former, matches, players, results, type Status, seats, tables } from './schema.ts';
import { daily, members } from './standings.ts';
import { vacationsIn } from './vacations.ts';

export type NewMatch = Pick<
  MatchRow,
  | 'game'
  | 'map'
  | 'options'
  | 'rules'
  | 'seed'
  | 'solo'
  | 'guild'
  | 'channel'
  | 'host'
  | 'capacity'
  | 'thread'
  | 'origin'
  | 'rematchOf'
> & {
  /** The day whose challenge it is: one a person. */
  readonly day?: number | null;
  readonly limit?: number;
  readonly late?: MatchRow['late'];
  readonly jobs?: readonly NewJob[];
  readonly at: number;
  /** Where the lobby stands; none for practice. */
  readonly lobby: { readonly channel: string; readonly message: string | null } | null;
  /** For a match that begins as it is opened. */
  readonly start?: Projection;
  /** Names the button that was pressed: what it opened stands behind it until that has ended or was closed. */
  readonly button?: string;
  /** A rematch calls its people no more often than this, in ms. */
  readonly callsApart?: number;
};

/** Reads a match with its seats and its log; undefined when there is none. */
export async function load(store: Store, id: number): Promise<Stored | undefined> {
  return store.raw.transaction(() => read(store, id)).deferred();
}

/** The row of a match alone; undefined when there is none. */
export function rowOf(store: Store, id: number): MatchRow | undefined {
  const row = reading(store).row.get({ id });
  return row && dated(store, row);
}

/** A match is read at every press: putting its queries together anew would take longer than running them. */
const reading = prepared(({ db }) => {
  const id = sql.placeholder('id');
  // What somebody goes by in the server of the match, and nothing that another server calls them.
  const name = shownName();
  const here = and(eq(members.guild, matches.guild), eq(members.player, players.id));
  return {
    row: db.select().from(matches).where(eq(matches.id, id)).prepare(),
    seats: db
      .select({
        seat: seats.seat,
        player: seats.player,
        name,
        username: players.username,
        state: seats.state,
      })
      .from(seats)
      .innerJoin(matches, eq(matches.id, seats.match))
      .innerJoin(players, eq(players.id, seats.player))
      .leftJoin(members, here)
      .where(eq(seats.match, id))
      .orderBy(asc(seats.seat))
      .prepare(),
    log: db.select().from(actions).where(eq(actions.match, id)).orderBy(asc(actions.seq)).prepare(),
    former: db
      .select({
        seq: former.seq,
        seat: former.seat,
        player: former.player,
        name,
        state: former.state,
      })
      .from(former)
      .innerJoin(matches, eq(matches.id, former.match))
      .innerJoin(players, eq(players.id, former.player))
      .leftJoin(members, here)
      .where(eq(former.match, id))
      .orderBy(asc(former.seq))
      .prepare(),
  };
});

function read(store: Store, id: number): Stored | undefined {
  const row = rowOf(store, id);
  if (!row) return undefined;
  return {
    row,
    ...peopleOf(store, id),
    codes: codesOf(store, id),
    vacations: vacationsIn(store, id),
    log: reading(store).log.all({ id }),
  };
}

/** Who sits in a match, who did, and who was taken off its lobby. */
function peopleOf(store: Store, id: number) {
  const all = reading(store).seats.all({ id });
  return {
    seats: all.filter(({ seat }) => seat >= 0),
    barred: all.filter(({ seat }) => seat < 0).map(({ player }) => player),
    former: reading(store).former.all({ id }),
  };
}

/** A match that was opened; not `fresh` when the same press, or another on the same button, opened it before. */
export interface Created {
  readonly id: number;
  readonly fresh: boolean;
}

/** Opens a match as a lobby with its host seated, or finds the one that `origin` or `button` has opened already. */
export const create = (store: Store, match: NewMatch): Promise<Created> =>
  writing(store, () => found(store, match) ?? opened(store, match));

/**
 * As `create`, if `fits` says of the lobbies of whoever opens it that there is room for one more; undefined when there
 * is none.
 */
export const createWithin = (
  store: Store,
  match: NewMatch,
  fits: (open: readonly OpenLobby[]) => boolean,
): Promise<Created | undefined> =>
  writing(
    store,
    () =>
      found(store, match) ??
      (fits(lobbiesBy(store, match.host, match.at)) ? opened(store, match) : undefined),
  );

function found(store: Store, match: NewMatch): Created | undefined {
  const id =
    twinOf(store, match) ?? (match.button && behindButton(store, match.button, match.solo && match.host));
  return id ? { id, fresh: false } : undefined;
}

function opened(store: Store, match: NewMatch): Created {
  const { game, day, host } = match;
  // Whoever began that day before and had their data deleted plays its cards for nothing.
  if (day != null && onceOf(store, 'day', dayOnce(game, day), host))
    return opened(store, { ...match, day: null });
  const { at, lobby, start, jobs: due = [], button, callsApart = 0, ...columns } = match;
  const calls = button === undefined || mayCall(store, button, at - callsApart);
  const [row] = store.db
    .insert(matches)
    .values({
      ...columns,
      calls,
      openedBy: match.host,
      status: 'lobby',
      toAct: [],
      createdAt: at,
      touchedAt: at,
    })
    .returning({ id: matches.id })
    .all();
  const id = row!.id;
  if (button !== undefined) putBehind(store, button, id, match.rematchOf !== null && calls ? at : undefined);
  store.db.insert(seats).values({ match: id, seat: 0, player: match.host, since: at }).run();
  if (lobby) {
    store.db
      .insert(tables)
      .values({ match: id, lobbyChannel: lobby.channel, lobbyMessage: lobby.message, old: [] })
      .run();
  }
  if (day != null) {
    store.db.insert(daily).values({ game, day, player: host, match: id, state: 'open', at }).run();
  }
  addJobs(store, id, due);
  if (start) begin(store, id, start, at);
  return { id, fresh: true };
}

function twinOf(store: Store, match: NewMatch): number | undefined {
  if (match.day != null) {
    const mine = and(eq(daily.game, match.game), eq(daily.day, match.day), eq(daily.player, match.host));
    const run = store.db.select({ id: daily.match }).from(daily).where(mine).get();
    if (run) return run.id;
  }
  if (!match.origin) return undefined;
  return store.db.select({ id: matches.id }).from(matches).where(eq(matches.origin, match.origin)).get()?.id;
}

/** Changes to a lobby that one decision makes; absent parts stay. */
export interface LobbyChange {
  readonly row?: Partial<
    Pick<MatchRow, 'map' | 'options' | 'host' | 'thread' | 'capacity' | 'limit' | 'late' | 'terms'>
  >;
  readonly join?: string;
  readonly leave?: string;
  /** Who leaves and stays away. */
  readonly bar?: string;
  /** `players`: all of them, by seat. */
  readonly start?: {
    readonly at: number;
    readonly players: readonly string[];
    readonly projection: Projection;
  };
  /** `expired`: nobody did it, so that `touchedAt` stays. */
  readonly close?: { readonly at: number; readonly expired?: boolean };
}

/**
 * Decides on the lobby as it is stored and carries the decision out, in one transaction. `decide` returns the
 * change, or undefined to leave everything as it is. Returns the match as it is afterwards.
 */
export async function changeLobby(
  store: Store,
  id: number,
  at: number,
  decide: (stored: Stored) => LobbyChange | undefined,
): Promise<Stored | undefined> {
  return writing(store, () => {
    const stored = read(store, id);
    const change = stored && decide(stored);
    if (!stored || !change) return stored;
    if (change.join !== undefined) {
      const seat = Math.max(-1, ...stored.seats.map((s) => s.seat)) + 1;
      store.db.insert(seats).values({ match: id, seat, player: change.join, since: at }).run();
    }
    if (change.leave !== undefined) {
      store.db
        .delete(seats)
        .where(and(eq(seats.match, id), eq(seats.player, change.leave)))
        .run();
    }
    if (change.bar !== undefined) {
      store.db
        .update(seats)
        .set({ seat: lowest(store, id) - 1, state: 'kicked' })
        .where(and(eq(seats.match, id), eq(seats.player, change.bar)))
        .run();
    }
    if (change.row && Object.keys(change.row).length > 0)
      store.db.update(matches).set(change.row).where(eq(matches.id, id)).run();
    if (change.start) {
      seatAnew(store, id, change.start.players);
      begin(store, id, change.start.projection, change.start.at);
    }
    if (change.close) {
      store.db
        .update(matches)
        .set({ status: 'closed', endedAt: change.close.at })
        .where(eq(matches.id, id))
        .run();
    }
    store.db
      .update(matches)
      .set({
        revision: sql`${matches.revision} + 1`,
        ...(change.close?.expired ? {} : { touchedAt: at }),
      })
      .where(eq(matches.id, id))
      .run();
    return read(store, id);
  });
}

function begin(store: Store, id: number, projection: Projection, at: number): void {
  project(store, id, projection, at, { startedAt: at });
}

/** Seats of a lobby have gaps where someone left, and its people may have to sit otherwise; a match has none. */
function seatAnew(store: Store, id: number, players: readonly string[]): void {
  const sit = (player: string, seat: number): void => {
    store.db
      .update(seats)
      .set({ seat })
      .where(and(eq(seats.match, id), eq(seats.player, player)))
      .run();
  };
  // First out of each other's way.
  const free = lowest(store, id) - 1;
  for (const [seat, player] of players.entries()) sit(player, free - seat);
  for (const [seat, player] of players.entries()) sit(player, seat);
}

/** The lowest number that a row among the seats has, or zero. */
function lowest(store: Store, id: number): number {
  const found = store.db
    .select({ seat: sql<number | null>`min(${seats.seat})` })
    .from(seats)
    .where(eq(seats.match, id))
    .get();
  return Math.min(0, found?.seat ?? 0);
}

/** A match as a commit has left it: what of it the database alone knows. */
export interface Written {
  readonly row: MatchRow;
  /** Where any seat is held otherwise now. */
  readonly seats?: readonly SeatRow[];
  readonly former?: readonly FormerRow[];
}

/**
 * Appends rows (at least one) to the log if it still has `atSeq` rows and the match is still running; otherwise nothing is
 * written and the answer is `conflict`: load and decide again.
 */
export async function commit(
  store: Store,
  id: number,
  atSeq: number,
  rows: readonly NewAction[],
  projection: Projection,
): Promise<Written | 'conflict'> {
  return writing(store, () => {
    const length = store.db.$count(actions, eq(actions.match, id));
    const found = store.db
      .select({ status: matches.status, n: length })
      .from(matches)
      .where(eq(matches.id, id))
      .get();
    if (found?.status !== 'running' || found.n !== atSeq) return 'conflict';
    store.db
      .insert(actions)
      .values(rows.map((action, i) => ({ match: id, seq: atSeq + i, ...action })))
      .run();
    const revision = sql`${matches.revision} + 1`;
    const row = dated(store, project(store, id, projection, rows.at(-1)!.at, { revision }));
    const seated = (projection.seats?.length ?? 0) > 0 || (projection.former?.length ?? 0) > 0;
    return seated ? { row, ...peopleOf(store, id) } : { row };
  });
}

/** Matches of a player that are not over, newest first; `status` and place narrow the list. */
export function matchesOf(
  store: Store,
  player: string,
  filter: { statuses?: readonly Status[]; game?: string; guild?: string; limit?: number } = {},
): (MatchRow & { seat: number })[] {
  return store.db
    .select({ match: matches, seat: seats.seat })
    .from(seats)
    .innerJoin(matches, eq(matches.id, seats.match))
    .where(
      and(
        eq(seats.player, player),
        ne(seats.state, 'kicked'),
        inArray(matches.status, [...(filter.statuses ?? (['lobby', 'running'] as const))]),
        filter.game ? eq(matches.game, filter.game) : undefined,
        filter.guild ? eq(matches.guild, filter.guild) : undefined,
      ),
    )
    .orderBy(desc(matches.id))
    .limit(filter.limit ?? 100)
    .all()
    .map(({ match, seat }) => ({ ...dated(store, match), seat }));
}

/** Ids of all matches in one of these states of life, oldest first. */
export const matchIds = (store: Store, statuses: readonly Status[]): number[] =>
  store.db
    .select({ id: matches.id })
    .from(matches)
    .where(inArray(matches.status, [...statuses]))
    .orderBy(asc(matches.id))
    .all()
    .map(({ id }) => id);

/** What is stored of how a match ended, by seat. */
export const resultsOf = (store: Store, match: number): ResultRow[] =>
  store.db.select().from(results).where(eq(results.match, match)).orderBy(asc(results.seat)).all();
