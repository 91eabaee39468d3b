import { createHash } from 'node:crypto';
import { moduleOf } from '../modules.ts';
import type { MatchRow, Stored } from '../store/rows.ts';
import type { Terms } from '../store/schema.ts';

/**
 * What the people of a lobby agree to by sitting there. Where its host changes that with others there, the lobby says so,
 * and the first press on *Start* only asks.
 */

type Row = Pick<MatchRow, 'game' | 'map' | 'options' | 'limit' | 'onTimeout' | 'thread'>;

export const termsOf = ({ map, options, limit, onTimeout: late, thread }: Row): Terms => ({
  map,
  options,
  limit,
  late,
  thread,
});

/** One thing that was changed: `map`, `limit`, `late`, `thread`, or the id of an option, and its value before and now. */
export interface Difference {
  readonly what: string;
  readonly before: string;
  readonly now: string;
}

/** What is otherwise now than before the first change, in the order of the menus. */
export function differences(game: string, before: Terms, now: Terms): Difference[] {
  const pairs = [
    ['map', before.map, now.map],
    ...moduleOf(game).rules.options.map(({ id, default: usual }) => [
      id,
      before.options[id] ?? usual,
      now.options[id] ?? usual,
    ]),
    ['limit', before.limit, now.limit],
    ['late', before.late, now.late],
    ['thread', before.thread, now.thread],
  ] as const;
  return pairs.flatMap(([what, one, other]) =>
    one === other ? [] : [{ what, before: String(one), now: String(other) }],
  );
}

/** What the host has changed with others there, and nobody was asked about yet. */
export const changesIn = ({ row, seats }: Pick<Stored, 'row' | 'seats'>): Difference[] =>
  row.terms && seats.length > 1 ? differences(row.game, row.terms, termsOf(row)) : [];

/** The terms to be remembered when a lobby's row is about to change by `patch`; null: nothing differs. */
export function remembered(stored: Pick<Stored, 'row' | 'seats'>, patch: Partial<Row>): Terms | null {
  const { row, seats } = stored;
  if (seats.length < 2) return null;
  const before = row.terms ?? termsOf(row);
  return differences(row.game, before, termsOf({ ...row, ...patch })).length > 0 ? before : null;
}

/** A short name of the terms as they are, for a button that starts on them and on no others. */
export const stampOf = (row: Row): string =>
  createHash('sha256')
    .update(JSON.stringify(termsOf(row)))
    .digest('base64url')
    .slice(0, 10);
