import type { Seat } from '../games/game.ts';
import type { Match, Question } from './match.ts';

/**
 * Questions at a table, one at a time: whether to end the match, or to take somebody off it. Silence is no.
 *
 * To end it everybody has to agree who has not left, and one who would rather play on settles it; it lapses after three
 * days. To take somebody off more than half of those who were here when it was asked (and of those who came since) have
 * to agree, two at least; who asks and who is to go are not counted. It lapses when a day has passed and every seat has
 * had a turn.
 */

type Table = Pick<Match, 'seats' | 'standing' | 'outside' | 'former'>;

const DAY = 24 * 3_600_000;

/** How long a question stays open at least, in ms. */
export const lastsFor = ({ off }: Pick<Question, 'off'>): number => (off === null ? 3 * DAY : DAY);

/** Whether who holds a seat was found not to be in the server any more. */
const isOutside = ({ outside, former }: Table, seat: Seat): boolean =>
  outside.some(
    (one) => one.seat === seat && !former.some((before) => before.seat === seat && before.seq > one.seq),
  );

/** Whether somebody plays a seat and has left neither it nor the server, whether they are here or away. */
export const isPlayed = (table: Table, seat: Seat): boolean => {
  const { seats, standing } = table;
  if (seats[seat]!.gone || seats[seat]!.player === null) return false;
  return standing[seat] === 'here' || (standing[seat] === 'away' && !isOutside(table, seat));
};

/** The seats of those who have not left. */
export const seatsPlayed = (table: Table): Seat[] =>
  table.seats.map(({ seat }) => seat).filter((seat) => isPlayed(table, seat));

/** Who has a say in a question. */
export const votersOf = (table: Table, { off, asked }: Question): Seat[] =>
  off === null ? seatsPlayed(table) : asked.filter((seat) => isPlayed(table, seat));

/** The seats that the open question still waits for; none while nothing is asked. */
export function askedSeats(match: Table & Pick<Match, 'question'>): Seat[] {
  const { question } = match;
  if (!question) return [];
  const said = [...question.agreed, ...question.against];
  return votersOf(match, question).filter((seat) => !said.includes(seat));
}

/** How many would have to agree to take somebody off, of so many who have a say. */
export const majorityOf = (voters: number): number => Math.max(2, Math.floor(voters / 2) + 1);

/** Those who agree and have a say. */
export const agreeing = (table: Table, question: Question): Seat[] =>
  votersOf(table, question).filter((seat) => question.agreed.includes(seat));

/** How many have to agree. */
export function neededFor(table: Table, question: Question): number {
  const voters = votersOf(table, question).length;
  return question.off === null ? voters : majorityOf(voters);
}

/** What the others have decided; undefined while it is open. */
export function verdictOf(table: Table, question: Question): 'granted' | 'declined' | undefined {
  const voters = votersOf(table, question);
  const needed = neededFor(table, question);
  if (voters.length > 0 && agreeing(table, question).length >= needed) return 'granted';
  if (question.off === null) return undefined;
  const left = voters.filter((seat) => !question.against.includes(seat)).length;
  return left < needed ? 'declined' : undefined;
}

/** Whether every seat that is in the game has had a turn since. */
export const isRoundOver = ({ standing }: Pick<Match, 'standing'>, { off, since }: Question): boolean =>
  off === null || standing.every((one, seat) => one === 'dropped' || since.includes(seat));
