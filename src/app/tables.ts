import { now } from '../clock.ts';
import type { Match } from '../match/match.ts';
import { alive, HOLDER } from '../store/lease.ts';
import type { Stored } from '../store/rows.ts';
import { setTable, tableOf } from '../store/tables.ts';
import type { App } from './context.ts';
import { DiscordError } from './discorderror.ts';
import { reconcile, SOON, sparing } from './messages/reconcile.ts';
import type { Outbound } from './outbound.ts';
import { type Hand, tableFeature } from './table.ts';

/** When the messages of matches are brought up to date: one match at a time, soon after anything of it has changed. */

/** Edits of one table come no closer together than this (ms). */
const APART = 2_000;
/** Presses make a table that was refused try again no more often than this (ms). */
const PATIENCE = 60_000;
/** So many tables are remembered as edited just now. */
const REMEMBERED = 1000;

export interface Tables {
  /** Brings a match's messages up to date, soon. A match that is in hand need not be read again. */
  refresh(match: number | Match | Stored): void;
  /** Resolves when nothing is under way. */
  settled(): Promise<void>;
}

/** A table that is being brought up to date. */
interface Running {
  /** Something has changed since. */
  again: boolean;
  done: Promise<void>;
  /** Ends a pause at once: what has changed may not bear waiting. */
  wake?: (() => void) | undefined;
  /** The match as it was handed on last. */
  readonly hand: Hand;
}

export function createTables(
  app: Pick<App, 'store' | 'log' | 'places'> & { readonly outbound: Outbound },
): Tables {
  const tools = { ...app, spare: sparing(app.outbound), holder: HOLDER, alive };
  const running = new Map<number, Running>();
  const edited = new Map<number, number>();
  const refused = new Map<number, number>();

  /** Waits where the last edit is not long ago; whether it has waited. */
  async function rests(match: number, urgent: boolean): Promise<boolean> {
    const left = APART - Math.abs(Date.now() - (edited.get(match) ?? 0));
    if (left > 0 && !urgent) {
      await pause(running.get(match), left);
      return true;
    }
    edited.delete(match);
    edited.set(match, Date.now());
    if (edited.size > REMEMBERED) edited.delete(edited.keys().next().value!);
    return false;
  }

  async function work(match: number, hand: Hand): Promise<void> {
    const { store, log } = tools;
    // One that was moved meanwhile has no trouble any more.
    // A clock may be set back, too.
    if (
      Math.abs(now() - (refused.get(match) ?? -Infinity)) < PATIENCE &&
      (await tableOf(store, match))?.discordError
    )
      return;
    refused.delete(match);
    let lasts = false;
    const feature = tableFeature(tools, match, hand, {
      rests: (urgent) => rests(match, urgent),
      refused: () => {
        lasts = true;
        refused.set(match, now());
      },
    });
    try {
      if ((await reconcile(tools, feature, { match })) || lasts) return;
    } catch (error) {
      if (!(error instanceof DiscordError)) throw error;
      log.warn({ match, code: error.code }, 'a table could not be brought up to date');
    }
    await setTable(store, match, { retryAt: now() + SOON });
  }

  function refresh(given: number | Match | Stored): void {
    const match = typeof given === 'number' ? given : given.row.id;
    const hand: Hand = running.get(match)?.hand ?? { match: undefined };
    hand.match = typeof given === 'number' ? undefined : given;
    const under = running.get(match);
    if (under) {
      under.again = true;
      under.wake?.();
      return;
    }
    const entry: Running = { again: false, done: Promise.resolve(), hand };
    running.set(match, entry);
    entry.done = (async () => {
      try {
        do {
          entry.again = false;
          await work(match, hand);
        } while (entry.again);
      } catch (error) {
        tools.log.error({ match, err: error }, 'refreshing a table failed');
      } finally {
        running.delete(match);
      }
    })();
  }

  return {
    refresh,
    settled: async () => {
      while (running.size > 0) await Promise.all([...running.values()].map((entry) => entry.done));
    },
  };
}

/** Waits, or until something changes. */
async function pause(entry: Running | undefined, time: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, time);
    if (!entry) return;
    entry.wake = () => {
      clearTimeout(timer);
      resolve();
    };
  });
  if (entry) entry.wake = undefined;
}
