import { DefaultRestOptions } from 'discord.js';
import { main } from '../../src/main.ts';

/**
 * The bot as `npm start` runs it, where days pass in seconds: Discord's limit for all requests together is not held,
 * and what the library forgets after an hour it forgets after a minute.
 */
Object.assign(DefaultRestOptions, { globalRequestsPerSecond: 100_000, handlerSweepInterval: 60_000 });

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
