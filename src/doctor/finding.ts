/** What the doctor found, a line each. */

/** `ok`; `note`: worth knowing, and nothing has to be done; `mend`: something has to be. */
type Level = 'ok' | 'note' | 'mend';

/** What findings are about, in the order in which it is looked at. */
export type About =
  | 'machine'
  | 'pictures'
  | 'settings'
  | 'database'
  | 'backups'
  | 'clock'
  | 'discord'
  | 'commands'
  | 'servers';

export interface Finding {
  readonly level: Level;
  readonly about: About;
  /** Whole sentences. */
  readonly says: string;
  /** The command or the click that mends it, as a whole sentence; where there is none, `says` tells what to do. */
  readonly mend?: string;
}

export const ok = (about: About, says: string): Finding => ({ level: 'ok', about, says });

export const note = (about: About, says: string, mend?: string): Finding => ({
  level: 'note',
  about,
  says,
  ...(mend === undefined ? {} : { mend }),
});

export const wrong = (about: About, says: string, mend?: string): Finding => ({
  ...note(about, says, mend),
  level: 'mend',
});

/** "mend  clock     The clock is …" */
export const lineOf = ({ level, about, says, mend }: Finding): string =>
  [level.padEnd(4), about.padEnd(8), [says, ...(mend === undefined ? [] : [mend])].join(' ')].join('  ');

/** How much there is to mend, as a sentence. */
export function summary(findings: readonly Finding[]): string {
  const count = findings.filter(({ level }) => level === 'mend').length;
  if (count === 0) return 'Nothing is wrong.';
  return count === 1 ? '1 thing is to be mended.' : `${count} things are to be mended.`;
}

/** What somebody else named, such as a server, with nothing in it that a terminal would act on. */
export const plain = (name: string): string => name.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '');

/** A size in bytes: "12.3 MB", "1.2 GB". */
export const sized = (bytes: number): string =>
  bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** A stretch of time (ms) in its largest unit, rounded: "3 days". */
export function stretch(ms: number): string {
  const seconds = Math.round(Math.abs(ms) / 1000);
  const [unit, size] = UNITS.find(([, size]) => seconds >= size) ?? UNITS[3];
  const count = Math.round(seconds / size);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
