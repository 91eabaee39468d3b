import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { now, useClockFile } from './clock.ts';
import { areFiles, command, fileOf, refuse } from './command.ts';
import { backUp, usualPlace } from './store/backup.ts';
import { examine } from './store/examine.ts';

/**
 * `npm run backup [FILE]`: a checked copy of the database, while the bot runs. Without a name, or with that of a folder,
 * the copy is named after the time.
 */

export async function main(): Promise<void> {
  const names = process.argv.slice(2);
  const [name] = names;

  if (names.length > 1 || !areFiles(names)) {
    refuse('Name one file or folder for the backup, or none: npm run backup [FILE].');
  } else {
    await command((config) => {
      useClockFile(config.clockFile);
      const databaseFile = fileOf(config, 'Back it up with PostgreSQL itself: pg_dump --format=custom.');
      // Where there is nothing to copy, no folder is made for it.
      examine(databaseFile);
      const to = name === undefined ? undefined : resolve(name);
      const isFolder = to === undefined || (existsSync(to) && statSync(to).isDirectory());
      const { file, size, matches } = backUp(
        databaseFile,
        isFolder ? usualPlace(databaseFile, now(), to) : to,
      );
      console.log(`${matches} matches are in ${file} (${megabytes(size)} MB).`);
    });
  }
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
