import type { App } from '../app/context.ts';
import { ticks as machine, now } from '../clock.ts';
import { dayOf } from '../daily/days.ts';
import { settleAhead } from '../store/ahead.ts';
import { type Earlier, GAP, noteHeartbeat } from '../store/heartbeat.ts';
import { metaOf } from '../store/tables.ts';
import { type Job, repeat } from './job.ts';

/**
 * The heartbeat of this process: it is written only while people reach the bot and the bot reaches them. Without it time
 * is charged to nobody, and nothing is served that is due.
 */

const EVERY = 1_000;
/** So far apart (ms) are heartbeats while all is well. */
const APART = 10_000;
/** One that is older (ms) tells that something is wrong. */
const FRESH = 90_000;
/** Somebody has set the date: by more than this (ms) it differs from the machine's clock. */
const MOVED = 1_000;

/** The way between the bot and people. */
export interface Way {
  /** Whether Discord can be heard at this moment. */
  connected(): boolean;
  /** Whether Discord takes what is asked of it; where there is doubt it is asked something. */
  answers(): Promise<boolean>;
}

export interface Heartbeat {
  /** Whether the bot is there at this moment, as far as can be known. */
  here(): boolean;
  /** Whether one was written and read back lately. */
  fresh(): boolean;
  /** Writes a heartbeat if it is time for one, or if the bot was not there a moment ago. */
  look(): Promise<void>;
  /** Writes one more, so that the time until here is known exactly. */
  end(): Promise<void>;
}

/** `ticks`: the machine's own clock, see `clock.ts`. */
export function createHeartbeat(
  { store, log }: Pick<App, 'store' | 'log'>,
  way: Way,
  ticks: () => number = machine,
): Heartbeat {
  let last: { readonly at: number; readonly ticks: number } | undefined;
  let well = false;

  const ago = (): number => (last ? ticks() - last.ticks : Infinity);
  const moved = (): boolean => last !== undefined && Math.abs(now() - last.at - ago()) > MOVED;

  /** Whoever set the clock back left times behind that nobody must wait for. */
  async function settleBack(at: number): Promise<void> {
    const matches = await settleAhead(store, at, dayOf(at));
    if (matches > 0) log.warn({ matches }, 'the clock was set back: turns that lay ahead begin now');
  }

  async function beat(): Promise<void> {
    const reached = way.connected() && (await way.answers()) && way.connected();
    if (!reached) {
      if (well) log.warn('Discord is out of reach: what is due has to wait');
      well = false;
      return;
    }
    const isSet = last === undefined || moved();
    const present = { at: now(), ticks: ticks() };
    const earlier: Earlier | undefined = last && { at: last.at, ago: present.ticks - last.ticks };
    try {
      const away = await noteHeartbeat(store, present.at, earlier);
      // A disk that takes what is written and loses it tells so only to whoever reads.
      const read = Number((await metaOf(store, 'alive')) ?? Number.NaN);
      if (!(Math.abs(read - present.at) <= GAP)) throw new Error('The heartbeat that was written is gone.');
      if (away > 0) log.info({ ms: away }, 'the bot was away: that time is charged to nobody');
      if (isSet) await settleBack(present.at);
      last = present;
      well = true;
    } catch (error) {
      if (well) log.warn({ err: error }, 'no heartbeat can be written: what is due has to wait');
      well = false;
    }
  }

  // A date that was moved has to be written first: who starts after this process must not take it for an absence.
  const here = (): boolean => well && ago() <= GAP && !moved();

  return {
    here,
    fresh: () => ago() <= FRESH,
    look: async () => {
      if (!well || ago() >= APART || moved()) await beat();
    },
    end: async () => {
      if (well && ago() <= GAP) await beat();
    },
  };
}

export const startHeartbeat = (app: App, heartbeat: Heartbeat): Job =>
  repeat(app, 'the heartbeat', EVERY, heartbeat.look);
