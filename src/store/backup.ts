import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join, parse } from 'node:path';
import { statOf } from '../folders.ts';
import { patiently } from './engine/busy.ts';
import { copyDatabase, settleNames } from './engine/files.ts';
import { type Contents, examine } from './examine.ts';
import { asFault, codeOf, DatabaseFault, isBusy, isDamage } from './fault.ts';
import { giveToOwner } from './owner.ts';

/** Copies of the database, made while the bot runs, and whole before they get their names. */

export interface Backup {
  readonly file: string;
  /** In bytes. */
  readonly size: number;
  readonly matches: number;
}

/**
 * Copies a database to a new file, whose name nothing may have yet. It is a copy of one moment, holds nobody up, and has
 * its name only when it was read again and found whole. One that root makes where backups go that nobody named belongs to
 * whom the database does. Throws `DatabaseFault`; then there is no copy.
 */
export function backUp(file: string, to: string): Backup {
  requireFree(to);
  const part = spare(to);
  try {
    const { matches } = copyWhole(file, part, to);
    if (dirname(to) === usualFolder(file)) giveToOwner(part, file);
    giveName(part, to);
    settleNames(dirname(to));
    return { file: to, size: statSync(to).size, matches };
  } catch (error) {
    throw asFault(error, to);
  } finally {
    remove(part);
  }
}

/** Throws `DatabaseFault` where a backup of that name cannot be. */
function requireFree(to: string): void {
  try {
    // Asked so that a folder which this user may not enter is not taken for one that is not there.
    if (statOf(to)) throw taken(to);
    if (!statOf(dirname(to)))
      throw new DatabaseFault(`There is no folder for the backup ${to}. Make it, or name another file.`);
  } catch (error) {
    throw asFault(error, to);
  }
}

const usualFolder = (file: string): string => join(dirname(file), 'backups');

/** Where backups go that nobody named: a folder beside the database, made for its owner alone, and a file a second. */
export function usualPlace(file: string, at: number, folder = usualFolder(file)): string {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // One that root made alone would shut out the user who runs the bot.
    if (folder === usualFolder(file)) giveToOwner(folder, file);
  } catch (error) {
    throw new DatabaseFault(`The folder ${folder} for backups cannot be made (${codeOf(error)}).`);
  }
  return join(folder, `${parse(file).name}-${stamp(at)}.db`);
}

/** A time in UTC as it stands in names of files: 2026-03-01T04-00-00. */
export const stamp = (at: number): string => new Date(at).toISOString().slice(0, 19).replaceAll(':', '-');

/** A name beside another that nobody else uses. */
export const spare = (file: string): string => `${file}.part-${randomBytes(6).toString('hex')}`;

/** Removes a file that was half made, with what SQLite keeps beside it while it does. Throws nothing. */
export function remove(part: string): void {
  try {
    for (const end of ['', '-journal', '-wal', '-shm']) rmSync(part + end, { force: true });
  } catch {
    // Where nothing can be removed nothing could be made, and why that was so is what is to be told.
  }
}

/**
 * Copies a database and makes sure that the copy holds all of it and is whole. What cannot be written is told of `named`,
 * what cannot be read of the database. Throws `DatabaseFault`.
 */
export function copyWhole(from: string, to: string, named: string): Contents {
  const before = examine(from);
  try {
    patiently(() => {
      remove(to);
      copyDatabase(from, to);
    });
  } catch (error) {
    throw asFault(error, isBusy(error) || isDamage(error) ? from : named);
  }
  const copy = examine(to, true, from);
  // Others may have gone on meanwhile; matches are never deleted.
  const after = examine(from);
  const among = (what: keyof Contents): boolean => before[what] <= copy[what] && copy[what] <= after[what];
  if (!among('matches') || !among('migrations'))
    throw new DatabaseFault(
      `A copy of ${from} has ${copy.matches} matches instead of ${after.matches}, so it was thrown away. See whether its disk is in order.`,
    );
  return copy;
}

/** Never takes the name of another file, even of one that came just now. */
function giveName(part: string, to: string): void {
  try {
    linkSync(part, to);
  } catch (error) {
    // Some disks know one name for a file only.
    if (codeOf(error) === 'EEXIST' || existsSync(to)) throw taken(to);
    renameSync(part, to);
  }
}

const taken = (to: string): DatabaseFault =>
  new DatabaseFault(`${to} is there already, and a backup overwrites nothing. Name another file.`);
