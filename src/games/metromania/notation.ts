import type { Seat } from '../game.ts';
import type { Notation, Plain } from '../notation.ts';
import { draw } from './ascii.ts';
import { CORNERS, LABELS, vertexOf } from './grid.ts';
import { metromania } from './index.ts';
import { DIG } from './parse.ts';
import { completed } from './score.ts';
import { markerText } from './setup.ts';
import { type Action, companiesOf, type State } from './state.ts';
import { tripsOf } from './trips.ts';

/** How MetroMania stands in a record. */
export const notation: Notation<State, Action> = {
  given: ['city', 'markers'],
  table: (state) => ({
    lines: linesOf(state),
    stations: state.stations.map(({ vertex }) => LABELS[vertex]!),
    markers: state.marked.map(({ triangle, company, marker }) => ({
      marker: markerText(marker),
      seat: state.setting.owners[company]!,
      corners: cornersOf(triangle),
    })),
    trips: state.over ? tripsIn(state) : [],
  }),
  seat: (state, seat) => ({ lines: completedBy(state, seat) }),
  drawn: () => null,
  dealt: (state, all) => ({
    city: state.city.map(({ piece, turn }) => [piece + 1, turn]),
    // Letters are private: as long as a game runs its deal would tell them.
    ...(state.over || state.setting.open || all ? { markers: handsDealt(state) } : {}),
  }),
  stuck: () => null,
  // A hand's letters show in what is placed alone, and what is placed everybody sees.
  unseen: () => false,
  refusal,
  draw,
};

const cornersOf = (triangle: number): string[] => CORNERS[triangle]!.map((vertex) => LABELS[vertex]!);

const completedBy = (state: State, seat: Seat): number =>
  companiesOf(state.setting, seat).reduce((sum, company) => sum + completed(state, company), 0);

/** What each seat was dealt, by letter and kind. */
function handsDealt(state: State): string[][] {
  const { setting, hands, marked } = state;
  return Array.from({ length: setting.seats }, (_, seat) =>
    companiesOf(setting, seat)
      .flatMap((company) => [
        ...marked.filter((one) => one.company === company).map(({ marker }) => marker),
        ...hands[company]!,
      ])
      .map(markerText)
      .sort(),
  );
}

/** By seat and by their numbers: vertices from the start, and whether they are completed. */
function linesOf({ lines, setting, blocked }: State): Plain[] {
  return lines.map(({ company, number, vertices, done }, line) => ({
    seat: setting.owners[company]!,
    line: number,
    vertices: vertices.map((vertex) => LABELS[vertex]!),
    done,
    blocked: blocked[line]!,
  }));
}

/** Minutes, null where there is no route, and by seat who has part in it and what it brings. */
function tripsIn(state: State): Plain[] {
  const { setting } = state;
  const seatsOf = (companies: readonly number[]) => [
    ...new Set(companies.map((company) => setting.owners[company]!)),
  ];
  return tripsOf(state).map(({ id, minutes, involved, guilty, points }) => ({
    trip: id,
    minutes,
    involved: seatsOf(involved),
    guilty: seatsOf(guilty),
    points: Array.from({ length: setting.seats }, (_, seat) =>
      companiesOf(setting, seat).reduce((sum, company) => sum + points[company]!, 0),
    ),
  }));
}

const AT = /^(start|station|bonus)\.([A-K]\d{1,2}|-)$/;

/** Only asked when no legal action has that text. */
function refusal(state: State, seat: Seat, text: string): string {
  const { setting, mover, bonus, doing } = state;
  const own = setting.owners[mover]!;
  if (seat !== own) return `It is the turn of seat ${own}, not of seat ${seat}.`;
  const legal = metromania.actions(state, seat);
  const list = (kind: Action['kind']): string =>
    legal
      .filter((action) => action.kind === kind)
      .map((action) => metromania.code(action))
      .join(', ');
  if (bonus !== null) return `A line has ended: write ${list('bonus')}.`;
  const dig = DIG.exec(text);
  const at = AT.exec(text);
  if (!dig && !at)
    return `${JSON.stringify(text.slice(0, 40))} is no action: write dig.LINE.DIRECTION-SIDE such as dig.1.SE-R, start.VERTEX, station.VERTEX or bonus.VERTEX.`;
  if (dig) return digRefusal(state, dig, list('dig'));
  const [, kind, label = ''] = at!;
  if (kind === 'bonus') return 'No line has just ended: a bonus station is built right after that.';
  if (vertexOf(label) === undefined) return `There is no vertex ${label}: they are A1 to K6.`;
  if (doing.tunnels.length > 0)
    return kind === 'start'
      ? `A line starts with the first tunnel of a turn only: write ${list('dig')}.`
      : `A turn digs or builds a station: write ${list('dig')}.`;
  const possible = list(kind as 'start' | 'station');
  return possible
    ? `${text} is not possible: write ${possible}.`
    : kind === 'start'
      ? 'No line can be started now.'
      : 'No intermediate station can be built now.';
}

function digRefusal(state: State, [text, number, , , letter]: RegExpExecArray, possible: string): string {
  const { lines, mover, doing } = state;
  const own = lines.find((one) => one.company === mover && one.number === Number(number));
  if (!own) return `Line ${number} is not one of the company whose turn it is.`;
  if (own.side === null) return `Line ${number} is not started yet.`;
  if (own.done) return `Line ${number} has ended.`;
  if (own.tunnels.length >= state.box.tunnels)
    return `Line ${number} has all its ${state.box.tunnels} tunnels.`;
  if (letter && doing.marked !== null) return 'One marker a turn: this turn has placed one.';
  return possible
    ? `${text} is not possible: write ${possible}.`
    : `${text} is not possible: nothing can be dug.`;
}
