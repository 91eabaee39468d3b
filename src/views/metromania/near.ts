import { AROUND, CORNERS, LABELS } from '../../games/metromania/grid.ts';
import type { Open, Vertex } from '../../games/metromania/state.ts';
import type { Translate } from '../../locales.ts';
import { and } from '../lists.ts';

/** Places of the city in words: a vertex by its name, and what lies around it. */

const SIGNS = ['residential', 'commercial', 'entertainment', 'park', 'lake'] as const;

/** "F6". */
export const vertexName = (vertex: Vertex): string => LABELS[vertex]!;

/** A triangle by its corners: "E4-F4-F5". */
export const triangleName = (triangle: number): string => CORNERS[triangle]!.map(vertexName).join('-');

/** What touches a vertex: "2 homes, a shop and the lake"; empty where nothing does. */
export function around({ signs }: Pick<Open, 'signs'>, vertex: Vertex, t: Translate): string {
  const found = AROUND[vertex]!.map((triangle) => signs[triangle]);
  const words = SIGNS.flatMap((sign) => {
    const count = found.filter((one) => one === sign).length;
    return count === 0 ? [] : [t(`metromania.near.${sign}`, { count })];
  });
  return and(t, words);
}
