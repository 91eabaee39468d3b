import type { Match } from './match.ts';
import { recordOf } from './record.ts';

/** A match as the text of a record: what `npm run replay` reads. The log keeps out what is not public yet. */
export function recordText(match: Match): string {
  const { row, seats, log } = match;
  const record = recordOf({
    game: row.game,
    rules: row.rules,
    map: row.map,
    seats: seats.map((seat) => seat.name),
    options: row.options,
    chance: { seed: row.seed },
    log,
  });
  return `${JSON.stringify(record, null, 1)}\n`;
}
