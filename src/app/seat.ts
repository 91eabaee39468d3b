import { now } from '../clock.ts';
import type { AnyAction, AnyState, AnyView, Seat } from '../games/game.ts';
import type { Translate } from '../locales.ts';
import { playComputers } from '../match/computers.ts';
import { legal, type Match, outlook, seatOf, turnOf, viewOf } from '../match/match.ts';
import { returnTo } from '../match/people.ts';
import { type AnyPresenter, presenterOf } from '../presenters.ts';
import type { Choices, Scene, Theme } from '../views/presenter.ts';
import { type App, sceneOf, t as translate } from './context.ts';
import type { Id } from './ids.ts';
import { encode, stepParts } from './ids.ts';
import { welcome } from './news.ts';
import { unwritable } from './permissions.ts';
import type { Answer, Origin, PressRequest } from './request.ts';
import { openLive } from './result.ts';

/** One seat's place in a match: what its player needs, sees and may do, also after steps of a turn that do not count yet. */

/** What all screens of one seat need, worked out once. */
export interface SeatContext {
  readonly match: Match;
  readonly seat: Seat;
  readonly scene: Scene;
  readonly presenter: AnyPresenter;
  /** What the seat sees before any of the steps. */
  readonly base: AnyView;
  /** At the position that the steps have come to. */
  readonly choices: Choices<AnyView, AnyAction>;
  /** A state that fits what the seat sees there. */
  imagined(): AnyState;
  /** The same before the last of the steps; undefined where there is none. */
  readonly before?: SeatContext;
  /** Texts of what was chosen so far in a turn of several steps, before it counts. */
  readonly steps: readonly string[];
  /** The same in words. */
  readonly stepTitles: readonly string[];
  /** The seat's own pending choice. */
  readonly choice: AnyAction | null;
  /** A choice is shown before it counts: in turns always, alone where the player wants it. */
  readonly asks: boolean;
  /** The player wants to be told that their choice closes the round. */
  readonly warns: boolean;
}

/** `asks`, `theme` and `warns` are the player's own choices. */
export function seatContext(
  match: Match,
  seat: Seat,
  t: Translate,
  asks: boolean,
  theme: Theme | null = null,
  warns = true,
): SeatContext {
  const view = viewOf(match, seat);
  const presenter = presenterOf(match.module);
  const { imagined, foresee } = outlook(match.game, view, seat);
  return {
    match,
    seat,
    scene: sceneOf(match.seats, t, theme),
    presenter,
    base: view,
    choices: { view, actions: match.game.actions(match.state, seat), foresee },
    imagined,
    steps: [],
    stepTitles: [],
    choice: match.game.pending?.(view) ?? null,
    asks: match.game.pace === 'turns' || (match.row.solo && asks),
    warns,
  };
}

/** The same after one more step that does not count yet. */
export function ahead(ctx: SeatContext, action: AnyAction): SeatContext {
  const { match, seat, choices } = ctx;
  const { game } = match;
  const state = game.apply(ctx.imagined(), seat, action);
  const view = game.view(state, seat);
  const { imagined, foresee } = outlook(game, view, seat);
  // Where something new comes up there is nothing to choose before the step counts.
  const actions = game.turn(state) === turnOf(match) ? game.actions(state, seat) : [];
  return {
    ...ctx,
    choices: { view, actions, foresee },
    imagined,
    before: ctx,
    steps: [...ctx.steps, game.code(action)],
    stepTitles: [...ctx.stepTitles, ctx.presenter.menus.confirm(choices.view, action, view, ctx.scene).title],
  };
}

/** The same after such steps; undefined when one of them cannot be done. */
export function after(ctx: SeatContext, steps: readonly string[]): SeatContext | undefined {
  let now = ctx;
  for (const step of steps) {
    const action = actionOf(now, step);
    if (action === undefined) return undefined;
    now = ahead(now, action);
  }
  return now;
}

/** The custom id of a press that keeps what was chosen so far; `steps` may be fewer. */
export const stepId = (
  ctx: SeatContext,
  act: string,
  parts: readonly string[] = [],
  steps = ctx.steps,
): string => encode(act, ctx.match.id, turnOf(ctx.match), ...stepParts(steps), ...parts);

/** What a text stands for among what may be chosen there; undefined when that is not legal. */
export const actionOf = (ctx: SeatContext, code: string): AnyAction | undefined =>
  canAct(ctx) ? legal(ctx.match.game, ctx.imagined(), ctx.seat, code) : undefined;

/** Whether the seat has to act, or may still change its mind. */
export const canAct = (ctx: SeatContext): boolean => ctx.choices.actions.length > 0;

/**
 * What somebody needs to see now of a match: their board, how their own run or practice went, or why there is nothing for
 * them to do.
 */
type Needed = 'board' | 'run' | 'practice' | 'stranger' | 'over' | 'left' | 'dropped' | 'paused';

export function needed(match: Match, user: string): Needed {
  const seat = seatOf(match, user);
  const { status, solo, day } = match.row;
  if (seat === undefined) return 'stranger';
  if (status === 'over') return day !== null ? 'run' : solo ? 'practice' : 'over';
  const standing = match.standing[seat];
  if (standing === 'left' || standing === 'dropped') return standing;
  return match.paused ? 'paused' : 'board';
}

/** The seat of whoever asks, who sits there. */
export const contextFor = ({ user, locale, asks, theme, warns }: Origin, match: Match): SeatContext =>
  seatContext(match, seatOf(match, user.id)!, translate(locale), asks, theme, warns);

/** Finds the presser's seat in the match as it is now; a turn of -1 asks for no particular one. */
export async function atSeat(
  app: App,
  press: PressRequest,
  id: Pick<Id, 'match' | 'turn'>,
  show: (ctx: SeatContext, note: string) => Promise<Answer>,
): Promise<Answer> {
  const found = await openLive(app, id.match);
  if (!found) return { refused: { why: 'unknown' } };
  const { match, hello } = await arrive(app, press, found);
  if (needed(match, press.user.id) !== 'board') return { mine: match };
  if (id.turn >= 0 && turnOf(match) !== id.turn) return { refused: { why: 'stale', match } };
  const t = translate(press.locale);
  const notes = [await unwritable(app, press, match, t), hello].filter(Boolean).join('\n');
  return show(contextFor(press, match), notes);
}

/**
 * Whoever was not waited for any more and presses something is here again. `hello` tells what the clock played for
 * them meanwhile; it is empty for those who were never late.
 */
export async function arrive(
  app: App,
  origin: Origin,
  match: Match,
): Promise<{ readonly match: Match; readonly hello: string }> {
  const seat = seatOf(match, origin.user.id);
  if (seat === undefined || match.row.status === 'over') return { match, hello: '' };
  // Whoever plays alone waits for no computer.
  if (match.row.solo) return { match: await playComputers(app.store, app.think, match), hello: '' };
  const t = translate(origin.locale);
  if (match.standing[seat] !== 'away') return { match, hello: welcome(match, seat, t) };
  const done = await returnTo(app.store, { match, user: origin.user.id, at: now() });
  if (!done.ok) return { match, hello: '' };
  if (done.changed) app.refresh(done.match);
  return { match: done.match, hello: welcome(done.match, seat, t) || t('life.welcome') };
}
