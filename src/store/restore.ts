import { existsSync, linkSync, lstatSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { copyWhole, remove, spare, stamp } from './backup.ts';
import { copyDatabase, inodeOf, reading, settleNames, takeLogsAway } from './engine/files.ts';
import { migrationsIn } from './engine/migrate.ts';
import { asFault, codeOf, DatabaseFault, isBusy, isDamage } from './fault.ts';
import { giveToOwner, privately } from './owner.ts';
import { requireNotForeign } from './standing.ts';

/** Puts a copy of a backup in the place of the database while nobody has that open. */

export interface Restored {
  readonly matches: number;
  /** Where that is now which was there before; undefined: there was nothing. */
  readonly kept: string | undefined;
}

/**
 * Puts a checked copy of `from` in the place of the database `named` and keeps what was there beside it. Whoever kills it
 * finds the old one or the new one there, whole. Throws `DatabaseFault`, and then nothing has changed: when `from` is
 * no whole database of this version or an older one, or while anybody has the database open.
 */
export function restore(from: string, named: string, at: number): Restored {
  const file = followed(named);
  if (isSame(from, file)) throw new DatabaseFault(`${from} is the database itself. Name a backup of it.`);
  const part = spare(file);
  try {
    const { matches } = copyWhole(from, part, file);
    useLog(part);
    giveToOwner(part, file);
    const kept = `${file}.replaced-${stamp(at)}`;
    return { matches, kept: replace(file, part, kept) ? kept : undefined };
  } catch (error) {
    throw isBusy(error) ? inUse(file) : asFault(error, file);
  } finally {
    remove(part);
  }
}

/** What is to be replaced is the database, not a link to it. */
function followed(named: string): string {
  const isLink = existsSync(named) && lstatSync(named).isSymbolicLink();
  return isLink ? realpathSync(named) : named;
}

/** Throws `DatabaseFault` where `from` cannot be reached. */
function isSame(from: string, file: string): boolean {
  try {
    return existsSync(file) && inodeOf(from) === inodeOf(file);
  } catch (error) {
    throw asFault(error, from);
  }
}

const inUse = (file: string): DatabaseFault =>
  new DatabaseFault(
    `The database ${file} is in use, so nothing was restored. Stop the bot and whatever else has it open, and try again.`,
    true,
  );

/**
 * As the bot has it. Otherwise the first start would have to change it, with a journal that one which began a moment
 * before the old file was replaced takes for its own.
 */
function useLog(part: string): void {
  const raw = new Database(part);
  raw.pragma('journal_mode = WAL');
  raw.close();
}

/** True when there was something to keep. Throws that SQLite is busy while somebody has the database open. */
function replace(file: string, part: string, kept: string): boolean {
  // Where there is none an empty one is locked, so that no bot begins one meanwhile.
  if (!existsSync(file)) privately(() => new Database(file)).close();
  // Asked before it is looked into, since that makes the file of which this is told.
  const unknown = isUnknown(file);
  if (isReadable(file)) {
    try {
      return replaceWhole(file, part, kept);
    } catch (error) {
      if (!isDamage(error)) throw error;
    }
  }
  return replaceDamaged(file, part, kept, unknown);
}

/**
 * Whether somebody may have a database open of whom nothing tells: where there is nothing in the log, SQLite does not ask
 * whether it is alone before it reads.
 */
function isUnknown(file: string): boolean {
  // What a process left that was killed is gone then, unless the beginning of the database is damaged, too.
  takeLogsAway(file);
  return existsSync(`${file}-shm`) && sizeOf(`${file}-wal`) === 0;
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** Whether a bot could start on a database. It is only read, since SQLite would mend what is to be kept as it is. */
function isReadable(file: string): boolean {
  try {
    reading(file, (raw) => requireNotForeign(raw, file, migrationsIn()));
    return true;
  } catch (error) {
    if (isDamage(error)) return false;
    // Only who may write can read what was left in the middle of a change.
    if (/^SQLITE_(READONLY|CANTOPEN)/.test(codeOf(error))) return true;
    throw error;
  }
}

function replaceWhole(file: string, part: string, kept: string): boolean {
  const which = inodeOf(file);
  const raw = new Database(file);
  try {
    raw.pragma('busy_timeout = 500');
    // The log of changes is taken into the file and away, which SQLite does only for whoever is alone.
    raw.pragma('journal_mode = DELETE');
    const keeps = statSync(file).size > 0;
    if (keeps) keep(file, kept);
    try {
      // From here on whoever starts waits, until the new one is there.
      raw.exec('BEGIN EXCLUSIVE');
      if (inodeOf(file) !== which) throw inUse(file);
      takePlace(part, file);
    } catch (error) {
      if (keeps) rmSync(kept);
      throw error;
    }
    settleNames(dirname(file));
    return keeps;
  } finally {
    raw.close();
  }
}

function takePlace(part: string, file: string): void {
  try {
    renameSync(part, file);
  } catch (error) {
    throw codeOf(error) === 'EBUSY' ? mounted(file) : error;
  }
}

const taken = (kept: string): DatabaseFault => new DatabaseFault(`${kept} is there already. Try again.`);

const mounted = (file: string): DatabaseFault =>
  new DatabaseFault(
    `The database ${file} is mounted by itself, so nothing can take its place, and nothing was restored. Mount the folder it is in instead, and try again.`,
  );

/** Gives the database a second name, or copies it where a disk knows one name for a file only. */
function keep(file: string, kept: string): void {
  try {
    linkSync(file, kept);
  } catch {
    if (existsSync(kept)) throw taken(kept);
    try {
      copyDatabase(file, kept);
    } catch (error) {
      remove(kept);
      throw error;
    }
  }
}

/** Nobody can start on what cannot be read, so it is enough that nobody has had it open since it could be. */
function replaceDamaged(file: string, part: string, kept: string, unknown: boolean): boolean {
  if (existsSync(kept)) throw taken(kept);
  const moved: string[] = [];
  const raw = new Database(file);
  try {
    raw.pragma('busy_timeout = 500');
    // So SQLite asks whether it is alone before it reads anything.
    raw.pragma('locking_mode = EXCLUSIVE');
    raw.prepare('SELECT 1 FROM sqlite_master').get();
  } catch (error) {
    if (!isDamage(error)) throw error;
    if (unknown)
      throw new DatabaseFault(
        `The database ${file} is so damaged that it cannot be told whether anybody has it open. Stop the bot, remove ${file}-shm, and try again.`,
      );
    // What is not yet in the file must never be taken into the new one.
    for (const log of ['-wal', '-journal']) {
      if (sizeOf(file + log) === 0) continue;
      renameSync(file + log, kept + log);
      moved.push(log);
    }
  } finally {
    raw.close();
  }
  for (const log of ['-shm', '-wal', '-journal']) rmSync(file + log, { force: true });
  try {
    keepDamaged(file, kept);
    takePlace(part, file);
  } catch (error) {
    // As it was, whichever of the two names it has by now.
    if (existsSync(file)) rmSync(kept, { force: true });
    else renameSync(kept, file);
    for (const log of moved) renameSync(kept + log, file + log);
    throw error;
  }
  settleNames(dirname(file));
  return true;
}

/** It cannot be copied as a database, and it must not be lost: where a disk knows one name for a file only it is moved. */
function keepDamaged(file: string, kept: string): void {
  try {
    linkSync(file, kept);
  } catch {
    try {
      renameSync(file, kept);
    } catch (error) {
      throw codeOf(error) === 'EBUSY' ? mounted(file) : error;
    }
  }
}
