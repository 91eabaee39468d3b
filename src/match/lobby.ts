import type { Strength } from '../games/strength.ts';
import { findMap, moduleOf, strengthsOf } from '../modules.ts';
import { isBlockedIn } from '../store/blocks.ts';
import type { Db, Store } from '../store/engine/types.ts';
import { changeLobby, type LobbyChange } from '../store/matches.ts';
import type { SeatRow, Stored } from '../store/rows.ts';
import type { OnTimeout, Ponders } from '../store/schema.ts';
import { begunBy, fitting, inOrder } from './opening.ts';
import { LIMITS, project } from './projection.ts';
import { mayClose, mayJoin, mayLead, mayPassOn, mayTakeOff } from './rights.ts';
import { isComputer, peopleIn } from './seats.ts';
import { changesIn, remembered, stampOf } from './terms.ts';
import { canDrop } from './timeline.ts';
import { lobbyHostVanishedIn } from './waiting.ts';

/** Why a press in a lobby changed nothing. */
export type LobbyRefusal =
  | 'unknown'
  | 'begun'
  | 'closed'
  | 'full'
  | 'host'
  | 'alone'
  | 'seated'
  | 'barred'
  | 'unwelcome'
  | 'stranger'
  | 'illegal'
  | 'changed';

export type Lobbied =
  | { readonly ok: true; readonly stored: Stored }
  | { readonly ok: false; readonly why: LobbyRefusal; readonly stored?: Stored };

export async function join(store: Store, id: number, user: string, at: number): Promise<Lobbied> {
  return decide(store, id, at, async (stored, db) => {
    if (sitsIn(stored, user)) return 'seated';
    if (!mayJoin(stored, user)) return 'barred';
    if (await isBlockedIn(db, stored.row.host, user)) return 'unwelcome';
    if (stored.seats.length >= stored.row.capacity) return 'full';
    return { join: user };
  });
}

/** Leaves; the host's crown goes to the next, and a lobby without people closes. */
export async function leave(store: Store, id: number, user: string, at: number): Promise<Lobbied> {
  return decide(store, id, at, (stored) => {
    if (!sitsIn(stored, user)) return 'stranger';
    return { leave: user, ...without(stored, user, at) };
  });
}

/** What becomes of a lobby that somebody leaves. */
function without({ row, seats }: Stored, user: string, at: number): Pick<LobbyChange, 'row' | 'close'> {
  const [next, ...others] = peopleIn(seats).filter((player) => player !== user);
  if (next === undefined) return { close: { at } };
  const crown = row.host === user ? { host: next } : {};
  // Whoever stays behind alone knows what they changed.
  const terms = others.length === 0 ? { terms: null } : {};
  return { row: { ...crown, ...terms } };
}

export const sitsIn = ({ seats }: Pick<Stored, 'seats'>, user: string): boolean =>
  seats.some((seat) => seat.player === user);

/** Takes somebody off a lobby, for good: they cannot join it again, nor take a seat in its match. */
export async function kick(
  store: Store,
  id: number,
  { user, manages, whom, at }: Deciding & { readonly manages: boolean },
): Promise<Lobbied> {
  return decide(store, id, at, (stored) => {
    if (!mayTakeOff(stored, user, manages)) return 'host';
    if (whom === user || !sitsIn(stored, whom)) return 'illegal';
    return { bar: whom, ...without(stored, whom, at) };
  });
}

/** Seats a computer that plays so well. */
export async function addComputer(
  store: Store,
  id: number,
  user: string,
  at: number,
  strength: Strength,
): Promise<Lobbied> {
  return decide(store, id, at, (stored) => {
    if (!mayLead(stored, user)) return 'host';
    if (!strengthsOf(moduleOf(stored.row.game)).includes(strength)) return 'illegal';
    if (stored.seats.length >= stored.row.capacity) return 'full';
    return { compute: { strength, nick: freeNick(stored.seats) } };
  });
}

/** The first name of computers that none at the table has. */
function freeNick(seats: readonly SeatRow[]): number {
  const taken = seats.map(({ nick }) => nick);
  let nick = 0;
  while (taken.includes(nick)) nick++;
  return nick;
}

/** Takes the computer off that sits in a seat of a lobby. */
export async function removeComputer(
  store: Store,
  id: number,
  user: string,
  at: number,
  seat: number,
): Promise<Lobbied> {
  return decide(store, id, at, (stored) => {
    if (!mayLead(stored, user)) return 'host';
    const found = stored.seats.find((one) => one.seat === seat);
    return found && isComputer(found) ? { uncompute: seat } : 'illegal';
  });
}

/** Makes somebody else in a lobby its host. */
export async function handOver(store: Store, id: number, { user, whom, at }: Deciding): Promise<Lobbied> {
  return decide(store, id, at, (stored) => {
    if (!mayPassOn(stored, user)) return 'host';
    return sitsIn(stored, whom) ? { row: { host: whom } } : 'illegal';
  });
}

/** A decision about somebody in a lobby. */
interface Deciding {
  readonly user: string;
  readonly whom: string;
  readonly at: number;
}

/** Has a lobby's message posted anew for one of its people, though nothing is changed. */
export async function recall(store: Store, id: number, user: string, at: number): Promise<Lobbied> {
  return decide(store, id, at, (stored) => (sitsIn(stored, user) ? { recall: true } : 'stranger'));
}

export interface Choice {
  readonly map?: string;
  readonly option?: { readonly id: string; readonly value: string };
  readonly thread?: boolean;
  readonly limit?: number;
  readonly onTimeout?: OnTimeout;
  readonly ponders?: Ponders;
}

export async function configure(
  store: Store,
  id: number,
  user: string,
  at: number,
  choice: Choice,
): Promise<Lobbied> {
  return decide(store, id, at, (stored) => {
    if (!mayLead(stored, user)) return 'host';
    const { option, map, thread, limit, onTimeout, ponders } = choice;
    const module = moduleOf(stored.row.game);
    if (option) {
      const known = module.rules.options.find(({ id }) => id === option.id);
      if (!known?.values.includes(option.value)) return 'illegal';
      return agreed(stored, { options: { ...stored.row.options, [option.id]: option.value } });
    }
    // Nobody has agreed to it by joining.
    if (ponders !== undefined) return { row: { ponders } };
    if (map !== undefined && !findMap(module, map)) return 'illegal';
    if (limit !== undefined && !LIMITS.some((one) => one === limit)) return 'illegal';
    if (onTimeout === 'drop' && !canDrop(module.rules)) return 'illegal';
    return agreed(stored, {
      ...(map === undefined ? {} : { map }),
      ...(thread === undefined ? {} : { thread }),
      ...(limit === undefined ? {} : { limit }),
      ...(onTimeout === undefined ? {} : { onTimeout }),
    });
  });
}

/** A change of what others have agreed to by joining is remembered until somebody starts on it. */
const agreed = (stored: Stored, patch: NonNullable<LobbyChange['row']>): LobbyChange => ({
  row: { ...patch, terms: remembered(stored, patch) },
});

export async function cancel(
  store: Store,
  id: number,
  user: string,
  manages: boolean,
  at: number,
): Promise<Lobbied> {
  return decide(store, id, at, (stored) => (mayClose(stored, user, manages) ? { close: { at } } : 'host'));
}

/** What a press on *Start* brings with it. */
export interface Starting {
  /** A host alone begins all the same. */
  readonly alone?: boolean;
  /** The terms that are known (see `stampOf`). */
  readonly stamp?: string | undefined;
  /** Somebody who is known not to be in the server any more. */
  readonly gone?: string | undefined;
}

/** Whether somebody may start a lobby: its host, and when that one has vanished anybody who sits there. */
export const mayStart = (
  store: Store,
  stored: Stored,
  user: string,
  at: number,
  gone?: string,
): Promise<boolean> => store.read((db) => mayStartIn(db, stored, user, at, gone));

const mayStartIn = async (
  db: Db,
  stored: Stored,
  user: string,
  at: number,
  gone?: string,
): Promise<boolean> =>
  mayLead(stored, user) ||
  (sitsIn(stored, user) && (stored.row.host === gone || (await lobbyHostVanishedIn(db, stored, at))));

/**
 * Starts a match. A game that needs company, or a host alone without `alone`, is refused, and what was changed with others
 * there unless `stamp` says that it is known.
 */
export async function start(
  store: Store,
  id: number,
  user: string,
  at: number,
  { alone = false, stamp, gone }: Starting = {},
): Promise<Lobbied> {
  return decide(store, id, at, async (stored, db) => {
    if (!(await mayStartIn(db, stored, user, at, gone))) return 'host';
    const game = moduleOf(stored.row.game).rules;
    const count = stored.seats.length;
    if (count < game.seats[0] || (count === 1 && !alone)) return 'alone';
    if (changesIn(stored).length > 0 && stamp !== stampOf(stored.row)) return 'changed';
    // Seats of a lobby have gaps where somebody left; a match has none.
    const order = inOrder(stored.row, stored.seats);
    const seats = order.map((one, seat) => ({ ...one, seat }));
    const options = fitting(game, stored.row.options, count);
    const row = { ...stored.row, options };
    return {
      row: { options, terms: null },
      start: { at, seats: order.map(({ seat }) => seat), projection: project(begunBy(row, seats), at) },
    };
  });
}

/** Closes a lobby whose day is over. */
export async function expire(store: Store, id: number, at: number): Promise<boolean> {
  const done = await decide(store, id, at, ({ row }) =>
    row.deadline !== null && row.deadline <= at ? { close: { at, expired: true } } : 'begun',
  );
  return done.ok;
}

type Verdict = LobbyChange | LobbyRefusal;

async function decide(
  store: Store,
  id: number,
  at: number,
  judge: (stored: Stored, db: Db) => Verdict | Promise<Verdict>,
): Promise<Lobbied> {
  let refusal: LobbyRefusal | undefined;
  const stored = await changeLobby(store, id, at, async (found, db) => {
    // It may be decided again where another process was in the way.
    refusal = undefined;
    const { status } = found.row;
    const verdict =
      status === 'lobby'
        ? await judge(found, db)
        : status === 'closed'
          ? ('closed' as const)
          : ('begun' as const);
    if (typeof verdict === 'string') {
      refusal = verdict;
      return undefined;
    }
    return verdict;
  });
  if (!stored) return { ok: false, why: 'unknown' };
  return refusal ? { ok: false, why: refusal, stored } : { ok: true, stored };
}
