import { mkdirSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * What stands under a name, or undefined. Throws what the system says where it cannot be there, as below a file: from Node 24
 * on, what `throwIfNoEntry` leaves out is that, too.
 */
export function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

const isFolder = (path: string): boolean => statOf(path)?.isDirectory() ?? false;

/**
 * Makes a folder, and those above it, for its owner alone; one that is there stays as it is. Node's own way asks for ever
 * where a system says that what is there is not, as below /proc. Throws what `mkdir` says.
 */
export function makeFolder(folder: string): void {
  if (isFolder(folder)) return;
  const above = dirname(folder);
  if (above !== folder) makeFolder(above);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have been faster.
    if (!isFolder(folder)) throw error;
  }
}
