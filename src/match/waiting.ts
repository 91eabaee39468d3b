import { endIn, endOf } from '../store/absences.ts';
import type { Db, Store } from '../store/engine/types.ts';
import { seenAt, seenIn } from '../store/players.ts';
import type { Stored } from '../store/rows.ts';
import { isOf } from './events.ts';
import { type Match, present, seatOf } from './match.ts';
import { personIn } from './seats.ts';
import { peopleWaitedFor, restsUntil } from './timeline.ts';

/** Since when others wait for somebody, and for how long they have to; time in which the bot was away counts for nobody. */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Where a turn has no limit, a seat that was waited for as long may be set away by the others. */
export const PATIENCE_DAYS = 3;
/** Of who is waited for longer than this it is asked whether they are in the server at all. */
const DOUBT = DAY;
/** Whoever hosts a game has vanished when they have pressed nothing for as long; in a lobby sooner. */
export const HOST_DAYS = 3;
export const HOST_HOURS = 12;

/** What begins the time of a seat anew. */
const OWN = ['back', 'sit', 'operator'] as const;

/** Since when others wait for a seat (ms); undefined while they do not. Whoever comes back is waited for from then on. */
export function waitedSince(match: Match, seat: number): number | undefined {
  if (!peopleWaitedFor(match).includes(seat)) return undefined;
  const { log, events, row } = match;
  const { from } = present(match);
  const begun = from === 0 ? row.startedAt! : log[from - 1]?.at;
  // It begins with what is being decided.
  if (begun === undefined) return undefined;
  const own = log.findLast(
    (one) => one.seat === seat || OWN.some((kind) => isOf(events[one.seq], kind, seat)),
  );
  return Math.max(begun, own?.at ?? 0);
}

const waitedFor = async (
  store: Store,
  match: Match,
  seat: number,
  length: number,
  at: number,
): Promise<boolean> => {
  const since = waitedSince(match, seat);
  return since !== undefined && (await endOf(store, since, length)) <= at;
};

async function seatsWaitedFor(store: Store, match: Match, length: number, at: number): Promise<number[]> {
  const found: number[] = [];
  for (const { seat } of match.seats) if (await waitedFor(store, match, seat, length, at)) found.push(seat);
  return found;
}

/** The seats that somebody at the table may set away now: others than their own, where turns have no limit. */
export const overdue = async (store: Store, match: Match, user: string, at: number): Promise<number[]> =>
  match.row.limit > 0 || match.row.solo
    ? []
    : (await seatsWaitedFor(store, match, PATIENCE_DAYS * DAY, at)).filter(
        (seat) => seat !== seatOf(match, user) && restsUntil(match, seat, at) === undefined,
      );

/** Whether there are any. */
export const anyOverdue = async (store: Store, match: Match, at: number): Promise<boolean> =>
  (await overdue(store, match, '', at)).length > 0;

/** Whether the time of the present turn is up. */
export const isTimeUp = ({ row: { deadline }, paused }: Match, at: number): boolean =>
  deadline !== null && deadline <= at && !paused;

/** The seats that are waited for so long that their players may have left the server. */
export const doubtful = (store: Store, match: Match, at: number): Promise<number[]> =>
  seatsWaitedFor(store, match, DOUBT, at);

/** Whether a running game's host has pressed nothing for so long that whoever asks takes their place. */
export async function hostVanished(store: Store, match: Match, at: number): Promise<boolean> {
  const player = personIn(match.seats[match.host]!);
  const acted = match.log.findLast(({ user }) => user === player)?.at ?? 0;
  const last = Math.max((await seenAt(store, player)) ?? 0, acted, match.row.startedAt ?? 0);
  return (await endOf(store, last, HOST_DAYS * DAY)) <= at;
}

/** Whether a lobby's host has pressed nothing for so long that anybody who sits there may start it. */
export const lobbyHostVanished = (store: Store, lobby: Pick<Stored, 'row'>, at: number): Promise<boolean> =>
  store.read((db) => lobbyHostVanishedIn(db, lobby, at));

/** As `lobbyHostVanished`, inside a transaction. */
export async function lobbyHostVanishedIn(
  db: Db,
  { row }: Pick<Stored, 'row'>,
  at: number,
): Promise<boolean> {
  const last = Math.max((await seenIn(db, row.host)) ?? 0, row.createdAt);
  return (await endIn(db, last, HOST_HOURS * HOUR)) <= at;
}
