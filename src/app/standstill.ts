import { ofGame, type Translate } from '../locales.ts';
import { isOf } from '../match/events.ts';
import { type Match, type Question, stepsOf, turnOf } from '../match/match.ts';
import { agreeing, askedSeats, lastsFor, neededFor, votersOf } from '../match/question.ts';
import { playersIn } from '../match/timeline.ts';
import type { Scene } from '../views/presenter.ts';
import { alsoFor, calling } from './calling.ts';
import { ago, button, link, mention, plain, row } from './components.ts';
import { sceneOf } from './context.ts';
import { audience, recordFile } from './end.ts';
import { encode } from './ids.ts';
import { nameInMatch, newsOf } from './news.ts';
import type { Screen } from './outbound.ts';
import { takeRows } from './picks.ts';
import type { Pings } from './pings.ts';
import { sinceLast, withNews } from './round.ts';

/** Public messages of a match that stands still, is to be ended, or has ended without a winner. */

/** Nobody has to act: who stopped it, and how it goes on. */
export function pausedScreen(match: Match, scene: Scene): Screen {
  const { t } = scene;
  const { paused, id } = match;
  const who = match.seats.find(({ player }) => player !== null && player === paused?.user);
  const words =
    paused?.by === 'clock'
      ? t('table.pausedByClock', { id })
      : paused?.by === 'bot'
        ? t('table.pausedByBot', { id })
        : t('table.paused', { id, name: who ? scene.names[who.seat]! : t('privacy.someone') });
  const press = (act: string) => encode(act, id, turnOf(match));
  return plain(
    withNews(newsOf(match, scene, sinceLast(match)), t, (lines) => [...lines, words].join('\n')),
    [
      row(
        button(t('button.goOn'), press('go'), 'blue'),
        button(t(ofGame(match.row.game, 'table.mine')), press('mine')),
        button(t(ofGame(match.row.game, 'table.boards')), press('boards')),
        button(t('button.more'), press('more')),
      ),
      ...takeRows(match, scene),
    ],
    [],
  );
}

/** Asks those who have a say: who would like what, what follows, how many agree, and until when. */
export function questionScreen(match: Match, question: Question, scene: Scene, pings: Pings): Screen {
  const { t } = scene;
  const { id } = match;
  const voters = votersOf(match, question);
  const agreed = agreeing(match, question);
  const asked = playersIn(match, askedSeats(match));
  const { who, rest } = calling(asked.map(mention), t);
  const values = {
    id,
    name: scene.names[question.by]!,
    n: agreed.length,
    count: voters.length,
    when: ago(question.at + lastsFor(question)),
  };
  const [what, means] =
    question.off === null
      ? [t('table.wish', values), t('table.wishMeans', values)]
      : [
          t('table.takeOff', {
            ...values,
            off: scene.names[question.off]!,
            needed: neededFor(match, question),
          }),
          t('table.takeOffMeans', { ...values, off: scene.names[question.off]! }),
        ];
  const words = [who === '' ? what : t('table.asks', { who, what }), means, alsoFor(rest, t)];
  const press = (act: string) => encode(act, id, turnOf(match), String(question.seq));
  const no = question.off === null ? 'button.playOn' : 'button.against';
  return plain(
    words.filter(Boolean).join('\n'),
    [row(button(t('button.agree'), press('agree')), button(t(no), press('playon'), 'blue'))],
    [],
    pings(asked),
  );
}

/** What stays of a question that is not open any more, and that the row `at` of the log asked. */
export function settledScreen(match: Match, at: number, t: Translate): Screen {
  const { id, row: stored, log, events } = match;
  const over = stored.status === 'over';
  const asked = events[at];
  const off = asked?.kind === 'ask' ? asked.off : null;
  const next = log.find(({ seq }) => seq > at && ANSWERS.has(events[seq]?.kind));
  const answer = next && events[next.seq];
  if (off !== null) {
    const name = sceneOf(match.seats, t).names[off]!;
    const granted = next?.by === 'clock' && isOf(answer, 'kick', off);
    if (granted) return plain(t('table.takeOffGranted', { id, name }));
    return plain(over ? t('table.wishPast', { id }) : t('table.takeOffOver', { id, name }));
  }
  if (match.voided === 'agreed') return plain(t('table.wishGranted', { id }));
  if (over) return plain(t('table.wishPast', { id }));
  return plain(t(answer?.kind === 'lapse' ? 'table.wishLapsed' : 'table.wishOver', { id }));
}

/** Events that may settle a question. */
const ANSWERS: ReadonlySet<string | undefined> = new Set(['playon', 'lapse', 'kick', 'void']);

/** It ended before its game did. */
export function voidScreen(
  match: Match,
  why: NonNullable<Match['voided']>,
  scene: Scene,
  pings: Pings,
): Screen {
  const { t } = scene;
  const { id } = match;
  const quiet = why !== 'agreed' && why !== 'moderator';
  const called = quiet ? [] : audience(match, 25);
  const { who, rest } = calling(called.map(mention), t);
  const head = [who, t(`table.void.${why}`, { id })].filter(Boolean).join(' · ');
  return plain(
    [head, alsoFor(rest, t)].filter(Boolean).join('\n'),
    [
      row(
        button(t('button.rematch'), encode('rematch', id), 'green'),
        ...(stepsOf(match).length > 0
          ? [
              button(t('replay.button'), encode('replay', id), 'blue'),
              button(t('film.button'), encode('film', id)),
            ]
          : []),
        button(t(ofGame(match.row.game, 'table.boards')), encode('boards', id, turnOf(match))),
      ),
    ],
    [recordFile(match)],
    pings(called),
  );
}

/** What stays where a table stood before it moved. */
export const movedScreen = (url: string, t: Translate): Screen =>
  plain(t('table.movedTo'), [row(link(t('button.goto'), url))]);

/** Told once in the channel above a thread in which nobody may write any more. */
export function lockedScreen(match: Match, t: Translate): Screen {
  const scene = sceneOf(match.seats, t);
  return plain(t('table.locked', { id: match.id, name: scene.names[match.host]! }), [
    row(button(t('button.moveHere'), encode('movehere', match.id), 'blue')),
  ]);
}

/** Who stopped a match, and since when. */
export function pauseLine(match: Match, scene: Scene): string {
  const { t } = scene;
  const { by, user, at } = match.paused!;
  const when = ago(at);
  if (by === 'clock') return t('life.paused.clock', { when });
  if (by === 'bot') return t('life.paused.bot', { when });
  return t('life.paused.host', { when, name: nameInMatch(match, user, scene) ?? t('privacy.someone') });
}
