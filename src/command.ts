import { type Config, ConfigError, loadConfig } from './config.ts';
import { CONFIG } from './exit.ts';
import { asFault, DatabaseFault } from './store/fault.ts';

/** The file that a command works on. Throws a `ConfigError` with what else to do where games live on a server. */
export function fileOf({ databaseFile, databaseUrl }: Config, instead: string): string {
  if (databaseUrl === undefined) return databaseFile;
  throw new ConfigError(`DATABASE_URL names a database of PostgreSQL. ${instead}`);
}

/**
 * Runs a command of `package.json` that works on the database. What is wrong with the settings or with the database is
 * told in its one sentence, with exit code 78; 1 where another try may do.
 */
export async function command(work: (config: Config) => unknown): Promise<void> {
  let file = '';
  try {
    const config = loadConfig();
    file = config.databaseFile;
    await work(config);
  } catch (error) {
    const fault = asFault(error, file);
    if (!(fault instanceof ConfigError || fault instanceof DatabaseFault)) throw fault;
    console.error(fault.message);
    process.exitCode = fault instanceof DatabaseFault && fault.passing ? 1 : CONFIG;
  }
}

/** Whether words can name files. No command has options, and an empty word comes of a variable that is not set. */
export const areFiles = (words: readonly string[]): boolean =>
  words.every((word) => word !== '' && !word.startsWith('-'));

/** Tells how a command is called; what was meant can only be guessed, so nothing is done. */
export function refuse(usage: string): void {
  console.error(usage);
  process.exitCode = CONFIG;
}
