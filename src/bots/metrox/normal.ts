import { ahead } from './search.ts';

/** The normal player: a few games are played ahead. */
export const normal = ahead({ tried: 6, boards: 60 });
