import { sql } from 'drizzle-orm';
import { matches } from './schema.ts';

/** What every change of a match that anybody can see sets in its row: it has to be looked at again, however long it is over. */
export const changed = () => ({ revision: sql`${matches.revision} + 1`, settled: false });
