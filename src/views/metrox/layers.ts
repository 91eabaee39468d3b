import type { MetroxMap } from '../../games/metrox/state.ts';
import { pixels, type Surface } from '../canvas.ts';
import { type Palette, paletteFrom } from '../png.ts';
import type { Theme } from '../presenter.ts';
import { COLORS, INK, WHITE } from '../theme.ts';
import { slotOf, style } from './slots.ts';

/** Keeps the entries used last. */
function remember<K, V>(store: Map<K, V>, key: K, limit: number, make: () => V): V {
  const known = store.get(key);
  const value = known ?? make();
  store.delete(key);
  store.set(key, value);
  if (store.size > limit) store.delete(store.keys().next().value as K);
  return value;
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
