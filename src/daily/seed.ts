import { createHmac } from 'node:crypto';
import { newSeed } from '../match/seed.ts';
import type { Store } from '../store/open.ts';
import { keepMeta } from '../store/tables.ts';

/**
 * The seed of a day's cards: the same for everybody who plays with this bot, and for nobody to work out beforehand,
 * since it hangs on a secret that is made at first use and never leaves the database.
 */
export async function seedOf(store: Store, game: string, day: number): Promise<string> {
  const secret = await keepMeta(store, 'secret', () => newSeed(32));
  return createHmac('sha256', secret).update(`${game} ${day}`).digest('base64url');
}
