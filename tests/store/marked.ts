import type { ChildProcess } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, expect } from 'vitest';
import { connectionOf } from '../../src/store/engine/sqlite.ts';
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

/** A database of which its one row says what it is. */
export function marked(mark: string, folder = RELEASED): string {
  const file = join(scratch(), 'metrox.db');
  const store = openStore(file, folder);
  connectionOf(store).prepare("INSERT INTO meta VALUES ('mark', ?)").run(mark);
  store.close();
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
