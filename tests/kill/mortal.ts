import type { World } from '../e2e/world.ts';
import type { Roll } from '../lib/chance.ts';

/** The real bot, killed at moments that chance picks, and started again. */

export interface Mortal {
  killed(): number;
  /**
   * Does something until it is done by a bot that lives; `again`: it was begun more than once, so an earlier time may
   * have counted. `work` throws when it was refused or not answered.
   */
  insist<T>(what: string, work: () => Promise<T>): Promise<{ value: T; again: boolean }>;
  /** Kills until there were enough; then the bot lives. */
  readonly done: Promise<void>;
  /** No more kills. */
  stop(): Promise<void>;
}

const TRIES = 8;
const DEAD = Symbol('dead');

/** What the bot asks of Discord when it may die: a new message, a change, an answer. */
const CALLS = [
  ['POST', '/channels/:id/messages'],
  ['PATCH', '/channels/:id/messages/:id'],
  ['POST', '/interactions/:id/:token/callback'],
  ['PATCH', '/webhooks/:app/:token/messages/:id'],
] as const;

function promised<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve = (_: T): void => {};
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export function createMortal(
  world: World,
  roll: Roll,
  kills: number,
  tell: (killed: number) => void,
): Mortal {
  let killed = 0;
  let heard = 0;
  let stopped = false;
  let pressed = (): void => {};
  let death = promised<typeof DEAD>();
  let birth = Promise.resolve();

  /** Waits for the moment of death. */
  async function moment(): Promise<void> {
    const kind = roll(4);
    if (kind === 0) return pause(roll(2500));
    if (kind === 1) {
      const press = new Promise<void>((resolve) => {
        pressed = resolve;
      });
      await Promise.race([press, pause(4000)]);
      return pause(roll(300));
    }
    // The request is held on its way, and carried out although the bot is dead by then.
    const [method, route] = CALLS[roll(CALLS.length)]!;
    await world.control('POST', '/faults', { method, route, delay: 250, times: 1 });
    await news();
    for (let tries = 0; tries < 80 && !stopped; tries++) {
      if ((await news()).some((entry) => entry.method === method && entry.route === route)) break;
      await pause(40);
    }
    await world.control('DELETE', '/faults');
    return pause(roll(3) * 60);
  }

  /** The requests since it was asked last. */
  async function news(): Promise<{ n: number; method: string; route: string }[]> {
    const entries = (await (await fetch(`${world.url}/_/requests?since=${heard}`)).json()) as never[];
    heard = (entries.at(-1) as { n: number } | undefined)?.n ?? heard;
    return entries;
  }

  async function begin(): Promise<void> {
    for (;;) {
      const started = world.bot.start().then(
        () => true,
        () => false,
      );
      // Some die before they have begun.
      if (killed < kills && !stopped && roll(8) === 0) {
        await Promise.race([started, pause(roll(1500))]);
        await world.bot.stop('SIGKILL');
        tell(++killed);
      } else if (await started) return;
      else await pause(200);
    }
  }

  async function live(): Promise<void> {
    while (killed < kills && !stopped) {
      await moment();
      if (stopped) return;
      const reborn = promised<void>();
      birth = reborn.promise;
      const { resolve } = death;
      death = promised();
      await world.bot.stop('SIGKILL');
      resolve(DEAD);
      tell(++killed);
      await begin();
      reborn.resolve();
    }
  }
  const done = live();
  done.catch(() => {});

  return {
    killed: () => killed,
    async insist(what, work) {
      for (let tries = 0, failures = 0; ; tries++) {
        await birth;
        const dead = death.promise;
        const before = killed;
        pressed();
        const result = await Promise.race([
          dead,
          work().then(
            (value) => ({ value }),
            (error: Error) => ({ error }),
          ),
        ]);
        if (result === DEAD) continue;
        if ('value' in result) return { value: result.value, again: tries > 0 };
        // The bot may have died and come back while it was waited for.
        if (killed === before && ++failures >= TRIES) throw new Error(`${what}: ${result.error.message}`);
        await pause(100);
      }
    },
    done,
    async stop() {
      stopped = true;
      await done;
    },
  };
}
