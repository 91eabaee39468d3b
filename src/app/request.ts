import type { Screen } from './outbound.ts';

/** Where and by whom something was asked. */
export interface Origin {
  /** Of the interaction. */
  readonly id: string;
  readonly user: { readonly id: string; readonly name: string };
  readonly guild: string | null;
  readonly channel: string;
  /** Whether the channel is a thread already. */
  readonly inThread: boolean;
  readonly locale: string;
  /** What the bot may do in that channel. */
  readonly permissions: bigint;
  /** The user may manage the server. */
  readonly manages: boolean;
  /** The message whose component was pressed, or the deferred public answer of a command. */
  readonly message: string | null;
  /** The pressed message is seen by one person only, or in a direct message. */
  readonly personal: boolean;
}

export interface CommandRequest extends Origin {
  readonly kind: 'command';
  /** "metrox new". */
  readonly name: string;
  readonly options: Readonly<Record<string, string | number | boolean>>;
  /** Users named by options, by id. */
  readonly users: Readonly<Record<string, string>>;
}

export interface PressRequest extends Origin {
  readonly kind: 'press';
  readonly customId: string;
  readonly values: readonly string[];
}

/** How an interaction is acknowledged before any work is done. */
export type Ack = 'private' | 'public' | 'update';

/**
 * What goes back. After `update` a `screen` replaces the pressed message; `whisper` is a new private message.
 * Neither: nothing is to be said. `after` runs when the answer is out.
 */
export interface Reply {
  readonly screen?: Screen;
  readonly whisper?: Screen;
  readonly after?: () => Promise<void>;
}
