import { reshuffles } from '../../games/metrox/deck.ts';
import { windowsLeft } from '../../games/metrox/read.ts';
import { type Board, type Card, EMPTY, type MetroxMap, OPEN, type View } from '../../games/metrox/state.ts';
import { isPlayed } from './facts.ts';

/** Lit: complete. Dead: it cannot be completed any more. */
export type Life = 'open' | 'lit' | 'dead';

/** What may still come up, as far as a line's life hangs on it. */
export interface Outlook {
  readonly deck: readonly Card[];
  /** The card that lies open and is not yet played on this board. */
  readonly card: Card | null;
  readonly over: boolean;
}

/**
 * Free cards a board may still meet: those in the deck, one more if the reshuffle sign is in it and at least two
 * windows are empty, and the one that lies open.
 */
function freeToCome({ deck, card, over }: Outlook, windows: number): number {
  if (over) return 0;
  const left = deck.filter((c) => c === 'F').length;
  return left + (card === 'F' ? 1 : 0) + (deck.some(reshuffles) && windows >= 2 ? 1 : 0);
}

/**
 * The life of every line on a board. A line is dead when all its windows are full and it has more empty stations
 * that no line with an empty window passes than free cards can still come.
 */
export function lives(map: MetroxMap, board: Board, outlook: Outlook): Life[] {
  const left = map.lines.map((_, line) => (outlook.over ? 0 : windowsLeft(map, board, line)));
  const free = freeToCome(
    outlook,
    left.reduce((sum, n) => sum + n, 0),
  );
  return map.lines.map((own, line) => {
    if (board.done[line] !== OPEN) return 'lit';
    if (left[line]! > 0) return 'open';
    const lost = own.stations.filter(
      (station) =>
        board.stations[station] === EMPTY && !map.stations[station]!.lines.some((other) => left[other]! > 0),
    ).length;
    return lost > free ? 'dead' : 'open';
  });
}

/** The outlook of a board: a choice, pending or carried out, has used up the open card. */
export function outlookOf(view: View, pending: boolean): Outlook {
  return { deck: view.deck, card: pending || isPlayed(view) ? null : view.card, over: view.over };
}

/** Stations that are empty and lie on dead lines alone. */
export function stranded(map: MetroxMap, board: Board, life: readonly Life[]): boolean[] {
  return map.stations.map(
    (station, i) => board.stations[i] === EMPTY && station.lines.every((line) => life[line] === 'dead'),
  );
}
