import { is } from 'drizzle-orm';
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core';
import * as schema from './schema.ts';
import * as scores from './scores.ts';

/** Every table there is, each behind those that it points to. */
export const TABLES: readonly SQLiteTable[] = parentsFirst(
  [...Object.values(schema), ...Object.values(scores)].filter((one) => is(one, SQLiteTable)),
);

function parentsFirst(tables: readonly SQLiteTable[]): SQLiteTable[] {
  const sorted: SQLiteTable[] = [];
  const add = (table: SQLiteTable): void => {
    if (sorted.includes(table)) return;
    for (const key of getTableConfig(table).foreignKeys) add(key.reference().foreignTable);
    sorted.push(table);
  };
  for (const table of tables) add(table);
  return sorted;
}
