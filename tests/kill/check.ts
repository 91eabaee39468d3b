import type { Match } from '../../src/match/match.ts';
import { replay } from '../../src/match/open.ts';
import { project } from '../../src/match/projection.ts';
import { load } from '../../src/store/matches.ts';
import type { Store } from '../../src/store/open.ts';
import type { Stored } from '../../src/store/rows.ts';
import { tableOf } from '../../src/store/tables.ts';
import { rows } from '../lib/rows.ts';
import { deedFaults, hushFaults, jobFaults, moveFaults, standingFaults, twiceFaults } from './deeds.ts';
import { compare, doubled, type Fault, lost } from './ledger.ts';
import { idsOf } from './outside.ts';
import type { Club } from './people.ts';
import { talkFaults } from './talk.ts';

/** Everything that must hold when all is over; `at`: the clock of the last life, in milliseconds. */
export async function check(
  store: Store,
  club: Club,
  at: number,
): Promise<{ faults: Fault[]; matches: Match[] }> {
  const faults: Fault[] = [];
  const matches: Match[] = [];
  const known = await rows<{
    id: number;
    origin: string | null;
    rematchOf: number | null;
  }>(store, 'SELECT id, origin, rematch_of AS rematchOf FROM matches');
  faults.push(
    ...twice(known.map((row) => row.origin)).map((id) => doubled(`Interaction ${id} opened two matches.`)),
  );
  faults.push(
    ...twice(known.map((row) => row.rematchOf)).map((id) => doubled(`Match ${id} has two rematches.`)),
  );
  const opened = new Set(known.map((row) => row.origin));
  for (const id of club.openings)
    if (!opened.has(id)) faults.push(lost(`Interaction ${id} opened no match.`));
  for (const { id } of known) {
    const stored = (await load(store, id))!;
    faults.push(...seatFaults(stored, club));
    if (club.forsaken.has(id)) {
      faults.push(...(await forsakenFaults(store, stored, club)));
      continue;
    }
    if (stored.row.status !== 'over') {
      faults.push(lost(`Match ${id} stopped as ${stored.row.status} in turn ${stored.row.turn}.`));
      continue;
    }
    const match = replay(stored);
    matches.push(match);
    faults.push(...(await logFaults(store, match)), ...standingFaults(match), ...twiceFaults(match));
    faults.push(...compare(match, of(club.presses, id)), ...deedFaults(match, of(club.deeds, id)));
    if (stored.row.solo) continue;
    const moves = of(club.moves, id);
    faults.push(
      ...(await moveFaults(store, id, moves)),
      ...(await hushFaults(store, id, of(club.hushes, id))),
    );
    const moved = moves.filter(({ taken, again }) => taken || again).length;
    faults.push(...(await tableFaults(store, match)));
    const former = stored.row.rematchOf === null ? undefined : await load(store, stored.row.rematchOf);
    // Whoever was taken off the table before is not asked.
    const guests = former?.seats.some(
      ({ player, state }) => player !== stored.row.host && state !== 'kicked',
    );
    const { lobbyMessage } = (await tableOf(store, id))!;
    faults.push(...talkFaults(match, club.outside.messages, moved, lobbyMessage, guests));
  }
  faults.push(...(await jobFaults(store, at, (id) => matches.find((match) => match.id === id))));
  const ids = new Set(known.map((row) => row.id));
  for (const { id, purpose } of club.outside.messages)
    if (purpose !== null && !ids.has(Number(purpose.split('.')[0])))
      faults.push(doubled(`Message ${id} is nobody's.`));
  return { faults, matches };
}

const of = <T extends { readonly match: number }>(list: readonly T[], match: number): T[] =>
  list.filter((one) => one.match === match);

/** A lobby that nobody started is closed when its time has come, and says so. */
async function forsakenFaults(store: Store, { row }: Stored, club: Club): Promise<Fault[]> {
  const table = (await tableOf(store, row.id))!;
  const lobby = club.outside.messages.find((message) => message.id === table.lobbyMessage);
  const says = lobby !== undefined && !lobby.gone && idsOf(lobby.body).join() === `reopen|${row.id}|0`;
  const posted = club.outside.messages.some(({ purpose }) => purpose?.startsWith(`${row.id}.`));
  const faults = posted ? [doubled(`The forsaken lobby ${row.id} was posted again.`)] : [];
  if (row.status !== 'closed' || !table.lobbyDone || !says)
    faults.push(lost(`The forsaken lobby ${row.id} is ${row.status}: ${JSON.stringify(lobby?.body)}`));
  return faults;
}

function twice<T>(list: readonly T[]): T[] {
  const seen = new Set<T>();
  return list.filter((one) => one !== null && seen.size === seen.add(one).size);
}

function seatFaults({ row, seats, former }: Stored, club: Club): Fault[] {
  const faults = twice(seats.map((seat) => seat.player)).map((who) =>
    doubled(`${who} sits twice in match ${row.id}.`),
  );
  if (seats.some((seat, i) => seat.seat !== i))
    faults.push(lost(`Match ${row.id} has a gap among its seats.`));
  for (const [key, sits] of club.sat) {
    const [match, player] = key.split(' ');
    if (Number(match) !== row.id) continue;
    const found = [...seats, ...former].some((seat) => seat.player === player);
    if (found !== sits)
      faults.push(lost(`${player} ${sits ? 'has lost the' : 'still has a'} seat in ${row.id}.`));
  }
  return faults;
}

export async function logFaults(store: Store, match: Match): Promise<Fault[]> {
  const { id, row } = match;
  const faults: Fault[] = [];
  if (match.log.some((action, i) => action.seq !== i)) faults.push(lost(`The log of match ${id} has a gap.`));
  const now = project(match, 0);
  const same = now.status === row.status && now.turn === row.turn && now.toAct.join() === row.toAct.join();
  if (!same)
    faults.push(lost(`Match ${id} is not where its row says: ${JSON.stringify({ ...now, results: 0 })}.`));
  const results = await rows<{ seat: number; player: string; score: number; rank: number }>(
    store,
    'SELECT seat, player, score, rank FROM results WHERE match = ? ORDER BY seat',
    id,
  );
  const wanted = now.results.map(({ seat, player, score, rank }) => ({ seat, player, score, rank }));
  if (JSON.stringify(results) !== JSON.stringify(wanted)) faults.push(lost(`Match ${id} has other results.`));
  return faults;
}

/** Nothing is left to be done about a match's messages. */
export async function tableFaults(store: Store, match: Match): Promise<Fault[]> {
  const table = (await tableOf(store, match.id))!;
  const done = table.old.length === 0 && table.shown === match.row.revision && table.lobbyDone;
  return done ? [] : [lost(`Match ${match.id} still has messages to see to: ${JSON.stringify(table)}`)];
}
