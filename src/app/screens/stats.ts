import type { Standing } from '../../daily/runs.ts';
import type { Statistics } from '../../daily/statistics.ts';
import { keyOf, nameOfGame } from '../../locales.ts';
import { mapOf, moduleOf } from '../../modules.ts';
import { presenterOf } from '../../presenters.ts';
import type { Theme, Translate } from '../../views/presenter.ts';
import { statsPicture } from '../../views/stats.ts';
import { sceneOf, titleOf } from '../context.ts';
import { encode } from '../ids.ts';
import { called, calledPlain } from '../names.ts';
import type { Screen } from '../outbound.ts';
import { button, gallery, grouped, rich, row, text, upload } from '../parts.ts';
import { openRows } from './daily.ts';
import { bysOf } from './leaderboard.ts';

/** Whose statistics are shown, and how. */
export interface Subject {
  readonly game: string;
  readonly player: string;
  /** The name as it is stored. */
  readonly name: string;
  /** `private` can be posted, `posted` was, `public` is the post itself. */
  readonly as: 'private' | 'posted' | 'public';
  /** Of the picture. */
  readonly theme: Theme | null;
  /** Where somebody else stands who looks at them, and has days open of which they see nothing. */
  readonly waiting?: Standing | undefined;
}

/** A player's games in words and a picture. `locale` is how numbers are written. */
export async function statsScreen(
  found: Statistics,
  subject: Subject,
  t: Translate,
  locale: string,
  note = '',
): Promise<Screen> {
  const { game, player, as, waiting } = subject;
  const title = t(nameOfGame(game));
  const daily = bysOf(game).includes('daily');
  const data = {
    name: calledPlain(subject.name, t),
    title,
    scores: found.scores,
    days: daily ? found.days : null,
    average: found.average,
    best: found.best,
  };
  const picture = await upload(`stats-${game}.png`, statsPicture(data, sceneOf([], t, subject.theme)));
  const name = called(subject.name, t);
  const words = [
    note,
    `## ${t('standings.stats.title', { name, game: title })}`,
    gamesLine(found, game, t, locale),
    otherMaps(found, game, t, locale),
    [...factsOf(found, game, t, locale), ...(daily ? [streakOf(found, t, locale)] : [])].join(' · '),
    versusLine(found, name, t),
    waiting ? `-# ${t('standings.stats.hidden', { days: daysOf(found.hidden) })}` : '',
  ];
  const post = encode('poststats', 0, 0, game, player);
  const map = mapOf(moduleOf(game), bestMap(found) ?? found.maps[0]!.map);
  return rich(
    presenterOf(game).pictures.accent(map),
    [
      text(words.filter(Boolean).join('\n')),
      gallery(picture),
      ...(waiting ? openRows(game, waiting, t) : []),
      as === 'private' && row(button(t('standings.stats.post'), post)),
      as === 'posted' && row(button(t('standings.stats.posted'), post, 'grey', true)),
    ],
    [picture],
  );
}

/** "#332, #333". */
export const daysOf = (days: readonly number[]): string => days.map((day) => `#${day}`).join(', ');

const bestMap = ({ maps, best }: Statistics): string | undefined =>
  maps.find((one) => one.best === best)?.map;

function gamesLine(found: Statistics, game: string, t: Translate, locale: string): string {
  const { games, wins, dailies } = found;
  const number = (n: number) => grouped(n, locale);
  return [
    ...(games > 0 ? [t('standings.stats.games', { count: games, wins: number(wins) })] : []),
    ...(dailies > 0 ? [t('standings.stats.dailies', { count: dailies })] : []),
    t('standings.stats.average', { n: number(found.average) }),
    t('standings.stats.best', { n: number(found.best), map: titleOf(game, bestMap(found)!) }),
  ].join(' · ');
}

function otherMaps(found: Statistics, game: string, t: Translate, locale: string): string {
  const first = bestMap(found);
  return found.maps
    .filter(({ map }) => map !== first)
    .map(({ map, best }) => t('standings.stats.map', { map: titleOf(game, map), n: grouped(best, locale) }))
    .join(' · ');
}

const factsOf = ({ facts }: Statistics, game: string, t: Translate, locale: string): string[] =>
  Object.entries(facts).map(([name, n]) =>
    t(keyOf(`standings.facts.${game}.${name}`), { n: grouped(n, locale) }),
  );

const streakOf = ({ streak, longest }: Statistics, t: Translate, locale: string): string =>
  t('standings.stats.streak', { n: grouped(streak, locale), longest: grouped(longest, locale) });

function versusLine({ versus }: Statistics, name: string, t: Translate): string {
  if (!versus || versus.won + versus.lost + versus.shared === 0) return '';
  return t('standings.stats.versus', { name, ...versus });
}
