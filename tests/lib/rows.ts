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

/** As `change`, one statement each, without asking whether what rows point to is there. */
export async function changeLoosely(
  store: Store,
  statements: readonly (readonly [sql: string, ...values: unknown[]])[],
): Promise<void> {
  if (!sourceOf(store)) {
    connectionOf(store).pragma('foreign_keys = OFF');
    for (const [sql, ...values] of statements) await change(store, sql, ...values);
    connectionOf(store).pragma('foreign_keys = ON');
    return;
  }
  const client = await sourceOf(store)!.connect();
  try {
    await client.query('SET session_replication_role = replica');
    for (const [sql, ...values] of statements) await client.query(forPostgres(sql), values);
    await client.query('SET session_replication_role = origin');
  } finally {
    client.release();
    drop(store);
  }
}

/** Rows that point to nothing; a server lets nobody make one. */
export const broken = (store: Store): unknown[] =>
  sourceOf(store) ? [] : (connectionOf(store).pragma('foreign_key_check') as unknown[]);

const PUBLIC = "table_schema = 'public' AND table_name NOT LIKE '\\_\\_%'";

/** Every column of every table, whatever tables there are. */
export async function columnsIn(store: Store): Promise<{ table: string; column: string }[]> {
  if (sourceOf(store))
    return rows(
      store,
      `SELECT table_name AS table, column_name AS column FROM information_schema.columns WHERE ${PUBLIC}`,
    );
  return rows(
    store,
    'SELECT one.name AS "table", columns.name AS "column" FROM sqlite_master AS one, pragma_table_info(one.name) AS columns WHERE one.type = \'table\'',
  );
}

/** "table.column" of every column that holds a text, whatever tables there are. */
export async function holding(store: Store, text: string): Promise<string[]> {
  const all = await columnsIn(store);
  const has = (table: string, column: string): string =>
    sourceOf(store) ? `strpos("${table}"."${column}"::text, ?) > 0` : `instr(CAST("${column}" AS TEXT), ?)`;
  const found: string[] = [];
  for (const { table, column } of all)
    if (await firstRow(store, `SELECT 1 FROM "${table}" WHERE ${has(table, column)} LIMIT 1`, text))
      found.push(`${table}.${column}`);
  return found;
}

/** Tables that point to another one. */
export async function pointingTo(store: Store, table: string): Promise<string[]> {
  if (sourceOf(store))
    return column(
      store,
      "SELECT DISTINCT conrelid::regclass::text FROM pg_constraint WHERE contype = 'f' AND confrelid = ?::regclass",
      table,
    );
  return column(
    store,
    'SELECT DISTINCT one.name FROM sqlite_master AS one, pragma_foreign_key_list(one.name) AS keys WHERE one.type = \'table\' AND keys."table" = ?',
    table,
  );
}

/** Has rows of a table refused with a sentence, those of which `when` is true, until `allow`. */
export async function refuse(
  store: Store,
  what: 'INSERT' | 'UPDATE' | 'DELETE',
  table: string,
  says: string,
  when = 'true',
): Promise<void> {
  const trigger = `CREATE TRIGGER refuse BEFORE ${what} ON ${table}`;
  if (!sourceOf(store))
    return change(store, `${trigger} WHEN ${when} BEGIN SELECT raise(ABORT, '${says}'); END`);
  await change(
    store,
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''%'', TG_ARGV[0]; END';
     ${trigger} FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION refuse('${says}')`,
  );
}

export const allow = (store: Store, table: string): Promise<void> =>
  change(
    store,
    sourceOf(store) ? `DROP TRIGGER refuse ON ${table}; DROP FUNCTION refuse` : 'DROP TRIGGER refuse',
  );
