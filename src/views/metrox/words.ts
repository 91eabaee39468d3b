import { numberOf, reshuffles } from '../../games/metrox/deck.ts';
import { windowsLeft } from '../../games/metrox/read.ts';
import type { Card, MetroxMap, View } from '../../games/metrox/state.ts';
import type { Translate } from '../../locales.ts';
import { commas, cut, fitted, sentences, spans } from '../lists.ts';
import type { Entry, MenuPage, Scene } from '../presenter.ts';
import {
  emptyPlaces,
  everybodyHas,
  kindOf,
  lineIndex,
  publicBoard,
  stationName,
  stationNames,
} from './facts.ts';

/** What a round asks, what lines and places are called, what a score is made of. */

type Speech = Pick<Scene, 't'>;

/** Discord's limits of a menu's texts and of our buttons, in UTF-16 units. */
export const LABEL = 100;
export const BUTTON = 34;

/** Key of a card within `metrox.card`, `metrox.ask` and the like; the reshuffling six has its own. */
export const cardKey = (card: Card) => (reshuffles(card) ? 'reshuffle' : kindOf(card));

/** "Number 6 ↻", "Skip 2", "Transfer ★". */
export const cardName = (t: Translate, card: Card): string =>
  t(`metrox.card.${cardKey(card)}`, { n: numberOf(card) });

/** "T Tozai"; the name alone when it says its letter itself ("A line"). */
export function lineTitle(t: Translate, map: MetroxMap, line: number): string {
  const { id, name } = map.lines[line]!;
  return name === id || name.startsWith(`${id} `) ? name : t('metrox.line.title', { id, name });
}

/** A menu's label with a line in it; the line's name gives way when the label would be too long. */
export function label(make: (line: string) => string, title: string): string {
  const text = make(title);
  return text.length <= LABEL
    ? text
    : cut(make(cut(title, Math.max(1, title.length - (text.length - LABEL)))), LABEL);
}

/** "9 lines, 77 stations, okazu rules". */
export function about(map: MetroxMap, { t }: Speech): string {
  return t('metrox.about', {
    lines: t('metrox.count.lines', { count: map.lines.length }),
    stations: t('metrox.count.stations', { count: map.stations.length }),
    edition: t(`metrox.edition.${map.edition}`),
  });
}

/** Where no card lies open: over, to be flipped by hand, or nothing more to come. */
const pause = (view: View): 'over' | 'flip' | 'still' =>
  view.over ? 'over' : view.toAct.length > 0 ? 'flip' : 'still';

/** "Round 7 · Skip 2". */
export function headline(view: View, { t }: Speech): string {
  const { card, round } = view;
  if (card !== null) return t('metrox.headline.card', { round, card: cardName(t, card) });
  const why = pause(view);
  return t(`metrox.headline.${why}`, { round: why === 'flip' ? round + 1 : round });
}

/** What everybody is asked to do, by the card that lies open. */
export function hint(view: View, { t }: Speech): string {
  const { card, map } = view;
  if (card === null) return t(`metrox.hint.${pause(view)}`);
  const kind = kindOf(card);
  const said = [t(`metrox.hint.${kind}`, { n: numberOf(card) })];
  if (map.edition === 'gamewright' && numberOf(card) > 0) said.push(t('metrox.hint.fewer'));
  if (reshuffles(card)) said.push(t('metrox.hint.reshuffle'));
  return sentences(t, said);
}

/** "Skip 2: where to?", "A station of T Tozai"; small print where a keypad's signs need it. */
export function page(view: View, path: readonly string[] | undefined, { t }: Speech): MenuPage {
  const { card, map } = view;
  const { line } = pathOf(map, path ?? []);
  const title =
    line >= 0
      ? t('metrox.ask.station', { line: lineTitle(t, map, line) })
      : card === null
        ? t(`metrox.ask.${pause(view)}`)
        : t(`metrox.ask.${cardKey(card)}`, { n: numberOf(card) });
  const first = path?.length === 0;
  return {
    title,
    prompt: t(`metrox.pick.${first ? 'line' : 'station'}`),
    note: card === null || !first ? '' : t(`metrox.note.${kindOf(card)}`),
  };
}

/** "First 7 is open, later 5.": what a line pays, from what everybody knows. */
export function bonusFact(view: View, line: number, { t }: Speech): string {
  const { first, later } = view.map.lines[line]!.bonus;
  if (everybodyHas(view, line)) return t('metrox.line.all');
  if (view.taken[line]! > 0) return t('metrox.line.gone', { later });
  return view.boards.length === 1
    ? t('metrox.line.pays', { points: first })
    : t('metrox.line.open', { first, later });
}

/** "Also M11, C8, Z7.": the other lines that stop at a station. */
export function alsoAt(map: MetroxMap, station: number, line: number, { t }: Speech): string {
  const [, ...others] = stationNames(map, station, line);
  return others.length > 0
    ? t('metrox.place.also', { stations: commas(t, others) })
    : t('metrox.place.only', { line: map.lines[line]!.id });
}

/** The line and station of a path such as ["T", "s0606"]; -1 where it names none. */
function pathOf(map: MetroxMap, path: readonly string[]): { line: number; station: number } {
  return {
    line: lineIndex(map, path[0]),
    station: map.stations.findIndex((station) => station.id === path[1]),
  };
}

/** A line (or a station of it) in the table's own menu: public facts only. */
export function group(view: View, path: readonly string[], scene: Speech) {
  const { t } = scene;
  const { map } = view;
  const { line, station } = pathOf(map, path);
  if (line < 0) return { label: t('metrox.place.nothing'), description: t('metrox.place.nothingMore') };
  if (station >= 0) {
    const also = alsoAt(map, station, line, scene);
    return { label: stationName(map, station, line), description: fitted(t, LABEL, [also]) };
  }
  const { stations, windows } = map.lines[line]!;
  const size = t('metrox.line.size', {
    stations: t('metrox.count.stations', { count: stations.length }),
    windows: t('metrox.count.windows', { count: windows }),
  });
  return {
    label: cut(lineTitle(t, map, line), LABEL),
    description: fitted(t, LABEL, [bonusFact(view, line, scene), size]),
  };
}

/** A place of a keypad or a menu; a watcher, who has no board, is told what everybody knows of it. */
export const place = (view: View, path: readonly string[], scene: Speech): Entry =>
  view.seat === null ? plainly(group(view, path, scene)) : narrow(view, path, scene);

const plainly = (words: { readonly label: string; readonly description: string }): Entry => ({
  ...words,
  button: cut(words.label, BUTTON),
  good: false,
});

/** A line whose station is still to be chosen ("F 6"), or that cannot be played ("T –"). */
export function narrow(view: View, path: readonly string[], scene: Speech): Entry {
  const { t } = scene;
  const { map, card } = view;
  const { line, station } = pathOf(map, path);
  if (line < 0 || station >= 0) return plainly(group(view, path, scene));
  const board = publicBoard(view);
  const { id, stations } = map.lines[line]!;
  const title = lineTitle(t, map, line);
  const places = emptyPlaces(map, board, line);
  const count = places.length;
  const filled = t('metrox.place.filled', { count: stations.length - count, total: stations.length });
  const named = spans(t, places, (place) => stationName(map, stations[place]!, line));
  const which = t('metrox.place.which', { stations: named });
  const pays = bonusFact(view, line, scene);
  const free = card !== null && kindOf(card) === 'free';
  if (free && count > 0)
    return {
      button: t('metrox.place.count', { line: id, count }),
      label: label((name) => t('metrox.place.empty', { line: name, count }), title),
      description: fitted(t, LABEL, [which.length <= LABEL ? which : filled, pays]),
      good: false,
    };
  const why = free ? 'noStation' : windowsLeft(map, board, line) === 0 ? 'noWindow' : 'closed';
  return {
    button: t('metrox.place.closed', { line: id }),
    label: label((name) => t(`metrox.place.${why}`, { line: name }), title),
    description: fitted(t, LABEL, [filled, pays]),
    good: false,
  };
}

/** "22 points for lines · 18 for transfers · 12 empty: −5". */
export function breakdown(view: View, seat: number, { t }: Speech): string {
  const { bonuses = 0, transfers = 0, empty = 0, penalty = 0 } = view.scores[seat]!.parts;
  return [
    t('metrox.parts.lines', { count: bonuses }),
    t('metrox.parts.transfers', { points: transfers }),
    penalty > 0
      ? t('metrox.parts.emptyCosts', { count: empty, points: penalty })
      : t('metrox.parts.empty', { count: empty }),
  ].join(' · ');
}

/** Fewest points for each verdict, best first; below the last but one it is the last. */
const VERDICTS = [50, 40, 30, 20, 10, 5, 1] as const;

/** What a solo score is called. */
export function verdict(view: View, { t }: Speech): string {
  const { score } = view.scores[view.seat ?? 0]!;
  return t(`metrox.verdict.${VERDICTS.find((least) => score >= least) ?? 0}`);
}
