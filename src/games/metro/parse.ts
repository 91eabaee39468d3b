import type { Seat } from '../game.ts';
import type { Action, Code, State, Turns } from './state.ts';
import { squareOf } from './tracks.ts';

/** A placement as it is written: the tile where it is named, the square, the quarter turns. */
export const PLACE = /^(?:([abcd]{4})\.)?([A-H][1-8])\.([0-3])$/;

/**
 * The action that a text stands for: "E4.0", "aacb.E4.0", "draw". Where it names no tile that is the one just drawn, or the
 * only one in the seat's hand; records never name a tile that was drawn.
 */
export function parse(state: State, seat: Seat, code: string): Action | undefined {
  if (state.hands[seat] === undefined) return undefined;
  if (code === 'draw') return { kind: 'draw' };
  const [, named, name, turns] = PLACE.exec(code) ?? [];
  const tile = named ?? onlyTile(state, seat);
  if (name === undefined || tile === undefined) return undefined;
  if (!state.map.tiles.some((one) => one.tile === tile)) return undefined;
  return {
    kind: 'place',
    tile,
    square: squareOf(name),
    turns: Number(turns) as Turns,
    named: named !== undefined,
  };
}

function onlyTile({ drawn, mover, hands }: State, seat: Seat): Code | undefined {
  if (drawn !== null && seat === mover) return drawn;
  const [tile, ...others] = new Set(hands[seat]);
  return others.length === 0 ? tile : undefined;
}
