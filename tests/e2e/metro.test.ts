import { afterEach, describe, expect, test } from 'vitest';
import { play } from '../../src/match/record.ts';
import { faultsOf } from './payloads.ts';
import { parts, words } from './person.ts';
import { dice } from './table.ts';
import { begin, playOut, recordIn, type Way } from './turns.ts';
import { startWorld, type World } from './world.ts';

/** Whole games of Metro, a tile at a time, through the real bot. */

let world: World | undefined;
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.log(world?.bot.output().slice(-4000));
  await world?.close();
});

describe.each([
  [2, {}],
  [4, { hand: '2' }],
  [6, { arrow: 'false', returns: 'classic' }],
])('a full game of %d', (count, options) => {
  test('from the lobby to the record', async () => {
    // One of them is drawn by the real bot.
    world = await startWorld({ blank: count !== 2 });
    const names = ['Ann', 'Ben', 'Cleo', 'Dia', 'Eli', 'Fay'].slice(0, count);
    const people = await Promise.all(names.map((name) => world!.person(name)));
    const { channel } = await begin(people, world.place('metro'), 'metro', { ...options });
    const roll = dice(count * 31);
    const way: Way = {
      game: 'metro',
      roll,
      keeps: ['Keep', 'Draw it'],
      takes: ({ value }, kept) => value !== 'draw' || (!kept.includes('Draw it') && roll(3) === 0),
      most: 70,
    };
    const end = await playOut(world, people, channel, way);
    const boards = parts(end).find((part) => part.type === 12);
    expect(boards?.items?.length).toBe(1);
    const outcome = play(await recordIn(world, end)) as unknown as {
      over: boolean;
      lines: Record<string, { done: boolean }>;
      seats: { name: string; score: number }[];
    };
    expect(outcome.over).toBe(true);
    expect(Object.values(outcome.lines).every(({ done }) => done)).toBe(true);
    for (const { name, score } of outcome.seats)
      expect(words(end)).toMatch(new RegExp(`${name}\\b.* ${score}`));
    const { faults, checked } = await faultsOf(world);
    expect(faults).toEqual([]);
    expect(checked).toBeGreaterThan(120);
  });
});
