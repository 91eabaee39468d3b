/** Quiet hours: when a player is not to be reminded of anything. */

export interface QuietHours {
  /** Minutes after midnight in `zone`; the same twice, or null: no quiet hours. They may run over midnight. */
  readonly quietFrom: number | null;
  readonly quietTo: number | null;
  /** IANA name; null: UTC. */
  readonly zone: string | null;
}

const MINUTE = 60_000;
const DAY = 1440;

export const DEFAULT_ZONE = 'UTC';

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  let clock = clocks.get(zone);
  if (!clock) {
    const shape = { hour: 'numeric', minute: 'numeric', hourCycle: 'h23' } as const;
    try {
      clock = new Intl.DateTimeFormat('en', { ...shape, timeZone: zone });
    } catch {
      // A zone that was known when it was saved may be missing in another version of the tables.
      clock = new Intl.DateTimeFormat('en', { ...shape, timeZone: DEFAULT_ZONE });
    }
    clocks.set(zone, clock);
  }
  return clock;
}

/** What the clock on the wall shows in a zone at an instant (ms), in minutes after midnight. */
export function wallMinute(zone: string | null, at: number): number {
  const parts = clockOf(zone ?? DEFAULT_ZONE).formatToParts(at);
  const part = (type: string) => Number(parts.find((each) => each.type === type)?.value);
  return part('hour') * 60 + part('minute');
}

/** Whether an instant (ms) lies in the quiet hours: from the first minute on, up to the last, which is not in them. */
export function isQuiet({ quietFrom, quietTo, zone }: QuietHours, at: number): boolean {
  if (quietFrom === null || quietTo === null || quietFrom === quietTo) return false;
  const minute = wallMinute(zone, at);
  return quietFrom < quietTo
    ? minute >= quietFrom && minute < quietTo
    : minute >= quietFrom || minute < quietTo;
}

/**
 * When the quiet stretch that holds `at` ends (ms): the first minute after it that is not quiet; null when `at` is not
 * quiet. The wall clock counts: an hour that it leaves out shortens a night, one that it shows twice lengthens it.
 */
export function quietUntil(hours: QuietHours, at: number): number | null {
  if (!isQuiet(hours, at)) return null;
  let from = Math.floor(at / MINUTE) * MINUTE;
  for (;;) {
    const left = (hours.quietTo! - wallMinute(hours.zone, from) + DAY) % DAY;
    const end = from + left * MINUTE;
    const change = changeBetween(hours.zone, from, end);
    if (change === null) return end;
    // Up to where the wall clock was moved all is quiet.
    if (!isQuiet(hours, change)) return change;
    from = change;
  }
}

/**
 * The next time (ms) after `at` at which the wall clock of a zone shows `minute`. Where it leaves that minute out, it is
 * the one after the gap; where it shows it twice, the first of the two.
 */
export function nextAt(zone: string | null, minute: number, at: number): number {
  let from = Math.floor(at / MINUTE) * MINUTE;
  let left = (minute - wallMinute(zone, from) + DAY) % DAY || DAY;
  for (;;) {
    const end = from + left * MINUTE;
    const change = changeBetween(zone, from, end);
    if (change === null) return end;
    const [before, after] = [wallMinute(zone, change - MINUTE) + 1, wallMinute(zone, change)];
    const leap = (after - before + DAY) % DAY;
    const ahead = leap < DAY / 2;
    if (ahead && (minute - before + DAY) % DAY <= leap) return change;
    // What the clock shows a second time has been.
    from = ahead ? change : change + (DAY - leap) * MINUTE;
    left = (minute - wallMinute(zone, from) + DAY) % DAY;
  }
}

/** The minute between two instants at which the wall clock of a zone was moved, or null. */
function changeBetween(zone: string | null, from: number, to: number): number | null {
  const start = wallMinute(zone, from);
  const moved = (at: number): boolean => (start + (at - from) / MINUTE - wallMinute(zone, at)) % DAY !== 0;
  if (!moved(to)) return null;
  let [before, after] = [from, to];
  while (after - before > MINUTE) {
    const middle = before + Math.floor((after - before) / 2 / MINUTE) * MINUTE;
    if (moved(middle)) after = middle;
    else before = middle;
  }
  return after;
}
