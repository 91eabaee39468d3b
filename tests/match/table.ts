import { serveDeadline } from '../../src/match/ending.ts';
import { LAST } from '../../src/match/entries.ts';
import { type Match, phaseKey, present } from '../../src/match/match.ts';
import { type Played, play } from '../../src/match/play.ts';
import type { Store } from '../../src/store/open.ts';
import { rows } from '../lib/rows.ts';
import { AT, loaded, some } from './people.ts';

/** A table over hours and days: whose time is up, and who comes back. */

export const HOUR = 3_600_000;

/** What somebody chooses in the turn that is open: the first thing they may, or the one at `at`. */
export async function chooses(store: Store, id: number, user: string, when = AT, at = 0): Promise<Played> {
  const match = await loaded(store, id);
  const seat = match.seats.find(({ player }) => player === user)!.seat;
  const turn = match.game.turn(match.state);
  return play(store, { match, user, turn, codes: [some(match, seat, at)], at: when });
}

/** The time of the present turn runs out. */
export async function runsOut(store: Store, id: number): Promise<Match> {
  const { deadline } = (await loaded(store, id)).row;
  if (deadline === null) throw new Error('No time runs.');
  const done = await serveDeadline(store, id, deadline);
  if (!done.ok) throw new Error(`Refused: ${done.why}`);
  return done.match;
}

/** A log in short: "player 0", "clock /late.1". */
export const told = ({ log }: Pick<Match, 'log'>): string[] =>
  log.map(({ seat, by, code }) => `${by} ${code.startsWith('/') || seat < 0 ? code : seat}`);

/** What was done, or why not. */
export const outcome = (done: Played): string => (done.ok ? (done.changed ? 'done' : 'nothing') : done.why);

export const phaseOf = (match: Match): string => phaseKey(present(match));

export interface Result {
  readonly seat: number;
  readonly player: string | null;
}

export const resultsIn = (store: Store, id: number): Promise<Result[]> =>
  rows<Result>(store, 'SELECT seat, player FROM results WHERE match = ? ORDER BY seat', id);

const placed = (place: number): string =>
  place === LAST ? 'last' : place === LAST - 1 ? 'last but ahead' : String(place);

/** For whom an ended match is rated, in short: "0 1000 2", "3 1003 last", "1 1001 1 kept out", "1 1001 1 but last". */
export const entriesIn = async (store: Store, id: number): Promise<string[]> =>
  (
    await rows<{ seat: number; player: string; place: number; own: number | null }>(
      store,
      'SELECT seat, player, place, own FROM entries WHERE match = ? ORDER BY seat',
      id,
    )
  ).map(({ seat, player, place, own }) =>
    [
      seat,
      /^\d+$/.test(player) ? player : 'gone',
      placed(place),
      ...(own === null ? ['kept out'] : own === place ? [] : [`but ${placed(own)}`]),
    ].join(' '),
  );

/** A whole turn of whoever is to move: always the first legal step, or the one at `at`; nothing is written. */
export async function wholeTurn(
  store: Store,
  id: number,
  at = 0,
): Promise<{ codes: string[]; user: string; turn: number }> {
  const match = await loaded(store, id);
  const { game, seats } = match;
  const turn = game.turn(match.state);
  const [seat] = game.toAct(match.state);
  const codes: string[] = [];
  let { state } = match;
  while (game.turn(state) === turn && game.toAct(state).includes(seat!)) {
    const all = game.actions(state, seat!);
    const one = all[at % all.length];
    codes.push(game.code(one!));
    state = game.apply(state, seat!, one!);
    // Where all choose at once, one choice is all there is to do.
    if (game.toAct(match.state).length > 1 || match.seats.length === 1) break;
  }
  return { codes, user: seats[seat!]!.player!, turn };
}
