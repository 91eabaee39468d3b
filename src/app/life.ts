import { now } from '../clock.ts';
import { ofGame } from '../locales.ts';
import * as life from '../match/life.ts';
import { type Match, seatOf, turnOf } from '../match/match.ts';
import { open } from '../match/open.ts';
import type { Asking, Played } from '../match/play.ts';
import { seatsPlayed } from '../match/question.ts';
import { gaveUp } from '../match/restraint.ts';
import { heldBefore, kickable, mayEnd, mayHandOver, mayMove, mayTake, wayToKick } from '../match/rights.ts';
import { overdue } from '../match/waiting.ts';
import { isBlocked } from '../store/blocks.ts';
import { isMuted } from '../store/mutes.ts';
import { setTable } from '../store/tables.ts';
import type { Translate } from '../views/presenter.ts';
import { button, channelMention, sentence } from './components.ts';
import { type App, sceneOf, t as translate } from './context.ts';
import { lost } from './games.ts';
import { encode, type Id } from './ids.ts';
import { moveTable } from './move.ts';
import { missing, permittedIn } from './permissions.ts';
import { isRisky } from './pings.ts';
import type { Press } from './request.ts';
import { type Answer, besidePublic, managesTable, type PressRequest, within } from './request.ts';
import { shutOutScreen } from './rights.ts';
import {
  awayScreen,
  endAllScreen,
  endAloneScreen,
  heirs,
  kickScreen,
  moreScreen,
  quitScreen,
  seatScreen,
  takeScreen,
} from './screens/life.ts';
import { arrive } from './seat.ts';
import { placeObstacle } from './server.ts';
import { crowned, mayInherit, withoutLeavers } from './vanished.ts';

/** Presses about a table's life: leaving and taking over, its host, standing still, ending, moving. */

/** What a press says once it is done, about the match as it is then. */
type Says = (match: Match, t: Translate) => string | Promise<string>;

const asking = (press: PressRequest, match: Match): Asking => ({
  match,
  user: press.user.id,
  at: now(),
});

/** The seat that a menu or the id names; -1 when none is. */
function seatIn(press: PressRequest, id: Id): number {
  const named = press.values[0] ?? id.parts[0];
  return named !== undefined && /^\d{1,2}$/.test(named) ? Number(named) : -1;
}

/** For matches at tables that are not over: alone nobody leaves, and what is over stays as it is. */
const atTable =
  (show: (app: App, press: PressRequest, id: Id, match: Match, t: Translate) => Promise<Answer>): Press =>
  async (app, press, id) => {
    const match = await open(app.store, id.match);
    if (!match || match.row.solo) return lost(app, press);
    if (match.row.status === 'over') return { refused: { why: 'over', match } };
    return show(app, press, id, match, translate(press.locale));
  };

/** Whether somebody may do it without being the host; then the crown stays where it is. */
type Otherwise = (match: Match, press: PressRequest) => boolean;

/**
 * As `atTable`, for what only the host may do: where the host has vanished, whoever asks is the host from then on.
 */
const asHost =
  (
    show: (app: App, press: PressRequest, id: Id, match: Match, t: Translate) => Promise<Answer>,
    otherwise: Otherwise = () => false,
  ): Press =>
  (app, press, id) =>
    atTable(async (_app, _press, _id, match, t) => {
      const free = otherwise(match, press);
      return show(app, press, id, free ? match : await crowned(app, press, match), t);
    })(app, press, id);

/** What was done, in a sentence, and the screen that is needed now. */
async function told(app: App, press: PressRequest, done: Played, says: Says): Promise<Answer> {
  if (!done.ok) return { refused: done };
  if (done.changed) app.refresh(done.match.id);
  return shown(press, done.match, await says(done.match, translate(press.locale)));
}

function shown(press: PressRequest, match: Match, note: string): Answer {
  if (seatOf(match, press.user.id) !== undefined && match.row.status !== 'over') return { mine: match, note };
  const t = translate(press.locale);
  const boards = encode('boards', match.id, turnOf(match));
  return { screen: sentence(note, button(t(ofGame(match.row.game, 'table.boards')), boards)) };
}

/** A press that the public message itself answers; a refusal stands beside it. */
const openly =
  (work: (app: App, press: PressRequest, id: Id, match: Match) => Promise<Played>, says: Says): Press =>
  async (app, press, id) => {
    const run = atTable(async (_app, _press, _id, match) => {
      const done = await work(app, press, id, match);
      if (!done.ok || press.personal) return told(app, press, done, says);
      if (done.changed) app.refresh(id.match);
      return {};
    });
    return besidePublic(press, await run(app, press, id));
  };

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

export const quit: Press = atTable(async (_app, press, _id, match, t) => {
  const seat = seatOf(match, press.user.id);
  if (seat === undefined) return { refused: { why: 'stranger', match } };
  const standing = match.standing[seat];
  if (standing === 'left' || standing === 'dropped') return { refused: { why: standing, match } };
  return { screen: quitScreen(match, seat, t) };
});

/** Leaves; `showMine` then says that one has left, and how to come back. */
export const quitNow: Press = atTable(async (app, press, _id, match) =>
  told(app, press, await life.leaveSeat(app.store, asking(press, match)), ({ row }, t) =>
    row.status === 'over' ? t('life.leftLast') : '',
  ),
);

export const stay: Press = atTable(async (_app, press, _id, match, t) =>
  shown(press, match, t('life.stays')),
);

export const back: Press = atTable(async (app, press, _id, match) =>
  told(app, press, await life.returnTo(app.store, asking(press, match)), (_, t) => t('life.returned')),
);

const isPlaying = (match: Match, user: string): boolean => {
  const seat = seatOf(match, user);
  return seat !== undefined && (match.standing[seat] === 'here' || match.standing[seat] === 'away');
};

/** A menu of seats, or that there is nobody else. */
async function whom(
  app: App,
  press: PressRequest,
  match: Match,
  act: 'kickask' | 'crownnow' | 'awayask',
): Promise<Answer> {
  const t = translate(press.locale);
  const { id } = press.user;
  const seats =
    act === 'kickask'
      ? kickable(match, id, managesTable(press, match))
      : act === 'crownnow'
        ? heirs(match)
        : await overdue(app.store, match, id, now());
  if (seats.length === 0) return shown(press, match, t('life.nobody'));
  return { screen: seatScreen(match, t, act, seats, within(press, match)) };
}

/** To take somebody off is the host's alone only before everybody has had a turn. */
const needsNoCrown: Otherwise = (match, press) =>
  wayToKick(match, press.user.id, managesTable(press, match)) !== 'host';

type Kick = (
  app: App,
  press: PressRequest,
  match: Match,
  way: 'alone' | 'ask',
  seat: number,
) => Promise<Answer>;

/** For those who may take somebody off, or ask for it. */
const kicking = (work: Kick): Press =>
  asHost(async (app, press, id, match) => {
    const way = wayToKick(match, press.user.id, managesTable(press, match));
    if (way !== 'alone' && way !== 'ask') return { refused: { why: way, match } };
    return work(app, press, match, way, seatIn(press, id));
  }, needsNoCrown);

export const kick = kicking((app, press, match) => whom(app, press, match, 'kickask'));

const confirmKick: Kick = async (app, press, match, way, seat) => {
  const t = translate(press.locale);
  if (!kickable(match, press.user.id, managesTable(press, match)).includes(seat))
    return whom(app, press, match, 'kickask');
  return { screen: kickScreen(match, seat, way, t) };
};

export const kickAsk = kicking(confirmKick);

/** Takes somebody off, or asks for it: as the screen said on which it was pressed. */
export const kickNow: Press = (app, press, id) =>
  kicking(async (_app, _press, match, way, to) => {
    if (id.parts[1] !== way) return confirmKick(app, press, match, way, to);
    const asked = { ...asking(press, match), to, manages: managesTable(press, match) };
    const done = await (way === 'alone' ? life.kick : life.askToKick)(app.store, asked);
    if (!done.ok && done.why === 'illegal') return whom(app, press, match, 'kickask');
    return told(app, press, done, (after, t) =>
      t(way === 'alone' ? 'life.kicked' : 'life.kickAsked', { name: sceneOf(after.seats, t).names[to]! }),
    );
  })(app, press, id);

export const crown: Press = asHost(async (app, press, _id, match) =>
  mayHandOver(match, press.user.id)
    ? whom(app, press, match, 'crownnow')
    : { refused: { why: 'host', match } },
);

export const crownNow: Press = asHost(async (app, press, id, match, t) => {
  const done = await life.handOver(app.store, { ...asking(press, match), to: seatIn(press, id) });
  if (!done.ok && done.why === 'illegal') return whom(app, press, match, 'crownnow');
  return told(app, press, done, (after) =>
    t('life.crowned', { name: sceneOf(after.seats, t).names[after.host]! }),
  );
});

/** Asks for whom nobody is to wait any longer; where it can be only one, whether. */
export const away: Press = atTable(async (app, press, _id, match, t) => {
  const seats = isPlaying(match, press.user.id) ? await overdue(app.store, match, press.user.id, now()) : [];
  if (seats.length > 1) return whom(app, press, match, 'awayask');
  return seats[0] === undefined
    ? { refused: { why: 'patience', match } }
    : { screen: awayScreen(match, seats[0], t) };
});

export const awayAsk: Press = atTable(async (app, press, id, match, t) => {
  const seat = seatIn(press, id);
  if (!(await overdue(app.store, match, press.user.id, now())).includes(seat))
    return { refused: { why: 'patience', match } };
  return { screen: awayScreen(match, seat, t) };
});

export const awayNow: Press = atTable(async (app, press, id, match, t) => {
  const seat = seatIn(press, id);
  const done = await life.setAway(app.store, { ...asking(press, match), seat });
  return told(app, press, done, () => t('life.setAway', { name: sceneOf(match.seats, t).names[seat] ?? '' }));
});

/** Stops the clocks; the screen that is needed then says so. */
export const pause: Press = asHost(async (app, press, _id, match) =>
  told(app, press, await life.pause(app.store, asking(press, match)), () => ''),
);

export const go: Press = openly(
  async (app, press, id, match) => {
    const done = await life.goOn(app.store, asking(press, match));
    // Whatever was in the way of its messages may be gone: that is tried at once.
    if (done.ok && done.changed) await setTable(app.store, id.match, { trouble: null, retryAt: 0 });
    return done;
  },
  (_, t) => t('life.goesOn'),
);

export const askEnd: Press = asHost(async (app, press, id, match, t) => {
  const seat = seatOf(match, press.user.id);
  const alone = seat === match.host && seatsPlayed(match).every((one) => one === seat);
  if (alone && id.parts[0] !== 'sure') return { screen: endAloneScreen(match, t) };
  const done = await life.askToEnd(app.store, asking(press, match));
  return told(app, press, done, ({ voided }) => t(voided ? 'life.ended' : 'life.asked'));
});

/** A question as it was put when its message was made; buttons of earlier releases name none. */
const answering = (press: PressRequest, id: Id, match: Match) => ({
  ...asking(press, match),
  ...(id.parts[0] ? { question: Number(id.parts[0]) } : {}),
});

export const agree: Press = openly(
  (app, press, id, match) => life.agree(app.store, answering(press, id, match)),
  ({ voided, question }, t) => {
    if (voided) return t('life.ended');
    return t(question?.off === null ? 'life.agreed' : 'life.agreedOff');
  },
);

export const playOn: Press = openly(
  (app, press, id, match) => life.playOn(app.store, answering(press, id, match)),
  ({ question }, t) => t(question ? 'life.against' : 'life.playsOn'),
);

export const endAll: Press = atTable(async (_app, press, _id, match, t) => {
  const manages = managesTable(press, match);
  if (!manages) return shown(press, match, t('life.refuse.manager'));
  if (!mayEnd(match, press.user.id, manages)) return { refused: { why: 'interested', match } };
  return { screen: endAllScreen(match, t) };
});

export const endNow: Press = atTable(async (app, press, _id, match, t) => {
  const manages = managesTable(press, match);
  if (!manages) return shown(press, match, t('life.refuse.manager'));
  const done = await life.voidMatch(app.store, { ...asking(press, match), manages });
  return told(app, press, done, () => t('life.ended'));
});

export const take: Press = atTable(async (app, press, id, found, t) => {
  const seat = seatIn(press, id);
  const match = await withoutLeavers(app, press, found);
  if (seatOf(match, press.user.id) !== undefined) return { refused: { why: 'seated', match } };
  if (gaveUp(match, press.user.id)) return { refused: { why: 'gaveUp', match } };
  if (heldBefore(match, press.user.id)) return { refused: { why: 'heldBefore', match } };
  if (!mayTake(match, press.user.id, seat)) return { refused: { why: 'taken', match } };
  if (await isBlocked(app.store, match.seats[match.host]!.player, press.user.id))
    return { refused: { why: 'unwelcome', match } };
  return { screen: await takeScreen(match, seat, t, press.theme) };
});

export const sit: Press = atTable(async (app, press, id, match, t) => {
  const seat = seatIn(press, id);
  const done = await life.takeSeat(app.store, { ...asking(press, match), seat });
  return told(app, press, done, async (after) =>
    [
      t('life.sat', { name: sceneOf(match.seats, t).names[seat]! }),
      (await isRisky(app, after.row, press.user.id)) ? t('lobby.unwarned', { id: match.id }) : '',
    ]
      .filter(Boolean)
      .join(' '),
  );
});

/** Brings a table to the channel of the press. */
export const moveHere: Press = async (app, press, id) => {
  const meant = { ...id, match: Number(press.values[0] ?? id.match) };
  return atTable(async (_app, _press, _id, found, t) => {
    const { guild, channel, user } = press;
    if (guild === null || guild !== found.row.guild) return lost(app, press);
    const free = managesTable(press, found);
    const match = free ? found : await crowned(app, press, found);
    if (!mayMove(match, user.id, managesTable(press, match))) return { refused: { why: 'host', match } };
    const closed = await placeObstacle(app, press);
    if (closed) return closed;
    const lacking = missing(press, false, t);
    if (lacking.length > 0) {
      const names = lacking.map((name) => `**${name}**`).join(', ');
      return {
        screen: sentence(
          t('life.moveRights', { channel: channelMention(permittedIn(press)), names }),
          button(t('button.checkAgain'), encode('movehere', match.id), 'blue'),
        ),
      };
    }
    const shutOut = await shutOutScreen(app, press, encode('movehere', match.id));
    if (shutOut) return { screen: shutOut };
    const moved = await moveTable(app, match, channel, user.id);
    return shown(press, moved, t('life.moved', { id: match.id }));
  })(app, press, meant);
};
