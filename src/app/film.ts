import type { Seat } from '../games/game.ts';
import { ofGame, type Translate } from '../locales.ts';
import { type Match, seatOf, stepsOf } from '../match/match.ts';
import { presenterOf } from '../presenters.ts';
import type { Store } from '../store/open.ts';
import type { Picture, Theme } from '../views/presenter.ts';
import { boardsScreen } from './boards.ts';
import { button, cut, gallery, menu, rich, row, sentence, sketch, text } from './components.ts';
import { sceneOf, titleOf, t as translate } from './context.ts';
import { holders } from './end.ts';
import { lost } from './games.ts';
import { encode } from './ids.ts';
import type { Screen } from './outbound.ts';
import { seatPick } from './picks.ts';
import { openView } from './replay.ts';
import { type Press, within } from './request.ts';
import { openLive } from './result.ts';

/**
 * A finished match as a film, in a private message of its own. It takes seconds to draw: one is drawn after the other, and the
 * last few are kept for whoever asks again.
 */

/** About a megabyte each. */
const KEPT = 6;
/** So many are drawn or waited for; the interaction of a press answers for a quarter of an hour. */
const MOST = 12;

interface Studio {
  /** The last that was begun or waits. */
  last: Promise<unknown>;
  /** Films that are drawn or waited for. */
  busy: number;
  /** By what decides about a film, those asked for last at the end. */
  readonly films: Map<string, Promise<Buffer>>;
}

const studios = new WeakMap<Store, Studio>();

function studioOf(store: Store): Studio {
  let studio = studios.get(store);
  if (!studio) studios.set(store, (studio = { last: Promise.resolve(), busy: 0, films: new Map() }));
  return studio;
}

/** The film of that name, drawn after all that were asked for before it; undefined where too many are. */
function drawnFilm(studio: Studio, name: string, picture: Picture): Promise<Buffer> | undefined {
  const { films } = studio;
  let film = films.get(name);
  if (!film) {
    if (studio.busy >= MOST) return undefined;
    studio.busy++;
    film = studio.last.then(() => picture.draw());
    studio.last = film
      .catch(() => films.delete(name))
      .finally(() => {
        studio.busy--;
      });
  }
  films.delete(name);
  films.set(name, film);
  if (films.size > KEPT + studio.busy) films.delete(films.keys().next().value!);
  return film;
}

/** Whose board is shown where each has one: that which was asked for, one's own, else the winner's. */
function boardOf(match: Match, asked: string | undefined, own: Seat | undefined): Seat {
  const seat = /^\d{1,2}$/.test(asked ?? '') ? Number(asked) : -1;
  if (match.seats[seat]) return seat;
  // Where all are out of the scoring nobody has won.
  return (
    own ??
    Math.max(
      0,
      match.game.score(match.state).findIndex(({ rank }) => rank === 1),
    )
  );
}

/** The film of a match that has steps. `seat`: whose board, where each has one. */
export function filmPicture(match: Match, seat: Seat, t: Translate, theme: Theme | null): Picture {
  const steps = stepsOf(match);
  const phases = [steps[0]!.before, ...steps.map(({ after }) => after)];
  const views = phases.map(({ state }) => openView(match, state));
  const scene = holders(match, sceneOf(match.seats, t, theme));
  return presenterOf(match.module).pictures.film(views, scene, seat);
}

/** The film of a finished match. The id's part, or the menu's value, is the seat whose board it shows. */
export const film: Press = async (app, press, id) => {
  const t = translate(press.locale);
  const match = await openLive(app, id.match);
  if (!match) return lost(app, press);
  const { user, theme } = press;
  const inside = within(press, match);
  if (match.row.status !== 'over' || stepsOf(match).length === 0) {
    const why = t(match.row.status === 'over' ? ofGame(match.row.game, 'replay.none') : 'film.running');
    return { screen: await boardsScreen(match, t, user.id, undefined, why, theme, inside) };
  }
  const seat = boardOf(match, press.values[0] ?? id.parts[0], seatOf(match, user.id));
  const picture = filmPicture(match, seat, t, theme);
  // Names may change after the end, and language and theme are those of whoever asks.
  const name = [match.id, match.log.length, seat, press.locale, theme, picture.alt].join(' ');
  const data = await drawnFilm(studioOf(app.store), name, picture);
  if (!data)
    return {
      screen: sentence(t('film.busy'), button(t('film.button'), encode('film', match.id, 0, String(seat)))),
    };
  return { screen: filmScreen(match, seat, { picture, data }, inside, t) };
};

/** A menu's most options. */
const OPTIONS = 25;

function filmScreen(
  match: Match,
  seat: Seat,
  { picture, data }: { readonly picture: Picture; readonly data: Buffer },
  inside: boolean,
  t: Translate,
): Screen {
  const { draw: _, ...about } = sketch(`film-${match.id}-${seat}.gif`, picture);
  const file = { ...about, data };
  const many = match.seats.length > 1 && match.seats.length <= OPTIONS && match.game.pace === 'together';
  return rich(
    presenterOf(match.module).pictures.accent(match.map),
    [
      text(cut(`## ${headOf(match, t)}`, 3000)),
      gallery(file),
      many &&
        menu(
          encode('film', match.id),
          t('boards.whose'),
          match.seats.map((_, at) => ({ ...seatPick(match.seats, at, inside, t), chosen: at === seat })),
        ),
      row(button(t('replay.button'), encode('replay', match.id))),
    ],
    [file],
  );
}

/** "Film of #214 · Tokyo". */
function headOf({ id, row: { game, map, day, solo } }: Match, t: Translate): string {
  const title = titleOf(game, map);
  if (day !== null) return t('film.ofDaily', { day, map: title });
  return solo ? t('film.ofPractice', { map: title }) : t('film.ofGame', { id, map: title });
}
