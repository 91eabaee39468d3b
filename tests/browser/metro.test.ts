import type { Locator } from 'playwright-core';
import { test } from 'vitest';
import { dice } from '../lib/chance.ts';
import { LONG } from '../lib/long.ts';
import { openStage } from './stage.ts';
import { begin, checkEnd, checkWindows, chooseOn, tableOf, waitsFor } from './turns.ts';
import { answered, button, messages, type Window } from './window.ts';

const stage = openStage();

/** The table's message of a turn, while it is theirs to move and so many tiles are to be placed. */
const turnOf = ({ page, name }: Window, left: number): Locator =>
  messages(page)
    .filter({ hasText: new RegExp(`@${name}, your move`, 'i') })
    .filter({ hasText: new RegExp(`(?<!\\d)${left} tiles? to place`) })
    .filter({ has: page.locator('button', { hasText: 'My turn' }) });

/** Places the tile in hand: from the table's message to the draft that is kept. */
async function takeTurn(window: Window, left: number, roll: (n: number) => number): Promise<void> {
  let screen = await answered(window, 'My turn', () => button(turnOf(window, left), 'My turn').click());
  // Keys also lead to other parts of the board.
  for (let steps = 0; steps < 14; steps++) {
    if (await button(screen, 'Keep').isVisible()) break;
    screen = await answered(window, 'a choice', () => chooseOn(screen, window, roll));
  }
  await answered(window, 'Keep', () => button(screen, 'Keep').click());
}

/** With a share of the long tests so many tiles are placed; what an end shows is seen in the other games. */
const TILES = LONG > 0 && LONG < 1 ? 24 : 60;

test('two people play a whole game of Metro by clicking, one of them on a phone', async () => {
  const roll = dice(4711);
  const ann = await stage.open('Ann', 'desktop');
  const ben = await stage.open('Ben', 'phone');
  const windows = [ann, ben];
  await begin(ann, ben, 'metro', 'Metro · Paris');
  await tableOf(ann).waitFor();
  // Who begins is drawn by lot; then they take turns.
  const first = (await waitsFor(tableOf(ann))) === ann.name ? 0 : 1;
  for (let turn = 0; turn < TILES; turn++) {
    const left = 60 - turn;
    const window = windows[(first + turn) % 2]!;
    await turnOf(window, left).waitFor();
    await takeTurn(window, left, roll);
  }
  if (TILES < 60) await checkWindows(windows);
  else await checkEnd(windows, 'Metro');
});
