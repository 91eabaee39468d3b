import { createHmac, randomBytes } from 'node:crypto';
import { and, eq, gt, gte, inArray, sql } from 'drizzle-orm';
import { type Store, writing } from './open.ts';
import { prepared } from './prepared.ts';
import { former, matches, meta, ONCE, type Once, once, type Status, seats } from './schema.ts';
import { daily } from './standings.ts';
import { metaOf } from './tables.ts';

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
function secretOf(store: Store): string {
  const known = metaOf(store, SECRET);
  if (known !== undefined) return known;
  const value = randomBytes(32).toString('base64url');
  store.db.insert(meta).values({ key: SECRET, value }).run();
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

const reading = prepared(({ db }) =>
  db
    .select({ kind: once.kind, hash: once.hash })
    .from(once)
    .where(and(inArray(once.kind, ONCE), eq(once.subject, sql.placeholder('subject'))))
    .prepare(),
);

/** The codes that are kept of a subject; undefined where there are none, as nearly always. */
export function codesOf(store: Store, subject: string | number): Codes | undefined {
  const kept = reading(store).all({ subject: String(subject) });
  const key = kept.length > 0 ? metaOf(store, SECRET) : undefined;
  return key === undefined ? undefined : { key, kept };
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
export const onceOf = (store: Store, kind: Once, subject: string | number, person: string): boolean =>
  isAmong(codesOf(store, subject), kind, subject, person);

/** Lobbies that count among those somebody has opened, although nothing else says so any more. */
export function openedOnce(store: Store, person: string, at: number): number[] {
  const secret = metaOf(store, SECRET);
  if (secret === undefined) return [];
  return store.db
    .select({ subject: once.subject, hash: once.hash })
    .from(once)
    .where(and(eq(once.kind, 'opened'), gt(once.until, at)))
    .all()
    .filter(({ subject, hash }) => hash === hashOf(secret, 'opened', subject, person))
    .map(({ subject }) => Number(subject));
}

/** Keeps the codes of somebody who is about to be forgotten; inside that transaction. `days`: when open days close (ms), by day. */
export function keepOnce(store: Store, person: string, days: ReadonlyMap<number, number>, at: number): void {
  const { db } = store;
  const secret = secretOf(store);
  const keep = (kind: Once, subject: string | number, until: number | null = null): void => {
    const hash = hashOf(secret, kind, String(subject), person);
    db.insert(once)
      .values({ kind, subject: String(subject), hash, until })
      .onConflictDoNothing()
      .run();
  };
  const begun = and(eq(daily.player, person), gte(daily.day, Math.min(...days.keys())));
  for (const { game, day } of days.size > 0 ? db.select().from(daily).where(begun).all() : [])
    if (days.has(day)) keep('day', dayOnce(game, day), days.get(day)!);
  const open = inArray(matches.status, ['lobby', 'running']);
  const held = db
    .select({ id: matches.id, status: matches.status, seat: seats.seat })
    .from(seats)
    .innerJoin(matches, eq(matches.id, seats.match))
    .where(and(eq(seats.player, person), open, eq(matches.solo, false)))
    .all();
  for (const { id, status, seat } of held) {
    if (seat < 0) keep('barred', id);
    else if (status === 'running') keep('sat', id);
  }
  const before = db
    .select({ id: matches.id })
    .from(former)
    .innerJoin(matches, eq(matches.id, former.match))
    .where(and(eq(former.player, person), open))
    .all();
  for (const { id } of before) keep('sat', id);
  const opened = db
    .select({ id: matches.id, createdAt: matches.createdAt })
    .from(matches)
    .where(and(eq(matches.openedBy, person), eq(matches.status, 'lobby'), eq(matches.solo, false)))
    .all();
  for (const { id, createdAt } of opened)
    if (createdAt + LOBBY_COUNTS_FOR > at) keep('opened', id, createdAt + LOBBY_COUNTS_FOR);
}

/** Forgets the codes of matches that are over, of lobbies that are open no more, and of days but for those that `isOpen` says. */
export async function sweepOnce(store: Store, at: number, isOpen: (day: number) => boolean): Promise<number> {
  const kept = store.db.select().from(once).all();
  if (kept.length === 0) return 0;
  const of = (...statuses: Status[]): Set<string> =>
    new Set(
      store.db
        .select({ id: matches.id })
        .from(matches)
        .where(inArray(matches.status, statuses))
        .all()
        .map(({ id }) => String(id)),
    );
  const [lobbies, tables] = [of('lobby'), of('lobby', 'running')];
  const past = kept.filter(({ kind, subject, until }) => {
    if (kind === 'day') return !isOpen(dayIn(subject));
    return kind === 'opened' ? until! <= at || !lobbies.has(subject) : !tables.has(subject);
  });
  if (past.length === 0) return 0;
  await writing(store, () => {
    for (const { kind, subject, hash } of past)
      store.db
        .delete(once)
        .where(and(eq(once.kind, kind), eq(once.subject, subject), eq(once.hash, hash)))
        .run();
  });
  return past.length;
}
