import type { Box } from '../../games/metromania/state.ts';
import { brushOf, pixels, surface } from '../canvas.ts';
import { picture } from '../picture.ts';
import { encode, indexed } from '../png.ts';
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

/** The picture of a map: the example, without anything around the city. */
export function mapPicture(box: Box, scene: Scene): Picture {
  const { theme } = scene;
  const view = exampleOf(box);
  return picture(mapAlt(view, scene), {
    width: WIDTH,
    height: HEIGHT,
    png: async () => {
      const palette = await boardPalette(box, theme);
      const on = surface(WIDTH, HEIGHT, PAPERS[theme].bg);
      const brush = brushOf(on);
      drawGround(brush, view, theme);
      drawDug(brush, view, [], theme);
      drawArrows(brush, view, PAPERS[theme]);
      drawLines(brush, view, [], NOBODY, theme);
      drawStations(brush, view, [], theme);
      drawMarkers(brush, view, [], theme);
      drawHeads(brush, view, theme);
      return encode(indexed(pixels(on), WIDTH, HEIGHT, palette), WIDTH, HEIGHT, palette);
    },
  });
}
