import { boardAlt } from './boardalt.ts';
import type { Speech } from './facts.ts';
import { vertexName } from './near.ts';
import type { Sight } from './sight.ts';

/** A page of a turn in words: at most 1,024 characters. */
export function turnAlt({ view, now, after, choices, line, window }: Sight, scene: Speech): string {
  const { t } = scene;
  const head = line === null ? undefined : now.lines[line]!.vertices.at(-1);
  const part =
    window.scale < 1 || head === undefined
      ? t('metromania.alt.whole')
      : t('metromania.alt.part', { vertex: vertexName(head) });
  return boardAlt(view, scene, { legal: choices, part, ...(after ? { after } : {}) });
}
