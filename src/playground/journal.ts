import { routeOf } from './requests.ts';

/** A request of the bot, recorded before anything looks at it. */
export interface Entry {
  n: number;
  /** Milliseconds of real time. */
  at: number;
  method: string;
  path: string;
  route: string;
  body: unknown;
  files: { name: string; size: number }[];
  status?: number;
  response?: unknown;
  /** Id of the interaction that the request answers. */
  interaction?: string;
}

const KEPT = 20_000;

export interface Journal {
  add(entry: Pick<Entry, 'method' | 'path' | 'body' | 'files' | 'interaction'>): Entry;
  /** Requests with a number above `n`. */
  since(n: number): Entry[];
}

/** A record of what the bot sent, kept in memory. */
export function makeJournal(): Journal {
  const entries: Entry[] = [];
  let n = 0;
  return {
    add: (given) => {
      const entry: Entry = { n: ++n, at: Date.now(), ...given, route: routeOf(given.path) };
      entries.push(entry);
      if (entries.length > KEPT) entries.shift();
      return entry;
    },
    since: (from) => entries.filter((entry) => entry.n > from),
  };
}
