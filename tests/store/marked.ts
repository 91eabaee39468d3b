import type { ChildProcess } from 'node:child_process';
import { copyFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, expect } from 'vitest';
import { openStore } from '../../src/store/open.ts';
import { RELEASED, scratch } from './folders.ts';
import { type Holder, hold } from './programs.ts';

/** Databases that say what they are, and other processes that have them open. */

/** What the present test has started. */
export const children: ChildProcess[] = [];
/** Ends what a test has started with it. */
export function ending(): void {
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });
}

/** Another process that has a database open. */
export async function holding(file: string, each?: string): Promise<Holder> {
  const holder = hold(file, each);
  children.push(holder.child);
  await expect.poll(holder.said).toBe('open\n');
  return holder;
}

/** Closed databases without a row, by their folders of migrations: all migrations for each mark would take their time. */
const made = new Map<string, string>();

/** A database of which its one row says what it is. */
export function marked(mark: string, folder = RELEASED): string {
  let empty = made.get(folder);
  if (empty === undefined) {
    empty = join(scratch(), 'empty.db');
    openStore(empty, folder).close();
    made.set(folder, empty);
  }
  const file = join(scratch(), 'metrox.db');
  copyFileSync(empty, file);
  const raw = new Database(file);
  raw.prepare("INSERT INTO meta VALUES ('mark', ?)").run(mark);
  raw.close();
  return file;
}

/** What a whole database says that it is. */
export function markOf(file: string): unknown {
  const raw = new Database(file, { fileMustExist: true });
  try {
    expect(raw.pragma('integrity_check', { simple: true })).toBe('ok');
    return raw.prepare("SELECT value FROM meta WHERE key = 'mark'").pluck().get();
  } finally {
    raw.close();
  }
}

/** What stands beside a database. */
export const beside = (file: string): string[] =>
  readdirSync(dirname(file)).filter((name) => name !== basename(file));
