import { closeSync, existsSync, fsyncSync, openSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { privately } from '../owner.ts';

/** The file of a database: which it is, reading it without changing it, copying it. */

/** Which file stands there under this name. It is only asked for: closing it again would give up SQLite's locks on it. */
export const inodeOf = (file: string): bigint | undefined =>
  statSync(file, { bigint: true, throwIfNoEntry: false })?.ino;

/** SQLite takes its logs away when the last process closes the database, so one that is there tells of a crash. */
export const leftBehind = (file: string, log: string): boolean =>
  (statSync(file + log, { throwIfNoEntry: false })?.size ?? 0) > 0;

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

/** That a file has to be opened again, since another one stands under its name by now: SQLite is busy, to whoever waits. */
export const replaced = (): Error =>
  Object.assign(new Error('Another file was put in its place.'), { code: 'SQLITE_BUSY' });

/**
 * Runs `work`, which opens the file. SQLite finds the log of a database by its name, so whoever opened one a moment before a
 * backup took its place reads it with the log of that one: what such a mixture says means nothing, and `replaced` is
 * thrown instead.
 */
export function unmoved<T>(file: string, work: () => T): T {
  const which = inodeOf(file);
  try {
    return work();
  } catch (error) {
    throw which !== undefined && inodeOf(file) !== which ? replaced() : error;
  }
}

/** Opens a database only to read it, and leaves beside it what was there before. Throws what SQLite says, or `replaced`. */
export const reading = <T>(file: string, work: (raw: Database.Database) => T): T =>
  unmoved(file, () => {
    const had = ['-shm', '-wal', '-journal'].some((log) => existsSync(file + log));
    const raw = new Database(file, { readonly: true, fileMustExist: true });
    try {
      return work(raw);
    } finally {
      raw.close();
      if (!had) takeLogsAway(file);
    }
  });

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

/** Opens the log of a database that somebody has open; the name is the one SQLite knows it by, behind all links. */
export const openLog = (file: string): number => openSync(`${file}-wal`, 'r+');

/** Makes what was named, renamed or removed in a folder outlast a loss of power. */
export function settleNames(folder: string): void {
  let opened: number | undefined;
  try {
    opened = openSync(folder, 'r');
    fsyncSync(opened);
  } catch {
    // Where folders cannot be opened, the system settles them by itself.
  } finally {
    if (opened !== undefined) closeSync(opened);
  }
}
