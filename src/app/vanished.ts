import { now } from '../clock.ts';
import { type Match, seatOf } from '../match/match.ts';
import { open } from '../match/open.ts';
import { notThere, takeCrown } from '../match/people.ts';
import { isHost } from '../match/rights.ts';
import { personIn } from '../match/seats.ts';
import { peopleWaitedFor, playersIn } from '../match/timeline.ts';
import { doubtful, hostVanished } from '../match/waiting.ts';
import { knownOf } from '../store/players.ts';
import type { App } from './context.ts';
import type { Origin } from './request.ts';

/**
 * People who have vanished: who has pressed nothing for days, or has left the server. It is asked only when somebody
 * presses something that hangs on it, or when time is up, and no acknowledgement waits for it.
 */

type Tools = Pick<App, 'store' | 'memberOf' | 'refresh'>;

/** So long the answer is remembered; and whoever pressed something since was there then. */
const HOUR = 3_600_000;
/** So many are asked about at one press. */
const MOST = 5;

/** Whether somebody is known to be no member of a server any more; without an answer they are not. */
export async function hasLeft(
  { store, memberOf }: Tools,
  guild: string | null,
  player: string,
): Promise<boolean> {
  const known = await knownOf(store, player);
  if (guild === null || known?.gone || now() - (known?.seenAt ?? 0) < HOUR) return false;
  return (await memberOf(guild, player, HOUR)).is === 'none';
}

/** Nobody waits any more for those who have left the server, of those who have been waited for longer than a day. */
export async function withoutLeavers(tools: Tools, origin: Origin, match: Match): Promise<Match> {
  const doubted = playersIn(match, await doubtful(tools.store, match, now())).filter(
    (player) => player !== origin.user.id,
  );
  const asked = someOf(doubted);
  const left = await Promise.all(asked.map((player) => hasLeft(tools, match.row.guild, player)));
  return waitingNoMore(
    tools,
    match,
    asked.filter((_, i) => left[i]),
  );
}

/** Nobody waits any more for those of whom it is known that they have left the server. */
async function waitingNoMore(
  { store, refresh }: Tools,
  match: Match,
  gone: readonly string[],
): Promise<Match> {
  let after = match;
  for (const player of gone) {
    const done = await notThere(store, match.id, player, now());
    if (!done.ok) continue;
    after = done.match;
    if (done.changed) refresh(done.match);
  }
  return after;
}

/**
 * When time is up: of all who are waited for it is asked whether they are in the server at all, since whoever was removed
 * from it could not choose. They are not late, and nobody waits for them. Whether there were any.
 */
export async function withoutRemoved(tools: Tools, id: number): Promise<boolean> {
  const match = await open(tools.store, id);
  const guild = match?.row.guild;
  if (match?.row.status !== 'running' || !guild) return false;
  const waited = playersIn(match, peopleWaitedFor(match));
  const found = await Promise.all(waited.map((player) => tools.memberOf(guild, player)));
  const gone = waited.filter((_, i) => found[i]!.is === 'none');
  await waitingNoMore(tools, match, gone);
  return gone.length > 0;
}

/** As many as may be asked about; where there are more, others every hour. */
function someOf(players: readonly string[]): string[] {
  if (players.length <= MOST) return [...players];
  const from = (Math.floor(now() / HOUR) * MOST) % players.length;
  return [...players.slice(from), ...players.slice(0, from)].slice(0, MOST);
}

/** Whether somebody who plays here and is not the host would be, if they asked for what only the host may do. */
export async function mayInherit(tools: Tools, origin: Origin, match: Match): Promise<boolean> {
  const seat = seatOf(match, origin.user.id);
  const standing = seat === undefined ? undefined : match.standing[seat];
  if (isHost(match, origin.user.id) || (standing !== 'here' && standing !== 'away')) return false;
  return (
    (await hostVanished(tools.store, match, now())) || (await hasLeft(tools, match.row.guild, hostOf(match)))
  );
}

const hostOf = (match: Match): string => personIn(match.seats[match.host]!);

/**
 * The match as it is for somebody who asks for what only its host may do: where the host has vanished, who asks is the
 * host from now on.
 */
export async function crowned(tools: Tools, origin: Origin, match: Match): Promise<Match> {
  if (match.row.solo || !(await mayInherit(tools, origin, match))) return match;
  // Of the two reasons, the one that was just found out holds also when it is decided.
  const gone = (await hostVanished(tools.store, match, now())) ? undefined : hostOf(match);
  const asked = { match: match.id, user: origin.user.id, at: now(), ...(gone === undefined ? {} : { gone }) };
  const done = await takeCrown(tools.store, asked);
  if (!done.ok) return match;
  if (done.changed) tools.refresh(done.match);
  return done.match;
}
