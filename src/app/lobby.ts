import { now } from '../clock.ts';
import { hasDaily } from '../daily/runs.ts';
import { ofGame } from '../locales.ts';
import * as lobby from '../match/lobby.ts';
import { open } from '../match/open.ts';
import { mayClose, mayLead, mayTakeOff } from '../match/rights.ts';
import { GAMES, moduleOf } from '../modules.ts';
import { load } from '../store/matches.ts';
import type { Stored } from '../store/rows.ts';
import { LATES } from '../store/schema.ts';
import { tableOf } from '../store/tables.ts';
import type { Translate } from '../views/presenter.ts';
import { button, sentence } from './components.ts';
import { type App, nameAmong, t as translate } from './context.ts';
import { listGames, lost } from './games.ts';
import { liftLobby } from './gathering.ts';
import { encode } from './ids.ts';
import { behind, buttonFor } from './opened.ts';
import type { Screen } from './outbound.ts';
import { bearsThreads } from './permissions.ts';
import { isRisky } from './pings.ts';
import { soloFor } from './practice.ts';
import type { Press } from './request.ts';
import { type Answer, managesTable, type PressRequest, type Reply, within } from './request.ts';
import { isShutOut, lackingAt, shutOutScreen, standOf } from './rights.ts';
import { changedScreen, closeScreen, optionsScreen, ownLobbyScreen, takeOffScreen } from './screens/lobby.ts';
import { openBy, openedScreen } from './tablerequest.ts';
import { hasLeft } from './vanished.ts';

/** Presses in a lobby. Each answers with nothing (the lobby itself shows it) or with one private sentence. */

export const join: Press = async (app, press, { match }) => {
  const done = await lobby.join(app.store, match, press.user.id, now());
  if (!done.ok || !(await isRisky(app, done.stored.row, press.user.id)))
    return settle(app, press, match, done);
  app.refresh(match);
  const t = translate(press.locale);
  const said = sentence(t('lobby.unwarned', { id: match }), button(t('life.reminders'), encode('settings')));
  return press.personal ? { screen: said } : { whisper: said };
};

/** Where the lobby itself is not what was pressed, the games that remain are the answer. */
export const leave: Press = async (app, press, { match }) => {
  const done = await lobby.leave(app.store, match, press.user.id, now());
  if (!done.ok || !press.personal) return settle(app, press, match, done);
  app.refresh(match);
  return listGames(app, press, 0, translate(press.locale)('lobby.left', { id: match }));
};

/** Where the lobby itself is not what was pressed, the board is the answer. */
export const start: Press = async (app, press, { match, parts: [stamp] }) => {
  const obstacle = await shutOut(app, press, match);
  if (obstacle) return press.personal ? { screen: obstacle } : { whisper: obstacle };
  const gone = await hostGone(app, press, match);
  const done = await lobby.start(app.store, match, press.user.id, now(), { stamp, gone });
  if (!done.ok && done.why === 'host' && done.stored && lobby.sitsIn(done.stored, press.user.id)) {
    const t = translate(press.locale);
    const words = t('refuse.start', { name: nameAmong(done.stored.seats, done.stored.row.host, t) });
    return press.personal ? { screen: sentence(words) } : { whisper: sentence(words) };
  }
  const begun = done.ok && press.personal ? await open(app.store, match) : undefined;
  if (!begun) return settle(app, press, match, done);
  app.refresh(match);
  return { mine: begun };
};

/** What somebody reads who would start a game in a private thread that is closed to the bot. */
async function shutOut(app: App, press: PressRequest, match: number): Promise<Screen | undefined> {
  const stored = await load(app.store, match);
  if (stored?.row.status !== 'lobby' || !lobby.sitsIn(stored, press.user.id)) return undefined;
  return shutOutScreen(app, await standOf(app, press, stored), press.customId);
}

/** The host of a lobby, if they are known to have left the server; asked for another who sits there. */
async function hostGone(app: App, press: PressRequest, match: number): Promise<string | undefined> {
  const stored = await load(app.store, match);
  const { user } = press;
  if (stored?.row.status !== 'lobby' || !lobby.sitsIn(stored, user.id)) return undefined;
  if (await lobby.mayStart(app.store, stored, user.id, now())) return undefined;
  const { guild, host } = stored.row;
  return (await hasLeft(app, guild, host)) ? host : undefined;
}

export const cancel: Press = async (app, press, { match }) => {
  const stored = await load(app.store, match);
  const t = translate(press.locale);
  if (stored?.row.status !== 'lobby') return refuse(press, stored, stateOf(stored));
  if (!mayClose(stored, press.user.id, managesTable(press, stored))) return refuse(press, stored, 'host');
  return { screen: closeScreen(stored, t) };
};

export const close: Press = async (app, press, { match }) => {
  const stored = await load(app.store, match);
  const manages = stored !== undefined && managesTable(press, stored);
  const done = await lobby.cancel(app.store, match, press.user.id, manages, now());
  if (!done.ok) return refuse(press, done.stored, done.why);
  app.refresh(match);
  return { screen: sentence(translate(press.locale)('lobby.closedNow')) };
};

export const keepIt: Press = async (_app, press) => ({
  screen: sentence(translate(press.locale)('lobby.stays')),
});

export const options: Press = async (app, press, { match }) => {
  const stored = await load(app.store, match);
  if (stored?.row.status !== 'lobby') return refuse(press, stored, stateOf(stored));
  return optionsFor(app, press, stored);
};

const optionsFor = async (app: App, press: PressRequest, stored: Stored, note = ''): Promise<Answer> => {
  const manages = managesTable(press, stored);
  return {
    screen: optionsScreen(
      stored,
      press.user.id,
      manages,
      translate(press.locale),
      note,
      within(press, stored),
      bearsThreads(await standOf(app, press, stored)),
    ),
  };
};

export const set: Press = async (app, press, { match, parts }) => {
  const [what] = parts;
  const [value] = press.values;
  if (what === undefined || value === undefined) return refuse(press, undefined, 'unknown');
  const choice = choiceOf(what, value);
  return configured(app, press, match, choice);
};

function choiceOf(what: string, value: string): lobby.Choice {
  if (what === 'map') return { map: value };
  if (what === 'limit') return { limit: Number(value) };
  const late = what === 'late' ? LATES.find((one) => one === value) : undefined;
  return late ? { late } : { option: { id: what, value } };
}

/** Gives the game a thread of its own, or none; buttons of old messages do not say which. */
export const thread: Press = async (app, press, { match, parts: [to] }) => {
  const stored = await load(app.store, match);
  if (!stored) return refuse(press, stored, 'unknown');
  const wanted = to === undefined ? !stored.row.thread : to === 'on';
  const sets = stored.row.status === 'lobby' && mayLead(stored, press.user.id);
  const obstacle = wanted && sets ? await threadObstacle(app, press, stored) : '';
  return obstacle
    ? await optionsFor(app, press, stored, obstacle)
    : configured(app, press, match, { thread: wanted });
};

/** Why no thread can be opened where a lobby stands, in words; empty when one can. */
async function threadObstacle(app: App, press: PressRequest, stored: Stored): Promise<string> {
  const t = translate(press.locale);
  const stand = await standOf(app, press, stored);
  if (!bearsThreads(stand)) return t(stand.inThread ? 'lobby.inThread' : 'lobby.noThreads');
  return lackingAt(stand, true);
}

/** Asks whether the one who was picked is to be taken off. */
export const takeOff: Press = async (app, press, { match }) => {
  const stored = await load(app.store, match);
  if (stored?.row.status !== 'lobby') return refuse(press, stored, stateOf(stored));
  const { user } = press;
  if (!mayTakeOff(stored, user.id, managesTable(press, stored))) return refuse(press, stored, 'host');
  const seat = stored.seats.find(({ player }) => player === press.values[0] && player !== user.id);
  return seat
    ? { screen: takeOffScreen(stored, seat, translate(press.locale)) }
    : await optionsFor(app, press, stored);
};

export const takeOffNow: Press = async (app, press, { match, parts: [whom = ''] }) => {
  const found = await load(app.store, match);
  const manages = found !== undefined && managesTable(press, found);
  const done = await lobby.kick(app.store, match, { user: press.user.id, manages, whom, at: now() });
  return decided(app, press, done, (t) => t('life.kicked', { name: nameAmong(found?.seats ?? [], whom, t) }));
};

export const passOn: Press = async (app, press, { match }) => {
  const [whom = ''] = press.values;
  const done = await lobby.handOver(app.store, match, { user: press.user.id, whom, at: now() });
  return decided(app, press, done, (t, { seats }) => t('life.crowned', { name: nameAmong(seats, whom, t) }));
};

/** What was decided about somebody in a lobby; whoever is not there any more can be decided nothing about. */
async function decided(
  app: App,
  press: PressRequest,
  done: lobby.Lobbied,
  says: (t: Translate, stored: Stored) => string,
): Promise<Answer> {
  const t = translate(press.locale);
  if (!done.ok && done.why === 'illegal' && done.stored) return optionsFor(app, press, done.stored);
  if (!done.ok) return refuse(press, done.stored, done.why);
  app.refresh(done.stored.row.id);
  if (done.stored.row.status !== 'lobby') return { screen: sentence(t('lobby.closedNow')) };
  return optionsFor(app, press, done.stored, says(t, done.stored));
}

/** A lobby for one of its people, wherever they found it; nobody else is shown it in another place than its own. */
export const own = async (app: App, press: PressRequest, match: number, note = ''): Promise<Answer> => {
  const stored = await load(app.store, match);
  if (stored?.row.status !== 'lobby' || !lobby.sitsIn(stored, press.user.id)) return lost(app, press);
  const here = press.channel === (await tableOf(app.store, match))?.lobbyChannel;
  const place = {
    here,
    manages: managesTable(press, stored),
    starts: await lobby.mayStart(app.store, stored, press.user.id, now()),
  };
  return { screen: ownLobbyScreen(stored, press.user.id, place, translate(press.locale), note) };
};

/** Has a lobby stand at the end of its channel, where it was deleted, or left far behind. */
export const here: Press = async (app, press, { match }) => {
  const t = translate(press.locale);
  const stored = await load(app.store, match);
  const stands = stored?.row.status === 'lobby' && lobby.sitsIn(stored, press.user.id);
  if (!stands || press.channel !== (await tableOf(app.store, match))?.lobbyChannel)
    return own(app, press, match);
  const lacking = lackingAt(press, false) || ((await isShutOut(app, press)) ? t('problem.shutOut') : '');
  if (lacking) return own(app, press, match, lacking);
  if (!(await liftLobby(app, match))) return own(app, press, match, t('lobby.notNow'));
  await lobby.recall(app.store, match, press.user.id, now());
  app.refresh(match);
  return own(app, press, match, t('lobby.here'));
};

export const done: Press = async (_app, press) => ({
  screen: sentence(translate(press.locale)('lobby.set')),
});

async function configured(
  app: App,
  press: PressRequest,
  match: number,
  choice: lobby.Choice,
): Promise<Answer> {
  const t = translate(press.locale);
  const changed = await lobby.configure(app.store, match, press.user.id, now(), choice);
  if (!changed.ok) return refuse(press, changed.stored, changed.why);
  app.refresh(match);
  return optionsFor(app, press, changed.stored, t('lobby.set'));
}

/** Opens the lobby of a closed one again, or a rematch, for whoever presses first. */
export const reopen: Press = async (app, press, { match }) => {
  const stored = await load(app.store, match);
  if (!stored) return refuse(press, stored, 'unknown');
  const { game, map, options: chosen, capacity, thread: own, limit, late, rematchOf } = stored.row;
  // A rematch that closed is opened again by two buttons: what either opens stands behind both.
  const button = rematchOf === null ? buttonFor('reopen', match) : buttonFor('rematch', rematchOf);
  const request = { game, map, options: chosen, capacity, thread: own, limit, late };
  return openBy(app, press, request, button, async () => ({ screen: await openedScreen(app, press) }));
};

/** Starts a solo match on the map of a lobby in which the host sat alone. */
export const solo: Press = async (app, press, { match }) => {
  const button = buttonFor('solo', match);
  const stored = await load(app.store, match);
  if (stored && (await behind(app, button)) !== undefined && mayLead(stored, press.user.id))
    return soloFor(app, press, stored.row.game, stored.row.map, button);
  if (stored?.row.status !== 'lobby' || !mayLead(stored, press.user.id))
    return refuse(press, stored, stateOf(stored));
  if (!hasDaily(stored.row.game)) return refuse(press, stored, 'alone');
  await lobby.cancel(app.store, match, press.user.id, press.manages, now());
  app.refresh(match);
  return soloFor(app, press, stored.row.game, stored.row.map, button);
};

function settle(app: App, press: PressRequest, match: number, done: lobby.Lobbied): Reply {
  if (!done.ok) return refuse(press, done.stored, done.why);
  app.refresh(match);
  return {};
}

const stateOf = (stored: Stored | undefined): lobby.LobbyRefusal =>
  !stored
    ? 'unknown'
    : stored.row.status === 'closed'
      ? 'closed'
      : stored.row.status === 'lobby'
        ? 'host'
        : 'begun';

/** One sentence, and the way on. */
function refuse(press: PressRequest, stored: Stored | undefined, why: lobby.LobbyRefusal): Reply {
  const t = translate(press.locale);
  const game = stored?.row.game ?? GAMES[0]!.id;
  const newTable = (label: string) => button(label, encode('newtable', 0, 0, game), 'blue');
  const host = nameAmong(stored?.seats ?? [], stored?.row.host, t);
  const screens: Record<lobby.LobbyRefusal, () => Reply['screen']> = {
    unknown: () => sentence(t('refuse.button'), button(t('button.games'), encode('games'))),
    begun: () =>
      sentence(
        t('refuse.begun'),
        button(t(ofGame(game, 'table.boards')), encode('boards', stored?.row.id ?? 0)),
        newTable(t('button.newTable')),
      ),
    closed: () => sentence(t('refuse.closed'), newTable(t('button.newTable'))),
    full: () => sentence(t('refuse.full'), newTable(t('button.another'))),
    host: () => sentence(t('refuse.host', { name: host })),
    alone: () => {
      const wait = button(t('button.wait'), encode('keepit', stored?.row.id ?? 0));
      if (!hasDaily(game))
        return sentence(t('lobby.company', { count: moduleOf(game).rules.seats[0] }), wait);
      return sentence(
        t('lobby.alone'),
        button(t('button.solo'), encode('solo', stored?.row.id ?? 0), 'blue'),
        wait,
      );
    },
    seated: () => sentence(t('refuse.seated')),
    barred: () => sentence(t('refuse.barred'), newTable(t('button.newTable'))),
    unwelcome: () => sentence(t('refuse.unwelcome'), newTable(t('button.newTable'))),
    stranger: () => sentence(t('refuse.notInLobby')),
    illegal: () => sentence(t('refuse.button'), button(t('button.games'), encode('games'))),
    changed: () => changedScreen(stored!, t),
  };
  const screen = screens[why]();
  return press.personal ? { screen } : { whisper: screen };
}
