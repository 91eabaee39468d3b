import type { TimeStyle } from './markup.ts';

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

const steps = [
  ['minute', 60, 60],
  ['hour', 3_600, 24],
  ['day', 86_400, 30],
  ['month', 2_629_800, 12],
] as const;

/** "in 11 hours", "2 minutes ago": the distance of two moments in seconds, rounded. */
export function distance(at: number, now: number): string {
  const seconds = at - now;
  const size = Math.abs(seconds);
  if (size < 60) return relative.format(Math.trunc(seconds), 'second');
  for (const [unit, length, limit] of steps) {
    if (Math.round(size / length) < limit) return relative.format(Math.round(seconds / length), unit);
  }
  return relative.format(Math.round(seconds / 31_557_600), 'year');
}

const shapes: Record<Exclude<TimeStyle, 'R'>, Intl.DateTimeFormatOptions> = {
  t: { timeStyle: 'short' },
  T: { timeStyle: 'medium' },
  d: { dateStyle: 'short' },
  D: { dateStyle: 'long' },
  f: { dateStyle: 'long', timeStyle: 'short' },
  F: { dateStyle: 'full', timeStyle: 'short' },
  s: { dateStyle: 'short', timeStyle: 'short' },
  S: { dateStyle: 'short', timeStyle: 'medium' },
};

/** A moment (Unix seconds) as `<t:at:style>` shows it at `now`. */
export function moment(at: number, style: TimeStyle, now: number): string {
  if (style === 'R') return distance(at, now);
  return new Intl.DateTimeFormat(undefined, shapes[style]).format(at * 1000);
}

const dayOf = (time: Date): string => time.toDateString();

/** "Today at 21:40", "Yesterday at 8:15", or the date: when a message was sent. */
export function stamp(iso: string, now: Date): string {
  const time = new Date(iso);
  const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }).format(time);
  if (dayOf(time) === dayOf(now)) return `Today at ${clock}`;
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  if (dayOf(time) === dayOf(yesterday)) return `Yesterday at ${clock}`;
  return `${new Intl.DateTimeFormat(undefined, { dateStyle: 'short' }).format(time)} ${clock}`;
}

/** "3 KB": the size of a file. */
export function bytes(size: number): string {
  if (size < 1024) return `${size} bytes`;
  if (size < 1024 * 1024) return `${(size / 1024).toFixed(size < 10_240 ? 1 : 0)} KB`;
  return `${(size / 1024 / 1024).toFixed(1)} MB`;
}

/**
 * The server's time. Its clock may be set ahead to try out deadlines, and no route tells it: a message that has just
 * come was written now, and one that is listed was written at the latest now.
 */
let ahead = 0;

/** Small differences are only the way a message takes, in ms. */
const negligible = 5_000;

/** Learns from a message's timestamp; `fresh` when it has just been written. */
export function hearTime(iso: string, fresh: boolean): void {
  const difference = Date.parse(iso) - Date.now();
  const found = Math.abs(difference) < negligible ? 0 : difference;
  if (fresh || found > ahead) ahead = found;
}

/** The server's time in ms. */
export const now = (): number => Date.now() + ahead;
