import { createCanvas, loadImage } from '@napi-rs/canvas';
import { metrox } from '../../src/games/metrox/index.ts';
import type { Action, State } from '../../src/games/metrox/state.ts';
import { type Translate, translator } from '../../src/locales.ts';
import { mapOf, metroxModule } from '../../src/modules.ts';
import type { Scene, Theme } from '../../src/views/presenter.ts';

/** Games played for tests of pictures, and what is read back from a PNG. */

export const MAPS = ['tokyo', 'osaka', 'metro-city', 'tube-town'] as const;

/** A game in which each seat takes the best of three choices by what it fills and scores, `rounds` rounds long. */
export function playTo(id: string, seats: number, rounds: number, seed = 'pictures'): State {
  const map = mapOf(metroxModule, id);
  let state = metrox.setup({ map, seats, options: { flip: 'auto' }, chance: { seed }, rules: 1 });
  let turn = 0;
  const worth = (at: State, seat: number, action: Action) => {
    const after = metrox.view(metrox.apply(metrox.imagine(metrox.view(at, seat)), seat, action), seat);
    const board = after.mine ?? after.boards[seat]!;
    return (board.last?.stations.length ?? 0) + 5 * after.scores[seat]!.score;
  };
  while (!metrox.over(state) && metrox.turn(state) <= rounds) {
    const now = state;
    for (const seat of metrox.toAct(now)) {
      const all = metrox.actions(state, seat);
      const three = [0, 1, 2].map((i) => all[(seat * 5 + turn * 7 + i * 3) % all.length]!);
      const [best] = three.toSorted((a, b) => worth(now, seat, b) - worth(now, seat, a));
      state = metrox.apply(state, seat, best!);
    }
    turn++;
  }
  return state;
}

export const sceneOf = (theme: Theme, plain: readonly string[] = ['Ann', 'Ben', 'Cleo', 'Dia']): Scene => ({
  t: translator('en'),
  theme,
  names: plain,
  spoken: plain,
  plain,
});

/** Width, height and RGBA bytes of a PNG. */
export async function read(png: Buffer): Promise<{ width: number; height: number; data: Uint8ClampedArray }> {
  const image = await loadImage(png);
  const brush = createCanvas(image.width, image.height).getContext('2d');
  brush.drawImage(image, 0, 0);
  const { data } = brush.getImageData(0, 0, image.width, image.height);
  return { width: image.width, height: image.height, data };
}

/** A translator that says things in its own way. */
export const said = (say: (...asked: Parameters<Translate>) => string): Translate =>
  Object.assign(say, { locale: 'en' as const });
