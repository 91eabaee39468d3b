import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The bot as a process of its own: started, killed, ended; what it says and how much memory it takes. */

/** A line of the bot's log. */
export interface Line {
  readonly level: number;
  readonly msg?: string;
  readonly interaction?: string;
  readonly err?: { readonly message?: string; readonly stack?: string; readonly code?: unknown };
  readonly [key: string]: unknown;
}

/** Memory of one life: kilobytes at seconds since its start. */
export interface Life {
  readonly samples: { readonly at: number; readonly kb: number }[];
}

export interface Keeper {
  /** Whether it is there and has said that it is ready. */
  readonly ready: boolean;
  /** Resolves when it is. */
  up(): Promise<void>;
  /** With blank pictures, unless it was told otherwise the last time. */
  start(pictures?: 'blank' | 'drawn'): Promise<void>;
  kill(): Promise<void>;
  /** Ends it with SIGTERM: its exit code, and the milliseconds that took. */
  end(): Promise<{ code: number | null; took: number }>;
  readonly lives: readonly Life[];
  /** Lines worth a look: warnings and worse, and what is no log at all. */
  readonly lines: readonly Line[];
  /** Seconds of processor time that all lives used. */
  cpu(): number;
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Megabytes: with little room what is not needed is collected soon, and what is kept for nothing shows. */
const HEAP = 160;
const WARNING = 40;
const START = 30_000;

/** `posting`: the bot is about to post something for a purpose, under a nonce. */
export function createKeeper(
  program: string,
  env: Record<string, string>,
  died: () => void,
  posting: (nonce: string, purpose: string) => void,
): Keeper {
  const lives: Life[] = [];
  const lines: Line[] = [];
  const waiting = new Set<() => void>();
  let child: ChildProcess | undefined;
  let pictures: 'blank' | 'drawn' = 'blank';
  let ready = false;
  let used = 0;
  let present = 0;

  function hear(text: string): void {
    let line: Line;
    try {
      line = JSON.parse(text);
    } catch {
      if (text.trim()) lines.push({ level: 50, msg: `not a line of the log: ${text}` });
      return;
    }
    if (line.level >= WARNING) lines.push(line);
    if (line.msg === 'posting') posting(String(line.nonce), String(line.purpose));
    if (line.msg !== 'ready') return;
    ready = true;
    for (const go of waiting) go();
    waiting.clear();
  }

  async function start(next = pictures): Promise<void> {
    pictures = next;
    const started = spawn(process.execPath, [`--max-old-space-size=${HEAP}`, program], {
      cwd: ROOT,
      env: {
        ...process.env,
        PORT: '0',
        LOG_LEVEL: 'debug',
        HURRIED: '1',
        SEED: 'random',
        ...(pictures === 'blank' ? { BLANK_PICTURES: '1' } : {}),
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    for (const stream of [started.stdout, started.stderr]) createInterface(stream).on('line', hear);
    const samples: Life['samples'] = [];
    lives.push({ samples });
    const begun = Date.now();
    const timer = setInterval(() => {
      const now = measured(started.pid!);
      if (!now) return;
      present = now.cpu;
      samples.push({ at: (Date.now() - begun) / 1000, kb: now.kb });
    }, 1000);
    timer.unref();
    started.once('exit', () => {
      clearInterval(timer);
      used += present;
      present = 0;
      if (child === started) {
        ready = false;
        died();
      }
    });
    await new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error('The bot was not ready in time.')), START);
      late.unref();
      waiting.add(() => {
        clearTimeout(late);
        resolve();
      });
      started.once('exit', (code) => {
        clearTimeout(late);
        // Whoever killed it knows.
        if (code === null) resolve();
        else reject(new Error(`The bot ended by itself (${code}): ${lines.at(-1)?.msg}`));
      });
    });
  }

  const ended = (signal: NodeJS.Signals): Promise<number | null> =>
    new Promise((resolve) => {
      ready = false;
      const one = child;
      if (!one || one.exitCode !== null || one.signalCode !== null) return resolve(one?.exitCode ?? null);
      one.once('exit', (code) => resolve(code));
      one.kill(signal);
    });

  return {
    get ready() {
      return ready;
    },
    up: () => (ready ? Promise.resolve() : new Promise((resolve) => waiting.add(resolve))),
    start,
    async kill() {
      await ended('SIGKILL');
    },
    async end() {
      const begun = Date.now();
      const code = await ended('SIGTERM');
      return { code, took: Date.now() - begun };
    },
    lives,
    lines,
    cpu: () => used + present,
  };
}

/** Memory in kilobytes and processor seconds of a process, as the kernel tells; undefined when it is gone. */
function measured(pid: number): { kb: number; cpu: number } | undefined {
  try {
    const kb = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    return Number.isFinite(kb) ? { kb, cpu: (Number(fields[11]) + Number(fields[12])) / 100 } : undefined;
  } catch {
    return undefined;
  }
}
