import { sql } from 'drizzle-orm';
import type { SqliteRemoteDatabase } from 'drizzle-orm/sqlite-proxy';

/** What the store's queries know of the database beneath them. */

/** All that queries see; every statement is awaited. A function that takes it is a step of a transaction. */
export type Db = SqliteRemoteDatabase;

/**
 * What a write decides about: two writes about the same thing never decide at the same time. `all` is for what reaches into
 * matches, players and servers at once: beside it nothing is written.
 */
export type Key =
  | `match:${number}`
  | `player:${string}`
  | `guild:${string}`
  | 'jobs'
  | 'standings'
  | 'meta'
  | 'all';

/** What keys begin with. */
export const SUBJECTS = ['match', 'player', 'guild', 'jobs', 'standings', 'meta', 'all'] as const;

/**
 * A database. A function that takes it opens a transaction, so it is never called inside one. `work` awaits the database
 * only, and may run again where another process held the database.
 */
export interface Store {
  /** Reads of one moment. `work` writes nothing. */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /**
   * One transaction: all of `work` or nothing, on disk when it resolves. While another process holds the database it is
   * tried again, with growing random pauses, for up to 10 seconds, without holding anything else up.
   */
  write<T>(about: Key | readonly Key[], work: (db: Db) => Promise<T>): Promise<T>;
  /** Waits for what has begun. */
  close(): Promise<void>;
}

/** Hears of each statement before it is carried out, those that begin and end a transaction too. */
export type Watch = (sql: string) => void;

/** Hears of writes once they are over. One that changed nothing is none. */
export interface Writes {
  /** It lasts, so long (ms) after it was asked for: waiting for others before it, and for the disk, is part of that. */
  committed(about: Key, ms: number): void;
  /** Nothing of it was done. */
  failed(about: Key): void;
}

/** Statements that are prepared once for each open database, at their first use. */
export function prepared<T>(make: (db: Db) => T): (db: Db) => T {
  const made = new WeakMap<Db, T>();
  return (db) => {
    let found = made.get(db);
    if (found === undefined) {
      found = make(db);
      made.set(db, found);
    }
    return found;
  };
}

/** Placeholders for a list of so many values, and the values under their names. */
export const listed = (count: number) => Array.from({ length: count }, (_, i) => sql.placeholder(`at${i}`));
export const named = (values: readonly (string | number)[]): Record<string, string | number> =>
  Object.fromEntries(values.map((value, i) => [`at${i}`, value]));

/** As `prepared`, for statements that come in a few shapes; `shape` is plain data. */
export function shaped<S, T>(make: (db: Db, shape: S) => T): (db: Db, shape: S) => T {
  const all = prepared(() => new Map<string, T>());
  return (db, shape) => {
    const made = all(db);
    const name = JSON.stringify(shape);
    const found = made.get(name) ?? make(db, shape);
    made.set(name, found);
    return found;
  };
}
