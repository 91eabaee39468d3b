import type { Translate } from '../locales.ts';
import * as ending from '../match/ending.ts';
import { type Match, seatOf } from '../match/match.ts';
import { seatsPlayed } from '../match/question.ts';
import { mayEnd, mayMove } from '../match/rights.ts';
import { setTable } from '../store/tables.ts';
import { commas } from '../views/lists.ts';
import { button, channelMention, sentence } from './components.ts';
import { lost } from './games.ts';
import { encode, type Id } from './ids.ts';
import type { Screen } from './outbound.ts';
import { missing, permittedIn, shutOutScreen } from './permissions.ts';
import { managesTable, type Press, type PressRequest } from './request.ts';
import { placeObstacle } from './server.ts';
import { asHost, askerOf, atTable, confirmation, openly, reported, shown } from './tablepress.ts';
import { crowned } from './vanished.ts';
import { moveTable } from './venue.ts';

/** Whether a match goes on, and where: it is stopped, ended, or moved. */

/** Stops the clocks; the screen that is needed then says so. */
export const pause: Press = asHost(async (app, press, _id, match) =>
  reported(app, press, await ending.pause(app.store, askerOf(press, match)), () => ''),
);

export const go: Press = openly(
  async (app, press, id, match) => {
    const done = await ending.goOn(app.store, askerOf(press, match));
    // Whatever was in the way of its messages may be gone: that is tried at once.
    if (done.ok && done.changed) await setTable(app.store, id.match, { discordError: null, retryAt: 0 });
    return done;
  },
  (_, t) => t('life.goesOn'),
);

export const askEnd: Press = asHost(async (app, press, id, match, t) => {
  const seat = seatOf(match, press.user.id);
  const alone = seat === match.host && seatsPlayed(match).every((one) => one === seat);
  if (alone && id.parts[0] !== 'sure') return { screen: endAloneScreen(match, t) };
  const done = await ending.askToEnd(app.store, askerOf(press, match));
  return reported(app, press, done, ({ voided }) => t(voided ? 'life.ended' : 'life.asked'));
});

/** A question as it was put when its message was made; buttons of earlier releases name none. */
const answering = (press: PressRequest, id: Id, match: Match) => ({
  ...askerOf(press, match),
  ...(id.parts[0] ? { question: Number(id.parts[0]) } : {}),
});

export const agree: Press = openly(
  (app, press, id, match) => ending.agree(app.store, answering(press, id, match)),
  ({ voided, question }, t) => {
    if (voided) return t('life.ended');
    return t(question?.off === null ? 'life.agreed' : 'life.agreedOff');
  },
);

export const playOn: Press = openly(
  (app, press, id, match) => ending.playOn(app.store, answering(press, id, match)),
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
  const done = await ending.voidMatch(app.store, { ...askerOf(press, match), manages });
  return reported(app, press, done, () => t('life.ended'));
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
      const names = commas(
        t,
        lacking.map((name) => `**${name}**`),
      );
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

/** Where nobody else is here to be asked, the host is. */
export const endAloneScreen = (match: Match, t: Translate): Screen =>
  confirmation(match, t('life.endAlone', { id: match.id }), t('life.endIt'), t('life.no'), 'askend', 'sure');

export const endAllScreen = (match: Match, t: Translate): Screen =>
  confirmation(match, t('life.endAllAsk', { id: match.id }), t('life.endIt'), t('life.no'), 'endnow');
