import { writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { connectionOf, storeOver } from '../../src/store/engine/sqlite.ts';
import type { Watch } from '../../src/store/engine/types.ts';
import { openStore, type Store } from '../../src/store/open.ts';
import { scansIn } from './plans.ts';
import { closeAll, SERVER, type Image as ServerImage, serverImage, serverStore } from './server.ts';

let image: Buffer | undefined;
/** What stores have sent since `scans` was asked last. */
let sent = new Set<string>();
/** What was looked at: workers keep their modules from file to file. */
const judged = new Set<string>();

/** All that a store held at some time. */
export type Image = Buffer | ServerImage;

/**
 * An empty database in memory, or on the server where tests are given one. Only the first one of a worker is made by all
 * migrations, which takes a test's share of time; the others are copies of it. `watch` hears of each statement.
 */
export function emptyStore(watch?: Watch): Store {
  if (SERVER) return serverStore(undefined, watch);
  image ??= migrated();
  return storeFrom(image, watch);
}

/** A database that holds what one held when `imageOf` was taken of it. `inOrder`: also a server takes one transaction at a time. */
export function storeFrom(image: Image, watch?: Watch, inOrder?: 'in order'): Store {
  if (!Buffer.isBuffer(image)) return serverStore(image, watch, inOrder && 1);
  const raw = new Database(image);
  raw.pragma('foreign_keys = ON');
  return storeOver(raw, (text) => {
    sent.add(text);
    watch?.(text);
  });
}

/** All that a database holds: what many tests begin with is written once, and each has a copy of its own. */
export const imageOf = async (store: Store): Promise<Image> => (SERVER ? serverImage(store) : bytesOf(store));

const bytesOf = (store: Store): Buffer => connectionOf(store).serialize();

/** Closes what a file of tests has left open. */
export const closeStores = (): Promise<void> => closeAll();

/** What was sent since this was asked last and would read all of a table that grows with every game (see `plans.ts`). */
export function scans(): string[] {
  const fresh = [...sent].filter((text) => !judged.has(text));
  sent = new Set();
  for (const text of fresh) judged.add(text);
  return fresh.length > 0 && image ? scansIn(image, fresh) : [];
}

/** An empty database in a file, as a bot leaves it that was closed: a start finds nothing to migrate. */
export function emptyFile(file: string): void {
  image ??= migrated();
  writeFileSync(file, image, { mode: 0o600 });
  // What was in memory has no log of changes.
  openStore(file).close();
}

function migrated(): Buffer {
  const store = openStore(':memory:');
  const made = bytesOf(store);
  void store.close();
  return made;
}
