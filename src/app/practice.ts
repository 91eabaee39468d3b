import { now } from '../clock.ts';
import { openSolo } from '../match/lobby.ts';
import { open } from '../match/open.ts';
import { moduleOf } from '../modules.ts';
import { presenterOf } from '../presenters.ts';
import { menu, rich, text } from './components.ts';
import { type App, t as translate } from './context.ts';
import { encode } from './ids.ts';
import type { Answer, Origin, Reply } from './request.ts';
import { askScreen } from './screens/board.ts';
import { deskOf } from './seat.ts';

/**
 * Begins a practice on a map and shows its first round; where the button has begun one of theirs that is still open, that
 * one. With `seed` the cards of an earlier one come again.
 */
export async function soloFor(
  app: App,
  origin: Origin,
  game: string,
  map: string,
  button?: string,
  seed?: string,
): Promise<Answer> {
  const id = await openSolo(app.store, {
    game,
    map,
    seed,
    host: origin.user.id,
    guild: origin.guild,
    origin: origin.id,
    button,
    at: now(),
  });
  const match = await open(app.store, id);
  if (!match) throw new Error(`Match ${id} did not begin.`);
  if (match.row.origin !== origin.id) return { mine: match };
  const { locale, asks, theme } = origin;
  return { screen: await askScreen(deskOf(match, 0, translate(locale), asks, theme)) };
}

/** Asks on which map to practise. */
export function practiceScreen(origin: Origin, game: string): Reply {
  const t = translate(origin.locale);
  const presenter = presenterOf(moduleOf(game).rules.id);
  const picks = moduleOf(game)
    .maps()
    .map((map) => ({
      value: map.id,
      label: map.title,
      description: presenter.words.about(map, { t }),
    }));
  const first = moduleOf(game).maps()[0]!;
  return {
    screen: rich(presenter.pictures.accent(first), [
      text(`## ${t('solo.practice')}\n${t('solo.practiceNote')}`),
      menu(encode('practise', 0, 0, game), t('lobby.map'), picks),
    ]),
  };
}
