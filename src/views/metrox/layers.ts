import type { MetroxMap } from '../../games/metrox/state.ts';
import { type Brush, brushOf, pixels, type Surface, surface } from '../canvas.ts';
import { encode, indexed, type Palette, paletteFrom } from '../png.ts';
import type { Theme } from '../presenter.ts';
import { COLORS, INK, WHITE } from '../theme.ts';
import { type Part, type Plan, WIDTH } from './frame.ts';
import { drawLines, type LineState } from './lines.ts';
import { slotOf, style } from './slots.ts';

/** A picture ready to be drawn. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  /** Draws it; the same input gives the same bytes. */
  png(): Promise<Buffer>;
}

/** Keeps the entries used last. */
function remember<K, V>(store: Map<K, V>, key: K, limit: number, make: () => V): V {
  const known = store.get(key);
  const value = known ?? make();
  store.delete(key);
  store.set(key, value);
  if (store.size > limit) store.delete(store.keys().next().value as K);
  return value;
}

/** About five megabytes each. */
const LAYERS = 12;
const layers = new Map<string, Surface>();
const numbers = new WeakMap<MetroxMap, number>();
let numbered = 0;

/** A map's own number: maps may be read twice, and two may bear the same id. */
function numberOf(map: MetroxMap): number {
  let number = numbers.get(map);
  if (number === undefined) {
    number = numbered++;
    numbers.set(map, number);
  }
  return number;
}

/**
 * Paper with a map's lines in a given state, at the place of `part` if it is given; kept, since states change seldom and
 * marks are drawn over it.
 */
export function layer(
  map: MetroxMap,
  plan: Plan,
  height: number,
  theme: Theme,
  state: LineState,
  part?: Part,
): Surface {
  const key = `${numberOf(map)} ${theme} ${height} ${part?.scale} ${state.life.join()} ${state.chosen.join()}`;
  return remember(layers, key, LAYERS, () => {
    const made = surface(WIDTH, height, COLORS[theme].paper);
    const brush = brushOf(made);
    if (part) {
      brush.translate(part.x, part.y);
      brush.scale(part.scale, part.scale);
    }
    drawLines(brush, map, plan, theme, state);
    return made;
  });
}

const palettes = new WeakMap<MetroxMap, Map<Theme, Palette>>();

/** The palette of a map and theme, from samples drawn at first need. */
export function paletteOf(map: MetroxMap, theme: Theme, samples: () => Surface[]): Palette {
  let store = palettes.get(map);
  if (!store) {
    store = new Map();
    palettes.set(map, store);
  }
  return remember(store, theme, 2, () => {
    const styles = map.lines.flatMap((_, line) => [
      style(slotOf(map, line), theme).color,
      style(slotOf(map, line), theme, true).color,
    ]);
    return paletteFrom(samples().map(pixels), [...Object.values(COLORS[theme]), INK, WHITE, ...styles]);
  });
}

/** Turns a painter into a drawing. */
export function drawing(
  width: number,
  height: number,
  palette: () => Palette,
  paint: (brush: Brush) => Promise<void> | void,
  ground: string,
): Drawing {
  return {
    width,
    height,
    png: async () => {
      const on = surface(width, height, ground);
      await paint(brushOf(on));
      return encode(indexed(pixels(on), width, height, palette()), width, height, palette());
    },
  };
}
