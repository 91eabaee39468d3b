import { moduleOf } from '../modules.ts';
import { type Created, create, createWithin, type NewMatch } from '../store/matches.ts';
import type { Store } from '../store/open.ts';
import type { MatchRow, SeatRow } from '../store/rows.ts';
import type { OnTimeout } from '../store/schema.ts';
import type { Match } from './match.ts';
import { open } from './open.ts';
import { lobbyJobs, project } from './projection.ts';
import { lobbiesInTheWay } from './restraint.ts';
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
  /** Seconds a turn may take; none when absent. */
  readonly limit?: number;
  readonly onTimeout?: OnTimeout;
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
  const { channel, message, at, ...rest } = opening;
  return {
    ...rest,
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

/**
 * Opens and starts a solo match at once, or finds the one that the same press, button or day has begun. With `seed` the same cards
 * come again.
 */
export async function openSolo(
  store: Store,
  opening: Pick<Opening, 'game' | 'map' | 'host' | 'guild' | 'origin' | 'button' | 'at'> & {
    readonly seed?: string;
    /** The day whose challenge it is: one a person. */
    readonly day?: number;
  },
): Promise<Match> {
  const game = moduleOf(opening.game).rules;
  const { seed = newSeed(), day = null, at, button, ...rest } = opening;
  const dealt = { ...rest, options: {}, rules: game.rules, seed };
  const seats = [{ seat: 0, player: rest.host, name: '', state: 'here' as const }];
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
    capacity: 1,
    thread: false,
    rematchOf: null,
    at,
    lobby: null,
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
