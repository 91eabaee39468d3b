import { useClockFile } from './clock.ts';
import { ConfigError, loadConfig } from './config.ts';
import { recount } from './daily/count.ts';
import { openStore } from './store/open.ts';

/** `npm run ratings`: makes ratings, tables and streaks anew from the stored results. */

try {
  const config = loadConfig();
  useClockFile(config.clockFile);
  const store = openStore(config.databaseFile);
  const { matches, people } = await recount(store);
  store.close();
  console.log(`Counted ${matches} games of ${people} people anew.`);
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
