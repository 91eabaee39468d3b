import { connect } from './engine/connect.ts';
import { storeOver } from './engine/sqlite.ts';
import type { Store, Watch, Writes } from './engine/types.ts';

export { called, openServer } from './engine/server.ts';
export { type Key, type Store, SUBJECTS, type Writes } from './engine/types.ts';

/**
 * Opens the database, which is made where there is none, and brings it to the newest schema. Before an existing one is
 * changed a copy is made beside it (`<file>.before-<n>`). One that was not closed cleanly is checked first. Only its owner
 * may read it. `folder`: that of other migrations; `watch` hears of each statement, `writes` of each write. Throws `DatabaseFault`.
 */
export const openStore = (file: string, folder?: string, watch?: Watch, writes?: Writes): Store =>
  storeOver(connect(file, folder), watch, {}, writes);
