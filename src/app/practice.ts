import { now } from '../clock.ts';
import { hasDaily } from '../daily/runs.ts';
import type { Options } from '../games/game.ts';
import type { Strength } from '../games/strength.ts';
import type { Translate } from '../locales.ts';
import { playComputers } from '../match/computers.ts';
import { type Match, seatOf, turnOf } from '../match/match.ts';
import { open } from '../match/open.ts';
import { openSolo } from '../match/opening.ts';
import { hasPar, type Par } from '../match/par.ts';
import { hasComputers } from '../match/seats.ts';
import { findMap, moduleOf, strengthsOf } from '../modules.ts';
import { presenterOf } from '../presenters.ts';
import { signed } from '../views/numbers.ts';
import { parLine } from '../views/par.ts';
import type { Theme } from '../views/presenter.ts';
import { button, GOLD, gallery, menu, rich, row, text, upload } from './components.ts';
import { type App, sceneOf, t as translate } from './context.ts';
import { choiceScreen } from './drafts.ts';
import { listGames } from './games.ts';
import { encode } from './ids.ts';
import { buttonFor, buttonOf } from './opened.ts';
import type { Screen } from './outbound.ts';
import { BUSY, parFor } from './par.ts';
import { busyScreen } from './refusals.ts';
import type { Answer, Origin, Press, Reply } from './request.ts';
import { reviewButton } from './review.ts';
import { happened } from './round.ts';
import { seatContext } from './seat.ts';

/** Games that somebody plays alone or against computers, for nothing. */

/** What else a practice may be asked to be. */
export interface Against {
  /** The cards, or tiles, of an earlier one come again. */
  readonly seed?: string | undefined;
  readonly computers?: readonly Strength[] | undefined;
  readonly options?: Options | undefined;
  /** Its first rounds come with hints. */
  readonly guided?: boolean;
}

/** Begins a game against computers, as many as there is room for; `strength` is that of each. */
export function againstComputers(
  app: App,
  origin: Origin,
  game: string,
  {
    map,
    count = 1,
    strength,
    options,
    guided = false,
  }: {
    readonly guided?: boolean;
    readonly map?: string | undefined;
    readonly count?: number | undefined;
    readonly strength?: Strength | undefined;
    readonly options?: Options;
  } = {},
  button?: string,
): Promise<Answer> {
  const module = moduleOf(game);
  const { seats, options: known } = module.rules;
  const board = (map === undefined ? undefined : findMap(module, map)) ?? module.maps()[0]!;
  const most = Math.min(Math.max(count, seats[0] - 1, 1), seats[1] - 1);
  const usual = Object.fromEntries(known.map((option) => [option.id, option.default]));
  return soloFor(app, origin, game, board.id, button, {
    computers: Array.from({ length: most }, () => strength ?? usualStrength(game)),
    options: { ...usual, ...options },
    guided,
  });
}

/** Begins a game against an easy computer in which the first rounds come with hints: the way on from the tutorial. */
export const guided: Press = (app, press, { game }) =>
  againstComputers(app, press, game, { strength: 'easy', guided: true }, buttonOf(press));

/** How well computers play where nobody has said so. */
export const usualStrength = (game: string): Strength =>
  strengthsOf(moduleOf(game)).find((one) => one === 'normal') ?? 'easy';

/**
 * Begins a practice on a map and shows its first round; where the button has begun one of theirs that is still open, that
 * one.
 */
export async function soloFor(
  app: App,
  origin: Origin,
  game: string,
  map: string,
  button?: string,
  { seed, computers, options, guided = false }: Against = {},
): Promise<Answer> {
  const match = await openSolo(app.store, {
    game,
    map,
    seed,
    computers,
    options,
    guided,
    host: origin.user.id,
    guild: origin.guild,
    origin: origin.id,
    button,
    at: now(),
  });
  if (match.row.origin !== origin.id) return { mine: match };
  if (hasComputers(match)) {
    const begun = await playComputers(app.store, app.think, match);
    const scene = sceneOf(begun.seats, translate(origin.locale));
    return { mine: begun, note: turnOf(begun) === turnOf(match) ? '' : happened(begun, scene).join('\n') };
  }
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
export async function soloEndScreen(
  match: Match,
  t: Translate,
  theme: Theme | null = null,
  par?: Pick<Par, 'par' | 'best'>,
): Promise<Screen> {
  const scene = sceneOf(match.seats, t, theme);
  const presenter = presenterOf(match.module);
  const view = match.game.view(match.state, 0);
  const score = match.game.score(match.state)[0]!.score;
  const card = par && presenter.solo?.compare(view, { ...ALONE, par }, scene);
  const [board, compared] = await Promise.all([
    upload(`board-${match.id}.png`, presenter.pictures.board(view, scene, { seat: 0 })),
    card && upload(`compared-${match.id}.png`, card),
  ]);
  const map = match.map.title;
  const id = (act: string) => encode(act, match.id);
  return rich(
    GOLD,
    [
      text(
        [
          `## ${t('solo.title', { count: score, n: signed(score), verdict: presenter.solo?.verdict(view, scene) ?? '' })}`,
          `-# ${t('solo.over', { map })} · ${presenter.words.breakdown(view, 0, scene)}`,
          ...(par ? [parLine(score, par, t)] : []),
        ].join('\n'),
      ),
      compared && gallery(compared),
      gallery(board),
      row(
        button(t('button.same'), id('same')),
        button(t('button.newGame'), id('anew'), 'blue'),
        button(t('replay.button'), id('replay')),
        button(t('film.button'), id('film')),
        button(t('button.record'), id('record')),
      ),
      hasPar(match.module)
        ? row(
            par ? button(t('par.bestRecord'), id('bestrecord')) : button(t('par.button'), id('par')),
            ...reviewButton(match, t),
          )
        : undefined,
    ],
    compared ? [compared, board] : [board],
  );
}

/** A practice counts for nothing, and is nobody else's. */
const ALONE = { day: null, streak: 0, finished: true, scores: [], ahead: null } as const;

/** Shows the end of somebody's own practice with its par, worked out now where it was not before. */
export const par: Press = async (app, press, { match: id }) => {
  const match = await open(app.store, id);
  if (match?.row.status !== 'over' || seatOf(match, press.user.id) !== 0) return listGames(app, press, 0);
  const found = await parFor(app, match, UNHURRIED);
  const t = translate(press.locale);
  if (found === BUSY) return { whisper: busyScreen(t) };
  return { screen: await soloEndScreen(match, t, press.theme, found) };
};

/** Who asks for a par waits for it this long (ms); a computer's own game takes a second or two. */
const UNHURRIED = 20_000;

export const practice: Press = async (app, press, { game }) =>
  hasDaily(game) ? practiceScreen(press, game) : againstComputers(app, press, game, {}, buttonOf(press));

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
    if (match?.row.status !== 'over' || !match.row.solo || seatOf(match, press.user.id) === undefined)
      return listGames(app, press, 0);
    const { game, map, options } = match.row;
    return soloFor(app, press, game, map, buttonFor(sameCards ? 'same' : 'anew', id), {
      seed: sameCards ? match.row.seed : undefined,
      computers: match.seats.flatMap(({ computer }) => computer ?? []),
      options,
    });
  };
