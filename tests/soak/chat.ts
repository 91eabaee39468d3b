import { bare } from '../bare.ts';
import { type Component, pressable, words } from '../lib/message.ts';

/** The public messages as everybody sees them, kept from what the local Discord tells. */

/** A message of the bot. */
export interface Shown {
  readonly id: string;
  readonly channel: string;
  /** None for the answer to a command. */
  readonly nonce: string | null;
  /** What it is for, which its nonce does not tell; null until the bot's log does. */
  readonly purpose: string | null;
  /** When it was posted, in milliseconds of the bot's clock. */
  readonly at: number;
  readonly flags: number;
  readonly content: string;
  readonly components: readonly Component[];
  readonly files: number;
  readonly gone: boolean;
  readonly interaction?: string;
}

/** An event's message, as far as it is used. */
export interface RawMessage {
  readonly id: string;
  readonly channel_id: string;
  readonly author: { readonly id: string };
  readonly nonce?: string;
  readonly timestamp: string;
  readonly flags: number;
  readonly content: string;
  readonly components: readonly Component[];
  readonly attachments: readonly unknown[];
  readonly interaction_metadata?: { readonly id: string };
}

export interface Chat {
  /** Every public message ever, oldest first; those that are deleted are `gone`. */
  readonly messages: ReadonlyMap<string, Shown>;
  /** Messages that were posted for a match, in the order of their coming. */
  of(match: number): readonly Shown[];
  /** The message that shows a table now, with what it waits for; undefined while there is none. */
  table(match: number): { readonly message: Shown; readonly asks: Asks; readonly turn: number } | undefined;
  /** Resolves at the next change of what belongs to a match, or after so many milliseconds. */
  change(match: number, patience: number): Promise<void>;
  heard(event: string, data: object): void;
  /** The bot's log tells what a nonce stands for. */
  learn(nonce: string, purpose: string): void;
}

/** What a table's message asks of its people. */
export type Asks = 'table' | 'flip' | 'go' | 'rematch';

/** By which act that is seen: in games of turns one's own board is all that a table offers. */
const ACTS: Readonly<Record<string, Asks>> = {
  table: 'table',
  flip: 'flip',
  go: 'go',
  rematch: 'rematch',
  mine: 'table',
};

export const EPHEMERAL = 64;
export const LOADING = 128;

/** Words of a message. */
export const wordsIn = (message: Pick<Shown, 'content' | 'components'>): string => bare(words(message));

export function shownOf(raw: RawMessage): Shown {
  const { id, channel_id, nonce, timestamp, flags, content, components, attachments } = raw;
  return {
    id,
    channel: channel_id,
    nonce: nonce ?? null,
    purpose: null,
    at: Date.parse(timestamp),
    flags,
    content,
    components,
    files: attachments.length,
    gone: false,
    ...(raw.interaction_metadata ? { interaction: raw.interaction_metadata.id } : {}),
  };
}

/** The match that a message belongs to by what it is for, or by its components where it has no nonce. */
function matchOf(message: Shown): number | undefined {
  const [, named] = /^(\d+)\./.exec(message.purpose ?? '') ?? [];
  if (named !== undefined) return Number(named);
  const [, pressed] = /^[a-z]+\|(\d+)\|/.exec(pressable(message)[0] ?? '') ?? [];
  return pressed === undefined || pressed === '0' ? undefined : Number(pressed);
}

export function createChat(bot: string): Chat {
  const messages = new Map<string, Shown>();
  const purposes = new Map<string, string>();
  /** Messages whose purpose is not known yet, by their nonce. */
  const unknown = new Map<string, string>();
  const ofMatch = new Map<number, string[]>();
  const matches = new Map<string, number>();
  const watchers = new Map<number, Set<() => void>>();

  const changed = (match: number | undefined): void => {
    if (match !== undefined) for (const look of [...(watchers.get(match) ?? [])]) look();
  };

  function put(message: Shown): void {
    messages.set(message.id, message);
    const match = matches.get(message.id) ?? matchOf(message);
    if (match !== undefined && !matches.has(message.id)) {
      matches.set(message.id, match);
      ofMatch.set(match, [...(ofMatch.get(match) ?? []), message.id]);
    }
    changed(match);
  }

  const remove = (id: string): void => {
    const message = messages.get(id);
    if (!message || message.gone) return;
    messages.set(id, { ...message, gone: true });
    changed(matches.get(id));
  };

  const chat: Chat = {
    messages,
    of: (match) => (ofMatch.get(match) ?? []).map((id) => messages.get(id)!),
    table(match) {
      const found = chat.of(match).findLast((message) => !message.gone && asked(message, match));
      return found && { message: found, ...asked(found, match)! };
    },
    change: (match, patience) =>
      new Promise((resolve) => {
        const all = watchers.get(match) ?? new Set();
        watchers.set(match, all);
        const done = (): void => {
          all.delete(done);
          clearTimeout(timer);
          resolve();
        };
        const timer = setTimeout(done, patience);
        all.add(done);
      }),
    heard(event, data) {
      if (event === 'MESSAGE_CREATE' || event === 'MESSAGE_UPDATE') {
        const raw = data as RawMessage;
        if (raw.author.id !== bot || raw.flags & EPHEMERAL) return;
        const { nonce, at } = messages.get(raw.id) ?? shownOf(raw);
        const purpose = nonce === null ? null : (purposes.get(nonce) ?? null);
        if (nonce !== null && purpose === null) unknown.set(nonce, raw.id);
        put({ ...shownOf(raw), nonce, purpose, at });
      } else if (event === 'MESSAGE_DELETE') remove((data as { id: string }).id);
      else if (event === 'CHANNEL_DELETE' || event === 'THREAD_DELETE') {
        const { id } = data as { id: string };
        for (const message of messages.values()) if (message.channel === id) remove(message.id);
      }
    },
    learn(nonce, purpose) {
      purposes.set(nonce, purpose);
      const id = unknown.get(nonce);
      unknown.delete(nonce);
      if (id !== undefined) put({ ...messages.get(id)!, purpose });
    },
  };
  return chat;
}

/** What a message of a match asks, if it is the kind that shows the table. */
function asked(message: Shown, match: number): { asks: Asks; turn: number } | undefined {
  if (message.nonce !== null && message.purpose === null) return undefined;
  if (/\.(question|reminder|invite|lobby|locked)\b/.test(message.purpose ?? '')) return undefined;
  const ids = pressable(message).map((id) => id.split('|'));
  for (const [act, asks] of Object.entries(ACTS)) {
    const found = ids.find(([does, of]) => does === act && Number(of) === match);
    if (found) return { asks, turn: Number(found[2]) };
  }
  return undefined;
}
