import { TABLE } from '../../src/games/game.ts';
import { type Match, phaseKey, present } from '../../src/match/match.ts';
import { waitedFor } from '../../src/match/timeline.ts';
import { moduleOf } from '../../src/modules.ts';
import type { Store } from '../../src/store/open.ts';
import type { ActionRow } from '../../src/store/rows.ts';
import { logFaults } from '../kill/check.ts';
import { wentOn } from '../kill/deeds.ts';
import { compare, type Pressed } from '../kill/ledger.ts';
import { firstRow, rows } from '../lib/rows.ts';
import { type Finding, finding } from './findings.ts';
import type { Deed } from './town.ts';

/** The database held against itself, and against what people were told. */

/** Everything in the rows of a match is what its log comes to. */
export async function rowFindings(store: Store, match: Match): Promise<Finding[]> {
  const { id, row } = match;
  const found = (await logFaults(store, match)).map(({ words }) => finding('log', words));
  const differs = (what: string, stored: unknown, replayed: unknown): void => {
    if (JSON.stringify(stored) !== JSON.stringify(replayed))
      found.push(
        finding(
          'rows',
          `Match ${id}: ${what} ${JSON.stringify(stored)}, replayed ${JSON.stringify(replayed)}.`,
        ),
      );
  };
  differs('paused', row.paused, match.paused !== null);
  differs('voided', row.voided, match.voided);
  differs(
    'seats',
    match.seats.map(({ state }) => state),
    match.standing,
  );
  return [...found, ...(await deadlineFindings(store, match))];
}

/** A deadline is there exactly where somebody is waited for, and its time began with something that happened. */
async function deadlineFindings(store: Store, match: Match): Promise<Finding[]> {
  const { id, row, log } = match;
  const should = row.limit > 0 && !row.solo && row.status === 'running' && waitedFor(match).length > 0;
  if (!should)
    return row.deadline === null ? [] : [finding('rows', `Match ${id} has a deadline and waits for nobody.`)];
  const { deadline } = row;
  if (deadline === null) return [finding('rows', `Match ${id} waits without a deadline.`)];
  const { from } = present(match);
  const moments = [
    ...(from === 0 ? [row.startedAt] : []),
    ...log.slice(Math.max(0, from - 1)).map(({ at }) => at),
  ];
  const found: Finding[] = [];
  if (row.timedAt === null || !moments.includes(row.timedAt))
    found.push(finding('rows', `The deadline of match ${id} belongs to nothing that happened.`));
  const key = phaseKey(present(match));
  const job = (await firstRow(
    store,
    "SELECT due, done_at AS doneAt FROM jobs WHERE kind = 'late' AND subject = ? AND key = ?",
    String(id),
    key,
  )) as { due: number; doneAt: number | null } | undefined;
  // Noted as if nobody was ever away, and put off when it came too early.
  if (job === undefined || job.due > deadline || job.doneAt !== null)
    found.push(
      finding('jobs', `The deadline of match ${id}, ${key}, is no work that is due: ${JSON.stringify(job)}`),
    );
  return found;
}

/** The rows of a log with the turn that each was written in. */
function turns(match: Match): { row: ActionRow; turn: number }[] {
  const { game, log } = match;
  let state = match.phases[0]!.state;
  return log.map((row) => {
    const turn = game.turn(state);
    if (row.seat !== TABLE || !row.code.startsWith('/'))
      state = game.apply(state, row.seat, game.parse(state, row.seat, row.code)!);
    else if (row.code.startsWith('/drop.'))
      state = game.drop!(state, Number(row.code.slice('/drop.'.length)));
    return { row, turn };
  });
}

/** Nobody acted twice in a round, and a time that was up was served once. */
export function turnFindings(match: Match): Finding[] {
  const { id } = match;
  const found: Finding[] = [];
  const last = new Map<string, string>();
  const clock = new Set<string>();
  const late = new Set<string>();
  let anyone: number | undefined;
  // Where one plays after the other a second choice would not be legal, and a turn may have equal steps.
  const together = moduleOf(match.row.game).rules.pace === 'together';
  for (const { row, turn } of turns(match)) {
    const { seat, code, by, seq } = row;
    const where = `row ${seq} of match ${id} (turn ${turn}, ${code})`;
    if (seat !== TABLE) {
      if (!together) continue;
      const key = `${turn} ${seat}`;
      if (last.get(key) === code) found.push(finding('log', `The same choice stands twice: ${where}.`));
      last.set(key, code);
      if (by !== 'clock') continue;
      if (clock.has(key)) found.push(finding('log', `The clock played a seat twice: ${where}.`));
      clock.add(key);
      continue;
    }
    if (/^\/(?:late|excused)\./.test(code)) {
      if (late.has(`${turn} ${code}`)) found.push(finding('jobs', `A time was up twice: ${where}.`));
      late.add(`${turn} ${code}`);
    } else if (code === '/anyone') {
      if (anyone === turn) found.push(finding('jobs', `A time for a flip was up twice: ${where}.`));
      anyone = turn;
    } else if (code.startsWith('/flipper.')) anyone = undefined;
  }
  return found;
}

/** What people were told stands in the log, once. */
export function toldFindings(match: Match, presses: readonly Pressed[], deeds: readonly Deed[]): Finding[] {
  const found = compare(match, presses).map(({ words }) => finding('choices', words));
  for (const name of new Set(deeds.map(({ user, word }) => `${user} ${word}`))) {
    const [user, word] = name.split(' ') as [string, string];
    const own = deeds.filter((one) => one.user === user && one.word === word);
    const all = match.log.filter((row) => row.code.split('.')[0] === `/${word}`);
    const rows = all.filter((row) => row.user === user);
    // Who asks for what another has asked for already is told the same.
    const stands = word === 'ask' ? all.length > 0 : rows.length > 0;
    if (!stands && own.some(({ must }) => must))
      found.push(
        finding('choices', `Match ${match.id}: ${user} was told of /${word}, which is not in the log.`),
      );
    // Whoever presses anything is back by that.
    if (rows.length > own.length && word !== 'back')
      found.push(
        finding('choices', `Match ${match.id}: /${word} by ${user} stands there ${rows.length} times.`),
      );
  }
  return found;
}

/**
 * Work that was due is done, and was not done before its time: only where a match has gone on, or is over, there was
 * nothing left to do.
 */
export async function jobFindings(
  store: Store,
  now: number,
  matchOf: (id: number) => Match | undefined,
): Promise<Finding[]> {
  const found = await rows<{
    kind: string;
    subject: string;
    key: string;
    due: number;
    doneAt: number | null;
  }>(
    store,
    'SELECT kind, subject, key, due, done_at AS doneAt FROM jobs WHERE due <= ? OR done_at IS NOT NULL',
    now,
  );
  return found.flatMap(({ kind, subject, key, due, doneAt }) => {
    const what = `${kind} of ${subject} (${key})`;
    if (doneAt === null) return [finding('jobs', `${what} was due ${now - due} ms ago and is not done.`)];
    const gone = kind !== 'digest' && wentOn(matchOf(Number(subject)), kind, key);
    return doneAt < due && !gone
      ? [finding('jobs', `${what} was done ${due - doneAt} ms before its time.`)]
      : [];
  });
}
