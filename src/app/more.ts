import { now } from '../clock.ts';
import type { Seat } from '../games/game.ts';
import { ofGame, type Translate } from '../locales.ts';
import { type Match, seatOf } from '../match/match.ts';
import { isHost, kickable, mayJudge, wayToKick } from '../match/rights.ts';
import { overdue } from '../match/waiting.ts';
import { isMuted } from '../store/mutes.ts';
import { button, GREY, menu, rich, row, text } from './components.ts';
import { type App, sceneOf, titleOf } from './context.ts';
import { encode } from './ids.ts';
import type { Screen } from './outbound.ts';
import { seatPick, takeable, takeButtons } from './picks.ts';
import { type Answer, managesTable, type Press, type PressRequest, within } from './request.ts';
import { arrive } from './seat.ts';
import { pauseLine } from './standstill.ts';
import { atTable, idsOf, isPlaying } from './tablepress.ts';
import { mayInherit, withoutLeavers } from './vanished.ts';

/** All that does not happen on a board, for whoever asks what there is to do at a table. */

/** All that does not happen on a board, for whoever asks. `note` goes first. */
export async function moreFor(
  app: App,
  press: PressRequest,
  found: Match,
  t: Translate,
  note: string,
): Promise<Answer> {
  const match = await withoutLeavers(app, press, found);
  const { user } = press;
  const about = {
    manages: managesTable(press, match),
    inherits: await mayInherit(app, press, match),
    overdue: isPlaying(match, user.id) ? await overdue(app.store, match, user.id, now()) : [],
    note,
    inside: within(press, match),
    muted: await isMuted(app.store, match.id, user.id),
  };
  return { screen: moreScreen(match, user.id, about, t) };
}

export const more: Press = atTable(async (app, press, _id, found, t) => {
  const { match, hello } = await arrive(app, press, found);
  return moreFor(app, press, match, t, hello);
});

/** What is known of somebody who asks what there is to do at a table. */
interface About {
  readonly manages: boolean;
  /** The host has vanished: what only the host may do makes them the host. */
  readonly inherits: boolean;
  /** Seats that they may set away. */
  readonly overdue: readonly Seat[];
  /** Goes first. */
  readonly note: string;
  /** It is asked for in the table's server. */
  readonly inside: boolean;
  /** Nothing of this table pings them. */
  readonly muted: boolean;
}

/** All that does not happen on a board; what there is depends on who asks. */
export function moreScreen(
  match: Match,
  user: string,
  { manages, inherits, overdue, note, inside, muted }: About,
  t: Translate,
): Screen {
  const id = idsOf(match);
  const scene = sceneOf(match.seats, t);
  const seat = seatOf(match, user);
  const standing = seat === undefined ? undefined : match.standing[seat];
  const plays = standing === 'here' || standing === 'away';
  const host = (isHost(match, user) || inherits) && plays;
  const judges = mayJudge(match, user, manages);
  const kick = kickButton(match, user, manages, inherits, t);
  const free = takeable(match, user);
  const { row: stored } = match;
  const head = [
    note,
    `## ${t('games.name', { id: match.id, map: titleOf(stored.game, stored.map) })}`,
    `-# ${t('life.host', { name: scene.names[match.host]! })}`,
    inherits ? t('life.inherits', { name: scene.names[match.host]! }) : '',
    match.paused ? pauseLine(match, scene) : '',
  ];
  return rich(GREY, [
    text(head.filter(Boolean).join('\n')),
    row(
      ...(plays ? [button(t(ofGame(stored.game, 'table.mine')), id('mine'), 'blue')] : []),
      button(t('button.rules'), encode('rules', match.id)),
      ...(seat === undefined ? [] : [button(t('life.reminders'), encode('settings'))]),
      ...(seat === undefined ? [] : [muteButton(match, muted, t)]),
      ...(plays ? [button(t('button.leave'), id('quit'))] : []),
      ...(standing === 'left' ? [button(t('life.comeBack'), id('back'), 'blue')] : []),
    ),
    host &&
      row(
        ...kick,
        button(t('life.handOver'), id('crown')),
        match.paused ? button(t('button.goOn'), id('go'), 'blue') : button(t('life.pause'), id('pause')),
        button(t('life.endGame'), id('askend'), 'red'),
      ),
    overdue.length > 0 && row(button(t('life.playOnWithout'), id('away'))),
    !host && !judges && kick.length > 0 && row(...kick),
    judges && row(...kick, button(t('life.endAll'), id('endall'), 'red')),
    free.length > 0 &&
      (free.length <= 5
        ? row(...takeButtons(match, scene, user, 5))
        : menu(
            id('take'),
            t('life.whichSeat'),
            free.slice(0, 25).map((one) => seatPick(match.seats, one, inside, t)),
          )),
  ]);
}

/** Takes somebody off, or asks for it, as whoever presses it may. */
function kickButton(match: Match, user: string, manages: boolean, inherits: boolean, t: Translate) {
  if (inherits && wayToKick(match, user, manages) === 'host')
    return [button(t('life.kick'), idsOf(match)('kick'))];
  if (kickable(match, user, manages).length === 0) return [];
  const alone = wayToKick(match, user, manages) === 'alone';
  return [button(t(alone ? 'life.kick' : 'life.askKick'), idsOf(match)('kick'))];
}

/** Has nothing of a table ping whoever presses it, or lets it again. */
const muteButton = (match: Match, muted: boolean, t: Translate) =>
  // What it asks for is in its id, so that two taps are not a change and its opposite.
  button(t(muted ? 'life.unmute' : 'life.mute'), idsOf(match)('mute', muted ? 'off' : 'on'));
