import { pick, type Roll } from '../lib/chance.ts';
import type { Shown } from '../lib/chat.ts';
import type { Discord } from './discord.ts';

/** Everything that goes wrong around the bot: Discord's faults, places that vanish, kills, time that passes. */

export interface Weather {
  readonly counts: { kills: number; restarts: number; jumps: number; faults: number; forward: number };
  /** Messages that somebody deleted. */
  readonly vanished: ReadonlySet<string>;
  /** What went wrong at the ends: an exit that was late or no success. */
  readonly ends: string[];
  /** Sends faults and time, kills and restarts, until `clear`. */
  begin(): void;
  /** No kills and restarts between here and `mortal`. */
  calm(): void;
  mortal(): void;
  /** A table waits for nothing but its time. */
  wishes(time: number): void;
  /** Moves the clock when the bot is there. */
  jump(time: number): Promise<void>;
  /** Everything works again; resolves when the bot is there. */
  clear(): Promise<void>;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const POST = { method: 'POST', route: '/channels/:id/messages' } as const;
const PATCH = { method: 'PATCH', route: '/channels/:id/messages/:id' } as const;
const DELETE = { method: 'DELETE', route: '/channels/:id/messages/:id' } as const;
const THREAD = { method: 'POST', route: '/channels/:id/messages/:id/threads' } as const;
const CALLBACK = { method: 'POST', route: '/interactions/:id/:token/callback' } as const;
const ANSWER = { method: 'PATCH', route: '/webhooks/:app/:token/messages/:message' } as const;
const FOLLOW = { method: 'POST', route: '/webhooks/:app/:token' } as const;
const DIRECT = { method: 'POST', route: '/users/@me/channels' } as const;
const ANYWHERE = [POST, PATCH, DELETE, THREAD, CALLBACK, ANSWER, FOLLOW, DIRECT] as const;

/** A nonce is known to Discord for minutes, and a lost answer is asked again within seconds: then no time is moved. */
const QUIET = 700;
/** An answer that is on its way when hours pass never arrives: seldom more than so many. */
const FEW = 6;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export function createWeather(
  world: Discord,
  roll: Roll,
  pace: { fault: number; kill: number; jump: number },
): Weather {
  const { keeper, control, chat } = world;
  const counts = { kills: 0, restarts: 0, jumps: 0, faults: 0, forward: 0 };
  const ends: string[] = [];
  const vanished = new Set<string>();
  const wanted = new Map<number, number>();
  const undone = new Set<() => Promise<unknown>>();
  let faulty = false;
  let deadly = false;
  let passing = false;
  let running: Promise<unknown> = Promise.resolve();
  let disturbed = 0;

  const table = (): Shown | undefined => {
    const recent = [...chat.messages.values()]
      .slice(-300)
      .filter(({ gone, purpose }) => !gone && purpose?.includes('.'));
    return recent.length > 0 ? pick(recent, roll) : undefined;
  };

  /** Does something and, later, undoes it. */
  async function meanwhile(time: number, off: () => Promise<unknown>): Promise<void> {
    const undo = async (): Promise<void> => {
      if (undone.delete(undo)) await off().catch(() => {});
    };
    undone.add(undo);
    setTimeout(() => void undo(), time).unref();
  }

  const fault = (what: object): Promise<unknown> => control('POST', '/faults', what);

  const FAULTS: readonly (() => Promise<unknown>)[] = [
    () => fault({ ...pick(ANYWHERE, roll), status: pick([500, 502, 503], roll), times: 1 + roll(3) }),
    () => fault({ ...pick(ANYWHERE, roll), status: 500, times: 4, after: roll(2) === 0 }),
    () => fault({ ...pick(ANYWHERE, roll), drop: true, times: 1 + roll(2) }),
    () => fault({ ...pick([POST, PATCH, CALLBACK, ANSWER], roll), drop: true, after: true, times: 1 }),
    () =>
      fault({ ...pick([POST, PATCH, CALLBACK, ANSWER], roll), delay: 200 + roll(1_500), times: 1 + roll(4) }),
    () => fault({ ...CALLBACK, delay: 3_400, times: 1 + roll(3) }),
    () => fault({ ...CALLBACK, status: 404, code: 10062, times: 1 }),
    // Only what is acknowledged is refused so: after a try that was lost it tells the bot that this one arrived.
    () => fault({ ...CALLBACK, status: 400, code: 40060, times: 1, after: true }),
    () => fault({ ...PATCH, status: 429, code: 30046, retry_after: 20, times: 1 + roll(3) }),
    () => fault({ ...pick([POST, PATCH, ANSWER], roll), status: 429, retry_after: 0.3, times: 1 }),
    async () => {
      await control('POST', '/limits', { route: '*', old: true, limit: 3, per: 20 });
      await meanwhile(4_000, () => control('DELETE', '/limits'));
    },
    async () => {
      const { channel } = pick(world.places(), roll);
      const deny = pick(
        [
          ['SendMessages'],
          ['AttachFiles'],
          ['SendMessagesInThreads'],
          ['ViewChannel'],
          ['CreatePublicThreads'],
        ],
        roll,
      );
      await control('PUT', `/channels/${channel}`, { deny });
      await meanwhile(1_500 + roll(4_000), () => control('PUT', `/channels/${channel}`, { deny: [] }));
    },
    async () => {
      const message = table();
      if (message) vanished.add(message.id);
      if (message) await control('DELETE', `/messages/${message.id}`);
    },
    async () => {
      const message = table();
      if (!message || !world.parentOf(message.channel)) return;
      if (roll(4) === 0) return control('DELETE', `/channels/${message.channel}`);
      if (roll(2) === 0) return control('PUT', `/channels/${message.channel}`, { archived: true });
      await control('PUT', `/channels/${message.channel}`, { locked: true, archived: roll(2) === 0 });
      await meanwhile(2_000 + roll(4_000), () =>
        control('PUT', `/channels/${message.channel}`, { locked: false, archived: false }),
      );
    },
    async () => {
      const places = world.places();
      const { guild, channel } = pick(places, roll);
      // Seldom, and never the last one of a server.
      if (roll(5) > 0 || places.filter((one) => one.guild === guild).length < 3) return;
      await control('DELETE', `/channels/${channel}`);
      await control('POST', `/guilds/${guild}/channels`, { name: `line-${counts.faults}` });
    },
    async () => {
      const { guild } = pick(world.places(), roll);
      const { id } = pick(world.people(guild), roll);
      await control('PUT', `/people/${id}/dm`, { closed: true });
      await meanwhile(5_000, () => control('PUT', `/people/${id}/dm`, { closed: false }));
    },
    () => control('POST', '/gateway', { do: pick(['drop', 'reconnect', 'invalid'], roll) }),
    () => control('POST', '/gateway', { do: 'replay' }),
    () => control('POST', '/gateway', { do: 'replay' }),
  ];

  async function faults(): Promise<void> {
    while (faulty) {
      await pause(pace.fault * (0.5 + roll(100) / 100));
      if (!faulty) return;
      disturbed = Date.now();
      counts.faults++;
      await pick(FAULTS, roll)().catch(() => {});
    }
  }

  /** A request is held on its way, and carried out although the bot is dead by then. */
  async function held(): Promise<void> {
    const call = pick(ANYWHERE, roll);
    await fault({ ...call, delay: 250, times: 1 });
    await world.asks(call.method, call.route, 1_000);
    await pause(roll(3) * 60);
  }

  async function deaths(): Promise<void> {
    while (deadly) {
      await pause(pace.kill * (0.5 + roll(100) / 100));
      if (!deadly) return;
      if (roll(3) === 0) await held();
      disturbed = Date.now();
      if (roll(3) === 0) {
        const { code, took } = await keeper.end();
        counts.restarts++;
        if (code !== 0 || took > 10_000) ends.push(`SIGTERM ended with ${code} after ${took} ms.`);
      } else {
        await keeper.kill();
        counts.kills++;
      }
      await pause(roll(600));
      // Some die before they have begun.
      if (roll(8) === 0 && deadly) {
        void keeper.start().catch(() => {});
        await pause(100 + roll(700));
        await keeper.kill();
        counts.kills++;
      }
      await keeper.start();
      disturbed = Date.now();
    }
  }

  async function jump(time: number): Promise<void> {
    await keeper.up();
    world.jump(time);
    counts.jumps++;
    counts.forward += time;
  }

  async function hours(): Promise<void> {
    while (passing) {
      await pause(pace.jump * (0.5 + roll(100) / 100));
      if (!passing) return;
      const busy = () => Date.now() - disturbed < QUIET || !keeper.ready || world.client.waiting() > FEW;
      for (let tries = 0; tries < 20 && busy(); tries++) await pause(100);
      const times = [...wanted].flatMap(([time, count]) => Array<number>(count).fill(time));
      wanted.clear();
      const odd = roll(30);
      if (odd === 0) await jump(pick([DAY + MINUTE, 2 * DAY, 8 * DAY], roll));
      else if (times.length > 0)
        await jump((roll(2) === 0 ? Math.max(...times) : pick(times, roll)) + MINUTE);
      else if (odd < 6) await jump(pick([MINUTE, 20 * MINUTE, HOUR], roll));
    }
  }

  return {
    counts,
    ends,
    vanished,
    begin() {
      faulty = passing = true;
      deadly = true;
      running = Promise.all([faults(), deaths(), hours()]);
    },
    calm() {
      deadly = false;
    },
    mortal() {
      if (deadly) return;
      deadly = true;
      running = Promise.all([running, deaths()]);
    },
    wishes: (time) => void wanted.set(time, (wanted.get(time) ?? 0) + 1),
    jump,
    async clear() {
      faulty = deadly = passing = false;
      await running;
      await restore();
      if (!keeper.ready) await keeper.start();
    },
  };

  async function restore(): Promise<void> {
    await control('DELETE', '/faults');
    await control('DELETE', '/limits');
    await Promise.all([...undone].map((undo) => undo()));
  }
}
