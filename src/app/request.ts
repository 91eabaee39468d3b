import type { Match } from '../match/match.ts';
import type { Refusal } from '../match/play.ts';
import type { Naming } from '../store/players.ts';
import type { Theme } from '../views/presenter.ts';
import type { App } from './context.ts';
import type { Id } from './ids.ts';
import type { Draft } from './outbound.ts';

/** Who asks something. */
export interface User extends Naming {
  readonly id: string;
  /** The account's own display name. */
  readonly name: string;
}

/** What somebody goes by where they ask. */
export const userName = ({ nick, name }: User): string => nick ?? name;

/** Where and by whom something was asked. */
export interface Origin {
  /** Of the interaction. */
  readonly id: string;
  readonly user: User;
  /** The server, if the bot is part of it. */
  readonly guild: string | null;
  readonly channel: string;
  /** Whether the channel is a thread already. */
  readonly inThread: boolean;
  /** Whether it is a private thread, in which the bot writes only when it was added to it. */
  readonly secret: boolean;
  /** Whether it is a voice or stage channel, whose chat has no threads. */
  readonly voice: boolean;
  /** The channel that the thread hangs on; null outside threads. */
  readonly parent: string | null;
  /** The player's own choice, or else the language of their Discord. */
  readonly locale: string;
  /** The player's own choice, if they made one. */
  readonly theme: Theme | null;
  /** Alone, a choice is to be shown before it counts. */
  readonly asks: boolean;
  /** The player wants to be told that their choice closes the round. */
  readonly warns: boolean;
  /** What the bot may do in that channel. */
  readonly permissions: bigint;
  /** The user may view that channel of the server, as Discord worked it out for the press. */
  readonly sees: boolean;
  /** Ids of the user's roles in the server. */
  readonly roles: readonly string[];
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
  readonly users: ReadonlyMap<string, string>;
}

export interface PressRequest extends Origin {
  readonly kind: 'press';
  readonly customId: string;
  /** What was chosen in a menu, or written into the fields of a modal, in their order. */
  readonly values: readonly string[];
}

/** A form that opens over the chat. What it is sent off with comes back as a press with its id. */
export interface Modal {
  readonly customId: string;
  /** At most 45 characters, like the labels. */
  readonly title: string;
  /** One to five lines of text. */
  readonly fields: readonly {
    readonly id: string;
    readonly label: string;
    readonly value?: string;
    readonly placeholder?: string;
    /** Characters. */
    readonly max?: number;
    /** Unless false, the form is not sent without it. */
    readonly required?: boolean;
  }[];
}

/** How an interaction is acknowledged before any work is done; a modal is all the answer there is. */
export type Ack = 'private' | 'public' | 'update' | 'modal';

/**
 * What goes back; its pictures may be drawn as it is sent. After `update` a `screen` replaces the pressed message; `whisper` is a new private message.
 * Neither: nothing is to be said. `instead`: it takes the place of an answer that all were to see. `after` runs when the
 * answer is out.
 */
export interface Reply {
  readonly screen?: Draft;
  readonly whisper?: Draft;
  readonly instead?: boolean;
  readonly after?: () => Promise<void>;
}

/**
 * What a feature answers, before it is drawn for whoever asked (see `needed`): a reply, or instead of its screen a match in which
 * they are shown what they need now.
 */
export interface Answer extends Reply {
  /** Shows what they need now in this match: their board, the result, or why there is nothing for them to do. */
  readonly mine?: Match;
  /** Goes before what `mine` shows. */
  readonly note?: string;
  /** Of whoever asked, as they have just chosen it (see `Origin.asks`). */
  readonly asks?: boolean;
  /** Says why a press changed nothing, and shows what they need now. */
  readonly refused?: Refusal;
  /** The screen is a private message beside the pressed one. */
  readonly beside?: boolean;
}

/** Answers a press, as its id says. */
export type Press = (app: App, press: PressRequest, id: Id) => Promise<Answer>;

/** An answer that leaves a public message which was pressed as it stands. */
export const besidePublic = ({ personal }: Origin, answer: Answer): Answer =>
  personal ? answer : { ...answer, beside: true };

/** Whether something is asked in the server that a match is played in. */
export const within = (
  origin: Origin,
  { row }: { readonly row: { readonly guild: string | null } },
): boolean => origin.guild !== null && origin.guild === row.guild;

/** Whether somebody manages the server that a match is played in. */
export const managesTable = (origin: Origin, match: Pick<Match, 'row'>): boolean =>
  origin.manages && within(origin, match);
