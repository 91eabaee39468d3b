import { nameOfGame, ofGame } from '../../locales.ts';
import { GAMES } from '../../modules.ts';
import type { Translate } from '../../views/presenter.ts';
import { titleOf } from '../context.ts';
import { encode } from '../ids.ts';
import type { Loss, Movable } from '../move.ts';
import type { Screen } from '../outbound.ts';
import { ago, button, menu, rich, row, text } from '../parts.ts';

const GREY = 0x6b6f78;
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
export interface Unplayed {
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
export function pageOf(entries: readonly unknown[], page: number) {
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
  return rich(GREY, [
    text([note, `## ${t('games.title')}`, ...lines].filter(Boolean).join('\n')),
    shown.length > 0 &&
      menu(
        encode('open', 0),
        t('games.open'),
        shown.map((entry) => ({
          value: String(entry.id),
          label: optionOf(entry, t),
          description: stateOf(entry, t),
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
      button(t('button.practice'), encode('practice', 0, 0, game)),
    ),
  ]);
}

const optionOf = ({ id, game, map }: Movable, t: Translate): string =>
  t('games.option', { id, game: t(nameOfGame(game)), map: titleOf(game, map) });

const unplayed = ({ game, day, map }: Unplayed, t: Translate): string =>
  `${ICONS.daily} **${t('daily.name', { day, map })}** · ${t('games.unplayed', { game: t(nameOfGame(game)) })}`;

const stateOf = ({ state, game, turn, waiting, day }: Entry, t: Translate): string =>
  t(`games.state.${state}`, { at: t(ofGame(game, 'table.at'), { turn }), who: waiting, day: day ?? 0 });

function line(entry: Entry, t: Translate): string {
  const parts = [
    `${entry.loss ? LOST : ICONS[entry.state]} **${t('games.name', { id: entry.id, map: titleOf(entry.game, entry.map) })}**`,
    ...(entry.loss ? [t(`games.lost.${entry.loss}`)] : []),
    stateOf(entry, t),
    ...(WAITING.includes(entry.state) ? [t('games.since', { when: ago(entry.since) })] : []),
    ...(entry.link ? [`[${t('games.link')}](${entry.link})`] : []),
  ];
  return parts.join(' · ');
}
