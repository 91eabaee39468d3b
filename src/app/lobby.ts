import { now } from '../clock.ts';
import { hasDaily } from '../daily/runs.ts';
import * as lobby from '../match/lobby.ts';
import { gameOf } from '../match/match.ts';
import { mayClose, mayLead } from '../match/rights.ts';
import { load } from '../store/matches.ts';
import type { Stored } from '../store/rows.ts';
import { LATES } from '../store/schema.ts';
import { type App, FIRST_GAME, t as translate } from './context.ts';
import { encode, type Id } from './ids.ts';
import { called } from './names.ts';
import { obstacle, openedScreen, openTable } from './open.ts';
import { button } from './parts.ts';
import type { PressRequest, Reply } from './request.ts';
import { closeScreen, optionsScreen } from './screens/lobby.ts';
import { sentence } from './screens/problems.ts';
import { soloFor } from './solo.ts';

/** Presses in a lobby. Each answers with nothing (the lobby itself shows it) or with one private sentence. */

type Press = (app: App, press: PressRequest, id: Id) => Promise<Reply>;

export const join: Press = async (app, press, { match }) =>
  settle(app, press, match, await lobby.join(app.store, match, press.user.id, now()));

export const leave: Press = async (app, press, { match }) =>
  settle(app, press, match, await lobby.leave(app.store, match, press.user.id, now()));

export const start: Press = async (app, press, { match }) =>
  settle(app, press, match, await lobby.start(app.store, match, press.user.id, now()));

export const cancel: Press = async (app, press, { match }) => {
  const stored = await load(app.store, match);
  const t = translate(press.locale);
  if (stored?.row.status !== 'lobby') return refuse(press, stored, stateOf(stored));
  if (!mayClose(stored, press.user.id, press.manages)) return refuse(press, stored, 'host');
  return { screen: closeScreen(stored, t) };
};

export const close: Press = async (app, press, { match }) => {
  const done = await lobby.cancel(app.store, match, press.user.id, press.manages, now());
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
  return { screen: optionsScreen(stored, mayLead(stored, press.user.id), translate(press.locale)) };
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

export const thread: Press = async (app, press, { match }) => {
  const stored = await load(app.store, match);
  if (!stored) return refuse(press, stored, 'unknown');
  return configured(app, press, match, { thread: !stored.row.thread });
};

export const done: Press = async (_app, press) => ({
  screen: sentence(translate(press.locale)('lobby.set')),
});

async function configured(
  app: App,
  press: PressRequest,
  match: number,
  choice: lobby.Choice,
): Promise<Reply> {
  const t = translate(press.locale);
  const changed = await lobby.configure(app.store, match, press.user.id, now(), choice);
  if (!changed.ok) return refuse(press, changed.stored, changed.why);
  app.refresh(match);
  return { screen: optionsScreen(changed.stored, true, t, t('lobby.set')) };
}

/** Opens the lobby of a closed one again, or a rematch, for whoever presses first. */
export const reopen: Press = async (app, press, { match }) => {
  const stored = await load(app.store, match);
  if (!stored) return refuse(press, stored, 'unknown');
  const { game, map, options: chosen, capacity, thread: own, limit, late } = stored.row;
  const wish = { game, map, options: chosen, capacity, thread: own, limit, late };
  const stop = obstacle(app, press, wish);
  if (stop) return stop;
  await openTable(app, press, wish, null);
  return { screen: openedScreen(app, press) };
};

/** Starts a solo match on the map of a lobby in which the host sat alone. */
export const solo: Press = async (app, press, { match }) => {
  const stored = await load(app.store, match);
  if (stored?.row.status !== 'lobby' || !mayLead(stored, press.user.id))
    return refuse(press, stored, stateOf(stored));
  if (!hasDaily(stored.row.game)) return refuse(press, stored, 'alone');
  await lobby.cancel(app.store, match, press.user.id, press.manages, now());
  app.refresh(match);
  return soloFor(app, press, stored.row.game, stored.row.map);
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
  const game = stored?.row.game ?? FIRST_GAME;
  const newTable = (label: string) => button(label, encode('newtable', 0, 0, game), 'blue');
  const host = called(stored?.seats.find((seat) => seat.player === stored.row.host)?.name ?? '', t);
  const screens: Record<lobby.LobbyRefusal, () => Reply['screen']> = {
    unknown: () => sentence(t('refuse.unknown'), button(t('button.games'), encode('games'))),
    begun: () =>
      sentence(
        t('refuse.begun'),
        button(t(`${game}.table.boards`), encode('boards', stored?.row.id ?? 0)),
        newTable(t('button.newTable')),
      ),
    closed: () => sentence(t('refuse.closed'), newTable(t('button.newTable'))),
    full: () => sentence(t('refuse.full'), newTable(t('button.another'))),
    host: () => sentence(t('refuse.host', { name: host })),
    alone: () => {
      const wait = button(t('button.wait'), encode('keepit', stored?.row.id ?? 0));
      if (!hasDaily(game)) return sentence(t('lobby.company', { count: gameOf(game).seats[0] }), wait);
      return sentence(
        t('lobby.alone'),
        button(t('button.solo'), encode('solo', stored?.row.id ?? 0), 'blue'),
        wait,
      );
    },
    seated: () => sentence(t('refuse.seated')),
    stranger: () => sentence(t('refuse.notInLobby')),
    illegal: () => sentence(t('refuse.unknown')),
  };
  const screen = screens[why]();
  return press.personal ? { screen } : { whisper: screen };
}
