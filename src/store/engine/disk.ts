import { closeSync, fdatasync } from 'node:fs';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type Database from 'better-sqlite3';
import { openLog } from './files.ts';

/**
 * What SQLite's log asks of the disk, beside the main thread. That nothing which was synced can be lost rests on what SQLite
 * documents of `journal_mode = WAL` with `synchronous = NORMAL` (https://sqlite.org/pragma.html#pragma_synchronous,
 * https://sqlite.org/wal.html, https://sqlite.org/fileformat2.html#walformat):
 *
 * - A commit is complete in the log before `COMMIT` returns, but not synced; so a sync of the log that begins later makes it
 *   last. What comes after the last whole commit in the log, by its checksums, is not read after a loss of power.
 * - A checkpoint syncs the log before it writes into the database, and the database once all of the log is in it. Only then a
 *   writer begins the log anew; it syncs the new header, whose salt makes what is left of the old log invalid, before
 *   anything else is written there.
 */

/** What a log holds, in pages. */
export interface Log {
  readonly length: number;
  /** So much of it is in the database. */
  readonly done: number;
}

export interface Disk {
  /** Resolves when all that was written to the log before the call survives a loss of power. */
  sync(): Promise<void>;
  /**
   * Brings as much of the log into the database as nobody reads any more. `last`: nobody writes meanwhile, so that the log is
   * begun anew where all of it was brought in.
   */
  checkpoint(last: boolean): Promise<Log>;
  /** Undefined: it is closed already. Nothing else is under way any more. */
  close(): Promise<void> | undefined;
}

/** Opens the log of a connection, which must have been read from: nobody takes a log away that a connection has open. */
export function diskOf(raw: Database.Database): Disk {
  const file = (raw.pragma('database_list') as { name: string; file: string }[])[0]!.file;
  // SQLite holds no locks on its log, so that closing this descriptor gives up none; on the database it would.
  const log = openLog(file);
  const thread = checkpointer(file);
  return {
    // On macOS this is F_FULLFSYNC, on Windows FlushFileBuffers, as SQLite itself does it.
    sync: () => new Promise((done, failed) => fdatasync(log, (error) => (error ? failed(error) : done()))),
    checkpoint: thread.checkpoint,
    close() {
      closeSync(log);
      return thread.close();
    },
  };
}

/**
 * The thread's program. That it begins the log anew by a write that changes nothing spares the main thread the sync of the
 * new header.
 */
const CHECKPOINTER = `
  const { parentPort, workerData } = require('node:worker_threads');
  const Database = require(workerData.sqlite);
  const raw = new Database(workerData.file, { fileMustExist: true, timeout: 0 });
  raw.pragma('synchronous = NORMAL');
  raw.pragma('wal_autocheckpoint = 0');
  raw.pragma('secure_delete = ON');
  function checkpoint(last) {
    const [{ log, checkpointed }] = raw.pragma('wal_checkpoint(PASSIVE)');
    if (last && log > 0 && log === checkpointed)
      raw.pragma('user_version = ' + raw.pragma('user_version', { simple: true }));
    return { length: log, done: checkpointed };
  }
  parentPort.on('message', (what) => {
    if (what === 'close') {
      raw.close();
      return parentPort.close();
    }
    try {
      parentPort.postMessage({ log: checkpoint(what === 'last') });
    } catch ({ code, message }) {
      parentPort.postMessage({ error: { code, message } });
    }
  });`;

type Answer = { readonly log: Log } | { readonly error: { readonly code: string; readonly message: string } };

/** A thread with a connection of its own, begun when it is needed first. */
function checkpointer(file: string): Pick<Disk, 'checkpoint' | 'close'> {
  let worker: Worker | undefined;

  function ask(last: boolean): Promise<Log> {
    const { resolve: sqlite } = createRequire(import.meta.url);
    worker ??= new Worker(CHECKPOINTER, {
      eval: true,
      execArgv: [],
      workerData: { file, sqlite: sqlite('better-sqlite3') },
      resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
    });
    const asked = worker;
    asked.ref();
    return new Promise((done, failed) => {
      const ended = (error: unknown): void => {
        worker = undefined;
        failed(error);
      };
      asked.once('error', ended).once('message', (answer: Answer) => {
        asked.off('error', ended);
        // With nothing to do it keeps no program alive that has come to its end.
        asked.unref();
        if ('log' in answer) done(answer.log);
        else failed(Object.assign(new Error(answer.error.message), { code: answer.error.code }));
      });
      asked.postMessage(last ? 'last' : 'some');
    });
  }
  return {
    checkpoint: ask,
    close() {
      const ending = worker;
      if (!ending) return undefined;
      ending.ref();
      ending.postMessage('close');
      return new Promise((done) => ending.once('exit', () => done()));
    },
  };
}
