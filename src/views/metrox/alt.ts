import { numberOf } from '../../games/metrox/deck.ts';
import { type Card, FIRST, type MetroxMap, type View } from '../../games/metrox/state.ts';
import type { Translate } from '../../locales.ts';
import { and, commas, ladder, sentences } from '../lists.ts';
import type { Scene } from '../presenter.ts';
import { ALT, playerName } from '../spoken.ts';
import { deckCounts, doneLines, everybodyHas, roundsClosed, seatsOnSheet } from './facts.ts';
import { cardKey, lineTitle } from './words.ts';

/**
 * Pictures in words: the map, the table and the sheet of all boards. A board has a file of its own. Each text
 * says the same as its picture and gives way step by step until it fits.
 */

type Speech = Pick<Scene, 't' | 'spoken'>;

/** A line's name as long as it helps; the letter says it sooner than a long name. */
const LONG_NAME = 12;

/** "skip 2", "number 6 that reshuffles". */
export const spokenCard = (t: Translate, card: Card): string =>
  t(`metrox.spoken.${cardKey(card)}`, { n: numberOf(card) });

const NUMERALS = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

/** "two" up to nine, then digits. */
export function numeral(t: Translate, n: number): string {
  const known = NUMERALS.find((one) => one === n);
  return known === undefined ? String(n) : t(`metrox.numeral.${known}`);
}

/** The open card, or why there is none. */
export function cardWords(view: View, { t }: Pick<Scene, 't'>): string {
  if (view.card !== null) return t('metrox.alt.card', { card: spokenCard(t, view.card) });
  return t(view.over ? 'metrox.alt.over' : 'metrox.alt.still');
}

/** "19 cards left: two 2, four 3, one 6 that reshuffles, three transfers." */
export function deckWords(view: View, { t }: Pick<Scene, 't'>): string {
  if (view.deck.length === 0) return t('metrox.alt.cardsNone');
  const kinds = deckCounts(view.deck).map(({ card, count }) =>
    t(`metrox.deck.${cardKey(card)}`, { many: numeral(t, count), n: numberOf(card), count }),
  );
  return t('metrox.alt.cards', { count: view.deck.length, kinds: commas(t, kinds) });
}

/** The empty map: every line with its size and what it pays. */
export function mapAlt(map: MetroxMap, { t }: Pick<Scene, 't'>): string {
  const windows = map.lines.reduce((sum, line) => sum + line.windows, 0);
  const head = t('metrox.alt.map', {
    map: map.title,
    lines: t('metrox.count.lines', { count: map.lines.length }),
    stations: t('metrox.count.stations', { count: map.stations.length }),
    windows: t('metrox.count.windows', { count: windows }),
  });
  const lines = (name: (line: number) => string) =>
    map.lines.map(({ stations, windows, bonus }, line) =>
      t('metrox.alt.mapLine', {
        line: name(line),
        stations: t('metrox.count.stations', { count: stations.length }),
        windows: t('metrox.count.windows', { count: windows }),
        ...bonus,
      }),
    );
  const letter = (line: number) => map.lines[line]!.id;
  const name = (line: number) =>
    map.lines[line]!.name.length > LONG_NAME ? letter(line) : lineTitle(t, map, line);
  const short = () =>
    map.lines.map(({ id, stations, windows, bonus }) =>
      t('metrox.alt.mapLineShort', { line: id, stations: stations.length, windows, ...bonus }),
    );
  return ladder(ALT, [
    () => sentences(t, [head, ...lines(name)]),
    () => sentences(t, [head, ...lines(letter)]),
    () => sentences(t, [head, t('metrox.alt.mapShort'), ...short()]),
    () => head,
  ]);
}

/** The table's card strip: the card, the deck by kind, what each line still pays. */
export function tableAlt(view: View, scene: Pick<Scene, 't'>): string {
  const { t } = scene;
  const lines = view.map.lines.map(({ id, bonus }, line) => {
    const state = everybodyHas(view, line) ? 'bonusAll' : view.taken[line]! > 0 ? 'bonusGone' : 'bonusOpen';
    return t(`metrox.alt.${state}`, { line: id, ...bonus });
  });
  const bonuses = t('metrox.alt.bonuses', { lines: sentences(t, lines) });
  const deck = deckWords(view, scene);
  return ladder(ALT, [
    () => sentences(t, [cardWords(view, scene), deck, bonuses]),
    () => sentences(t, [cardWords(view, scene), bonuses]),
  ]);
}

const RANKS = [1, 2, 3] as const;

/** "first", "second, shared", "place 11". */
export function rankWords(view: View, seat: number, { t }: Pick<Scene, 't'>): string {
  const { rank } = view.scores[seat]!;
  const named = RANKS.find((one) => one === rank);
  const word = named === undefined ? t('metrox.rank.place', { rank }) : t(`metrox.rank.${named}`);
  const shared = view.scores.filter((score) => score.rank === rank).length > 1;
  return shared ? t('metrox.rank.shared', { rank: word }) : word;
}

/** "Ann, first, 35. Complete: T first, Y later. Transfers 6, 8, 4. 12 empty." */
export function finalAlt(view: View, seat: number, scene: Speech): string {
  const { t } = scene;
  const { map } = view;
  const board = view.boards[seat]!;
  const { score, parts } = view.scores[seat]!;
  const complete = doneLines(board).map((line) =>
    t(`metrox.alt.${board.done[line] === FIRST ? 'first' : 'later'}`, { line: map.lines[line]!.id }),
  );
  const numbers = board.stations.filter((value) => value > 0).map(String);
  const name = playerName(scene, seat);
  const points = String(score).replace('-', '−');
  const head =
    view.boards.length > 1
      ? t('metrox.alt.final', { name, points, rank: rankWords(view, seat, scene) })
      : t('metrox.alt.finalSolo', { name, points });
  const done =
    complete.length > 0
      ? t('metrox.alt.complete', { lines: commas(t, complete) })
      : t('metrox.alt.completeNone');
  const transfers =
    numbers.length > 0
      ? t('metrox.alt.transfers', { numbers: commas(t, numbers) })
      : t('metrox.alt.transfersNone');
  const empty = t('metrox.alt.emptyFinal', { count: parts.empty ?? 0 });
  return ladder(ALT, [
    () => sentences(t, [head, done, transfers, empty]),
    () => sentences(t, [head, done, empty]),
    () => sentences(t, [head, empty]),
  ]);
}

/** How much is said of a seat, the most first. */
const SEATS = ['sheetSeat', 'sheetSeatShort', 'sheetSeatBare'] as const;

/** The boards of a sheet, best first, each with as much as there is room for. */
export function sheetAlt(view: View, scene: Speech, page?: number): string {
  const { t } = scene;
  const { map } = view;
  const head = view.over
    ? t('metrox.alt.sheetFinal', { map: map.title })
    : t('metrox.alt.sheet', { map: map.title, round: roundsClosed(view) });
  const order = seatsOnSheet(view, page);
  const others = view.boards.length - order.length;
  const rest = others > 0 ? [t('metrox.alt.sheetMore', { count: others })] : [];
  const seats = (key: (typeof SEATS)[number]) =>
    order.map((seat) => {
      const { score, parts } = view.scores[seat]!;
      const lines = doneLines(view.boards[seat]!).map((line) => map.lines[line]!.id);
      const bare = key === 'sheetSeat' && lines.length === 0;
      return t(`metrox.alt.${bare ? 'sheetSeatNone' : key}`, {
        name: playerName(scene, seat),
        rank: view.scores[seat]!.rank,
        points: String(score).replace('-', '−'),
        empty: parts.empty ?? 0,
        lines: and(t, lines),
      });
    });
  const some = (count: number) => [
    ...seats('sheetSeatBare').slice(0, count),
    t('metrox.alt.sheetMore', { count: view.boards.length - count }),
  ];
  return ladder(ALT, [
    ...SEATS.map((key) => () => sentences(t, [head, ...seats(key), ...rest])),
    ...order.slice(1).map((_, less) => () => sentences(t, [head, ...some(order.length - 1 - less)])),
  ]);
}
