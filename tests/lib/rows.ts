import { drop } from '../../src/match/kept.ts';
import { sourceOf } from '../../src/store/engine/postgres.ts';
import { connectionOf } from '../../src/store/engine/sqlite.ts';
import { forPostgres } from '../../src/store/engine/statement.ts';
import type { Store } from '../../src/store/engine/types.ts';

/** Looking into a store, and changing it, by SQL of one's own; `?` stands for each of the values in turn. */

export type Row = Readonly<Record<string, unknown>>;

/** What a statement finds. */
export async function rows<T = Row>(store: Store, sql: string, ...values: unknown[]): Promise<T[]> {
  if (sourceOf(store)) return (await sent(store, sql, values)).rows as T[];
  const statement = connectionOf(store).prepare(sql);
  return store.read(async () => statement.all(...values) as T[]);
}

/** The first row; undefined where there is none. */
export const firstRow = async <T = Row>(
  store: Store,
  sql: string,
  ...values: unknown[]
): Promise<T | undefined> => (await rows<T>(store, sql, ...values))[0];

/** What is found, each row as the list of its columns. */
export const tuples = async <T = unknown[]>(store: Store, sql: string, ...values: unknown[]): Promise<T[]> =>
  (await rows(store, sql, ...values)).map((row) => Object.values(row) as T);

/** The first column of each row. */
export const column = async <T = unknown>(store: Store, sql: string, ...values: unknown[]): Promise<T[]> =>
  (await rows<Record<string, T>>(store, sql, ...values)).map((row) => Object.values(row)[0]!);

/** The first column of the first row; undefined where there is none. */
export const cell = async (store: Store, sql: string, ...values: unknown[]): Promise<unknown> =>
  (await column(store, sql, ...values))[0];

/**
 * Carries statements out in one transaction; with values it is one statement. What the bot keeps of matches is forgotten, as
 * where a person changes a database between two starts.
 */
export async function change(store: Store, sql: string, ...values: unknown[]): Promise<void> {
  if (sourceOf(store)) await sent(store, sql, values);
  else await changed(store, sql, values);
  drop(store);
}

async function changed(store: Store, sql: string, values: readonly unknown[]): Promise<void> {
  await store.write('meta', async () => {
    const raw = connectionOf(store);
    if (values.length > 0) raw.prepare(sql).run(...values);
    else raw.exec(sql);
  });
}

/** Sends it to a server, which carries several statements out as one transaction. */
async function sent(store: Store, sql: string, values: readonly unknown[]) {
  const client = await sourceOf(store)!.connect();
  try {
    // Without values it may be several.
    return values.length > 0 ? await client.query(forPostgres(sql), [...values]) : await client.query(sql);
  } finally {
    client.release();
  }
}
