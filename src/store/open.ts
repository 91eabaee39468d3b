import { existsSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3';
import { readMigrationFiles } from 'drizzle-orm/migrator';

const FOLDER = fileURLToPath(new URL('../../migrations', import.meta.url));

export interface Store {
  readonly db: BetterSQLite3Database;
  readonly raw: Database.Database;
  close(): void;
}

/**
 * Opens the database and brings it to the newest schema. Before an existing one is changed a copy is made
 * beside it (`<file>.before-<n>`). All migrations that are due happen in one transaction: when one fails, or the
 * migrated data break a foreign key, it throws and nothing has changed.
 */
export function openStore(file: string, folder = FOLDER): Store {
  const raw = new Database(file);
  raw.pragma('busy_timeout = 5000');
  raw.pragma('journal_mode = WAL');
  raw.pragma('synchronous = FULL');
  // What a person has deleted must not lie about in free pages.
  raw.pragma('secure_delete = ON');
  const db = drizzle({ client: raw });
  bringUp(raw, file, folder);
  raw.pragma('foreign_keys = ON');
  // Waiting inside SQLite holds every other click: `writing` waits outside instead.
  raw.pragma('busy_timeout = 50');
  return { db, raw, close: () => raw.close() };
}

function bringUp(raw: Database.Database, file: string, folder: string): void {
  const known = readMigrationFiles({ migrationsFolder: folder });
  const done = applied(raw);
  if (done >= known.length) return;
  if (done > 0 && file !== ':memory:') copy(raw, `${file}.before-${done}`);
  // A rebuilt table is dropped and made again: with foreign keys on, that would take its children along.
  raw.pragma('foreign_keys = OFF');
  const migrate = raw.transaction(() => {
    raw.exec(
      'CREATE TABLE IF NOT EXISTS __drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at numeric)',
    );
    const note = raw.prepare('INSERT INTO __drizzle_migrations (hash, created_at) VALUES (?, ?)');
    // Another process may have migrated in the meantime, so it is asked again in here.
    for (const { sql, hash, folderMillis } of known.slice(applied(raw))) {
      for (const statement of sql) raw.exec(statement);
      note.run(hash, folderMillis);
    }
    const broken = raw.pragma('foreign_key_check') as unknown[];
    if (broken.length > 0) {
      throw new Error(
        `After the migration ${broken.length} rows would point to nothing, so nothing was changed`,
      );
    }
  });
  migrate.immediate();
}

function copy(raw: Database.Database, to: string): void {
  if (existsSync(to)) rmSync(to);
  raw.prepare('VACUUM INTO ?').run(to);
}

/** Copies a database as it is now to another file; it is only read, and others may have it open. */
export function copyDatabase(from: string, to: string): void {
  const raw = new Database(from, { readonly: true, fileMustExist: true });
  copy(raw, to);
  raw.close();
}

function applied(raw: Database.Database): number {
  const table = raw.prepare("SELECT 1 FROM sqlite_master WHERE name = '__drizzle_migrations'").get();
  if (!table) return 0;
  return (raw.prepare('SELECT count(*) AS n FROM __drizzle_migrations').get() as { n: number }).n;
}

/** Another process holds it, or is just setting it right after one that died. */
const BUSY = new Set(['SQLITE_BUSY', 'SQLITE_BUSY_SNAPSHOT', 'SQLITE_BUSY_RECOVERY', 'SQLITE_LOCKED']);

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
      const code = (error as { code?: string }).code ?? '';
      if (!BUSY.has(code) || Date.now() > until) throw error;
      await new Promise((done) => setTimeout(done, pause * (0.5 + Math.random())));
    }
  }
}
