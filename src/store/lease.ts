import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';

/** Leases: who holds something in the database, so that of two processes only one does a piece of work. */

/** A process has a name of its own in each of its lives: after a restart its number may be the same. */
const LIFE = randomBytes(4).toString('hex');

/** This process, as it stands in leases: machine, life, number. */
export const HOLDER = `${hostname()}:${LIFE}:${process.pid}`;

/** Whether the process that holds a lease may still be there; of another machine that cannot be known. */
export function alive(holder: string): boolean {
  if (holder === HOLDER) return true;
  const parts = holder.split(':');
  const pid = Number(parts.at(-1));
  if (parts[0] !== hostname()) return true;
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
