import { TABLE } from '../games/game.ts';
import { commit, type NewAction, type Projection } from '../store/matches.ts';
import type { Store } from '../store/open.ts';
import { isGone } from '../store/players.ts';
import type { Maker } from '../store/schema.ts';
import { forced, vacant } from './auto.ts';
import { find, type Match, open, seatOf } from './open.ts';
import { mayFlip } from './rights.ts';

/** Why a press changed nothing. */
export type Refusal =
  | { readonly why: 'unknown' }
  | { readonly why: 'stranger' | 'over' | 'stale' | 'illegal' | 'flipper'; readonly match: Match };

/** What a press did. `changed` is false when it repeated what already stood. */
export type Played =
  | { readonly ok: true; readonly match: Match; readonly changed: boolean }
  | ({ readonly ok: false } & Refusal);

export interface Press {
  readonly match: number;
  readonly user: string;
  /** The turn the pressed screen belonged to. */
  readonly turn: number;
  /** Texts of the actions, one after the other; each may be a prefix (see `find`). */
  readonly codes: readonly string[];
  readonly at: number;
  readonly by?: Maker;
}

/**
 * Plays actions for the seat that a person holds. All of them are written in one commit, or none. Somebody
 * else's press in between is no conflict for the player: the position is read anew and judged again.
 */
export async function play(store: Store, press: Press): Promise<Played> {
  return retry(store, press, (match) => {
    const seat = seatOf(match, press.user);
    if (seat === undefined) return { ok: false, why: 'stranger', match };
    const stop = closed(match, press.turn);
    if (stop) return stop;
    const { game } = match;
    let { state } = match;
    const rows: NewAction[] = [];
    for (const code of press.codes) {
      const action = find(game, state, seat, code);
      if (action === undefined) return { ok: false, why: 'illegal', match };
      const next = game.apply(state, seat, action);
      if (next === state) continue;
      state = next;
      rows.push({ seat, code: game.code(action), by: press.by ?? 'player', user: press.user, at: press.at });
    }
    return { rows, state };
  });
}

/** Turns the next card where that is done by hand. */
export async function flip(store: Store, press: Omit<Press, 'codes'>): Promise<Played> {
  return retry(store, press, (match) => {
    if (seatOf(match, press.user) === undefined) return { ok: false, why: 'stranger', match };
    const stop = closed(match, press.turn);
    if (stop) return stop;
    if (!mayFlip(match, press.user)) return { ok: false, why: 'flipper', match };
    const action = find(match.game, match.state, TABLE, 'flip');
    if (action === undefined) return { ok: false, why: 'illegal', match };
    const row: NewAction = { seat: TABLE, code: 'flip', by: 'player', user: press.user, at: press.at };
    return { rows: [row], state: match.game.apply(match.state, TABLE, action) };
  });
}

/** Hands the flipping on to another seat. */
export async function handFlipping(
  store: Store,
  press: Omit<Press, 'codes'> & { readonly to: number },
): Promise<Played> {
  return retry(store, press, (match) => {
    if (match.row.status === 'over') return { ok: false, why: 'over', match };
    if (!mayFlip(match, press.user)) return { ok: false, why: 'flipper', match };
    if (!match.seats[press.to] || vacant(match).includes(press.to))
      return { ok: false, why: 'illegal', match };
    if (match.flipper === press.to) return { rows: [], state: match.state };
    const code = `/flipper.${press.to}`;
    return {
      rows: [{ seat: TABLE, code, by: 'player', user: press.user, at: press.at }],
      state: match.state,
    };
  });
}

/**
 * Goes on without those who are gone for good, as far as that needs nobody else: their seats are played, and the
 * flipping is handed on to the first who is still there.
 */
export async function playForGone(store: Store, id: number, at: number): Promise<Played> {
  return retry(store, { match: id, at }, (match) => {
    if (match.row.status === 'over') return { ok: false, why: 'over', match };
    const gone = vacant(match);
    const heir = match.seats.find(({ seat }) => !gone.includes(seat));
    if (!heir || !gone.includes(match.flipper)) return { rows: [], state: match.state };
    const code = `/flipper.${heir.seat}`;
    return { rows: [{ seat: TABLE, code, by: 'clock', user: null, at }], state: match.state };
  });
}

function closed(match: Match, turn: number): Played | undefined {
  if (match.row.status === 'over') return { ok: false, why: 'over', match };
  if (match.game.turn(match.state) !== turn) return { ok: false, why: 'stale', match };
  return undefined;
}

type Decision = Played | { readonly rows: NewAction[]; readonly state: unknown };

async function retry(
  store: Store,
  press: Pick<Press, 'match' | 'at'>,
  decide: (match: Match) => Decision,
): Promise<Played> {
  for (let tries = 0; tries < 100; tries++) {
    const match = await open(store, press.match);
    if (!match) return { ok: false, why: 'unknown' };
    const decision = decide(match);
    if ('ok' in decision) return decision;
    const settled = settle(match, decision.state, decision.rows, press.at);
    if (decision.rows.length === 0) return { ok: true, match, changed: false };
    const projection = project(match, settled);
    if ((await commit(store, match.id, match.log.length, decision.rows, projection)) === 'done') {
      return { ok: true, match: await written(store, match.id), changed: true };
    }
  }
  throw new Error(`Match ${press.match}: a hundred others were faster.`);
}

async function written(store: Store, id: number): Promise<Match> {
  const match = await open(store, id);
  if (!match) throw new Error(`Match ${id} has vanished.`);
  return match;
}

/** Carries out what is forced, appending its rows. */
function settle(match: Match, start: unknown, rows: NewAction[], at: number): unknown {
  const { game } = match;
  const gone = vacant(match);
  let state = start;
  for (let next = forced(game, state, gone); next; next = forced(game, state, gone)) {
    rows.push({ seat: next.seat, code: game.code(next.action), by: 'clock', user: null, at });
    state = game.apply(state, next.seat, next.action);
  }
  return state;
}

/** What the stored row of a match says about a state. */
export function project(match: Pick<Match, 'game' | 'seats'>, state: unknown): Projection {
  const { game } = match;
  const over = game.over(state);
  return {
    status: over ? 'over' : 'running',
    turn: game.turn(state),
    toAct: game.toAct(state),
    results: over ? resultsOf(match, state) : [],
  };
}

/** The results of a state as they would be stored. A seat whose player is gone counts for nobody. */
export function resultsOf(match: Pick<Match, 'game' | 'seats'>, state: unknown): Projection['results'] {
  const facts = match.game.facts?.(state) ?? [];
  return match.game.score(state).map((score, seat) => {
    const { player } = match.seats[seat]!;
    return { seat, player: isGone(player) ? null : player, ...score, facts: facts[seat] ?? null };
  });
}
