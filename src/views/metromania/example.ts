import type { Box } from '../../games/metromania/state.ts';
import { type Composition, composition } from '../kit/drawing.ts';
import { picture } from '../picture.ts';
import type { Picture, Scene } from '../presenter.ts';
import { boardPalette } from './board.ts';
import { drawArrows, drawGround } from './city.ts';
import { mapAlt } from './cityalt.ts';
import { PAPERS } from './colors.ts';
import { HEIGHT, WIDTH } from './ground.ts';
import { drawDug, drawHeads, drawLines, drawMarkers, drawStations } from './network.ts';
import type { Who } from './players.ts';
import { exampleOf } from './positions.ts';

/** The picture of a map: a city in play, for those who have not seen one. */

/** Nobody plays it: lines bear their numbers alone. */
const NOBODY: Who = { names: [], initials: ['', '', '', ''], second: [false, false, false, false] };

/** The example, without anything around the city. */
export function drawMap(box: Box, { theme }: Scene): Composition {
  const view = exampleOf(box);
  return composition({
    width: WIDTH,
    height: HEIGHT,
    palette: () => boardPalette(box, theme),
    compose(stage) {
      stage.ground(PAPERS[theme].bg);
      drawGround(stage, view, theme);
      drawDug(stage, view, [], theme);
      drawArrows(stage, view, PAPERS[theme]);
      drawLines(stage, view, [], NOBODY, theme);
      drawStations(stage, view, [], theme);
      drawMarkers(stage, view, [], theme);
      drawHeads(stage, view, theme);
    },
  });
}

/** The same with its words. */
export const mapPicture = (box: Box, scene: Scene): Picture =>
  picture(mapAlt(exampleOf(box), scene), drawMap(box, scene));
