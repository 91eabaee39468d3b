import { DefaultRestOptions } from 'discord.js';
import { main } from '../../src/main.ts';
import { usePictures } from '../blank.ts';

/**
 * The bot as `npm start` runs it, where days pass in seconds: Discord's limit for all requests together is not held,
 * and what the library forgets after an hour it forgets after a minute.
 */
Object.assign(DefaultRestOptions, { globalRequestsPerSecond: 100_000, handlerSweepInterval: 60_000 });

if (process.env.BLANK_PICTURES) usePictures('blank');

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
