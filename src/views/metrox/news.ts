import { FIRST, OPEN, type View } from '../../games/metrox/state.ts';
import type { Translate } from '../../locales.ts';
import { and, andMore } from '../lists.ts';
import type { Scene } from '../presenter.ts';
import { everybodyHas, roundsClosed } from './facts.ts';
import { headline, lineTitle } from './words.ts';

/** What happened at a table, in sentences for everybody. */

type Speech = Pick<Scene, 't' | 'names'>;

/** People a sentence names before it counts the others. */
const NAMED = 3;
/** Lines the diary lists before it counts the others. */
const LISTED = 4;

interface Completion {
  readonly line: number;
  readonly seats: readonly number[];
  readonly first: boolean;
  readonly points: number;
}

/** Lines completed between two views, in the map's order; first and later takers apart. */
function completions(before: View, after: View): Completion[] {
  return after.map.lines.flatMap(({ bonus }, line) => {
    const seats = after.boards.flatMap((board, seat) =>
      board.done[line] !== OPEN && before.boards[seat]!.done[line] === OPEN ? [seat] : [],
    );
    const takers = (first: boolean) =>
      seats.filter((seat) => (after.boards[seat]!.done[line] === FIRST) === first);
    return [
      { line, seats: takers(true), first: true, points: bonus.first },
      { line, seats: takers(false), first: false, points: bonus.later },
    ].filter((completion) => completion.seats.length > 0);
  });
}

/** Names of seats; beyond `most` the others are counted, with `most` 0 everybody is. */
function who({ t, names }: Speech, seats: readonly number[], most: number): string {
  return most === 0
    ? t('metrox.count.players', { count: seats.length })
    : andMore(
        t,
        seats.map((seat) => names[seat]!),
        most,
      );
}

/** True when the round that was open in `before` is closed in `after`. */
const closed = (before: View, after: View): boolean =>
  before.card !== null && (after.card === null || after.round > before.round);

/**
 * What the round that closed between two views brought, a line each: lines completed, free cards that found no
 * empty station, a whole deck. `most` people are named in a line; with 0 they are only counted.
 */
export function news(before: View, after: View, scene: Speech, most = NAMED): string[] {
  const { t } = scene;
  const { map } = after;
  const lines = completions(before, after).map(({ line, seats, first, points }) => {
    const taken = t(`metrox.say.${first ? 'first' : 'later'}`, {
      line: lineTitle(t, map, line),
      who: who(scene, seats, most),
      points,
      count: seats.length,
    });
    if (after.over || after.boards.length === 1) return taken;
    if (everybodyHas(after, line)) return `${taken} ${t('metrox.say.all')}`;
    return first ? `${taken} ${t('metrox.say.pays', { points: map.lines[line]!.bonus.later })}` : taken;
  });
  if (!closed(before, after)) return lines;
  const idle = after.boards.flatMap(({ last }, seat) =>
    last?.action.kind === 'free' && last.action.station === null && before.card === 'F' ? [seat] : [],
  );
  if (idle.length > 0) lines.push(t('metrox.say.noStation', { who: who(scene, idle, most) }));
  if (after.reshuffled && !after.over) lines.push(t('metrox.say.reshuffled', { count: map.deck.length }));
  return lines;
}

/** The line that stays of a round: "Round 6 · Number 6 ↻ · 🏁 F: Ben +2". */
export function summary(before: View, after: View, scene: Speech): string {
  const { t } = scene;
  const all = completions(before, after);
  const listed = all.length > LISTED ? all.slice(0, LISTED - 1) : all;
  const rest = all.length - listed.length;
  return [
    headline(before, scene),
    ...listed.map(({ line, seats, points }) =>
      t('metrox.diary.bonus', { line: after.map.lines[line]!.id, who: who(scene, seats, NAMED), points }),
    ),
    ...(rest > 0 ? [t('metrox.diary.more', { count: rest })] : []),
  ].join(' · ');
}

/** A line's takers and the rounds in which they completed it. */
interface Race {
  readonly line: number;
  readonly first: number;
  readonly winners: readonly number[];
  /** Round of the earliest who came later, 0 if nobody did. */
  readonly second: number;
  readonly followers: readonly number[];
}

function races(views: readonly View[]): Race[] {
  const last = views.at(-1)!;
  const finished = (seat: number, line: number): number => {
    const view = views.find(({ boards }) => boards[seat]!.done[line] !== OPEN);
    return view === undefined ? 0 : roundsClosed(view);
  };
  return last.map.lines.map((_, line) => {
    const rounds = last.boards.map((_, seat) => finished(seat, line));
    const by = (round: number) => rounds.flatMap((one, seat) => (round > 0 && one === round ? [seat] : []));
    const [first = 0, second = 0] = [...new Set(rounds.filter((round) => round > 0))].sort((a, b) => a - b);
    return { line, first, winners: by(first), second, followers: by(second) };
  });
}

/**
 * Something true worth telling at the end: the line that several finished first in one round, else the one where
 * the next came a single round later, else the lines that nobody finished; null if there is none (or nobody to
 * compare). `views` are a watcher's, one after each round. Dearer lines come first, then later rounds.
 */
export function remark(views: readonly View[], scene: Speech): string | null {
  const { t } = scene;
  const last = views.at(-1);
  if (last === undefined || last.boards.length === 1) return null;
  const { lines } = last.map;
  const bonus = (race: Race) => lines[race.line]!.bonus;
  const all = races(views).sort((a, b) => bonus(b).first - bonus(a).first || b.first - a.first);
  const even = all.find(({ winners }) => winners.length > 1);
  if (even) {
    return t(`metrox.remark.${even.winners.length === 2 ? 'both' : 'each'}`, {
      line: lineTitle(t, last.map, even.line),
      who: who(scene, even.winners, NAMED),
      points: bonus(even).first,
    });
  }
  const close = all.find(({ first, second }) => second > 0 && second - first === 1);
  if (close) {
    return t('metrox.remark.ahead', {
      line: lineTitle(t, last.map, close.line),
      who: who(scene, close.winners, NAMED),
      next: who(scene, close.followers, NAMED),
      points: bonus(close).first,
      later: bonus(close).later,
    });
  }
  return nobody(t, last);
}

function nobody(t: Translate, last: View): string | null {
  const open = last.taken.flatMap((round, line) => (round === 0 ? [line] : []));
  if (open.length === 0 || open.length === last.taken.length) return null;
  return t('metrox.remark.nobody', {
    lines: and(
      t,
      open.map(
        (line) => `**${open.length > NAMED ? last.map.lines[line]!.id : lineTitle(t, last.map, line)}**`,
      ),
    ),
  });
}
