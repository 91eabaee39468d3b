import { startOf } from '../../daily/days.ts';
import type { Standing } from '../../daily/runs.ts';
import { mapOfDay } from '../../daily/runs.ts';
import { type Match, mapOf } from '../../match/match.ts';
import type { Placing } from '../../store/daily.ts';
import type { Theme, Translate } from '../../views/look.ts';
import { signed } from '../../views/numbers.ts';
import { look, publicView, sceneOf, titleOf } from '../context.ts';
import { encode } from '../ids.ts';
import type { Screen, Upload } from '../outbound.ts';
import { ago, button, gallery, menu, plain, rich, row, text, upload } from '../parts.ts';

/** The daily: begin, go on, the result, earlier days. */

const GOLD = 0xffc21a;
const PAGE = 25;

const nameOf = (game: string, day: number, t: Translate): string =>
  t('daily.name', { day, map: mapOfDay(game, day).title });

/** 9.2: before the first run of a day, and 9.6 while yesterday's is still open. */
export function beginScreen(game: string, standing: Standing, t: Translate, note = ''): Screen {
  const { today, pending, streak, last } = standing;
  const map = mapOf(game, mapOfDay(game, today).id);
  const words = [
    note,
    `## 📅 ${nameOf(game, today, t)}`,
    t('daily.once', { until: ago(startOf(today + 2)) }),
    pending ? t('daily.pending', { day: pending.day }) : '',
    streak > 0 ? t('daily.streakBefore', { count: streak, n: streak + (pending ? 2 : 1) }) : '',
    streak === 0 && last > 0 ? t('daily.streakOver', { day: last, longest: standing.longest }) : '',
  ];
  return rich(look(game).accent(map), [
    text(words.filter(Boolean).join('\n')),
    row(
      ...(pending
        ? [button(t('daily.goOn', { day: pending.day }), encode('goon', pending.match), 'blue')]
        : []),
      button(
        pending ? t('daily.playDay', { day: today }) : t('button.begin'),
        encode('begin', 0, today, game),
        'green',
      ),
      button(t('button.practiceFirst'), encode('practice', 0, 0, game)),
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
  const seen = look(game);
  const view = match.game.view(match.state, 0);
  const board = await upload(`daily-${day}.png`, seen.board(view, scene, { seat: 0 }));
  const values = { count: score, n: signed(score), verdict: seen.verdict?.(view, scene) ?? '' };
  const words = [
    note,
    `## ${outcome.finished ? t('solo.title', values) : t('daily.asItStood', values)}`,
    `-# ${nameOf(game, day, t)} · ${seen.parts(view, 0, scene)}`,
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
      row(
        ...(standing.pending
          ? [
              button(
                t('daily.goOn', { day: standing.pending.day }),
                encode('goon', standing.pending.match),
                'blue',
              ),
            ]
          : []),
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
  const beaten = Math.floor((100 * (world.of - world.rank)) / Math.max(1, others));
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
  const { streak, last, longest, pending } = standing;
  if (streak === 0) return t('daily.streakOver', { day: last, longest });
  // A run that may still be gone on with can join this day to those before it.
  if (streak === 1 && longest > 1 && day === last && !pending) return t('daily.streakAnew', { longest });
  return t('daily.streak', { count: streak });
}

/** 9.6: dailies of earlier days, to be played for nothing. */
export function earlierScreen(game: string, today: number, page: number, t: Translate): Screen {
  const pages = Math.max(1, Math.ceil((today - 1) / PAGE));
  const at = Math.min(Math.max(0, page), pages - 1);
  const newest = today - 1 - at * PAGE;
  const days = Array.from({ length: Math.min(PAGE, newest) }, (_, i) => newest - i);
  const map = mapOf(game, mapOfDay(game, today).id);
  if (days.length === 0) return rich(look(game).accent(map), [text(t('daily.noEarlier'))]);
  return rich(look(game).accent(map), [
    text(`## ${t('daily.earlier')}\n${t('daily.unscored')}`),
    menu(
      encode('earlierday', 0, at, game),
      t('daily.whichDay'),
      days.map((day) => ({ value: String(day), label: nameOf(game, day, t) })),
    ),
    row(
      button('◀', encode('earlier', 0, Math.max(at - 1, 0), game, 'back'), 'grey', at === 0),
      button('▶', encode('earlier', 0, at + 1, game, 'on'), 'grey', at === pages - 1),
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
  const seen = look(match.row.game);
  if (!seen.share) throw new Error(`A run of ${match.row.game} is nothing to share.`);
  const { text: words, card } = seen.share(views, { day, streak, finished }, scene);
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
