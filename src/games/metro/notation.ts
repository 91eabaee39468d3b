import type { Seat } from '../game.ts';
import type { Notation, Plain } from '../notation.ts';
import { draw } from './ascii.ts';
import { metro } from './index.ts';
import { spotsFor } from './legal.ts';
import { PLACE } from './parse.ts';
import { isCentral, scoresOf } from './score.ts';
import type { Action, State } from './state.ts';
import { squareName } from './tracks.ts';

/** How Metro stands in a record. */
export const notation: Notation<State, Action> = {
  given: ['draws'],
  table: (state) => ({ scores: scoresOf(state).map(({ score }) => score), lines: linesOf(state) }),
  seat: () => ({}),
  drawn: () => null,
  // Hands are private: as long as a game runs its draws would tell them.
  dealt: (state, all) => ({ draws: state.over || all ? state.dealt : [] }),
  stuck: () => null,
  unseen: (state) => !state.over,
  // A drawn tile is the only one that can be placed: a record does not name it.
  text: (state, action) => metro.code(unnamed(state, action)),
  refusal,
  draw,
};

const unnamed = ({ drawn }: State, action: Action): Action =>
  action.kind === 'place' && drawn !== null ? { ...action, named: false } : action;

function linesOf({ lines }: State): Record<string, Plain> {
  return Object.fromEntries(
    lines.map((line) => [
      line.station,
      {
        owner: line.owner,
        length: line.length,
        doubled: isCentral(line),
        done: line.arrival !== null,
      },
    ]),
  );
}

/** Only asked when no legal action has that text. */
function refusal(state: State, seat: Seat, text: string): string {
  const { mover, drawn, hands, held, setting } = state;
  if (seat !== mover) return `It is the turn of seat ${mover}, not of seat ${seat}.`;
  if (text === 'draw')
    return drawn === null ? 'No tile is left to draw.' : `Seat ${seat} has drawn ${drawn} and must place it.`;
  const [, named, square = '', turns] = PLACE.exec(text) ?? [];
  const several = drawn === null && held[seat]! > 1;
  if (!square)
    return `${JSON.stringify(text.slice(0, 40))} is no action: write SQUARE.TURNS such as E4.0${several ? ', with the tile before it: aacb.E4.0' : ''}, or draw.`;
  if (several && named === undefined)
    return `Seat ${seat} holds several tiles: write which one, such as ${hands[seat]![0]}.${square}.${turns}.`;
  if (!several && named !== undefined)
    return `Only one tile can be placed: write ${square}.${turns}, without the tile.`;
  const tile = named ?? drawn ?? hands[seat]![0]!;
  if (!several || hands[seat]!.includes(tile)) {
    if (setting.arrow && turns !== '0') return 'The arrow points up: tiles are not turned, so write .0.';
    const names = [...new Set(spotsFor(state, tile).map((spot) => squareName(spot.square)))];
    return `${tile} cannot lie on ${square}${setting.arrow ? '' : ' that way'}: its squares are ${names.join(', ')}.`;
  }
  return `Seat ${seat} holds no tile ${tile}: its tiles are ${hands[seat]!.join(', ')}.`;
}
