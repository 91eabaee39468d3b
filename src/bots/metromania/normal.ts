import { looking } from './search.ts';

/** The normal player: it plays few games ahead. */
export const normal = looking(200);
