import type { Seat } from '../games/game.ts';
import { endOf } from '../store/absences.ts';
import { isBlocked } from '../store/blocks.ts';
import { isExcused } from '../store/deadlines.ts';
import type { Store } from '../store/open.ts';
import { type Forgotten, forgetPlayer } from '../store/privacy.ts';
import { encodeEvent, rowOf, type TableEvent } from './events.ts';
import { type Match, seatOf } from './match.ts';
import { type Asking, comeBack, decide, type Played, type Reason } from './play.ts';
import { isRoundOver, lastsFor, votersOf } from './question.ts';
import { gaveUp, heldPause, heldQuestion } from './restraint.ts';
import {
  heldBefore,
  kickable,
  mayAsk,
  mayEnd,
  mayGoOn,
  mayHandOver,
  mayPause,
  mayTake,
  wayToKick,
} from './rights.ts';
import { type Batch, timeUp } from './settle.ts';
import { delaying, isHere, peopleWaitedFor } from './timeline.ts';
import { doubtful, hostVanished, isTimeUp, overdue } from './waiting.ts';

/** What happens to a table besides its game: who sits, who is host, whether it goes on. */

const row = ({ user, at }: Asking, event: TableEvent, by: 'player' | 'host' = 'player') =>
  rowOf(event, { by, user, at });

type Judge = (match: Match, batch: Batch, seat: number) => Reason | undefined | Promise<Reason | undefined>;

/** As `decide`, for those who hold a seat of a match that is not over. */
const seated = (store: Store, asking: Asking, judge: Judge): Promise<Played> =>
  decide(store, asking, (match, batch) => {
    const seat = seatOf(match, asking.user);
    if (seat === undefined) return 'stranger';
    if (match.row.status === 'over') return 'over';
    return judge(match, batch, seat);
  });

/** As `seated`, for those who play: whoever was away is here again, whoever has left has no say any more. */
const playing = (store: Store, asking: Asking, judge: Judge): Promise<Played> =>
  seated(store, asking, (match, batch, seat) => {
    const standing = match.standing[seat];
    if (standing === 'left' || standing === 'dropped') return standing;
    if (standing === 'away') comeBack(batch, asking, seat);
    return judge(match, batch, seat);
  });

/** Leaves a running match: the clock plays the seat, or it is struck, as the table's policy says. */
export const leaveSeat = (store: Store, asking: Asking): Promise<Played> =>
  seated(store, asking, (match, { push }, seat) => {
    const standing = match.standing[seat];
    if (standing === 'left' || standing === 'dropped') return undefined;
    push(row(asking, { kind: 'leave', seat: seat }));
    // The last one is not struck: nobody would be left to win.
    const others = match.standing.some((one, other) => other !== seat && one !== 'dropped');
    if (match.row.late === 'drop' && match.game.drop && others)
      push(row(asking, { kind: 'drop', seat: seat }));
    return undefined;
  });

/** Sits down again on a seat that one left or was away from. */
export const returnTo = (store: Store, asking: Asking): Promise<Played> =>
  seated(store, asking, (match, batch, seat) => {
    if (match.standing[seat] === 'dropped') return 'dropped';
    comeBack(batch, asking, seat);
    return undefined;
  });

/** Deletes a person (see `forgetPlayer`); the logs of the matches that go on say that they are gone. `at`: in ms. */
export const forget = (
  store: Store,
  player: string,
  at: number,
  days?: ReadonlyMap<number, number>,
): Promise<Forgotten> => forgetPlayer(store, player, at, (seat) => encodeEvent({ kind: 'gone', seat }), days);

/** About somebody at the table, by one who may manage its server. */
type Kicking = Asking & { readonly to: number; readonly manages: boolean };

/** Takes somebody off the table, where that is one's own to decide: the seat is free for others. */
export const kick = (store: Store, asking: Kicking): Promise<Played> =>
  decide(store, asking, (match, { push }) => {
    if (match.row.status === 'over') return 'over';
    const way = wayToKick(match, asking.user, asking.manages);
    if (way !== 'alone') return way === 'ask' ? 'illegal' : way;
    if (match.standing[asking.to] === 'kicked') return undefined;
    if (!kickable(match, asking.user, asking.manages).includes(asking.to)) return 'illegal';
    push(row(asking, { kind: 'kick', seat: asking.to }, 'host'));
    return undefined;
  });

/** Asks those who are here whether somebody is to be taken off. */
export const askToKick = (store: Store, asking: Kicking): Promise<Played> =>
  playing(store, asking, (match, batch, seat) => {
    const way = wayToKick(match, asking.user, asking.manages);
    if (way !== 'ask') return way === 'alone' ? 'illegal' : way;
    if (!kickable(match, asking.user, asking.manages).includes(asking.to)) return 'illegal';
    return ask(match, batch, asking, seat, asking.to);
  });

/** Puts a question to the table, unless that or another one is open, or it is held back. */
function ask(
  match: Match,
  { push }: Batch,
  asking: Asking,
  seat: Seat,
  off: Seat | null,
): Reason | undefined {
  const { question } = match;
  if (question) {
    return question.off === off && question.by === seat ? undefined : 'asked';
  }
  if (heldQuestion(match, off, asking.at)) return off === null ? 'heldEnd' : 'heldKick';
  push(row(asking, { kind: 'ask', seat, off }));
  return undefined;
}

/** Makes somebody else at the table its host. */
export const handOver = (store: Store, asking: Asking & { readonly to: number }): Promise<Played> =>
  playing(store, asking, (match, { push }) => {
    if (!mayHandOver(match, asking.user)) return 'host';
    if (!match.seats[asking.to] || !isHere(match, asking.to)) return 'illegal';
    if (match.host !== asking.to) push(row(asking, { kind: 'host', seat: asking.to }, 'host'));
    return undefined;
  });

/** Takes over a seat that nobody is waited for any more, to its end. */
export const takeSeat = (store: Store, asking: Asking & { readonly seat: number }): Promise<Played> =>
  decide(store, asking, async (match, { timeline, push }) => {
    if (match.row.status === 'over') return 'over';
    if (seatOf(match, asking.user) !== undefined) return 'seated';
    if (gaveUp(match, asking.user)) return 'gaveUp';
    if (heldBefore(match, asking.user)) return 'heldBefore';
    if (!mayTake(match, asking.user, asking.seat)) return 'taken';
    if (await isBlocked(store, match.seats[match.host]!.player, asking.user)) return 'unwelcome';
    push(row(asking, { kind: 'sit', seat: asking.seat }));
    const { name: _, ...former } = match.seats[asking.seat]!;
    timeline.seats = timeline.seats.map((one) =>
      one.seat === asking.seat ? { ...former, name: '', player: asking.user, state: 'here' } : one,
    );
    if (match.paused?.by === 'clock') push(row(asking, { kind: 'go' }));
    return undefined;
  });

/** Sets a seat away that was waited for too long: it is played from then on, until its player presses something. */
export const setAway = (store: Store, asking: Asking & { readonly seat: number }): Promise<Played> =>
  playing(store, asking, async (match, { push }) => {
    if (match.standing[asking.seat] === 'away') return undefined;
    if (!(await overdue(store, match, asking.user, asking.at)).includes(asking.seat)) return 'patience';
    push(row(asking, { kind: 'away', seat: asking.seat }));
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
export const takeCrown = (store: Store, asking: Asking & { readonly gone?: string }): Promise<Played> =>
  playing(store, asking, async (match, { push }, seat) => {
    if (match.host === seat) return undefined;
    const gone = match.seats[match.host]!.player === asking.gone;
    if (!gone && !(await hostVanished(store, match, asking.at))) return 'host';
    push(row(asking, { kind: 'host', seat: seat }));
    return undefined;
  });

/** Stops the clocks; nobody has to act until somebody goes on. */
export const pause = (store: Store, asking: Asking): Promise<Played> =>
  playing(store, asking, (match, { push }) => {
    if (!mayPause(match, asking.user)) return 'host';
    if (!match.paused && heldPause(match, asking.user)) return 'heldPause';
    if (!match.paused) push(row(asking, { kind: 'pause' }, 'host'));
    return undefined;
  });

export const goOn = (store: Store, asking: Asking): Promise<Played> =>
  playing(store, asking, (match, { push }) => {
    if (!mayGoOn(match, asking.user)) return 'stranger';
    if (match.paused) push(row(asking, { kind: 'go' }));
    return undefined;
  });

/** Would like to end the match without a winner; it ends when all agree who have not left. */
export const askToEnd = (store: Store, asking: Asking): Promise<Played> =>
  playing(store, asking, (match, batch, seat) =>
    mayAsk(match, asking.user) ? ask(match, batch, asking, seat, null) : 'host',
  );

/** About the question with which that row of the log began; without one, about the one to end it. */
type Answering = Asking & { readonly question?: number };

type Answer = (match: Match, batch: Batch, seat: number) => void;

/** For those who have a say in the question that is open, if it is the one that they mean. */
const answering = (store: Store, asking: Answering, answer: Answer): Promise<Played> =>
  playing(store, asking, (match, batch, seat) => {
    const { question } = match;
    const meant = asking.question === undefined ? question?.off === null : question?.seq === asking.question;
    if (!question || !meant) return 'running';
    if (question.off === seat) return 'concerned';
    if (question.by !== seat && !votersOf(match, question).includes(seat)) return 'stranger';
    answer(match, batch, seat);
    return undefined;
  });

export const agree = (store: Store, asking: Answering): Promise<Played> =>
  answering(store, asking, ({ question }, { push }, seat) => {
    const said = question!.agreed.includes(seat) || (question!.off !== null && question!.by === seat);
    if (!said) push(row(asking, { kind: 'agree', seat: seat }));
  });

/** Is against it: one who would rather play on settles whether to end it, and who asked withdraws what they asked. */
export const playOn = (store: Store, asking: Answering): Promise<Played> =>
  answering(store, asking, ({ question }, { push }, seat) => {
    if (!question!.against.includes(seat)) push(row(asking, { kind: 'playon', seat: seat }));
  });

/** When a question lapses at the earliest: time in which the bot was away is not counted. */
export const lapsesAt = async (store: Store, { question }: Match): Promise<number | undefined> =>
  question ? await endOf(store, question.at, lastsFor(question)) : undefined;

/** Lets the open question lapse, if it is time. */
export const lapse = (store: Store, id: number, at: number): Promise<Played> =>
  decide(store, { match: id, at }, async (match, { push }) => {
    if (match.row.status === 'over') return 'over';
    const due = await lapsesAt(store, match);
    if (due === undefined || due > at || !isRoundOver(match, match.question!)) return undefined;
    push(rowOf({ kind: 'lapse' }, { by: 'clock', user: null, at }));
    return undefined;
  });

/** Ends a match for everybody; it counts for nobody. For those who manage the server and never sat there. */
export const voidMatch = (store: Store, asking: Asking & { readonly manages: boolean }): Promise<Played> =>
  decide(store, asking, (match, { push }) => {
    if (match.row.status === 'over') return 'over';
    if (!mayEnd(match, asking.user, asking.manages)) return 'interested';
    push(row(asking, { kind: 'void', why: 'moderator' }, 'host'));
    return undefined;
  });

/**
 * Puts a match away that nobody has touched for long. Where somebody kept others waiting who have played it counts as it
 * stands for those who were ready; else for nobody.
 */
export const putAway = (store: Store, id: number, at: number): Promise<Played> =>
  decide(store, { match: id, at }, (match, { push }) => {
    if (match.row.status === 'over') return 'over';
    const blamed = delaying(match);
    const ready = match.seats.some(
      ({ seat }) => match.acted[seat] && isHere(match, seat) && !blamed.includes(seat),
    );
    const why = blamed.length > 0 && ready ? 'shelved' : 'slept';
    push(rowOf({ kind: 'void', why }, { by: 'clock', user: null, at }));
    return undefined;
  });

/**
 * Serves a deadline that has passed, once. `written`: whether the table could be written to; else nobody is late who may
 * have seen nothing, and the clocks stop.
 */
export const serveDeadline = (store: Store, id: number, at: number, written = true): Promise<Played> =>
  decide(store, { match: id, at }, async (match, batch) => {
    if (match.row.status === 'over') return 'over';
    if (!isTimeUp(match, at)) return undefined;
    if (written) timeUp(batch, at, await isExcused(store, match.row, at));
    else batch.push(lost(at));
    return undefined;
  });

const lost = (at: number) => rowOf({ kind: 'pause' }, { by: 'bot', user: null, at });

/** Stops the clocks because the table's place has vanished. */
export const pauseLost = (store: Store, id: number, at: number): Promise<Played> =>
  decide(store, { match: id, at }, (match, { push }) => {
    if (match.row.status === 'over') return 'over';
    if (!match.paused) push(lost(at));
    return undefined;
  });

/** Goes on after `pauseLost`: the table has a place again. */
export const placeFound = (store: Store, asking: Asking): Promise<Played> =>
  decide(store, asking, (match, { push }) => {
    if (match.row.status === 'over') return 'over';
    if (match.paused?.by === 'bot') push(row(asking, { kind: 'go' }, 'host'));
    return undefined;
  });
