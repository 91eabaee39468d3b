import { TABLE } from '../../src/games/game.ts';
import { type Match, phaseKey } from '../../src/match/match.ts';
import { moduleOf } from '../../src/modules.ts';
import type { Store } from '../../src/store/open.ts';
import type { ActionRow } from '../../src/store/rows.ts';
import { tableOf } from '../../src/store/tables.ts';
import { firstRow, rows } from '../lib/rows.ts';
import { doubled, type Fault, lost } from './ledger.ts';

/** What people did at a table besides playing, and what the clock did, to be held against what is stored. */

/** Words of the log that people write by one press each. */
export const WORDS = [
  'leave',
  'back',
  'host',
  'pause',
  'go',
  'ask',
  'agree',
  'playon',
  'kick',
  'sit',
] as const;
export type Word = (typeof WORDS)[number];

interface Asked {
  readonly match: number;
  readonly user: string;
  /** It was answered as done. */
  readonly taken: boolean;
  /** It was sent more than once, so one of the others may have been taken. */
  readonly again: boolean;
}

export interface Deed extends Asked {
  readonly word: Word;
}

/** A table was brought to a channel. */
export interface Move extends Asked {
  readonly channel: string;
}

/** Somebody wants no more reminders in a phase. */
export interface Hush extends Asked {
  readonly phase: string;
}

const partsOf = (row: ActionRow): [string, string] => {
  const [word = '', part = ''] = row.code.slice(1).split('.');
  return [word, part];
};

const isTables = (row: ActionRow): boolean => row.seat === TABLE && row.code.startsWith('/');

/**
 * Each deed that was answered as done stands in the log exactly once, in the order in which they were done at one
 * table; one that was refused does not; one that was sent again may.
 */
export function deedFaults(match: Match, deeds: readonly Deed[]): Fault[] {
  const rows = rowsOf(match);
  let reach = new Set([0]);
  for (const { user, word, taken, again } of deeds) {
    const next = new Set<number>();
    for (const n of reach) {
      const row = rows[n];
      if ((taken || again) && row?.user === user && partsOf(row)[0] === word) next.add(n + 1);
      if (!taken) next.add(n);
    }
    reach = next;
  }
  if (reach.has(rows.length)) return [];
  const done = deeds.filter(({ taken, again }) => taken || again);
  const told = done.map(({ user, word, taken }) => `${user} ${word}${taken ? '' : '?'}`).join(', ');
  const kind = rows.length > done.length ? doubled : lost;
  const written = rows.map(({ user, code }) => `${user} ${code}`).join(', ');
  return [kind(`Match ${match.id}: done [${told}], written [${written}].`)];
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
    if ((word === 'back' && before === 'away') || (word === 'go' && stopped === 'clock')) return false;
    return WORDS.some((one) => one === word);
  });
}

/** No row says what was so already, no time was up twice, and the clock played no seat twice in a turn. */
export function twiceFaults(match: Match): Fault[] {
  const { game } = match;
  // Where one plays after the other a turn has several steps, and one too many would not be legal.
  const together = moduleOf(match.row.game).rules.pace === 'together';
  const faults: Fault[] = [];
  const now = new Map<string, string>();
  let state = match.phases[0]!.state;
  let perTurn = new Set<string>();
  for (const row of match.log) {
    const turn = game.turn(state);
    const fault = (): void => void faults.push(doubled(`Match ${match.id}: row ${row.seq}, ${row.code}.`));
    const once = (what: string): void => {
      if (perTurn.has(what)) fault();
      perTurn.add(what);
    };
    if (!isTables(row)) {
      if (row.by === 'clock' && together) once(`plays ${row.seat}`);
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
    if (game.turn(state) !== turn) perTurn = new Set();
  }
  return faults;
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

/** What the row of a match and its seats say besides where the game stands is what the log comes to. */
export function standingFaults({ id, row, seats, paused, voided, standing }: Match): Fault[] {
  const stored = JSON.stringify([row.paused, row.voided, seats.map(({ state }) => state)]);
  const replayed = JSON.stringify([paused !== null, voided, standing]);
  return stored === replayed ? [] : [lost(`Match ${id}: ${stored} is stored, ${replayed} replayed.`)];
}

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

/** All work that was due by a time is done, and none of it before its own unless its match had gone on. */
export async function jobFaults(
  store: Store,
  at: number,
  matchOf: (id: number) => Match | undefined = () => undefined,
): Promise<Fault[]> {
  const found = await rows<{
    kind: string;
    subject: string;
    key: string;
    due: number;
    doneAt: number | null;
  }>(store, 'SELECT kind, subject, key, due, done_at AS doneAt FROM jobs');
  return found.flatMap(({ kind, subject, key, due, doneAt }) => {
    const what = `${kind} of ${subject} (${key})`;
    if (doneAt === null) return due > at ? [] : [lost(`${what} was due and is not done.`)];
    const early = doneAt < due && !wentOn(matchOf(Number(subject)), kind, key);
    return early ? [doubled(`${what} was done ${due - doneAt} ms too early.`)] : [];
  });
}

/** The table stands where it was last brought. */
export async function moveFaults(store: Store, match: number, moves: readonly Move[]): Promise<Fault[]> {
  const sure = moves.findLastIndex(({ taken }) => taken);
  const last = moves.filter(({ taken, again }, i) => i === sure || (i > sure && (taken || again)));
  const { channel } = (await tableOf(store, match))!;
  if (sure < 0 || last.some((one) => one.channel === channel)) return [];
  return [lost(`Match ${match} was brought to ${moves[sure]!.channel} and is in ${channel}.`)];
}

/** Whoever wanted no more reminders last has that noted; what was noted for earlier phases goes. */
export async function hushFaults(store: Store, match: number, hushes: readonly Hush[]): Promise<Fault[]> {
  const last = hushes.filter(({ taken, again }) => taken || again).at(-1);
  if (!last?.taken) return [];
  const { n } = (await firstRow(
    store,
    'SELECT count(*) AS n FROM quiets WHERE match = ? AND phase = ? AND player = ?',
    match,
    last.phase,
    last.user,
  )) as { n: number };
  return n === 1 ? [] : [lost(`${last.user} wanted no reminders in ${last.phase} of ${match}.`)];
}
