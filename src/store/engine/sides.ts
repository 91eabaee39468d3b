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
  readonly column: string | undefined;
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
    column: columns.find(isCounted)?.name,
  };
}

export interface Side {
  count(shape: Shape): Promise<number>;
  /** All rows in the order of their key, texts by their bytes; up to `PIECE` at a time. */
  pieces(shape: Shape): AsyncIterable<readonly Row[]>;
  put(shape: Shape, rows: readonly Row[]): Promise<void>;
  /** Takes the rows with these keys away, as far as they are there. */
  drop(shape: Shape, keys: readonly Row[]): Promise<void>;
  /** Takes all rows away; each table stands behind those that it points to. */
  clear(shapes: readonly Shape[]): Promise<void>;
  /** The highest number that was ever counted, 0 for none: none of them is used again. */
  counted(shape: Shape): Promise<number>;
  /** Counting goes on behind that number. */
  goOn(shape: Shape, last: number): Promise<void>;
}

const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

const selecting = ({ name, columns, key }: Shape): string =>
  `SELECT ${quoted(columns)} FROM "${name}" ORDER BY ${quoted(key.map((at) => columns[at]!))}`;

/** The terms that a row has one key; `mark` is the placeholder of each part of it. */
const keyed = ({ columns, key }: Shape, mark: (at: number) => string): string =>
  key.map((at, i) => `"${columns[at]}" = ${mark(i)}`).join(' AND ');

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
    async drop(shape, keys) {
      const gone = raw.prepare(`DELETE FROM "${shape.name}" WHERE ${keyed(shape, () => '?')}`);
      for (const key of keys) gone.run(...key);
    },
    async clear(shapes) {
      for (const { name } of [...shapes].reverse()) raw.exec(`DELETE FROM "${name}"`);
    },
    async counted({ name }) {
      const found = raw.prepare('SELECT seq FROM sqlite_sequence WHERE name = ?').pluck().get(name);
      return (found as number | undefined) ?? 0;
    },
    async goOn({ name }, last) {
      raw.prepare('DELETE FROM sqlite_sequence WHERE name = ?').run(name);
      raw.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)').run(name, last);
    },
  };
}

/** PostgreSQL's names of what is stored in columns. */
const TYPES: Readonly<Record<string, string>> = {
  integer: 'bigint',
  real: 'double precision',
  text: 'text',
  blob: 'bytea',
};

/** As migrations name what counts. */
const sequenceOf = ({ name, column }: Shape): string => `"${name}_${column}_seq"`;

/** A connection that is in a transaction. */
export function postgresSide(client: Pick<Client, 'query'>): Side {
  return {
    async count({ name }) {
      const { rows } = await client.query<{ n: number }>(`SELECT count(*) AS n FROM "${name}"`);
      return rows[0]!.n;
    },
    async *pieces(shape) {
      await client.query(`DECLARE moving NO SCROLL CURSOR FOR ${selecting(shape)}`);
      try {
        for (;;) {
          const { rows } = await client.query<Value[]>({
            text: `FETCH ${PIECE} FROM moving`,
            rowMode: 'array',
          });
          if (rows.length > 0) yield rows;
          if (rows.length < PIECE) break;
        }
      } finally {
        // Where a statement has failed there is nothing to close.
        await client.query('CLOSE moving').catch(() => {});
      }
    },
    async put({ name, columns, kinds }, rows) {
      const lists = kinds.map((kind, i) => `$${i + 1}::${TYPES[kind]}[]`).join(', ');
      const values = columns.map((_, i) => rows.map((row) => row[i]));
      await client.query(`INSERT INTO "${name}" (${quoted(columns)}) SELECT * FROM unnest(${lists})`, values);
    },
    async drop(shape, keys) {
      const gone = `DELETE FROM "${shape.name}" WHERE ${keyed(shape, (at) => `$${at + 1}`)}`;
      for (const key of keys) await client.query(gone, [...key]);
    },
    async clear(shapes) {
      await client.query(
        shapes
          .toReversed()
          .map(({ name }) => `DELETE FROM "${name}"`)
          .join('; '),
      );
    },
    async counted(shape) {
      const { rows } = await client.query<{ last: number }>(
        `SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS last FROM ${sequenceOf(shape)}`,
      );
      return rows[0]!.last;
    },
    async goOn(shape, last) {
      await client.query(`SELECT setval('${sequenceOf(shape)}', $1, $2)`, [Math.max(last, 1), last > 0]);
    },
  };
}
