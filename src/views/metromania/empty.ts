import { emptyBoard } from '../../games/metromania/board.ts';
import type { Box, View } from '../../games/metromania/state.ts';

/** The city before its pieces are laid and anybody sits at it. */
export const emptyCity = (box: Box): View => ({
  ...emptyBoard(box),
  hands: [],
  seat: null,
  parts: [],
  minutes: [],
  trips: [],
  ranks: [],
  legal: [],
});
