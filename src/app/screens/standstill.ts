import { askedSeats, seatsHere } from '../../match/course.ts';
import type { Match } from '../../match/match.ts';
import type { Scene, Translate } from '../../views/look.ts';
import { sceneOf } from '../context.ts';
import { encode } from '../ids.ts';
import type { Screen } from '../outbound.ts';
import { button, link, mention, plain, row } from '../parts.ts';
import type { Pings } from '../pings.ts';
import { audience, recordFile } from './end.ts';
import { newsOf } from './news.ts';
import { stepsOf } from './replay.ts';
import { sinceLast, takeRows, turnOf, withNews } from './round.ts';

/** Public messages of a match that stands still, is to be ended, or has ended without a winner. */

/** Nobody has to act: who stopped it, and how it goes on. */
export function pausedScreen(match: Match, scene: Scene): Screen {
  const { t } = scene;
  const { paused, id } = match;
  const who = match.seats.find((seat) => seat.player === paused?.user);
  const words =
    paused?.by === 'clock'
      ? t('table.pausedByClock', { id })
      : paused?.by === 'bot'
        ? t('table.pausedByBot', { id })
        : t('table.paused', { id, name: who ? scene.names[who.seat]! : t('privacy.someone') });
  const press = (act: string) => encode(act, id, turnOf(match));
  return plain(
    withNews(newsOf(match, scene, sinceLast(match)), t, (told) => [...told, words].join('\n')),
    [
      row(
        button(t('button.goOn'), press('go'), 'blue'),
        button(t(`${match.row.game}.table.mine`), press('mine')),
        button(t(`${match.row.game}.table.boards`), press('boards')),
        button(t('button.more'), press('more')),
      ),
      ...takeRows(match, scene),
    ],
    [],
  );
}

/** Asks those who are here whether to end it. */
export function wishScreen(match: Match, scene: Scene, pings: Pings): Screen {
  const { t } = scene;
  const { wish, id } = match;
  const here = seatsHere(match);
  const asked = askedSeats(match).map((seat) => match.seats[seat]!.player);
  const words = t('table.wish', {
    name: scene.names[wish!.by]!,
    id,
    who: asked.map(mention).join(' '),
    n: here.length - asked.length,
    count: here.length,
  });
  const press = (act: string) => encode(act, id, turnOf(match));
  return plain(
    words,
    [row(button(t('button.agree'), press('agree')), button(t('button.playOn'), press('playon'), 'blue'))],
    [],
    pings(asked),
  );
}

/** What stays of the question when it is settled. */
export function settledWish({ id, voided, row }: Match, t: Translate): Screen {
  const past = row.status === 'over' ? 'table.wishPast' : 'table.wishOver';
  return plain(t(voided === 'agreed' ? 'table.wishGranted' : past, { id }));
}

/** It ended before its game did and counts for nobody. */
export function voidScreen(match: Match, scene: Scene, pings: Pings): Screen {
  const { t } = scene;
  const { id } = match;
  const quiet = match.voided === 'slept' || match.voided === 'deserted';
  const told = quiet ? [] : audience(match, 25);
  const words = [t(`table.void.${match.voided}`, { id }), told.map(mention).join(' ')];
  return plain(
    words.filter(Boolean).join('\n'),
    [
      row(
        button(t('button.rematch'), encode('rematch', id), 'green'),
        ...(stepsOf(match).length > 0 ? [button(t('replay.button'), encode('replay', id), 'blue')] : []),
        button(t(`${match.row.game}.table.boards`), encode('boards', id, turnOf(match))),
      ),
    ],
    [recordFile(match)],
    pings(told),
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
