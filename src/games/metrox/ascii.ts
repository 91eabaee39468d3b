import { textOf, wrapped } from '../ascii.ts';
import type { Seat } from '../game.ts';
import { code } from './rules.ts';
import { sumOf } from './score.ts';
import { type Board, EMPTY, FIRST, MARK, type MetroxMap, OPEN, type State } from './state.ts';

const LEGEND = '5/3 bonuses, -/3 the first is taken, +5 got; _ a window; x a mark';

/**
 * A position in plain text, for whoever looks into the rules: what lies open and what is left of the deck (with a seed in the
 * order in which it comes up), the boards a line a row, and the ids of the stations in the same order. In a row: the line,
 * its bonuses, its windows, its stations.
 */
export function draw(state: State): string {
  const { map, boards } = state;
  return textOf([
    ...tableOf(state),
    ...boards.flatMap((_, seat) => ['', ...seatOf(state, seat)]),
    '',
    LEGEND,
    'stations',
    ...map.lines.flatMap(({ id, stations }) =>
      wrapped(
        `  ${id.padEnd(widest(map))}  `,
        stations.map((at) => map.stations[at]!.id),
      ),
    ),
  ]);
}

const widest = ({ lines }: MetroxMap): number => Math.max(...lines.map(({ id }) => id.length));

function tableOf({ round, card, reshuffled, over, deck, flip }: State): string[] {
  const open = over ? 'over' : `${card ?? 'no card'} lies open`;
  const more = [reshuffled ? 'reshuffled before' : '', flip === 'manual' ? 'flipped by hand' : ''];
  return [
    [`round ${round}: ${open}`, ...more.filter(Boolean)].join(', '),
    ...wrapped('deck: ', deck.length > 0 ? deck : ['empty']),
  ];
}

function seatOf(state: State, seat: Seat): string[] {
  const { map, choices, dropped } = state;
  const board = state.boards[seat]!;
  const { score, bonuses, transfers, empty, penalty } = sumOf(map, board);
  const choice = choices[seat];
  return [
    `seat ${seat}: ${bonuses} for lines + ${transfers} for transfers - ${penalty} for ${empty} empty = ${score}` +
      `${choice ? `, chose ${code(choice)}` : ''}${dropped.includes(seat) ? ', struck' : ''}`,
    ...lastOf(map, board),
    ...map.lines.flatMap((_, line) => rowOf(state, board, line)),
  ];
}

function lastOf(map: MetroxMap, { last }: Board): string[] {
  if (last === null) return [];
  const filled = last.stations.map((at) => map.stations[at]!.id);
  const completed = last.lines.map((line) => map.lines[line]!.id);
  const end = completed.length > 0 ? [`and completed ${completed.join(', ')}`] : [];
  return wrapped('  last: ', [
    `${last.card} as ${code(last.action)} filled`,
    ...(filled.length > 0 ? filled : ['nothing']),
    ...end,
  ]);
}

function rowOf({ map, taken }: State, board: Board, line: number): string[] {
  const { id, windows, bonus, stations } = map.lines[line]!;
  const done = board.done[line]!;
  const worth =
    done === OPEN
      ? `${taken[line] === 0 ? bonus.first : '-'}/${bonus.later}`
      : `+${done === FIRST ? bonus.first : bonus.later}`;
  const most = Math.max(...map.lines.map((one) => one.windows));
  const cards = Array.from({ length: most }, (_, at) =>
    (board.windows[line]![at] ?? (at < windows ? '_' : '')).padEnd(3),
  );
  return wrapped(
    `  ${id.padEnd(widest(map))}  ${worth.padEnd(5)} ${cards.join(' ')} `,
    stations.map((at) => markOf(board.stations[at]!).padStart(2)),
  );
}

const markOf = (value: number): string => (value === EMPTY ? '.' : value === MARK ? 'x' : String(value));
