import type { Paris } from '../../games/metro/state.ts';
import { type Composition, composition } from '../kit/drawing.ts';
import type { Stage } from '../kit/stage.ts';
import type { Theme } from '../presenter.ts';
import { boardPalette } from './board.ts';
import { PAPERS } from './colors.ts';
import { figureFor } from './figures.ts';

/** Pages of a turn, in the colours of the board that they are about. */

/** Width of all of them, in pixels. */
export const WIDTH = 1100;
export const FIGURE = figureFor(WIDTH);

export const pageOf = (
  height: number,
  theme: Theme,
  compose: (stage: Stage) => void,
  map: Paris,
): Composition =>
  composition({
    width: WIDTH,
    height,
    palette: () => boardPalette(map, theme),
    compose(stage) {
      stage.ground(PAPERS[theme].bg);
      compose(stage);
    },
  });
