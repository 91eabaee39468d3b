import { now } from '../clock.ts';
import type { App } from './context.ts';
import type { Outbound } from './outbound.ts';

/** Who is in a server, and with which roles: asked of Discord where nothing else tells, and remembered for a while. */

/** Somebody's roles in a server; `gone`: they are not in it (any more); `unknown`: Discord did not say. */
export type Membership = { readonly roles: readonly string[] } | 'gone' | 'unknown';

/** Discord knows no such member, or no such user any more. */
const ABSENT: readonly number[] = [10007, 10013];
/** So long nobody asks again where Discord did not say. */
const UNSAID = 60_000;
/** So many answers are remembered. */
const MOST = 5_000;

interface Known {
  readonly at: number;
  readonly said: Promise<Membership>;
  /** Set once Discord did not say. */
  unsaid?: boolean;
}

const answers = new WeakMap<Outbound, Map<string, Known>>();

function knownTo({ outbound }: Pick<App, 'outbound'>): Map<string, Known> {
  const known = answers.get(outbound) ?? new Map<string, Known>();
  answers.set(outbound, known);
  return known;
}

const keyOf = (guild: string, user: string): string => `${guild} ${user}`;

function remember(known: Map<string, Known>, key: string, entry: Known): void {
  known.delete(key);
  known.set(key, entry);
  if (known.size > MOST) known.delete(known.keys().next().value!);
}

/**
 * Whether somebody is in a server, and with which roles. An answer that is no older than `age` ms is taken as it is;
 * who asks while the same question is under way shares its answer. No acknowledgement may wait for it.
 */
export async function memberOf(
  app: Pick<App, 'outbound'>,
  guild: string,
  user: string,
  age: number,
): Promise<Membership> {
  const known = knownTo(app);
  const key = keyOf(guild, user);
  const found = known.get(key);
  const old = found === undefined ? Number.POSITIVE_INFINITY : now() - found.at;
  if (found && old >= 0 && old <= (found.unsaid ? Math.min(age, UNSAID) : age)) return found.said;
  const entry: Known = {
    at: now(),
    said: app.outbound.member(guild, user).then((sent) => {
      if (sent.ok) return { roles: sent.roles };
      if (ABSENT.includes(sent.code)) return 'gone';
      entry.unsaid = true;
      return 'unknown';
    }),
  };
  remember(known, key, entry);
  return entry.said;
}

/** Whoever presses something in a server is in it, and Discord says with which roles. */
export function noteMember(
  app: Pick<App, 'outbound'>,
  guild: string,
  user: string,
  roles: readonly string[],
): void {
  remember(knownTo(app), keyOf(guild, user), { at: now(), said: Promise.resolve({ roles }) });
}
