import { execFile } from 'node:child_process';
import { getTableConfig } from 'drizzle-orm/sqlite-core';
import { TABLES } from '../catalog.ts';
import { sourceOf } from './postgres.ts';
import { alone, connectionOf } from './sqlite.ts';
import type { Store } from './types.ts';

/** Taking what was deleted out of the files, too. */

/**
 * Takes what was deleted out of SQLite's files, too: the log of changes is emptied into the database, whose free places are
 * overwritten; where a copy of `text` (ASCII) is left over in the middle of a page, the whole file is written anew.
 * False when others kept the database from it. On PostgreSQL the rows are vacuumed away; what its log and its backups hold is
 * the operator's.
 */
export async function scrub(store: Store, text: string): Promise<boolean> {
  if (sourceOf(store)) return vacuum(store);
  const { memory, name } = connectionOf(store);
  if (memory) return true;
  if (!(await checkpoint(store))) return false;
  if (!(await contains(name, text))) return true;
  await alone(store, (raw) => raw.exec('VACUUM'));
  return (await checkpoint(store)) && !(await contains(name, text));
}

/** Tables that somebody else is vacuuming are left to them. */
async function vacuum(store: Store): Promise<boolean> {
  const tables = TABLES.map((table) => `"${getTableConfig(table).name}"`).join(', ');
  try {
    const client = await sourceOf(store)!.connect();
    await client.query(`VACUUM (SKIP_LOCKED) ${tables}`).finally(() => client.release());
    return true;
  } catch {
    return false;
  }
}

async function checkpoint(store: Store): Promise<boolean> {
  try {
    await alone(store, (raw) => {
      const [done] = raw.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
      if (done?.busy) throw Object.assign(new Error('The database is being read.'), { code: 'SQLITE_BUSY' });
    });
    return true;
  } catch {
    return false;
  }
}

/** Reads a file piece by piece; exit code 0 when it contains what comes on standard input. */
const SEARCH = `
  const { createReadStream, readFileSync } = require('node:fs');
  const text = readFileSync(0, 'latin1');
  let rest = '';
  createReadStream(process.argv[1], { encoding: 'latin1', highWaterMark: 1 << 20 })
    .on('data', (chunk) => {
      const read = rest + chunk;
      if (read.includes(text)) process.exit(0);
      rest = read.slice(1 - text.length);
    })
    .on('end', () => process.exit(1));`;

/**
 * Whether a database file contains a text; true where that cannot be found out. Another process looks: closing a file
 * gives up all locks that a process has on it, those of SQLite too, and then nobody knows that it is in use.
 */
function contains(file: string, text: string): Promise<boolean> {
  return new Promise((resolve) => {
    const search = execFile(process.execPath, ['-e', SEARCH, file], (error) => resolve(error?.code !== 1));
    search.stdin!.on('error', () => {}).end(text);
  });
}
