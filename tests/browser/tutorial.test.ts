import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { obstacles, overflow } from './access.ts';
import { openStage } from './stage.ts';
import { answered, button, checkPictures, nothingFailed, type Window, wordsOf } from './window.ts';

const stage = openStage();

/** Runs a command without options. */
async function run({ page }: Window, command: string): Promise<void> {
  const box = page.getByTestId('command-box');
  await box.pressSequentially(`/${command}`);
  await page.getByRole('option', { name: new RegExp(`^/${command}`) }).waitFor();
  await box.press('Enter');
  await button(page, 'Send').click();
}

const pressed = (window: Window, screen: Locator, label: string): Promise<Locator> =>
  answered(window, label, () => button(screen, label).click());

/** Answers a question wrongly at most once; the screen with the right answer. */
async function answer(window: Window, screen: Locator): Promise<Locator> {
  await checkPictures(screen, 1);
  // A picture can be pressed, too, and so can its description.
  const words = await screen.getByRole('button').allTextContents();
  const [a, b] = words.filter((word) => word !== '' && word !== 'ALT') as [string, string];
  const first = await pressed(window, screen, a);
  return (await first.getByText('Try ').isVisible()) ? pressed(window, first, b) : first;
}

test.each([
  ['metrox', 'Metro X'],
  ['metro', 'Metro'],
  ['metromania', 'MetroMania'],
])('a beginner reads the rules of %s on a phone and answers all its questions', async (game, title) => {
  const dia = await stage.open('Dia', 'phone');
  let screen = await answered(dia, 'the rules', () => run(dia, `${game} rules`));
  expect(await wordsOf(screen)).toContain(`${title} in one minute`);
  await checkPictures(screen, 1);
  screen = await pressed(dia, screen, 'Try it: 4 questions');
  for (let asked = 1; ; asked++) {
    expect(asked).toBeLessThan(6);
    screen = await answer(dia, screen);
    if (!(await button(screen, 'Next').isVisible())) break;
    screen = await pressed(dia, screen, 'Next');
  }
  expect(await wordsOf(screen)).toContain('That is all. Good luck.');
  await nothingFailed(dia, 'the tutorial');
  expect(await obstacles(dia.page)).toEqual([]);
  expect(await overflow(dia.page)).toBe(0);
  expect(dia.troubles).toEqual([]);
});
