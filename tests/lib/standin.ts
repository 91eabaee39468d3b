import type { Outbound, Screen, Sent } from '../../src/app/outbound.ts';
import { type Chat, createChat } from './chat.ts';
import type { Clock } from './clock.ts';
import type { Component } from './message.ts';

/** A stand-in for Discord, as far as a bot writes to it: what it keeps outlives every process that wrote it. */

/** What the bot asks of Discord. */
export type Call =
  | {
      readonly kind: 'post';
      readonly channel: string;
      readonly screen: Screen;
      readonly purpose: string;
      readonly nonce?: string;
    }
  | { readonly kind: 'edit'; readonly channel: string; readonly message: string; readonly screen: Screen }
  | { readonly kind: 'remove' | 'thread'; readonly channel: string; readonly message: string }
  | {
      readonly kind: 'direct' | 'archive' | 'revive';
      readonly channel: string;
      readonly message?: undefined;
    };

export type Refusal = { readonly code: number; readonly status: number };
export type Told = Sent<{ message?: string; channel?: string }>;

export interface StandIn {
  readonly chat: Chat;
  /** Times that a post was answered with an earlier message, for its nonce. */
  repeats(): number;
  /** Messages that it refused to change, or to delete. */
  readonly refused: ReadonlySet<string>;
  /** Carries something out, unless it is refused. */
  do(call: Call): Told;
  /** The message that a command's answer will be. */
  promise(channel: string): string;
  /** Puts a screen in a message, as an answer does. */
  show(message: string, screen: Screen): void;
  isThread(channel: string): boolean;
  exists(channel: string): boolean;
  /** Somebody deletes a channel or a thread. */
  close(channel: string): void;
  /** What the bot may not do in a channel from now on; nothing: it may do all. */
  deny(channel: string, refusal?: Refusal): void;
}

/** Discord answers a nonce with the same message for so long (ms), whatever stands there by then. */
export const NONCE = 300_000;

export const GONE = { code: 10008, status: 404 } as const;
const NO_CHANNEL = { code: 10003, status: 404 } as const;
const FIRST = 100_000;

export function createStandIn(clock: Clock): StandIn {
  const chat = createChat(clock.after);
  const threads = new Set<string>();
  const closed = new Set<string>();
  const denied = new Map<string, Refusal>();
  const known = new Map<string, { readonly message: string; readonly at: number }>();
  const refused = new Set<string>();
  let repeats = 0;
  let last = FIRST;

  function add(channel: string, nonce: string | null, purpose: string | null): string {
    const id = String(++last);
    const none = { flags: 0, content: '', components: [], files: 0, gone: false };
    chat.put({ id, channel, nonce, purpose, at: clock.now(), ...none });
    return id;
  }

  function carryOut(call: Call): ({ message?: string; channel?: string } & Partial<Refusal>) | Refusal {
    const { kind, channel } = call;
    if (kind === 'direct') return { channel: `d${channel}` };
    if (closed.has(channel)) return NO_CHANNEL;
    const barred = denied.get(channel);
    if (barred && kind !== 'remove') return barred;
    // Nobody here tells an archived thread from another.
    if (kind === 'archive' || kind === 'revive') return {};
    if (kind === 'post') {
      const { purpose, screen, nonce = `${channel} ${purpose}` } = call;
      const earlier = known.get(nonce);
      if (earlier && clock.now() - earlier.at <= NONCE) {
        repeats++;
        if (!chat.messages.get(earlier.message)!.gone) return { message: earlier.message };
        // What has a name by its purpose alone is posted again by whoever sends it.
        if (call.nonce !== undefined) return GONE;
      }
      const message = add(channel, nonce, purpose);
      known.set(nonce, { message, at: clock.now() });
      standIn.show(message, screen);
      return { message };
    }
    const found = chat.messages.get(call.message ?? '');
    if (found?.channel !== channel || found.gone) return GONE;
    if (kind === 'remove') chat.remove(found.id);
    else if (kind === 'edit') standIn.show(found.id, call.screen);
    else {
      // A thread bears the id of its message; the second one is refused and yet comes to the same.
      threads.add(found.id);
      return { channel: found.id };
    }
    return {};
  }

  const standIn: StandIn = {
    chat,
    repeats: () => repeats,
    refused,
    do(call) {
      const done = carryOut(call);
      if ('code' in done && 'message' in call && call.message) refused.add(call.message);
      // Nor can one be found any more that is posted a second time.
      if ('code' in done && call.kind === 'post')
        for (const { id, purpose } of chat.messages.values()) if (purpose === call.purpose) refused.add(id);
      return 'code' in done ? { ok: false, code: done.code!, status: done.status! } : { ok: true, ...done };
    },
    promise: (channel) => add(channel, null, null),
    show(id, { body, files }) {
      const message = chat.messages.get(id)!;
      const { content = message.content, components = message.components } = body;
      chat.put({
        ...message,
        content: content ?? '',
        components: (components ?? []) as readonly Component[],
        files: files?.length ?? message.files,
      });
    },
    isThread: (channel) => threads.has(channel),
    exists: (channel) => !closed.has(channel),
    close(channel) {
      closed.add(channel);
      chat.close(channel);
    },
    deny(channel, refusal) {
      if (refusal) denied.set(channel, refusal);
      else denied.delete(channel);
    },
  };
  return standIn;
}

/** What a process writes to: each call goes through `send`. */
export const outboundOver = (send: (call: Call) => Promise<Told>): Outbound =>
  ({
    post: (channel, screen, purpose, nonce) =>
      send({ kind: 'post', channel, screen, purpose, ...(nonce === undefined ? {} : { nonce }) }),
    edit: (channel, message, screen) => send({ kind: 'edit', channel, message, screen }),
    remove: (channel, message) => send({ kind: 'remove', channel, message }),
    thread: (channel, message) => send({ kind: 'thread', channel, message }),
    direct: (user) => send({ kind: 'direct', channel: user }),
    archive: (channel) => send({ kind: 'archive', channel }),
    revive: (channel) => send({ kind: 'revive', channel }),
  }) as Outbound;
