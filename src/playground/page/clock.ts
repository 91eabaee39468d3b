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
