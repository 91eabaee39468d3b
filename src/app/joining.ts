import { now } from '../clock.ts';
import { hasDaily } from '../daily/runs.ts';
import { ofGame, type Translate } from '../locales.ts';
import * as lobby from '../match/lobby.ts';
import { open } from '../match/open.ts';
import { mayClose, mayLead } from '../match/rights.ts';
import { stampOf } from '../match/terms.ts';
import { GAMES, moduleOf } from '../modules.ts';
import { load } from '../store/matches.ts';
import type { Stored } from '../store/rows.ts';
import { tableOf } from '../store/tables.ts';
import { ago, button, channelMention, RED, rich, row, sentence, text } from './components.ts';
import { type App, nameAmong, sceneOf, t as translate } from './context.ts';
import { listGames, lost } from './games.ts';
import { encode } from './ids.ts';
import { accentOf, changesOf, changesText, numbered, optionsText, peopleText } from './lobby.ts';
import { behind, buttonFor } from './opened.ts';
import type { Screen } from './outbound.ts';
import { isShutOut, lackingAt, shutOutScreen, standOf } from './permissions.ts';
import { isRisky } from './pings.ts';
import { soloFor } from './practice.ts';
import { type Answer, managesTable, type Press, type PressRequest, type Reply } from './request.ts';
import { openBy, openedScreen } from './tablerequest.ts';
import { hasLeft } from './vanished.ts';

/**
 * Who comes to a lobby and goes, and how it starts or closes. Each press answers with nothing (the lobby itself shows it) or with one
 * private sentence.
 */

export const join: Press = async (app, press, { match }) => {
  const done = await lobby.join(app.store, match, press.user.id, now());
  if (!done.ok || !(await isRisky(app, done.stored.row, press.user.id))) return settle(app, press, done);
  app.refresh(done.stored);
  const t = translate(press.locale);
  const said = sentence(t('lobby.unwarned', { id: match }), button(t('life.reminders'), encode('settings')));
  return press.personal ? { screen: said } : { whisper: said };
};

/** Where the lobby itself is not what was pressed, the games that remain are the answer. */
export const leave: Press = async (app, press, { match }) => {
  const done = await lobby.leave(app.store, match, press.user.id, now());
  if (!done.ok || !press.personal) return settle(app, press, done);
  app.refresh(done.stored);
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
  if (!begun) return settle(app, press, done);
  app.refresh(begun);
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
  app.refresh(done.stored);
  return { screen: sentence(translate(press.locale)('lobby.closedNow')) };
};

export const keepIt: Press = async (_app, press) => ({
  screen: sentence(translate(press.locale)('lobby.stays')),
});

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
  await lobby.recall(app.store, match, press.user.id, now());
  app.refresh(match);
  return own(app, press, match, t('lobby.here'));
};

/** Opens the lobby of a closed one again, or a rematch, for whoever presses first. */
export const reopen: Press = async (app, press, { match }) => {
  const stored = await load(app.store, match);
  if (!stored) return refuse(press, stored, 'unknown');
  const {
    game,
    map,
    options: chosen,
    capacity,
    thread: own,
    limit,
    onTimeout,
    ponders,
    rematchOf,
  } = stored.row;
  // A rematch that closed is opened again by two buttons: what either opens stands behind both.
  const button = rematchOf === null ? buttonFor('reopen', match) : buttonFor('rematch', rematchOf);
  const computers = stored.seats.flatMap(({ computer }) => computer ?? []);
  const request = { game, map, options: chosen, capacity, computers, thread: own, limit, onTimeout, ponders };
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

function settle(app: App, press: PressRequest, done: lobby.Lobbied): Reply {
  if (!done.ok) return refuse(press, done.stored, done.why);
  app.refresh(done.stored);
  return {};
}

export const stateOf = (stored: Stored | undefined): lobby.LobbyRefusal =>
  !stored
    ? 'unknown'
    : stored.row.status === 'closed'
      ? 'closed'
      : stored.row.status === 'lobby'
        ? 'host'
        : 'begun';

/** One sentence, and the way on. */
export function refuse(press: PressRequest, stored: Stored | undefined, why: lobby.LobbyRefusal): Reply {
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
      const id = stored?.row.id ?? 0;
      const ways = [
        button(t('button.computers'), encode('computers', id)),
        button(t('button.wait'), encode('keepit', id)),
      ];
      if (!hasDaily(game))
        return sentence(t('lobby.company', { count: moduleOf(game).rules.seats[0] }), ...ways);
      return sentence(t('lobby.alone'), button(t('button.solo'), encode('solo', id), 'blue'), ...ways);
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

/** Asks once more before a game starts on other terms than those on which others joined. */
export const changedScreen = (stored: Stored, t: Translate): Screen =>
  sentence(
    t('lobby.changedAsk', {
      changes: changesOf(stored, t)
        .map((one) => `- ${one}`)
        .join('\n'),
    }),
    button(
      t('button.start', { n: stored.seats.length }),
      encode('start', stored.row.id, 0, stampOf(stored.row)),
      'blue',
    ),
    button(t('button.wait'), encode('keepit', stored.row.id)),
  );

/** A lobby for one of its people, wherever they are; `here`: in the channel in which it stands. */
export function ownLobbyScreen(
  stored: Stored,
  user: string,
  { here, manages, starts }: { readonly here: boolean; readonly manages: boolean; readonly starts: boolean },
  t: Translate,
  note = '',
): Screen {
  const { row: match, seats } = stored;
  const id = (act: string) => encode(act, match.id);
  const words = [
    note,
    `## ${numbered(stored, t)}`,
    t('lobby.seats', { n: seats.length, most: match.capacity }),
    peopleText(stored, sceneOf(seats, t).names),
    optionsText(stored, t),
    ...changesText(stored, t),
    t('lobby.standsIn', { channel: channelMention(match.channel ?? '') }),
    t('lobby.closes', { when: ago(match.deadline ?? match.touchedAt) }),
  ];
  return rich(accentOf(stored), [
    text(words.filter(Boolean).join('\n')),
    row(
      button(t('button.leave'), id('leave')),
      ...(starts ? [button(t('button.start', { n: seats.length }), id('start'), 'blue')] : []),
      ...(mayClose(stored, user, manages) ? [button(t('button.cancel'), id('cancel'), 'red')] : []),
    ),
    here && row(button(t('button.showHere'), id('lobbyhere'))),
  ]);
}

/** Asks the host once more before a lobby is closed. */
export const closeScreen = (stored: Stored, t: Translate): Screen =>
  rich(RED, [
    text(t('lobby.close')),
    row(
      button(t('button.closeIt'), encode('close', stored.row.id), 'red'),
      button(t('button.keepIt'), encode('keepit', stored.row.id)),
    ),
  ]);
