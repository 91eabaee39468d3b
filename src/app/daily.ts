import { now } from '../clock.ts';
import { begunBefore, isClosed } from '../daily/closing.ts';
import { dayOf } from '../daily/days.ts';
import { type DayMap, mapOfDay, mapsOfDays, seedOf } from '../daily/maps.ts';
import { beginRun, type Progress, progressOf } from '../daily/runs.ts';
import type { Translate } from '../locales.ts';
import { endEarly } from '../match/ending.ts';
import { type Match, seatOf } from '../match/match.ts';
import { open } from '../match/open.ts';
import { mapOf, moduleOf } from '../modules.ts';
import { presenterOf } from '../presenters.ts';
import { runOf } from '../store/daily.ts';
import { SHARE } from '../store/messages.ts';
import { signed } from '../views/numbers.ts';
import { ago, button, GOLD, menu, rich, row, sentence, text } from './components.ts';
import { type App, publicOf, t as translate } from './context.ts';
import { encode } from './ids.ts';
import { stand } from './messages/stand.ts';
import { buttonOf } from './opened.ts';
import type { Screen } from './outbound.ts';
import { knownPar } from './par.ts';
import { missing } from './permissions.ts';
import { soloFor } from './practice.ts';
import type { Answer, Origin, Press, PressRequest } from './request.ts';
import {
  copyScreen,
  dailyName,
  openLive,
  outcomeOf,
  pendingRows,
  resultOf,
  resultScreen,
  shareOfRun,
  shareScreen,
} from './result.ts';

/** The challenge of the day: to begin it, to go on with it, to close it as it stands, to share it, and those of earlier days. */

/** Entries of a menu of earlier days. */
const PAGE = 25;

/** Today's challenge: begin it, go on with it, or see how it went. */
export async function dailyFor(app: App, origin: Origin, game: string, note = ''): Promise<Answer> {
  const t = translate(origin.locale);
  const progress = await progressOf(app.store, game, origin.user.id, now());
  if (!progress.run && (await begunBefore(app.store, game, progress.today, origin.user.id)))
    return {
      screen: begunScreen(game, await mapOfDay(app.store, game, progress.today), progress.today, t, note),
    };
  if (!progress.run)
    return { screen: beginScreen(game, progress, await mapOfDay(app.store, game, progress.today), t, note) };
  const match = await open(app.store, progress.run.match);
  if (!match) throw new Error(`The run ${progress.run.match} has no match.`);
  if (progress.run.state === 'open') {
    return { mine: match, note: t('daily.back', { turn: match.game.turn(match.state) }) };
  }
  return resultOf(app, origin, match, t('daily.played'));
}

export const dailyPress: Press = (app, press, { game }) => dailyFor(app, press, game);

export const begin: Press = async (app, press, { turn: day, game }) => {
  const t = translate(press.locale);
  const at = now();
  // The button is of a day that has passed: today's is another challenge.
  if (dayOf(at) !== day) return dailyFor(app, press, game, t('daily.passed', { day }));
  const { id: origin, user, guild } = press;
  const match = await beginRun(app.store, { game, player: user.id, guild, origin, at });
  return { mine: match, note: match.row.day === null ? t('daily.begunCounts') : '' };
};

export const goOn: Press = async (app, press, { match: id, game }) => {
  const match = await openLive(app, id);
  if (!match) return dailyFor(app, press, game);
  const turn = match.game.turn(match.state);
  const own = match.row.status === 'running' && seatOf(match, press.user.id) !== undefined;
  return { mine: match, note: own ? translate(press.locale)('daily.back', { turn }) : '' };
};

/** One's own run of the daily, as it is now; undefined for everything else. */
async function ownRun(app: App, press: PressRequest, id: number): Promise<Match | undefined> {
  const match = await openLive(app, id);
  return match && match.row.day !== null && seatOf(match, press.user.id) === 0 ? match : undefined;
}

/** Asks whether a run is to be closed as it stands. */
export const closeRun: Press = async (app, press, { match: id, game }) => {
  const match = await ownRun(app, press, id);
  if (!match) return dailyFor(app, press, game);
  if (match.row.status !== 'running') return { mine: match };
  return { screen: closeScreen(match, translate(press.locale)) };
};

/** Closes a run as it stands, unless it has gone on since that was asked. */
export const closeRunNow: Press = async (app, press, { match: id, turn, game }) => {
  const match = await ownRun(app, press, id);
  if (!match) return dailyFor(app, press, game);
  if (match.row.status !== 'running') return { mine: match };
  if (match.game.turn(match.state) !== turn) return { screen: closeScreen(match, translate(press.locale)) };
  const ended = (await endEarly(app.store, match, now(), press.user.id)) ?? (await open(app.store, id));
  return { mine: ended ?? match };
};

/** Posts one's result, once, by one's own press. */
export const share: Press = async (app, press, { match: id, game }) => {
  const t = translate(press.locale);
  const match = await open(app.store, id);
  const mine = match && seatOf(match, press.user.id) === 0;
  if (!match || match.row.day === null) return dailyFor(app, press, game);
  if (!mine || match.row.status !== 'over') return dailyFor(app, press, match.row.game);
  const outcome = await outcomeOf(app, press, match, await knownPar(app, match));
  const mayPost = press.guild !== null && missing(press, false, t).length === 0;
  const closed = await isClosed(app.store, match.row.day, now());
  const eyes = mayPost ? await publicOf(app, press.guild) : { t, theme: press.theme };
  const { text: words, card } = await shareOfRun(match, outcome, eyes.t, eyes.theme, closed);
  if (!mayPost) return { screen: copyScreen(words, card, t) };
  const posted = await stand(
    app,
    { match: id },
    { slot: SHARE, channel: press.channel },
    shareScreen(words, card),
  );
  if (!posted.ok) return { screen: copyScreen(words, card, t) };
  return { screen: await resultScreen(match, { ...outcome, shared: true }, t, '', press.theme) };
};

export const earlier: Press = async (app, press, { turn, game }) => {
  const today = dayOf(now());
  const page = earlierPage(today, turn);
  const maps = await mapsOfDays(app.store, game, page.oldest, page.newest);
  const map = await mapOfDay(app.store, game, today);
  return { screen: earlierScreen(game, page, maps, map, translate(press.locale)) };
};

export const earlierDay: Press = (app, press, { game }) =>
  playEarlier(app, press, game, Number(press.values[0]), buttonOf(press));

/** Plays the cards of an earlier day for nothing. Today's, and a run that is still open, are not for practice. */
export async function playEarlier(
  app: App,
  origin: Origin,
  game: string,
  day: number,
  pressed?: string,
): Promise<Answer> {
  const t = translate(origin.locale);
  const today = dayOf(now());
  const begin = button(t('button.daily'), encode('daily', 0, 0, game), 'blue');
  if (!Number.isInteger(day) || day < 1 || day >= today) {
    return { screen: sentence(t('daily.notYet', { n: today - 1 }), begin) };
  }
  const run = await runOf(app.store, game, day, origin.user.id);
  if (run?.state === 'open' && !(await isClosed(app.store, day, now()))) {
    return {
      screen: sentence(
        t('daily.stillOpen', { day }),
        button(t('button.goOn'), encode('goon', run.match), 'blue'),
      ),
    };
  }
  const { id } = await mapOfDay(app.store, game, day);
  return soloFor(app, origin, game, id, pressed, { seed: await seedOf(app.store, game, day) });
}

/** What screens about a map are bordered with. */
function accentOf(game: string, map: string): number {
  const module = moduleOf(game);
  return presenterOf(module).pictures.accent(mapOf(module, map));
}

/** 9.2: before the first run of a day, and 9.6 while an earlier one is still open. `day` is today's map. */
export function beginScreen(game: string, progress: Progress, day: DayMap, t: Translate, note = ''): Screen {
  const { today, pending, closes } = progress;
  const words = [
    note,
    `## 📅 ${dailyName(today, day.title, t)}`,
    t('daily.once', { until: ago(closes) }),
    ...pending.map((run) => t('daily.pending', { day: run.day })),
    ...promises(progress, t),
  ];
  return rich(accentOf(game, day.id), [
    text(words.filter(Boolean).join('\n')),
    ...pendingRows(progress, t),
    row(
      button(
        pending.length > 0 ? t('daily.playDay', { day: today }) : t('button.begin'),
        encode('begin', 0, today, game),
        'green',
      ),
      button(t('button.practiceFirst'), encode('practice', 0, 0, game)),
    ),
  ]);
}

/** For somebody who began that day before they had their data deleted: its cards can be played for nothing. */
export const begunScreen = (game: string, map: DayMap, day: number, t: Translate, note = ''): Screen =>
  rich(accentOf(game, map.id), [
    text(
      [note, `## 📅 ${dailyName(day, map.title, t)}`, t('daily.begunBefore', { day })]
        .filter(Boolean)
        .join('\n'),
    ),
    row(
      button(t('daily.begunPlay'), encode('begin', 0, day, game)),
      button(t('button.practice'), encode('practice', 0, 0, game)),
    ),
  ]);

/** What today's run would do for the days in a row, if it alone is finished, and what the open ones would. */
function promises(progress: Progress, t: Translate): string[] {
  const { today, pending, streak, last, ahead, excused } = progress;
  if (excused.has(today)) return [t('daily.excusedToday')];
  if (streak === 0 && pending.length === 0)
    return last > 0 ? [t('daily.streakOver', { day: last, longest: progress.longest })] : [];
  const values = { count: streak, n: ahead.today, pending: ahead.pending, both: ahead.both };
  if (pending.length === 0) return [t('daily.streakBefore', values)];
  const which = pending.length > 1 ? 'all' : pending[0]!.day === today - 1 ? 'yesterday' : 'one';
  return [t(`daily.streakAhead.${which}`, { ...values, day: pending[0]!.day })];
}

/** Asks whether a run is to be closed as it stands. */
export function closeScreen(match: Match, t: Translate): Screen {
  const { score } = match.game.score(match.state)[0]!;
  const turn = match.game.turn(match.state);
  return rich(GOLD, [
    text(t('daily.closeAsk', { day: match.row.day!, count: score, n: signed(score) })),
    row(
      button(t('daily.close'), encode('closerunnow', match.id, turn), 'red'),
      button(t('button.goOn'), encode('goon', match.id), 'blue'),
    ),
  ]);
}

/** A page of days before today, the newest first. */
export interface EarlierPage {
  readonly today: number;
  readonly page: number;
  readonly pages: number;
  readonly newest: number;
  readonly oldest: number;
}

/** The days of a page; beyond the end it is the last. */
export function earlierPage(today: number, wanted: number): EarlierPage {
  const pages = Math.max(1, Math.ceil((today - 1) / PAGE));
  const page = Math.min(Math.max(0, wanted), pages - 1);
  const newest = today - 1 - page * PAGE;
  return { today, page, pages, newest, oldest: Math.max(1, newest - PAGE + 1) };
}

/** 9.6: dailies of earlier days, to be played for nothing. `maps` are those of the page, `map` is today's. */
export function earlierScreen(
  game: string,
  { page, pages }: EarlierPage,
  maps: ReadonlyMap<number, DayMap>,
  map: DayMap,
  t: Translate,
): Screen {
  const accent = accentOf(game, map.id);
  if (maps.size === 0) return rich(accent, [text(t('daily.noEarlier'))]);
  return rich(accent, [
    text(`## ${t('daily.earlier')}\n${t('daily.unscored')}`),
    menu(
      encode('earlierday', 0, page, game),
      t('daily.whichDay'),
      [...maps]
        .map(([day, { title }]) => ({ value: String(day), label: dailyName(day, title, t) }))
        .reverse(),
    ),
    row(
      button('◀', encode('earlier', 0, Math.max(page - 1, 0), game, 'back'), 'grey', page === 0),
      button('▶', encode('earlier', 0, page + 1, game, 'on'), 'grey', page === pages - 1),
    ),
  ]);
}
