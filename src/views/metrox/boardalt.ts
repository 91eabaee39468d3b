import { numberOf } from '../../games/metrox/deck.ts';
import { bonusOf, emptyStations, windowsLeft } from '../../games/metrox/read.ts';
import { type Board, EMPTY, OPEN, type View } from '../../games/metrox/state.ts';
import type { Translate } from '../../locales.ts';
import { and, commas, ladder, sentences, spans } from '../lists.ts';
import type { BoardOptions, Scene } from '../presenter.ts';
import { ALT, playerName } from '../spoken.ts';
import { cardWords, deckWords, finalAlt, numeral } from './alt.ts';
import { type Deed, deedOf, placeOf, written } from './effect.ts';
import {
  emptyPlaces,
  everybodyHas,
  kindOf,
  lineIndex,
  roundsClosed,
  shownBoard,
  stationName,
  stationNames,
} from './facts.ts';
import { lives, outlookOf } from './life.ts';

/** A board in words that can be played from: every line with what is empty, its windows and what it pays. */

type Speech = Pick<Scene, 't' | 'spoken'>;

/** How much a form of the text says. */
interface Depth {
  /** Cards written in the windows, or only how many windows are empty. */
  readonly cards: boolean;
  /** The deck by kind. */
  readonly deck: boolean;
  /** All that is empty on a line, or only what comes next. */
  readonly places: boolean;
}

const DEPTHS: readonly Depth[] = [
  { cards: true, deck: true, places: true },
  { cards: false, deck: true, places: true },
  { cards: false, deck: false, places: true },
  { cards: false, deck: false, places: false },
];

/**
 * A seat's board: the viewer's own with the pending choice, another's as all know it; with `after`, what the
 * choice in hand would make of it; when over, the result. At most 1,024 characters.
 */
export function boardAlt(view: View, scene: Speech, options: BoardOptions<View>): string {
  const { t } = scene;
  const { seat, name, after } = options;
  if (view.over && after === undefined) return finalAlt(view, seat, scene);
  const shown = after ?? view;
  const board = shownBoard(shown, seat);
  const played = after !== undefined || (view.seat === seat && view.choice !== null);
  const news = newest(view, board, after !== undefined ? 'preview' : played ? 'play' : 'last', t);
  const about = header(view, shown, seat, scene);
  const head = [...(played ? [news, ...about] : [...about, news]), named(view, board, name, t)];
  const card = cardWords(view, scene);
  const tail = (depth: Depth) => lines(shown, board, played, depth, t);
  return ladder(ALT, [
    ...DEPTHS.map(
      (depth) => () =>
        sentences(t, [...head, card, depth.deck ? deckWords(view, scene) : null, ...tail(depth)]),
    ),
    () => sentences(t, [...head, card, t('metrox.alt.short'), ...shortLines(shown, board, t)]),
    () => sentences(t, [...head, card]),
  ]);
}

/** What the newest choice did: the pending one, the one looked at, or the last that all know. */
function newest(view: View, board: Board, how: 'preview' | 'play' | 'last', t: Translate): string | null {
  const deed = deedOf(view.map, board);
  return deed === null ? null : t(`metrox.alt.${how}`, { what: spoken(t, deed) });
}

/** The stations of a line that is to be chosen from. */
function named(view: View, board: Board, name: string | undefined, t: Translate): string | null {
  const line = lineIndex(view.map, name);
  return line < 0
    ? null
    : t('metrox.alt.named', { line: view.map.lines[line]!.id, stations: emptyNames(view, board, line, t) });
}

const emptyNames = ({ map }: View, board: Board, line: number, t: Translate): string =>
  spans(t, emptyPlaces(map, board, line), (place) =>
    stationName(map, map.lines[line]!.stations[place]!, line),
  );

/** Whose board, when, and what it is worth. */
function header(view: View, shown: View, seat: number, scene: Speech): string[] {
  const { t } = scene;
  const { bonuses = 0, transfers = 0 } = shown.scores[seat]!.parts;
  const closed = roundsClosed(view);
  const own = view.seat === seat && view.card !== null;
  const key = own ? 'board' : closed > 0 ? 'boardAfter' : 'boardNew';
  return [
    t(`metrox.alt.${key}`, {
      name: playerName(scene, seat),
      map: view.map.title,
      round: own ? view.round : closed,
    }),
    t('metrox.alt.score', {
      count: bonuses + transfers,
      empty: emptyStations(shownBoard(shown, seat)),
    }),
  ];
}

/** "T: 3 of 14 filled, empty T3 and T5 to T14; windows 2 and two empty; first 7 open." */
function lines(view: View, board: Board, played: boolean, depth: Depth, t: Translate): string[] {
  const life = lives(view.map, board, outlookOf(view, played));
  return view.map.lines.map(({ id }, line) => {
    const windows = windowWords(view, board, line, depth, t);
    if (board.done[line] !== OPEN) {
      const points = bonusOf(view.map, board, line);
      return t('metrox.alt.lineDone', { line: id, points, windows });
    }
    const stations = depth.places ? emptyWords(view, board, line, t) : nextWords(view, board, line, t);
    const bonus = life[line] === 'dead' ? t('metrox.alt.dead') : bonusWords(view, line, t);
    return t('metrox.alt.line', { line: id, stations, windows, bonus });
  });
}

function filledCounts({ map }: View, board: Board, line: number) {
  const total = map.lines[line]!.stations.length;
  return { total, filled: total - emptyPlaces(map, board, line).length };
}

function emptyWords(view: View, board: Board, line: number, t: Translate): string {
  const { filled, total } = filledCounts(view, board, line);
  return filled === 0
    ? t('metrox.alt.emptyAll', { count: total })
    : t('metrox.alt.empty', { filled, total, places: emptyNames(view, board, line, t) });
}

function nextWords(view: View, board: Board, line: number, t: Translate): string {
  const { map } = view;
  const route = map.lines[line]!.stations;
  const place = emptyPlaces(map, board, line)[0]!;
  const following = route[place + 1];
  const blocked = following !== undefined && board.stations[following] !== EMPTY;
  return t(`metrox.alt.${blocked ? 'nextFilled' : 'next'}`, {
    ...filledCounts(view, board, line),
    next: stationName(map, route[place]!, line),
    after: following === undefined ? '' : stationName(map, following, line),
  });
}

function windowWords(view: View, board: Board, line: number, depth: Depth, t: Translate): string {
  const left = windowsLeft(view.map, board, line);
  const written = board.windows[line]!;
  if (depth.cards && written.length > 0) {
    const cards = written.map((card) => {
      const kind = kindOf(card);
      if (kind === 'transfer') return t('metrox.alt.star');
      return kind === 'skip' ? t('metrox.spoken.skip', { n: numberOf(card) }) : String(numberOf(card));
    });
    return left > 0
      ? t('metrox.alt.windows', { cards: commas(t, cards), empty: numeral(t, left) })
      : t('metrox.alt.windowsFull', { cards: and(t, cards) });
  }
  return left > 0 ? t('metrox.alt.windowsEmpty', { count: left }) : t('metrox.alt.windowsNone');
}

function bonusWords(view: View, line: number, t: Translate): string {
  const { bonus } = view.map.lines[line]!;
  if (view.boards.length === 1) return t('metrox.alt.bonusPays', { points: bonus.first });
  const gone = view.taken[line]! > 0 || everybodyHas(view, line);
  return t(`metrox.alt.${gone ? 'bonusLater' : 'bonusFirst'}`, { ...bonus });
}

/** "T 3/14 next T3, 2, 7.": for maps of many lines. */
function shortLines(view: View, board: Board, t: Translate): string[] {
  const { map } = view;
  return map.lines.map(({ id, stations, bonus }, line) => {
    const windows = windowsLeft(map, board, line);
    if (board.done[line] !== OPEN) return t('metrox.alt.lineShortDone', { line: id, windows });
    const points = view.taken[line]! > 0 ? bonus.later : bonus.first;
    const next = stationName(map, stations[emptyPlaces(map, board, line)[0]!]!, line);
    return t('metrox.alt.lineShort', {
      ...filledCounts(view, board, line),
      line: id,
      next,
      windows,
      bonus: points,
    });
  });
}

/** The newest card of a board: "T: T3 and T5, completes T +7". */
function spoken(t: Translate, deed: Deed): string {
  const what = marked(t, deed);
  if (deed.completes.length === 0) return what;
  const items = deed.completes.map(({ line, points }) =>
    t('metrox.alt.bonus', { line: deed.map.lines[line]!.id, points }),
  );
  return t('metrox.alt.completing', { what, lines: and(t, items) });
}

function marked(t: Translate, deed: Deed): string {
  const { map, card, line, marks, stations } = deed;
  if (line < 0)
    return stations.length > 0
      ? t('metrox.alt.filled', { station: stationNames(map, stations[0]!).join('/') })
      : t('metrox.alt.filledNothing');
  const { id } = map.lines[line]!;
  if (marks.length === 0) return t('metrox.alt.markedNothing', { line: id });
  const name = placeOf(deed);
  return kindOf(card) === 'transfer'
    ? t('metrox.alt.wrote', { line: id, n: written(deed), station: name(marks[0]!) })
    : t('metrox.alt.marked', { line: id, stations: spans(t, marks, name) });
}
