import { now } from '../clock.ts';
import { begunBefore } from '../daily/closing.ts';
import { dayOf } from '../daily/days.ts';
import { mapOfDay } from '../daily/maps.ts';
import { hasDaily } from '../daily/runs.ts';
import { TABLE } from '../games/game.ts';
import { FALLBACK, nameOfGame, ofGame, type Translate } from '../locales.ts';
import { replayed } from '../match/open.ts';
import { peopleWaitedFor } from '../match/timeline.ts';
import { GAMES } from '../modules.ts';
import { runOf } from '../store/daily.ts';
import { load, matchesOf } from '../store/matches.ts';
import type { MatchRow, SeatRow, Stored } from '../store/rows.ts';
import type { Standing } from '../store/schema.ts';
import { standsAt, tableOf } from '../store/tables.ts';
import { commas } from '../views/lists.ts';
import { unlessAside } from './aside.ts';
import { ago, button, GREY, linkOf, menu, rich, row, text } from './components.ts';
import { type App, sceneOf, titleOf, t as translate } from './context.ts';
import { encode } from './ids.ts';
import type { Screen } from './outbound.ts';
import type { Origin, Press, Reply } from './request.ts';
import { type Loss, lossOf, type Movable, movable } from './venue.ts';
import { seatIn } from './view.ts';

/**
 * A player's lobbies and running games, what waits for them first, then by age; every open daily, but of practices the
 * newest alone.
 */
export async function entriesOf(app: App, user: string, t = translate(FALLBACK)): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (const row of await matchesOf(app.store, user)) {
    if (row.solo && row.day === null && entries.some((entry) => entry.state === 'solo')) continue;
    const stored = await load(app.store, row.id);
    if (!stored) continue;
    const table = await tableOf(app.store, row.id);
    const stands = await standsAt(app.store, row.id);
    const own = stored.seats[row.seat]?.state ?? 'here';
    const asked = row.status === 'running' && !row.paused && row.aside === null;
    const waits = asked ? await unlessAside(app, () => waitedFor(app, stored, user)) : [];
    const waiting = waits ?? [];
    const mine = waiting.some((seat) => seat.player === user);
    const loss = row.status === 'running' ? lossOf(table?.discordError) : undefined;
    const names = waiting.map((one) => sceneOf(stored.seats, t).names[stored.seats.indexOf(one)]!);
    entries.push({
      id: row.id,
      game: row.game,
      map: row.map,
      guild: row.guild,
      state: row.aside !== null || !waits ? 'aside' : stateOf(row, own, mine),
      day: row.day,
      turn: row.turn,
      since: row.turnAt ?? row.startedAt ?? row.createdAt,
      waiting: names.length > 3 ? t('round.players', { count: names.length }) : commas(t, names),
      // Nothing leads into a channel that is gone.
      link: loss === 'gone' ? null : linkOf(row.guild, stands?.channel, stands?.message),
      loss,
    });
  }
  return entries.sort((a, b) => ORDER[a.state] - ORDER[b.state] || a.since - b.since);
}

/** What waits for them first, what they have left last. */
const ORDER: Readonly<Record<Entry['state'], number>> = {
  mine: 0,
  daily: 1,
  solo: 2,
  waiting: 3,
  paused: 4,
  lobby: 5,
  aside: 6,
  left: 7,
  dropped: 8,
  out: 9,
  unsure: 9,
};

/**
 * The same, without anything of the games on a page that are played in servers which the player has left, or may have
 * left; those on other pages are not looked at.
 */
async function veiled(
  app: App,
  origin: Origin,
  entries: readonly Entry[],
  page: number,
): Promise<readonly Entry[]> {
  const { from, to } = pageOf(entries, page);
  return Promise.all(
    entries.map(async (entry, i) => {
      if (i < from || i >= to) return entry;
      const sight = await seatIn(app, origin, entry.guild);
      return sight === 'seat' ? entry : { ...entry, state: sight, waiting: '', link: null, loss: undefined };
    }),
  );
}

function stateOf(row: MatchRow, own: Standing, mine: boolean): Entry['state'] {
  if (row.status === 'lobby') return 'lobby';
  if (row.solo) return row.day !== null ? 'daily' : 'solo';
  if (own === 'left' || own === 'dropped') return own;
  if (row.paused) return 'paused';
  return mine ? 'mine' : 'waiting';
}

/**
 * Who has to act: seats that choose, or whoever turns the cards. Others are not waited for while they are away, but
 * their own game tells them that it is their move.
 */
async function waitedFor(app: App, stored: Stored, user: string): Promise<readonly SeatRow[]> {
  const { toAct } = stored.row;
  const seats = toAct.includes(TABLE) ? peopleWaitedFor(await replayed(app.store, stored)) : toAct;
  return stored.seats.filter(({ seat, player, gone, state }) => {
    if (!seats.includes(seat) || gone) return false;
    return state === 'here' || (state === 'away' && player === user);
  });
}

/** Today's dailies that a player has not begun. */
async function unplayedBy(app: App, user: string): Promise<Unplayed[]> {
  const day = dayOf(now());
  const found: Unplayed[] = [];
  for (const { id } of GAMES) {
    if (!hasDaily(id) || (await runOf(app.store, id, day, user))) continue;
    if (await begunBefore(app.store, id, day, user)) continue;
    found.push({ game: id, day, map: (await mapOfDay(app.store, id, day)).title });
  }
  return found;
}

const PAGE = 10;

/** One game in the list. */
export interface Entry {
  readonly id: number;
  readonly game: string;
  readonly map: string;
  /** The server in which it is played. */
  readonly guild: string | null;
  /** `out`: its player is not in the server any more; `unsure`: nobody can tell whether they are. */
  readonly state:
    | 'mine'
    | 'waiting'
    | 'paused'
    | 'lobby'
    | 'solo'
    | 'daily'
    | 'aside'
    | 'left'
    | 'dropped'
    | 'out'
    | 'unsure';
  /** Of a daily: its number. */
  readonly day?: number | null;
  readonly turn: number;
  readonly since: number;
  /** For whom it waits, in words. */
  readonly waiting: string;
  readonly link: string | null;
  /** What has become of its table's place, when that is not well. */
  readonly loss?: Loss | undefined;
}

/** A daily that one has not begun. */
interface Unplayed {
  readonly game: string;
  readonly day: number;
  readonly map: string;
}

const ICONS: Readonly<Record<Entry['state'], string>> = {
  mine: '🟡',
  waiting: '⚪',
  paused: '🌙',
  lobby: '🚪',
  solo: '🎯',
  daily: '📅',
  aside: '🔧',
  left: '💤',
  dropped: '💤',
  out: '💤',
  unsure: '💤',
};
const LOST = '📦';
/** Where somebody is waited for, and since when is told. */
const WAITING: readonly Entry['state'][] = ['mine', 'waiting', 'paused'];

/** The page of a list that is shown where one is asked for, and the places of its entries. */
function pageOf(entries: readonly unknown[], page: number) {
  const pages = Math.max(1, Math.ceil(entries.length / PAGE));
  const at = Math.min(Math.max(0, page), pages - 1);
  return { at, pages, from: at * PAGE, to: at * PAGE + PAGE };
}

/** All my lobbies and running games, what waits for me first; `moves` are those that may be brought to this channel. */
export function gamesScreen(
  entries: readonly Entry[],
  page: number,
  t: Translate,
  guild: boolean,
  note = '',
  waiting: readonly Unplayed[] = [],
  moves: readonly Movable[] = [],
): Screen {
  const { at, pages, from, to } = pageOf(entries, page);
  const shown = entries.slice(from, to);
  const own = shown.length > 0 ? shown.map((entry) => line(entry, t)) : [t('games.none')];
  const lines = [...own, ...waiting.map((daily) => unplayed(daily, t))];
  const game = GAMES[0]!.id;
  const alone = GAMES.find(({ id }) => hasDaily(id));
  return rich(GREY, [
    text([note, `## ${t('games.title')}`, ...lines].filter(Boolean).join('\n')),
    shown.length > 0 &&
      menu(
        encode('open', 0),
        t('games.open'),
        shown.map((entry) => ({
          value: String(entry.id),
          label: optionOf(entry, t),
          description: stateWords(entry, t),
        })),
      ),
    moves.length > 0 &&
      menu(
        encode('movehere'),
        t('games.move'),
        moves.map((one) => ({ value: String(one.id), label: optionOf(one, t) })),
      ),
    row(
      ...(pages > 1
        ? [
            button('◀', encode('games', 0, Math.max(at - 1, 0), 'back'), 'grey', at === 0),
            button('▶', encode('games', 0, at + 1, 'on'), 'grey', at === pages - 1),
          ]
        : []),
      ...(guild ? [button(t('button.newTable'), encode('newtable', 0, 0, game), 'blue')] : []),
      ...waiting.map((daily) => button(t('button.daily'), encode('daily', 0, 0, daily.game))),
      ...(alone ? [button(t('button.practice'), encode('practice', 0, 0, alone.id))] : []),
    ),
  ]);
}

const optionOf = ({ id, game, map }: Movable, t: Translate): string =>
  t('games.option', { id, game: t(nameOfGame(game)), map: titleOf(game, map) });

const unplayed = ({ game, day, map }: Unplayed, t: Translate): string =>
  `${ICONS.daily} **${t('daily.name', { day, map })}** · ${t('games.unplayed', { game: t(nameOfGame(game)) })}`;

const stateWords = ({ state, game, turn, waiting, day }: Entry, t: Translate): string =>
  t(`games.state.${state}`, { at: t(ofGame(game, 'table.at'), { turn }), who: waiting, day: day ?? 0 });

function line(entry: Entry, t: Translate): string {
  const parts = [
    `${entry.loss ? LOST : ICONS[entry.state]} **${t('games.name', { id: entry.id, map: titleOf(entry.game, entry.map) })}**`,
    ...(entry.loss ? [t(`games.lost.${entry.loss}`)] : []),
    stateWords(entry, t),
    ...(WAITING.includes(entry.state) ? [t('games.since', { when: ago(entry.since) })] : []),
    ...(entry.link ? [`[${t('games.link')}](${entry.link})`] : []),
  ];
  return parts.join(' · ');
}

/**
 * A button or a match that is not there, or of which one may not know that it is: here are one's games. It is the same
 * for all of these, so that nothing can be learnt from it.
 */
export async function lost(app: App, origin: Origin): Promise<Reply> {
  return listGames(app, origin, 0, translate(origin.locale)('refuse.button'));
}

/** All the games of a person, what waits for them first. */
export async function listGames(app: App, origin: Origin, page: number, note = ''): Promise<Reply> {
  const entries = await veiled(
    app,
    origin,
    await entriesOf(app, origin.user.id, translate(origin.locale)),
    page,
  );
  const inGuild = origin.guild !== null;
  const waiting = await unplayedBy(app, origin.user.id);
  const moves = await movable(app, origin);
  return { screen: gamesScreen(entries, page, translate(origin.locale), inGuild, note, waiting, moves) };
}

export const games: Press = (app, press, { turn }) => listGames(app, press, turn);
