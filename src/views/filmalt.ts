import { and, commas, ladder, sentences } from './lists.ts';
import { signed } from './numbers.ts';
import type { Scene } from './presenter.ts';
import { ALT, playerName } from './spoken.ts';

/** How a game went, in the words of its film. */

export interface Ended {
  readonly over: boolean;
  /** By seat. */
  readonly scores: readonly number[];
  /** Seats in the first place. */
  readonly winners: readonly number[];
}

type Speech = Pick<Scene, 't' | 'spoken'>;

/** "Ben won. Final score: Ben 86, Ann 53.": the best first; of somebody alone the points. */
function endWords({ over, scores, winners }: Ended, scene: Speech): string {
  const { t } = scene;
  const order = scores.map((_, seat) => seat).sort((a, b) => scores[b]! - scores[a]!);
  const each = order.map((seat) =>
    t('film.score', { name: playerName(scene, seat), points: signed(scores[seat]!) }),
  );
  const told = t(over ? 'film.scores' : 'film.stopped', { scores: commas(t, each) });
  if (!over || scores.length === 1 || winners.length === 0) return told;
  const names = and(
    t,
    winners.map((seat) => playerName(scene, seat)),
  );
  return `${t('film.won', { count: winners.length, names })} ${told}`;
}

/** What is shown, how it ended, and as much of what happened on the way as there is room for; at most 1,024 characters. */
export function filmAlt(head: string, ended: Ended, story: readonly string[], scene: Speech): string {
  const told = (most: number) => sentences(scene.t, [head, endWords(ended, scene), ...story.slice(0, most)]);
  return ladder(
    ALT,
    [...story.keys(), story.length].reverse().map((most) => () => told(most)),
  );
}
