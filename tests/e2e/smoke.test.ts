import { afterAll, beforeAll, expect, test } from 'vitest';
import { labels, words } from './person.ts';
import { startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  console.log(world.bot.output().slice(-3000));
  await world.close();
});

test('a lobby, a start, a round', async () => {
  const [ann, ben] = [await world.person('Ann'), await world.person('Ben')];
  const place = world.place('metro');
  const lobby = await ann.command(place, 'metrox new', { map: 'tokyo' });
  console.log(words(lobby), labels(lobby));
  const seen = await ben.wait((m) => m.id === lobby.id && labels(m).length > 0);
  await ben.press(seen, 'Join');
  await ann.wait((m) => m.id === lobby.id && labels(m).includes('▶ Start (2)'));
  await ann.press(lobby, /Start/);
  const table = await ben.wait((m) => /Round 1/.test(m.content));
  console.log(table.content, labels(table), JSON.stringify(table.components).slice(0, 600));
  const mine = await ben.press(table, 'My board');
  console.log(words(mine!), labels(mine!));
  const line = labels(mine!).find((l) => l.startsWith('T'))!;
  const after = await ben.press(mine!, line);
  console.log(words(after!), labels(after!));
  const next = await ann.choose(table, 'F');
  console.log(words(next!), labels(next!));
  const round2 = await ben.wait((m) => /Round 2/.test(m.content));
  console.log(round2.content);
  await ann.wait((m) => m.id === table.id && !labels(m).length);
  console.log(ann.messages.get(table.id)!.content);
  expect(true).toBe(true);
});
