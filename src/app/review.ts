import type { Translate } from '../locales.ts';
import { type Match, outlook, seatOf, stepsOf } from '../match/match.ts';
import { open } from '../match/open.ts';
import { choicesOf, type Loss, reviewed } from '../match/review.ts';
import { presenterOf } from '../presenters.ts';
import { signed, whole } from '../views/numbers.ts';
import type { Theme } from '../views/presenter.ts';
import { button, gallery, rich, row, sketch, text } from './components.ts';
import { type App, sceneOf, t as translate } from './context.ts';
import { lost } from './games.ts';
import { encode } from './ids.ts';
import type { Draft } from './outbound.ts';
import type { Press } from './request.ts';

/** The review of somebody's own game that has ended: where most was lost, as far as they could know then, a page each. */

/** Whether there can be one: somebody can judge the game, and show it. */
const mayReview = ({ module, row }: Match): boolean =>
  row.status === 'over' && module.judge !== undefined && presenterOf(module).pictures.review !== undefined;

/** A review that was made lately: whoever steps through one has it made once. */
const RECENT = 64;
const recents = new WeakMap<App, Map<string, Promise<Loss[]>>>();

function reviewOf(app: App, match: Match, seat: number): Promise<Loss[]> {
  const key = `${match.id} ${seat}`;
  const recent = recents.get(app) ?? new Map<string, Promise<Loss[]>>();
  recents.set(app, recent);
  const known = recent.get(key);
  if (known) return known;
  const choices = choicesOf(match, seat);
  const made = app.review?.(choices) ?? Promise.resolve(reviewed(choices));
  recent.set(key, made);
  made.catch(() => recent.delete(key));
  if (recent.size > RECENT) recent.delete(recent.keys().next().value!);
  return made;
}

/** A page of one's own review; `turn` of the id is its number, counted from 0. */
export const review: Press = async (app, press, { match: id, turn }) => {
  const match = await open(app.store, id);
  const seat = match && seatOf(match, press.user.id);
  if (!match || seat === undefined || !mayReview(match)) return lost(app, press);
  const losses = await reviewOf(app, match, seat);
  const page = Math.min(Math.max(0, turn), losses.length - 1);
  const loss = losses[page];
  const t = translate(press.locale);
  if (!loss) return { screen: faultless(match, t) };
  return { screen: reviewScreen(match, seat, { loss, page, pages: losses.length }, t, press.theme) };
};

/** Leads to the review of a game of one's own, where there is one. */
export const reviewButton = (match: Match, t: Translate) =>
  mayReview(match) ? [button(t('review.button'), encode('review', match.id))] : [];

const result = ({ id }: Match, t: Translate) => button(t('button.result'), encode('mine', id));
const replay = ({ id }: Match, t: Translate) => button(t('replay.button'), encode('replay', id));

const faultless = (match: Match, t: Translate): Draft =>
  rich(presenterOf(match.module).pictures.accent(match.map), [
    text(`## ${t('review.title')}\n${t('review.none')}`),
    row(replay(match, t), result(match, t)),
  ]);

interface Shown {
  readonly loss: Loss;
  /** 0-based. */
  readonly page: number;
  readonly pages: number;
}

function reviewScreen(
  match: Match,
  seat: number,
  { loss, page, pages }: Shown,
  t: Translate,
  theme: Theme | null,
): Draft {
  const { game, module } = match;
  const presenter = presenterOf(module);
  const scene = sceneOf(match.seats, t, theme);
  const { state } = stepsOf(match).find(({ before }) => before.turn === loss.turn)!.before;
  const view = game.view(state, seat);
  const { foresee } = outlook(game, view, seat);
  const judged = (code: string, expected: number) => {
    const action = game.parse(state, seat, code);
    if (!action) throw new Error(`A review tells of ${code}, which is no action there.`);
    const after = foresee(action);
    const what = presenter.menus.effect(view, action, after, scene).label;
    return { after, expected, words: { what, n: signed(whole(expected)) } };
  };
  const chosen = judged(loss.code, loss.expected);
  const better = judged(loss.better, loss.instead);
  const words = [
    `## ${t('review.page', { page: page + 1, pages })}`,
    `-# ${presenter.words.headline(view, scene)}`,
    t('review.chosen', chosen.words),
    t('review.better', better.words),
    t('review.lost', { count: whole(loss.instead) - whole(loss.expected) }),
  ];
  if (!presenter.pictures.review) throw new Error(`Nobody draws a review of ${match.row.game}.`);
  const boards = sketch(
    `review-${match.id}-${loss.turn}.png`,
    presenter.pictures.review(view, scene, { seat, chosen, better }),
  );
  const to = (other: number) => encode('review', match.id, other);
  return rich(
    presenter.pictures.accent(match.map),
    [
      text(words.join('\n')),
      gallery(boards),
      text(`-# ${t('review.how')}`),
      row(
        button('◀', to(Math.max(0, page - 1)), 'grey', page === 0),
        button('▶', to(page + 1), 'grey', page === pages - 1),
        replay(match, t),
        result(match, t),
      ),
    ],
    [boards],
  );
}
