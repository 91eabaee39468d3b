import { accessSync, constants, existsSync, readdirSync, statfsSync, statSync } from 'node:fs';
import { basename, dirname, join, parse } from 'node:path';
import { type Checkup, checkUp } from '../store/checkup.ts';
import { DatabaseFault } from '../store/fault.ts';
import { GAP } from '../store/heartbeat.ts';
import { type Finding, note, ok, sized, stretch, wrong } from './finding.ts';

/** Whether the database can be used, who uses it, and what there is to fall back on. */

/** A log of changes is brought into the file every few MB; one of this size (bytes) is not. */
const LONG_LOG = 256e6;
/** Beside a copy of the database so much (bytes) is to be free. */
const SPARE = 200e6;
const DAY = 86_400_000;
/** From this age on (ms) the last backup is told as old. */
const OLD = 7 * DAY;

export interface Database {
  /** Undefined where there is none, or it cannot be used. */
  readonly checkup: Checkup | undefined;
  readonly findings: readonly Finding[];
}

/** Looks at the database `file`; `at` is the time (ms). Nothing is written. */
export function database(file: string, at: number): Database {
  if (file === ':memory:') return { checkup: undefined, findings: [] };
  const folder = existing(dirname(file));
  const shut = unwritable(folder);
  if (shut) return { checkup: undefined, findings: [shut] };
  if (!existsSync(file))
    return {
      checkup: undefined,
      findings: [ok('database', `There is no ${file} yet: the first start makes it.`), room(folder, 0)],
    };
  try {
    const checkup = checkUp(file);
    const locked = unwritable(file);
    const findings = locked ? [locked] : [standing(file, checkup), running(checkup, at)];
    return {
      checkup,
      findings: [...findings, ...games(checkup), ...disk(file), lastBackup(file, at)],
    };
  } catch (error) {
    if (!(error instanceof DatabaseFault)) throw error;
    return { checkup: undefined, findings: [wrong('database', error.message)] };
  }
}

/** The nearest folder above that is there, or the folder itself. */
const existing = (folder: string): string =>
  existsSync(folder) || dirname(folder) === folder ? folder : existing(dirname(folder));

function unwritable(path: string): Finding | undefined {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    return undefined;
  } catch {
    const user = process.getuid ? ` (user ${process.getuid()})` : '';
    return wrong(
      'database',
      `${path} cannot be read and written by whoever runs this${user}.`,
      'Give that user the right, or run this as the user of the bot.',
    );
  }
}

function standing(file: string, { matches, migrations, known }: Checkup): Finding {
  const whole = `${file} is whole: ${matches} matches, ${sized(sizeOf(file))}`;
  const due = known - migrations;
  if (due === 0) return ok('database', `${whole}, its tables those of this version (${known} changes).`);
  return note(
    'database',
    `${whole}. The next start carries out ${due} of ${known} changes of its tables, with a copy made before.`,
  );
}

/** A bot that hears Discord writes a heartbeat every ten seconds; of one that waits for Discord nothing tells. */
function running({ alive, known, migrations }: Checkup, at: number): Finding {
  if (migrations < known) return note('database', 'Whether a bot runs on it cannot be told before that.');
  if (alive === undefined) return note('database', 'No bot has been at work on it yet.');
  const ago = at - alive;
  if (ago < GAP) return ok('database', 'A bot is at work on it now.');
  return note('database', `No bot is at work on it; the last one was ${stretch(ago)} ago.`);
}

function* games({ aside, stuck }: Checkup): Generator<Finding> {
  if (aside > 0)
    yield wrong(
      'database',
      `${aside} matches are put aside, since the version that ran last could not replay them.`,
      'Run "npm run validate": it says why.',
    );
  for (const { match, guild, code } of stuck)
    yield note(
      'database',
      `Discord refuses what table #${match} in server ${guild} is to show (code ${code}).`,
      'Whoever plays there is told what is missing when they press something.',
    );
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

function disk(file: string): Finding[] {
  const log = sizeOf(`${file}-wal`);
  return [
    ...(log > LONG_LOG
      ? [
          wrong(
            'database',
            `${file}-wal has ${sized(log)} that were not brought into the database.`,
            'End whatever else has the database open, and start the bot anew.',
          ),
        ]
      : []),
    room(dirname(file), sizeOf(file) + log),
  ];
}

/** Whether a copy of the database (of so many bytes), as an update or a backup makes one, has room in a folder. */
function room(folder: string, size: number): Finding {
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  const needed = size + SPARE;
  if (free >= needed) return ok('database', `${sized(free)} are free in ${folder}.`);
  return wrong(
    'database',
    `Only ${sized(free)} are free in ${folder}, and a copy of the database needs ${sized(needed)}.`,
    'Make room there: the oldest files in backups/ and those named *.before-* and *.replaced-* are copies.',
  );
}

function lastBackup(file: string, at: number): Finding {
  const folder = join(dirname(file), 'backups');
  const start = `${parse(file).name}-`;
  const names = existsSync(folder)
    ? readdirSync(folder).filter((name) => name.startsWith(start) && name.endsWith('.db'))
    : [];
  const times = names.map((name) => ({ name, at: statSync(join(folder, name)).mtimeMs }));
  const last = times.sort((a, b) => b.at - a.at)[0];
  const every = 'Run "npm run backup", every night at best (see the README).';
  if (!last) return note('backups', `There is no backup of ${basename(file)} in ${folder}.`, every);
  const age = at - last.at;
  const says = `The last backup in ${folder} is ${last.name}, ${stretch(age)} old.`;
  return age > OLD ? note('backups', says, every) : ok('backups', says);
}
