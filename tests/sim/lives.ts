import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Script } from 'node:vm';
import type { CommandRequest, PressRequest } from '../../src/app/request.ts';
import { given } from '../../src/built.cjs';
import { pick, type Roll } from '../lib/chance.ts';
import type { Clock } from '../lib/clock.ts';
import { type Call, outboundOver, type Refusal, type StandIn, type Told } from '../lib/standin.ts';
import type { Answered, Behind, Being, Surroundings } from './life.ts';

/**
 * One life of the program after the other, each until the step that chance has picked for its end: there its timers, its
 * answers and its database are cut off, and the next one has what the file system would have after a power cut of this
 * process alone.
 */

/** An answer to a press; "lost": whoever should have answered died first. */
export type Heard = 'lost' | Answered;

export interface Lives {
  /** How many ended, and at which kinds of step. */
  readonly killed: Readonly<Record<End, number>>;
  kills(): number;
  /** Errors that any of them told of. */
  readonly errors: readonly string[];
  /** The database, as it is now. */
  file(): string;
  /** Sends a press to whoever lives, or will live next. */
  press(request: PressRequest | CommandRequest): Promise<Heard>;
  behind(): Promise<Behind>;
  /** The present life ends, and the next one begins so much (ms) later; `kills` more follow. */
  leap(ms: number, kills: number, done: () => void): void;
  stop(): void;
}

export interface Options {
  /** The program, packed. */
  readonly source: string;
  readonly clock: Clock;
  readonly standIn: StandIn;
  readonly roll: Roll;
  /** Afterwards the last one lives on. */
  readonly kills: number;
  /** What Discord refuses now and then; `after`: it has carried it out all the same. */
  faults(call: Call): (Refusal & { readonly after: boolean }) | undefined;
}

/**
 * The steps at which a life may end: before a statement that writes, or right after its transaction; at a call to the chat, before it
 * arrived, after it was carried out or after that was told; after a press was sent; as an answer comes back; at some time.
 */
const ENDS = ['statement', 'commit', 'before', 'done', 'told', 'press', 'answer', 'time'] as const;
type End = (typeof ENDS)[number];
/** At most so many such steps until the end. */
const MOST: Readonly<Record<End, number>> = {
  ...{ statement: 90, commit: 20, before: 12, done: 12, told: 12, press: 15, answer: 15 },
  time: 1,
};
/** And where little goes on. */
const FEW = 4;
/** A life in which nothing of its kind happens ends as well (ms). */
const LONGEST = 180_000;
/** How long requests and answers are on their way, and how long nobody lives (ms): at most. */
const WAY = 300;
const DEATH = 2_000;
/** How long the disk takes to write what it was given (ms). */
const SYNC = 4;
/** Lives look around less often than they would: time passes in leaps here. */
const SELDOM = 10;

const NAMES = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'process'] as const;
const MEMORY = '/dev/shm';

export function createLives({ source, clock, standIn, roll, faults, ...options }: Options): Lives {
  const folder = mkdtempSync(join(existsSync(MEMORY) ? MEMORY : tmpdir(), 'metrox-lives-'));
  const program = new Script(`(function (${NAMES.join()}) { return ${source}; })`, {
    filename: 'life.cjs',
  }).runInThisContext();
  const killed = Object.fromEntries(ENDS.map((end) => [end, 0])) as Record<End, number>;
  const errors: string[] = [];
  let { kills } = options;
  let count = 0;
  let lived = 0;
  let stopped = false;
  let late = false;
  let file = join(folder, 'life-0.db');
  let living: Promise<Life> = Promise.resolve().then(next);

  interface Life {
    send(request: PressRequest | CommandRequest): Promise<Heard>;
    behind(): Promise<Behind | 'lost'>;
    die(end?: End): void;
  }

  const way = (): Promise<void> => clock.pause(roll(WAY));

  function next(): Life {
    const number = ++lived;
    let dead = false;
    let writes = false;
    let cut = (): void => {};
    const timers = new Set<() => void>();
    const open = new Set<() => void>();
    const end = count < kills ? pick(ENDS, roll) : undefined;
    let left = end === undefined ? 0 : 1 + roll(late ? FEW : MOST[end]);

    function die(at?: End): void {
      if (dead) return;
      dead = true;
      if (at) {
        killed[at]++;
        count++;
      }
      for (const stop of timers) stop();
      const kept = join(folder, `life-${number}.db`);
      for (const part of ['', '-wal']) if (existsSync(file + part)) copyFileSync(file + part, kept + part);
      const before = file;
      file = kept;
      cut();
      for (const part of ['', '-wal', '-shm']) rmSync(before + part, { force: true });
      if (stopped) return;
      living = clock.pause(roll(DEATH)).then(() => {
        for (const lost of open) lost();
        return next();
      });
    }
    /** Something happened at which this life may end; whether it did. */
    function step(kind: End): boolean {
      if (dead || kind !== end || --left > 0) return dead;
      die(kind);
      return true;
    }

    const set =
      (often: boolean) =>
      (work: (...with_: unknown[]) => void, ms = 0, ...args: unknown[]) => {
        const time = often ? ms * SELDOM : ms;
        let stop = (): void => {};
        const ring = (): void => {
          timers.delete(clear);
          if (often) begin();
          work(...args);
        };
        const begin = (): void => {
          stop = clock.after(time, ring);
          timers.add(clear);
        };
        const clear = (): void => {
          stop();
          timers.delete(clear);
        };
        if (!dead) begin();
        const timer = { clear, ref: () => timer, unref: () => timer, hasRef: () => true };
        return timer;
      };
    const clear = (timer?: { clear(): void }): void => timer?.clear();
    class Time extends Date {
      constructor(...args: [] | [number]) {
        super(...((args.length > 0 ? args : [clock.now()]) as [number]));
      }
      static override now = (): number => Math.floor(clock.now());
    }
    const PIDS = 5_000_000;
    const itself = Object.create(process, {
      pid: { value: PIDS + number },
      // Of two lives only the later one is there.
      kill: {
        value: (pid: number) => {
          if (pid !== PIDS + lived) throw Object.assign(new Error('No such process.'), { code: 'ESRCH' });
        },
      },
    });

    async function send(call: Call): Promise<Told> {
      const never = new Promise<never>(() => {});
      if (dead) return never;
      await way();
      if (step('before')) return never;
      const fault = faults(call);
      const told: Told = fault && !fault.after ? { ok: false, ...fault } : standIn.do(call);
      if (step('done')) return never;
      await way();
      if (dead) return never;
      clock.after(0, () => void step('told'));
      return fault ? { ok: false, code: fault.code, status: fault.status } : told;
    }

    const surroundings: Surroundings = {
      file,
      name: `life ${number}, `,
      outbound: outboundOver(send),
      watch(sql) {
        if (sql.startsWith('BEGIN')) writes = sql !== 'BEGIN';
        if (dead || (writes && step('statement'))) throw new Error('This life has ended.');
        if (writes && sql === 'COMMIT') queueMicrotask(() => void step('commit'));
      },
      async sync() {
        await clock.pause(SYNC);
        if (dead) await new Promise(() => {});
      },
      opened: (how) => {
        cut = how;
      },
      note: (level, words) => {
        if (!dead && level === 'error') errors.push(`life ${number}: ${words}`);
      },
    };
    const module = { exports: {} as { begin(surroundings: Surroundings): Being } };
    program(set(false), clear, set(true), clear, Time, itself)(...given(module));
    const being = module.exports.begin(surroundings);
    if (end !== undefined)
      timers.add(clock.after(end === 'time' ? roll(LONGEST) : LONGEST, () => die('time')));

    /** What is asked of this life; `lost` when it ends before. */
    function ask<T>(work: (answer: (told: T) => void) => void): Promise<T | 'lost'> {
      return new Promise((resolve) => {
        const lost = (): void => resolve('lost');
        open.add(lost);
        if (dead) return lost();
        work((told) => {
          open.delete(lost);
          resolve(told);
        });
      });
    }

    return {
      die,
      send: (request) =>
        ask<Exclude<Heard, 'lost'>>((answer) => {
          const failed = (error: Error): void => {
            if (dead) return;
            errors.push(`A press failed: ${error.stack}`);
            answer({ ack: 'private' });
          };
          clock.after(roll(WAY), () => {
            if (dead) return;
            if (roll(2) === 0) void step('press');
            else clock.after(roll(20), () => void step('press'));
            being
              .work(request, (reply) => {
                if (step('answer')) return;
                clock.after(roll(WAY), () => {
                  if (!dead) answer(reply);
                });
              })
              .catch(failed);
          });
        }),
      behind: () =>
        ask<Behind>((answer) => {
          being.behind(clock.now()).then(answer, () => {});
        }),
    };
  }

  return {
    killed,
    kills: () => count,
    errors,
    file: () => file,
    press: async (request) => (await living).send(request),
    async behind() {
      for (;;) {
        const told = await (await living).behind();
        if (told !== 'lost') return told;
      }
    },
    leap(ms, more, done) {
      kills += more + 1;
      late = true;
      void living.then((life) => {
        life.die('time');
        clock.leap(ms);
        done();
      });
    },
    stop() {
      stopped = true;
      void living.then((life) => {
        life.die();
        rmSync(folder, { recursive: true, force: true });
      });
    },
  };
}
