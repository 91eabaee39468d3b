import { startOf } from '../../daily/days.ts';
import type { DayMap } from '../../daily/maps.ts';
import { mapOf, moduleOf } from '../../modules.ts';
import { presenterOf } from '../../presenters.ts';
import { signed } from '../../views/numbers.ts';
import type { Theme, Translate } from '../../views/presenter.ts';
import { ago, button, gallery, rich, row, sketch, text } from '../components.ts';
import { sceneOf } from '../context.ts';
import { encode } from '../ids.ts';
import { calledInOrder } from '../names.ts';
import type { Draft } from '../outbound.ts';

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
export interface Told {
  readonly day: number;
  readonly map: DayMap;
  /** The day before: its map, and who has played it, the best first; null on the first day of all. */
  readonly yesterday: { readonly map: DayMap; readonly played: readonly Played[] } | null;
  /** Whether the day before is closed: until then somebody may still be playing it, and no score is told. */
  readonly closed: boolean;
  /** Whether the day is over: then there are no buttons. */
  readonly over: boolean;
}

/** The message of a day: its map, and yesterday's first three. Nobody is pinged. */
export function dailyScreen(game: string, told: Told, t: Translate, theme: Theme | null = null): Draft {
  const { day, over } = told;
  const map = mapOf(moduleOf(game), told.map.id);
  const presenter = presenterOf(game);
  const drawn = presenter.pictures.map(map, sceneOf([], t, theme));
  const alt = t('announce.alt', { day, map: told.map.title, about: presenter.words.about(map, { t }) });
  const picture = sketch(`daily-${game}-${day}.png`, { ...drawn, alt });
  return rich(
    presenter.pictures.accent(map),
    [
      gallery(picture),
      text(wordsOf(told, t)),
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

const wordsOf = (told: Told, t: Translate): string =>
  [
    `## 📅 ${t('announce.title', { day: told.day, map: told.map.title })}`,
    t('announce.about'),
    ...(told.yesterday ? [podium(told.yesterday, told.closed, t)] : []),
  ].join('\n');

/** "Yesterday, Osaka: 🥇 Dia 44 · 🥈 Ann 41 · 🥉 Ben and Eli 36 · 19 played here"; without `scores`, names alone. */
function podium({ map, played }: NonNullable<Told['yesterday']>, scores: boolean, t: Translate): string {
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
  return `${head} ${[...places, t('announce.count', { count: played.length })].join(' · ')}`;
}

const equal = (a: Played, b: Played): boolean => a.score === b.score && a.tie === b.tie;

/** The first names of so many people. */
function together(names: readonly string[], people: number, t: Translate): string {
  const more = people - names.length;
  if (more > 0) return t('announce.more', { names: names.join(', '), count: more });
  if (names.length === 1) return names[0]!;
  return t('announce.and', { names: names.slice(0, -1).join(', '), last: names.at(-1)! });
}
