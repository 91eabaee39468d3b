import { main } from '../src/main.ts';

/** The bot as `npm start` runs it, for packing. */
main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
