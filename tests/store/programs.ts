import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PATIENCE } from '../patience.ts';

/** Programs of the bot as whoever runs it starts them. */

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly errors: string;
}

/** Runs a program to its end; `words` follow the name of Node. */
export function run(
  words: readonly string[],
  file: string,
  env: Record<string, string> = {},
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, words, {
      cwd: ROOT,
      env: { ...process.env, DATABASE_FILE: file, DISCORD_TOKEN: 'x', ...env },
    });
    let [out, errors] = ['', ''];
    child.stdout.on('data', (part) => (out += part));
    child.stderr.on('data', (part) => (errors += part));
    child.on('error', reject);
    // What was to end and goes on fails its test, and is not left behind.
    const late = setTimeout(() => child.kill('SIGKILL'), PATIENCE);
    child.on('close', (code, signal) => {
      clearTimeout(late);
      resolve({ code, signal, out, errors });
    });
  });
}

/** The words that begin a program of ours, packed where it was packed: its path from the root, without the ending. */
export function program(path: string, ...more: string[]): string[] {
  const packed = `${process.env.PACKED_PROGRAMS}/${path}.cjs`;
  if (!existsSync(packed)) throw new Error(`${path} is not among the programs that tests/packed.ts packs.`);
  return [packed, ...more];
}

/** The words that begin a command of `package.json`. */
export const command = (name: string, ...more: string[]): string[] => program(`src/${name}`, ...more);

/** A process that has the database open as the bot has; it says when, and what it did when it is told to end. */
export interface Holder {
  readonly child: ChildProcess;
  said(): string;
}

/** `each` is done again and again, each time after a pause of a millisecond. */
export function hold(file: string, each = ''): Holder {
  const program = `
    const db = new (require('better-sqlite3'))(${JSON.stringify(file)});
    db.pragma('journal_mode = WAL');
    db.pragma('busy_timeout = 0');
    db.prepare('SELECT 1 FROM sqlite_master').get();
    let n = 0;
    const timer = setInterval(() => { ${each}; n++; }, 1);
    console.log('open');
    process.stdin.resume().on('end', () => { clearInterval(timer); db.close(); console.log('did ' + n); });`;
  const child = spawn(process.execPath, ['-e', program], { cwd: ROOT });
  let said = '';
  child.stdout.on('data', (part) => (said += part));
  child.stderr.on('data', (part) => (said += part));
  return { child, said: () => said };
}
