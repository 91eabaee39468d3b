import type { Game } from '../game.ts';
import { checkMap } from './map.ts';
import { parse } from './parse.ts';
import { actions, apply, drop, NEWEST_RULES, OPTIONS, SEATS, setup, toAct } from './round.ts';
import { code } from './rules.ts';
import { factsOf, scores, tieOf } from './score.ts';
import type { Action, MetroxMap, State, View } from './state.ts';
import { closed, imagine, view } from './view.ts';

export const metrox: Game<State, Action, View, MetroxMap> = {
  id: 'metrox',
  rules: NEWEST_RULES,
  seats: SEATS,
  options: OPTIONS,
  pace: 'together',
  tableAction: { verb: 'flip', when: { option: 'flip', value: 'manual' } },
  map: checkMap,
  setup,
  over: (state) => state.over,
  turn: (state) => state.round,
  toAct,
  actions,
  code,
  parse,
  idle: (action) => action.kind === 'free' && action.station === null,
  apply,
  view,
  pending: ({ choice }) => choice,
  closed,
  imagine,
  score: (state) => scores(state.map, state.boards, state.dropped),
  tie: tieOf,
  facts: (state) => state.boards.map(factsOf),
  drop,
};
