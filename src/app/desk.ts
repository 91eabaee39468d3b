import { now } from '../clock.ts';
import { returnTo } from '../match/life.ts';
import { type Match, seatOf, turnOf } from '../match/match.ts';
import type { Refusal } from '../match/play.ts';
import { type App, t as translate } from './context.ts';
import { entriesOf, gamesScreen, unplayedBy, veiled } from './games.ts';
import type { Id } from './ids.ts';
import { movable } from './move.ts';
import { isNoted, noteOf, refusalScreen } from './refusals.ts';
import type { Origin, PressRequest, Reply } from './request.ts';
import { openLive, resultOf } from './result.ts';
import { unwritable } from './rights.ts';
import { mineScreen } from './screens/board.ts';
import { soloEndScreen } from './screens/end.ts';
import { welcome } from './screens/life.ts';
import { type Desk, deskOf } from './screens/seat.ts';

/** What a person needs to see now in a match, whatever they pressed: their desk, or why there is none. */

/**
 * What somebody needs to see now of a match: their board, how their own run or practice went, or why there is nothing for
 * them to do.
 */
type Needed = 'board' | 'run' | 'practice' | 'stranger' | 'over' | 'left' | 'dropped' | 'paused';

function needed(match: Match, user: string): Needed {
  const seat = seatOf(match, user);
  const { status, solo, day } = match.row;
  if (seat === undefined) return 'stranger';
  if (status === 'over') return day !== null ? 'run' : solo ? 'practice' : 'over';
  const standing = match.standing[seat];
  if (standing === 'left' || standing === 'dropped') return standing;
  return match.paused ? 'paused' : 'board';
}

/** The screen that a person needs now in a match: their board, the result, or what others see. `note` goes first. */
export async function showMine(app: App, origin: Origin, given: Match, note = ''): Promise<Reply> {
  const t = translate(origin.locale);
  const { match, hello } = await arrive(app, origin, given);
  const what = needed(match, origin.user.id);
  switch (what) {
    case 'run':
      return resultOf(app, origin, match, note);
    case 'practice':
      return { screen: await soloEndScreen(match, t, origin.theme) };
    case 'board': {
      const notes = [await unwritable(app, origin, match, t), hello, note].filter(Boolean).join('\n');
      return { screen: await mineScreen(deskFor(origin, match), notes) };
    }
    default:
      if (what === 'stranger' && match.row.solo) return lost(app, origin);
      return { screen: await refusalScreen(app, origin, what, match, note) };
  }
}

const deskFor = ({ user, locale, asks, theme, warns }: Origin, match: Match): Desk =>
  deskOf(match, seatOf(match, user.id)!, translate(locale), asks, theme, warns);

/** Finds the presser's seat in the match as it is now; a turn of -1 asks for no particular one. */
export async function atDesk(
  app: App,
  press: PressRequest,
  id: Pick<Id, 'match' | 'turn'>,
  show: (desk: Desk, note: string) => Promise<Reply>,
): Promise<Reply> {
  const found = await openLive(app, id.match);
  if (!found) return lost(app, press);
  const { match, hello } = await arrive(app, press, found);
  if (needed(match, press.user.id) !== 'board') return showMine(app, press, match);
  if (id.turn >= 0 && turnOf(match) !== id.turn) return refuse(app, press, { why: 'stale', match });
  const t = translate(press.locale);
  const notes = [await unwritable(app, press, match, t), hello].filter(Boolean).join('\n');
  return show(deskFor(press, match), notes);
}

/**
 * Whoever was not waited for any more and presses something is here again. `hello` tells what the clock played for
 * them meanwhile; it is empty for those who were never late.
 */
export async function arrive(
  app: App,
  origin: Origin,
  match: Match,
): Promise<{ readonly match: Match; readonly hello: string }> {
  const seat = seatOf(match, origin.user.id);
  if (seat === undefined || match.row.status === 'over' || match.row.solo) return { match, hello: '' };
  const t = translate(origin.locale);
  if (match.standing[seat] !== 'away') return { match, hello: welcome(match, seat, t) };
  const done = await returnTo(app.store, { match, user: origin.user.id, at: now() });
  if (!done.ok) return { match, hello: '' };
  if (done.changed) app.refresh(match.id);
  return { match: done.match, hello: welcome(done.match, seat, t) || t('life.welcome') };
}

/** One sentence, and the screen that is needed now, or the way to it. */
export async function refuse(app: App, origin: Origin, refused: Refusal): Promise<Reply> {
  if (refused.why === 'unknown') return lost(app, origin);
  const { why, match } = refused;
  if (isNoted(why)) return showMine(app, origin, match, noteOf(why, match, translate(origin.locale)));
  // One's own run or practice shows how it went; two taps on its last choice both end there.
  const own = match.row.solo && seatOf(match, origin.user.id) !== undefined;
  if (why === 'over' && own) return showMine(app, origin, match);
  if (why === 'stranger' && match.row.solo) return lost(app, origin);
  return { screen: await refusalScreen(app, origin, why, match) };
}

/**
 * A button or a match that is not there, or of which one may not know that it is: here are one's games. It is the same
 * for all of these, so that nothing can be learnt from it.
 */
export async function lost(app: App, origin: Origin): Promise<Reply> {
  return listGames(app, origin, 0, translate(origin.locale)('refuse.button'));
}

/** All the games of a person, what waits for them first. */
export async function listGames(app: App, origin: Origin, page: number, note = ''): Promise<Reply> {
  const entries = await veiled(
    app,
    origin,
    await entriesOf(app, origin.user.id, translate(origin.locale)),
    page,
  );
  const inGuild = origin.guild !== null;
  const waiting = await unplayedBy(app, origin.user.id);
  const moves = await movable(app, origin);
  return { screen: gamesScreen(entries, page, translate(origin.locale), inGuild, note, waiting, moves) };
}
