import type { MetroxMap, Slot } from '../../games/metrox/state.ts';
import { lineIndex } from './facts.ts';
import { SLOT_COLORS } from './slots.ts';

/** Which line's colour stands for a map in messages. */
const MAPS: Readonly<Record<string, Slot>> = {
  tokyo: 'sky',
  osaka: 'purple',
  'metro-city': 'red',
  'tube-town': 'orange',
};

/** A line's colour as 0xRRGGBB, or without one the map's: its dearest line's where none was picked for it. */
export function accent(map: MetroxMap, group?: string): number {
  const line = map.lines[lineIndex(map, group)];
  return colour(line ? slotOf(map, line.id) : accentSlot(map));
}

/** The slot that stands for a map: its dearest line's where none was picked for it. */
export function accentSlot(map: MetroxMap): Slot {
  const dearest = map.lines.reduce((best, one) => (one.bonus.first > best.bonus.first ? one : best));
  return MAPS[map.id] ?? slotOf(map, dearest.id);
}

const slotOf = (map: MetroxMap, id: string): Slot => map.layout.slots[id] ?? 'slate';

const colour = (slot: Slot): number => Number.parseInt(SLOT_COLORS.light[slot].slice(1), 16);
