import type { NewAction } from '../store/rows.ts';
import type { Match } from './match.ts';
import { continued, type Row, step, type Timeline } from './timeline.ts';

/** Rows that are to be written, and the match as it is with them. */

/** Adds rows to a timeline and keeps them for the log. */
export interface Batch {
  readonly timeline: Timeline;
  readonly rows: NewAction[];
  push(row: Row): void;
}

/** A batch that adds to a copy of a match. */
export function batchOf(match: Match): Batch {
  const rows: NewAction[] = [];
  const timeline = continued(match);
  const length = match.log.length;
  return {
    timeline,
    rows,
    push(row) {
      step(timeline, row, length + rows.length + 1);
      rows.push(row);
    },
  };
}

/** The match that a batch has come to, with its rows in the log. */
export function withLog({ timeline, rows }: Batch): Match {
  const { id, log } = timeline;
  return {
    ...timeline,
    log: [...log, ...rows.map((row, i) => ({ ...row, match: id, seq: log.length + i }))],
  };
}
