import { now } from '../clock.ts';
import type { Translate } from '../locales.ts';
import type { Match } from '../match/match.ts';
import { open } from '../match/open.ts';
import { openSolo } from '../match/opening.ts';
import { findMap, moduleOf } from '../modules.ts';
import { presenterOf } from '../presenters.ts';
import { signed } from '../views/numbers.ts';
import type { Theme } from '../views/presenter.ts';
import { button, GOLD, gallery, menu, rich, row, text, upload } from './components.ts';
import { type App, sceneOf, t as translate } from './context.ts';
import { choiceScreen } from './drafts.ts';
import { listGames } from './games.ts';
import { encode } from './ids.ts';
import { buttonFor, buttonOf } from './opened.ts';
import type { Screen } from './outbound.ts';
import type { Answer, Origin, Press, Reply } from './request.ts';
import { seatContext } from './seat.ts';

/** Games that somebody plays alone, for nothing. */

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
  const match = await openSolo(app.store, {
    game,
    map,
    seed,
    host: origin.user.id,
    guild: origin.guild,
    origin: origin.id,
    button,
    at: now(),
  });
  if (match.row.origin !== origin.id) return { mine: match };
  const { locale, asks, theme } = origin;
  return { screen: await choiceScreen(seatContext(match, 0, translate(locale), asks, theme)) };
}

/** Asks on which map to practise. */
export function practiceScreen(origin: Origin, game: string): Reply {
  const t = translate(origin.locale);
  const module = moduleOf(game);
  const presenter = presenterOf(module);
  const picks = module.maps().map((map) => ({
    value: map.id,
    label: map.title,
    description: presenter.words.about(map, { t }),
  }));
  const first = module.maps()[0]!;
  return {
    screen: rich(presenter.pictures.accent(first), [
      text(`## ${t('solo.practice')}\n${t('solo.practiceNote')}`),
      menu(encode('practise', 0, 0, game), t('lobby.map'), picks),
    ]),
  };
}

/** The end of a solo match: the verdict, the parts, the board. */
export async function soloEndScreen(match: Match, t: Translate, theme: Theme | null = null): Promise<Screen> {
  const scene = sceneOf(match.seats, t, theme);
  const presenter = presenterOf(match.module);
  const view = match.game.view(match.state, 0);
  const score = match.game.score(match.state)[0]!.score;
  const board = await upload(`board-${match.id}.png`, presenter.pictures.board(view, scene, { seat: 0 }));
  const map = match.map.title;
  const id = (act: string) => encode(act, match.id);
  return rich(
    GOLD,
    [
      text(
        [
          `## ${t('solo.title', { count: score, n: signed(score), verdict: presenter.solo?.verdict(view, scene) ?? '' })}`,
          `-# ${t('solo.over', { map })} · ${presenter.words.breakdown(view, 0, scene)}`,
        ].join('\n'),
      ),
      gallery(board),
      row(
        button(t('button.same'), id('same')),
        button(t('button.newGame'), id('anew'), 'blue'),
        button(t('replay.button'), id('replay')),
        button(t('film.button'), id('film')),
        button(t('button.record'), id('record')),
      ),
    ],
    [board],
  );
}

export const practice: Press = async (_app, press, { game }) => practiceScreen(press, game);

/** Begins a practice on the map that was picked, or that the button of an earlier release names; else on the first. */
export const practise: Press = async (app, press, { game, parts: [, named] }) => {
  const module = moduleOf(game);
  const map = findMap(module, press.values[0] ?? named ?? '') ?? module.maps()[0]!;
  return soloFor(app, press, game, map.id, buttonOf(press));
};

/** Begins another practice on the map of one that is over. */
export const again =
  (sameCards: boolean): Press =>
  async (app, press, { match: id }) => {
    const match = await open(app.store, id);
    const own = match?.seats[0]?.player === press.user.id;
    if (match?.row.status !== 'over' || !own) return listGames(app, press, 0);
    const seed = sameCards ? match.row.seed : undefined;
    const pressed = buttonFor(sameCards ? 'same' : 'anew', id);
    return soloFor(app, press, match.row.game, match.row.map, pressed, seed);
  };
