import { type AnyGame, type Options, ORDER } from '../games/game.ts';
import { seeded, shuffle } from '../games/rng.ts';
import type { Strength } from '../games/strength.ts';
import { moduleOf } from '../modules.ts';
import { type Created, create, createWithin, type NewMatch } from '../store/matches.ts';
import type { Store } from '../store/open.ts';
import type { MatchRow, SeatRow } from '../store/rows.ts';
import type { OnTimeout, Ponders } from '../store/schema.ts';
import type { Match } from './match.ts';
import { open } from './open.ts';
import { lobbyJobs, project } from './projection.ts';
import { lobbiesInTheWay } from './restraint.ts';
import { isComputer } from './seats.ts';
import { newSeed } from './seed.ts';
import { timelineOf } from './timeline.ts';

/** How matches are opened: a lobby, or at once a game that somebody plays alone. */

export interface Opening {
  readonly game: string;
  readonly map: string;
  readonly options: Readonly<Record<string, string>>;
  readonly host: string;
  readonly guild: string | null;
  readonly channel: string;
  /** The message that will show the lobby, when it is known already. */
  readonly message: string | null;
  readonly capacity: number;
  readonly thread: boolean;
  /** How well the computers play that sit there from the beginning; they take the seats behind the host. */
  readonly computers?: readonly Strength[];
  /** Seconds a turn may take; none when absent. */
  readonly limit?: number;
  readonly onTimeout?: OnTimeout;
  /** How long computers take for their turns; they play at once when absent. */
  readonly ponders?: Ponders;
  readonly origin: string | null;
  readonly rematchOf: number | null;
  /** Names the button that was pressed; see `NewMatch`. */
  readonly button?: string;
  readonly at: number;
}

/** A rematch calls its people no more often than this. */
const CALLS_APART = 3_600_000;

/** Opens a lobby with its host seated; `fresh` is false when the same press, or the same button, opened it before. */
export const openLobby = (store: Store, opening: Opening): Promise<Created> =>
  create(store, asMatch(opening));

/**
 * As `openLobby`; undefined where whoever opens it has too many open already. `most`: so many they may have in one
 * server; null: as many as they like.
 */
export const openLobbyWithin = (
  store: Store,
  opening: Opening,
  most: number | null,
): Promise<Created | undefined> =>
  createWithin(store, asMatch(opening), (open) => lobbiesInTheWay(open, opening.guild, most).length === 0);

function asMatch(opening: Opening): NewMatch {
  const game = moduleOf(opening.game).rules;
  const { channel, message, at, computers = [], ...rest } = opening;
  return {
    ...rest,
    computers: computers.map((computer, nick) => ({ seat: 1 + nick, computer, nick })),
    options: { ...opening.options },
    channel,
    rules: game.rules,
    seed: newSeed(),
    solo: false,
    at,
    jobs: lobbyJobs(at),
    lobby: { channel, message },
    callsApart: CALLS_APART,
  };
}

/** What was chosen, without the choices that are for another number of seats. */
export function fitting({ options: known }: AnyGame, chosen: Options, count: number): Record<string, string> {
  const fits = (id: string): boolean => {
    const [fewest, most] = known.find((option) => option.id === id)?.seats ?? [count, count];
    return count >= fewest && count <= most;
  };
  return Object.fromEntries(Object.entries(chosen).filter(([id]) => fits(id)));
}

/** Those who sit down to a match in the order in which they play. */
export function inOrder(
  row: Pick<MatchRow, 'options' | 'seed'>,
  seats: readonly SeatRow[],
): readonly SeatRow[] {
  if (row.options[ORDER.id] !== 'lot') return seats;
  return shuffle(seats, seeded(`${row.seed}/order`))[0];
}

/**
 * Opens and starts at once a match that somebody plays alone, or against computers, or finds the one that the same press, button or
 * day has begun. With `seed` the same cards come again.
 */
export async function openSolo(
  store: Store,
  opening: Pick<Opening, 'game' | 'map' | 'host' | 'guild' | 'origin' | 'button' | 'computers' | 'at'> & {
    readonly options?: Options;
    /** Its first rounds come with hints. */
    readonly guided?: boolean;
    readonly seed?: string;
    /** The day whose challenge it is: one a person. */
    readonly day?: number;
  },
): Promise<Match> {
  const game = moduleOf(opening.game).rules;
  const { seed = newSeed(), day = null, at, button, computers = [], options = {}, ...rest } = opening;
  const dealt = { ...rest, options: fitting(game, options, 1 + computers.length), rules: game.rules, seed };
  const host = { seat: 0, player: rest.host, name: '', state: 'here' as const };
  const others = computers.map((computer, nick): SeatRow => ({ ...host, player: null, computer, nick }));
  const seats = inOrder(dealt, [host, ...others]).map((one, seat) => ({ ...one, seat }));
  const begun = {
    ...dealt,
    id: 0,
    thread: false,
    solo: true,
    limit: 0,
    onTimeout: 'clock' as const,
    ponders: 'none' as const,
  };
  const timeline = begunBy(begun, seats);
  const created = await create(store, {
    ...dealt,
    day,
    button,
    solo: true,
    channel: null,
    capacity: seats.length,
    thread: false,
    rematchOf: null,
    at,
    lobby: null,
    seat: seats.findIndex(({ player }) => player === rest.host),
    computers: seats
      .filter(isComputer)
      .map(({ seat, computer, nick }) => ({ seat, computer, nick: nick ?? 0 })),
    start: project(timeline, at),
  });
  if (created.begun) return { ...timeline, id: created.id, ...created.begun };
  const match = await open(store, created.id);
  if (!match) throw new Error(`Match ${created.id} did not begin.`);
  return match;
}

/** A match as it begins, before it is stored so. */
export function begunBy(row: Beginning, seats: readonly SeatRow[]): Match {
  const whole = { startedAt: null, timedAt: null, deadline: null, ...row } as MatchRow;
  return timelineOf({ row: whole, seats, former: [], log: [] });
}

type Beginning = Pick<
  MatchRow,
  | 'id'
  | 'game'
  | 'map'
  | 'options'
  | 'rules'
  | 'seed'
  | 'host'
  | 'solo'
  | 'limit'
  | 'onTimeout'
  | 'thread'
  | 'ponders'
>;
