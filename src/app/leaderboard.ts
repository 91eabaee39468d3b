import { now } from '../clock.ts';
import { maySee } from '../daily/closing.ts';
import { dayOf, PERIODS, type Period } from '../daily/days.ts';
import { LEAST } from '../daily/figures.ts';
import {
  type By,
  type Counts,
  type Leaderboard,
  leaderboard,
  type Row,
  TIMELESS,
} from '../daily/leaderboard.ts';
import { SETTLED } from '../daily/rating.ts';
import { hasDaily } from '../daily/runs.ts';
import { keyOf, type Translate } from '../locales.ts';
import { findModule, GAMES } from '../modules.ts';
import { runOf } from '../store/daily.ts';
import { button, GREY, grouped, menu, rich, row, text } from './components.ts';
import { type App, t as translate } from './context.ts';
import { encode } from './ids.ts';
import { calledInOrder } from './names.ts';
import type { Screen } from './outbound.ts';
import type { Origin, Press } from './request.ts';
import { todayRow } from './result.ts';

/** Tables of players: words only, a row a line, so that a phone shows ten without breaking one. */

const MEDALS = ['🥇', '🥈', '🥉'];

/** As far as a page's number goes in a button's id. */
const FARTHEST = 9999;

export const SCOPES = ['server', 'world'] as const;
export type Scope = (typeof SCOPES)[number];

/** What tables of a game may go by: without a daily there are no streaks either. */
export const bysOf = (game: string): readonly By[] =>
  hasDaily(game) ? ['daily', 'rating', 'wins', 'streak', 'best'] : ['rating', 'wins', 'best'];

/** Which table somebody looks at. */
export interface Shown {
  readonly game: string;
  readonly scope: Scope;
  readonly period: Period;
  readonly by: By;
  readonly page: number;
  readonly today: number;
  /** It was asked for in a server, so there is a table of the server. */
  readonly inServer: boolean;
}

/** `locale` is how numbers are written. */
export function leaderboardScreen(
  board: Leaderboard,
  shown: Shown,
  asker: string,
  t: Translate,
  locale: string,
): Screen {
  const { page, pages } = board;
  const onPage = board.rows.some((one) => one.player === asker);
  const seen = [...board.rows, ...(board.own && !onPage ? [board.own] : [])];
  const names = calledInOrder(
    seen.map(({ name }) => name),
    t,
  );
  const lines = board.rows.map((one, i) => {
    const you = one.player === asker ? ` ${t('standings.you')}` : '';
    return `${rowOf(one, names[i]!, locale)}${you}`;
  });
  const own = board.own && t('standings.yours', { row: placed(board.own, names.at(-1)!, locale) });
  const foot = [
    ...(onPage ? [] : [own ?? t('standings.without')]),
    t('standings.page', { page: page + 1, pages }),
  ];
  const provisional = [...board.rows, ...(board.own ? [board.own] : [])].some((one) => one.provisional);
  const { counts } = board;
  const notes = [
    ...(counts ? [countsLine(counts, t, locale)] : []),
    ...(broken(board.rows) ? [t(keyOf(`standings.ties.${shown.game}`))] : []),
    ...(provisional ? [t('standings.provisional', { games: SETTLED })] : []),
    ...(waits(shown) ? [t('standings.later')] : []),
  ];
  const words = [
    `## ${titleOf(shown, t)}`,
    ...(lines.length > 0 ? lines : [t('standings.none')]),
    `-# ${foot.join(' · ')}`,
    ...notes.map((note) => `-# ${note}`),
  ];
  const to = (to: number, tag: string, off: boolean, label: string) =>
    button(label, idOf({ ...shown, page: to }, tag), 'grey', off);
  return rich(GREY, [
    text(words.join('\n')),
    row(
      to(Math.max(0, page - 1), 'back', page === 0, '◀'),
      to(page + 1, 'on', page >= pages - 1, '▶'),
      ...scopeButton(shown, t),
    ),
    ...menus(shown, t),
  ]);
}

/** Instead of today's table, for those who have not ended their run, if they have begun one. */
export function finishFirstScreen(
  shown: Shown,
  run: { readonly match: number } | undefined,
  t: Translate,
): Screen {
  const scope = scopeButton(shown, t);
  return rich(GREY, [
    text(`## ${titleOf(shown, t)}\n${t('standings.finishFirst')}`),
    todayRow(shown.game, run, t),
    scope.length > 0 && row(...scope),
    ...menus(shown, t),
  ]);
}

/** "best 5 of 7 days, yours: 4 so far". */
function countsLine({ best, of, own }: Counts, t: Translate, locale: string): string {
  const values = { best: grouped(best, locale), own: grouped(own, locale) };
  if (of === undefined) return t('standings.mean', { ...values, least: LEAST });
  return t('standings.counts', { ...values, of: grouped(of, locale) });
}

/** Whether two rows of equal value do not share their place. */
const broken = (rows: readonly Row[]): boolean =>
  rows.some((row, i) => row.value === rows[i - 1]?.value && row.rank !== rows[i - 1]!.rank);

function titleOf({ scope, period, by, today }: Shown, t: Translate): string {
  const where = t(`standings.scope.${scope}`);
  if (by === 'daily' && period === 'today') return `${t('standings.title.day', { day: today })} · ${where}`;
  const when = TIMELESS.includes(by) ? [] : [t(`standings.period.${period}`)];
  return [t(`standings.title.${by}`), ...when, where].join(' · ');
}

/** Tables that take a day's dailies in when it is closed. */
const waits = ({ game, period, by }: Shown): boolean =>
  hasDaily(game) && (by === 'best' || (by === 'daily' && period !== 'today'));

function rowOf(one: Row, name: string, locale: string): string {
  const medal = MEDALS[one.rank - 1];
  return medal ? `${medal} ${whose(one, name, locale)}` : placed(one, name, locale);
}

const placed = (one: Row, name: string, locale: string): string =>
  `**${grouped(one.rank, locale)}** ${whose(one, name, locale)}`;

const whose = ({ value, provisional }: Row, name: string, locale: string): string =>
  `${name} · ${provisional ? `~${grouped(value, locale)}` : `**${grouped(value, locale)}**`}`;

const idOf = ({ game, scope, period, by, page }: Shown, tag: string): string =>
  encode('leaders', 0, Math.min(page, FARTHEST), game, scope, period, by, tag);

function scopeButton(shown: Shown, t: Translate) {
  if (!shown.inServer) return [];
  const scope = shown.scope === 'world' ? 'server' : 'world';
  return [button(t(`standings.to.${scope}`), idOf({ ...shown, scope, page: 0 }, 'scope'))];
}

function menus(shown: Shown, t: Translate) {
  const first = { ...shown, page: 0 };
  const periods = PERIODS.map((value) => ({
    value,
    label: t(`standings.pick.${value}`),
    chosen: value === shown.period,
  }));
  const bys = bysOf(shown.game).map((value) => ({
    value,
    label: t(`standings.by.${value}`),
    chosen: value === shown.by,
  }));
  return [
    ...(TIMELESS.includes(shown.by)
      ? []
      : [menu(idOf(first, 'period'), t('standings.whichPeriod'), periods)]),
    menu(idOf(first, 'by'), t('standings.whichBy'), bys),
  ];
}

/** What somebody would like to see; what is missing or unknown is chosen for them. */
export interface TableChoice {
  readonly scope?: unknown;
  readonly period?: unknown;
  readonly by?: unknown;
  readonly page?: number;
}

const oneOf = <T extends string>(known: readonly T[], value: unknown, otherwise: T): T =>
  known.find((one) => one === value) ?? otherwise;

/** A table: of the server where there is one, of today, by the daily, unless something else is wished. */
export async function leadersFor(
  app: App,
  origin: Origin,
  game: string,
  choice: TableChoice = {},
): Promise<Screen> {
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
    scope: inServer ? oneOf<Scope>(SCOPES, choice.scope, 'server') : 'world',
    period: oneOf<Period>(PERIODS, choice.period, 'today'),
    by: oneOf<By>(bys, choice.by, bys[0]!),
    page: choice.page ?? 0,
  };
  // Every other table holds closed days alone.
  if (shown.by === 'daily' && shown.period === 'today' && !(await maySee(app.store, game, today, asker, at)))
    return finishFirstScreen(shown, await runOf(app.store, game, today, asker), t);
  const guild = shown.scope === 'world' ? null : origin.guild;
  const { period, by, page } = shown;
  const board = await leaderboard(app.store, { game, guild, period, by, page, asker, at });
  return leaderboardScreen(board, shown, asker, t, origin.locale);
}

/** A game that an id names; where it names none that there is, the first. */
export const known = (id: string | undefined): string => (id && findModule(id)?.rules ? id : GAMES[0]!.id);

/** The table itself is turned over in place; from elsewhere it comes as a message of its own. */
export const leaders: Press = async (app, press, { turn: page, parts }) => {
  const [game, scope, period, by, tag] = parts;
  const [picked] = press.values;
  const choice = { scope, period: tag === 'period' ? picked : period, by: tag === 'by' ? picked : by, page };
  const screen = await leadersFor(app, press, known(game), choice);
  return press.personal && tag === undefined ? { whisper: screen } : { screen };
};
