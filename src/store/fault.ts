/** What is wrong with a database, said to whoever runs the bot. */

/** A database that cannot be used; the message is one line that names the file and says what to do. */
export class DatabaseFault extends Error {
  /** It ends without anybody's doing, so it is worth another try. */
  readonly passing: boolean;

  constructor(message: string, passing = false) {
    super(message);
    this.passing = passing;
  }
}

/** Another process holds the file, or is just setting it right after one that died, or puts a backup in its place. */
const BUSY = /^SQLITE_(BUSY|LOCKED|PROTOCOL|READONLY_DBMOVED)/;

/** The code of what SQLite or the system said, also where it comes wrapped in the statement that it was said of; else ''. */
export function codeOf(error: unknown): string {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: { code?: unknown } };
  return String(code ?? cause?.code ?? '');
}

export const isBusy = (error: unknown): boolean => BUSY.test(codeOf(error));

/** Whether what SQLite says means that the file is not, or not any more, a whole database. */
export const isDamage = (error: unknown): boolean => /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error));

export const damaged = (file: string, reason: string): DatabaseFault =>
  new DatabaseFault(
    `The database ${file} is damaged (${short(reason)}). Put a whole backup in its place: npm run restore FILE.`,
  );

/** One line without a full stop, to stand in brackets: the first that says something. */
export function short(text: string): string {
  const lines = text.trim().split('\n');
  // SQLite writes above what it found in which of the files that are open it was.
  const line = lines.find((one) => one.trim() !== '' && !/^\*\*\*.*\*\*\*$/.test(one.trim())) ?? lines[0]!;
  return line.trim().replace(/\.$/, '');
}

const forbidden = (file: string): string =>
  `${file} cannot be reached by this user. Give this user the right to use its folder and those above it.`;

const nowhere = (file: string): string =>
  `${file} cannot be there, since not all that is above it are folders. Name another file.`;

/** What a system says of files and a person can mend. What is not here, such as too many open files, is our own doing. */
const OF_SYSTEM: Readonly<Record<string, (file: string) => string>> = {
  EACCES: forbidden,
  EPERM: forbidden,
  ENOTDIR: nowhere,
  ELOOP: (file) => `${file} is a link that leads back to itself. Name another file.`,
  ENAMETOOLONG: (file) => `The name ${file} is too long for its disk. Name another file.`,
  EROFS: (file) =>
    `The disk of ${file} can only be read. Name another file, or make it one that can be written.`,
  ENOSPC: full,
  EDQUOT: full,
};

function full(file: string): string {
  return `The disk of ${file} is full. Make room there.`;
}

/** That a disk has not kept what it was given. */
export const unkept = (file: string, error: unknown): DatabaseFault =>
  new DatabaseFault(
    `The disk of ${file} did not keep what was written to it (${codeOf(error) || String(error)}), so this ends here: whatever was answered is there, and nothing else was. See what is wrong with the disk.`,
  );

/** What SQLite or the system said about a file as a fault that names it; anything else is given back as it is. */
export function asFault(error: unknown, file: string): unknown {
  const code = codeOf(error);
  if (error instanceof DatabaseFault) return error;
  if (!code.startsWith('SQLITE_')) return ofSystem(error, file) ?? error;
  const reason = short((error as Error).message);
  return code.startsWith('SQLITE_CORRUPT')
    ? damaged(file, reason)
    : new DatabaseFault(sentence(code, reason, file), isBusy(error));
}

/** Undefined where it is not about a file or nothing that a person can mend. */
function ofSystem(error: unknown, file: string): DatabaseFault | undefined {
  const told = OF_SYSTEM[codeOf(error)];
  const path = (error as { path?: unknown } | null)?.path;
  if (told === undefined || typeof path !== 'string') return undefined;
  // Names that a file has only while it is made mean nothing to a person.
  return new DatabaseFault(told(file !== '' && path.startsWith(file) ? file : path));
}

function sentence(code: string, reason: string, file: string): string {
  if (BUSY.test(code))
    return `The database ${file} is kept busy by another process. End that one, or try again later.`;
  if (code === 'SQLITE_NOTADB')
    return `${file} is not a database of SQLite, or its beginning is damaged. Name another file, or put a whole backup in its place: npm run restore FILE.`;
  if (/^SQLITE_(READONLY|CANTOPEN|PERM)/.test(code))
    return `The database ${file} cannot be written. Give this user the right to write it and the folder it is in.`;
  if (/^SQLITE_(FULL|IOERR_SHMSIZE)/.test(code)) return full(file);
  if (code.startsWith('SQLITE_IOERR'))
    return `The disk of ${file} cannot be read or written as it should be (${code}). See what is wrong with it.`;
  return `The database ${file} cannot be used: ${reason} (${code}).`;
}
