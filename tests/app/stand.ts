import { pino } from 'pino';
import type { App } from '../../src/app/context.ts';
import type { Outbound, Screen, Sent } from '../../src/app/outbound.ts';
import type { Ack, Modal, Origin, PressRequest } from '../../src/app/request.ts';
import { route } from '../../src/app/router.ts';
import { createTables, type Tables } from '../../src/app/tables.ts';
import { now } from '../../src/clock.ts';
import { type Ready, ready } from '../../src/discord/answers.ts';
import { think } from '../../src/match/thinking.ts';
import type { Store } from '../../src/store/open.ts';
import { noteSeen, seenAt, settingsOf } from '../../src/store/players.ts';
import { bare } from '../bare.ts';
import { openToAll, type Sights } from './sights.ts';
import { unsound } from './sound.ts';

/** An app with a chat that remembers everything it was sent, and refuses what it is told to refuse. */

const ALL_RIGHTS = ((1n << 50n) - 1n) & ~(1n << 3n);

/** Where and by whom something is pressed: person `user` in a server, with all rights. */
export const origin = (user: string, more: Partial<Origin> = {}): Origin => ({
  id: String(nextId++),
  user: { id: user, name: `P${user}` },
  guild: '77',
  channel: '88',
  inThread: false,
  secret: false,
  voice: false,
  parent: null,
  locale: 'en-US',
  theme: null,
  asks: true,
  warns: true,
  permissions: ALL_RIGHTS,
  sees: true,
  roles: [],
  manages: false,
  message: null,
  personal: false,
  ...more,
});
let nextId = 1;

/** How a press is acknowledged. */
export const ackOf = (press: PressRequest): Ack => route(press).ack;
/** The modal that a press opens. */
export const modalOf = (press: PressRequest): Modal | undefined => route(press).modal(press);

export interface Posted {
  readonly id: string;
  readonly channel: string;
  readonly purpose: string | undefined;
  screen: Screen;
}

/** The channel of direct messages with somebody. */
export const directOf = (user: string): string => `9${user}`;

export interface Call {
  readonly what: 'post' | 'edit' | 'remove' | 'thread' | 'direct' | 'archive' | 'revive';
  readonly channel: string;
  readonly message?: string;
  readonly purpose?: string;
  readonly ok: boolean;
  readonly screen?: Screen;
}

/** Discord answers a nonce again for so long (ms). */
const NONCE_LIFE = 300_000;

type Refusal = { readonly code: number; readonly status: number };

export interface Chat {
  readonly outbound: Outbound;
  readonly calls: Call[];
  readonly messages: Map<string, Posted>;
  /** Threads that are archived. */
  readonly archived: ReadonlySet<string>;
  /** What is wrong with anything it was sent. */
  readonly faults: string[];
  /** The next calls that `fits` answer with this, so often. `after`: the work is done all the same. */
  refuse(refusal: Refusal, fits?: (call: Call) => boolean, times?: number, after?: boolean): void;
  /** A person or a moderator deletes a message. */
  vanish(message: string): void;
  /** What stands in a channel, oldest first. */
  read(channel: string): Posted[];
}

export function openChat(): Chat {
  const messages = new Map<string, Posted>();
  const archived = new Set<string>();
  const known = new Map<string, { readonly message: string; readonly at: number }>();
  const calls: Call[] = [];
  const faults: string[] = [];
  const refusals: { refusal: Refusal; fits: (call: Call) => boolean; left: number; after: boolean }[] = [];
  let id = 9000;

  async function answering<T extends object>(
    call: Omit<Call, 'ok'>,
    work: () => T | Refusal,
  ): Promise<Sent<T>> {
    await null;
    const found = refusals.find((one) => one.left > 0 && one.fits({ ...call, ok: false }));
    if (found) found.left--;
    const done = found && !found.after ? found.refusal : work();
    const refused = found ? found.refusal : 'code' in done ? (done as Refusal) : undefined;
    calls.push(bare({ ...call, ok: !refused }));
    return refused ? { ok: false, ...refused } : { ok: true, ...(done as T) };
  }

  const lost: Refusal = { code: 10008, status: 404 };
  const outbound: Outbound = {
    post: (channel, screen, purpose, nonce) =>
      answering({ what: 'post', channel, screen, purpose }, () => {
        const name = nonce ?? `${channel} ${purpose}`;
        const earlier = known.get(name);
        const stands = earlier !== undefined && messages.has(earlier.message);
        // What a nonce stands for is forgotten; a purpose is answered as long as its message is there.
        if (earlier && nonce !== undefined && now() - earlier.at <= NONCE_LIFE)
          return stands ? { message: earlier.message } : lost;
        if (earlier && nonce === undefined && stands) return { message: earlier.message };
        faults.push(...unsound(screen, 'create').map((fault) => `post ${purpose}: ${fault}`));
        // A thread in which something is posted is open again.
        archived.delete(channel);
        const message = String(id++);
        known.set(name, { message, at: now() });
        messages.set(message, { id: message, channel, purpose, screen: bare(screen) });
        return { message };
      }),
    edit: (channel, message, screen) =>
      answering({ what: 'edit', channel, message, screen }, () => {
        const found = messages.get(message);
        if (found?.channel !== channel) return lost;
        const { body, files = [] } = found.screen;
        const previous = {
          ...(body as object),
          attachments: files.map((file, i) => ({ id: String(i), filename: file.name })),
        };
        faults.push(...unsound(screen, 'edit', previous).map((fault) => `edit ${message}: ${fault}`));
        found.screen = {
          body: {
            ...body,
            ...bare(screen.body),
            flags: ((body.flags ?? 0) | (screen.body.flags ?? 0)) as never,
          },
          files: bare(screen.files) ?? files,
        };
        return {};
      }),
    remove: (channel, message) =>
      answering({ what: 'remove', channel, message }, () => (messages.delete(message) ? {} : lost)),
    thread: (channel, message) =>
      answering({ what: 'thread', channel, message }, () =>
        messages.has(message) ? { channel: message } : lost,
      ),
    direct: (user) => answering({ what: 'direct', channel: user }, () => ({ channel: directOf(user) })),
    archive: (thread) =>
      answering({ what: 'archive', channel: thread }, () => {
        archived.add(thread);
        return {};
      }),
    revive: (thread) =>
      answering({ what: 'revive', channel: thread }, () => {
        archived.delete(thread);
        return {};
      }),
  };
  return {
    outbound,
    calls,
    messages,
    archived,
    faults,
    refuse: (refusal, fits = () => true, times = 1, after = false) =>
      void refusals.push({ refusal, fits, left: times, after }),
    vanish: (message) => void messages.delete(message),
    read: (channel) => [...messages.values()].filter((posted) => posted.channel === channel),
  };
}

export interface Stand {
  readonly app: App;
  readonly chat: Chat;
  readonly tables: Tables;
  /** What was logged, a line of JSON each. */
  readonly logged: Record<string, unknown>[];
  /** Whom no server knows, or of whom none can tell; everybody else is in every server. */
  readonly absent: Map<string, 'none' | 'unknown'>;
  /** About whom a server was asked. */
  readonly asked: string[];
  press(user: string, customId: string, values?: readonly string[], more?: Partial<Origin>): Promise<Ready>;
}

export function openStand(store: Store, sights?: Sights): Stand {
  const chat = openChat();
  const logged: Record<string, unknown>[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(JSON.parse(line)) });
  const { places } = openToAll();
  const tables = createTables({ store, outbound: chat.outbound, log, places: sights?.places ?? places });
  const absent = new Map<string, 'none' | 'unknown'>();
  const asked: string[] = [];
  const memberOf: App['memberOf'] = async (_guild, user) => {
    asked.push(user);
    const is = absent.get(user);
    return is ? { is } : { is: 'member', roles: [] };
  };
  const app: App = {
    store,
    outbound: chat.outbound,
    log,
    refresh: tables.refresh,
    memberOf,
    places,
    think,
    ...sights,
  };

  return {
    app,
    chat,
    tables,
    logged,
    absent,
    asked,
    press: async (user, customId, values = [], more = {}) => {
      await noteSeen(store, { id: user, seenAt: await seenAt(store, user) }, now());
      const { asks, warns } = await settingsOf(store, user);
      const from = origin(user, { asks, warns, ...more });
      const press: PressRequest = { ...from, kind: 'press', customId, values };
      return bare(await ready(await route(press).run(app, press)));
    },
  };
}

/** Errors that were logged (level 50 and above). */
export const errorsOf = (stand: Stand): Record<string, unknown>[] =>
  stand.logged.filter((line) => Number(line.level) >= 50);
