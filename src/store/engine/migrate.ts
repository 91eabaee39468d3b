import { renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type Database from 'better-sqlite3';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { asFault, DatabaseFault } from '../fault.ts';
import { type Migration, requireOwn } from '../standing.ts';
import { copyDatabase, settleNames } from './files.ts';

/** Bringing the schema of a database up to this version's. */

const FOLDER = fileURLToPath(new URL('../../../migrations', import.meta.url));

/** The changes of the schema that this program knows, in their order. */
export const migrationsIn = (folder = FOLDER): Migration[] =>
  readMigrationFiles({ migrationsFolder: folder });

/**
 * Carries out all migrations that are due, in one transaction: when one fails, or the migrated data break a foreign key,
 * nothing has changed. Before an existing database is changed a copy is made beside it. Throws `DatabaseFault`.
 */
export function bringUp(raw: Database.Database, file: string, known: readonly Migration[]): void {
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
