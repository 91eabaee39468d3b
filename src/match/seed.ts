import { randomBytes } from 'node:crypto';

/** A new match's seed: 144 bits of the system's chance as text, so that nobody can guess the cards to come. */
export const newSeed = (): string => randomBytes(18).toString('base64url');
