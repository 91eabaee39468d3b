import type Database from 'better-sqlite3';
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3';
import { connect } from './engine/connect.ts';
import { connectionOf, storeOver } from './engine/sqlite.ts';
import type { Store as Opened, Watch } from './engine/types.ts';

export interface Store extends Opened {
  readonly db: BetterSQLite3Database;
  readonly raw: Database.Database;
}

/**
 * Opens the database, which is made where there is none, and brings it to the newest schema. Before an existing one is
 * changed a copy is made beside it (`<file>.before-<n>`). One that was not closed cleanly is checked first. Only its owner
 * may read it. `folder`: that of other migrations; `watch` hears of each statement. Throws `DatabaseFault`.
 */
export function openStore(file: string, folder?: string, watch?: Watch): Store {
  const store = storeOver(connect(file, folder), watch);
  const raw = connectionOf(store);
  return Object.assign(store, { raw, db: drizzle({ client: raw }) });
}

/** Runs `work` in one transaction (see `Store.write`). */
export const writing = <T>(store: Store, work: () => T): Promise<T> =>
  store.write('meta', async () => work());
