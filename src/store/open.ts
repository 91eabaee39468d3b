import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { asFault, DatabaseFault, damaged, isBusy } from './fault.ts';
import { settleNames } from './folder.ts';
import { closeToOthers, privately } from './owner.ts';
import { type Migration, requireOwn } from './standing.ts';

const FOLDER = fileURLToPath(new URL('../../migrations', import.meta.url));

/** Milliseconds that a start waits for another process, which may be changing the tables of a large database. */
const PATIENCE = 30_000;

export interface Store {
  readonly db: BetterSQLite3Database;
  readonly raw: Database.Database;
  close(): void;
}

/** The changes of the schema that this program knows, in their order. */
export const migrationsIn = (folder = FOLDER): Migration[] =>
  readMigrationFiles({ migrationsFolder: folder });

/**
 * Opens the database, which is made where there is none, and brings it to the newest schema. Before an existing one is
 * changed a copy is made beside it (`<file>.before-<n>`). All migrations that are due happen in one transaction: when
 * one fails, or the migrated data break a foreign key, nothing has changed. One that was not closed cleanly is checked
 * first. Only its owner may read it. Throws `DatabaseFault`.
 */
export function openStore(file: string, folder = FOLDER): Store {
  const known = migrationsIn(folder);
  try {
    if (file !== ':memory:') {
      requireFile(file);
      const unclean = leftBehind(file, '-wal') || leftBehind(file, '-journal');
      if (unclean && existsSync(file)) patiently(() => check(file));
    }
    return patiently(() => open(file, known));
  } catch (error) {
    throw asFault(error, file);
  }
}

function open(file: string, known: readonly Migration[]): Store {
  const which = inodeOf(file);
  // While SQLite waited another file could be put in the place of this one, so it is opened anew instead.
  const raw = privately(() => new Database(file, { timeout: 0 }));
  try {
    // What is another program's is not changed at all.
    requireOwn(raw, file, known);
    raw.pragma('journal_mode = WAL');
    if (file !== ':memory:') requireSame(raw, file, which);
    raw.pragma('busy_timeout = 1000');
    raw.pragma('synchronous = FULL');
    // What a person has deleted must not lie about in free pages.
    raw.pragma('secure_delete = ON');
    const db = drizzle({ client: raw });
    bringUp(raw, file, known);
    raw.pragma('foreign_keys = ON');
    // SQLite opens a file that cannot be written all the same, and says so only when it comes to writing.
    raw.exec('BEGIN IMMEDIATE; PRAGMA user_version = 0; ROLLBACK');
    if (file !== ':memory:') closeToOthers(file);
    // Waiting inside SQLite holds every other click: `writing` waits outside instead.
    raw.pragma('busy_timeout = 50');
    return { db, raw, close: () => raw.close() };
  } catch (error) {
    raw.close();
    throw error;
  }
}

/** Which file stands there under this name. It is only asked for: closing it again would give up SQLite's locks on it. */
export const inodeOf = (file: string): bigint | undefined =>
  statSync(file, { bigint: true, throwIfNoEntry: false })?.ino;

/**
 * From the first look into it on, nobody can put a backup in the place of a database with WAL. Where that was done just
 * before, or there was none, it has to be opened again: throws that it is busy.
 */
function requireSame(raw: Database.Database, file: string, which: bigint | undefined): void {
  raw.prepare('SELECT 1 FROM sqlite_master').get();
  if (inodeOf(file) !== which)
    throw Object.assign(new Error('Another file was put in its place.'), { code: 'SQLITE_BUSY' });
}

function requireFile(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found && !found.isFile())
    throw new DatabaseFault(`${file} is no file, so it cannot be the database. Name another one.`);
  if (!existsSync(dirname(file)))
    throw new DatabaseFault(`There is no folder for the database ${file}. Make it, or name another file.`);
}

/** SQLite takes its logs away when the last process closes the database, so one that is there tells of a crash. */
const leftBehind = (file: string, log: string): boolean =>
  (statSync(file + log, { throwIfNoEntry: false })?.size ?? 0) > 0;

/**
 * Looks whether a database that a crash left behind is whole; a second for a gigabyte. It is only read, so that the log
 * stays there when it is not, and the next start checks it again.
 */
function check(file: string): void {
  // Only who may write can finish what an interrupted change of a database without WAL has left.
  const raw = new Database(file, { readonly: !leftBehind(file, '-journal'), fileMustExist: true });
  try {
    raw.pragma('busy_timeout = 1000');
    const found = raw.pragma('quick_check(1)', { simple: true }) as string;
    if (found !== 'ok') throw damaged(file, found);
  } finally {
    raw.close();
  }
}

function bringUp(raw: Database.Database, file: string, known: readonly Migration[]): void {
  if (requireOwn(raw, file, known) === known.length) return;
  // A rebuilt table is dropped and made again: with foreign keys on, that would take its children along.
  raw.pragma('foreign_keys = OFF');
  const migrate = raw.transaction(() => {
    // Another process may have migrated in the meantime, so it is asked again in here.
    const done = requireOwn(raw, file, known);
    if (done === known.length) return;
    // Nobody else writes now, so the copy is what the migrations begin with.
    if (done > 0 && file !== ':memory:') keepBefore(file, done);
    try {
      carryOut(raw, known.slice(done));
    } catch (error) {
      const { code = '', message } = error as { code?: string; message: string };
      if (!/^(SQLITE_(ERROR|CONSTRAINT|MISMATCH)|$)/.test(code)) throw error;
      throw new DatabaseFault(
        `The tables of ${file} could not be changed to those of this version, so nothing was changed: ${message}. Go back to the version before, and report this.`,
      );
    }
  });
  migrate.immediate();
}

function carryOut(raw: Database.Database, due: readonly Migration[]): void {
  raw.exec(
    'CREATE TABLE IF NOT EXISTS __drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at numeric)',
  );
  const note = raw.prepare('INSERT INTO __drizzle_migrations (hash, created_at) VALUES (?, ?)');
  for (const { sql, hash, folderMillis } of due) {
    for (const statement of sql) raw.exec(statement);
    note.run(hash, folderMillis);
  }
  const broken = raw.pragma('foreign_key_check') as unknown[];
  if (broken.length > 0) throw new Error(`${broken.length} rows would point to nothing`);
}

/**
 * Copies the database as it is before its tables are changed. A copy gets its name when it is whole; what another start
 * left half done is thrown away, for only one process at a time gets here.
 */
function keepBefore(file: string, done: number): void {
  const to = `${file}.before-${done}`;
  const part = `${to}.part`;
  for (const name of [part, `${part}-journal`]) rmSync(name, { force: true });
  try {
    copyDatabase(file, part);
  } catch (error) {
    throw asFault(error, to);
  }
  renameSync(part, to);
  settleNames(dirname(file));
}

/**
 * Copies a database as it is now to a new file, which only its owner may read; it is only read, and others may have it
 * open. Throws what SQLite says.
 */
export function copyDatabase(from: string, to: string): void {
  reading(from, (raw) => {
    raw.pragma('busy_timeout = 1000');
    privately(() => raw.prepare('VACUUM INTO ?').run(to));
  });
}

/** Opens a database only to read it, and leaves beside it what was there before. Throws what SQLite says. */
export function reading<T>(file: string, work: (raw: Database.Database) => T): T {
  const had = ['-shm', '-wal', '-journal'].some((log) => existsSync(file + log));
  const raw = new Database(file, { readonly: true, fileMustExist: true });
  try {
    return work(raw);
  } finally {
    raw.close();
    if (!had) takeLogsAway(file);
  }
}

/**
 * Who only reads makes the logs of a database, but SQLite lets only those who may write take them away. It does so itself
 * where nobody else has the database open; where there is anything in the log they stay.
 */
export function takeLogsAway(file: string): void {
  if (!existsSync(`${file}-shm`) || leftBehind(file, '-wal')) return;
  try {
    const raw = new Database(file, { fileMustExist: true, timeout: 0 });
    try {
      raw.prepare('SELECT 1 FROM sqlite_master').get();
    } finally {
      raw.close();
    }
  } catch {
    // It is damaged, in use, or not this user's to write: whoever read it has said so, or had no trouble with that.
  }
}

/**
 * Runs `work` in one immediate transaction. While another process holds the database it tries again, with
 * growing random pauses, for up to 10 seconds, without holding anything else up.
 */
export const writing = <T>(store: Store, work: () => T): Promise<T> =>
  whenFree(() => store.raw.transaction(work).immediate());

/** Runs `work`, which leaves nothing behind when the database is busy, until it is not; gives up after 10 seconds. */
export async function whenFree<T>(work: () => T): Promise<T> {
  const until = Date.now() + 10_000;
  for (let pause = 5; ; pause = Math.min(pause * 2, 200)) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || Date.now() > until) throw error;
      await new Promise((done) => setTimeout(done, pause * (0.5 + Math.random())));
    }
  }
}

/**
 * As `whenFree`, for a program that has nothing else to do yet. SQLite itself does not wait for everything: two that
 * turn WAL on at the same time, or set right what a crash left, are told at once that it is busy.
 */
export function patiently<T>(work: () => T): T {
  const until = Date.now() + PATIENCE;
  for (let pause = 5; ; pause = Math.min(pause * 2, 200)) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || Date.now() > until) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause * (0.5 + Math.random()));
    }
  }
}
