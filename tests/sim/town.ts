import { chance, pick, type Roll } from '../lib/chance.ts';
import type { Chat } from '../lib/chat.ts';
import type { Book } from '../lib/ledger.ts';
import type { Client, Person, Place, Sitter } from '../lib/person.ts';

/** A town in which people play for days, and its tables. */

/** What is there, whatever makes it so. */
export interface World {
  readonly roll: Roll;
  readonly chat: Chat;
  readonly client: Client;
  /** The time in which people wait, in ms. */
  now(): number;
  /** Resolves when the bot is there. */
  up(): Promise<void>;
  /** People by server; some belong to both. */
  people(guild: string): readonly Person[];
  /** Whether somebody manages a server. */
  manages(guild: string, who: Person): boolean;
  /** The channels that are there, threads left aside. */
  places(): readonly Place[];
  /** How a match stands in the database, for whoever looks for a fault. */
  tell(match: number): string;
  readonly patience: Patience;
}

/** How long people wait, in ms. */
export interface Patience {
  /** For a change at a table, when they have chosen or nobody is asked; and when there is no table. */
  readonly soon: number;
  readonly idle: number;
  /** After so long those who take themselves to have chosen look again: an apology may have been all they saw. */
  readonly look: number;
  /** After so long without a change a table is given up. */
  readonly most: number;
}

export interface Town {
  readonly world: World;
  readonly seed: string;
  readonly book: Book;
  readonly counts: Counts;
  /** Fates of tables that were left in the middle. */
  readonly came: Set<Fate>;
  /** Tables that came to no end, and what they were waiting for. */
  readonly stuck: string[];
  /** What happens next at some table, so that nothing is left out. */
  readonly acts: string[];
  /** A table waits for nothing but its time: so many ms. */
  wishes(time: number): void;
  /** No new tables. */
  closing(): boolean;
  /** Everybody goes home. */
  closed(): boolean;
}

export interface Counts {
  opened: number;
  begun: number;
  /** Of these, games in which one plays after the other. */
  turns: number;
  ended: number;
}

export const noCounts = (): Counts => ({ opened: 0, begun: 0, turns: 0, ended: 0 });

/** How somebody plays: at once, now and then, or not at all until somebody else sits there. */
export type Temper = 'steady' | 'flaky' | 'idle' | 'gone';

/** How a table ends when nothing happens to it. */
export type Fate =
  | 'played'
  | 'agreed'
  | 'deserted'
  | 'moderated'
  // The host stops the clocks and nobody comes back; or nobody does anything from the first card on.
  | 'shelved'
  | 'slept'
  // Nobody starts its lobby; or its host closes that.
  | 'forgotten'
  | 'cancelled';

/** A table of people, and how they are. */
export interface Table {
  readonly town: Town;
  readonly match: number;
  readonly guild: string;
  readonly lobby: string;
  readonly roll: Roll;
  /** One plays after the other. */
  readonly turns: boolean;
  /** Of a turn, in seconds. */
  readonly limit: number;
  fate: Fate;
  readonly sitters: Sitter[];
  readonly tempers: Map<string, Temper>;
}

export const tableRoll = ({ seed }: Town, n: number): Roll => chance(`${seed}/${n}`);

/** Somebody at a table of a match. */
export const sitter = (
  { world, book }: Town,
  match: number,
  who: Person,
  roll: Roll,
  turns: boolean,
): Sitter => ({ client: world.client, book, match, who, roll, old: [], turns, asks: turns });

/** Those who have not gone; everybody, where all have. */
export const present = (table: Table): Sitter[] => {
  const here = table.sitters.filter(({ who }) => table.tempers.get(who.id) !== 'gone');
  return here.length > 0 ? here : [...table.sitters];
};

/** Somebody of a server who does not sit at a table. */
export function stranger({ town: { world }, guild, sitters, roll }: Table): Person | undefined {
  const free = world.people(guild).filter((one) => !sitters.some(({ who }) => who === one));
  return free.length > 0 ? pick(free, roll) : undefined;
}
