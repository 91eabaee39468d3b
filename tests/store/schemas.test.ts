import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type Database from 'better-sqlite3';
import { beforeAll, describe, expect, test } from 'vitest';
import { TABLES } from '../../src/store/catalog.ts';
import { derive } from '../../src/store/engine/derive.ts';
import { connectionOf } from '../../src/store/engine/sqlite.ts';
import { openStore } from '../../src/store/open.ts';
import * as schema from '../../src/store/schema.ts';
import * as scores from '../../src/store/scores.ts';
import { onServer, SERVER, TEMPLATE } from '../lib/server.ts';

/** What the migrations of both databases come to, read out of the databases themselves. */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

interface Column {
  readonly table: string;
  readonly column: string;
  readonly kind: string;
  readonly required: boolean;
  readonly usual: string | null;
}

/** Of one table: names of columns in their order. */
interface Index {
  readonly table: string;
  readonly columns: string;
  readonly unique: boolean;
  /** Only these rows are in it; empty: all. */
  readonly where: string;
}

interface Schema {
  readonly columns: readonly Column[];
  readonly keys: readonly string[];
  readonly indexes: readonly Index[];
  /** "seats(player) > players(id)" */
  readonly references: readonly string[];
  readonly checks: readonly string[];
}

const KINDS: Readonly<Record<string, string>> = {
  bigint: 'integer',
  'double precision': 'real',
  bytea: 'blob',
};

/** Without what each writes in its own way. */
const plain = (text: string): string =>
  text
    .replaceAll(/"\w+"\."(\w+)"/g, '$1')
    .replaceAll(/::\w+|[()"]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

const sorted = <T>(all: readonly T[]): T[] =>
  all.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));

const OWN = "name NOT LIKE 'sqlite_%' AND name NOT LIKE '__drizzle%'";

function ofSqlite(raw: Database.Database): Schema {
  const all = <T>(sql: string): T[] => raw.prepare(sql).all() as T[];
  const tables = all<{ name: string; sql: string }>(
    `SELECT name, sql FROM sqlite_master WHERE type = 'table' AND ${OWN}`,
  );
  const columns: Column[] = [];
  const [keys, references, checks, indexes]: [string[], string[], string[], Index[]] = [[], [], [], []];
  for (const { name: table, sql } of tables) {
    const found = all<{ name: string; type: string; notnull: number; dflt_value: string | null; pk: number }>(
      `PRAGMA table_info("${table}")`,
    );
    const key = found.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
    keys.push(`${table}(${key.map(({ name }) => name)})`);
    for (const { name: column, type, notnull, dflt_value, pk } of found) {
      const usual = dflt_value?.replace(/^true$/, '1').replace(/^false$/, '0') ?? null;
      columns.push({ table, column, kind: type.toLowerCase(), required: notnull === 1 || pk > 0, usual });
    }
    for (const one of all<{ from: string; to: string; table: string }>(`PRAGMA foreign_key_list("${table}")`))
      references.push(`${table}(${one.from}) > ${one.table}(${one.to})`);
    for (const [, text] of sql.matchAll(/CHECK\s*\((.*)\)/g)) checks.push(`${table}: ${plain(text!)}`);
    for (const index of all<{ name: string; unique: number; origin: string }>(
      `PRAGMA index_list("${table}")`,
    )) {
      if (index.origin === 'pk') continue;
      const on = all<{ name: string }>(`PRAGMA index_info("${index.name}")`).map(({ name }) => name);
      const made = raw
        .prepare('SELECT sql FROM sqlite_master WHERE name = ?')
        .pluck()
        .get(index.name) as string;
      const where = plain(/ WHERE (.*)$/s.exec(made)?.[1] ?? '');
      indexes.push({ table, columns: on.join(), unique: index.unique === 1, where });
    }
  }
  return schemaOf({ columns, keys, indexes, references, checks });
}

const schemaOf = (schema: Schema): Schema =>
  Object.fromEntries(Object.entries(schema).map(([name, all]) => [name, sorted(all)])) as unknown as Schema;

const ofServer = (): Promise<Schema> =>
  onServer(TEMPLATE, async (client) => {
    const all = async <T>(sql: string): Promise<T[]> => (await client.query(sql)).rows as T[];
    const columns = await all<
      Column & { type: string; length: number; counted: string; default: string | null }
    >(`
      SELECT table_name AS table, column_name AS column, data_type AS type, is_nullable = 'NO' AS required, column_default AS default
      FROM information_schema.columns WHERE table_schema = 'public' AND table_name NOT LIKE '\\_\\_%'`);
    const constraints = await all<{ table: string; kind: string; text: string }>(`
      SELECT conrelid::regclass::text AS table, contype AS kind, pg_get_constraintdef(oid) AS text FROM pg_constraint
      WHERE connamespace = 'public'::regnamespace AND conrelid::regclass::text NOT LIKE '\\_\\_%'`);
    const indexes = await all<Index>(`
      SELECT indrelid::regclass::text AS table, indisunique AS unique, coalesce(pg_get_expr(indpred, indrelid), '') AS where,
        (SELECT string_agg(attname, ',' ORDER BY place) FROM unnest(indkey) WITH ORDINALITY AS key(number, place)
          JOIN pg_attribute ON attrelid = indrelid AND attnum = number) AS columns
      FROM pg_index WHERE indrelid::regclass::text NOT LIKE '\\_\\_%' AND NOT indisprimary
        AND indrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)`);
    const of = (kind: string) => constraints.filter((one) => one.kind === kind);
    const bare = (name: string): string => name.replaceAll('"', '');
    return schemaOf({
      columns: columns.map(({ table, column, type, required, default: usual }) => ({
        table,
        column,
        kind: KINDS[type] ?? type,
        required: Boolean(required),
        usual: usual?.replace(/::\w+$/, '').replace(/^'(-?\d+)'$/, '$1') ?? null,
      })),
      keys: of('p').map(
        ({ table, text }) => `${table}(${/\((.*)\)/.exec(text)![1]!.replaceAll(/[ "]/g, '')})`,
      ),
      indexes: indexes.map(({ table, columns, unique, where }) => ({
        ...{ table, columns, unique: Boolean(unique), where: plain(where) },
      })),
      references: of('f').map(({ table, text }) => {
        const [, from, to, at] = /KEY \((.*)\) REFERENCES (.*)\((.*)\)/.exec(text)!;
        return `${table}(${bare(from!)}) > ${to}(${bare(at!)})`;
      }),
      checks: of('c').map(({ table, text }) => `${table}: ${plain(text.replace('CHECK', ''))}`),
    });
  });

describe.skipIf(SERVER === '')('both databases', () => {
  let here: Schema;
  let there: Schema;
  beforeAll(async () => {
    const store = openStore(':memory:');
    here = ofSqlite(connectionOf(store));
    await store.close();
    there = await ofServer();
  });

  test.each(['columns', 'keys', 'indexes', 'references', 'checks'] as const)('have the same %s', (what) => {
    expect(here[what].length).toBeGreaterThan(1);
    expect(there[what]).toEqual(here[what]);
  });
});

describe('the newest migration', () => {
  const last = (folder: string): unknown => {
    const meta = join(ROOT, folder, 'meta');
    const newest = readdirSync(meta)
      .filter((name) => name.endsWith('_snapshot.json'))
      .sort()
      .at(-1)!;
    return JSON.parse(readFileSync(join(meta, newest), 'utf8'));
  };

  test('of SQLite holds all of the schema', async () => {
    const kit = createRequire(import.meta.url)('drizzle-kit/api') as typeof import('drizzle-kit/api');
    const now = await kit.generateSQLiteDrizzleJson({ ...schema, ...scores });
    const before = last('migrations') as typeof now;
    expect(await kit.generateSQLiteMigration(before, now)).toEqual([]);
  });

  test('of PostgreSQL holds all of the schema', async () => {
    const kit = createRequire(import.meta.url)('drizzle-kit/api') as typeof import('drizzle-kit/api');
    const now = kit.generateDrizzleJson(derive(TABLES));
    const before = last('migrations/postgres') as typeof now;
    expect(await kit.generateMigration(before, now)).toEqual([]);
  });
});
