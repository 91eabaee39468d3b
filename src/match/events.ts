import { type Seat, TABLE } from '../games/game.ts';
import { type Maker, VOIDS, type Void } from '../store/schema.ts';

/**
 * What happens at a table besides its game. Each event is a row of the table (seat -1) in the log, whose text begins with a
 * slash; games never see them. The texts stand in databases: they never change, and what is not known is ignored.
 */

/** Events of one seat: `/leave.2`. */
const SEATED = [
  /** It acts for the table from now on, where something is played for that. */
  'operator',
  /** It is the host's now. */
  'host',
  /** Its time was up. */
  'late',
  /** Also, but the bot was away in that turn. */
  'excused',
  /**
   * It is not waited for any more. By the clock: it was late three times in a row; by a player: after three days of
   * waiting; by the bot: its player is not in the server.
   */
  'away',
  /** Its player left it. */
  'leave',
  /** Its player was taken off: by the host, a moderator or, as the clock carries it out, all. */
  'kick',
  /** Its player is here again. */
  'back',
  /** The row's user holds it from now on. */
  'sit',
  /** It is struck from the scoring. */
  'drop',
  /** Its player agrees to what is asked. */
  'agree',
  /** Its player would rather play on, or is against it. */
  'playon',
  /** Its player had their data deleted. */
  'gone',
] as const;

/** Events of the whole table: `/pause`. */
const BARE = [
  /** Whoever sits there may act for the table. */
  'anyone',
  'pause',
  'go',
  /** Nobody asks any more what was asked. */
  'lapse',
  /** The match ended as it stands, and counts. */
  'end',
] as const;

export type TableEvent =
  | { readonly kind: (typeof SEATED)[number]; readonly seat: Seat }
  | { readonly kind: (typeof BARE)[number] }
  /** A seat asks the others to end the match (`off` is null), or to take the player of a seat off. */
  | { readonly kind: 'ask'; readonly seat: Seat; readonly off: Seat | null; readonly frail?: true }
  /** The match ended before its game did. */
  | { readonly kind: 'void'; readonly why: Void };

/** An event that concerns one seat. */
export type SeatEvent = Extract<TableEvent, { readonly seat: Seat }>;

const isIn = <T extends string>(words: readonly T[], word: string): word is T =>
  (words as readonly string[]).includes(word);

/** What an event is called in its text. */
const wordOf = (kind: TableEvent['kind']): string => (kind === 'operator' ? 'flipper' : kind);

const SEATED_BY_WORD: ReadonlyMap<string, (typeof SEATED)[number]> = new Map(
  SEATED.map((kind) => [wordOf(kind), kind]),
);

/** The text of an event in the log. */
export function encodeEvent(event: TableEvent): string {
  if (event.kind === 'void') return `/void.${event.why}`;
  if (event.kind === 'ask') {
    // Questions of an earlier release said nothing more; they were all to end the match.
    if (event.frail) return `/ask.${event.seat}`;
    return `/ask.${event.seat}.${event.off === null ? 'end' : `off.${event.off}`}`;
  }
  return 'seat' in event ? `/${wordOf(event.kind)}.${event.seat}` : `/${event.kind}`;
}

/** Whether an event is of that kind and concerns that seat. */
export const isOf = (event: TableEvent | undefined, kind: SeatEvent['kind'], seat: Seat): boolean =>
  event?.kind === kind && 'seat' in event && event.seat === seat;

/** Whether a row of the log is of the table, and none that the game is played with. */
export const isEvent = ({ seat, code }: { readonly seat: Seat; readonly code: string }): boolean =>
  seat === TABLE && code.startsWith('/');

/** The row of the log with which an event happens. */
export const rowOf = (
  event: TableEvent,
  { by, user, at }: { readonly by: Maker; readonly user: string | null; readonly at: number },
) => ({ seat: TABLE, code: encodeEvent(event), by, user, at });

const SHAPE = /^\/([a-z]+)(?:\.(.+))?$/;
const SEAT = /^\d{1,3}$/;
const ASKED = /^(\d{1,3})(?:\.(?:end|off\.(\d{1,3})))?$/;

/** The event that a text of the log stands for; undefined where it is none that is known. */
export function decodeEvent(code: string): TableEvent | undefined {
  const [, word, said] = SHAPE.exec(code) ?? [];
  if (word === undefined) return undefined;
  if (said === undefined) return isIn(BARE, word) ? { kind: word } : undefined;
  if (word === 'void') {
    const why = VOIDS.find((one) => one === said);
    return why && { kind: 'void', why };
  }
  if (word === 'ask') {
    const [whole, seat, off] = ASKED.exec(said) ?? [];
    if (whole === undefined) return undefined;
    const question = {
      kind: 'ask',
      seat: Number(seat),
      off: off === undefined ? null : Number(off),
    } as const;
    return whole === seat ? { ...question, frail: true } : question;
  }
  const kind = SEATED_BY_WORD.get(word);
  return kind && SEAT.test(said) ? { kind, seat: Number(said) } : undefined;
}
