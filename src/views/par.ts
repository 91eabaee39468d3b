import type { Translate } from '../locales.ts';
import { signed } from './numbers.ts';

/** Where a score stands beside what its cards are worth: in words, and as a mark that needs no colour. */

/** What some cards are worth: to whoever plays well, and the best that was found for them. In points. */
export interface Worth {
  readonly par: number;
  readonly best: number;
}

/** From here on, of the best that was found, a score is near it. */
const NEAR = 0.9;

export type Standing = 'short' | 'at' | 'above' | 'near' | 'beyond';

/** Where a score stands: short of par, at it, above it, near the best that was found, beyond it. */
export function standingOf(score: number, { par, best }: Worth): Standing {
  if (score > best) return 'beyond';
  if (score > par) return score >= NEAR * best ? 'near' : 'above';
  return score === par ? 'at' : 'short';
}

/** "▼ 7 short of par **41** · best found for these cards **63**". */
export function parLine(score: number, { par, best }: Worth, t: Translate): string {
  const values = { par: signed(par), best: signed(best), n: Math.abs(score - par) };
  return t(`par.${standingOf(score, { par, best })}`, values);
}
