import type { Place } from './world.ts';
import { older } from './world.ts';

/** The newest message that a person has read of each channel, as this browser keeps it. */
export interface Reads {
  of(channel: string): string | null;
  set(channel: string, message: string): void;
  /** Forgets channels that are not among these. */
  keep(places: readonly Place[]): void;
}

/** Keeps it in the browser's local storage; without that, everything counts as unread. */
export function createReads(person: string): Reads {
  const key = `playground.read.${person}`;
  let all: Record<string, string> = {};
  try {
    all = JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, string>;
  } catch {
    all = {};
  }
  const save = () => {
    try {
      localStorage.setItem(key, JSON.stringify(all));
    } catch {
      // If the storage is full or forbidden, more is unread the next time: no harm.
    }
  };
  return {
    of: (channel) => all[channel] ?? null,
    set: (channel, message) => {
      const before = all[channel];
      if (before !== undefined && older(message, before) <= 0) return;
      all[channel] = message;
      save();
    },
    keep: (places) => {
      const ids = new Set(places.map((each) => each.id));
      all = Object.fromEntries(Object.entries(all).filter(([channel]) => ids.has(channel)));
      save();
    },
  };
}
