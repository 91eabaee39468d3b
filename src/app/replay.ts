import type { AnyState, AnyView, Seat } from '../games/game.ts';
import { keyOf, ofGame, type Translate } from '../locales.ts';
import { type Match, seatOf, stepsOf } from '../match/match.ts';
import { presenterOf } from '../presenters.ts';
import type { Page, Scene, Theme } from '../views/presenter.ts';
import { boardsScreen } from './boards.ts';
import { button, cut, gallery, menu, rich, row, text, upload } from './components.ts';
import { type App, publicView, sceneOf, titleOf, t as translate } from './context.ts';
import { lost } from './games.ts';
import { encode, type Id } from './ids.ts';
import type { Screen } from './outbound.ts';
import { seatPick } from './picks.ts';
import type { Press } from './request.ts';
import { type Modal, type PressRequest, type Reply, within } from './request.ts';
import { openLive } from './result.ts';
import { reviewButton } from './review.ts';

/**
 * A finished match, a round at a time, and the pages that a game shows besides its board: one private message each, that is
 * updated in place.
 */

/** How people, and ids, write the number of a round. */
const ROUND = /^\d{1,4}$/;

/** A round of a finished match. The id's parts: the round (0: before the first), a seat or `all`; a menu's value is the seat. */
export const replay: Press = (app, press, id) =>
  show(app, press, id, () => ({
    step: id.parts[0] === undefined ? Number.NaN : Number(id.parts[0]),
    whose: press.values[0] ?? id.parts[1],
  }));

/** A page of a finished match; the id or the menu says which. */
export const pages: Press = async (app, press, id) => {
  const match = await openLive(app, id.match);
  const t = translate(press.locale);
  if (!match || pagesOf(match, t).length === 0) return lost(app, press);
  const at = Number(press.values[0] ?? id.parts[0] ?? 0);
  return { screen: await pagesScreen(match, at, { t, theme: press.theme }) };
};

/** Asks for the number of a round: a form, made from the id alone. */
export function jump({ locale }: PressRequest, { match, parts, game }: Id): Modal {
  const t = translate(locale);
  const [step = '1', whose = '', most = ''] = parts;
  const last = ROUND.test(most) ? most : '1';
  return {
    customId: encode('jumped', match, 0, step, whose),
    title: t(ofGame(game, 'replay.jump')),
    fields: [{ id: 'round', label: t(ofGame(game, 'replay.which'), { last }), max: 4 }],
  };
}

/** Goes where the form said, or says that there is no such round and stays. */
export const jumped: Press = (app, press, id) =>
  show(app, press, id, (last, game) => {
    const [from, whose] = id.parts;
    const written = (press.values[0] ?? '').normalize('NFKC').trim();
    const wanted = ROUND.test(written) ? Number(written) : -1;
    if (wanted >= 0 && wanted <= last) return { step: wanted, whose };
    const note = translate(press.locale)(ofGame(game, 'replay.noSuch'), { count: last });
    return { step: Number(from), whose, note };
  });

interface Wanted {
  readonly step: number;
  readonly whose: string | undefined;
  readonly note?: string;
}

async function show(
  app: App,
  press: PressRequest,
  id: Id,
  want: (last: number, game: string) => Wanted,
): Promise<Reply> {
  const t = translate(press.locale);
  const match = await openLive(app, id.match);
  if (!match) return lost(app, press);
  const seat = seatOf(match, press.user.id);
  const last = stepsOf(match).length;
  if (match.row.status !== 'over' || last === 0) {
    const why = t(match.row.status === 'over' ? ofGame(match.row.game, 'replay.none') : 'replay.running');
    return {
      screen: await boardsScreen(match, t, press.user.id, undefined, why, press.theme, within(press, match)),
    };
  }
  const { step, whose, note } = want(last, match.row.game);
  const at = Number.isInteger(step) ? Math.min(Math.max(0, step), last) : 1;
  return {
    screen: await replayScreen(
      match,
      at,
      boardOf(whose, match.seats.length, seat),
      { t, theme: press.theme, inside: within(press, match), own: seat !== undefined },
      note,
    ),
  };
}

/** The board asked for; where none was: one's own, for a watcher all of them. */
function boardOf(whose: string | undefined, seats: number, own: number | undefined): Whose {
  if (seats === 1) return 0;
  const seat = /^\d{1,2}$/.test(whose ?? '') ? Number(whose) : seats;
  if (seat < seats) return seat;
  return whose === 'all' ? 'all' : (own ?? 'all');
}

/** A menu's most options; with as many seats there is no room for one more. */
const OPTIONS = 25;

/** Whose board is shown. */
export type Whose = Seat | 'all';

/**
 * The board or boards after a round, 1-based, which must be one that `stepsOf` knows; 0 is what the first began with. Hands lie
 * open, once the game is over. `note` goes first.
 */
export async function replayScreen(
  match: Match,
  step: number,
  whose: Whose,
  {
    t,
    theme,
    inside = false,
    own = false,
  }: {
    readonly t: Translate;
    readonly theme: Theme | null;
    readonly inside?: boolean;
    /** Whoever looks sat there. */
    readonly own?: boolean;
  },
  note = '',
): Promise<Screen> {
  const steps = stepsOf(match);
  const last = steps.length;
  const scene = sceneOf(match.seats, t, theme);
  const presenter = presenterOf(match.module);
  const { before, after } = steps[Math.max(0, step - 1)]!;
  const [then, now] = [before, after].map(({ state }) => openView(match, state)) as [AnyView, AnyView];
  const shown = step === 0 ? then : (match.game.closed?.(then, now, publicView(match)) ?? now);
  const many = match.seats.length > 1 && match.game.pace === 'together';
  const picture =
    whose === 'all'
      ? presenter.pictures.sheet(shown, scene)
      : presenter.pictures.board(shown, scene, { seat: whose });
  const file = await upload(`replay-${match.id}-${step}.png`, picture);
  const over = match.game.over(match.state);
  const words = [
    note,
    `## ${step === 0 ? t(ofGame(match.row.game, 'replay.start')) : presenter.words.step(then, now, scene)}`,
    `-# ${placeOf(match, t)}`,
    ...(step === 0 ? [] : newsOf(match, then, now, scene)),
    step === last ? t(over ? ofGame(match.row.game, 'replay.last') : 'replay.stopped') : '',
  ];
  // Where all play on one board, what it is worth to each of them is said.
  const seats =
    step === 0
      ? []
      : match.game.pace === 'turns'
        ? match.seats.map(({ seat }) => seat)
        : whose === 'all'
          ? []
          : [whose];
  const below = seats
    .map((seat) => {
      const name = scene.names[seat]!;
      const head = seats.length > 1 ? name : t(ofGame(match.row.game, 'replay.whose'), { name });
      return `-# ${head} · ${presenter.words.breakdown(shown, seat, scene)}`;
    })
    .join('\n');
  // The last part tells apart buttons that lead to the same round.
  const id = (to: number, part: string, who: Whose = whose) =>
    encode('replay', match.id, 0, String(to), String(who), part);
  const jump = encode('jump', match.id, 0, String(step), String(whose), String(last), match.row.game);
  return rich(
    presenter.pictures.accent(match.map),
    [
      text(cut(words.filter(Boolean).join('\n'), 3000)),
      gallery(file),
      below ? text(below) : undefined,
      // Four are as many as stand side by side on a phone.
      row(
        button('⏮', id(0, 'first'), 'grey', step === 0),
        button('◀', id(Math.max(0, step - 1), 'back'), 'grey', step === 0),
        button('▶', id(Math.min(last, step + 1), 'on'), 'grey', step === last),
        button('⏭', id(last, 'last'), 'grey', step === last),
      ),
      row(
        button(t('replay.step', { step, last }), jump, 'grey'),
        ...(match.seats.length >= OPTIONS && whose !== 'all'
          ? [button(t('button.sheet'), id(step, 'sheet', 'all'))]
          : []),
        ...(match.row.solo ? [button(t('button.result'), encode('mine', match.id))] : []),
        ...(own ? reviewButton(match, t) : []),
        button(t('film.button'), encode('film', match.id)),
        button(t('button.record'), encode('record', match.id)),
      ),
      many && menu(id(step, 'whose'), t('boards.whose'), picks(match, whose, inside, t)),
    ],
    [file],
  );
}

/** What everybody may know of an earlier position of a match that has ended. */
export function openView(match: Match, state: AnyState): AnyView {
  const { game } = match;
  return game.over(match.state) && game.revealed ? game.revealed(state) : publicView(match, state);
}

function newsOf(match: Match, then: AnyView, now: AnyView, scene: Scene): string[] {
  const news = presenterOf(match.module).words.news(then, now, scene);
  return news.length > 0 ? news : [scene.t(ofGame(match.row.game, 'replay.quiet'))];
}

function picks(match: Match, whose: Whose, inside: boolean, t: Translate) {
  const seats = match.seats.map((_, seat) => ({
    ...seatPick(match.seats, seat, inside, t),
    chosen: seat === whose,
  }));
  const all = { value: 'all', label: t(ofGame(match.row.game, 'table.boards')), chosen: whose === 'all' };
  return seats.length < OPTIONS ? [all, ...seats] : seats;
}

/** "Replay of #214 · Tokyo". */
function placeOf({ id, row: { game, map, day, solo } }: Match, t: Translate): string {
  const title = titleOf(game, map);
  if (day !== null) return t('replay.ofDaily', { day, map: title });
  return solo ? t('replay.ofPractice', { map: title }) : t('replay.ofGame', { id, map: title });
}

/** The pages of a match; none while it runs, or where its game has none. */
export const pagesOf = (match: Match, t: Translate, theme: Theme | null = null): readonly Page[] =>
  match.game.over(match.state)
    ? (presenterOf(match.module).pictures.pages?.(publicView(match), sceneOf(match.seats, t, theme)) ?? [])
    : [];

/** One page, 0-based; the nearest there is. Throws for a match without any. */
export async function pagesScreen(
  match: Match,
  at: number,
  { t, theme }: { readonly t: Translate; readonly theme: Theme | null },
): Promise<Screen> {
  const pages = pagesOf(match, t, theme);
  const last = pages.length - 1;
  const n = Math.min(Math.max(at, 0), last);
  const page = pages[n];
  if (!page) throw new Error(`${match.row.game} has no pages.`);
  const file = await upload(`page-${match.id}-${n + 1}.png`, page.picture);
  // The last part tells apart buttons that lead to the same page.
  const id = (to: number, part: string) => encode('pages', match.id, 0, String(to), part);
  return rich(
    presenterOf(match.module).pictures.accent(match.map),
    [
      text(cut(`## ${page.title}\n${page.text}`, 3000)),
      gallery(file),
      menu(
        encode('pages', match.id, 0),
        t(keyOf(`end.pages.${match.row.game}`)),
        pages.map(({ label }, i) => ({ value: String(i), label, chosen: i === n })),
      ),
      row(button('◀', id(n - 1, 'back'), 'grey', n === 0), button('▶', id(n + 1, 'on'), 'grey', n === last)),
    ],
    [file],
  );
}
