import { statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { asFault, DatabaseFault, damaged } from './fault.ts';
import { migrationsIn, patiently } from './open.ts';
import { type Migration, requireOwn } from './standing.ts';

/** Looks into a database without changing it, whoever else has it open. */

/** What a database holds, to tell a copy from something else. */
export interface Contents {
  /** Migrations that were carried out on it. */
  readonly migrations: number;
  readonly matches: number;
}

/**
 * What a database of this bot holds. Throws `DatabaseFault` when there is none, or it is damaged, empty, another
 * program's or a newer version's; `thorough`: also when indexes or references are wrong, which takes ten times as long.
 */
export function examine(
  file: string,
  thorough = false,
  known: readonly Migration[] = migrationsIn(),
): Contents {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile())
    throw new DatabaseFault(`There is no database ${file}. Name another file.`);
  try {
    return patiently(() => look(file, thorough, known));
  } catch (error) {
    throw asFault(error, file);
  }
}

function look(file: string, thorough: boolean, known: readonly Migration[]): Contents {
  const raw = new Database(file, { readonly: true, fileMustExist: true });
  try {
    raw.pragma('busy_timeout = 1000');
    const check = thorough ? 'integrity_check' : 'quick_check';
    const found = raw.pragma(`${check}(1)`, { simple: true }) as string;
    if (found !== 'ok') throw damaged(file, found);
    const migrations = requireOwn(raw, file, known);
    if (migrations === 0) throw new DatabaseFault(`The database ${file} is empty. Name another file.`);
    if (thorough && (raw.pragma('foreign_key_check') as unknown[]).length > 0)
      throw damaged(file, 'rows point to nothing');
    return { migrations, matches: countMatches(raw) };
  } finally {
    raw.close();
  }
}

export const countMatches = (raw: Database.Database): number =>
  raw.prepare('SELECT count(*) FROM matches').pluck().get() as number;
