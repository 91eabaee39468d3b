import type { Seat } from '../games/game.ts';
import { endOf } from '../store/absences.ts';
import { isExcused } from '../store/deadlines.ts';
import { commit } from '../store/matches.ts';
import type { Store } from '../store/open.ts';
import { timeUp } from './autoplay.ts';
import { type Batch, batchOf, withLog } from './batch.ts';
import { rowOf } from './events.ts';
import type { Match } from './match.ts';
import { open } from './open.ts';
import { type Kicking, playing, rowBy } from './people.ts';
import { type Asker, decide, type Played, type Reason } from './play.ts';
import { project, resultsOf } from './projection.ts';
import { isRoundOver, lastsFor, votersOf } from './question.ts';
import { heldPause, heldQuestion } from './restraint.ts';
import { kickable, mayAsk, mayEnd, mayGoOn, mayPause, wayToKick } from './rights.ts';
import { delaying, isHere } from './timeline.ts';
import { isTimeUp } from './waiting.ts';

/** Whether a match goes on: it stands still, its people are asked something, its time is up, it ends. */

/** Asks those who are here whether somebody is to be taken off. */
export const askToKick = (store: Store, asker: Kicking): Promise<Played> =>
  playing(store, asker, (match, batch, seat) => {
    const way = wayToKick(match, asker.user, asker.manages);
    if (way !== 'ask') return way === 'alone' ? 'illegal' : way;
    if (!kickable(match, asker.user, asker.manages).includes(asker.to)) return 'illegal';
    return ask(match, batch, asker, seat, asker.to);
  });

/** Puts a question to the table, unless that or another one is open, or it is held back. */
export function ask(
  match: Match,
  { push }: Batch,
  asker: Asker,
  seat: Seat,
  off: Seat | null,
): Reason | undefined {
  const { question } = match;
  if (question) {
    return question.off === off && question.by === seat ? undefined : 'asked';
  }
  if (heldQuestion(match, off, asker.at)) return off === null ? 'heldEnd' : 'heldKick';
  push(rowBy(asker, { kind: 'ask', seat, off }));
  return undefined;
}

/** Stops the clocks; nobody has to act until somebody goes on. */
export const pause = (store: Store, asker: Asker): Promise<Played> =>
  playing(store, asker, (match, { push }) => {
    if (!mayPause(match, asker.user)) return 'host';
    if (!match.paused && heldPause(match, asker.user)) return 'heldPause';
    if (!match.paused) push(rowBy(asker, { kind: 'pause' }, 'host'));
    return undefined;
  });

export const goOn = (store: Store, asker: Asker): Promise<Played> =>
  playing(store, asker, (match, { push }) => {
    if (!mayGoOn(match, asker.user)) return 'stranger';
    if (match.paused) push(rowBy(asker, { kind: 'go' }));
    return undefined;
  });

/** Would like to end the match without a winner; it ends when all agree who have not left. */
export const askToEnd = (store: Store, asker: Asker): Promise<Played> =>
  playing(store, asker, (match, batch, seat) =>
    mayAsk(match, asker.user) ? ask(match, batch, asker, seat, null) : 'host',
  );

/** About the question with which that row of the log began; without one, about the one to end it. */
type Answering = Asker & { readonly question?: number };

type Answer = (match: Match, batch: Batch, seat: number) => void;

/** For those who have a say in the question that is open, if it is the one that they mean. */
const answering = (store: Store, asker: Answering, answer: Answer): Promise<Played> =>
  playing(store, asker, (match, batch, seat) => {
    const { question } = match;
    const meant = asker.question === undefined ? question?.off === null : question?.seq === asker.question;
    if (!question || !meant) return 'running';
    if (question.off === seat) return 'concerned';
    if (question.by !== seat && !votersOf(match, question).includes(seat)) return 'stranger';
    answer(match, batch, seat);
    return undefined;
  });

export const agree = (store: Store, asker: Answering): Promise<Played> =>
  answering(store, asker, ({ question }, { push }, seat) => {
    const said = question!.agreed.includes(seat) || (question!.off !== null && question!.by === seat);
    if (!said) push(rowBy(asker, { kind: 'agree', seat: seat }));
  });

/** Is against it: one who would rather play on settles whether to end it, and who asked withdraws what they asked. */
export const playOn = (store: Store, asker: Answering): Promise<Played> =>
  answering(store, asker, ({ question }, { push }, seat) => {
    if (!question!.against.includes(seat)) push(rowBy(asker, { kind: 'playon', seat: seat }));
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
export const voidMatch = (store: Store, asker: Asker & { readonly manages: boolean }): Promise<Played> =>
  decide(store, asker, (match, { push }) => {
    if (match.row.status === 'over') return 'over';
    if (!mayEnd(match, asker.user, asker.manages)) return 'interested';
    push(rowBy(asker, { kind: 'void', why: 'moderator' }, 'host'));
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
export const placeFound = (store: Store, asker: Asker): Promise<Played> =>
  decide(store, asker, (match, { push }) => {
    if (match.row.status === 'over') return 'over';
    if (match.paused?.by === 'bot') push(rowBy(asker, { kind: 'go' }, 'host'));
    return undefined;
  });

/**
 * Ends a running match as it stands, before its game is over: by the clock, or by `user`. `given` is the match as it was
 * opened for this, or its id. Returns it as it has ended; undefined when it was not running any more.
 */
export async function endEarly(
  store: Store,
  given: Match | number,
  at: number,
  user: string | null = null,
): Promise<Match | undefined> {
  const id = typeof given === 'number' ? given : given.id;
  let match = typeof given === 'number' ? await open(store, id) : given;
  for (let tries = 0; tries < 100; tries++) {
    if (match?.row.status !== 'running') return undefined;
    const projection = {
      ...project(match, at),
      status: 'over' as const,
      toAct: [],
      results: resultsOf(match),
      unfinished: true,
    };
    const batch = batchOf(match);
    batch.push(rowOf({ kind: 'end' }, { by: user === null ? 'clock' : 'player', user, at }));
    const written = await commit(store, id, match.log.length, batch.rows, projection);
    if (written !== 'conflict') return { ...withLog(batch), ...written };
    match = await open(store, id);
  }
  throw new Error(`Match ${id}: a hundred others were faster.`);
}
