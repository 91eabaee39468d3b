import { afterEach, describe, expect, test } from 'vitest';
import { faultsOf } from './payloads.ts';
import { checkEnd, openGame, playToEnd } from './table.ts';
import { startWorld, type World } from './world.ts';

let world: World | undefined;
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.log(world?.bot.output().slice(-4000));
  await world?.close();
});

describe('a full game of three, through the real bot', () => {
  test.each([
    ['tokyo', 'auto'],
    ['osaka', 'manual'],
    ['metro-city', 'auto'],
    ['tube-town', 'manual'],
  ])('%s, flipping %s', async (map, flip) => {
    // All maps are drawn by tests of their own; here one is drawn by the real bot.
    world = await startWorld({ blank: map !== 'tube-town' });
    const people = await Promise.all(['Ann', 'Ben', 'Cleo'].map((name) => world!.person(name)));
    const game = await openGame(people, world.place('metro'), { map, flip });
    const end = await playToEnd(people, game, flip === 'manual', async (round) => {
      // In the middle of a game the process dies and comes back; nobody notices.
      if (round !== 5) return;
      await world!.bot.stop('SIGKILL');
      await world!.bot.start();
    });
    await checkEnd(world, end, people, map);
    const { faults, checked } = await faultsOf(world);
    expect(faults).toEqual([]);
    expect(checked).toBeGreaterThan(200);
  });
});
