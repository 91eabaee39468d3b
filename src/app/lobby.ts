import { keyOf, nameOfGame, type Translate } from '../locales.ts';
import { hasComputers } from '../match/seats.ts';
import { changesIn } from '../match/terms.ts';
import { mapOf, moduleOf } from '../modules.ts';
import { presenterOf } from '../presenters.ts';
import { LOBBY_LASTS } from '../store/deadlines.ts';
import type { Stored } from '../store/rows.ts';
import { commas, sentences } from '../views/lists.ts';
import type { Theme } from '../views/presenter.ts';
import { alsoFor, calling } from './calling.ts';
import { ago, button, GREY, gallery, link, mention, plain, rich, row, sketch, text } from './components.ts';
import { nameAmong, sceneOf, titleOf } from './context.ts';
import { encode } from './ids.ts';
import type { Draft, Screen } from './outbound.ts';
import type { Pings } from './pings.ts';

/** What everybody is shown of a lobby, from its opening to what stays of it. */

/** "🚇 Metro X · Tokyo". */
export const heading = (stored: Pick<Stored, 'row'>, t: Translate): string =>
  t('lobby.heading', { game: t(nameOfGame(stored.row.game)), map: titleOf(stored.row.game, stored.row.map) });

/** The same with the number of the match. */
export const numbered = ({ row: match }: Pick<Stored, 'row'>, t: Translate): string =>
  t('lobby.numbered', {
    game: t(nameOfGame(match.game)),
    id: match.id,
    map: titleOf(match.game, match.map),
  });

/** An open lobby: the map, who sits at the table, and what will be played. */
export function lobbyScreen(stored: Stored, t: Translate, theme: Theme | null = null): Draft {
  const { row: match, seats } = stored;
  const scene = sceneOf(seats, t, theme);
  const module = moduleOf(match.game);
  const presenter = presenterOf(module);
  const map = mapOf(module, match.map);
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
          peopleText(stored, scene.names),
          optionsText(stored, t),
          ...changesText(stored, t),
          hasComputers(stored) ? t('computer.counts') : '',
        ]
          .filter(Boolean)
          .join('\n'),
      ),
      row(
        full
          ? button(t('button.full'), id('join'), 'green', true)
          : button(t('button.join'), id('join'), 'green'),
        button(t('button.leave'), id('leave')),
        button(t('button.start', { n: seats.length }), id('start'), 'blue'),
      ),
      row(button(t('button.computers'), id('computers')), button(t('button.options'), id('options'))),
      row(
        button(t('button.howto'), encode('rules', match.id)),
        button(t('button.cancel'), id('cancel'), 'red'),
      ),
      text(t('lobby.closes', { when: ago(match.deadline ?? match.touchedAt) })),
    ],
    [picture],
  );
}

/** Who sits there, the host marked. */
export function peopleText(stored: Stored, names: readonly string[]): string {
  return stored.seats
    .map((seat, i) => (seat.player === stored.row.host ? `👑 ${names[i]}` : names[i]))
    .join(' · ')
    .replace(/^(?!👑)/u, '\u{1F9D1} ');
}

/** How it will be played, where that is not as usual; or `all` of it. */
export function optionsText(stored: Stored, t: Translate, all = false): string {
  const game = moduleOf(stored.row.game).rules;
  const chosen = game.options
    .map(({ id, default: usual }) => ({ id, usual, value: stored.row.options[id] ?? usual }))
    .filter(({ usual, value }) => all || value !== usual)
    .map(({ id, value }) => t(keyOf(`option.${game.id}.${id}.${value}.lobby`)));
  const { limit, onTimeout, thread } = stored.row;
  const time = [t(keyOf(`lobby.limit.${limit}`)), ...(limit > 0 ? [t(`lobby.late.${onTimeout}`)] : [])];
  const ways = chosen.length > 0 ? [t('lobby.differs', { what: commas(t, chosen) })] : [];
  return sentences(t, [
    ...(all || limit > 0 ? time : []),
    ...ways,
    ...(all || !thread ? [t(thread ? 'lobby.thread' : 'lobby.noThread')] : []),
  ]);
}

/** What the host changed with others there, in words. */
export const changesOf = (stored: Stored, t: Translate): string[] =>
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

/** The line about what the host changed with others there, if anything was. */
export function changesText(stored: Stored, t: Translate): string[] {
  const changes = changesOf(stored, t);
  return changes.length > 0 ? [t('lobby.changed', { changes: changes.join(' · ') })] : [];
}

/** What stays of a lobby once the match runs. */
export function startedScreen(stored: Stored, table: string | null, t: Translate): Screen {
  const names = commas(t, sceneOf(stored.seats, t).names);
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

/** Names the people of a match that somebody would like to play again, and pings those who want it. */
export function inviteScreen(stored: Stored, guests: readonly string[], t: Translate, pings: Pings): Screen {
  const { who, rest } = calling(guests.map(mention), t);
  const words = t('lobby.rematch', {
    name: nameAmong(stored.seats, stored.row.host, t),
    map: titleOf(stored.row.game, stored.row.map),
    guests: who,
  });
  return plain([words, alsoFor(rest, t)].filter(Boolean).join('\n'), [], [], pings(guests));
}

/** What its screens are bordered with. */
export function accentOf({ row: { game, map } }: Pick<Stored, 'row'>): number {
  const module = moduleOf(game);
  return presenterOf(module).pictures.accent(mapOf(module, map));
}
