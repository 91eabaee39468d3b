import { matches } from './requests.ts';

/** So many requests in so many seconds, counted together for the same route and the same first id in it. */
export interface Limit {
  method?: string;
  route: string;
  limit: number;
  /** Seconds. */
  per: number;
  /** Counts only edits of messages older than an hour, in each channel, and refuses them as 30046; `route` is idle. */
  old?: boolean;
}

/** Discord publishes no figures; these are what its headers are seen to say. */
const REAL: Limit[] = [
  { method: 'POST', route: '/channels/:id/messages', limit: 5, per: 5 },
  { method: 'PATCH', route: '/channels/:id/messages/:id', limit: 5, per: 5 },
  { method: 'DELETE', route: '/channels/:id/messages/:id', limit: 5, per: 1 },
  { method: 'POST', route: '/channels/:id/messages/:id/threads', limit: 5, per: 5 },
  { method: 'POST', route: '/channels/:id/threads', limit: 5, per: 5 },
  { method: 'PUT', route: '/applications/:id/commands', limit: 5, per: 20 },
  { route: '/webhooks/:id/:token', limit: 5, per: 2 },
  { route: '/webhooks/:id/:token/messages/:id', limit: 5, per: 2 },
];

const OTHERWISE = { limit: 10, per: 5 };
const GLOBAL = { limit: 50, per: 1 };

/** Edits of messages older than an hour, in one channel. */
const OLD_EDITS = { limit: 3, per: 20 };

/** What to answer: headers always; `wait` seconds where the request is refused. */
export interface Verdict {
  headers: Record<string, string>;
  wait?: number;
  global?: boolean;
}

interface Bucket {
  left: number;
  until: number;
}

export interface Limits {
  /** Counts a request of the bot. Undefined: nothing is limited here. */
  count(method: string, path: string): Verdict | undefined;
  /** Counts an edit of a message older than an hour; the seconds to wait if there were too many. */
  countOldEdit(channel: string): number | undefined;
  /** Limits a route from now on, also where limits are off. */
  set(limit: Limit): void;
  /** Takes all limits set by hand away. */
  clear(): void;
}

/** Rate limits in windows of real time. `mode` off: only what `set` names is limited. */
export function makeLimits(mode: 'real' | 'off'): Limits {
  const buckets = new Map<string, Bucket>();
  const own: Limit[] = [];

  function take(key: string, limit: number, per: number): Bucket & { refused: boolean } {
    const now = Date.now();
    const found = buckets.get(key);
    const bucket = found && found.until > now ? found : { left: limit, until: now + per * 1000 };
    buckets.set(key, bucket);
    const refused = bucket.left === 0;
    if (!refused) bucket.left--;
    return { ...bucket, refused };
  }

  return {
    count: (method, path): Verdict | undefined => {
      const fits = (limit: Limit) =>
        !limit.old && (limit.method ?? method) === method && matches(limit.route, path);
      const apart = path.startsWith('/interactions/') || path.startsWith('/webhooks/');
      const set = own.find(fits);
      if (!set && (mode === 'off' || path.startsWith('/interactions/'))) return undefined;
      if (!set && !apart) {
        const all = take('global', GLOBAL.limit, GLOBAL.per);
        if (all.refused) {
          const wait = (all.until - Date.now()) / 1000;
          return {
            wait,
            global: true,
            headers: {
              'retry-after': String(wait),
              'x-ratelimit-global': 'true',
              'x-ratelimit-scope': 'global',
            },
          };
        }
      }
      const rule = set ?? REAL.find(fits) ?? OTHERWISE;
      const [, kind, major] = path.split('/');
      const name = Buffer.from(`${method} ${'route' in rule ? rule.route : kind}`)
        .toString('hex')
        .slice(0, 40);
      const second = apart ? path.split('/')[3] : '';
      const bucket = take(`${name}:${kind}:${major}:${second}`, rule.limit, rule.per);
      const after = Math.max(0, bucket.until - Date.now()) / 1000;
      const headers: Record<string, string> = {
        'x-ratelimit-limit': String(rule.limit),
        'x-ratelimit-remaining': String(bucket.left),
        'x-ratelimit-reset': String(bucket.until / 1000),
        'x-ratelimit-reset-after': after.toFixed(3),
        'x-ratelimit-bucket': name,
      };
      if (!bucket.refused) return { headers };
      return {
        wait: after,
        headers: { ...headers, 'retry-after': after.toFixed(3), 'x-ratelimit-scope': 'user' },
      };
    },
    countOldEdit: (channel) => {
      const rule = own.find(({ old }) => old) ?? (mode === 'off' ? undefined : OLD_EDITS);
      if (!rule) return undefined;
      const bucket = take(`old:${channel}`, rule.limit, rule.per);
      return bucket.refused ? (bucket.until - Date.now()) / 1000 : undefined;
    },
    set: (limit) => void own.unshift(limit),
    clear: () => {
      own.splice(0);
      // What was counted under them counts no more.
      if (mode === 'off') buckets.clear();
    },
  };
}
