import { now } from '../clock.ts';
import { hasDaily, type Progress, progressOf } from '../daily/runs.ts';
import { hiddenDays, type Statistics, statisticsOf } from '../daily/statistics.ts';
import { keyOf, nameOfGame, type Translate } from '../locales.ts';
import { mapOf, moduleOf } from '../modules.ts';
import { presenterOf } from '../presenters.ts';
import { nameIn } from '../store/players.ts';
import { type WithComputers, withComputers } from '../store/statistics.ts';
import { commas } from '../views/lists.ts';
import type { Theme } from '../views/presenter.ts';
import { statsPicture } from '../views/stats.ts';
import { button, GREY, gallery, grouped, rich, row, text, upload } from './components.ts';
import { type App, publicOf, sceneOf, titleOf, t as translate } from './context.ts';
import { encode } from './ids.ts';
import { bysOf, known } from './leaderboard.ts';
import { called, calledPlain } from './names.ts';
import type { Screen } from './outbound.ts';
import { missing } from './permissions.ts';
import type { Press } from './request.ts';
import { type Origin, userName } from './request.ts';
import { openRows } from './result.ts';

/** What somebody has played, and how well. */

/** The name that somebody's statistics bear where they are asked for; undefined for one who was never met. */
async function subjectName(app: App, { user, guild }: Origin, player: string): Promise<string | undefined> {
  const name = await nameIn(app.store, guild, player);
  // Nobody is someone to themselves.
  return player === user.id ? name || userName(user) : name;
}

/** Statistics of a player; `name` is what the asker's chat calls one who was never met. */
export async function statsFor(
  app: App,
  origin: Origin,
  game: string,
  player = origin.user.id,
  name = '',
): Promise<Screen> {
  const own = player === origin.user.id;
  const stored = (await subjectName(app, origin, player)) ?? name;
  const t = translate(origin.locale);
  const at = now();
  const { id: asker } = origin.user;
  const found = await statisticsOf(app.store, { game, player, asker, at });
  const { theme } = origin;
  // What others reached on days that the asker has open is left out, and they are led on.
  const hidden = own ? [] : await hiddenDays(app.store, game, asker, at);
  const waiting = hidden.length > 0 ? await progressOf(app.store, game, asker, at) : undefined;
  if (found) {
    const subject = { game, player, name: stored, as: 'private', theme, waiting } as const;
    return statsScreen(found, subject, t, origin.locale);
  }
  const also = computersLine(await withComputers(app.store, game, player), t, origin.locale);
  const nothing = (words: string, rows: readonly ReturnType<typeof row>[]): Screen =>
    rich(GREY, [text([words, also].filter(Boolean).join('\n')), ...rows]);
  if (own) return nothing(t('standings.stats.noneOwn'), playRow(game, t));
  const named = { name: called(stored, t) };
  if (!waiting) return nothing(t('standings.stats.none', named), playRow(game, t));
  return nothing(
    t('standings.stats.noneShown', { ...named, days: daysOf(hidden, t) }),
    openRows(game, waiting, t),
  );
}

const playRow = (game: string, t: Translate) =>
  hasDaily(game) ? [row(button(t('standings.play'), encode('daily', 0, 0, game), 'blue'))] : [];

export const stats: Press = async (app, press, { parts }) => {
  const [game, player] = parts;
  const screen = await statsFor(app, press, known(game), player || undefined);
  return press.personal ? { whisper: screen } : { screen };
};

/**
 * Posts what was shown, by this press only. Everybody sees it, also who still has to play today: today's daily is
 * left out.
 */
export const postStats: Press = async (app, press, { parts }) => {
  const [id, player = press.user.id] = parts;
  const game = known(id);
  const t = translate(press.locale);
  const name = (await subjectName(app, press, player)) ?? '';
  const at = now();
  const private_ = await statisticsOf(app.store, { game, player, asker: press.user.id, at });
  if (!private_) return { screen: await statsFor(app, press, game, player) };
  const subject = { game, player, name, theme: press.theme };
  const again = async (as: 'private' | 'posted', note = '') => ({
    screen: await statsScreen(private_, { ...subject, as }, t, press.locale, note),
  });
  const found = await statisticsOf(app.store, { game, player, asker: null, at });
  if (!found) return again('private', t('standings.stats.tooEarly'));
  if (press.guild === null || missing(press, false, t).length > 0)
    return again('private', t('standings.stats.noPost'));
  const { t: said, theme, locale } = await publicOf(app, press.guild);
  const screen = await statsScreen(found, { ...subject, as: 'public', theme }, said, locale);
  // Two taps on one message post once.
  const posted = await app.outbound.post(press.channel, screen, `stats.${press.message}`);
  return posted.ok ? again('posted') : again('private', t('standings.stats.noPost'));
};

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
  readonly waiting?: Progress | undefined;
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
    computersLine(found.computers, t, locale),
    parDistance(found.par, t, locale),
    otherMaps(found, game, t, locale),
    [...factsOf(found, game, t, locale), ...(daily ? [streakOf(found, t, locale)] : [])].join(' · '),
    versusLine(found, name, t),
    waiting ? `-# ${t('standings.stats.hidden', { days: daysOf(found.hidden, t) })}` : '',
  ];
  const post = encode('poststats', 0, 0, game, player);
  const module = moduleOf(game);
  const map = mapOf(module, bestMap(found) ?? found.maps[0]!.map);
  return rich(
    presenterOf(module).pictures.accent(map),
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
export const daysOf = (days: readonly number[], t: Translate): string =>
  commas(
    t,
    days.map((day) => `#${day}`),
  );

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

function computersLine({ games, wins }: WithComputers, t: Translate, locale: string): string {
  return games === 0 ? '' : t('standings.stats.computers', { count: games, wins: grouped(wins, locale) });
}

/** "par −4.2 on average, over 12 dailies". */
function parDistance({ dailies, sum }: Statistics['par'], t: Translate, locale: string): string {
  if (dailies === 0) return '';
  const mean = Math.round((10 * sum) / dailies) / 10;
  const n = mean > 0 ? `+${grouped(mean, locale)}` : mean === 0 ? '±0' : grouped(mean, locale);
  return t('par.distance', { count: dailies, n });
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
