import { now } from '../clock.ts';
import type { Seat } from '../games/game.ts';
import type { Store } from '../store/open.ts';
import { legal, type Match, turnOf } from './match.ts';
import { decide, type Played } from './play.ts';
import { pauseOf } from './projection.ts';
import { isComputer } from './seats.ts';
import { type Think, thoughtOf } from './thinking.ts';
import { computersToAct } from './timeline.ts';

/** Computers at a table play: each is asked, and what it chooses is written as what a person chooses is. */

/**
 * Has the computers of a match act that have to, one after the other, until a person has to act or one of them takes its time. Where
 * something else happens while one thinks it is asked anew. Resolves with the match as it stands then. Throws when a computer
 * chooses what is not legal.
 */
export async function playComputers(store: Store, think: Think, given: Match): Promise<Match> {
  let match = given;
  for (;;) {
    const [seat] = computersToAct(match);
    if (seat === undefined || (turnOf(match) !== turnOf(given) && pauseOf(match) > 0)) return match;
    const computer = match.seats[seat]!;
    if (!isComputer(computer)) throw new Error(`No computer sits in seat ${seat}.`);
    const code = await think(thoughtOf(match, { seat, strength: computer.computer }));
    const done = await playFor(store, match, seat, code);
    if (!done.ok && done.why === 'unknown') return match;
    if (!done.ok && done.why === 'over') return done.match;
    if (!done.ok && done.why !== 'stale')
      throw new Error(`A computer chose ${code} for seat ${seat} of match ${match.id}: ${done.why}.`);
    match = done.match;
  }
}

/** Plays what a computer chose in just this position. */
const playFor = (store: Store, match: Match, seat: Seat, code: string): Promise<Played> => {
  const at = now();
  return decide(store, { match, at }, (present, { push }) => {
    if (present.row.status === 'over') return 'over';
    if (present.log.length !== match.log.length) return 'stale';
    if (!computersToAct(present).includes(seat)) return 'stale';
    if (legal(present.game, present.state, seat, code) === undefined) return 'illegal';
    push({ seat, code, by: 'bot', user: null, at });
    return undefined;
  });
};
