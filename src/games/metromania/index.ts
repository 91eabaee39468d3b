import type { Game, Seat } from '../game.ts';
import { chanceOf, guessed } from './deal.ts';
import { readMap } from './map.ts';
import { codeOf, parse } from './parse.ts';
import { partsOf, scoresOf } from './score.ts';
import { OPTIONS, RULES, setup } from './setup.ts';
import { type Action, type Box, type Held, KINDS, type Marker, type State, type View } from './state.ts';
import { minutesSoFar, tripsOf } from './trips.ts';
import { actionsOf, after } from './turn.ts';

/** MetroMania: tunnels dug along the edges of a city of triangles, stations, and trips between its destinations. */

export const metromania: Game<State, Action, View, Box> = {
  id: 'metromania',
  rules: RULES,
  seats: [2, 4],
  options: OPTIONS,
  pace: 'turns',
  map: readMap,
  setup,
  over: ({ over }) => over,
  turn: ({ turn }) => turn,
  toAct: (state) => (state.over ? [] : [moverOf(state)]),
  actions: (state, seat) => (seat === moverOf(state) ? actionsOf(state) : []),
  code: codeOf,
  parse,
  apply: (state, seat, action) => (state.over || seat !== moverOf(state) ? state : after(state, action)),
  view,
  revealed: (state) => ({ ...view(state), hands: state.hands }),
  imagine,
  score: (state) => scoresOf(state),
};

const moverOf = ({ setting, mover }: State): Seat => setting.owners[mover]!;

/** Letters in hand are for their seat alone until the game is over, or all markers lie open. */
function view(state: State, seat?: Seat): View {
  const { setting, over } = state;
  const shown = (company: number) => over || setting.open || setting.owners[company] === seat;
  const trips = over ? tripsOf(state) : [];
  return {
    ...state,
    parts: state.hands.map((_, company) => partsOf(state, company, trips)),
    minutes: minutesSoFar(state),
    trips,
    ranks: over ? scoresOf(state, trips).map(({ rank }) => rank) : [],
    seat: seat ?? null,
    legal: seat === moverOf(state) ? actionsOf(state) : [],
    hands: state.hands.map((hand, company) => (shown(company) ? hand : hidden(hand))),
  };
}

/** Kinds alone, in an order that tells nothing of the letters. */
const hidden = (hand: readonly Marker[]): Held[] =>
  KINDS.flatMap((kind) => hand.filter((one) => one.kind === kind).map(() => ({ kind, letter: null })));

function imagine(
  { seat: _, legal: __, parts: ___, trips: ____, ranks: _____, minutes: ______, hands, ...open }: View,
  seed?: string,
): State {
  const placed = [...hands.keys()].map((company) =>
    open.marked.filter((one) => one.company === company).map(({ marker }) => marker),
  );
  const chance = seed === undefined ? undefined : chanceOf(seed);
  return { ...open, hands: guessed(open.box, open.setting, placed, hands, chance) };
}
