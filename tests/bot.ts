import { main } from '../src/main.ts';
import { usePictures } from './blank.ts';
import { countSeeds } from './seeds.ts';

/**
 * The bot as `npm start` runs it, for packing. `BLANK_PICTURES` leaves boards undrawn; `SEEDS` sets processes that run
 * side by side apart: what they make up themselves is not the same by accident.
 */
countSeeds(process.env.SEEDS);
if (process.env.BLANK_PICTURES) usePictures('blank');

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
