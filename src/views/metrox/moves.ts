import { type Action, OPEN, type View } from '../../games/metrox/state.ts';
import type { Translate } from '../../locales.ts';
import { and, andMore, cut, fitted, ladder, sentences, spans } from '../lists.ts';
import type { Entry, Scene } from '../presenter.ts';
import { type Effect, effectOf, placeOf, written } from './effect.ts';
import { emptyPlaces, kindOf, lineIndex, stationName, stationNames } from './facts.ts';
import { alsoAt, BUTTON, cardName, LABEL, label as labelled, lineTitle } from './words.ts';

/** What one choice would do, in the words of a button, a menu and the screen after it. */

type Speech = Pick<Scene, 't'>;

/** Completed lines that a menu names before it counts. */
const NAMED = 3;

/** The line's letter and what the choice marks or writes there: "T ×3 🏁7". */
function button(t: Translate, effect: Effect, name: string): string {
  const { line, card, marks, completes } = effect;
  const head =
    line < 0
      ? name
      : kindOf(card) === 'transfer'
        ? t('metrox.button.writes', { line: name, n: written(effect) })
        : t('metrox.button.marks', { line: name, n: marks.length });
  const sign = (points: number) => t('metrox.button.bonus', { points });
  const sum = completes.reduce((points, done) => points + done.points, 0);
  return ladder(BUTTON, [
    () => [head, ...completes.map(({ points }) => sign(points))].join(' '),
    () => `${head} ${sign(sum)}`,
  ]);
}

/** "Completes F +2 and M +5.", or nothing. */
function completing(t: Translate, { map, completes }: Effect): string | null {
  if (completes.length === 0) return null;
  const items = completes.map(({ line, points }) =>
    t('metrox.entry.bonus', { line: map.lines[line]!.id, points }),
  );
  return t('metrox.entry.completes', { lines: andMore(t, items, NAMED) });
}

/** "Then 9 to go.", unless the line is complete. */
function toGo(t: Translate, { map, board }: Effect, line: number): string | null {
  return board.done[line] === OPEN
    ? t('metrox.entry.toGo', { count: emptyPlaces(map, board, line).length })
    : null;
}

/** What a still open line pays: "First 7 is open." */
function stillPays(t: Translate, view: View, { board }: Effect, line: number): string | null {
  if (board.done[line] !== OPEN) return null;
  const { first, later } = view.map.lines[line]!.bonus;
  if (view.taken[line]! > 0) return t('metrox.entry.firstGone', { later });
  return view.boards.length === 1
    ? t('metrox.line.pays', { points: first })
    : t('metrox.entry.firstOpen', { first });
}

/** Where the choice marks: "T3 and T5, jumps T4." */
function where(t: Translate, effect: Effect): string {
  const { map, card, marks, jumped, stop } = effect;
  if (marks.length === 0) return t(stop === 'wish' ? 'metrox.entry.none' : 'metrox.entry.full');
  const name = placeOf(effect);
  const stations = spans(t, marks, name);
  if (kindOf(card) === 'transfer')
    return t('metrox.entry.meets', {
      station: stations,
      count: map.stations[effect.stations[0]!]!.lines.length,
    });
  if (jumped.length > 0) {
    const text = t('metrox.entry.jumps', { stations, jumped: spans(t, jumped, name) });
    return text.length <= LABEL / 2 ? text : t('metrox.entry.jumpsMany', { stations, count: jumped.length });
  }
  if (stop === 'filled') return t('metrox.entry.stopped', { stations, at: name(marks.at(-1)! + 1) });
  return t(stop === 'end' ? 'metrox.entry.ends' : 'metrox.entry.at', { stations });
}

/**
 * A choice as a keypad's or a menu's entry. `path` is the way the menu took: a station of the free card is then
 * named by the line it was looked for on.
 */
export function label(
  view: View,
  action: Action,
  after: View,
  { t }: Speech,
  path: readonly string[] = [],
): Entry {
  const { map } = view;
  if (action.kind === 'flip')
    return {
      button: t('metrox.button.flip'),
      label: t('metrox.entry.flip'),
      description: t('metrox.entry.flipMore'),
      good: true,
    };
  const effect = effectOf(view, after);
  const good = effect.completes.length > 0;
  if (action.kind === 'free') {
    if (action.station === null) {
      const nothing = t('metrox.place.nothing');
      return { button: nothing, label: nothing, description: t('metrox.place.nothingMore'), good };
    }
    const [name] = stationNames(map, action.station, lineIndex(map, path[0]));
    const line = map.stations[action.station]!.lines.find(
      (one) => stationName(map, action.station!, one) === name,
    )!;
    return {
      button: button(t, effect, name!),
      label: name!,
      description: fitted(t, LABEL, [
        alsoAt(map, action.station, line, { t }),
        completing(t, effect),
        toGo(t, effect, line),
        stillPays(t, view, effect, line),
      ]),
      good,
    };
  }
  const { line } = effect;
  const title = lineTitle(t, map, line);
  const n = action.kind === 'transfer' ? written(effect) : effect.marks.length;
  const key = action.kind === 'line' ? 'marks' : n > 0 ? 'writes' : 'writesNothing';
  return {
    button: cut(button(t, effect, map.lines[line]!.id), BUTTON),
    label: labelled((name) => t(`metrox.entry.${key}`, { line: name, n }), title),
    description: fitted(t, LABEL, [
      where(t, effect),
      completing(t, effect),
      toGo(t, effect, line),
      stillPays(t, view, effect, line),
    ]),
    good,
  };
}

/** "**T3** and **T5**; T4 was filled and is jumped over", as a sentence about the card. */
function story(t: Translate, effect: Effect): string {
  const { map, card, line, marks, jumped, stop, stations } = effect;
  const { id } = map.lines[line]!;
  if (marks.length === 0) return t(`metrox.chosen.${stop === 'wish' ? 'none' : 'full'}`, { line: id });
  const name = placeOf(effect);
  if (kindOf(card) === 'transfer') {
    const lines = map.stations[stations[0]!]!.lines.length;
    return t('metrox.chosen.writes', { n: written(effect), station: name(marks[0]!), lines, count: lines });
  }
  const values = { card: cardName(t, card), stations: spans(t, marks, (place) => `**${name(place)}**`) };
  if (stop === 'wish') return t('metrox.chosen.fewer', values);
  if (jumped.length > 0)
    return t('metrox.chosen.jumps', { ...values, jumped: spans(t, jumped, name), count: jumped.length });
  return stop === 'filled'
    ? t('metrox.chosen.stopped', { ...values, at: name(marks.at(-1)! + 1) })
    : t(`metrox.chosen.${stop === 'end' ? 'ends' : 'marks'}`, values);
}

/** The screen after choosing: "You play T Tozai", and what that does. */
export function confirm(view: View, action: Action, after: View, { t }: Speech) {
  const { map } = view;
  if (action.kind === 'flip') return { title: t('metrox.entry.flip'), text: t('metrox.entry.flipMore') };
  const effect = effectOf(view, after);
  const done = effect.completes.map(({ line, points }) =>
    t('metrox.chosen.bonus', { line: map.lines[line]!.id, points }),
  );
  const completes = done.length > 0 ? [t('metrox.chosen.completes', { lines: and(t, done) })] : [];
  if (action.kind === 'free') {
    if (action.station === null)
      return { title: t('metrox.chosen.titleNothing'), text: t('metrox.chosen.nothing') };
    const [station = '', ...others] = stationNames(map, action.station);
    const fills =
      others.length > 0
        ? t('metrox.chosen.fills', { station, others: and(t, others) })
        : t('metrox.chosen.fillsOnly', { station });
    return { title: t('metrox.chosen.titleFree', { station }), text: sentences(t, [fills, ...completes]) };
  }
  const { line, board } = effect;
  const count = emptyPlaces(map, board, line).length;
  const rest =
    board.done[line] === OPEN ? [t('metrox.chosen.toGo', { line: map.lines[line]!.name, count })] : [];
  return {
    title: t('metrox.chosen.title', { line: lineTitle(t, map, line) }),
    text: sentences(t, [story(t, effect), ...completes, ...rest]),
  };
}

/** How many stations a line that may be marked with fewer marks: "Mark 2". */
export const variant = (action: Action, { t }: Pick<Scene, 't'>): string => {
  if (action.kind !== 'line') return '';
  return action.n === 0 ? t('button.none') : t('button.mark', { n: action.n });
};
