import { register } from 'tsx/esm/api';

/** What a thread runs where the program that begins it runs from its sources. */
register();
const { main } = await import('../../src/thread.ts');
await main();
