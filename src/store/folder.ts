import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Makes what was named, renamed or removed in a folder outlast a loss of power. */
export function settleNames(folder: string): void {
  let opened: number | undefined;
  try {
    opened = openSync(folder, 'r');
    fsyncSync(opened);
  } catch {
    // Where folders cannot be opened, the system settles them by itself.
  } finally {
    if (opened !== undefined) closeSync(opened);
  }
}
