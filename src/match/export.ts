import type { Match } from './match.ts';
import { recordOf } from './record.ts';

/**
 * A match as the text of a record: what `npm run replay` reads. Of a running one it keeps out what is not public yet;
 * after its end nothing is hidden, also where the match ended before its game did.
 */
export function recordText(match: Match): string {
  const { row, seats, log } = match;
  const logged = {
    game: row.game,
    rules: row.rules,
    map: row.map,
    seats: seats.map((seat) => seat.name),
    options: row.options,
    chance: { seed: row.seed },
    log,
  };
  const record = recordOf(logged, row.status === 'over');
  return `${JSON.stringify(record, null, 1)}\n`;
}
