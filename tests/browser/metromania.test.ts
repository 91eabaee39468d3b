import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { dice } from '../lib/chance.ts';
import { openStage } from './stage.ts';
import { begin, checkEnd, chooseOn, endOf, tablesIn, waitsFor } from './turns.ts';
import { until } from './until.ts';
import { answered, button, checkPictures, type Window, wordsOf } from './window.ts';

const stage = openStage();

/** Digs or builds: from the table's message to the draft that is kept, tunnel after tunnel. Now and then one is taken back. */
async function takeTurn(window: Window, table: Locator, roll: (n: number) => number): Promise<void> {
  let screen = await answered(window, 'My turn', () => button(table, 'My turn').click());
  let back = roll(4) === 0;
  for (let steps = 0; steps < 14; steps++) {
    if (await button(screen, 'Keep').isVisible()) break;
    screen = await answered(window, 'a choice', () => chooseOn(screen, window, roll));
    if (back && (await button(screen, 'Back').isVisible())) {
      screen = await answered(window, 'Back', () => button(screen, 'Back').click());
      back = false;
    }
  }
  await answered(window, 'Keep', () => button(screen, 'Keep').click());
}

test('two people play a whole game of MetroMania by clicking, one of them on a phone', async () => {
  const roll = dice(815);
  const ann = await stage.open('Ann', 'desktop');
  const ben = await stage.open('Ben', 'phone');
  const windows = [ann, ben];
  await begin(ann, ben, 'metromania', 'MetroMania · Six Quarters');
  let before = '';
  for (let turn = 0; ; turn++) {
    expect(turn).toBeLessThan(60);
    const now = await until('the next turn or the end', async () => {
      if (await endOf(ann, 'MetroMania').isVisible()) return 'end';
      // For a moment the table before may still bear its buttons.
      const id = (await tablesIn(ann)).at(-1);
      return id !== before && id;
    });
    if (now === 'end') break;
    before = now;
    const at = ({ page }: Window): Locator => page.locator(`[data-message-id="${now}"]`);
    const name = await waitsFor(at(ann));
    const window = windows.find((one) => one.name === name)!;
    const own = at(window);
    await button(own, 'My turn').waitFor();
    await takeTurn(window, own, roll);
  }
  // The trips, one a page, on the phone.
  // What was kept last may still be shrinking to its line.
  const open = () => button(endOf(ben, 'MetroMania'), 'Trips').click();
  let page = await answered(ben, 'Trips', open, /Trip [A-F]/);
  await checkPictures(page, 1);
  for (let n = 1; n < 7; n++) page = await answered(ben, '▶', () => button(page, '▶').click());
  expect(await wordsOf(page)).toContain('From park to lake');
  await checkEnd(windows, 'MetroMania', 2);
});
