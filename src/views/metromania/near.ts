import type { Open, Vertex } from '../../games/metromania/state.ts';
import { and } from '../lists.ts';
import type { Translate } from '../look.ts';

/** Places of the city in words: a vertex by its name, and what lies around it. */

const SIGNS = ['residential', 'commercial', 'entertainment', 'park', 'lake'] as const;

/** "F6". */
export const vertexName = ({ box }: Pick<Open, 'box'>, vertex: Vertex): string => box.grid.labels[vertex]!;

/** A triangle by its corners: "E4-F4-F5". */
export const triangleName = (open: Pick<Open, 'box'>, triangle: number): string =>
  open.box.grid.corners[triangle]!.map((corner) => vertexName(open, corner)).join('-');

/** What touches a vertex: "2 homes, a shop and the lake"; empty where nothing does. */
export function around({ box, signs }: Pick<Open, 'box' | 'signs'>, vertex: Vertex, t: Translate): string {
  const found = signs.filter((_, triangle) => box.grid.corners[triangle]!.includes(vertex));
  const words = SIGNS.flatMap((sign) => {
    const count = found.filter((one) => one === sign).length;
    return count === 0 ? [] : [t(`metromania.near.${sign}`, { count })];
  });
  return and(t, words);
}
