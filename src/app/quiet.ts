import { ofGame } from '../locales.ts';
import { phaseKey, present, seatOf } from '../match/match.ts';
import { open } from '../match/open.ts';
import { setMuted } from '../store/mutes.ts';
import { silence } from '../store/reminders.ts';
import { sentence } from './components.ts';
import { t as translate } from './context.ts';
import { lost } from './games.ts';
import { moreFor } from './more.ts';
import type { Press } from './request.ts';

/** What keeps a table from pinging somebody: for good, or for one round. */

/** Mutes a table, or lets it ping again. From a page of one's own that page is the answer. */
export const muteTable: Press = async (app, press, { match: id, parts }) => {
  const t = translate(press.locale);
  const match = await open(app.store, id);
  if (!match) return lost(app, press);
  const { user } = press;
  if (seatOf(match, user.id) === undefined || match.row.status === 'over') return { mine: match };
  const muted = parts[0] !== 'off';
  await setMuted(app.store, id, user.id, muted);
  const said = t(muted ? 'life.muted' : 'life.unmuted', { id });
  if (!press.personal) return { screen: sentence(said) };
  return moreFor(app, press, match, t, said);
};

/** "Quiet this round": whoever presses it is not reminded of it again. */
export const quietRound: Press = async (app, press, { match: id, parts }) => {
  const t = translate(press.locale);
  const match = await open(app.store, id);
  if (!match) return lost(app, press);
  const stranger = seatOf(match, press.user.id) === undefined;
  if (stranger || match.row.status === 'over') return { mine: match };
  const phase = phaseKey(present(match));
  if (parts[0] !== phase)
    return { mine: match, note: t(ofGame(match.row.game, 'table.stale'), { now: present(match).turn }) };
  await silence(app.store, id, phase, press.user.id);
  return { screen: sentence(t(ofGame(match.row.game, 'table.hushed'))) };
};
