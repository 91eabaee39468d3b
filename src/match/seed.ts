import { randomBytes } from 'node:crypto';

/** Where seeds come from. */

/** The system's chance, so many bytes of it as text. Tests count instead, so that the same cards come again. */
export const chance = { text: (bytes: number): string => randomBytes(bytes).toString('base64url') };

/** A new seed: for a match 144 bits, so that nobody can guess the cards to come. */
export const newSeed = (bytes = 18): string => chance.text(bytes);
