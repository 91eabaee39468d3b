import type { Place } from './world.ts';
import { older } from './world.ts';

/** How far a person has read, in this browser: the newest message seen of each channel. */
export interface Reads {
  of(channel: string): string | null;
  set(channel: string, message: string): void;
  /** Forgets the channels that are gone. */
  keep(places: readonly Place[]): void;
}

/** Reads and writes the browser's own store; where there is none, everything counts as unread. */
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
      // A full or forbidden store only means that more is unread next time.
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
