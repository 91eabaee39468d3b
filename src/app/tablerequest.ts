import { now } from '../clock.ts';
import { hasDaily } from '../daily/runs.ts';
import { STRENGTHS, type Strength } from '../games/strength.ts';
import { open } from '../match/open.ts';
import { openLobbyWithin } from '../match/opening.ts';
import { LIMITS } from '../match/projection.ts';
import { mayRematch } from '../match/rights.ts';
import { canDrop } from '../match/timeline.ts';
import { findMap, moduleOf, strengthsOf } from '../modules.ts';
import { guildOf } from '../store/guilds.ts';
import { type Created, load } from '../store/matches.ts';
import { LOBBY, noteShown } from '../store/messages.ts';
import { ON_TIMEOUT, type OnTimeout, type Ponders } from '../store/schema.ts';
import { isTablesThread } from '../store/tables.ts';
import { commas } from '../views/lists.ts';
import { button, channelMention, sentence } from './components.ts';
import { type App, publicOf, t as translate } from './context.ts';
import { lost } from './games.ts';
import { encode, type Id } from './ids.ts';
import { lobbyScreen } from './lobby.ts';
import { shownBy } from './messages/plan.ts';
import { alreadyOpen, behind, buttonFor, buttonOf, crowdedScreen, mostLobbies } from './opened.ts';
import { drawn, type Screen } from './outbound.ts';
import { bearsThreads, missing, permittedIn, rightsScreen, shutOutScreen } from './permissions.ts';
import { besidePublic, type Origin, type Press, type PressRequest, type Reply } from './request.ts';
import { openingObstacle } from './server.ts';
import { mayView } from './view.ts';

type Tools = Pick<App, 'store' | 'rightsIn' | 'serverOf'>;

/** What a new table was asked to be; what is absent takes its default. */
export interface TableRequest {
  readonly game: string;
  readonly map?: string;
  readonly capacity?: number;
  /** How well the computers play that sit there at once. */
  readonly computers?: readonly Strength[];
  readonly options?: Readonly<Record<string, string>>;
  readonly thread?: boolean;
  /** Seconds a turn may take. */
  readonly limit?: number;
  readonly onTimeout?: OnTimeout;
  /** How long computers take for their turns. */
  readonly ponders?: Ponders;
  readonly rematchOf?: number;
}

/** Why a table cannot be opened here, or undefined. Needs no waiting, so it is asked before anything is deferred. */
export async function obstacle(
  app: Tools,
  pressed: Origin,
  request: TableRequest,
): Promise<Reply | undefined> {
  const origin = await placed(app, pressed);
  const t = translate(origin.locale);
  if (!origin.guild) {
    const practice = button(t('button.practice'), encode('practice', 0, 0, request.game));
    if (!hasDaily(request.game)) return { screen: sentence(t('problem.needsServer'), practice) };
    const daily = button(t('button.daily'), encode('daily', 0, 0, request.game), 'blue');
    return { screen: sentence(t('problem.needsServerSolo'), daily, practice) };
  }
  const map = request.map === undefined ? undefined : findMap(moduleOf(request.game), request.map);
  if (request.map !== undefined && !map) {
    const titles = moduleOf(request.game)
      .maps()
      .map(({ title }) => title);
    return { screen: sentence(t('problem.noMap', { maps: commas(t, titles) })) };
  }
  const closed = await openingObstacle(app, origin, request.game);
  if (closed) return closed;
  const thread = threadOf(origin, { thread: request.thread ?? (await defaultsOf(app, origin)).thread });
  const lacking = missing(origin, thread, t);
  const crowded = lacking.length === 0 ? await crowdedScreen(app, origin) : undefined;
  if (lacking.length === 0) return crowded && { screen: crowded };
  const withoutThread = missing(origin, false, t).length === 0;
  const plain = withoutThread && thread ? requestId({ ...request, thread: false }) : undefined;
  return { screen: rightsScreen(lacking, permittedIn(origin), requestId(request), plain, t) };
}

/** As `obstacle`, for what has to be asked for first. */
const laterObstacle = async (app: App, origin: Origin, request: TableRequest): Promise<Screen | undefined> =>
  shutOutScreen(app, await placed(app, origin), requestId(request));

const NO = '0';
const YES = '1';

/** The id of a button that opens the table somebody wished for; values of options go by their place in the game's list. */
export function requestId({
  game,
  map,
  capacity,
  thread,
  limit,
  onTimeout,
  options,
  computers = [],
  rematchOf,
}: TableRequest): string {
  const places = moduleOf(game).rules.options.map(({ id, values }) => values.indexOf(options?.[id] ?? ''));
  const chosen = places.map((place) => (place < 0 ? '-' : place)).join('');
  const own = thread === undefined ? '' : thread ? YES : NO;
  const strong = computers.map((strength) => STRENGTHS.indexOf(strength)).join('');
  const parts = [game, map, capacity, own, limit, onTimeout, chosen, ...(strong === '' ? [] : [strong])].map(
    (part) => String(part ?? ''),
  );
  return encode('newtable', rematchOf, 0, ...parts);
}

/** What a button was to open; what is not known (any more) takes its default. */
export function requestOf({ match, game: id, parts }: Pick<Id, 'match' | 'game' | 'parts'>): TableRequest {
  const [, map, capacity, own, limit, onTimeout, chosen = '', strong = ''] = parts;
  const game = moduleOf(id).rules;
  const picked = game.options.flatMap(({ id, values }, i) => {
    const value = values[Number(chosen[i] ?? Number.NaN)];
    return value === undefined ? [] : [[id, value] as const];
  });
  return {
    game: game.id,
    map: map || undefined,
    capacity: Number(capacity) || undefined,
    thread: own === NO ? false : own === YES ? true : undefined,
    limit: limit ? Number(limit) : undefined,
    onTimeout: ON_TIMEOUT.find((one) => one === onTimeout),
    options: Object.fromEntries(picked),
    computers: strong === '' ? undefined : [...strong].flatMap((place) => STRENGTHS[Number(place)] ?? []),
    rematchOf: match || undefined,
  };
}

/**
 * Where a new table is opened by somebody who is somewhere: a thread belongs to the game that it was opened for, so the
 * next one goes to the channel above.
 */
async function placed({ store, rightsIn }: Tools, origin: Origin): Promise<Origin> {
  const { guild, channel, inThread, parent } = origin;
  if (guild === null || !inThread || parent === null || !(await isTablesThread(store, channel)))
    return origin;
  const permissions = rightsIn?.(guild, parent) ?? origin.permissions;
  return { ...origin, channel: parent, inThread: false, secret: false, parent: null, permissions };
}

/** That a table is open, and where, for whoever does not see it from where they are. */
export const openedScreen = async (app: Tools, origin: Origin): Promise<Screen> =>
  sentence((await openedElsewhere(app, origin)) ?? translate(origin.locale)('lobby.opened'));

/** The same, only where that is another channel. */
export async function openedElsewhere(app: Tools, origin: Origin): Promise<string | undefined> {
  const { channel } = await placed(app, origin);
  if (channel === origin.channel) return undefined;
  return translate(origin.locale)('lobby.openedIn', { channel: channelMention(channel) });
}

/**
 * Opens the lobby in this channel, or the one above a game's thread; not `fresh` when the same press, or the same button,
 * opened it before; undefined where whoever asks has too many open. `message` is the answer that will show it, when there
 * is one.
 */
async function openTable(
  app: App,
  pressed: Origin,
  request: TableRequest,
  message: string | null,
  button?: string,
): Promise<Created | undefined> {
  const origin = await placed(app, pressed);
  const game = moduleOf(request.game).rules;
  const usual = await defaultsOf(app, origin);
  const onTimeout = request.onTimeout ?? usual.onTimeout;
  const capacity = Math.min(
    Math.max(request.capacity ?? game.seats[1], Math.max(2, game.seats[0])),
    game.seats[1],
  );
  const offered = strengthsOf(moduleOf(request.game));
  const opening = {
    game: request.game,
    map: request.map ?? moduleOf(request.game).maps()[0]!.id,
    options: optionsOf(request),
    host: origin.user.id,
    guild: origin.guild,
    channel: origin.channel,
    message,
    capacity,
    // Whoever opens it sits there, too.
    computers: (request.computers ?? [])
      .filter((strength) => offered.includes(strength))
      .slice(0, capacity - 1),
    thread: threadOf(origin, { ...request, thread: request.thread ?? usual.thread }),
    limit: LIMITS.find((one) => one === request.limit) ?? usual.limit,
    onTimeout: canDrop(game) ? onTimeout : 'clock',
    ponders: request.ponders,
    origin: origin.id,
    rematchOf: request.rematchOf ?? null,
    button,
    at: now(),
  };
  const opened = await openLobbyWithin(app.store, opening, await mostLobbies(app, origin));
  // Where an answer will show the lobby, that answer brings it.
  if (opened && message === null) app.refresh(opened.id);
  return opened;
}

/** What a server's admins chose for new tables. */
async function defaultsOf(
  app: Pick<App, 'store'>,
  { guild }: Origin,
): Promise<{ limit: number; onTimeout: OnTimeout; thread: boolean }> {
  const chosen = guild === null ? undefined : await guildOf(app.store, guild);
  return chosen ?? { limit: 0, onTimeout: 'clock', thread: true };
}

/** A thread has no threads of its own, nor has the chat of a voice or stage channel. */
const threadOf = (origin: Origin, request: Pick<TableRequest, 'thread'>): boolean =>
  bearsThreads(origin) && (request.thread ?? true);

function optionsOf(request: TableRequest): Record<string, string> {
  const known = moduleOf(request.game).rules.options;
  return Object.fromEntries(
    known.map((option) => {
      const value = request.options?.[option.id];
      return [option.id, value !== undefined && option.values.includes(value) ? value : option.default];
    }),
  );
}

/** Opens a lobby as the public answer to a command. */
export async function newLobby(app: App, origin: Origin, request: TableRequest): Promise<Reply> {
  const stop = await laterObstacle(app, origin, request);
  if (stop) return { instead: true, whisper: stop };
  const elsewhere = await openedElsewhere(app, origin);
  if (elsewhere !== undefined) {
    const opened = await openTable(app, origin, request, null);
    return opened ? { screen: sentence(elsewhere) } : await crowded(app, origin);
  }
  const opened = await openTable(app, origin, request, origin.message);
  if (!opened) return crowded(app, origin);
  const { id } = opened;
  // The table posts itself where nobody knows which message this answer will be.
  if (origin.message === null) return { screen: await openedScreen(app, origin) };
  const stored = await load(app.store, id);
  if (!stored) throw new Error(`Match ${id} was not opened.`);
  const { t, theme } = await publicOf(app, origin.guild);
  const draft = lobbyScreen(stored, t, theme);
  return {
    screen: await drawn(draft),
    after: async () => {
      await noteShown(app.store, { match: id }, LOBBY, shownBy(draft));
      app.refresh(id);
    },
  };
}

/** Others of the same person were faster: that is between the two of us, though all were to see the answer. */
const crowded = async (app: App, origin: Origin): Promise<Reply> => ({
  instead: true,
  whisper: (await crowdedScreen(app, origin)) ?? sentence(translate(origin.locale)('lobby.crowdedNow')),
});

/**
 * Opens a table by a button, or leads to the one that the button has opened and that is still open. `says`: what is
 * answered when a new one stands.
 */
export async function openBy(
  app: App,
  press: PressRequest,
  request: TableRequest,
  button: string | undefined,
  says: () => Promise<Reply>,
): Promise<Reply> {
  const open = await behind(app, button);
  if (open !== undefined) return leadTo(app, press, open);
  const stop = await obstacle(app, press, request);
  if (stop) return stop;
  const later = await laterObstacle(app, press, request);
  if (later) return { screen: later };
  const opened = await openTable(app, press, request, null, button);
  if (!opened) return { screen: (await crowded(app, press)).whisper };
  return opened.fresh ? says() : leadTo(app, press, opened.id);
}

/** To the table that a button has opened, for those who may see it. */
const leadTo = async (app: App, press: PressRequest, id: number): Promise<Reply> =>
  (await mayView(app, press, id)) ? { screen: await alreadyOpen(app, press, id) } : await lost(app, press);

export const newTable: Press = async (app, press, id) => {
  const request = requestOf(id);
  const button = request.rematchOf === undefined ? buttonOf(press) : buttonFor('rematch', request.rematchOf);
  return openBy(app, press, request, button, async () => ({ screen: await openedScreen(app, press) }));
};

export const rematch: Press = async (app, press, { match: id }) => {
  const t = translate(press.locale);
  const match = await open(app.store, id);
  if (!match) return besidePublic(press, await lost(app, press));
  if (!mayRematch(match, press.user.id)) {
    return besidePublic(press, {
      screen: sentence(
        t('refuse.rematch'),
        button(t('button.newTable'), encode('newtable', 0, 0, match.row.game), 'blue'),
      ),
    });
  }
  const { game: name, map, options, capacity, thread, limit, onTimeout, ponders } = match.row;
  const computers = match.seats.flatMap(({ computer }) => computer ?? []);
  const table = { capacity, computers, thread, limit, onTimeout, ponders };
  const request = { game: name, map, options, ...table, rematchOf: id };
  const elsewhere = await openedElsewhere(app, press);
  return besidePublic(
    press,
    await openBy(app, press, request, buttonFor('rematch', id), async () =>
      elsewhere === undefined ? {} : { screen: sentence(elsewhere) },
    ),
  );
};
