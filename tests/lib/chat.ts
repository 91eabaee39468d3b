import { bare } from '../bare.ts';
import { type Component, pressable, words } from './message.ts';

/** The public messages of the bot as everybody sees them, whoever tells of them. */

export interface Shown {
  readonly id: string;
  readonly channel: string;
  /** None for the answer to a command. */
  readonly nonce: string | null;
  /** What it is for, which its nonce does not tell; null where that is not known (yet). */
  readonly purpose: string | null;
  /** When it was posted, in ms of the bot's clock. */
  readonly at: number;
  readonly flags: number;
  readonly content: string;
  readonly components: readonly Component[];
  /** How many. */
  readonly files: number;
  readonly gone: boolean;
}

/** What a table's message asks of its people. */
export type Asks = 'table' | 'flip' | 'go' | 'rematch';

export interface Chat {
  /** Every public message ever, oldest first; those that are deleted are `gone`. */
  readonly messages: ReadonlyMap<string, Shown>;
  /** Messages of a match, in the order of their coming. */
  of(match: number): readonly Shown[];
  /** The message that shows a table now, with what it waits for; undefined while there is none. */
  table(match: number): { readonly message: Shown; readonly asks: Asks; readonly turn: number } | undefined;
  /** Resolves at the next change of what belongs to a match, or after so many ms. */
  change(match: number, patience: number): Promise<void>;
  /** A message came, or was changed. */
  put(message: Shown): void;
  remove(id: string): void;
  /** A channel is gone with all that stood there. */
  close(channel: string): void;
}

/** By which act that is seen: in games of turns one's own board is all that a table offers. */
const ACTS: Readonly<Record<string, Asks>> = {
  table: 'table',
  flip: 'flip',
  go: 'go',
  rematch: 'rematch',
  mine: 'table',
};

export const EPHEMERAL = 64;

export const wordsIn = (message: Pick<Shown, 'content' | 'components'>): string => bare(words(message));

/** The match that a message belongs to by what it is for, or by its components where nobody knows that. */
function matchOf(message: Shown): number | undefined {
  const [, named] = /^(\d+)\./.exec(message.purpose ?? '') ?? [];
  if (named !== undefined) return Number(named);
  const [, pressed] = /^[a-z]+\|(\d+)\|/.exec(pressable(message)[0] ?? '') ?? [];
  return pressed === undefined || pressed === '0' ? undefined : Number(pressed);
}

/** `after`: does something so many ms later, and says how that is taken back. */
export function createChat(after: (ms: number, work: () => void) => () => void): Chat {
  const messages = new Map<string, Shown>();
  const ofMatch = new Map<number, string[]>();
  const matches = new Map<string, number>();
  const watchers = new Map<number, Set<() => void>>();

  const changed = (match: number | undefined): void => {
    if (match !== undefined) for (const look of [...(watchers.get(match) ?? [])]) look();
  };

  const chat: Chat = {
    messages,
    of: (match) => (ofMatch.get(match) ?? []).map((id) => messages.get(id)!),
    table(match) {
      for (const message of chat.of(match).toReversed()) {
        const found = message.gone ? undefined : asked(message, match);
        if (found) return { message, ...found };
      }
      return undefined;
    },
    change: (match, patience) =>
      new Promise((resolve) => {
        const all = watchers.get(match) ?? new Set();
        watchers.set(match, all);
        const done = (): void => {
          all.delete(done);
          takeBack();
          resolve();
        };
        const takeBack = after(patience, done);
        all.add(done);
      }),
    put(message) {
      messages.set(message.id, message);
      const match = matches.get(message.id) ?? matchOf(message);
      if (match !== undefined && !matches.has(message.id)) {
        matches.set(message.id, match);
        ofMatch.set(match, [...(ofMatch.get(match) ?? []), message.id]);
      }
      changed(match);
    },
    remove(id) {
      const message = messages.get(id);
      if (!message || message.gone) return;
      messages.set(id, { ...message, gone: true });
      changed(matches.get(id));
    },
    close(channel) {
      for (const message of messages.values()) if (message.channel === channel) chat.remove(message.id);
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
