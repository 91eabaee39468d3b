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
/** Nobody who lives takes so long to begin, or to answer, in milliseconds: whoever waits says what they wait for. */
const PATIENCE = 60_000;
/** Of processes that end before anybody needed them, so many in a row are replaced. */
const SPARES = 5;

export function createLives({ program, database, outside, roll, kills: most }: Options): Lives {
  let epoch = Date.now();
  let kills = most;
  const errors: string[] = [];
  let killed = 0;
  let stopped = false;
  let lived = 0;
  let spare = load();
  let living: Promise<Life> = Promise.resolve().then(next);

  function load(): Spare {
    const child = fork(program, [], { serialization: 'advanced', execArgv: [], stdio: 'inherit' });
    const buried = Promise.all([once(child, 'exit'), once(child, 'disconnect')]);
    return { child, buried, loaded: Promise.race([once(child, 'message'), buried]) };
  }

  interface Spare {
    readonly child: ChildProcess;
    /** Resolves when it has said something, or has ended. */
    readonly loaded: Promise<unknown>;
    /** What it has sent arrives even after its death, as a request on its way would. */
    readonly buried: Promise<unknown>;
  }

  interface Life {
    /** Its number and what it is doing, for whoever looks for a fault. */
    told(): string;
    send(request: Request): Promise<Answer>;
    behind(): Promise<Behind | undefined>;
    die(): void;
    end(): Promise<unknown>;
  }

  /** A process that has loaded what it needs; another one is loaded meanwhile. */
  async function loaded(): Promise<Spare> {
    for (let tries = 0; ; tries++) {
      const one = spare;
      await within(`process ${one.child.pid} loads`, one.loaded);
      if (stopped) throw new Error('Nobody is to live any more.');
      spare = load();
      const { exitCode, signalCode } = one.child;
      if (exitCode === null && signalCode === null) return one;
      errors.push(`A process ended before its life (${exitCode ?? signalCode}).`);
      if (tries === SPARES) throw new Error(errors.at(-1));
    }
  }

  async function next(): Promise<Life> {
    const { child, buried } = await loaded();
    const life = ++lived;
    let begun = false;
    const plan = killed < kills ? planned() : undefined;
    const open = new Map<number, (answer: Answer) => void>();
    let asked: ((behind: Behind | undefined) => void) | undefined;
    let pressed = 0;
    let dead = false;
    const order = (what: Order): void => {
      if (!dead && child.connected) child.send(what, () => {});
    };
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
        begun = true;
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
      told: () =>
        `life ${life} (process ${child.pid}${begun ? '' : ', not begun'}${dead ? ', dead' : ''}, ` +
        `${open.size} of ${pressed} presses open, ${plan ? `ends by ${plan.end}` : 'lives on'})`,
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

  /** Asks whoever lives, or will live next. */
  async function asked<T>(what: string, ask: (life: Life) => Promise<T>): Promise<T> {
    const life = await within(`somebody lives who is asked for ${what}`, living);
    return within(() => `${life.told()} answers ${what}`, ask(life));
  }

  return {
    killed: () => killed,
    errors,
    async press(request) {
      if (stopped) return new Promise(() => {});
      const what = request.kind === 'press' ? request.customId : request.name;
      return asked(what, (life) => life.send(request));
    },
    async behind() {
      for (;;) {
        const told = await asked('what is left', (life) => life.behind());
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
      // One that could not begin has been told of already.
      await living.then(
        (life) => life.end(),
        () => {},
      );
    },
  };
}

/** Waits for something, and says what when it does not come. */
async function within<T>(what: string | (() => string), work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`Waited in vain until ${typeof what === 'string' ? what : what()}.`));
    }, PATIENCE);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
