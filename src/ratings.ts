import { useClockFile } from './clock.ts';
import { command } from './command.ts';
import { recount } from './daily/recount.ts';
import { examine } from './store/examine.ts';
import { openServer, openStore } from './store/open.ts';

/** `npm run ratings`: makes ratings, tables and streaks anew from the stored results. */

export const main = (): Promise<void> =>
  command(async ({ clockFile, databaseFile, databaseUrl }) => {
    useClockFile(clockFile);
    if (databaseUrl === undefined) examine(databaseFile);
    const store = databaseUrl === undefined ? openStore(databaseFile) : await openServer(databaseUrl);
    try {
      const { matches, people } = await recount(store);
      console.log(`Counted ${matches} games of ${people} people anew.`);
    } finally {
      await store.close();
    }
  });
