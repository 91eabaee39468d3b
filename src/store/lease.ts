import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Leases: who holds something in the database, so that of two processes only one does a piece of work. */

/** A process has a name of its own in each of its lives: after a restart its number may be the same. */
const LIFE = randomBytes(9).toString('base64url');

/**
 * The table in which the number of a process means that process: that of this start of the machine and, on Linux, of the
 * container. The name of the machine would not do, since two containers may share it. Where Linux does not tell, it is
 * a name that nobody shares.
 */
function processTable(): string {
  if (process.platform !== 'linux') return hostname();
  try {
    const start = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8');
    const table = readlinkSync('/proc/self/ns/pid');
    return createHash('sha256').update(`${start}\n${table}`).digest('base64url').slice(0, 22);
  } catch {
    return randomBytes(9).toString('base64url');
  }
}

const TABLE = processTable();

/** This process, as it stands in leases: process table, life, number. */
export const HOLDER = `${TABLE}:${LIFE}:${process.pid}`;

/**
 * Whether the process that holds a lease may still be there. Of one in another process table that cannot be known, so
 * it may be until the lease ends; so may one whose name is that of its machine, as an earlier version wrote it.
 */
export function alive(holder: string): boolean {
  if (holder === HOLDER) return true;
  const parts = holder.split(':');
  const pid = Number(parts.at(-1));
  if (parts[0] !== TABLE) return true;
  // An earlier life of this one.
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It is there, but somebody else's.
    return (error as { code?: string }).code === 'EPERM';
  }
}
