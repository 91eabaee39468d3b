import { Worker } from 'node:worker_threads';

/** What takes longer than the main thread may be held for is done in threads of their own (`thread.ts`). */

/** A script that threads run, and what it is given as `workerData`. */
interface Script {
  readonly file: string;
  readonly data?: unknown;
}

let script: Script | undefined;

/** Says what threads run, once and before any begins; without it there are none. */
export function threadsFrom(what: Script): void {
  script = what;
}

/** A thread that does one thing after the other. */
export interface Thread {
  /**
   * Resolves to what the thread makes of a job (plain data). Rejects with what it throws, or where it ends before; the next
   * job begins another one.
   */
  ask<Answer>(job: object): Promise<Answer>;
  /** Whether it can do anything: not where threads have nothing to run, or the first ended before it had done anything. */
  able(): boolean;
  /** How many jobs it has been asked for and has not done. */
  asked(): number;
  /** Ends it; what is under way rejects. */
  end(): Promise<void>;
}

/** What a thread answers to the job of a number. */
export type Answered =
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly error: unknown };

interface Waiting {
  readonly resolve: (answer: never) => void;
  readonly reject: (error: unknown) => void;
}

/** A thread that is begun with its first job. With nothing to do it keeps no program alive. */
export function createThread(): Thread {
  let worker: Worker | undefined;
  let last = 0;
  let able = script !== undefined;
  let answers = 0;
  const waiting = new Map<number, Waiting>();

  function begin(): Worker {
    if (!script) throw new Error('There is nothing that a thread could run.');
    const begun = new Worker(script.file, { workerData: script.data, execArgv: [] });
    const ended = (error: unknown): void => {
      if (worker === begun) worker = undefined;
      able = answers > 0;
      const lost = [...waiting.values()];
      waiting.clear();
      for (const { reject } of lost) reject(error);
    };
    begun.on('message', (answered: Answered) => {
      answers += 1;
      const one = waiting.get(answered.id);
      waiting.delete(answered.id);
      if (waiting.size === 0) begun.unref();
      if ('error' in answered) one?.reject(answered.error);
      else one?.resolve(answered.answer as never);
    });
    begun.on('error', ended);
    begun.on('exit', () => ended(new Error('The thread has ended.')));
    return begun;
  }

  return {
    async ask(job) {
      worker ??= begin();
      const asked = worker;
      return await new Promise((resolve, reject) => {
        const id = ++last;
        waiting.set(id, { resolve, reject });
        asked.ref();
        try {
          asked.postMessage({ id, job });
        } catch (error) {
          // What cannot be sent was never under way.
          waiting.delete(id);
          if (waiting.size === 0) asked.unref();
          reject(error);
        }
      });
    },
    able: () => able,
    asked: () => waiting.size,
    async end() {
      await worker?.terminate();
    },
  };
}
