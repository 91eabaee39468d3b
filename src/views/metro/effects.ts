import type { Line, Open } from '../../games/metro/state.ts';

/** What a placement did to the lines: those that belong to somebody and changed. */
export interface Effect {
  readonly before: Line;
  readonly after: Line;
  readonly owner: number;
  readonly arrived: boolean;
}

/** Own lines first, of each those that arrived first, then by station. */
export function effectsOf(before: Open, after: Open, own: number | null): Effect[] {
  const weight = ({ owner, arrived }: Effect): number => (owner === own ? 0 : 2) + (arrived ? 0 : 1);
  return after.lines
    .flatMap((line, i): Effect[] => {
      const was = before.lines[i]!;
      if (line.owner === null || (line.length === was.length && line.arrival === was.arrival)) return [];
      const arrived = line.arrival !== null && was.arrival === null;
      return [{ before: was, after: line, owner: line.owner, arrived }];
    })
    .sort((a, b) => weight(a) - weight(b) || a.after.station - b.after.station);
}
