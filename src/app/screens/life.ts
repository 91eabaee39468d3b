import type { Seat } from '../../games/game.ts';
import { ofGame } from '../../locales.ts';
import { type Match, seatOf, turnOf } from '../../match/match.ts';
import { isHost, kickable, mayJudge, wayToKick } from '../../match/rights.ts';
import { canDrop, isBegun, isHere, seatsHere } from '../../match/timeline.ts';
import { presenterOf } from '../../presenters.ts';
import type { Theme, Translate } from '../../views/presenter.ts';
import { button, gallery, menu, rich, row, sentence, text, upload } from '../components.ts';
import { publicView, sceneOf, titleOf } from '../context.ts';
import { encode } from '../ids.ts';
import type { Screen } from '../outbound.ts';
import { seatPick, takeable, takeButtons } from '../picks.ts';
import { pauseLine } from '../standstill.ts';

/** The private screens of a table's life: who sits, who is host, whether it goes on. */

const GREY = 0x6b6f78;

const ids =
  (match: Match) =>
  (act: string, ...parts: readonly string[]) =>
    encode(act, match.id, turnOf(match), ...parts);

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
  const id = ids(match);
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
    return [button(t('life.kick'), ids(match)('kick'))];
  if (kickable(match, user, manages).length === 0) return [];
  const alone = wayToKick(match, user, manages) === 'alone';
  return [button(t(alone ? 'life.kick' : 'life.askKick'), ids(match)('kick'))];
}

/** Has nothing of a table ping whoever presses it, or lets it again. */
export const muteButton = (match: Match, muted: boolean, t: Translate) =>
  // What it asks for is in its id, so that two taps are not a change and its opposite.
  button(t(muted ? 'life.unmute' : 'life.mute'), ids(match)('mute', muted ? 'off' : 'on'));

/** Asks once more before `act` happens; the way back leads to one's own board. */
const question = (match: Match, words: string, yes: string, no: string, act: string, ...parts: string[]) =>
  sentence(words, button(yes, ids(match)(act, ...parts), 'red'), button(no, ids(match)('stay'), 'blue'));

/** Whether a seat that is left is struck, as `leaveSeat` does it. */
const struck = (match: Match, seat: Seat): boolean =>
  match.row.late === 'drop' &&
  canDrop(match.game) &&
  match.standing.some((one, other) => other !== seat && one !== 'dropped');

export function quitScreen(match: Match, seat: Seat, t: Translate): Screen {
  const words = t(struck(match, seat) ? 'life.quitDropped' : 'life.quit', { id: match.id });
  return question(match, words, t('button.leave'), t('life.stay'), 'quitnow');
}

/** Who may be made the host. */
export const heirs = (match: Match): Seat[] => seatsHere(match).filter((seat) => seat !== match.host);

const WHOM = {
  kickask: 'life.kickWhom',
  crownnow: 'life.crownWhom',
  awayask: 'life.awayWhom',
} as const;

/** A menu of seats: whom to take off, who is to be the host, or for whom nobody is to wait any longer. */
export function seatScreen(
  match: Match,
  t: Translate,
  act: 'kickask' | 'crownnow' | 'awayask',
  seats: readonly Seat[],
  inside: boolean,
): Screen {
  const words = t(WHOM[act]);
  const picks = seats
    .slice(0, 25)
    .map((seat) => seatPick(match.seats, seat, inside, t, isHere(match, seat) ? '' : t('life.notHere')));
  return rich(GREY, [text(words), menu(ids(match)(act), t('life.who'), picks)]);
}

/** What taking somebody off means, also for ratings; `way`: whether the others are asked. */
export function kickScreen(match: Match, seat: Seat, way: 'alone' | 'ask', t: Translate): Screen {
  const name = sceneOf(match.seats, t).names[seat]!;
  const words = way === 'ask' ? 'life.kickAskAll' : isBegun(match) ? 'life.kickLater' : 'life.kickEarly';
  const yes = t(way === 'ask' ? 'life.askThem' : 'life.takeOff');
  return question(match, t(words, { name }), yes, t('life.no'), 'kicknow', String(seat), way);
}

export function awayScreen(match: Match, seat: Seat, t: Translate): Screen {
  const name = sceneOf(match.seats, t).names[seat]!;
  return question(
    match,
    t('life.awayAsk', { name }),
    t('button.playOn'),
    t('life.no'),
    'awaynow',
    String(seat),
  );
}

/** Where nobody else is here to be asked, the host is. */
export const endAloneScreen = (match: Match, t: Translate): Screen =>
  question(match, t('life.endAlone', { id: match.id }), t('life.endIt'), t('life.no'), 'askend', 'sure');

export const endAllScreen = (match: Match, t: Translate): Screen =>
  question(match, t('life.endAllAsk', { id: match.id }), t('life.endIt'), t('life.no'), 'endnow');

/** The board of a free seat, as everybody knows it, and whether one would play it to the end. */
export async function takeScreen(
  match: Match,
  seat: Seat,
  t: Translate,
  theme: Theme | null,
): Promise<Screen> {
  const scene = sceneOf(match.seats, t, theme);
  const presenter = presenterOf(match.row.game);
  const view = publicView(match);
  const file = await upload(
    `seat-${match.id}-${turnOf(match)}.png`,
    presenter.pictures.board(view, scene, { seat }),
  );
  const id = ids(match);
  return rich(
    GREY,
    [
      text(
        [
          t('life.takeAsk', { name: scene.names[seat]! }),
          `-# ${presenter.words.breakdown(view, seat, scene)}`,
        ].join('\n'),
      ),
      gallery(file),
      row(button(t('life.sit'), id('sit', String(seat)), 'green'), button(t('life.no'), id('stay'))),
    ],
    [file],
  );
}
