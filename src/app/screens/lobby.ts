import { keyOf, nameOfGame } from '../../locales.ts';
import { LIMITS } from '../../match/projection.ts';
import { mayClose, mayLead, mayTakeOff } from '../../match/rights.ts';
import { changesIn, stampOf } from '../../match/terms.ts';
import { canDrop } from '../../match/timeline.ts';
import { mapOf, moduleOf } from '../../modules.ts';
import { presenterOf } from '../../presenters.ts';
import { LOBBY_LASTS } from '../../store/deadlines.ts';
import type { SeatRow, Stored } from '../../store/rows.ts';
import { LATES } from '../../store/schema.ts';
import { commas } from '../../views/lists.ts';
import type { Theme, Translate } from '../../views/presenter.ts';
import {
  ago,
  button,
  channelMention,
  GREY,
  gallery,
  link,
  mention,
  menu,
  plain,
  RED,
  rich,
  row,
  sentence,
  sketch,
  text,
} from '../components.ts';
import { nameAmong, sceneOf, titleOf } from '../context.ts';
import { encode } from '../ids.ts';
import type { Draft, Screen } from '../outbound.ts';
import { seatPick } from '../picks.ts';
import type { Pings } from '../pings.ts';

/** "🚇 Metro X · Tokyo". */
export const heading = (stored: Pick<Stored, 'row'>, t: Translate): string =>
  t('lobby.heading', { game: t(nameOfGame(stored.row.game)), map: titleOf(stored.row.game, stored.row.map) });

const numbered = ({ row: match }: Pick<Stored, 'row'>, t: Translate): string =>
  t('lobby.numbered', {
    game: t(nameOfGame(match.game)),
    id: match.id,
    map: titleOf(match.game, match.map),
  });

/** An open lobby: the map, who sits at the table, and what will be played. */
export function lobbyScreen(stored: Stored, t: Translate, theme: Theme | null = null): Draft {
  const { row: match, seats } = stored;
  const scene = sceneOf(seats, t, theme);
  const presenter = presenterOf(match.game);
  const map = mapOf(moduleOf(match.game), match.map);
  const picture = sketch(`map-${match.map}.png`, presenter.pictures.map(map, scene));
  const full = seats.length >= match.capacity;
  const id = (act: string) => encode(act, match.id);
  return rich(
    presenter.pictures.accent(map),
    [
      text(`## ${heading(stored, t)}\n${t(keyOf(`lobby.pitch.${match.game}`))}`),
      gallery(picture),
      text(
        [
          t(full ? 'lobby.full' : 'lobby.seats', { n: seats.length, most: match.capacity }),
          people(stored, scene.names),
          options(stored, t),
          ...changed(stored, t),
        ].join('\n'),
      ),
      row(
        full
          ? button(t('button.full'), id('join'), 'green', true)
          : button(t('button.join'), id('join'), 'green'),
        button(t('button.leave'), id('leave')),
        button(t('button.start', { n: seats.length }), id('start'), 'blue'),
      ),
      row(
        button(t('button.options'), id('options')),
        button(t('button.howto'), encode('rules', match.id)),
        button(t('button.cancel'), id('cancel'), 'red'),
      ),
      text(t('lobby.closes', { when: ago(match.deadline ?? match.touchedAt) })),
    ],
    [picture],
  );
}

function people(stored: Stored, names: readonly string[]): string {
  return stored.seats
    .map((seat, i) => (seat.player === stored.row.host ? `👑 ${names[i]}` : names[i]))
    .join(' · ')
    .replace(/^(?!👑)/u, '\u{1F9D1} ');
}

/** How it will be played. Of the game's own options only those that are not as usual, or `all`. */
function options(stored: Stored, t: Translate, all = false): string {
  const game = moduleOf(stored.row.game).rules;
  const chosen = game.options
    .map(({ id, default: usual }) => ({ id, usual, value: stored.row.options[id] ?? usual }))
    .filter(({ usual, value }) => all || value !== usual)
    .map(({ id, value }) => t(keyOf(`option.${game.id}.${id}.${value}.lobby`)));
  const { limit, late, thread } = stored.row;
  const time = [t(keyOf(`lobby.limit.${limit}`)), ...(limit > 0 ? [t(`lobby.late.${late}`)] : [])];
  if (limit === 0) time[0] = time[0]!.replace(/;$/, '.');
  const ways = chosen.length > 0 ? [t('lobby.differs', { what: commas(t, chosen) })] : [];
  return [...time, ...ways, t(thread ? 'lobby.thread' : 'lobby.noThread')].join(' ');
}

/** What the host changed with others there, in words. */
const changesOf = (stored: Stored, t: Translate): string[] =>
  changesIn(stored).map(({ what, before, now }) =>
    t('lobby.change', {
      before: wordFor(stored.row.game, what, before, t),
      now: wordFor(stored.row.game, what, now, t),
    }),
  );

function wordFor(game: string, what: string, value: string, t: Translate): string {
  if (what === 'map') return titleOf(game, value);
  if (what === 'limit') return t(keyOf(`lobby.limits.${value}`));
  if (what === 'late') return t(keyOf(`lobby.lates.${value}`));
  if (what === 'thread') return t(value === 'true' ? 'button.threadOn' : 'button.threadOff');
  return t(keyOf(`option.${game}.${what}.${value}.label`));
}

function changed(stored: Stored, t: Translate): string[] {
  const changes = changesOf(stored, t);
  return changes.length > 0 ? [t('lobby.changed', { changes: changes.join(' · ') })] : [];
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

/** What stays of a lobby once the match runs. */
export function startedScreen(stored: Stored, table: string | null, t: Translate): Screen {
  const names = sceneOf(stored.seats, t).names.join(', ');
  const words = t('lobby.started', {
    heading: numbered(stored, t),
    when: `<t:${Math.floor((stored.row.startedAt ?? 0) / 1000)}:R>`,
    names,
  });
  return rich(accentOf(stored), [text(words), table ? row(link(t('button.goto'), table)) : undefined]);
}

/** What stays of a lobby that was closed. */
export function closedScreen(stored: Stored, t: Translate): Screen {
  const host = stored.seats.find((seat) => seat.player === stored.row.host);
  const { touchedAt, endedAt } = stored.row;
  // Whoever closes one touches it.
  const expired = (endedAt ?? 0) - touchedAt >= LOBBY_LASTS;
  const words = !host
    ? t('lobby.emptied', { heading: heading(stored, t) })
    : expired
      ? t('lobby.expired', { heading: heading(stored, t) })
      : t('lobby.cancelled', { heading: heading(stored, t), name: nameAmong(stored.seats, host.player, t) });
  return rich(GREY, [text(words), row(button(t('button.openAgain'), encode('reopen', stored.row.id)))]);
}

/**
 * The options, for the host to set and for others to read. `manages`: may take people off all the same; `threads`:
 * there can be a thread where the lobby stands.
 */
export function optionsScreen(
  stored: Stored,
  user: string,
  manages: boolean,
  t: Translate,
  note = '',
  inside = false,
  threads = true,
): Screen {
  const { row: match } = stored;
  const game = moduleOf(match.game).rules;
  const presenter = presenterOf(match.game);
  const head = [`## ${t('lobby.optionsTitle')}`, note];
  const takeOff = mayTakeOff(stored, user, manages) && peopleMenu(stored, user, 'takeoff', inside, t);
  if (!mayLead(stored, user)) {
    const words = [...head, heading(stored, t), options(stored, t, true), t('lobby.optionsRead')];
    return rich(accentOf(stored), [text(words.filter(Boolean).join('\n')), takeOff]);
  }
  const mapPicks = moduleOf(match.game)
    .maps()
    .map((map) => {
      const { id, title } = map as { id: string; title: string };
      return {
        value: id,
        label: title,
        description: presenter.words.about(map, { t }),
        chosen: id === match.map,
      };
    });
  return rich(accentOf(stored), [
    text(head.filter(Boolean).join('\n')),
    mapPicks.length > 1 && menu(encode('set', match.id, 0, 'map'), t('lobby.map'), mapPicks),
    ...game.options.map((option) =>
      menu(
        encode('set', match.id, 0, option.id),
        t(keyOf(`option.${game.id}.${option.id}.title`)),
        option.values.map((value) => ({
          value,
          label: t(keyOf(`option.${game.id}.${option.id}.${value}.label`)),
          chosen: value === (match.options[option.id] ?? option.default),
        })),
      ),
    ),
    menu(
      encode('set', match.id, 0, 'limit'),
      t('lobby.limitTitle'),
      LIMITS.map((limit) => ({
        value: String(limit),
        label: t(`lobby.limits.${limit}`),
        chosen: limit === match.limit,
      })),
    ),
    ...(canDrop(game)
      ? [
          menu(
            encode('set', match.id, 0, 'late'),
            t('lobby.lateTitle'),
            LATES.map((late) => ({
              value: late,
              label: t(`lobby.lates.${late}`),
              chosen: late === match.late,
            })),
          ),
        ]
      : []),
    takeOff,
    peopleMenu(stored, user, 'passon', inside, t),
    row(
      // What the button asks for is in its id, so that two taps are not a change and its opposite.
      ...(threads
        ? [
            button(
              t(match.thread ? 'button.threadOn' : 'button.threadOff'),
              encode('thread', match.id, 0, match.thread ? 'off' : 'on'),
            ),
          ]
        : []),
      button(t('button.done'), encode('done', match.id), 'blue'),
    ),
  ]);
}

/** The others in a lobby, of whom somebody is to be taken off or to be the host; none where there are no others. */
function peopleMenu(
  { row: match, seats }: Stored,
  user: string,
  act: 'takeoff' | 'passon',
  inside: boolean,
  t: Translate,
) {
  const picks = seats
    .map(({ player }, at) => ({ ...seatPick(seats, at, inside, t), value: player }))
    .filter(({ value }) => value !== user);
  return picks.length > 0 && menu(encode(act, match.id), t(`lobby.people.${act}`), picks);
}

/** Asks once more before somebody is taken off a lobby, to which they cannot come back. */
export const takeOffScreen = ({ row: match, seats }: Stored, seat: SeatRow, t: Translate): Screen =>
  sentence(
    t('lobby.takeOffAsk', { name: nameAmong(seats, seat.player, t) }),
    button(t('life.takeOff'), encode('takeoffnow', match.id, 0, seat.player), 'red'),
    button(t('life.no'), encode('options', match.id), 'blue'),
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
    people(stored, sceneOf(seats, t).names),
    options(stored, t),
    ...changed(stored, t),
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

/** Names the people of a match that somebody would like to play again, and pings those who want it. */
export function inviteScreen(stored: Stored, guests: readonly string[], t: Translate, pings: Pings): Screen {
  const words = t('lobby.rematch', {
    name: nameAmong(stored.seats, stored.row.host, t),
    map: titleOf(stored.row.game, stored.row.map),
    guests: guests.map(mention).join(' '),
  });
  return plain(words, [], [], pings(guests));
}

export const accentOf = (stored: Pick<Stored, 'row'>): number =>
  presenterOf(stored.row.game).pictures.accent(mapOf(moduleOf(stored.row.game), stored.row.map));
