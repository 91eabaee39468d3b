import type { Logger } from 'pino';
import type { Db, Store } from '../../store/engine/types.ts';
import type { Fresh, MessageRow, Owner } from '../../store/messages.ts';
import type { Outbound } from '../outbound.ts';
import type { Target } from './plan.ts';

/** What posts messages, and what it says of them. */
export interface Feature<C> {
  /** Reads what its messages tell of; undefined where nothing is to be done. `rows`: what it has of them. */
  open(owner: Owner, rows: readonly MessageRow[]): Promise<C | undefined>;
  /** Messages that should have a row by now, in the order in which they stand in the channel. */
  slots(c: C, rows: readonly MessageRow[]): readonly Fresh[];
  /** What is to become of a message. `rows`: all of them, as they stand by now. */
  screenOf(row: MessageRow, c: C, rows: readonly MessageRow[]): Target;
  /**
   * Discord refused a message for a reason that does not pass by itself. "drop": it is given up; "wait": it is tried when
   * the feature says so; "again": something has changed, so all begins anew.
   */
  refused(row: MessageRow, code: number, c: C): Promise<'drop' | 'wait' | 'again'>;
  /** Waits where edits came too close together; whether it has waited, so that all is read anew. */
  rests?(c: C, urgent: boolean): Promise<boolean>;
  /** Notes that the messages of `slots` have rows, inside the transaction that makes them. */
  begun?(db: Db, c: C): Promise<void>;
  /** What is left to be done in chat once all messages stand as they should; whether it could be. */
  tidied?(c: C, rows: readonly MessageRow[]): Promise<boolean>;
  /** Whether something is to be done or noted once all is as `c` tells. */
  behind?(c: C, rows: readonly MessageRow[]): boolean;
  /** Notes it, inside a transaction. */
  settled?(db: Db, c: C): Promise<void>;
  /** Whether there is more to tell than `c` does, or more to be done than could be with it. */
  moved?(c: C): Promise<boolean>;
  /** Whether something has changed since `c` was read. */
  changed?(c: C): Promise<boolean>;
}

export interface Tools {
  readonly store: Store;
  readonly outbound: Outbound;
  /** For messages that can wait. */
  readonly spare: Outbound;
  readonly log: Pick<Logger, 'warn'>;
  /** This process, and whether another one may still be there. */
  readonly holder: string;
  readonly alive: (holder: string) => boolean;
}
