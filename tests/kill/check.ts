import { type Match, phaseKey, replay } from '../../src/match/open.ts';
import { project } from '../../src/match/projection.ts';
import { load, type Stored } from '../../src/store/matches.ts';
import type { Store } from '../../src/store/open.ts';
import { tableOf } from '../../src/store/tables.ts';
import { compare, doubled, type Fault, lost } from './ledger.ts';
import { idsOf, type Outside, type Posted, partsOf, wordsOf } from './outside.ts';
import type { Club } from './people.ts';

/** Everything that must hold when all is over. */
export async function check(store: Store, club: Club): Promise<{ faults: Fault[]; matches: number }> {
  const faults: Fault[] = [];
  const rows = store.raw.prepare('SELECT id, origin, rematch_of AS rematchOf FROM matches').all() as {
    id: number;
    origin: string | null;
    rematchOf: number | null;
  }[];
  faults.push(
    ...twice(rows.map((row) => row.origin)).map((id) => doubled(`Interaction ${id} opened two matches.`)),
  );
  faults.push(
    ...twice(rows.map((row) => row.rematchOf)).map((id) => doubled(`Match ${id} has two rematches.`)),
  );
  const opened = new Set(rows.map((row) => row.origin));
  for (const id of club.openings)
    if (!opened.has(id)) faults.push(lost(`Interaction ${id} opened no match.`));
  for (const { id } of rows) {
    const stored = (await load(store, id))!;
    faults.push(...seatFaults(stored, club));
    if (stored.row.status !== 'over') {
      faults.push(lost(`Match ${id} stopped as ${stored.row.status} in turn ${stored.row.turn}.`));
      continue;
    }
    const match = replay(stored);
    faults.push(...logFaults(store, match), ...compare(match, pressesOf(club, id)));
    if (!stored.row.solo)
      faults.push(...tableFaults(store, match), ...chatFaults(store, match, club.outside));
  }
  const known = new Set(rows.map((row) => row.id));
  for (const { id, nonce } of club.outside.messages)
    if (nonce !== null && !known.has(Number(nonce.split('.')[0])))
      faults.push(doubled(`Message ${id} is nobody's.`));
  return { faults, matches: rows.length };
}

const pressesOf = (club: Club, match: number) => club.presses.filter((one) => one.match === match);

function twice<T>(list: readonly T[]): T[] {
  const seen = new Set<T>();
  return list.filter((one) => one !== null && seen.size === seen.add(one).size);
}

function seatFaults({ row, seats }: Stored, club: Club): Fault[] {
  const faults = twice(seats.map((seat) => seat.player)).map((who) =>
    doubled(`${who} sits twice in match ${row.id}.`),
  );
  if (seats.some((seat, i) => seat.seat !== i))
    faults.push(lost(`Match ${row.id} has a gap among its seats.`));
  for (const [key, sits] of club.sat) {
    const [match, player] = key.split(' ');
    if (Number(match) !== row.id) continue;
    const found = seats.some((seat) => seat.player === player);
    if (found !== sits)
      faults.push(lost(`${player} ${sits ? 'has lost the' : 'still has a'} seat in ${row.id}.`));
  }
  return faults;
}

export function logFaults(store: Store, match: Match): Fault[] {
  const { id, row } = match;
  const faults: Fault[] = [];
  if (match.log.some((action, i) => action.seq !== i)) faults.push(lost(`The log of match ${id} has a gap.`));
  const now = project(match, 0);
  const same = now.status === row.status && now.turn === row.turn && now.toAct.join() === row.toAct.join();
  if (!same)
    faults.push(lost(`Match ${id} is not where its row says: ${JSON.stringify({ ...now, results: 0 })}.`));
  const results = store.raw
    .prepare('SELECT seat, player, score, rank FROM results WHERE match = ? ORDER BY seat')
    .all(id) as { seat: number; player: string; score: number; rank: number }[];
  const wanted = now.results.map(({ seat, player, score, rank }) => ({ seat, player, score, rank }));
  if (JSON.stringify(results) !== JSON.stringify(wanted)) faults.push(lost(`Match ${id} has other results.`));
  return faults;
}

/** Nothing is left to be done about a match's messages. */
export function tableFaults(store: Store, match: Match): Fault[] {
  const table = tableOf(store, match.id)!;
  const done = table.old.length === 0 && table.shown === match.row.revision && table.lobbyDone;
  return done ? [] : [lost(`Match ${match.id} still has messages to see to: ${JSON.stringify(table)}`)];
}

/** One message a phase, in order; the old ones a line or gone, the lobby closed, the last one the result. */
function chatFaults(store: Store, match: Match, outside: Outside): Fault[] {
  const { id } = match;
  const faults: Fault[] = [];
  const posted = (nonce: string) => outside.messages.filter((one) => one.nonce === `${id}.${nonce}`);
  const inOrder: Posted[] = [];
  for (const phase of match.phases) {
    const key = phaseKey(phase);
    const messages = posted(key);
    if (messages.length !== 1)
      faults.push(
        (messages.length > 1 ? doubled : lost)(`Match ${id} posted ${key} ${messages.length} times.`),
      );
    const [message] = messages;
    if (!message) continue;
    inOrder.push(message);
    const { gone, body, files } = message;
    if (phase.kind === 'flip' && !gone) faults.push(lost(`Match ${id} left the flip ${key} standing.`));
    if (phase.kind === 'round' && (gone || files.length > 0 || partsOf(body).length > 0 || !wordsOf(body)))
      faults.push(lost(`Match ${id} did not shrink ${key}: ${wordsOf(body)}`));
    if (phase.kind === 'over' && !(idsOf(body).includes(`rematch|${id}|0`) && files.length > 1))
      faults.push(lost(`Match ${id} does not show its result: ${wordsOf(body)}`));
  }
  if (inOrder.some((message, i) => i > 0 && Number(message.id) < Number(inOrder[i - 1]!.id)))
    faults.push(lost(`Match ${id} posted its phases in another order.`));
  const more = outside.messages.filter((one) => one.nonce?.startsWith(`${id}.`)).length;
  const lobbies = posted('lobby').length + posted('invite').length;
  if (more !== inOrder.length + lobbies) faults.push(doubled(`Match ${id} posted ${more} messages in all.`));
  const table = tableOf(store, id)!;
  const lobby = outside.messages.find((message) => message.id === table.lobbyMessage);
  if (!lobby || lobby.gone || idsOf(lobby.body).length > 0 || !partsOf(lobby.body).some((part) => part.url))
    faults.push(lost(`The lobby of match ${id} does not say that it began: ${lobby && wordsOf(lobby.body)}`));
  const { rematchOf } = match.row;
  const want = rematchOf === null ? [0, 0] : [1, 1];
  if (posted('lobby').length !== want[0] || posted('invite').length !== want[1])
    faults.push(lost(`Match ${id} posted its lobby or its invitation another number of times.`));
  return faults;
}
