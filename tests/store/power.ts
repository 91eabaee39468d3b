import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pick, type Roll } from '../lib/chance.ts';

/** What a disk may hold of a file after a loss of power. */

/** A disk writes so many bytes whole or not at all. */
const SECTOR = 512;

export interface Shadow {
  /** Notes how the file is now; none of that is sure to last. */
  note(): Buffer;
  /** What `note` gave has been synced. */
  synced(at: Buffer): void;
  /** What may be found: of each sector either what was synced last or anything that was written to it since. */
  after(roll: Roll): Buffer;
}

/**
 * `begun`, of a log: it has been begun anew. SQLite has the database synced before that, and syncs the log with its new header
 * before it writes the first page of the new one.
 */
export function shadowOf(file: string, begun?: () => void): Shadow {
  /** The first is what was synced last; the newest is what is there. */
  let versions: Buffer[] = [readFileSync(file)];
  const header = (of: Buffer): Buffer => of.subarray(0, 32);

  return {
    note() {
      const now = readFileSync(file);
      const before = versions.at(-1)!;
      if (before.equals(now)) return before;
      if (begun && before.length > 0 && !header(before).equals(header(now))) {
        const headed = Buffer.from(before);
        header(now).copy(headed);
        versions = [headed];
        begun();
      }
      versions.push(now);
      return now;
    },
    synced(at) {
      const which = versions.indexOf(at);
      // Where the log has begun anew since, that has synced more.
      if (which >= 0) versions = versions.slice(which);
    },
    after(roll) {
      const found = Buffer.alloc(pick(versions, roll).length);
      // From hardly anything that was not synced to nearly all of it.
      const kept = roll(101);
      for (let from = 0; from < found.length; from += SECTOR) {
        const version = roll(100) < kept ? versions.at(-1)! : pick(versions, roll);
        version.subarray(from, from + SECTOR).copy(found, from);
      }
      return found;
    },
  };
}

/** A database as a loss of power leaves it: its file and its log. */
export function put(folder: string, database: Buffer, log: Buffer): string {
  const file = join(folder, 'found.db');
  writeFileSync(file, database);
  writeFileSync(`${file}-wal`, log);
  return file;
}
