import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { CommandRequest, PressRequest } from '../../src/app/request.ts';
import type { Outside } from './outside.ts';
import type { Order, Report } from './wire.ts';

/** One process after the other: each lives until the moment that chance has picked for its end. */

type Roll = (n: number) => number;
type Request = PressRequest | CommandRequest;

/** An answer to a press; `lost` when the process died first. */
export type Answer =
  | { readonly lost: true }
  | { readonly lost: false; readonly screen?: object; readonly whisper?: object };

/**
 * Where a life ends: at some time; at a call to the chat, before it arrived, after it was carried out or after that
 * was told; a moment after a press was sent; or as an answer comes back.
 */
const ENDS = ['time', 'before', 'done', 'told', 'press', 'answer'] as const;
interface Plan {
  readonly end: (typeof ENDS)[number];
  /** How many such events until the end. */
  left: number;
  readonly delay: number;
}

export type Behind = Omit<Extract<Report, { say: 'behind' }>, 'say'>;

export interface Lives {
  /** How many were killed. */
  killed(): number;
  /** Errors that any of them told of. */
  readonly errors: string[];
  /** Sends a press to whoever lives, or will live next. */
  press(request: Request): Promise<Answer>;
  /** What is left to be done, and the clock. */
  behind(): Promise<Behind>;
  /** The present life ends, and from the next one on it is so much later, in milliseconds; `kills` more follow. */
  leap(later: number, kills: number): void;
  stop(): Promise<void>;
}

interface Options {
  readonly program: string;
  readonly database: string;
  readonly outside: Outside;
  readonly roll: Roll;
  /** Kills; afterwards the last one lives on. */
  readonly kills: number;
}

const TIMES = 20;
/** A life in which nothing happens ends as well, in milliseconds. */
const LONGEST = 1500;

export function createLives({ program, database, outside, roll, kills: most }: Options): Lives {
  let epoch = Date.now();
  let kills = most;
  const errors: string[] = [];
  let killed = 0;
  let stopped = false;
  let spare = load();
  let living: Promise<Life> = Promise.resolve().then(next);

  function load(): { child: ChildProcess; loaded: Promise<unknown> } {
    const child = fork(program, [], { serialization: 'advanced', execArgv: [], stdio: 'inherit' });
    return { child, loaded: once(child, 'message') };
  }

  interface Life {
    send(request: Request): Promise<Answer>;
    behind(): Promise<Behind | undefined>;
    die(): void;
    end(): Promise<unknown>;
  }

  async function next(): Promise<Life> {
    const { child, loaded } = spare;
    await loaded;
    spare = load();
    const plan = killed < kills ? planned() : undefined;
    const open = new Map<number, (answer: Answer) => void>();
    let asked: ((behind: Behind | undefined) => void) | undefined;
    let pressed = 0;
    let dead = false;
    const order = (what: Order): void => {
      if (!dead && child.connected) child.send(what, () => {});
    };
    // What it has sent arrives even after its death, as a request on its way would.
    const buried = Promise.all([once(child, 'exit'), once(child, 'disconnect')]);
    const die = (): void => {
      if (dead) return;
      child.kill('SIGKILL');
      killed++;
      bury();
    };
    const bury = (): void => {
      dead = true;
      clearTimeout(timer);
      living = buried.then(() => {
        for (const answer of open.values()) answer({ lost: true });
        asked?.(undefined);
        return next();
      });
    };
    const meets = (end: Plan['end']): boolean => {
      if (plan?.end !== end || dead) return false;
      plan.left--;
      if (plan.left > 0) return false;
      if (plan.delay === 0) die();
      else setTimeout(die, plan.delay);
      return true;
    };
    const hear: { [K in Report['say']]: (report: Extract<Report, { say: K }>) => void } = {
      loaded: () => {},
      begun: () => {
        if (plan && plan.end !== 'time') timer = setTimeout(die, LONGEST);
      },
      note: ({ level, words }) => {
        if (level === 'error') errors.push(words);
      },
      behind: ({ matches, due, at }) => asked?.({ matches, due, at }),
      call: ({ n, call }) => {
        if (meets('before')) return;
        const sent = outside.do(call);
        if (meets('done')) return;
        // Now and then an answer is lost without anybody's death.
        const lost = killed < kills && roll(40) === 0;
        order({ do: 'told', n, sent: lost ? { ok: false, code: 0, status: 0 } : sent });
        meets('told');
      },
      answer: ({ n, screen, whisper }) => {
        open.get(n)?.({ lost: false, screen, whisper });
        open.delete(n);
        meets('answer');
      },
    };
    child.once('exit', (code, signal) => {
      if (dead || stopped) return;
      errors.push(`A life ended by itself (${code ?? signal}).`);
      bury();
    });
    child.on('message', (report: Report) => (hear[report.say] as (report: Report) => void)(report));
    let timer = plan?.end === 'time' ? setTimeout(die, plan.delay) : undefined;
    child.send({ do: 'begin', file: database, epoch, times: TIMES } satisfies Order);
    return {
      send: (request) =>
        new Promise((resolve) => {
          const n = ++pressed;
          open.set(n, resolve);
          order({ do: 'press', n, request });
          meets('press');
        }),
      behind: () =>
        new Promise((resolve) => {
          asked = resolve;
          order({ do: 'behind' });
        }),
      die,
      end: () => {
        dead = true;
        child.kill('SIGKILL');
        return buried;
      },
    };
  }

  function planned(): Plan {
    const end = ENDS[roll(ENDS.length)]!;
    if (end === 'time') return { end, left: 0, delay: 1 + roll(roll(2) === 0 ? 60 : 300) };
    return { end, left: 1 + roll(20), delay: end === 'press' ? roll(8) : roll(3) === 0 ? roll(4) : 0 };
  }

  return {
    killed: () => killed,
    errors,
    press: async (request) => (stopped ? new Promise(() => {}) : (await living).send(request)),
    async behind() {
      for (;;) {
        const told = await (await living).behind();
        if (told) return told;
      }
    },
    leap(later, more) {
      // Time goes on from where it is.
      epoch += later / (1 - TIMES);
      kills += more + 1;
      void living.then((life) => life.die());
    },
    async stop() {
      stopped = true;
      spare.child.kill('SIGKILL');
      await (await living).end();
    },
  };
}
