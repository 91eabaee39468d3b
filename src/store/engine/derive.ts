import { getTableColumns } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  check,
  customType,
  foreignKey,
  index,
  type PgColumnBuilderBase,
  type PgTable,
  pgTable,
  primaryKey,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { getTableConfig, type SQLiteColumn, type SQLiteTable } from 'drizzle-orm/sqlite-core';

/**
 * PostgreSQL's tables, derived from SQLite's: the same names, and values as they are there (booleans as 0 and 1, JSON as text,
 * times in ms), so that one body of queries means the same in both and moving is a copy of rows. Only what makes migrations
 * reads them.
 */

type Config = ReturnType<typeof getTableConfig>;

/** A column that is counted up where an insert names none. */
export const isCounted = (column: SQLiteColumn): boolean =>
  'autoIncrement' in column && column.autoIncrement === true;

/** The kinds of columns that there are. Texts are in the order of their bytes, as in SQLite, whatever that of the database is. */
const KINDS: Readonly<Record<string, string>> = {
  integer: 'bigint',
  real: 'double precision',
  text: 'text COLLATE "C"',
  blob: 'bytea',
};

function columnFrom(column: SQLiteColumn): PgColumnBuilderBase {
  if (isCounted(column)) return bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity();
  const made = customType<{ data: unknown }>({ dataType: () => KINDS[column.getSQLType()]! })();
  if (column.notNull) made.notNull();
  if (column.primary) made.primaryKey();
  if (column.default !== undefined) made.default(column.mapToDriverValue(column.default));
  return made;
}

type Columns = Readonly<Record<string, AnyPgColumn>>;

/** What stands beside the columns of a table; `own` are its columns, `others` those of another table. */
function besides(config: Config, own: Columns, others: (table: SQLiteTable) => Columns) {
  const of = (names: readonly { readonly name: string }[], among = own) => {
    const [first, ...more] = names.map(({ name }) => among[name]!);
    return [first!, ...more] as [AnyPgColumn, ...AnyPgColumn[]];
  };
  return [
    ...config.primaryKeys.map((key) => primaryKey({ name: key.getName(), columns: of(key.columns) })),
    ...config.checks.map(({ name, value }) => check(name, value)),
    ...config.foreignKeys.map((key) => {
      const { columns, foreignColumns, foreignTable } = key.reference();
      const to = of(foreignColumns, others(foreignTable));
      return foreignKey({ name: key.getName(), columns: of(columns), foreignColumns: to });
    }),
    ...config.indexes.map(({ config: { name, unique, columns, where } }) => {
      const made = (unique ? uniqueIndex(name) : index(name)).on(...of(columns as SQLiteColumn[]));
      return where ? made.where(where) : made;
    }),
  ];
}

/** The tables, by their names. What one of them points to has to be among them. */
export function derive(tables: readonly SQLiteTable[]): Readonly<Record<string, PgTable>> {
  const made: Record<string, PgTable> = {};
  const others = (table: SQLiteTable): Columns =>
    getTableColumns(made[getTableConfig(table).name]!) as Columns;
  for (const config of tables.map((table) => getTableConfig(table))) {
    const columns = Object.fromEntries(config.columns.map((column) => [column.name, columnFrom(column)]));
    made[config.name] = pgTable(config.name, columns, (own) => besides(config, own, others));
  }
  return made;
}
