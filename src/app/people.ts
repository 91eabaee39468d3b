import { now } from '../clock.ts';
import type { Seat } from '../games/game.ts';
import type { Translate } from '../locales.ts';
import * as ending from '../match/ending.ts';
import { type Match, seatOf, turnOf } from '../match/match.ts';
import * as people from '../match/people.ts';
import { gaveUp } from '../match/restraint.ts';
import { heldBefore, kickable, mayHandOver, mayTake, wayToKick } from '../match/rights.ts';
import { personIn } from '../match/seats.ts';
import { canDrop, isBegun, isHere, seatsHere } from '../match/timeline.ts';
import { overdue } from '../match/waiting.ts';
import { presenterOf } from '../presenters.ts';
import { isBlocked } from '../store/blocks.ts';
import { sentences } from '../views/lists.ts';
import type { Theme } from '../views/presenter.ts';
import { button, GREY, gallery, menu, rich, row, text, upload } from './components.ts';
import { type App, publicView, sceneOf, t as translate } from './context.ts';
import type { Screen } from './outbound.ts';
import { seatPick } from './picks.ts';
import { isRisky } from './pings.ts';
import { type Answer, managesTable, type Press, type PressRequest, within } from './request.ts';
import {
  asHost,
  askerOf,
  atTable,
  confirmation,
  idsOf,
  isPlaying,
  type Otherwise,
  reported,
  seatIn,
  shown,
} from './tablepress.ts';
import { withoutLeavers } from './vanished.ts';

/** Who sits at a table: people leave it, are taken off it, take seats over, are waited for no more, and one is the host. */

export const quit: Press = atTable(async (_app, press, _id, match, t) => {
  const seat = seatOf(match, press.user.id);
  if (seat === undefined) return { refused: { why: 'stranger', match } };
  const standing = match.standing[seat];
  if (standing === 'left' || standing === 'dropped') return { refused: { why: standing, match } };
  return { screen: quitScreen(match, seat, t) };
});

/** Leaves; the screen that is needed then says so, and how to come back. */
export const quitNow: Press = atTable(async (app, press, _id, match) =>
  reported(app, press, await people.leaveSeat(app.store, askerOf(press, match)), ({ row }, t) =>
    row.status === 'over' ? t('life.leftLast') : '',
  ),
);

export const stay: Press = atTable(async (_app, press, _id, match, t) =>
  shown(press, match, t('life.stays')),
);

export const back: Press = atTable(async (app, press, _id, match) =>
  reported(app, press, await people.returnTo(app.store, askerOf(press, match)), (_, t) => t('life.returned')),
);

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
    const asked = { ...askerOf(press, match), to, manages: managesTable(press, match) };
    const done = await (way === 'alone' ? people.kick : ending.askToKick)(app.store, asked);
    if (!done.ok && done.why === 'illegal') return whom(app, press, match, 'kickask');
    return reported(app, press, done, (after, t) =>
      t(way === 'alone' ? 'life.kicked' : 'life.kickAsked', { name: sceneOf(after.seats, t).names[to]! }),
    );
  })(app, press, id);

export const crown: Press = asHost(async (app, press, _id, match) =>
  mayHandOver(match, press.user.id)
    ? whom(app, press, match, 'crownnow')
    : { refused: { why: 'host', match } },
);

export const crownNow: Press = asHost(async (app, press, id, match, t) => {
  const done = await people.handOver(app.store, { ...askerOf(press, match), to: seatIn(press, id) });
  if (!done.ok && done.why === 'illegal') return whom(app, press, match, 'crownnow');
  return reported(app, press, done, (after) =>
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
  const done = await people.setAway(app.store, { ...askerOf(press, match), seat });
  return reported(app, press, done, () =>
    t('life.setAway', { name: sceneOf(match.seats, t).names[seat] ?? '' }),
  );
});

export const take: Press = atTable(async (app, press, id, found, t) => {
  const seat = seatIn(press, id);
  const match = await withoutLeavers(app, press, found);
  if (seatOf(match, press.user.id) !== undefined) return { refused: { why: 'seated', match } };
  if (gaveUp(match, press.user.id)) return { refused: { why: 'gaveUp', match } };
  if (heldBefore(match, press.user.id)) return { refused: { why: 'heldBefore', match } };
  if (!mayTake(match, press.user.id, seat)) return { refused: { why: 'taken', match } };
  if (await isBlocked(app.store, personIn(match.seats[match.host]!), press.user.id))
    return { refused: { why: 'unwelcome', match } };
  return { screen: await takeScreen(match, seat, t, press.theme) };
});

export const sit: Press = atTable(async (app, press, id, match, t) => {
  const seat = seatIn(press, id);
  const done = await people.takeSeat(app.store, { ...askerOf(press, match), seat });
  return reported(app, press, done, async (after) =>
    sentences(t, [
      t('life.sat', { name: sceneOf(match.seats, t).names[seat]! }),
      (await isRisky(app, after.row, press.user.id)) ? t('lobby.unwarned', { id: match.id }) : '',
    ]),
  );
});

/** Whether a seat that is left is struck, as `leaveSeat` does it. */
const struck = (match: Match, seat: Seat): boolean =>
  match.row.onTimeout === 'drop' &&
  canDrop(match.game) &&
  match.standing.some((one, other) => other !== seat && one !== 'dropped');

export function quitScreen(match: Match, seat: Seat, t: Translate): Screen {
  const words = t(struck(match, seat) ? 'life.quitDropped' : 'life.quit', { id: match.id });
  return confirmation(match, words, t('button.leave'), t('life.stay'), 'quitnow');
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
  return rich(GREY, [text(words), menu(idsOf(match)(act), t('life.who'), picks)]);
}

/** What taking somebody off means, also for ratings; `way`: whether the others are asked. */
export function kickScreen(match: Match, seat: Seat, way: 'alone' | 'ask', t: Translate): Screen {
  const name = sceneOf(match.seats, t).names[seat]!;
  const words = way === 'ask' ? 'life.kickAskAll' : isBegun(match) ? 'life.kickLater' : 'life.kickEarly';
  const yes = t(way === 'ask' ? 'life.askThem' : 'life.takeOff');
  return confirmation(match, t(words, { name }), yes, t('life.no'), 'kicknow', String(seat), way);
}

export function awayScreen(match: Match, seat: Seat, t: Translate): Screen {
  const name = sceneOf(match.seats, t).names[seat]!;
  return confirmation(
    match,
    t('life.awayAsk', { name }),
    t('button.playOn'),
    t('life.no'),
    'awaynow',
    String(seat),
  );
}

/** The board of a free seat, as everybody knows it, and whether one would play it to the end. */
export async function takeScreen(
  match: Match,
  seat: Seat,
  t: Translate,
  theme: Theme | null,
): Promise<Screen> {
  const scene = sceneOf(match.seats, t, theme);
  const presenter = presenterOf(match.module);
  const view = publicView(match);
  const file = await upload(
    `seat-${match.id}-${turnOf(match)}.png`,
    presenter.pictures.board(view, scene, { seat }),
  );
  const id = idsOf(match);
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
