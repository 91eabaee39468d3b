import type { AnyMap, AnyView, Seat } from './games/game.ts';
import { type Locale, translator } from './locales.ts';
import { type AnyModule, mapOf, received, type Sent, sent } from './modules.ts';
import { speak } from './views/canvas.ts';
import { printer } from './views/picture.ts';
import type {
  BoardOptions,
  Comparison,
  Picture,
  Pictures,
  Presenter,
  Review,
  Scene,
  ShareInfo,
  Standing,
} from './views/presenter.ts';

/**
 * A picture is asked for here, with its words, and drawn in a thread of its own, which makes it anew from the same view: so no
 * drawing holds up whoever presses next.
 */

type AnyPresenter = Presenter<AnyView, object, AnyMap>;
type Scened = Omit<Scene, 't'> & { readonly language: Locale };
type Options = Omit<BoardOptions<AnyView>, 'after'> & { readonly after?: Sent };

/** A picture as plain data: of what, and what it is made from. */
export type Wanted = { readonly game: string; readonly scene: Scened } & (
  | { readonly what: 'map'; readonly map: string }
  | { readonly what: 'table'; readonly view: Sent; readonly since: Sent | undefined }
  | { readonly what: 'board' | 'turn'; readonly view: Sent; readonly options: Options }
  | { readonly what: 'sheet'; readonly view: Sent; readonly page: number | undefined }
  | { readonly what: 'result'; readonly view: Sent; readonly standings: readonly Standing[] }
  | { readonly what: 'finale'; readonly view: Sent }
  /** One of its pages, 0-based. */
  | { readonly what: 'page'; readonly view: Sent; readonly page: number }
  | { readonly what: 'film'; readonly views: readonly Sent[]; readonly seat: Seat }
  | { readonly what: 'review'; readonly view: Sent; readonly review: Review<Sent> }
  | { readonly what: 'compare'; readonly view: Sent; readonly comparison: Comparison }
  | { readonly what: 'share'; readonly views: readonly Sent[]; readonly info: ShareInfo }
);

/** What a thread is asked for: a file's bytes. */
export interface PaintJob {
  readonly paint: Wanted;
}

/** Where pictures are drawn; here where there is no `paint`, and where it rejects. It resolves to a file's bytes. */
export const painting: { paint?: ((wanted: Wanted) => Promise<Uint8Array>) | undefined } = {};

/** The presenter of a game whose pictures are drawn where `painting` says. */
export function painted(module: AnyModule, presenter: AnyPresenter): AnyPresenter {
  const { pictures, solo } = presenter;
  const game = module.rules.id;
  const viewed = (view: AnyView): Sent => sent(module, view);
  const all = (views: readonly AnyView[]): Sent[] => views.map(viewed);
  const optioned = ({ after, ...rest }: BoardOptions<AnyView>): Options =>
    after === undefined ? rest : { ...rest, after: viewed(after) };
  const { turn, finale, pages, review } = pictures;
  const moved: Pictures<AnyView, AnyMap> = {
    ...pictures,
    map: (map, scene) =>
      elsewhere(pictures.map(map, scene), () => ({ ...of(game, scene), what: 'map', map: map.id })),
    table: (view, scene, since) =>
      elsewhere(pictures.table(view, scene, since), () => ({
        ...of(game, scene),
        what: 'table',
        view: viewed(view),
        since: since && viewed(since),
      })),
    board: (view, scene, options) =>
      elsewhere(pictures.board(view, scene, options), () => ({
        ...of(game, scene),
        what: 'board',
        view: viewed(view),
        options: optioned(options),
      })),
    ...(turn && {
      turn: (view, scene, options) =>
        elsewhere(turn(view, scene, options), () => ({
          ...of(game, scene),
          what: 'turn',
          view: viewed(view),
          options: optioned(options),
        })),
    }),
    sheet: (view, scene, page) =>
      elsewhere(pictures.sheet(view, scene, page), () => ({
        ...of(game, scene),
        what: 'sheet',
        view: viewed(view),
        page,
      })),
    result: (view, scene, standings) =>
      elsewhere(pictures.result(view, scene, standings), () => ({
        ...of(game, scene),
        what: 'result',
        view: viewed(view),
        standings,
      })),
    ...(finale && {
      finale: (view, scene) => {
        const made = finale(view, scene);
        return made && elsewhere(made, () => ({ ...of(game, scene), what: 'finale', view: viewed(view) }));
      },
    }),
    ...(pages && {
      pages: (view, scene) =>
        pages(view, scene).map((one, page) => ({
          ...one,
          picture: elsewhere(one.picture, () => ({
            ...of(game, scene),
            what: 'page',
            view: viewed(view),
            page,
          })),
        })),
    }),
    ...(review && {
      review: (view, scene, page) =>
        elsewhere(review(view, scene, page), () => ({
          ...of(game, scene),
          what: 'review',
          view: viewed(view),
          review: reviewOf(page, viewed),
        })),
    }),
    film: (views, scene, seat) =>
      elsewhere(pictures.film(views, scene, seat), () => ({
        ...of(game, scene),
        what: 'film',
        views: all(views),
        seat,
      })),
  };
  if (!solo) return { ...presenter, pictures: moved };
  return {
    ...presenter,
    pictures: moved,
    solo: {
      ...solo,
      compare: (view, comparison, scene) =>
        elsewhere(solo.compare(view, comparison, scene), () => ({
          ...of(game, scene),
          what: 'compare',
          view: viewed(view),
          comparison,
        })),
      share(views, info, scene) {
        const { text, card } = solo.share(views, info, scene);
        const wanted = (): Wanted => ({ ...of(game, scene), what: 'share', views: all(views), info });
        return { text, card: elsewhere(card, wanted) };
      },
    },
  };
}

/** The same page of other views. */
const reviewOf = <From, To>(
  { seat, chosen, better }: Review<From>,
  viewed: (view: From) => To,
): Review<To> => ({
  seat,
  chosen: { after: viewed(chosen.after), expected: chosen.expected },
  better: { after: viewed(better.after), expected: better.expected },
});

const of = (game: string, { t, ...rest }: Scene) => ({ game, scene: { ...rest, language: t.locale } });

/** The picture with its words, to be drawn elsewhere from what is wanted. */
const elsewhere = (picture: Picture, wanted: () => Wanted): Picture => ({
  ...picture,
  draw() {
    const { paint } = painting;
    if (!paint) return picture.draw();
    const { width, height } = picture;
    const png = async (): Promise<Buffer> => {
      const file = await paint(wanted()).catch(() => undefined);
      // A fault of the drawing is thrown again here, where it is told.
      if (file) return Buffer.from(file.buffer, file.byteOffset, file.byteLength);
      speak(wanted().scene.language);
      return picture.draw();
    };
    return printer.print({ width, height, png });
  },
});

/** The picture that is wanted, made anew from what was sent. Throws for a picture that there is not. */
export function pictureOf(module: AnyModule, { pictures, solo }: AnyPresenter, wanted: Wanted): Picture {
  const { language, ...rest } = wanted.scene;
  speak(language);
  const scene: Scene = { ...rest, t: translator(language) };
  const viewed = (one: Sent): AnyView => received(module, one);
  const found = (): Picture | null | undefined => {
    switch (wanted.what) {
      case 'map':
        return pictures.map(mapOf(module, wanted.map), scene);
      case 'table':
        return pictures.table(viewed(wanted.view), scene, wanted.since && viewed(wanted.since));
      case 'board':
        return pictures.board(viewed(wanted.view), scene, optioned(wanted.options));
      case 'turn':
        return pictures.turn?.(viewed(wanted.view), scene, optioned(wanted.options));
      case 'sheet':
        return pictures.sheet(viewed(wanted.view), scene, wanted.page);
      case 'result':
        return pictures.result(viewed(wanted.view), scene, wanted.standings);
      case 'finale':
        return pictures.finale?.(viewed(wanted.view), scene);
      case 'page':
        return pictures.pages?.(viewed(wanted.view), scene)[wanted.page]?.picture;
      case 'film':
        return pictures.film(wanted.views.map(viewed), scene, wanted.seat);
      case 'review':
        return pictures.review?.(viewed(wanted.view), scene, reviewOf(wanted.review, viewed));
      case 'compare':
        return solo?.compare(viewed(wanted.view), wanted.comparison, scene);
      case 'share':
        return solo?.share(wanted.views.map(viewed), wanted.info, scene).card;
    }
  };
  const optioned = ({ after, ...options }: Options): BoardOptions<AnyView> =>
    after === undefined ? options : { ...options, after: viewed(after) };
  const picture = found();
  if (!picture) throw new Error(`${wanted.game} has no picture "${wanted.what}" here.`);
  return picture;
}
