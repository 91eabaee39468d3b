import type Database from 'better-sqlite3';
import { codeOf } from '../fault.ts';
import type { Disk } from './disk.ts';
import { type Group, grouped } from './group.ts';

/** What was committed is made to last, and the log kept short, while the loop goes on. */

/** Bytes by which the log may grow until they are brought into the database. */
const GROWTH = 2 << 20;

export interface Durable extends Group {
  /** Whoever holds the lane closes it; no checkpoint asks for the lane once `closing` was told. */
  closing(): void;
  /** Undefined: it is closed already, since nothing was under way. */
  close(): Promise<void> | undefined;
}

/**
 * `inTurn` holds back all transactions until what it is given is done. `lost` is told of a sync that failed, and ends the
 * process: the system may have dropped what it could not write, and would call a second try a success. Nobody who waits for
 * it is answered.
 */
export function durable(
  raw: Database.Database,
  disk: Disk,
  inTurn: <T>(work: () => Promise<T>) => Promise<T>,
  lost: (error: unknown) => void,
  growth = GROWTH,
): Durable {
  const pages = growth / (raw.pragma('page_size', { simple: true }) as number);
  const length = raw.prepare<[], { log: number }>('PRAGMA wal_checkpoint(NOOP)');
  /** How long the log was when it was last tried to shorten it. */
  let tried = 0;
  let under: Promise<void> | undefined;
  let isClosing = false;

  async function sync(): Promise<void> {
    try {
      await disk.sync();
    } catch (error) {
      lost(error);
      await new Promise<never>(() => {});
    }
    if (!under && !isClosing && raw.open && !raw.inTransaction) look();
  }

  function look(): void {
    const { log } = length.get()!;
    if (log < tried) tried = 0;
    if (log - tried < pages) return;
    tried = log;
    under = shorten().finally(() => {
      under = undefined;
    });
  }

  /**
   * Most of it goes on beside commits. The little that they add meanwhile is brought in while they wait, so that the log
   * comes to its end and begins anew however many there are.
   */
  async function shorten(): Promise<void> {
    try {
      await disk.checkpoint(false);
      if (isClosing) return;
      const { length, done } = await inTurn(() => disk.checkpoint(true));
      tried = done === length ? 0 : length;
    } catch (error) {
      // A sync was among what it tried. What else SQLite says, such as a full disk, is tried again when the log has grown.
      if (codeOf(error).startsWith('SQLITE_IOERR')) lost(error);
      // Where there can be no thread everybody waits.
      else if (!codeOf(error).startsWith('SQLITE_') && !isClosing)
        await inTurn(async () => void (raw.open && raw.pragma('wal_checkpoint(PASSIVE)')));
    }
  }

  const group = grouped(sync);

  async function ended(): Promise<void> {
    await group.underWay();
    await under;
    await disk.close();
  }
  return {
    ...group,
    closing: () => {
      isClosing = true;
    },
    close: () => (group.underWay() || under ? ended() : disk.close()),
  };
}
