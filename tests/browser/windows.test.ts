import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../e2e/world.ts';
import { startChromium } from './chromium.ts';
import { answered, button, messages, openWindow, wordsOf } from './window.ts';

let browser: Browser;
let world: World;

beforeAll(async () => {
  browser = await startChromium();
  world = await startWorld();
});

afterAll(async () => {
  await browser?.close();
  await world?.close();
});

test('two windows are two people: what one sees alone never shows in the other', async () => {
  const [ann, ben] = await Promise.all([
    openWindow(browser, world.url, 'Ann', 'desktop'),
    openWindow(browser, world.url, 'Ben', 'desktop'),
  ]);
  const box = ann.page.getByTestId('command-box');
  const rules = await answered(ann, '/metrox rules', async () => {
    await box.pressSequentially('/metrox rules');
    await ann.page.getByRole('option', { name: /^\/metrox rules/ }).waitFor();
    await box.press('Enter');
    await button(ann.page, 'Send').click();
  });
  expect(await wordsOf(rules)).toContain('Only you can see this');
  // A sentence said afterwards reaches both, so everything before it has arrived.
  await box.pressSequentially('Read the rules first.');
  await box.press('Enter');
  for (const { page } of [ann, ben])
    await messages(page).filter({ hasText: 'Read the rules first.' }).waitFor();
  expect(await ben.page.locator('[data-ephemeral]').count()).toBe(0);
  expect(await ben.page.getByText('Metro X in one minute').count()).toBe(0);
  expect(await ann.page.locator('[data-ephemeral]').count()).toBe(1);
  await button(rules, 'Dismiss message').click();
  await rules.waitFor({ state: 'detached' });
  expect([...ann.troubles, ...ben.troubles]).toEqual([]);
});

test('a press says that it failed when nobody answers it for three seconds, and works once somebody does', async () => {
  const ann = await openWindow(browser, world.url, 'Ann', 'phone');
  const { page } = ann;
  const box = page.getByTestId('command-box');
  await box.pressSequentially('/metrox new');
  await page.getByRole('option', { name: /^\/metrox new/ }).waitFor();
  await box.press('Enter');
  await button(page, 'Send').click();
  const lobby = messages(page).filter({ has: button(page, 'How to play') });
  await lobby.waitFor();

  await world.bot.stop('SIGKILL');
  const pressed = Date.now();
  await button(lobby, 'How to play').click();
  const failed = lobby.getByRole('alert').filter({ hasText: 'This interaction failed' });
  await failed.waitFor();
  expect(Date.now() - pressed).toBeGreaterThan(2_500);
  expect(Date.now() - pressed).toBeLessThan(15_000);

  await world.bot.start();
  // Somebody presses again as people do; what was said about the first press goes.
  await button(lobby, 'How to play').click();
  await page.locator('[data-ephemeral]').filter({ hasText: 'Metro X in one minute' }).waitFor();
  expect(await failed.count()).toBe(0);
  expect(ann.troubles).toEqual([]);
});
