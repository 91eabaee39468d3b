import { now } from '../clock.ts';
import { closesAt, firstOpen, maySee } from '../daily/closing.ts';
import { dayOf, startOf } from '../daily/days.ts';
import { type DayMap, mapOfDay } from '../daily/maps.ts';
import type { Translate } from '../locales.ts';
import { mapOf, moduleOf } from '../modules.ts';
import { presenterOf } from '../presenters.ts';
import { noteRefusal, playedHere } from '../store/announcements.ts';
import { guildOf } from '../store/guilds.ts';
import { type MessageRow, messagesOf } from '../store/messages.ts';
import { parOf } from '../store/pars.ts';
import { and } from '../views/lists.ts';
import { signed } from '../views/numbers.ts';
import type { Theme } from '../views/presenter.ts';
import { ago, button, gallery, rich, row, sketch, text } from './components.ts';
import { type App, publicOf, sceneOf } from './context.ts';
import { encode, GAME_OF_OLD_BUTTONS } from './ids.ts';
import type { Feature } from './messages/feature.ts';
import type { Target } from './messages/plan.ts';
import { calledInOrder } from './names.ts';
import type { Draft } from './outbound.ts';

/**
 * The messages that announce the dailies in a server: one a day and game, which nobody is pinged by. It stands with its buttons
 * until the next day, and is edited once: when the day before it is closed, so that its scores are told, too.
 */

/** A day of a game. */
interface Announced {
  readonly game: string;
  readonly day: number;
}

interface Days {
  readonly guild: string;
  readonly today: number;
  /** The first day that is not closed. */
  readonly open: number;
  /** By their slots: what is announced, how that is told, and when it is to be looked at again (ms). */
  readonly days: ReadonlyMap<
    string,
    Announced & { readonly draft: (over: boolean) => Draft; readonly until: number }
  >;
}

/** What the message of a slot announces; undefined for any other message. */
function announcedIn({ slot }: Pick<MessageRow, 'slot'>): Announced | undefined {
  const [what, day, game = GAME_OF_OLD_BUTTONS] = slot.split(':');
  return what === 'daily' ? { game, day: Number(day) } : undefined;
}

/** The announcements in servers. */
export const announcements = ({ store }: Pick<App, 'store'>): Feature<Days> => ({
  async open(owner) {
    const guild = 'guild' in owner ? owner.guild : undefined;
    const row = guild === undefined ? undefined : await guildOf(store, guild);
    if (guild === undefined || !row || row.goneAt !== null) return undefined;
    const at = now();
    const { t, theme } = await publicOf({ store }, guild);
    const days: [string, Announced & { draft: (over: boolean) => Draft; until: number }][] = [];
    for (const message of await messagesOf(store, owner)) {
      const announced = announcedIn(message);
      if (!announced) continue;
      const { game, day } = announced;
      const news = await dayNewsOf(store, game, guild, day, at);
      const draft = (over: boolean) => dailyScreen(game, { ...news, over }, t, theme);
      days.push([message.slot, { game, day, draft, until: await closesAt(store, day - 1) }]);
    }
    return { guild, today: dayOf(at), open: await firstOpen(store, at), days: new Map(days) };
  },
  // Who finds that a day has begun notes its messages.
  slots: () => [],
  screenOf(row, { today, open, days }): Target {
    const about = days.get(row.slot);
    if (!about || row.wanted !== 'screen' || (row.state === 'planned' && about.day < today)) return 'nothing';
    const { game, day } = about;
    const policy = { gone: 'drop', old: 'wait', unsure: 'never' } as const;
    // One that waits for its day to close waits no longer than until the one after the next.
    const later = [...days.values()].filter((other) => other.game === game && other.day > day).length;
    if (day < today && (day <= open || later > 1)) return { show: about.draft(true), last: true, ...policy };
    return { show: about.draft(false), fixed: true, until: about.until, ...policy };
  },
  async refused(row, code, { guild, days }) {
    const about = days.get(row.slot);
    if (about) await noteRefusal(store, guild, row.channel, about.day, code);
    return 'drop';
  },
});

async function dayNewsOf(
  store: App['store'],
  game: string,
  guild: string,
  day: number,
  at: number,
): Promise<Omit<DayNews, 'over'>> {
  return {
    day,
    map: await mapOfDay(store, game, day),
    yesterday:
      day === 1
        ? null
        : {
            map: await mapOfDay(store, game, day - 1),
            played: await playedHere(store, game, day - 1, guild),
            par: (await parOf(store, { game, day: day - 1 }))?.par,
          },
    closed: await maySee(store, game, day - 1, null, at),
  };
}

const MEDALS = ['🥇', '🥈', '🥉'];
/** So many names share a medal; more are counted. */
const NAMES = 3;

/** A run of yesterday by somebody of this server. */
export interface Played {
  /** As it is stored. */
  readonly name: string;
  readonly score: number;
  /** Of equal scores the higher goes first; runs that are equal in both share a place. */
  readonly tie: number;
}

/** What the message of a day tells. */
export interface DayNews {
  readonly day: number;
  readonly map: DayMap;
  /** The day before: its map, who has played it, the best first, and its par; null on the first day of all. */
  readonly yesterday: {
    readonly map: DayMap;
    readonly played: readonly Played[];
    readonly par?: number | undefined;
  } | null;
  /** Whether the day before is closed: until then somebody may still be playing it, and no score is told. */
  readonly closed: boolean;
  /** Whether the day is over: then there are no buttons. */
  readonly over: boolean;
}

/** The message of a day: its map, and yesterday's first three. Nobody is pinged. */
export function dailyScreen(game: string, news: DayNews, t: Translate, theme: Theme | null = null): Draft {
  const { day, over } = news;
  const module = moduleOf(game);
  const map = mapOf(module, news.map.id);
  const presenter = presenterOf(module);
  const drawn = presenter.pictures.map(map, sceneOf([], t, theme));
  const alt = t('announce.alt', { day, map: news.map.title, about: presenter.words.about(map, { t }) });
  const picture = sketch(`daily-${game}-${day}.png`, { ...drawn, alt });
  return rich(
    presenter.pictures.accent(map),
    [
      gallery(picture),
      text(wordsOf(news, t)),
      !over &&
        row(
          button(t('announce.play'), encode('daily', 0, 0, game), 'green'),
          button(t('announce.table'), encode('leaders', 0, 0, game)),
        ),
      !over && text(`-# ${t('announce.until', { when: ago(startOf(day + 1)) })}`),
    ],
    [picture],
  );
}

const wordsOf = (news: DayNews, t: Translate): string =>
  [
    `## 📅 ${t('announce.title', { day: news.day, map: news.map.title })}`,
    t('announce.about'),
    ...(news.yesterday ? [podium(news.yesterday, news.closed, t)] : []),
  ].join('\n');

/** "Yesterday, Osaka: 🥇 Dia 44 · 🥈 Ann 41 · 🥉 Ben and Eli 36 · 19 played here"; without `scores`, names alone. */
function podium(
  { map, played, par }: NonNullable<DayNews['yesterday']>,
  scores: boolean,
  t: Translate,
): string {
  const head = `**${t('announce.yesterday', { map: map.title })}**`;
  if (played.length === 0) return `${head} ${t('announce.nobody')}`;
  const tied = MEDALS.flatMap((medal, rank) => {
    const first = played[rank];
    if (!first || (rank > 0 && equal(played[rank - 1]!, first))) return [];
    return [{ medal, runs: played.filter((run) => equal(run, first)) }];
  });
  const names = calledInOrder(
    tied.flatMap(({ runs }) => runs.slice(0, NAMES).map(({ name }) => name)),
    t,
  );
  const places = tied.map(({ medal, runs }) => {
    const who = together(names.splice(0, Math.min(runs.length, NAMES)), runs.length, t);
    return [medal, who, ...(scores ? [signed(runs[0]!.score)] : [])].join(' ');
  });
  // Par tells how much there is to be had, as scores do.
  const told = scores && par !== undefined ? [t('par.is', { par: signed(par) })] : [];
  return `${head} ${[...places, ...told, t('announce.count', { count: played.length })].join(' · ')}`;
}

const equal = (a: Played, b: Played): boolean => a.score === b.score && a.tie === b.tie;

/** The first names of so many people. */
const together = (names: readonly string[], people: number, t: Translate): string =>
  and(t, people > names.length ? [...names, t('list.people', { count: people - names.length })] : names);
