import { and, asc, desc, eq, exists, inArray, isNotNull, ne, sql } from 'drizzle-orm';
import type { Strength } from '../games/strength.ts';
import { dated } from './deadlines.ts';
import { type Db, type Key, prepared, type Store } from './engine/types.ts';
import { storedLog } from './folded.ts';
import { addMessage, adoptMessage, doubtSlot, INVITE, LOBBY } from './messages.ts';
import { anyKeptOut, dayOnce, keptOut, onceIn } from './once.ts';
import { behindIn, lobbiesIn, mayCall, type OpenLobby, putBehind } from './opened.ts';
import { shownName } from './players.ts';
import { addJobs, type NewJob, type Projection, project } from './projection.ts';
import { changed } from './revision.ts';
import type { ActionRow, FormerRow, MatchRow, NewAction, ResultRow, SeatRow, Stored } from './rows.ts';
import { actions, barred, former, matches, players, results, type Status, seats, tables } from './schema.ts';
import { daily, members } from './scores.ts';
import { anyVacation, vacationsIn } from './vacations.ts';

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
  readonly onTimeout?: MatchRow['onTimeout'];
  readonly ponders?: MatchRow['ponders'];
  readonly guided?: boolean;
  readonly jobs?: readonly NewJob[];
  /** Where its host sits; at first when absent. */
  readonly seat?: number;
  /** Those who sit there from the beginning. */
  readonly computers?: readonly ComputerSeat[];
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

/** A computer that sits down, and where. */
export interface ComputerSeat {
  readonly seat: number;
  readonly computer: Strength;
  readonly nick: number;
}

/** A log as it was known: that of a revision, with so many rows that say whose they are. */
interface KnownLog {
  readonly revision: number;
  readonly log: readonly ActionRow[];
  readonly users: number;
}

/**
 * Reads a match with its seats and its log; undefined when there is none. Where the log is as it was known to be, `known`
 * is given again.
 */
export const load = (store: Store, id: number, known?: KnownLog): Promise<Stored | undefined> =>
  store.read((db) => read(db, id, known));

/** The row of a match alone; undefined when there is none. */
export const rowOf = (store: Store, id: number): Promise<MatchRow | undefined> =>
  store.read((db) => rowIn(db, id));

/** As `rowOf`, inside a transaction. */
export async function rowIn(db: Db, id: number): Promise<MatchRow | undefined> {
  const row = await reading(db).row.get({ id });
  return row && (await dated(db, row));
}

/** A match is read at every press: putting its queries together anew would take longer than running them. */
const reading = prepared((db) => {
  const id = sql.placeholder('id');
  // What somebody goes by in the server of the match, and nothing that another server calls them.
  const name = shownName();
  const here = and(eq(members.guild, matches.guild), eq(members.player, players.id));
  const one = { one: sql`1` };
  return {
    row: db.select().from(matches).where(eq(matches.id, id)).prepare(),
    // What few matches have is read only where there is any.
    head: db
      .select({
        row: matches,
        rows: db.$count(actions, eq(actions.match, id)),
        users: db.$count(actions, and(eq(actions.match, id), isNotNull(actions.user))),
        hasFormer: exists(db.select(one).from(former).where(eq(former.match, id))).mapWith(Boolean),
        keepsOut: anyKeptOut(db, id).mapWith(Boolean),
        rests: anyVacation(db, id).mapWith(Boolean),
      })
      .from(matches)
      .where(eq(matches.id, id))
      .prepare(),
    seats: db
      .select({
        seat: seats.seat,
        player: seats.player,
        computer: seats.computer,
        nick: seats.nick,
        // A computer has none.
        name: sql<string>`coalesce(${name}, '')`,
        username: players.username,
        state: seats.state,
        gone: sql<boolean>`coalesce(${players.gone}, 0)`.mapWith(Boolean),
      })
      .from(seats)
      .innerJoin(matches, eq(matches.id, seats.match))
      .leftJoin(players, eq(players.id, seats.player))
      .leftJoin(members, here)
      .where(eq(seats.match, id))
      .orderBy(asc(seats.seat))
      .prepare(),
    mine: db
      .select({ match: matches, seat: seats.seat })
      .from(seats)
      .innerJoin(matches, eq(matches.id, seats.match))
      .where(
        and(
          eq(seats.player, sql.placeholder('player')),
          // By an index in which none of the games is that they have played in years.
          sql`${seats.settled} = 0`,
          ne(seats.state, 'kicked'),
          inArray(matches.status, ['lobby', 'running']),
        ),
      )
      .orderBy(desc(matches.id))
      .prepare(),
    former: db
      .select({
        seq: former.seq,
        seat: former.seat,
        player: former.player,
        name,
        state: former.state,
        gone: players.gone,
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

async function read(db: Db, id: number, known?: KnownLog): Promise<Stored | undefined> {
  const head = await reading(db).head.get({ id });
  if (!head) return undefined;
  const { row, rows, users, hasFormer, keepsOut, rests } = head;
  // Rows are only ever added, but for whose they are; and where a clock was set back, which counts as a revision.
  const isKnown = known?.revision === row.revision && known.log.length === rows && known.users === users;
  const people = {
    seats: await reading(db).seats.all({ id }),
    former: hasFormer ? await reading(db).former.all({ id }) : [],
  };
  return {
    row: await dated(db, row),
    ...people,
    ...(keepsOut ? await keptOut(db, id) : { barred: [], codes: undefined }),
    vacations: rests ? await vacationsIn(db, id) : [],
    log: isKnown ? known.log : row.status === 'lobby' ? [] : await storedLog(db, row, people),
  };
}

/** Who sits in a match, and who did. */
async function peopleOf(db: Db, id: number) {
  return {
    seats: await reading(db).seats.all({ id }),
    former: await reading(db).former.all({ id }),
  };
}

/** A match that was opened; not `fresh` when the same press, or another on the same button, opened it before. */
export interface Created {
  readonly id: number;
  readonly fresh: boolean;
  /** Of a fresh one that began at once: as it is stored. */
  readonly begun?: Pick<Stored, 'row' | 'seats'>;
}

/** Opens a match as a lobby with its host seated, or finds the one that `origin` or `button` has opened already. */
export const create = (store: Store, match: NewMatch): Promise<Created> =>
  store.write(openingOf(match), async (db) => (await found(db, match)) ?? (await opened(db, match)));

/**
 * As `create`, if `fits` says of the lobbies of whoever opens it that there is room for one more; undefined when there
 * is none.
 */
export const createWithin = (
  store: Store,
  match: NewMatch,
  fits: (open: readonly OpenLobby[]) => boolean,
): Promise<Created | undefined> =>
  store.write(
    openingOf(match),
    async (db) =>
      (await found(db, match)) ??
      (fits(await lobbiesIn(db, match.host, match.at)) ? await opened(db, match) : undefined),
  );

/** What is decided by opening a match: a person's own, and what a button leads to in a server. */
const openingOf = ({ host, guild }: NewMatch): Key[] => [
  `player:${host}`,
  ...(guild === null ? [] : [`guild:${guild}` as const]),
];

async function found(db: Db, match: NewMatch): Promise<Created | undefined> {
  const id =
    (await twinOf(db, match)) ??
    (match.button && (await behindIn(db, match.button, match.solo && match.host)));
  return id ? { id, fresh: false } : undefined;
}

async function opened(db: Db, match: NewMatch): Promise<Created> {
  const { game, day, host } = match;
  // Whoever began that day before and had their data deleted plays its cards for nothing.
  if (day != null && (await onceIn(db, 'day', dayOnce(game, day), host)))
    return opened(db, { ...match, day: null });
  const {
    at,
    lobby,
    start,
    jobs: due = [],
    button,
    callsApart = 0,
    seat = 0,
    computers = [],
    ...columns
  } = match;
  const calls = button === undefined || (await mayCall(db, button, at - callsApart));
  const [row] = await db
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
  if (button !== undefined)
    await putBehind(db, button, id, match.rematchOf !== null && calls ? at : undefined);
  await db.insert(seats).values({ match: id, seat, player: match.host, since: at }).run();
  for (const one of computers)
    await db
      .insert(seats)
      .values({ match: id, since: at, ...one })
      .run();
  if (lobby) {
    const { channel, message } = lobby;
    await db.insert(tables).values({ match: id, lobbyChannel: channel }).run();
    if (match.rematchOf !== null && calls) await addMessage(db, { match: id }, { slot: INVITE, channel }, at);
    if (message !== null) await adoptMessage(db, { match: id }, { slot: LOBBY, channel, message });
    else await addMessage(db, { match: id }, { slot: LOBBY, channel }, at);
  }
  if (day != null) {
    await db.insert(daily).values({ game, day, player: host, match: id, state: 'open', at }).run();
  }
  await addJobs(db, id, due);
  if (!start) return { id, fresh: true };
  const begun = { row: await begin(db, id, start, at), seats: await reading(db).seats.all({ id }) };
  return { id, fresh: true, begun };
}

async function twinOf(db: Db, match: NewMatch): Promise<number | undefined> {
  if (match.day != null) {
    const mine = and(eq(daily.game, match.game), eq(daily.day, match.day), eq(daily.player, match.host));
    const run = await db.select({ id: daily.match }).from(daily).where(mine).get();
    if (run) return run.id;
  }
  if (!match.origin) return undefined;
  return (await db.select({ id: matches.id }).from(matches).where(eq(matches.origin, match.origin)).get())
    ?.id;
}

/** Changes to a lobby that one decision makes; absent parts stay. */
export interface LobbyChange {
  readonly row?: Partial<
    Pick<
      MatchRow,
      'map' | 'options' | 'host' | 'thread' | 'capacity' | 'limit' | 'onTimeout' | 'ponders' | 'terms'
    >
  >;
  readonly join?: string;
  readonly leave?: string;
  /** A computer sits down. */
  readonly compute?: { readonly strength: Strength; readonly nick: number };
  /** The computer in this seat is taken away. */
  readonly uncompute?: number;
  /** Its message is posted anew. */
  readonly recall?: boolean;
  /** Who leaves and stays away. */
  readonly bar?: string;
  /** `seats`: those of the lobby in the order in which they play. */
  readonly start?: {
    readonly at: number;
    readonly seats: readonly number[];
    readonly projection: Projection;
  };
  /** `expired`: nobody did it, so that `touchedAt` stays. */
  readonly close?: { readonly at: number; readonly expired?: boolean };
}

const changing = prepared((db) => {
  const [id, at] = [sql.placeholder('id'), sql.placeholder('at')];
  const taken = { match: id, seat: sql.placeholder('seat'), player: sql.placeholder('player'), since: at };
  return {
    join: db.insert(seats).values(taken).prepare(),
    touched: db
      .update(matches)
      .set({ ...changed(), touchedAt: sql`${at}` })
      .where(eq(matches.id, id))
      .prepare(),
    counted: db.update(matches).set(changed()).where(eq(matches.id, id)).prepare(),
  };
});

/**
 * Decides on the lobby as it is stored and carries the decision out, in one transaction. `decide` returns the
 * change, or undefined to leave everything as it is. Returns the match as it is afterwards.
 */
export async function changeLobby(
  store: Store,
  id: number,
  at: number,
  decide: (stored: Stored, db: Db) => LobbyChange | undefined | Promise<LobbyChange | undefined>,
): Promise<Stored | undefined> {
  return store.write(`match:${id}`, async (db) => {
    const stored = await read(db, id);
    const change = stored && (await decide(stored, db));
    if (!stored || !change) return stored;
    if (change.join !== undefined) {
      await changing(db).join.run({ id, seat: behind(stored.seats), player: change.join, at });
    }
    if (change.compute) {
      const { strength: computer, nick } = change.compute;
      const seat = behind(stored.seats);
      await db.insert(seats).values({ match: id, seat, computer, nick, since: at }).run();
    }
    if (change.uncompute !== undefined) {
      const there = and(eq(seats.match, id), eq(seats.seat, change.uncompute), isNotNull(seats.computer));
      await db.delete(seats).where(there).run();
    }
    if (change.leave !== undefined) {
      await db
        .delete(seats)
        .where(and(eq(seats.match, id), eq(seats.player, change.leave)))
        .run();
    }
    if (change.recall) await doubtSlot(db, { match: id }, LOBBY, at, 'anew');
    if (change.bar !== undefined) {
      await db
        .delete(seats)
        .where(and(eq(seats.match, id), eq(seats.player, change.bar)))
        .run();
      await db.insert(barred).values({ match: id, player: change.bar }).onConflictDoNothing().run();
    }
    if (change.row && Object.keys(change.row).length > 0)
      await db.update(matches).set(change.row).where(eq(matches.id, id)).run();
    if (change.start) {
      await seatAnew(db, id, change.start.seats);
      await begin(db, id, change.start.projection, change.start.at);
    }
    if (change.close) {
      await db
        .update(matches)
        .set({ status: 'closed', endedAt: change.close.at })
        .where(eq(matches.id, id))
        .run();
    }
    await (change.close?.expired ? changing(db).counted : changing(db).touched).run({ id, at });
    return read(db, id);
  });
}

const begin = async (db: Db, id: number, projection: Projection, at: number): Promise<MatchRow> =>
  dated(db, await project(db, id, projection, at, { startedAt: at }));

/** The seat behind all that are taken. */
const behind = (taken: readonly SeatRow[]): number => Math.max(-1, ...taken.map(({ seat }) => seat)) + 1;

/** Seats of a lobby have gaps where someone left, and those who sit there may have to sit otherwise; a match has none. */
async function seatAnew(db: Db, id: number, order: readonly number[]): Promise<void> {
  const sit = async (from: number, seat: number): Promise<void> => {
    await db
      .update(seats)
      .set({ seat })
      .where(and(eq(seats.match, id), eq(seats.seat, from)))
      .run();
  };
  // First out of each other's way.
  for (const [seat, from] of order.entries()) await sit(from, -1 - seat);
  for (const seat of order.keys()) await sit(-1 - seat, seat);
}

/** A match as a commit has left it: what of it the database alone knows. */
export interface Written {
  readonly row: MatchRow;
  /** Where any seat is held otherwise now. */
  readonly seats?: readonly SeatRow[];
  readonly former?: readonly FormerRow[];
}

const committing = prepared((db) => {
  const { placeholder } = sql;
  const id = placeholder('id');
  const row = {
    match: placeholder('match'),
    seq: placeholder('seq'),
    seat: placeholder('seat'),
    code: placeholder('code'),
    by: placeholder('by'),
    user: placeholder('user'),
    at: placeholder('at'),
  };
  return {
    found: db
      .select({ status: matches.status, n: db.$count(actions, eq(actions.match, id)) })
      .from(matches)
      .where(eq(matches.id, id))
      .prepare(),
    append: db.insert(actions).values(row).prepare(),
  };
});

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
  const about: readonly Key[] = projection.status === 'over' ? [`match:${id}`, 'standings'] : [`match:${id}`];
  return store.write(about, async (db) => {
    const found = await committing(db).found.get({ id });
    if (found?.status !== 'running' || found.n !== atSeq) return 'conflict';
    const added = rows.map((action, i) => ({ match: id, seq: atSeq + i, ...action }));
    if (added.length === 1) await committing(db).append.run(added[0]);
    else await db.insert(actions).values(added).run();
    const row = await dated(db, await project(db, id, projection, rows.at(-1)!.at, { revises: true }));
    const seated = (projection.seats?.length ?? 0) > 0 || (projection.former?.length ?? 0) > 0;
    return seated ? { row, ...(await peopleOf(db, id)) } : { row };
  });
}

/** Matches of a player that are not over, newest first; `filter` narrows the list. */
export async function matchesOf(
  store: Store,
  player: string,
  filter: { statuses?: readonly Status[]; game?: string; guild?: string; limit?: number } = {},
): Promise<(MatchRow & { seat: number })[]> {
  const { statuses, game, guild, limit = 100 } = filter;
  return store.read(async (db) => {
    const all = await reading(db).mine.all({ player });
    const some = all.filter(
      ({ match }) =>
        (statuses?.includes(match.status) ?? true) &&
        (game === undefined || match.game === game) &&
        (guild === undefined || match.guild === guild),
    );
    return Promise.all(
      some.slice(0, limit).map(async ({ match, seat }) => ({ ...(await dated(db, match)), seat })),
    );
  });
}

/** Ids of all matches in one of these states of life, oldest first. */
export const matchIds = (store: Store, statuses: readonly Status[]): Promise<number[]> =>
  store.read(async (db) =>
    (
      await db
        .select({ id: matches.id })
        .from(matches)
        .where(inArray(matches.status, [...statuses]))
        .orderBy(asc(matches.id))
        .all()
    ).map(({ id }) => id),
  );

/** What is stored of how a match ended, by seat. */
export const resultsOf = (store: Store, match: number): Promise<ResultRow[]> =>
  store.read(async (db) =>
    db.select().from(results).where(eq(results.match, match)).orderBy(asc(results.seat)).all(),
  );

/** How often a match has changed; undefined when there is none. */
export const revisionOf = (store: Store, id: number): Promise<number | undefined> =>
  store.read(
    async (db) =>
      (await db.select({ revision: matches.revision }).from(matches).where(eq(matches.id, id)).get())
        ?.revision,
  );
