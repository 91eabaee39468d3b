import type Database from 'better-sqlite3';
import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Client } from 'pg';
import { isCounted } from './derive.ts';

/** The two sides between which rows are moved: a file of SQLite, and a database of PostgreSQL, each in a transaction. */

/** Rows that are read or written at once. */
export const PIECE = 2000;

/** What is stored in a column: values are the same on both sides. */
export type Value = number | string | Buffer | null;
export type Row = readonly Value[];

/** A table as rows are moved. */
export interface Shape {
  readonly name: string;
  readonly columns: readonly string[];
  /** Of each column: "integer", "real", "text" or "blob". */
  readonly kinds: readonly string[];
  /** Places of the columns of its key, among the columns. */
  readonly key: readonly number[];
  /** The column that counts by itself; undefined: none does. */
  readonly counted: string | undefined;
}

export function shapeOf(table: SQLiteTable): Shape {
  const { name, columns, primaryKeys } = getTableConfig(table);
  const keyed = primaryKeys.flatMap((key) => key.columns.map((column) => column.name));
  const key = columns.flatMap((column, i) => (column.primary || keyed.includes(column.name) ? [i] : []));
  return {
    name,
    columns: columns.map((column) => column.name),
    kinds: columns.map((column) => column.getSQLType()),
    key,
    counted: columns.find(isCounted)?.name,
  };
}

export interface Side {
  count(shape: Shape): Promise<number>;
  /** All rows in the order of their key, texts by their bytes; up to `PIECE` at a time. */
  pieces(shape: Shape): AsyncIterable<readonly Row[]>;
  put(shape: Shape, rows: readonly Row[]): Promise<void>;
  /** Takes all rows away; each table stands behind those that it points to. */
  clear(shapes: readonly Shape[]): Promise<void>;
  /** What counts by itself goes on behind the highest that there is. */
  recount(shape: Shape): Promise<void>;
}

const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

const selecting = ({ name, columns, key }: Shape): string =>
  `SELECT ${quoted(columns)} FROM "${name}" ORDER BY ${quoted(key.map((at) => columns[at]!))}`;

/** A connection that is in a transaction, or changes nothing. */
export function sqliteSide(raw: Database.Database): Side {
  return {
    count: async ({ name }) => raw.prepare(`SELECT count(*) FROM "${name}"`).pluck().get() as number,
    async *pieces(shape) {
      let piece: Row[] = [];
      for (const row of raw.prepare(selecting(shape)).raw().iterate() as IterableIterator<Row>) {
        piece.push(row);
        if (piece.length < PIECE) continue;
        yield piece;
        piece = [];
      }
      if (piece.length > 0) yield piece;
    },
    async put({ name, columns }, rows) {
      const marks = columns.map(() => '?').join(', ');
      const insert = raw.prepare(`INSERT INTO "${name}" (${quoted(columns)}) VALUES (${marks})`);
      for (const row of rows) insert.run(...row);
    },
    async clear(shapes) {
      for (const { name } of [...shapes].reverse()) raw.exec(`DELETE FROM "${name}"`);
    },
    // The highest that there is, or ever was, is noted by SQLite itself.
    recount: async () => {},
  };
}

/** PostgreSQL's names of what is stored in columns. */
const TYPES: Readonly<Record<string, string>> = {
  integer: 'bigint',
  real: 'double precision',
  text: 'text',
  blob: 'bytea',
};

/** A connection that is in a transaction. */
export function postgresSide(client: Pick<Client, 'query'>): Side {
  return {
    async count({ name }) {
      const { rows } = await client.query<{ n: number }>(`SELECT count(*) AS n FROM "${name}"`);
      return rows[0]!.n;
    },
    async *pieces(shape) {
      await client.query(`DECLARE moving NO SCROLL CURSOR FOR ${selecting(shape)}`);
      for (;;) {
        const { rows } = await client.query<Value[]>({
          text: `FETCH ${PIECE} FROM moving`,
          rowMode: 'array',
        });
        if (rows.length > 0) yield rows;
        if (rows.length < PIECE) break;
      }
      await client.query('CLOSE moving');
    },
    async put({ name, columns, kinds }, rows) {
      const lists = kinds.map((kind, i) => `$${i + 1}::${TYPES[kind]}[]`).join(', ');
      const values = columns.map((_, i) => rows.map((row) => row[i]));
      await client.query(`INSERT INTO "${name}" (${quoted(columns)}) SELECT * FROM unnest(${lists})`, values);
    },
    async clear(shapes) {
      await client.query(
        shapes
          .toReversed()
          .map(({ name }) => `DELETE FROM "${name}"`)
          .join('; '),
      );
    },
    async recount({ name, counted }) {
      if (counted === undefined) return;
      const highest = `(SELECT max("${counted}") FROM "${name}")`;
      await client.query(
        `SELECT setval(pg_get_serial_sequence('"${name}"', '${counted}'), coalesce(${highest}, 1), ${highest} IS NOT NULL)`,
      );
    },
  };
}
