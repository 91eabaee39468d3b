import { now } from '../clock.ts';
import { maySee } from '../daily/closing.ts';
import { dayOf } from '../daily/days.ts';
import { type By, leaderboard } from '../daily/leaderboard.ts';
import { PERIODS, type Period } from '../daily/periods.ts';
import { hasDaily, standingOf } from '../daily/runs.ts';
import { hiddenDays, statisticsOf } from '../daily/statistics.ts';
import { findModule, GAMES } from '../modules.ts';
import { runOf } from '../store/daily.ts';
import { nameIn } from '../store/players.ts';
import type { Translate } from '../views/presenter.ts';
import { type App, publicOf, t as translate } from './context.ts';
import { encode, type Id } from './ids.ts';
import { called } from './names.ts';
import type { Screen } from './outbound.ts';
import { button, rich, row, text } from './parts.ts';
import { missing } from './permissions.ts';
import { askerName, type Origin, type PressRequest, type Reply } from './request.ts';
import { openRows } from './screens/daily.ts';
import {
  bysOf,
  finishFirstScreen,
  leaderboardScreen,
  SCOPES,
  type Scope,
  type Shown,
} from './screens/leaderboard.ts';
import { daysOf, statsScreen } from './screens/stats.ts';

/** Tables and statistics. */

type Press = (app: App, press: PressRequest, id: Id) => Promise<Reply>;

const GREY = 0x6b6f78;

/** What somebody would like to see; what is missing or unknown is chosen for them. */
export interface Wish {
  readonly scope?: unknown;
  readonly period?: unknown;
  readonly by?: unknown;
  readonly page?: number;
}

const oneOf = <T extends string>(known: readonly T[], value: unknown, otherwise: T): T =>
  known.find((one) => one === value) ?? otherwise;

/** A table: of the server where there is one, of today, by the daily, unless something else is wished. */
export function leadersFor(app: App, origin: Origin, game: string, wish: Wish = {}): Screen {
  const t = translate(origin.locale);
  const { id: asker } = origin.user;
  const at = now();
  const today = dayOf(at);
  const inServer = origin.guild !== null;
  const bys = bysOf(game);
  const shown: Shown = {
    game,
    today,
    inServer,
    scope: inServer ? oneOf<Scope>(SCOPES, wish.scope, 'server') : 'world',
    period: oneOf<Period>(PERIODS, wish.period, 'today'),
    by: oneOf<By>(bys, wish.by, bys[0]!),
    page: wish.page ?? 0,
  };
  // Every other table holds closed days alone.
  if (shown.by === 'daily' && shown.period === 'today' && !maySee(app.store, game, today, asker, at))
    return finishFirstScreen(shown, runOf(app.store, game, today, asker), t);
  const guild = shown.scope === 'world' ? null : origin.guild;
  const { period, by, page } = shown;
  const board = leaderboard(app.store, { game, guild, period, by, page, asker, at });
  return leaderboardScreen(board, shown, asker, t, origin.locale);
}

const known = (id: string | undefined): string => (id && findModule(id)?.rules ? id : GAMES[0]!.id);

/** The table itself is turned over in place; from elsewhere it comes as a message of its own. */
export const leaders: Press = async (app, press, { turn: page, parts }) => {
  const [game, scope, period, by, tag] = parts;
  const [picked] = press.values;
  const wish = { scope, period: tag === 'period' ? picked : period, by: tag === 'by' ? picked : by, page };
  const screen = leadersFor(app, press, known(game), wish);
  return press.personal && tag === undefined ? { whisper: screen } : { screen };
};

/** The name that somebody's statistics bear where they are asked for; undefined for one who was never met. */
function subjectName(app: App, { user, guild }: Origin, player: string): string | undefined {
  const name = nameIn(app.store, guild, player);
  // Nobody is someone to themselves.
  return player === user.id ? name || askerName(user) : name;
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
  const stored = subjectName(app, origin, player) ?? name;
  const t = translate(origin.locale);
  const at = now();
  const { id: asker } = origin.user;
  const found = statisticsOf(app.store, { game, player, asker, at });
  const { theme } = origin;
  // What others reached on days that the asker has open is left out, and they are led on.
  const hidden = own ? [] : hiddenDays(app.store, game, asker, at);
  const waiting = hidden.length > 0 ? standingOf(app.store, game, asker, at) : undefined;
  if (found) {
    const subject = { game, player, name: stored, as: 'private', theme, waiting } as const;
    return statsScreen(found, subject, t, origin.locale);
  }
  if (own) return nothing(t('standings.stats.noneOwn'), playRow(game, t));
  const named = { name: called(stored, t) };
  if (!waiting) return nothing(t('standings.stats.none', named), playRow(game, t));
  return nothing(
    t('standings.stats.noneShown', { ...named, days: daysOf(hidden) }),
    openRows(game, waiting, t),
  );
}

const playRow = (game: string, t: Translate) =>
  hasDaily(game) ? [row(button(t('standings.play'), encode('daily', 0, 0, game), 'blue'))] : [];

const nothing = (words: string, rows: readonly ReturnType<typeof row>[]): Screen =>
  rich(GREY, [text(words), ...rows]);

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
  const name = subjectName(app, press, player) ?? '';
  const at = now();
  const private_ = statisticsOf(app.store, { game, player, asker: press.user.id, at });
  if (!private_) return { screen: await statsFor(app, press, game, player) };
  const subject = { game, player, name, theme: press.theme };
  const again = async (as: 'private' | 'posted', note = '') => ({
    screen: await statsScreen(private_, { ...subject, as }, t, press.locale, note),
  });
  const found = statisticsOf(app.store, { game, player, asker: null, at });
  if (!found) return again('private', t('standings.stats.tooEarly'));
  if (press.guild === null || missing(press, false, t).length > 0)
    return again('private', t('standings.stats.noPost'));
  const { t: said, theme, locale } = publicOf(app, press.guild);
  const screen = await statsScreen(found, { ...subject, as: 'public', theme }, said, locale);
  // Two taps on one message post once.
  const posted = await app.outbound.post(press.channel, screen, `stats.${press.message}`);
  return posted.ok ? again('posted') : again('private', t('standings.stats.noPost'));
};
