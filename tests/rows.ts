import { connectionOf } from '../src/store/engine/sqlite.ts';
import type { Store } from '../src/store/engine/types.ts';

/** Looking into a store, and changing it, by SQL of one's own; `?` stands for each of the values in turn. */

export type Row = Readonly<Record<string, unknown>>;

/** What a statement finds, or what it changed where it says so (`RETURNING`). */
export function rows<T = Row>(store: Store, sql: string, ...values: unknown[]): Promise<T[]> {
  const statement = connectionOf(store).prepare(sql);
  const work = async (): Promise<T[]> => {
    if (statement.reader) return statement.all(...values) as T[];
    statement.run(...values);
    return [];
  };
  return statement.readonly ? store.read(work) : store.write('meta', work);
}

/** The first row; undefined where there is none. */
export const row = async <T = Row>(store: Store, sql: string, ...values: unknown[]): Promise<T | undefined> =>
  (await rows<T>(store, sql, ...values))[0];

/** The first column of each row. */
export const column = async <T = unknown>(store: Store, sql: string, ...values: unknown[]): Promise<T[]> =>
  (await rows<Record<string, T>>(store, sql, ...values)).map((one) => Object.values(one)[0]!);

/** The first column of the first row; undefined where there is none. */
export const value = async <T = unknown>(
  store: Store,
  sql: string,
  ...values: unknown[]
): Promise<T | undefined> => (await column<T>(store, sql, ...values))[0];

/** Several statements, without values, in one transaction. */
export const run = (store: Store, sql: string): Promise<void> =>
  store.write('meta', async () => void connectionOf(store).exec(sql));
