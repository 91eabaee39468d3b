import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type Database from 'better-sqlite3';

/** Folders of migrations that go on where the released ones end. */

export const RELEASED = fileURLToPath(new URL('../../migrations', import.meta.url));

const BREAK = '--> statement-breakpoint\n';

export const scratch = (): string => mkdtempSync(join(tmpdir(), 'metrox-store-'));

interface Journal {
  entries: { idx: number; version: string; when: number; tag: string; breakpoints: boolean }[];
}

export const released = (): number =>
  (JSON.parse(readFileSync(join(RELEASED, 'meta/_journal.json'), 'utf8')) as Journal).entries.length;

/** The released migrations as they were when there were `count` of them. */
export function earlier(count: number): string {
  const folder = join(scratch(), 'migrations');
  cpSync(RELEASED, folder, { recursive: true });
  const file = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(file, 'utf8')) as Journal;
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }));
  return folder;
}

/** A copy of the released migrations with one more of these statements. */
export function withMigration(statements: readonly string[]): string {
  const folder = join(scratch(), 'migrations');
  cpSync(RELEASED, folder, { recursive: true });
  const file = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(file, 'utf8')) as Journal;
  const last = journal.entries.at(-1)!;
  const tag = `${String(last.idx + 1).padStart(4, '0')}_next`;
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag });
  writeFileSync(file, JSON.stringify(journal));
  writeFileSync(join(folder, `${tag}.sql`), statements.map((text) => `${text};`).join(BREAK));
  return folder;
}

interface Made {
  readonly name: string;
  readonly sql: string;
}

/**
 * The statements with which drizzle-kit rebuilds a table to change it: a new one is filled, the old one dropped,
 * the new one takes its name and its indexes. Here it gains the column `extra`; `where` picks the rows that stay.
 */
export function rebuild(raw: Database.Database, table: string, where = '1'): string[] {
  const made = raw
    .prepare('SELECT name, sql FROM sqlite_master WHERE tbl_name = ? AND sql IS NOT NULL ORDER BY type DESC')
    .all(table) as Made[];
  const [first, ...indexes] = made;
  const names = (raw.pragma(`table_info(${table})`) as { name: string }[]).map(({ name }) => `\`${name}\``);
  const body = first!.sql.slice(first!.sql.indexOf('(') + 1);
  return [
    'PRAGMA foreign_keys=OFF',
    `CREATE TABLE \`__new_${table}\` (\`extra\` text DEFAULT 'new' NOT NULL, ${body}`,
    `INSERT INTO \`__new_${table}\`(${names}) SELECT ${names} FROM \`${table}\` WHERE ${where}`,
    `DROP TABLE \`${table}\``,
    `ALTER TABLE \`__new_${table}\` RENAME TO \`${table}\``,
    'PRAGMA foreign_keys=ON',
    ...indexes.map(({ sql }) => sql),
  ];
}
