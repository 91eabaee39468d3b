import { existsSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { asFault, DatabaseFault } from '../fault.ts';
import type { End } from '../move.ts';
import { connect } from './connect.ts';
import { ALONE } from './postgres.ts';
import { called, connectTo, faultOf, openServer, PROGRAM } from './server.ts';
import { postgresSide, sqliteSide } from './sides.ts';

/** The ends of a move: a database that a person has named, held so that no bot can use it meanwhile. */

export { faultOf };

/** Whether somebody named a database of PostgreSQL, rather than a file. */
export const isServer = (place: string): boolean => /^postgres(ql)?:\/\//.test(place);

/**
 * Opens a file (with its whole name) or a database of PostgreSQL, brings its tables to this version's and begins a transaction.
 * `isNew`: the file is made where there is none. Throws `DatabaseFault`.
 */
export const openEnd = (place: string, isNew: boolean): Promise<End> =>
  isServer(place) ? openOnServer(place) : openFile(place, isNew);

async function openFile(file: string, isNew: boolean): Promise<End> {
  if (!isNew && !statSync(file, { throwIfNoEntry: false })?.isFile())
    throw new DatabaseFault(`There is no database ${file}. Name another file.`);
  try {
    if (existsSync(file)) requireAlone(file);
    const raw = connect(file);
    // Each row is held against the others in the order in which they come, which is right at the end alone.
    raw.exec('BEGIN EXCLUSIVE; PRAGMA defer_foreign_keys = ON');
    return {
      ...sqliteSide(raw),
      name: file,
      async commit() {
        raw.exec('COMMIT');
        raw.pragma('wal_checkpoint(TRUNCATE)');
      },
      async close() {
        if (raw.inTransaction) raw.exec('ROLLBACK');
        raw.close();
      },
    };
  } catch (error) {
    throw asFault(error, file);
  }
}

/** SQLite takes the log of changes away only for whoever is alone, and says to others that it is busy. */
function requireAlone(file: string): void {
  const raw = new Database(file);
  try {
    raw.pragma('busy_timeout = 500');
    raw.pragma('journal_mode = DELETE');
  } finally {
    raw.close();
  }
}

async function openOnServer(address: string): Promise<End> {
  const name = called(address);
  const client = await connectTo(address);
  try {
    const others = await client.query(
      'SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1 AND pid <> pg_backend_pid()',
      [PROGRAM],
    );
    if (others.rows.length > 0)
      throw new DatabaseFault(`A bot has the database ${name} open. Stop it, and try again.`, true);
    await (await openServer(address)).close();
    await client.query(`BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0; ${ALONE}`);
  } catch (error) {
    await client.end();
    throw faultOf(error, name);
  }
  return {
    ...postgresSide(client),
    name,
    commit: async () => void (await client.query('COMMIT')),
    // What was not committed goes with its connection.
    close: () => client.end(),
  };
}
