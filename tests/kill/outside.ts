import type { Sent } from '../../src/app/outbound.ts';
import { bare } from '../bare.ts';
import { type Component, parts, pressable, words } from '../lib/message.ts';
import type { Bare, Call } from './wire.ts';

/** The chat as Discord keeps it: it outlives every process that writes to it. */

export interface Posted {
  readonly id: string;
  readonly channel: string;
  /** None for the answer to a command. */
  readonly purpose: string | null;
  body: object;
  files: readonly string[];
  gone: boolean;
}

/** All components of a body, nested ones too. */
export const partsOf = (body: object): Component[] => parts(body);

/** All words of a body. */
export const wordsOf = (body: object): string => bare(words(body));

/** The custom ids that can be pressed in a body. */
export const idsOf = (body: object): string[] => pressable(body);

export interface Outside {
  /** In the order in which they came. */
  readonly messages: readonly Posted[];
  isThread(channel: string): boolean;
  /** Times that a post was answered with an earlier message, for its purpose. */
  repeats(): number;
  do(call: Call): Sent<{ message?: string; channel?: string }>;
  /** The message that a command's answer will be. */
  promise(channel: string): Posted;
  /** Resolves once some message that stands there fits; rejects when `given up` after so long. */
  wait(what: string, fits: (message: Posted) => boolean, patience?: number): Promise<Posted>;
  changed(): void;
}

const stands = ({ gone, body }: Posted): boolean => !gone && idsOf(body).length > 0;

/** A message for whoever looks for a fault: where it is, what it says, what may be pressed. */
const summary = ({ channel, id, body }: Posted): string =>
  `${channel}/${id}: ${wordsOf(body).slice(0, 300)} [${idsOf(body).join(' ')}]`;

const NO_MESSAGE = { ok: false, code: 10008, status: 404 } as const;
const PATIENCE = 240_000;

export function createOutside(): Outside {
  const messages: Posted[] = [];
  const threads = new Set<string>();
  const byNonce = new Map<string, Posted>();
  const watchers = new Set<() => void>();
  let repeats = 0;
  let last = 100_000;

  const find = (channel: string, id: string): Posted | undefined =>
    messages.find((message) => message.id === id && message.channel === channel && !message.gone);

  function add(channel: string, purpose: string | null, screen: Bare): Posted {
    const id = String(++last);
    const message = { id, channel, purpose, body: screen.body, files: screen.files ?? [], gone: false };
    messages.push(message);
    return message;
  }

  function carryOut(call: Call): Sent<{ message?: string; channel?: string }> {
    if (call.kind === 'post') {
      const { nonce, purpose, channel } = call;
      const earlier =
        nonce === undefined
          ? messages.find((one) => one.purpose === purpose && one.channel === channel && !one.gone)
          : byNonce.get(nonce);
      if (earlier) repeats++;
      if (earlier?.gone) return NO_MESSAGE;
      const message = earlier ?? add(channel, purpose, call.screen);
      if (nonce !== undefined) byNonce.set(nonce, message);
      return { ok: true, message: message.id };
    }
    if (call.kind === 'direct') return { ok: true, channel: `d${call.user}` };
    // Nobody here tells an archived thread from another.
    if (call.kind === 'archive' || call.kind === 'revive') return { ok: true };
    const message = find(call.channel, call.message);
    if (!message) return NO_MESSAGE;
    if (call.kind === 'thread') {
      // A thread bears the id of its message; the second one is refused and yet comes to the same.
      threads.add(call.message);
      return { ok: true, channel: call.message };
    }
    if (call.kind === 'remove') message.gone = true;
    else {
      message.body = { ...message.body, ...call.screen.body };
      message.files = call.screen.files ?? message.files;
    }
    return { ok: true };
  }

  const outside: Outside = {
    messages,
    isThread: (channel) => threads.has(channel),
    repeats: () => repeats,
    do(call) {
      const sent = carryOut(call);
      outside.changed();
      return sent;
    },
    promise: (channel) => add(channel, null, { body: {} }),
    wait: (what, fits, patience = PATIENCE) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = messages.findLast((message) => !message.gone && fits(message));
          if (!found) return;
          watchers.delete(look);
          clearTimeout(timer);
          resolve(found);
        };
        const timer = setTimeout(() => {
          watchers.delete(look);
          reject(
            new Error(
              `Nobody saw ${what}. What stood there:\n${messages.filter(stands).map(summary).join('\n')}`,
            ),
          );
        }, patience);
        watchers.add(look);
        look();
      }),
    changed: () => {
      for (const look of [...watchers]) look();
    },
  };
  return outside;
}
