import { load, matchIds, resultsOf as storedResults } from '../store/matches.ts';
import type { Store } from '../store/open.ts';
import type { Stored } from '../store/rows.ts';
import { isEvent } from './events.ts';
import { legal } from './match.ts';
import { project, resultsOf } from './projection.ts';
import { step, type Timeline, timelineOf } from './timeline.ts';

/** Whether a program comes to what is stored of all matches: to be asked before it takes the place of another. */

/** Something that is not as it is stored; `log`: the match cannot be replayed at all. */
export interface Finding {
  readonly match: number;
  readonly what: 'log' | 'status' | 'turn' | 'toAct' | 'scores';
  readonly stored: string;
  readonly replayed: string;
}

/** Rows of a match that would not be legal today: "12 F.3". They are carried out all the same. */
export interface Doubt {
  readonly match: number;
  readonly rows: readonly string[];
}

export interface Verdict {
  /** Matches that were replayed: those that run or are over. */
  readonly count: number;
  readonly findings: readonly Finding[];
  readonly doubts: readonly Doubt[];
}

/** Replays all matches that run or are over, and compares; each finding is told as it is found. Writes nothing. */
export async function validate(store: Store, tell: (finding: Finding) => void = () => {}): Promise<Verdict> {
  const findings: Finding[] = [];
  const doubts: Doubt[] = [];
  const ids = await matchIds(store, ['running', 'over']);
  for (const id of ids) {
    const stored = await load(store, id);
    if (!stored) continue;
    const { found, rows } = judged(stored, await storedResults(store, id));
    for (const finding of found) tell(finding);
    findings.push(...found);
    if (rows.length > 0) doubts.push({ match: id, rows });
  }
  return { count: ids.length, findings, doubts };
}

type Result = { readonly seat: number; readonly score: number; readonly rank: number };

function judged(stored: Stored, results: readonly Result[]): { found: Finding[]; rows: string[] } {
  const { row, log } = stored;
  const rows: string[] = [];
  let timeline: Timeline;
  try {
    timeline = timelineOf({ ...stored, log: [] });
    for (const [at, one] of log.entries()) {
      const { game, state } = timeline;
      if (!isEvent(one) && legal(game, state, one.seat, one.code) === undefined)
        rows.push(`${at} ${one.code}`);
      step(timeline, one, at + 1);
    }
    timeline.log = log;
    return { found: differences(timeline, results), rows };
  } catch (error) {
    return {
      found: [{ match: row.id, what: 'log', stored: '', replayed: (error as Error).message }],
      rows: [],
    };
  }
}

/** A match that was ended as it stood is over although its game is not. */
const endedEarly = ({ events }: Timeline): boolean => events.some((event) => event?.kind === 'end');

function differences(timeline: Timeline, stored: readonly Result[]): Finding[] {
  const { row } = timeline;
  const now = project(timeline, row.turnAt ?? 0);
  const early = endedEarly(timeline);
  const status = early ? 'over' : now.status;
  const results = early ? resultsOf(timeline) : now.results;
  const inShort = (all: readonly Result[]): string =>
    all.map(({ seat, score, rank }) => `seat ${seat} ${score} points, place ${rank}`).join('; ') || 'none';
  const compared = [
    ['status', row.status, status],
    ['turn', row.turn, now.turn],
    ['toAct', row.toAct.join(' ') || 'nobody', (status === 'over' ? [] : now.toAct).join(' ') || 'nobody'],
    ['scores', inShort(stored), inShort(status === 'over' ? results : [])],
  ] as const;
  return compared.flatMap(([what, before, after]) =>
    before === after
      ? []
      : [{ match: row.id, what, stored: String(before), replayed: String(after) } satisfies Finding],
  );
}
