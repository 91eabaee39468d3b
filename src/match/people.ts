import { isBlocked } from '../store/blocks.ts';
import type { Store } from '../store/open.ts';
import { type Forgotten, forgetPlayer } from '../store/privacy.ts';
import type { Batch } from './batch.ts';
import { encodeEvent, rowOf, type TableEvent } from './events.ts';
import { drop } from './kept.ts';
import { type Match, seatOf } from './match.ts';
import { type Asker, comeBack, decide, type Played, type Reason } from './play.ts';
import { gaveUp } from './restraint.ts';
import { heldBefore, kickable, mayHandOver, mayTake, wayToKick } from './rights.ts';
import { personIn } from './seats.ts';
import { isHere, peopleWaitedFor } from './timeline.ts';
import { doubtful, hostVanished, isTimeUp, overdue } from './waiting.ts';

/** Who sits at a table: people leave it, come back, are taken off, take seats over, and one is the host. */

/** The row of the log with which somebody has an event happen. */
export const rowBy = ({ user, at }: Asker, event: TableEvent, by: 'player' | 'host' = 'player') =>
  rowOf(event, { by, user, at });

type Judge = (match: Match, batch: Batch, seat: number) => Reason | undefined | Promise<Reason | undefined>;

/** As `decide`, for those who hold a seat of a match that is not over. */
const seated = (store: Store, asker: Asker, judge: Judge): Promise<Played> =>
  decide(store, asker, (match, batch) => {
    const seat = seatOf(match, asker.user);
    if (seat === undefined) return 'stranger';
    if (match.row.status === 'over') return 'over';
    return judge(match, batch, seat);
  });

/** As `seated`, for those who play: whoever was away is here again, whoever has left has no say any more. */
export const playing = (store: Store, asker: Asker, judge: Judge): Promise<Played> =>
  seated(store, asker, (match, batch, seat) => {
    const standing = match.standing[seat];
    if (standing === 'left' || standing === 'dropped') return standing;
    if (standing === 'away') comeBack(batch, asker, seat);
    return judge(match, batch, seat);
  });

/** Leaves a running match: the clock plays the seat, or it is struck, as the table's policy says. */
export const leaveSeat = (store: Store, asker: Asker): Promise<Played> =>
  seated(store, asker, (match, { push }, seat) => {
    const standing = match.standing[seat];
    if (standing === 'left' || standing === 'dropped') return undefined;
    push(rowBy(asker, { kind: 'leave', seat: seat }));
    // The last one is not struck: nobody would be left to win.
    const others = match.standing.some((one, other) => other !== seat && one !== 'dropped');
    if (match.row.onTimeout === 'drop' && match.game.drop && others)
      push(rowBy(asker, { kind: 'drop', seat: seat }));
    return undefined;
  });

/** Sits down again on a seat that one left or was away from. */
export const returnTo = (store: Store, asker: Asker): Promise<Played> =>
  seated(store, asker, (match, batch, seat) => {
    if (match.standing[seat] === 'dropped') return 'dropped';
    comeBack(batch, asker, seat);
    return undefined;
  });

/** Deletes a person (see `forgetPlayer`); the logs of the matches that go on say that they are gone. `at`: in ms. */
export async function forget(
  store: Store,
  player: string,
  at: number,
  days?: ReadonlyMap<number, number>,
): Promise<Forgotten> {
  const gone = (seat: number): string => encodeEvent({ kind: 'gone', seat });
  const forgotten = await forgetPlayer(store, player, at, gone, days);
  drop(store);
  return forgotten;
}

/** About somebody at the table, by one who may manage its server. */
export type Kicking = Asker & { readonly to: number; readonly manages: boolean };

/** Takes somebody off the table, where that is one's own to decide: the seat is free for others. */
export const kick = (store: Store, asker: Kicking): Promise<Played> =>
  decide(store, asker, (match, { push }) => {
    if (match.row.status === 'over') return 'over';
    const way = wayToKick(match, asker.user, asker.manages);
    if (way !== 'alone') return way === 'ask' ? 'illegal' : way;
    if (match.standing[asker.to] === 'kicked') return undefined;
    if (!kickable(match, asker.user, asker.manages).includes(asker.to)) return 'illegal';
    push(rowBy(asker, { kind: 'kick', seat: asker.to }, 'host'));
    return undefined;
  });

/** Makes somebody else at the table its host. */
export const handOver = (store: Store, asker: Asker & { readonly to: number }): Promise<Played> =>
  playing(store, asker, (match, { push }) => {
    if (!mayHandOver(match, asker.user)) return 'host';
    if (!match.seats[asker.to] || !isHere(match, asker.to)) return 'illegal';
    if (match.host !== asker.to) push(rowBy(asker, { kind: 'host', seat: asker.to }, 'host'));
    return undefined;
  });

/** Takes over a seat that nobody is waited for any more, to its end. */
export const takeSeat = (store: Store, asker: Asker & { readonly seat: number }): Promise<Played> =>
  decide(store, asker, async (match, { timeline, push }) => {
    if (match.row.status === 'over') return 'over';
    if (seatOf(match, asker.user) !== undefined) return 'seated';
    if (gaveUp(match, asker.user)) return 'gaveUp';
    if (heldBefore(match, asker.user)) return 'heldBefore';
    if (!mayTake(match, asker.user, asker.seat)) return 'taken';
    if (await isBlocked(store, personIn(match.seats[match.host]!), asker.user)) return 'unwelcome';
    push(rowBy(asker, { kind: 'sit', seat: asker.seat }));
    const { name: _, ...former } = match.seats[asker.seat]!;
    timeline.seats = timeline.seats.map((one) =>
      one.seat === asker.seat ? { ...former, name: '', player: asker.user, state: 'here' } : one,
    );
    if (match.paused?.by === 'clock') push(rowBy(asker, { kind: 'go' }));
    return undefined;
  });

/** Sets a seat away that was waited for too long: it is played from then on, until its player presses something. */
export const setAway = (store: Store, asker: Asker & { readonly seat: number }): Promise<Played> =>
  playing(store, asker, async (match, { push }) => {
    if (match.standing[asker.seat] === 'away') return undefined;
    if (!(await overdue(store, match, asker.user, asker.at)).includes(asker.seat)) return 'patience';
    push(rowBy(asker, { kind: 'away', seat: asker.seat }));
    return undefined;
  });

/** Notes that the person who holds a seat is not in the server any more: nobody waits for them. */
export const notThere = (store: Store, id: number, player: string, at: number): Promise<Played> =>
  decide(store, { match: id, at }, async (match, { push }) => {
    if (match.row.status === 'over') return 'over';
    const seat = seatOf(match, player);
    if (seat === undefined || !peopleWaitedFor(match).includes(seat)) return undefined;
    if (!isTimeUp(match, at) && !(await doubtful(store, match, at)).includes(seat)) return undefined;
    push(rowOf({ kind: 'away', seat: seat }, { by: 'bot', user: null, at }));
    return undefined;
  });

/**
 * Gives the crown to who asks for what only the host may do, when the host has vanished. `gone`: somebody who is known not
 * to be in the server any more.
 */
export const takeCrown = (store: Store, asker: Asker & { readonly gone?: string }): Promise<Played> =>
  playing(store, asker, async (match, { push }, seat) => {
    if (match.host === seat) return undefined;
    const gone = match.seats[match.host]!.player === asker.gone;
    if (!gone && !(await hostVanished(store, match, asker.at))) return 'host';
    push(rowBy(asker, { kind: 'host', seat: seat }));
    return undefined;
  });
