import { fresh } from './board.ts';
import { SPACE_OF } from './grid.ts';
import {
  bareOf,
  DIGS,
  digsOf,
  endsBy,
  hasStation,
  isBlocked,
  startsOf,
  stationsOf,
  terminus,
  worthOf,
} from './legal.ts';
import { meetingsOf } from './meetings.ts';
import {
  type Action,
  type Company,
  type Ending,
  type Line,
  linesOf,
  type State,
  type Vertex,
} from './state.ts';

/** One step after the other: what may be done in a turn, what it brings about, and how turns and building end. */

/** What the company that moves may do now. */
export function actionsOf(state: State): Action[] {
  const { mover, doing, bonus, over } = state;
  if (over) return [];
  if (bonus !== null)
    return [...bareOf(state, bonus), null].map((vertex) => ({ kind: 'bonus' as const, vertex }));
  if (doing.tunnels.length > 0) return digs(state);
  const [first, second] = linesOf(mover);
  const unstarted = state.lines[first]!.side === null ? first : second;
  return [
    ...startsOf(state, unstarted),
    ...digs(state),
    ...stationsOf(state, [first, second]).map((vertex) => ({ kind: 'station' as const, vertex })),
  ];
}

/** The tunnels that may be dug now: on the line that this turn has started, or on both. */
function digs(state: State): Action[] {
  const { mover, doing, hands } = state;
  return digging(state).flatMap((line) => digsOf(state, line, hands[mover]!, doing.marked !== null));
}

/** Whether there is any. */
function canDig(state: State): boolean {
  const { mover, doing, hands } = state;
  for (const line of digging(state))
    if (digsOf(state, line, hands[mover]!, doing.marked !== null, 1).length > 0) return true;
  return false;
}

/** The lines that may be dug on now. */
function digging({ mover, doing, setting }: State): readonly number[] {
  if (doing.tunnels.length >= DIGS) return [];
  return doing.started !== null && !setting.free ? [doing.started] : linesOf(mover);
}

/** Whether the company that moves can begin a turn. */
function canAct(state: State): boolean {
  const [first, second] = linesOf(state.mover);
  const unstarted = state.lines[first]!.side === null ? first : second;
  return (
    canDig(state) || startsOf(state, unstarted).length > 0 || stationsOf(state, [first, second]).length > 0
  );
}

/**
 * The state after an action of the company that moves. What cannot be done at all changes nothing: a tunnel where one is,
 * or of another company's line or one that is over, a line that is started twice, a bonus where no line has ended.
 */
export function after(state: State, action: Action): State {
  if (!isPossible(state, action)) return state;
  switch (action.kind) {
    case 'start':
      return tunnelled(
        state,
        action.line,
        action.from,
        SPACE_OF.get(action.triangle)!.inner,
        action.triangle,
      );
    case 'dig':
      return tunnelled(
        placed(state, action),
        action.line,
        terminus(state.lines[action.line]!),
        action.to,
        action.triangle,
      );
    case 'station':
      return endTurn(withStation(state, action.vertex));
    case 'bonus': {
      const built = action.vertex === null ? state : withStation(state, action.vertex);
      return goOn({ ...built, bonus: null });
    }
  }
}

function isPossible({ lines, dug, bonus, mover }: State, action: Action): boolean {
  if (action.kind === 'station') return true;
  if (action.kind === 'bonus') return bonus !== null;
  const { company, side, done } = lines[action.line]!;
  const goesOn = action.kind === 'start' ? side === null : side !== null && !done;
  return company === mover && goesOn && dug[action.triangle] === null;
}

/** The state with the marker of a tunnel on its spot, unless the hand has none that fits. */
function placed(state: State, { letter, triangle }: Extract<Action, { kind: 'dig' }>): State {
  if (letter === null) return state;
  const { mover, hands, marked, doing } = state;
  const sign = state.signs[triangle];
  const marker = hands[mover]!.find((one) => one.letter === letter && one.kind === sign);
  if (!marker) return state;
  return {
    ...state,
    hands: hands.map((hand, company) => (company === mover ? hand.filter((one) => one !== marker) : hand)),
    marked: [...marked, { triangle, company: mover, marker }],
    doing: { ...doing, marked: triangle },
  };
}

/** The state after a tunnel and all that follows from it. */
function tunnelled(state: State, line: number, from: Vertex, to: Vertex, triangle: number): State {
  const before = state.lines[line]!;
  const starts = before.side === null;
  const side = starts ? SPACE_OF.get(triangle)!.side : before.side;
  const ends = !starts && endsBy(state, line, triangle, to);
  const now: Line = {
    ...before,
    side,
    vertices: starts ? [from, to] : [...before.vertices, to],
    tunnels: [...before.tunnels, triangle],
    done: ends,
  };
  const { doing } = state;
  const lines = state.lines.slice();
  lines[line] = now;
  const dugBy = state.dug.slice();
  dugBy[triangle] = line;
  const dug: State = {
    ...state,
    lines,
    dug: dugBy,
    doing: {
      ...doing,
      tunnels: [...doing.tunnels, { line, triangle }],
      started: starts ? line : doing.started,
      ended: ends ? [...doing.ended, line] : doing.ended,
    },
  };
  const built = meetingsOf(dug, line).reduce((state, { vertex }) => withStation(state, vertex), dug);
  const bonus = ends && built.stations.length < built.box.stations && bareOf(built, line).length > 0;
  return goOn({ ...built, bonus: bonus ? line : null });
}

/** The state with a station, where none stands and one is left, and its points for the company that moves. */
function withStation(state: State, vertex: Vertex): State {
  const { stations, points, mover, doing } = state;
  if (hasStation(state, vertex) || stations.length >= state.box.stations) return state;
  const worth = worthOf(state, vertex);
  return {
    ...state,
    stations: [...stations, { vertex, company: mover }],
    points: points.map((sum, company) => (company === mover ? sum + worth : sum)),
    doing: { ...doing, stations: [...doing.stations, { vertex, points: worth }] },
  };
}

/** The turn goes on while its company has to do something more. */
const goOn = (state: State): State => (state.bonus !== null || canDig(state) ? state : endTurn(state));

function endTurn(state: State): State {
  const blocked = state.lines.map(({ company }, line) => isBlocked(state, line, state.hands[company]!));
  const ended: State = { ...state, blocked, last: state.doing, turn: state.turn + 1 };
  const ending = state.ending ?? endingOf(ended);
  if (ending !== null && state.closing === null && !state.setting.lastTurn) return finish(ended, ending);
  const closing = ending === null ? null : (state.closing ?? state.mover);
  return passOn({ ...ended, ending, closing });
}

/** Why building ends after a turn, or null while it goes on. */
function endingOf({ lines, stations, blocked, box, setting }: State): Ending | null {
  if (lines.some(({ done }, line) => line % 2 === 0 && done && lines[line + 1]!.done)) return 'lines';
  if (stations.length >= box.stations) return 'stations';
  const closed = lines.filter(({ done }, line) => done || blocked[line]).length;
  return closed >= (setting.companies === 2 ? 4 : 5) ? 'blocked' : null;
}

/** The next company that can do something; those that cannot are passed over. When none can, building ends. */
function passOn(state: State): State {
  const { companies } = state.setting;
  const passed: Company[] = [];
  for (let step = 1; step <= companies; step++) {
    const company = (state.mover + step) % companies;
    if (company === state.closing) return finish(withPassed(state, passed), state.ending!);
    const then: State = { ...state, mover: company, doing: fresh(company), bonus: null };
    if (canAct(then)) return { ...then, last: withPassed(state, passed).last };
    passed.push(company);
  }
  // Whoever can do nothing has both lines completed or blocked.
  return finish(withPassed(state, passed), state.ending ?? 'blocked');
}

const withPassed = (state: State, passed: readonly Company[]): State => ({
  ...state,
  last: state.last && { ...state.last, passed },
});

const finish = (state: State, ending: Ending): State => ({
  ...state,
  ending,
  over: true,
  doing: fresh(state.mover),
  bonus: null,
});
