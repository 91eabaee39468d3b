import { looking } from './search.ts';

/** The hard player: it plays many games ahead, and so sees whole turns of its own and what the others answer. */
export const hard = looking(1400);
