import { resolve } from 'node:path';
import { now, useClockFile } from './clock.ts';
import { areFiles, command, fileOf, refuse } from './command.ts';
import { restore } from './store/restore.ts';

/** `npm run restore FILE`: puts a copy of a backup in the place of the database, while the bot is stopped. */

export async function main(): Promise<void> {
  const names = process.argv.slice(2);
  const [from] = names;

  if (from === undefined || names.length > 1 || !areFiles(names)) {
    refuse('Name the one backup to restore: npm run restore FILE.');
  } else {
    await command((config) => {
      useClockFile(config.clockFile);
      const databaseFile = fileOf(config, 'Restore it with PostgreSQL itself: pg_restore.');
      const { matches, kept } = restore(resolve(from), databaseFile, now());
      const before = kept === undefined ? '' : ` What was there is kept in ${kept}.`;
      console.log(`${databaseFile} is as ${from}, with ${matches} matches.${before}`);
    });
  }
}
