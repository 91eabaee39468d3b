import { existsSync } from 'node:fs';
import type Database from 'better-sqlite3';
import { DatabaseFault } from './fault.ts';

/** How a database stands to this program: its own or not, older, the same, or newer. */

/** A change of the schema, as drizzle reads it from its folder. */
export interface Migration {
  readonly sql: string[];
  readonly hash: string;
  /** When it was written, in ms since 1970: tells it from every other. */
  readonly folderMillis: number;
}

/**
 * How many migrations were carried out on a database, 0 for one that is empty. Throws `DatabaseFault` when it is another
 * program's or a newer version's.
 */
export function requireOwn(raw: Database.Database, file: string, known: readonly Migration[]): number {
  const done = appliedOf(raw);
  if (isForeign(raw, done, known)) throw foreign(file);
  if (done.length > known.length || done.some((at, i) => at !== known[i]!.folderMillis))
    throw new DatabaseFault(newer(file, done.length, known.length));
  return done.length;
}

/** Throws `DatabaseFault` when a database is another program's, whatever version of ours wrote it. */
export function requireNotForeign(raw: Database.Database, file: string, known: readonly Migration[]): void {
  if (isForeign(raw, appliedOf(raw), known)) throw foreign(file);
}

const foreign = (file: string): DatabaseFault =>
  new DatabaseFault(`${file} is the database of another program. Name another file.`);

const isForeign = (raw: Database.Database, done: readonly number[], known: readonly Migration[]): boolean =>
  done.length > 0
    ? done[0] !== known[0]!.folderMillis
    : raw.prepare('SELECT 1 FROM sqlite_master').get() !== undefined;

/** When each migration that was carried out on a database was written, in ms since 1970; none: it has no tables of ours. */
function appliedOf(raw: Database.Database): number[] {
  const table = raw.prepare("SELECT 1 FROM sqlite_master WHERE name = '__drizzle_migrations'").get();
  if (!table) return [];
  return raw.prepare('SELECT created_at FROM __drizzle_migrations ORDER BY rowid').pluck().all() as number[];
}

function newer(file: string, done: number, known: number): string {
  const copies = Array.from({ length: known }, (_, i) => `${file}.before-${known - i}`);
  const copy = copies.find((name) => existsSync(name));
  const back = copy
    ? `go back to before that update: npm run restore ${copy}`
    : 'restore an older backup: npm run restore FILE';
  return `The database ${file} was written by a newer version of this bot (${done} changes of its tables, and this one knows ${known}). Start that version, or ${back}.`;
}
