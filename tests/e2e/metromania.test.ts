import { afterEach, describe, expect, test } from 'vitest';
import { play } from '../../src/match/record.ts';
import { faultsOf } from './payloads.ts';
import { labels, parts, words } from './person.ts';
import { dice } from './table.ts';
import { begin, playOut, recordIn, type Way } from './turns.ts';
import { startWorld, type World } from './world.ts';

/** Whole games of MetroMania, turn by turn, through the real bot. */

let world: World | undefined;
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.log(world?.bot.output().slice(-4000));
  await world?.close();
});

describe.each([
  [2, {}],
  [2, { game: 'advanced' }],
  [3, { digging: 'free', 'last-turn': 'true' }],
  [4, { 'no-corruption': 'true' }],
])('a full game of %d with %o', (count, options) => {
  test('from the lobby to the record', async () => {
    // One of them is drawn by the real bot.
    world = await startWorld({ blank: count !== 4 });
    const names = ['Ann', 'Ben', 'Cleo', 'Dia'].slice(0, count);
    const people = await Promise.all(names.map((name) => world!.person(name)));
    const { channel } = await begin(people, world.place('metro'), 'metromania', { ...options });
    const way: Way = { game: 'metromania', roll: dice(count * 37), keeps: ['Keep'], most: 150 };
    let several = 0;
    const end = await playOut(world, people, channel, way, (_, screens) => {
      // Tunnel after tunnel in the same message, each open to be taken back, and nothing kept before the last.
      const steps = screens.filter((screen) => /^## Tunnel [23] of 3/m.test(words(screen)));
      several += steps.length;
      for (const screen of steps) {
        expect(labels(screen)).toContain('Back');
        expect(labels(screen)).not.toContain('Keep');
        expect(words(screen)).toContain('So far: ');
      }
    });
    expect(several).toBeGreaterThan(count * 4);
    const outcome = play(await recordIn(world, end)) as unknown as {
      over: boolean;
      trips: unknown[];
      seats: { name: string; score: number }[];
    };
    expect(outcome.over).toBe(true);
    expect(outcome.trips).toHaveLength(7);
    for (const { name, score } of outcome.seats)
      expect(words(end)).toMatch(new RegExp(`${name}\\b.* ${score < 0 ? `−${-score}` : score}`));
    // The trips, one a page.
    const [ann] = people;
    let page = (await ann!.press(end, 'Trips'))!;
    const titles: string[] = [];
    for (let n = 0; n < 7; n++) {
      titles.push(words(page).split('\n')[0]!);
      expect(parts(page).find((part) => part.type === 12)?.items).toHaveLength(1);
      if (n < 6) page = (await ann!.press(page, '▶'))!;
    }
    expect(titles).toEqual([
      ...['A', 'B', 'C', 'D', 'E', 'F'].map((letter) => `## Trip ${letter}`),
      '## From park to lake',
    ]);
    const { faults, checked } = await faultsOf(world);
    expect(faults).toEqual([]);
    expect(checked).toBeGreaterThan(60);
  });
});
