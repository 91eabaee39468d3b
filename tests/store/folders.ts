import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { connectionOf } from '../../src/store/engine/sqlite.ts';
import { openStore, type Store } from '../../src/store/open.ts';
import { emptyFile } from '../lib/store.ts';

/** Folders of migrations that go on where the released ones end. */

export const RELEASED = fileURLToPath(new URL('../../migrations', import.meta.url));

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const BREAK = '--> statement-breakpoint\n';

export const scratch = (): string => mkdtempSync(join(tmpdir(), 'metrox-store-'));

/** As somebody who is not root, to whom rights mean nothing. */
export function asSomebody<T>(work: () => T): T {
  if (process.getuid!() !== 0) return work();
  process.seteuid!(65_534);
  try {
    return work();
  } finally {
    process.seteuid!(0);
  }
}

export const all = (store: Store, sql: string): unknown[] => connectionOf(store).prepare(sql).all();

interface Journal {
  entries: { idx: number; version: string; when: number; tag: string; breakpoints: boolean }[];
}

const countIn = (folder: string): number =>
  (JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as Journal).entries.length;

export const released = (): number => countIn(RELEASED);

/** How many migrations came before the one of that name. */
export function before(name: string): number {
  const journal = JSON.parse(readFileSync(join(RELEASED, 'meta/_journal.json'), 'utf8')) as Journal;
  return journal.entries.findIndex(({ tag }) => tag.endsWith(`_${name}`));
}

const tablesOf = (store: Store): string[] =>
  connectionOf(store)
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '__*'",
    )
    .pluck()
    .all() as string[];

interface Column {
  readonly name: string;
  readonly notnull: 0 | 1;
  readonly dflt_value: string | null;
  readonly pk: number;
}

const infoOf = (store: Store, table: string): Column[] =>
  connectionOf(store).pragma(`table_info("${table}")`) as Column[];

const columnsOf = (store: Store, table: string): string[] => infoOf(store, table).map(({ name }) => name);

/** Closed databases without a row, by their folders of migrations: to carry all of those out for each takes its time. */
const empty = new Map<string, { readonly file: string; readonly count: number }>();

/** A new file without a row, open, as a release with those migrations, which are released ones, would have left it. */
export function openFormer(file: string, folder: string): Store {
  let image = empty.get(folder);
  if (image === undefined) {
    image = { file: join(scratch(), 'empty.db'), count: countIn(folder) };
    const { count } = image;
    const [older] = [...empty.values()].filter((one) => one.count < count).sort((a, b) => b.count - a.count);
    if (older) copyFileSync(older.file, image.file);
    openStore(image.file, folder).close();
    empty.set(folder, image);
  }
  copyFileSync(image.file, file);
  return openStore(file, folder);
}

/**
 * A new file as a release with those migrations would have left it: what stands in `store`, in the tables and columns
 * that there were.
 */
export function backdated(store: Store, file: string, folder: string): Store {
  if (folder === RELEASED) emptyFile(file);
  const old = openFormer(file, folder);
  connectionOf(old).pragma('foreign_keys = OFF');
  for (const table of tablesOf(old)) {
    const there = columnsOf(store, table);
    const columns = columnsOf(old, table).filter((column) => there.includes(column));
    if (columns.length === 0) continue;
    const names = columns.map((column) => `"${column}"`).join();
    // Lists that are not there any more were empty.
    const lists = infoOf(old, table).filter(
      ({ name, notnull, dflt_value: value, pk }) =>
        notnull && value === null && pk === 0 && !there.includes(name),
    );
    const insert = connectionOf(old).prepare(
      `INSERT OR REPLACE INTO "${table}" (${[names, ...lists.map(({ name }) => `"${name}"`)].join()})
        VALUES (${[...columns.map(() => '?'), ...lists.map(() => "'[]'")].join()})`,
    );
    for (const row of connectionOf(store).prepare(`SELECT ${names} FROM "${table}"`).raw().all())
      insert.run(...(row as unknown[]));
  }
  connectionOf(old).pragma('foreign_keys = ON');
  return old;
}

/** Without the snapshots, large ones, which nothing but the writing of a new migration reads. */
function copyReleased(folder: string): void {
  cpSync(RELEASED, folder, { recursive: true, filter: (name) => !name.endsWith('_snapshot.json') });
}

/** By how many of the released migrations they hold. */
const shortened = new Map<number, string>();

/** The released migrations as they were when there were `count` of them. */
export function earlier(count: number): string {
  const made = shortened.get(count);
  if (made !== undefined) return made;
  const folder = join(scratch(), 'migrations');
  copyReleased(folder);
  const file = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(file, 'utf8')) as Journal;
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }));
  shortened.set(count, folder);
  return folder;
}

/** A copy of the released migrations with one more of these statements. */
export function withMigration(statements: readonly string[]): string {
  const folder = join(scratch(), 'migrations');
  copyReleased(folder);
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

/**
 * A database with 301 rows, the last of which says `last`, as a process that was killed leaves it: its log of changes is
 * still there.
 */
export function crashed(): string {
  const file = join(scratch(), 'metrox.db');
  emptyFile(file);
  const program = `
    const db = new (require('better-sqlite3'))(${JSON.stringify(file)});
    for (let i = 0; i < 300; i++) db.prepare('INSERT INTO meta VALUES (?, ?)').run('row ' + i, 'x'.repeat(200));
    db.pragma('wal_checkpoint(TRUNCATE)');
    db.exec("INSERT INTO meta VALUES ('last', 'yes')");
    process.kill(process.pid, 'SIGKILL');`;
  const { signal } = spawnSync(process.execPath, ['-e', program], { cwd: ROOT });
  if (signal !== 'SIGKILL') throw new Error('It was not killed.');
  return file;
}

/** A database that somebody closed, with nonsense in the pages that its tables are described in, but its beginning whole. */
export function nameless(): string {
  const file = join(scratch(), 'metrox.db');
  emptyFile(file);
  const raw = new Database(file, { readonly: true });
  const pages = raw
    .prepare("SELECT pageno FROM dbstat WHERE name = 'sqlite_schema' AND pageno > 1")
    .pluck()
    .all() as number[];
  const size = raw.pragma('page_size', { simple: true }) as number;
  raw.close();
  for (const end of ['-shm', '-wal']) rmSync(file + end, { force: true });
  const bytes = readFileSync(file);
  for (const page of pages) bytes.fill(0xee, (page - 1) * size, page * size);
  writeFileSync(file, bytes);
  return file;
}

/** Such a database with nonsense in a page that rows stand in; `closed`: somebody opened and closed it before. */
export function harmed(closed = false): string {
  const file = crashed();
  if (closed) openStore(file).close();
  const raw = new Database(file, { readonly: true });
  const page = raw
    .prepare(
      "SELECT pageno FROM dbstat WHERE name = 'meta' AND pagetype = 'leaf' ORDER BY pageno LIMIT 1 OFFSET 4",
    )
    .pluck()
    .get() as number;
  const size = raw.pragma('page_size', { simple: true }) as number;
  raw.close();
  const bytes = readFileSync(file);
  bytes.fill(0xee, (page - 1) * size, page * size);
  writeFileSync(file, bytes);
  return file;
}
