import { now } from '../clock.ts';
import { isClosed } from '../daily/closing.ts';
import { standingOf } from '../daily/runs.ts';
import { endEarly } from '../match/end.ts';
import type { Match } from '../match/match.ts';
import { open } from '../match/open.ts';
import { resultsOf } from '../match/projection.ts';
import { bestElsewhere, placing } from '../store/daily.ts';
import { messageIn, SHARE } from '../store/messages.ts';
import { isMember } from '../store/players.ts';
import { type App, isAbsent, t as translate } from './context.ts';
import { isPosted } from './messages/stand.ts';
import type { Origin, Reply } from './request.ts';
import { type Outcome, resultScreen } from './screens/daily.ts';

/** Ended runs of the daily. */

/** A match as it is now: a run of the daily whose time is up is closed first. */
export async function openLive(app: App, id: number): Promise<Match | undefined> {
  const match = await open(app.store, id);
  if (match?.row.status !== 'running' || match.row.day === null || isAbsent(app)) return match;
  if (!(await isClosed(app.store, match.row.day, now()))) return match;
  return (await endEarly(app.store, match, now())) ?? open(app.store, id);
}

/** The result of an ended run, for the one whose it is. */
export async function resultOf(app: App, origin: Origin, match: Match, note = ''): Promise<Reply> {
  const outcome = await outcomeOf(app, origin, match);
  return { screen: await resultScreen(match, outcome, translate(origin.locale), note, origin.theme) };
}

export async function outcomeOf(app: App, origin: Origin, match: Match): Promise<Outcome> {
  const { store } = app;
  const { guild } = origin;
  const { game } = match.row;
  const day = match.row.day!;
  const player = match.seats[0]!.player;
  const [run] = resultsOf(match);
  const { score, tie } = run!;
  const worth = { score, tie };
  const share = await messageIn(store, { match: match.id }, SHARE);
  return {
    day,
    score,
    finished: match.game.over(match.state),
    world: await placing(store, game, day, worth),
    here:
      guild === null || !(await isMember(store, guild, player))
        ? null
        : await placing(store, game, day, worth, guild),
    best: await bestElsewhere(store, game, player, day),
    standing: await standingOf(store, game, player, now()),
    shared: share !== undefined && isPosted(share),
  };
}
