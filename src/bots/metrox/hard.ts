import { ahead } from './search.ts';

/** The hard player: thousands of games are played ahead. */
export const hard = ahead({ tried: 10, boards: 4000 });
