import { chmodSync, existsSync, lchownSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** What people play, and under which names, is nobody's but the owner's of the files. */

/** Makes files that nobody else can read, not even for a moment. `work` waits for nothing. */
export function privately<T>(work: () => T): T {
  const before = process.umask(0o077);
  try {
    return work();
  } finally {
    process.umask(before);
  }
}

/** Gives what root has made to whom the database `file` belongs, or its folder where there is none: the user who runs the bot. */
export function giveToOwner(made: string, file: string): void {
  // What is somebody's already stays so, and a link is never followed: it may have been put there to be given more.
  if (process.getuid?.() !== 0 || lstatSync(made).uid !== 0) return;
  const { uid, gid } = statSync(existsSync(file) ? file : dirname(file));
  try {
    lchownSync(made, uid, gid);
  } catch {
    // A disk that knows no owners.
  }
}

/** Takes from others the right to read a database, its logs and its copies, where they are this user's. */
export function closeToOthers(file: string): void {
  const folder = dirname(file);
  const name = basename(file);
  const others = existsSync(folder) ? readdirSync(folder) : [];
  for (const other of others)
    if (other === name || other.startsWith(`${name}-`) || other.startsWith(`${name}.`))
      closeOne(join(folder, other));
}

function closeOne(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found?.isFile() || found.uid !== process.getuid?.() || (found.mode & 0o077) === 0) return;
  try {
    chmodSync(file, found.mode & 0o700);
  } catch {
    // A disk that knows no rights, or none that can be changed.
  }
}
