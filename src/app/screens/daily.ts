import { startOf } from '../../daily/days.ts';
import type { DayMap } from '../../daily/maps.ts';
import type { Standing } from '../../daily/runs.ts';
import type { Match } from '../../match/match.ts';
import { mapOf, moduleOf } from '../../modules.ts';
import { presenterOf } from '../../presenters.ts';
import type { Placing } from '../../store/daily.ts';
import { signed } from '../../views/numbers.ts';
import type { Theme, Translate } from '../../views/presenter.ts';
import { ago, button, gallery, menu, plain, rich, row, text, upload } from '../components.ts';
import { publicView, sceneOf, titleOf } from '../context.ts';
import { encode } from '../ids.ts';
import type { Screen, Upload } from '../outbound.ts';

/** The daily: begin, go on, the result, earlier days. */

const GOLD = 0xffc21a;
const PAGE = 25;

const nameOf = (day: number, map: string, t: Translate): string => t('daily.name', { day, map });

/** 9.2: before the first run of a day, and 9.6 while an earlier one is still open. `day` is today's map. */
export function beginScreen(game: string, standing: Standing, day: DayMap, t: Translate, note = ''): Screen {
  const { today, pending, closes } = standing;
  const map = mapOf(moduleOf(game), day.id);
  const words = [
    note,
    `## 📅 ${nameOf(today, day.title, t)}`,
    t('daily.once', { until: ago(closes) }),
    ...pending.map((run) => t('daily.pending', { day: run.day })),
    ...promises(standing, t),
  ];
  return rich(presenterOf(game).pictures.accent(map), [
    text(words.filter(Boolean).join('\n')),
    ...pendingRows(standing, t),
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
  rich(presenterOf(game).pictures.accent(mapOf(moduleOf(game), map.id)), [
    text(
      [note, `## 📅 ${nameOf(day, map.title, t)}`, t('daily.begunBefore', { day })]
        .filter(Boolean)
        .join('\n'),
    ),
    row(
      button(t('daily.begunPlay'), encode('begin', 0, day, game)),
      button(t('button.practice'), encode('practice', 0, 0, game)),
    ),
  ]);

/** What today's run would do for the days in a row, if it alone is finished, and what the open ones would. */
function promises(standing: Standing, t: Translate): string[] {
  const { today, pending, streak, last, ahead, excused } = standing;
  if (excused.has(today)) return [t('daily.excusedToday')];
  if (streak === 0 && pending.length === 0)
    return last > 0 ? [t('daily.streakOver', { day: last, longest: standing.longest })] : [];
  const values = { count: streak, n: ahead.today, pending: ahead.pending, both: ahead.both };
  if (pending.length === 0) return [t('daily.streakBefore', values)];
  const which = pending.length > 1 ? 'all' : pending[0]!.day === today - 1 ? 'yesterday' : 'one';
  return [t(`daily.streakAhead.${which}`, { ...values, day: pending[0]!.day })];
}

/** A row for each run of an earlier day that is open: to go on with it, or to close it. */
export const pendingRows = ({ pending }: Pick<Standing, 'pending'>, t: Translate) =>
  pending.map(({ day, match }) => runRow(match, t('daily.goOn', { day }), t));

/** What may be done with a run that is open. */
export const runRow = (match: number, goOn: string, t: Translate) =>
  row(button(goOn, encode('goon', match), 'blue'), button(t('daily.close'), encode('closerun', match)));

/** What somebody may do about each day that is open for them, today's included. */
export const openRows = (game: string, standing: Pick<Standing, 'pending' | 'run'>, t: Translate) => [
  ...pendingRows(standing, t),
  ...(!standing.run || standing.run.state === 'open' ? [todayRow(game, standing.run, t)] : []),
];

/** What somebody may do about today's run, which they have not ended. */
export const todayRow = (game: string, run: { readonly match: number } | undefined, t: Translate) =>
  run
    ? runRow(run.match, t('standings.goOn'), t)
    : row(button(t('standings.play'), encode('daily', 0, 0, game), 'green'));

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

/** What a result is beside its score. */
export interface Outcome {
  readonly day: number;
  readonly score: number;
  readonly finished: boolean;
  readonly world: Placing;
  readonly here: Placing | null;
  /** Best score on the same map on other days. */
  readonly best: number | null;
  readonly standing: Standing;
  readonly shared: boolean;
}

/** 9.4: the result of a run, also shown whenever one comes back to it. */
export async function resultScreen(
  match: Match,
  outcome: Outcome,
  t: Translate,
  note = '',
  theme: Theme | null = null,
): Promise<Screen> {
  const { game, map } = match.row;
  const { day, score, standing } = outcome;
  const scene = sceneOf(match.seats, t, theme);
  const presenter = presenterOf(game);
  const view = match.game.view(match.state, 0);
  const board = await upload(`daily-${day}.png`, presenter.pictures.board(view, scene, { seat: 0 }));
  const values = { count: score, n: signed(score), verdict: presenter.solo?.verdict(view, scene) ?? '' };
  const words = [
    note,
    `## ${outcome.finished ? t('solo.title', values) : t('daily.asItStood', values)}`,
    `-# ${nameOf(day, titleOf(game, map), t)} · ${presenter.words.breakdown(view, 0, scene)}`,
    placeLine(outcome, t),
    bestLine(outcome, titleOf(game, map), t),
    streakLine(outcome, t),
  ];
  const next = day === standing.today ? `-# ${t('daily.next', { when: ago(startOf(day + 1)) })}` : '';
  return rich(
    GOLD,
    [
      text(words.filter(Boolean).join('\n')),
      gallery(board),
      row(
        outcome.shared
          ? button(t('button.shared'), encode('share', match.id), 'grey', true)
          : button(t('button.share'), encode('share', match.id), 'green'),
        button(t('button.todaysTable'), encode('leaders', 0, 0, game)),
        button(t('button.myStats'), encode('stats', 0, 0, game)),
        button(t('replay.button'), encode('replay', match.id)),
      ),
      ...pendingRows(standing, t),
      row(
        ...(day < standing.today && !standing.run
          ? [
              button(
                t('daily.playDay', { day: standing.today }),
                encode('begin', 0, standing.today, game),
                'blue',
              ),
            ]
          : []),
        button(t('button.practice'), encode('practice', 0, 0, game)),
        button(t('button.earlier'), encode('earlier', 0, 0, game)),
        button(t('button.record'), encode('record', match.id)),
      ),
      next ? text(next) : undefined,
    ],
    [board],
  );
}

function placeLine({ world, here }: Outcome, t: Translate): string {
  const others = world.of - 1;
  const beaten = Math.floor((100 * world.behind) / Math.max(1, others));
  const places = { worldRank: world.rank, worldN: world.of };
  return [
    others >= 5 ? t('daily.beat', { percent: beaten, n: world.of }) : '',
    here ? t('daily.places', { ...places, rank: here.rank, n: here.of }) : t('daily.world', places),
  ]
    .filter(Boolean)
    .join('\n');
}

function bestLine({ best, score }: Outcome, map: string, t: Translate): string {
  if (best === null || score > best) return t('daily.bestNew', { map, score: signed(score) });
  return t('daily.best', { map, score: signed(best) });
}

function streakLine({ finished, day, standing }: Outcome, t: Translate): string {
  if (!finished) return t('daily.noStreakDay');
  const { streak, last, longest, pending, excused } = standing;
  if (excused.has(day))
    return [t('daily.excused'), streak > 0 ? t('daily.streak', { count: streak }) : '']
      .filter(Boolean)
      .join(' ');
  if (streak === 0) return t('daily.streakOver', { day: last, longest });
  // A run that may still be gone on with can join this day to those before it.
  if (streak === 1 && longest > 1 && day === last && pending.length === 0)
    return t('daily.streakAnew', { longest });
  return t('daily.streak', { count: streak });
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
export function earlierPage(today: number, wish: number): EarlierPage {
  const pages = Math.max(1, Math.ceil((today - 1) / PAGE));
  const page = Math.min(Math.max(0, wish), pages - 1);
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
  const accent = presenterOf(game).pictures.accent(mapOf(moduleOf(game), map.id));
  if (maps.size === 0) return rich(accent, [text(t('daily.noEarlier'))]);
  return rich(accent, [
    text(`## ${t('daily.earlier')}\n${t('daily.unscored')}`),
    menu(
      encode('earlierday', 0, page, game),
      t('daily.whichDay'),
      [...maps].map(([day, { title }]) => ({ value: String(day), label: nameOf(day, title, t) })).reverse(),
    ),
    row(
      button('◀', encode('earlier', 0, Math.max(page - 1, 0), game, 'back'), 'grey', page === 0),
      button('▶', encode('earlier', 0, page + 1, game, 'on'), 'grey', page === pages - 1),
    ),
  ]);
}

/** What a run may be shared as: its words, and a card that spoils nothing. */
export async function shareOfRun(
  match: Match,
  outcome: Outcome,
  t: Translate,
  theme: Theme | null,
): Promise<{ text: string; card: Upload }> {
  const scene = sceneOf(match.seats, t, theme);
  const views = match.phases.map((phase) => publicView(match, phase.state));
  const { day, finished, standing } = outcome;
  // An older day's streak is not the one of today.
  const streak = finished && day === standing.last ? standing.streak : 0;
  const presenter = presenterOf(match.row.game);
  if (!presenter.solo) throw new Error(`A run of ${match.row.game} is nothing to share.`);
  const { text: words, card } = presenter.solo.share(views, { day, streak, finished }, scene);
  return { text: words, card: await upload(`daily-${day}.png`, card) };
}

export const shareScreen = (words: string, card: Upload): Screen => plain(words, [], [card]);

/** Where nothing may be posted: the words to copy. */
export const copyScreen = (words: string, card: Upload, t: Translate): Screen =>
  rich(
    GOLD,
    [text(`${t('daily.copy')}\n\`\`\`\n${words.replaceAll('```', '')}\n\`\`\``), gallery(card)],
    [card],
  );
