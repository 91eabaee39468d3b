import { fileURLToPath } from 'node:url';
import { DefaultRestOptions } from 'discord.js';
import { main } from '../src/main.ts';
import { threadsFrom } from '../src/threads.ts';
import { DRAWS, LEAVES, usePictures } from './blank.ts';
import { countSeeds } from './seeds.ts';

/**
 * The bot as `npm start` runs it, for packing, but that its jobs look around four times as often: whoever waits for one
 * waits for its work and not for its next look. `BLANK_PICTURES` leaves boards undrawn; each
 * SIGUSR2 changes whether they are drawn. `SEEDS` sets processes that run side by side apart: what they make up themselves
 * is not the same by accident. `HURRIED` is for days that pass in seconds: Discord's limit for all requests together is not
 * held, and what the library forgets after an hour it forgets after a minute.
 */
const { BLANK_PICTURES, HURRIED, SEEDS } = process.env;
countSeeds(SEEDS);
let blank = Boolean(BLANK_PICTURES);
if (blank) usePictures('blank');
// Whoever draws does it beside the main thread, as the bot does that people run: nobody waits for a press meanwhile.
else threadsFrom({ file: fileURLToPath(new URL('lib/thread.mjs', import.meta.url)) });
process.on('SIGUSR2', () => {
  blank = !blank;
  usePictures(blank ? 'blank' : 'drawn');
  console.log(blank ? LEAVES : DRAWS);
});
if (HURRIED)
  Object.assign(DefaultRestOptions, { globalRequestsPerSecond: 100_000, handlerSweepInterval: 60_000 });

const often = globalThis.setInterval;
globalThis.setInterval = ((work: () => void, ms = 0) =>
  often(work, ms > 10_000 ? ms : ms / 4)) as typeof setInterval;

export { main };
