import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { statOf } from '../../folders.ts';
import { asFault, DatabaseFault, damaged } from '../fault.ts';
import { closeToOthers, privately } from '../owner.ts';
import { type Migration, requireOwn } from '../standing.ts';
import { patiently } from './busy.ts';
import { inodeOf, leftBehind, replaced, unmoved } from './files.ts';
import { bringUp, migrationsIn } from './migrate.ts';

/** Opening SQLite's file. */

/**
 * Opens the file, which is made where there is none, and brings it to the newest schema. One that was not closed cleanly
 * is checked first. Only its owner may read it. Throws `DatabaseFault`.
 */
export function connect(file: string, folder?: string): Database.Database {
  const known = migrationsIn(folder);
  try {
    if (file !== ':memory:') {
      requireFile(file);
      const unclean = leftBehind(file, '-wal') || leftBehind(file, '-journal');
      if (unclean && existsSync(file)) patiently(() => unmoved(file, () => check(file)));
    }
    return patiently(() => unmoved(file, () => open(file, known)));
  } catch (error) {
    throw asFault(error, file);
  }
}

function open(file: string, known: readonly Migration[]): Database.Database {
  const which = inodeOf(file);
  // While SQLite waited another file could be put in the place of this one, so it is opened anew instead.
  const raw = privately(() => new Database(file, { timeout: 0 }));
  try {
    // What is another program's is not changed at all.
    requireOwn(raw, file, known);
    const mode = raw.pragma('journal_mode = WAL', { simple: true });
    if (file !== ':memory:') requireSame(raw, file, which);
    raw.pragma('busy_timeout = 1000');
    // The store syncs the log itself, and brings it into the file in a thread (see `disk.ts`). A disk that can have no log
    // with others leaves both to SQLite.
    raw.pragma(`synchronous = ${mode === 'wal' ? 'NORMAL' : 'FULL'}`);
    raw.pragma('wal_autocheckpoint = 0');
    // What a person has deleted must not lie about in free pages.
    raw.pragma('secure_delete = ON');
    bringUp(raw, file, known);
    raw.pragma('foreign_keys = ON');
    // SQLite opens a file that cannot be written all the same, and says so only when it comes to writing.
    raw.exec('BEGIN IMMEDIATE; PRAGMA user_version = 0; ROLLBACK');
    if (file !== ':memory:') closeToOthers(file);
    // What migrations and a crash have left in the log is brought in while nobody waits for anything else.
    raw.pragma('wal_checkpoint(PASSIVE)');
    // Waiting inside SQLite holds every other click: `whenFree` waits outside instead.
    raw.pragma('busy_timeout = 50');
    return raw;
  } catch (error) {
    raw.close();
    throw error;
  }
}

/**
 * From the first look into it on, nobody can put a backup in the place of a database with WAL. Where that was done just
 * before, or there was none, it has to be opened again: throws that it is busy.
 */
function requireSame(raw: Database.Database, file: string, which: bigint | undefined): void {
  raw.prepare('SELECT 1 FROM sqlite_master').get();
  if (inodeOf(file) !== which) throw replaced();
}

function requireFile(file: string): void {
  const found = statOf(file);
  if (found && !found.isFile())
    throw new DatabaseFault(`${file} is no file, so it cannot be the database. Name another one.`);
  if (!existsSync(dirname(file)))
    throw new DatabaseFault(`There is no folder for the database ${file}. Make it, or name another file.`);
}

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
