import { randomBytes } from 'node:crypto';

/** A new seed: so many bytes of the system's chance as text, for a match 144 bits: nobody can guess the cards to come. */
export const newSeed = (bytes = 18): string => randomBytes(bytes).toString('base64url');
