import type { Match } from '../../src/match/match.ts';
import { replay } from '../../src/match/open.ts';
import { hasComputers } from '../../src/match/seats.ts';
import { load } from '../../src/store/matches.ts';
import type { Store } from '../../src/store/open.ts';
import type { Stored } from '../../src/store/rows.ts';
import { type Chat, type Shown, wordsIn } from '../lib/chat.ts';
import { type Book, choiceFindings, type Finding, finding, NO_TURN } from '../lib/ledger.ts';
import { pressable } from '../lib/message.ts';
import { placedIn } from '../lib/messages.ts';
import { rows } from '../lib/rows.ts';
import {
  deedFindings,
  hushFindings,
  jobFindings,
  moveFindings,
  rowFindings,
  toldFindings,
  twiceFindings,
} from './deeds.ts';
import { type Posted, talkFindings } from './talk.ts';

/** Everything that must hold when all is over. */

export interface Evidence extends Pick<Posted, 'refused' | 'vanished' | 'exists' | 'forgotten'> {
  readonly store: Store;
  readonly book: Book;
  readonly chat: Chat;
  /** The bot's clock, in ms. */
  readonly now: number;
  /**
   * Everything was answered, and had all the time that it needs: every match has ended, and what nobody was answered did
   * not happen behind their backs.
   */
  readonly settled: boolean;
}

export async function audit(evidence: Evidence): Promise<{ found: Finding[]; matches: Match[] }> {
  const { store, book, chat, now, settled, exists } = evidence;
  const found: Finding[] = [];
  const matches = new Map<number, Match>();
  const known = await rows<{ id: number; origin: string | null; rematchOf: number | null }>(
    store,
    'SELECT id, origin, rematch_of AS rematchOf FROM matches ORDER BY id',
  );
  for (const origin of twice(known.map((row) => row.origin)))
    found.push(finding('rows', `Interaction ${origin} opened two matches.`));
  for (const id of twice(known.map((row) => row.rematchOf)))
    found.push(finding('rows', `Match ${id} has two rematches.`));
  for (const origin of book.openings)
    if (!known.some((row) => row.origin === origin))
      found.push(finding('rows', `Interaction ${origin} opened no match.`));
  for (const { id } of known) {
    const stored = (await load(store, id))!;
    const { row, log } = stored;
    found.push(...seatFindings(stored, book));
    if (book.forsaken.has(id) && settled) found.push(...(await forsakenFindings(evidence, stored)));
    if (row.status !== 'running' && row.status !== 'over') {
      if (log.length > 0) found.push(finding('log', `Match ${id} has a log and never began.`));
      if (settled && row.status === 'lobby') found.push(finding('rows', `Match ${id} is still a lobby.`));
      continue;
    }
    let match: Match;
    try {
      match = replay(stored);
    } catch (error) {
      found.push(finding('log', (error as Error).message));
      continue;
    }
    matches.set(id, match);
    found.push(...(await rowFindings(store, match)), ...twiceFindings(match));
    if (hasComputers(match)) found.push(...(await computerFindings(evidence, match)));
    const deeds = of(book.deeds, id);
    const told = choiceFindings(match, of(book.presses, id));
    const odd = settled ? deedFindings(match, deeds) : toldFindings(match, deeds);
    found.push(...told, ...odd);
    for (const { turn, user, words } of told.length + odd.length > 0 ? of(book.said, id) : [])
      if (
        turn === NO_TURN
          ? odd.length > 0
          : told.some((one) => one.words.includes(`turn ${turn},`) || /, flipping: /.test(one.words))
      )
        found.push(finding('choices', `${user} in turn ${turn}: ${words}`));
    const placed = await placedIn(store, id);
    if (!placed || row.solo) continue;
    if (settled && row.status !== 'over')
      found.push(finding('rows', `Match ${id} stopped in turn ${row.turn}.`));
    const moves = of(book.moves, id);
    // A table whose thread is gone finds a place by itself.
    if (settled && chat.of(id).every(({ channel }) => exists(channel)))
      found.push(...(await moveFindings(store, id, moves)));
    found.push(...(await hushFindings(store, id, of(book.hushes, id))));
    const former = row.rematchOf === null ? undefined : await load(store, row.rematchOf);
    // Whoever was taken off the table before is not asked.
    const guests =
      former?.seats.some(({ player, state }) => player !== row.host && state !== 'kicked') ?? false;
    const moved = moves.filter(({ taken, again }) => taken || again).length;
    const lobby = chat.messages.get(placed.lobby ?? '');
    const own = chat.of(id);
    const messages = lobby && !own.includes(lobby) ? [lobby, ...own] : own;
    const over = settled && row.status === 'over' ? { settled: { moves: moved, guests } } : {};
    found.push(...talkFindings({ ...evidence, ...over, settled: over.settled, match, placed, messages }));
  }
  found.push(...(await jobFindings(store, now, (id) => matches.get(id))));
  for (const { id, purpose } of chat.messages.values())
    if (purpose !== null && /^\d/.test(purpose) && !known.some((row) => purpose.startsWith(`${row.id}.`)))
      found.push(finding('chat', `Message ${id}, ${purpose}, is nobody's.`));
  return { found, matches: [...matches.values()] };
}

const of = <T extends { readonly match: number }>(list: readonly T[], match: number): T[] =>
  list.filter((one) => one.match === match);

function twice<T>(list: readonly T[]): T[] {
  const seen = new Set<T>();
  return list.filter((one) => one !== null && seen.size === seen.add(one).size);
}

/** A game with computers counts for no rating and no record, and nobody is called who is none. */
async function computerFindings({ store, chat }: Evidence, { id }: Match): Promise<Finding[]> {
  const counted = await rows(
    store,
    "SELECT player FROM entries WHERE match = ? UNION SELECT player FROM results WHERE match = ? AND kind <> 'computers'",
    id,
    id,
  );
  return [
    ...counted.map((one) => finding('rows', `Match ${id} has computers and counts: ${JSON.stringify(one)}.`)),
    ...chat
      .of(id)
      .filter((message) => /<@(?!&?\d+>)/.test(wordsIn(message)))
      .map((message) => finding('chat', `Match ${id} calls nobody: ${wordsIn(message)}`)),
  ];
}

/** A lobby that nobody started is closed when its time has come, says so, and is posted once. */
async function forsakenFindings(
  { store, chat, refused, vanished }: Evidence,
  { row }: Stored,
): Promise<Finding[]> {
  const placed = await placedIn(store, row.id);
  const lobby = chat.messages.get(placed?.lobby ?? '');
  const excused = chat.of(row.id).some(({ id }) => refused(id) || vanished(id));
  const says = lobby && !lobby.gone && pressable(lobby).join() === `reopen|${row.id}|0`;
  const posted = chat.of(row.id).filter((one: Shown) => one.purpose !== null);
  const found =
    posted.length > 0 && !excused ? [finding('chat', `The forsaken lobby ${row.id} was posted again.`)] : [];
  if (row.status !== 'closed' || !placed?.done || !(says || excused))
    found.push(finding('chat', `The forsaken lobby ${row.id} is ${row.status}: ${JSON.stringify(lobby)}`));
  return found;
}

function seatFindings({ row, seats, former }: Stored, { sat }: Book): Finding[] {
  const found = twice(seats.map((seat) => seat.player)).map((who) =>
    finding('rows', `${who} sits twice in match ${row.id}.`),
  );
  // In a lobby one stays where somebody left; whoever starts it has all seated anew.
  if (row.startedAt !== null && seats.some(({ seat }, i) => seat !== i))
    found.push(finding('rows', `Match ${row.id} has a gap among its seats.`));
  for (const [key, sits] of sat) {
    const [match, player] = key.split(' ');
    if (Number(match) !== row.id || row.status === 'closed') continue;
    if ([...seats, ...former].some((seat) => seat.player === player) !== sits)
      found.push(finding('rows', `${player} ${sits ? 'has lost the' : 'still has a'} seat in ${row.id}.`));
  }
  return found;
}
