import { createHmac, randomBytes } from 'node:crypto';
import { and, eq, exists, gt, gte, inArray, or, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { type Db, prepared, type Store } from './engine/types.ts';
import { barred, former, matches, meta, ONCE, type Once, once, seats } from './schema.ts';
import { daily } from './scores.ts';
import { metaIn } from './tables.ts';

/**
 * What may be done once stays done when somebody has their data deleted: as long as a day or a table is open a code of them
 * remains, which says nothing but that it was them. Its key is a secret of its own, made at first use and never told.
 *
 * `day`: has begun a run of that day; `barred`: was taken off that lobby; `sat`: held a seat of that match; `opened`: that
 * lobby counts among those they have opened.
 */

const SECRET = 'once';

/** Open lobbies count for whoever opened them no longer than this, in ms. */
export const LOBBY_COUNTS_FOR = 24 * 3_600_000;

/** The key, which is made where there is none; inside a transaction. */
async function secretOf(db: Db): Promise<string> {
  const known = await metaIn(db, SECRET);
  if (known !== undefined) return known;
  const value = randomBytes(32).toString('base64url');
  await db.insert(meta).values({ key: SECRET, value }).run();
  return value;
}

/** The subject of a day's code. */
export const dayOnce = (game: string, day: number): string => `${game} ${day}`;
const dayIn = (subject: string): number => Number(subject.split(' ')[1]);

const hashOf = (secret: string, kind: Once, subject: string, person: string): string =>
  createHmac('sha256', secret).update(`${kind}\n${subject}\n${person}`).digest('base64url');

/** The codes of one subject, and their key. */
export interface Codes {
  readonly key: string;
  readonly kept: readonly { readonly kind: Once; readonly hash: string }[];
}

const reading = prepared((db) => {
  const codes = db
    .select({ kind: sql<Once | 'person'>`${once.kind}`, value: once.hash })
    .from(once)
    .where(and(inArray(once.kind, ONCE), eq(once.subject, sql.placeholder('subject'))));
  const people = db
    .select({ kind: sql<Once | 'person'>`'person'`, value: barred.player })
    .from(barred)
    .where(eq(barred.match, sql.placeholder('match')));
  return { codes: codes.prepare(), both: codes.unionAll(people).prepare() };
});

/** The codes that are kept of a subject; undefined where there are none, as nearly always. */
export const codesOf = async (db: Db, subject: string | number): Promise<Codes | undefined> =>
  withKey(db, await reading(db).codes.all({ subject: String(subject) }));

async function withKey(
  db: Db,
  rows: readonly { readonly kind: Once | 'person'; readonly value: string }[],
): Promise<Codes | undefined> {
  const kept = rows.flatMap(({ kind, value }) => (kind === 'person' ? [] : [{ kind, hash: value }]));
  const key = kept.length > 0 ? await metaIn(db, SECRET) : undefined;
  return key === undefined ? undefined : { key, kept };
}

/**
 * Whether `keptOut` would find anybody; inside a query that says which match by the placeholder `id`. Numbers are bound as real
 * ones, whose text would be "5.0".
 */
export const anyKeptOut = (db: Db, id: Placeholder): SQL =>
  or(
    exists(db.select({ one: sql`1` }).from(barred).where(eq(barred.match, id))),
    exists(
      db
        .select({ one: sql`1` })
        .from(once)
        .where(and(inArray(once.kind, ONCE), eq(once.subject, sql`CAST(CAST(${id} AS INTEGER) AS TEXT)`))),
    ),
  )!;

/** Who was taken off the lobby of a match, and its codes; in one reading, since every press asks for both. */
export async function keptOut(
  db: Db,
  match: number,
): Promise<{ readonly barred: readonly string[]; readonly codes: Codes | undefined }> {
  const rows = await reading(db).both.all({ subject: String(match), match });
  return {
    barred: rows.flatMap(({ kind, value }) => (kind === 'person' ? [value] : [])),
    codes: await withKey(db, rows),
  };
}

/** Whether a code of somebody is among those of a subject. */
export function isAmong(
  codes: Codes | undefined,
  kind: Once,
  subject: string | number,
  person: string,
): boolean {
  if (!codes) return false;
  const hash = hashOf(codes.key, kind, String(subject), person);
  return codes.kept.some((row) => row.kind === kind && row.hash === hash);
}

/** Whether a code of somebody is kept. */
export const onceOf = (
  store: Store,
  kind: Once,
  subject: string | number,
  person: string,
): Promise<boolean> => store.read((db) => onceIn(db, kind, subject, person));

/** As `onceOf`, inside a transaction. */
export const onceIn = async (
  db: Db,
  kind: Once,
  subject: string | number,
  person: string,
): Promise<boolean> => isAmong(await codesOf(db, subject), kind, subject, person);

/** Lobbies that count among those somebody has opened, although nothing else says so any more. */
export async function openedOnce(db: Db, person: string, at: number): Promise<number[]> {
  const secret = await metaIn(db, SECRET);
  if (secret === undefined) return [];
  return (
    await db
      .select({ subject: once.subject, hash: once.hash })
      .from(once)
      .where(and(eq(once.kind, 'opened'), gt(once.until, at)))
      .all()
  )
    .filter(({ subject, hash }) => hash === hashOf(secret, 'opened', subject, person))
    .map(({ subject }) => Number(subject));
}

/** Keeps the codes of somebody who is about to be forgotten; inside that transaction. `days`: when open days close (ms), by day. */
export async function keepOnce(
  db: Db,
  person: string,
  days: ReadonlyMap<number, number>,
  at: number,
): Promise<void> {
  const secret = await secretOf(db);
  const keep = async (kind: Once, subject: string | number, until: number | null = null): Promise<void> => {
    const hash = hashOf(secret, kind, String(subject), person);
    await db
      .insert(once)
      .values({ kind, subject: String(subject), hash, until })
      .onConflictDoNothing()
      .run();
  };
  const begun = and(eq(daily.player, person), gte(daily.day, Math.min(...days.keys())));
  for (const { game, day } of days.size > 0 ? await db.select().from(daily).where(begun).all() : [])
    if (days.has(day)) await keep('day', dayOnce(game, day), days.get(day)!);
  const open = inArray(matches.status, ['lobby', 'running']);
  const held = await db
    .select({ id: matches.id })
    .from(seats)
    .innerJoin(matches, eq(matches.id, seats.match))
    .where(and(eq(seats.player, person), eq(matches.status, 'running'), eq(matches.solo, false)))
    .all();
  for (const { id } of held) await keep('sat', id);
  const shut = await db
    .select({ id: matches.id })
    .from(barred)
    .innerJoin(matches, eq(matches.id, barred.match))
    .where(and(eq(barred.player, person), open))
    .all();
  for (const { id } of shut) await keep('barred', id);
  const before = await db
    .select({ id: matches.id })
    .from(former)
    .innerJoin(matches, eq(matches.id, former.match))
    .where(and(eq(former.player, person), open))
    .all();
  for (const { id } of before) await keep('sat', id);
  const opened = await db
    .select({ id: matches.id, createdAt: matches.createdAt })
    .from(matches)
    .where(and(eq(matches.openedBy, person), eq(matches.status, 'lobby'), eq(matches.solo, false)))
    .all();
  for (const { id, createdAt } of opened)
    if (createdAt + LOBBY_COUNTS_FOR > at) await keep('opened', id, createdAt + LOBBY_COUNTS_FOR);
}

/** Forgets the codes of matches that are over, of lobbies that are open no more, and of days that are closed. */
export async function sweepOnce(
  store: Store,
  at: number,
  isClosed: (db: Db, day: number) => Promise<boolean>,
): Promise<number> {
  const past = await store.read((db) => passed(db, at, isClosed));
  if (past.length === 0) return 0;
  await store.write('meta', async (db) => {
    for (const { kind, subject, hash } of past)
      await db
        .delete(once)
        .where(and(eq(once.kind, kind), eq(once.subject, subject), eq(once.hash, hash)))
        .run();
  });
  return past.length;
}

/** Codes whose time is over, which it never is again. */
async function passed(
  db: Db,
  at: number,
  isClosed: (db: Db, day: number) => Promise<boolean>,
): Promise<(typeof once.$inferSelect)[]> {
  const kept = await db.select().from(once).all();
  if (kept.length === 0) return [];
  const open = await db
    .select({ id: matches.id, status: matches.status })
    .from(matches)
    .where(inArray(matches.status, ['lobby', 'running']))
    .all();
  const tables = new Set(open.map(({ id }) => String(id)));
  const lobbies = new Set(open.filter(({ status }) => status === 'lobby').map(({ id }) => String(id)));
  const past: typeof kept = [];
  for (const row of kept) {
    const { kind, subject, until } = row;
    if (
      kind === 'day'
        ? await isClosed(db, dayIn(subject))
        : kind === 'opened'
          ? until! <= at || !lobbies.has(subject)
          : !tables.has(subject)
    )
      past.push(row);
  }
  return past;
}
