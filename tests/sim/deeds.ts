import { TABLE } from '../../src/games/game.ts';
import { type Match, phaseKey, present } from '../../src/match/match.ts';
import { project } from '../../src/match/projection.ts';
import { waitedFor } from '../../src/match/timeline.ts';
import { moduleOf } from '../../src/modules.ts';
import type { Store } from '../../src/store/open.ts';
import type { ActionRow } from '../../src/store/rows.ts';
import { tableOf } from '../../src/store/tables.ts';
import { type Deed, type Finding, finding, type Hush, type Move, WORDS, type Word } from '../lib/ledger.ts';
import { column, firstRow, rows } from '../lib/rows.ts';

/** Log, rows and work held against each other, and against what people did beside playing. */

const partsOf = (row: ActionRow): [string, string] => {
  const [word = '', part = ''] = row.code.slice(1).split('.');
  return [word, part];
};

const isTables = (row: ActionRow): boolean => row.seat === TABLE && row.code.startsWith('/');

/**
 * Each deed that was answered as done stands in the log exactly once, in the order in which they were done at one
 * table; one that was refused does not; one that was sent again may. Whoever says what is so already is told the same.
 */
export function deedFindings(match: Match, deeds: readonly Deed[]): Finding[] {
  const rows = rowsOf(match);
  let reach = new Set([0]);
  for (const { user, word, taken, again } of deeds) {
    const next = new Set<number>();
    for (const n of reach) {
      const row = rows[n];
      if ((taken || again) && row?.user === user && partsOf(row)[0] === word) next.add(n + 1);
      if (!taken || isSo(match, rows.slice(0, n), user, word)) next.add(n);
    }
    reach = next;
  }
  if (reach.has(rows.length)) return [];
  const done = deeds.filter(({ taken, again }) => taken || again);
  const told = done.map(({ user, word, taken }) => `${user} ${word}${taken ? '' : '?'}`).join(', ');
  const written = rows.map(({ user, code }) => `${user} ${code}`).join(', ');
  return [finding('choices', `Match ${match.id}: done [${told}], written [${written}].`)];
}

const BY_PEOPLE: readonly string[] = ['player', 'host'];

/** Whether it was so already, after some rows, what somebody does. */
function isSo({ log }: Match, before: readonly ActionRow[], user: string, word: Word): boolean {
  const last = (...words: Word[]) => before.findLast((row) => words.some((one) => partsOf(row)[0] === one));
  const asked = before.findLastIndex((row) => partsOf(row)[0] === 'ask');
  if (word === 'ask') return asked >= 0;
  // Clocks that nobody stopped go on by whatever anybody presses.
  if (word === 'go' && log.some(({ code, by }) => code === '/pause' && !BY_PEOPLE.includes(by))) return true;
  if (word === 'go') return last('pause', 'go')?.code === '/go';
  if (word !== 'agree' || asked < 0) return false;
  return before.slice(asked).some((row) => row.user === user && /^\/(?:ask|agree)\./.test(row.code));
}

/**
 * As `deedFindings`, where nobody knows what became of some: whatever somebody was told stands there, and nothing more often
 * than they did it.
 */
export function toldFindings(match: Match, deeds: readonly Deed[]): Finding[] {
  const found: Finding[] = [];
  for (const name of new Set(deeds.map(({ user, word }) => `${user} ${word}`))) {
    const [user, word] = name.split(' ') as [string, string];
    const own = deeds.filter((one) => one.user === user && one.word === word);
    const most = own.reduce((sum, { again }) => sum + (again ? 2 : 1), 0);
    const all = match.log.filter((row) => isTables(row) && partsOf(row)[0] === word);
    const written = all.filter((row) => row.user === user);
    const stands = word === 'ask' ? all.length > 0 : written.length > 0;
    const sure = word !== 'go' && own.some(({ taken }) => taken);
    if (!stands && sure)
      found.push(
        finding('choices', `Match ${match.id}: ${user} was told of /${word}, which is not in the log.`),
      );
    // Whoever presses anything is back by that, and sets going what the clock has stopped.
    if (written.length > most && word !== 'back' && word !== 'go')
      found.push(
        finding('choices', `Match ${match.id}: /${word} by ${user} stands there ${written.length} times.`),
      );
  }
  return found;
}

/** The rows that somebody meant; who was away is back by whatever they press, which sets going what stood still. */
function rowsOf(match: Match): ActionRow[] {
  const standing = new Map<string, string>();
  let paused = '';
  return match.log.filter((row) => {
    if (!isTables(row)) return false;
    const [word, seat] = partsOf(row);
    const before = standing.get(seat);
    const stopped = paused;
    if (['away', 'leave', 'kick', 'back', 'sit'].includes(word)) standing.set(seat, word);
    if (word === 'pause') paused = row.by;
    if (row.by !== 'player' && row.by !== 'host') return false;
    if ((word === 'back' && before === 'away') || (word === 'go' && !BY_PEOPLE.includes(stopped)))
      return false;
    return WORDS.some((one) => one === word);
  });
}

/**
 * No row says what was so already, nobody chose the same twice in a row, no time was up twice, and the clock played no
 * seat twice in a turn.
 */
export function twiceFindings(match: Match): Finding[] {
  const { game } = match;
  // Where one plays after the other a turn has several steps, and one too many would not be legal.
  const together = moduleOf(match.row.game).rules.pace === 'together';
  const found: Finding[] = [];
  const now = new Map<string, string>();
  let state = match.phases[0]!.state;
  let perTurn = new Set<string>();
  let chosen = new Map<number, string>();
  for (const row of match.log) {
    const turn = game.turn(state);
    const fault = (): void =>
      void found.push(finding('log', `Match ${match.id} has row ${row.seq}, ${row.code}, twice.`));
    const once = (what: string): void => {
      if (perTurn.has(what)) fault();
      perTurn.add(what);
    };
    if (!isTables(row)) {
      if (row.by === 'clock' && together) once(`plays ${row.seat}`);
      if (together && row.seat !== TABLE && chosen.get(row.seat) === row.code) fault();
      chosen.set(row.seat, row.code);
      state = game.apply(state, row.seat, game.parse(state, row.seat, row.code)!);
    } else {
      const [word, part] = partsOf(row);
      // One who is against taking somebody off settles nothing.
      const against = word === 'playon' && now.get('about')?.startsWith('off.');
      const [what, is] = (against ? undefined : SETS[word]?.(part)) ?? [];
      if (against && part === now.get('asker')) now.set('wish', 'none');
      if (word === 'ask') now.set('asker', part);
      if (word === 'ask') for (const key of now.keys()) if (key.startsWith('agreed')) now.delete(key);
      if (what !== undefined && (now.get(what) ?? INITIALLY[what.split(' ')[0]!]) === is) fault();
      if (what !== undefined) now.set(what, is!);
      if (word === 'ask') now.set(`agreed ${part}`, 'yes');
      if (word === 'ask') now.set('about', row.code.split('.').slice(2).join('.'));
      // A question about somebody falls when they are not there any more.
      if (GOING.includes(word) && now.get('about') === `off.${part}`) now.set('wish', 'none');
      if (word === 'late' || word === 'excused' || word === 'anyone') once(row.code);
      if (word === 'flipper') perTurn.delete('/anyone');
      if (word === 'drop') state = game.drop!(state, Number(part));
    }
    if (game.turn(state) === turn) continue;
    perTurn = new Set();
    chosen = new Map();
  }
  return found;
}

const GOING: readonly string[] = ['leave', 'kick', 'drop', 'sit', 'gone'];

const INITIALLY: Readonly<Record<string, string>> = { seat: 'here', clocks: 'go', wish: 'none' };

/** What a row of the table settles, and how. */
const SETS: Readonly<Record<string, (part: string) => readonly [string, string]>> = {
  away: (seat) => [`seat ${seat}`, 'away'],
  leave: (seat) => [`seat ${seat}`, 'left'],
  kick: (seat) => [`seat ${seat}`, 'kicked'],
  drop: (seat) => [`seat ${seat}`, 'dropped'],
  back: (seat) => [`seat ${seat}`, 'here'],
  sit: (seat) => [`seat ${seat}`, 'here'],
  host: (seat) => ['host', seat],
  flipper: (seat) => ['flipper', seat],
  pause: () => ['clocks', 'pause'],
  go: () => ['clocks', 'go'],
  ask: () => ['wish', 'open'],
  playon: () => ['wish', 'none'],
  lapse: () => ['wish', 'none'],
  agree: (seat) => [`agreed ${seat}`, 'yes'],
  void: () => ['void', 'void'],
};

/** Whether work had nothing left to do, since its match went on: no time was up in its phase. */
export function wentOn(match: Match | undefined, kind: string, key: string): boolean {
  if (!match) return false;
  const phase = kind === 'late' || kind === 'remind' ? key.split('/')[0]! : undefined;
  const i = match.phases.findIndex((one) => phaseKey(one) === phase);
  const [here, next] = [match.phases[i], match.phases[i + 1]];
  if (!here) return kind === 'lobby' || match.row.status === 'over';
  const rows = match.log.slice(here.from, next?.from);
  if (kind === 'late' && rows.some(({ code }) => /^\/(?:late|excused)\./.test(code))) return false;
  return next !== undefined || match.row.status === 'over';
}

/**
 * All work that was due by a time is done, and none of it before its own: only where a match has gone on, or is over, there
 * was nothing left to do.
 */
export async function jobFindings(
  store: Store,
  now: number,
  matchOf: (id: number) => Match | undefined = () => undefined,
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

/** Everything in the rows of a match is what its log comes to. */
export async function rowFindings(store: Store, match: Match): Promise<Finding[]> {
  const { id, row, log } = match;
  const found: Finding[] = [];
  if (log.some(({ seq }, i) => seq !== i)) found.push(finding('log', `The log of match ${id} has a gap.`));
  const now = project(match, 0);
  const differs = (what: string, stored: unknown, replayed: unknown): void => {
    const [here, there] = [JSON.stringify(stored), JSON.stringify(replayed)];
    if (here !== there) found.push(finding('rows', `Match ${id}: ${what} ${here}, replayed ${there}.`));
  };
  differs('status', row.status, now.status);
  differs('turn', row.turn, now.turn);
  differs('to act', row.toAct, now.toAct);
  differs('paused', row.paused, match.paused !== null);
  differs('voided', row.voided, match.voided);
  differs(
    'seats',
    match.seats.map(({ state }) => state),
    match.standing,
  );
  const results = await rows(
    store,
    'SELECT seat, player, score, rank FROM results WHERE match = ? ORDER BY seat',
    id,
  );
  const wanted = now.results.map(({ seat, player, score, rank }) => ({ seat, player, score, rank }));
  differs('results', results, wanted);
  return [...found, ...(await deadlineFindings(store, match))];
}

/** A deadline is there exactly where somebody is waited for, and its time began with something that happened. */
async function deadlineFindings(store: Store, match: Match): Promise<Finding[]> {
  const { id, row, log } = match;
  const { deadline } = row;
  const should = row.limit > 0 && !row.solo && row.status === 'running' && waitedFor(match).length > 0;
  if (!should && deadline === null) return [];
  if (!should) return [finding('rows', `Match ${id} has a deadline and waits for nobody.`)];
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
  const job = await firstRow<{ due: number; doneAt: number | null }>(
    store,
    "SELECT due, done_at AS doneAt FROM jobs WHERE kind = 'late' AND subject = ? AND key = ?",
    String(id),
    key,
  );
  // Noted as if nobody was ever away, and put off when it came too early.
  if (job === undefined || job.due > deadline || job.doneAt !== null)
    found.push(
      finding('jobs', `The deadline of match ${id}, ${key}, is no work that is due: ${JSON.stringify(job)}`),
    );
  return found;
}

/** The table stands where it was last brought. */
export async function moveFindings(store: Store, match: number, moves: readonly Move[]): Promise<Finding[]> {
  const sure = moves.findLastIndex(({ taken }) => taken);
  const last = moves.filter(({ taken, again }, i) => i === sure || (i > sure && (taken || again)));
  const { channel } = (await tableOf(store, match))!;
  if (sure < 0 || last.some((one) => one.channel === channel)) return [];
  return [finding('rows', `Match ${match} was brought to ${moves[sure]!.channel} and is in ${channel}.`)];
}

/** Whoever wanted no more reminders last has that noted; what was noted for earlier phases goes. */
export async function hushFindings(store: Store, match: number, hushes: readonly Hush[]): Promise<Finding[]> {
  const last = hushes.filter(({ taken, again }) => taken || again).at(-1);
  if (!last?.taken) return [];
  const { phase, user } = last;
  const found = await column(
    store,
    'SELECT 1 FROM quiets WHERE match = ? AND phase = ? AND player = ?',
    match,
    phase,
    user,
  );
  return found.length === 1
    ? []
    : [finding('rows', `${user} wanted no reminders in ${phase} of match ${match}.`)];
}
