import { now } from '../clock.ts';
import { isClosed } from '../daily/closing.ts';
import { startOf } from '../daily/days.ts';
import { type Progress, progressOf } from '../daily/runs.ts';
import type { Translate } from '../locales.ts';
import { endEarly } from '../match/ending.ts';
import type { Match } from '../match/match.ts';
import { open } from '../match/open.ts';
import type { Par } from '../match/par.ts';
import { resultsOf } from '../match/projection.ts';
import { personIn } from '../match/seats.ts';
import { presenterOf } from '../presenters.ts';
import { bestElsewhere, type Placing, placing, scoresOf } from '../store/daily.ts';
import { messageIn, SHARE } from '../store/messages.ts';
import { isMember } from '../store/players.ts';
import { sentences } from '../views/lists.ts';
import { signed } from '../views/numbers.ts';
import { parLine } from '../views/par.ts';
import type { Comparison, Theme } from '../views/presenter.ts';
import { ago, button, GOLD, gallery, plain, rich, row, text, upload } from './components.ts';
import { type App, isAbsent, publicView, sceneOf, t as translate } from './context.ts';
import { encode } from './ids.ts';
import { isPosted } from './messages/stand.ts';
import type { Screen, Upload } from './outbound.ts';
import { BUSY, parFor } from './par.ts';
import type { Origin, Reply } from './request.ts';
import { reviewButton } from './review.ts';

/** How a run of the daily went, what it may be shared as, and what may be done with those that are open. */

/** A match as it is now: a run of the daily whose time is up is closed first. */
export async function openLive(app: App, id: number): Promise<Match | undefined> {
  const match = await open(app.store, id);
  if (match?.row.status !== 'running' || match.row.day === null || isAbsent(app)) return match;
  if (!(await isClosed(app.store, match.row.day, now()))) return match;
  return (await endEarly(app.store, match, now())) ?? open(app.store, id);
}

/** The result of an ended run, for the one whose it is. */
export async function resultOf(app: App, origin: Origin, match: Match, note = ''): Promise<Reply> {
  const par = await parFor(app, match);
  const outcome = await outcomeOf(app, origin, match, par === BUSY ? undefined : par);
  return { screen: await resultScreen(match, outcome, translate(origin.locale), note, origin.theme) };
}

/** What there is to be told of an ended run; `par` is that of its day as far as one waits for it. */
export async function outcomeOf(
  app: App,
  origin: Origin,
  match: Match,
  par: Par | undefined,
): Promise<Outcome> {
  const { store } = app;
  const { guild } = origin;
  const { game } = match.row;
  const day = match.row.day!;
  const player = personIn(match.seats[0]!);
  const [run] = resultsOf(match);
  const { score, tie } = run!;
  const worth = { score, tie };
  const world = await placing(store, game, day, worth);
  const share = await messageIn(store, { match: match.id }, SHARE);
  return {
    day,
    score,
    finished: match.game.over(match.state),
    world,
    scores: isMany(world) ? await scoresOf(store, game, day) : [],
    here:
      guild === null || !(await isMember(store, guild, player))
        ? null
        : await placing(store, game, day, worth, guild),
    best: await bestElsewhere(store, game, player, day),
    progress: await progressOf(store, game, player, now()),
    shared: share !== undefined && isPosted(share),
    par,
  };
}

/** What a day's challenge is called. */
export const dailyName = (day: number, map: string, t: Translate): string => t('daily.name', { day, map });

/** A row for each run of an earlier day that is open: to go on with it, or to close it. */
export const pendingRows = ({ pending }: Pick<Progress, 'pending'>, t: Translate) =>
  pending.map(({ day, match }) => runRow(match, t('daily.goOn', { day }), t));

/** What may be done with a run that is open. */
const runRow = (match: number, goOn: string, t: Translate) =>
  row(button(goOn, encode('goon', match), 'blue'), button(t('daily.close'), encode('closerun', match)));

/** What somebody may do about each day that is open for them, today's included. */
export const openRows = (game: string, progress: Pick<Progress, 'pending' | 'run'>, t: Translate) => [
  ...pendingRows(progress, t),
  ...(!progress.run || progress.run.state === 'open' ? [todayRow(game, progress.run, t)] : []),
];

/** What somebody may do about today's run, which they have not ended. */
export const todayRow = (game: string, run: { readonly match: number } | undefined, t: Translate) =>
  run
    ? runRow(run.match, t('standings.goOn'), t)
    : row(button(t('standings.play'), encode('daily', 0, 0, game), 'green'));

/** What a result is beside its score. */
interface Outcome {
  readonly day: number;
  readonly score: number;
  readonly finished: boolean;
  readonly world: Placing;
  readonly here: Placing | null;
  /** How many in the world came to each score; none where they are few. */
  readonly scores: Comparison['scores'];
  /** Best score on the same map on other days. */
  readonly best: number | null;
  readonly progress: Progress;
  readonly shared: boolean;
  readonly par: Pick<Par, 'par' | 'best'> | undefined;
}

/** Whether so many have played that one's place among them says something. */
const isMany = ({ of }: Placing): boolean => of > 5;

/** How many of a hundred others are behind; null where they are too few. */
const aheadOf = (world: Placing): number | null =>
  isMany(world) ? Math.floor((100 * world.behind) / (world.of - 1)) : null;

/** What a run's score stands beside; undefined where there is nothing. */
function comparisonOf({ day, finished, world, scores, progress, ...known }: Outcome): Comparison | undefined {
  const par = finished ? known.par : undefined;
  if (!par && scores.length === 0) return undefined;
  return { day, finished, par, scores, ahead: aheadOf(world), streak: streakOn(day, finished, progress) };
}

/** 9.4: the result of a run, also shown whenever one comes back to it. */
export async function resultScreen(
  match: Match,
  outcome: Outcome,
  t: Translate,
  note = '',
  theme: Theme | null = null,
): Promise<Screen> {
  const { game } = match.row;
  const { day, score, progress } = outcome;
  const scene = sceneOf(match.seats, t, theme);
  const presenter = presenterOf(match.module);
  const view = match.game.view(match.state, 0);
  const comparison = comparisonOf(outcome);
  const [board, card] = await Promise.all([
    upload(`daily-${day}.png`, presenter.pictures.board(view, scene, { seat: 0 })),
    comparison &&
      presenter.solo &&
      upload(`daily-${day}-compared.png`, presenter.solo.compare(view, comparison, scene)),
  ]);
  const values = { count: score, n: signed(score), verdict: presenter.solo?.verdict(view, scene) ?? '' };
  const words = [
    note,
    `## ${outcome.finished ? t('solo.title', values) : t('daily.asItStood', values)}`,
    `-# ${dailyName(day, match.map.title, t)} · ${presenter.words.breakdown(view, 0, scene)}`,
    outcome.par && outcome.finished ? parLine(score, outcome.par, t) : '',
    placeLine(outcome, t),
    bestLine(outcome, match.map.title, t),
    streakLine(outcome, t),
  ];
  const next = day === progress.today ? `-# ${t('daily.next', { when: ago(startOf(day + 1)) })}` : '';
  return rich(
    GOLD,
    [
      text(words.filter(Boolean).join('\n')),
      card && gallery(card),
      gallery(board),
      row(
        outcome.shared
          ? button(t('button.shared'), encode('share', match.id), 'grey', true)
          : button(t('button.share'), encode('share', match.id), 'green'),
        button(t('button.todaysTable'), encode('leaders', 0, 0, game)),
        button(t('button.myStats'), encode('stats', 0, 0, game)),
        button(t('replay.button'), encode('replay', match.id)),
        button(t('film.button'), encode('film', match.id)),
      ),
      ...pendingRows(progress, t),
      row(
        ...(day < progress.today && !progress.run
          ? [
              button(
                t('daily.playDay', { day: progress.today }),
                encode('begin', 0, progress.today, game),
                'blue',
              ),
            ]
          : []),
        button(t('button.practice'), encode('practice', 0, 0, game)),
        button(t('button.earlier'), encode('earlier', 0, 0, game)),
        ...reviewButton(match, t),
        button(t('button.record'), encode('record', match.id)),
      ),
      next ? text(next) : undefined,
    ],
    card ? [card, board] : [board],
  );
}

function placeLine({ world, here }: Outcome, t: Translate): string {
  const ahead = aheadOf(world);
  const places = { worldRank: world.rank, worldN: world.of };
  return [
    ahead === null ? '' : t('daily.beat', { percent: ahead, n: world.of }),
    here ? t('daily.places', { ...places, rank: here.rank, n: here.of }) : t('daily.world', places),
  ]
    .filter(Boolean)
    .join('\n');
}

function bestLine({ best, score }: Outcome, map: string, t: Translate): string {
  if (best === null || score > best) return t('daily.bestNew', { map, score: signed(score) });
  return t('daily.best', { map, score: signed(best) });
}

function streakLine({ finished, day, progress }: Outcome, t: Translate): string {
  if (!finished) return t('daily.noStreakDay');
  const { streak, last, longest, pending, excused } = progress;
  if (excused.has(day))
    return sentences(t, [t('daily.excused'), streak > 0 ? t('daily.streak', { count: streak }) : '']);
  if (streak === 0) return t('daily.streakOver', { day: last, longest });
  // A run that may still be gone on with can join this day to those before it.
  if (streak === 1 && longest > 1 && day === last && pending.length === 0)
    return t('daily.streakAnew', { longest });
  return t('daily.streak', { count: streak });
}

/** Days in a row as a card of a day shows them: an older day's streak is not the one of today. */
const streakOn = (day: number, finished: boolean, { last, streak }: Progress): number =>
  finished && day === last ? streak : 0;

/** What a run may be shared as: its words, and a card that spoils nothing. */
export async function shareOfRun(
  match: Match,
  outcome: Outcome,
  t: Translate,
  theme: Theme | null,
  closed = false,
): Promise<{ text: string; card: Upload }> {
  const scene = sceneOf(match.seats, t, theme);
  const views = match.phases.map((phase) => publicView(match, phase.state));
  const { day, finished, progress } = outcome;
  const streak = streakOn(day, finished, progress);
  const presenter = presenterOf(match.module);
  if (!presenter.solo) throw new Error(`A run of ${match.row.game} is nothing to share.`);
  // Of a day that others may still play it would tell how much there is to be had.
  const par = closed ? outcome.par?.par : undefined;
  const info = { day, streak, finished, ...(par === undefined ? {} : { par }) };
  const { text: words, card } = presenter.solo.share(views, info, scene);
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
