import { afterAll, beforeAll, expect, test } from 'vitest';
import { labels, type Message, menuOf, type Person, words } from './person.ts';
import { dice, playOn } from './table.ts';
import { startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  console.log(world?.bot.output().slice(-3000));
  await world?.close();
});

/** Plays a run to its end from the screen it stands at; the player is asked before each choice. */
async function finish(person: Person, screen: Message, seed: number): Promise<Message> {
  const roll = dice(seed);
  let now = screen;
  for (let steps = 0; steps < 200; steps++) {
    if (labels(now).some((label) => label === 'Share' || label === 'Shared')) return now;
    if (labels(now).includes('Keep')) now = (await person.press(now, 'Keep'))!;
    else if (menuOf(now, /station/)) now = (await person.choose(now, /./, /station/))!;
    else now = await playOn(person, now, roll);
  }
  throw new Error(`No end in sight: ${words(now)}`);
}

test('begin, play, share, come back', async () => {
  const ann = await world.person('Ann');
  const place = world.place('metro');
  const start = await ann.command(place, 'metrox solo');
  console.log(words(start), labels(start));
  const first = (await ann.press(start, 'Begin'))!;
  console.log(words(first), labels(first));
  const end = await finish(ann, first, 7);
  console.log(words(end), labels(end));
  const shared = (await ann.press(end, 'Share'))!;
  console.log(words(shared), labels(shared));
  const card = await ann.wait((m) => m.content.includes('Daily #') && m.attachments.length === 1);
  console.log(card.content);
  const back = await ann.command(place, 'metrox solo');
  console.log(words(back), labels(back));
  expect(words(back)).toContain('You have played today');
});
