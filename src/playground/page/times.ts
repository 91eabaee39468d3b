import type { TimeStyle } from './markup.ts';

const relatives = new Map<string, Intl.RelativeTimeFormat>();

function relativeIn(locale: string): Intl.RelativeTimeFormat {
  const relative = relatives.get(locale) ?? new Intl.RelativeTimeFormat(locale, { numeric: 'always' });
  relatives.set(locale, relative);
  return relative;
}

const steps = [
  ['minute', 60, 60],
  ['hour', 3_600, 24],
  ['day', 86_400, 30],
  ['month', 2_629_800, 12],
] as const;

/** The distance of two moments (Unix seconds) in words, rounded: "in 11 hours", "2 minutes ago". */
export function distance(at: number, now: number, locale = 'en'): string {
  const relative = relativeIn(locale);
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

/** A moment as `<t:at:style>` shows it at `now`, both in Unix seconds, to somebody whose Discord has a language. */
export function moment(at: number, style: TimeStyle, now: number, locale?: string): string {
  if (style === 'R') return distance(at, now, locale);
  return new Intl.DateTimeFormat(locale, shapes[style]).format(at * 1000);
}

const dayOf = (time: Date): string => time.toDateString();

/** When a message was sent: "Today at 21:40", "Yesterday at 8:15", or the date. */
export function stamp(iso: string, now: Date): string {
  const time = new Date(iso);
  const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }).format(time);
  if (dayOf(time) === dayOf(now)) return `Today at ${clock}`;
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  if (dayOf(time) === dayOf(yesterday)) return `Yesterday at ${clock}`;
  return `${new Intl.DateTimeFormat(undefined, { dateStyle: 'short' }).format(time)} ${clock}`;
}

/** The size of a file (bytes) in words: "3 KB". */
export function bytes(size: number): string {
  if (size < 1024) return `${size} bytes`;
  if (size < 1024 * 1024) return `${(size / 1024).toFixed(size < 10_240 ? 1 : 0)} KB`;
  return `${(size / 1024 / 1024).toFixed(1)} MB`;
}

/**
 * How many ms the server's clock is ahead of the browser's. It may be set ahead to try out deadlines, and no route tells
 * it: so it is learnt from the timestamps of messages.
 */
let ahead = 0;

/** A difference of fewer ms is only the time that a message takes to arrive. */
const negligible = 5_000;

/** Learns from a message's timestamp. A `fresh` message was sent now; one that was loaded, now or earlier. */
export function hearTime(iso: string, fresh: boolean): void {
  const difference = Date.parse(iso) - Date.now();
  const found = Math.abs(difference) < negligible ? 0 : difference;
  if (fresh || found > ahead) ahead = found;
}

/** The server's time, in ms since 1970. */
export const now = (): number => Date.now() + ahead;
