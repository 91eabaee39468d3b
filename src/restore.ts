import { resolve } from 'node:path';
import { now, useClockFile } from './clock.ts';
import { command } from './command.ts';
import { restore } from './store/restore.ts';

/** `npm run restore FILE`: puts a copy of a backup in the place of the database, while the bot is stopped. */

const [from, ...more] = process.argv.slice(2);

if (from === undefined || more.length > 0) {
  console.error('Usage: npm run restore FILE');
  process.exitCode = 2;
} else {
  await command(({ clockFile, databaseFile }) => {
    useClockFile(clockFile);
    const { matches, kept } = restore(resolve(from), databaseFile, now());
    const before = kept === undefined ? '' : ` What was there is kept in ${kept}.`;
    console.log(`${databaseFile} is as ${from}, with ${matches} matches.${before}`);
  });
}
