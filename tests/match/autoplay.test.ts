import { expect, test, vi } from 'vitest';
import type { AnyModule } from '../../src/modules.ts';
import { smallMap } from '../games/metrox/table.ts';
import { change } from '../lib/rows.ts';

/** A board so small that it is full when the free card comes: then there is nothing to choose. */
const tiny = smallMap({
  A: { stations: 'a b c', windows: 9 },
  B: { stations: 'c d', windows: 9 },
});

vi.mock('../../src/modules.ts', async (original) => {
  const real = await original<typeof import('../../src/modules.ts')>();
  return {
    ...real,
    findMap: (module: AnyModule, id: string) => (id === 'small' ? tiny : real.findMap(module, id)),
    mapOf: (module: AnyModule, id: string) => (id === 'small' ? tiny : real.mapOf(module, id)),
  };
});

const { choose, loaded, peopled, running, some } = await import('./people.ts');
const { load } = await import('../../src/store/matches.ts');

const SEEDS = Array.from({ length: 3 }, (_, n) => `forced ${n}`);

test('the clock plays an empty free card in the commit that turned it, for everybody who can do nothing', async () => {
  let forced = 0;
  for (const seed of SEEDS) {
    const store = await peopled(3);
    const id = await running(store, 3, { map: 'small' });
    await change(store, 'UPDATE matches SET seed = ? WHERE id = ?', seed, id);
    for (
      let match = await loaded(store, id);
      match.row.status === 'running';
      match = await loaded(store, id)
    ) {
      const seat = match.game.toAct(match.state)[0]!;
      // Nobody is ever asked for what is no choice.
      expect(some(match, seat)).not.toBe('free.-');
      // The last seat fills as little as it can, so its board stays open when the others' are full.
      const all = match.game.actions(match.state, seat);
      await choose(store, id, match.seats[seat]!.player!, some(match, seat, seat === 2 ? all.length - 1 : 0));
    }
    const { log, row } = (await load(store, id))!;
    expect(row.status).toBe('over');
    for (const [i, action] of log.entries()) {
      expect(action.by === 'clock').toBe(action.code === 'free.-');
      if (action.by !== 'clock') continue;
      forced++;
      expect(action.user).toBeNull();
      // In the same breath as the choice that turned the card.
      expect(action.at).toBe(log[i - 1]!.at);
    }
  }
  expect(forced).toBeGreaterThan(0);
});
