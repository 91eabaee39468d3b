import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { obstacles, overflow } from './access.ts';
import { button, checkPictures, messages, nothingFailed, pickFrom, type Window, wordsOf } from './window.ts';

/** Games in which one plays after the other, by clicking. */

/** The first opens a table in the channel itself, the other joins it, and it begins. */
export async function begin(host: Window, guest: Window, game: string, heading: string): Promise<void> {
  const { page } = host;
  const box = page.getByTestId('command-box');
  await box.pressSequentially(`/${game} new`);
  await page.getByRole('option', { name: new RegExp(`^/${game} new`) }).waitFor();
  await box.press('Enter');
  await button(page, 'Add option thread').click();
  await page.getByRole('combobox', { name: 'thread' }).pressSequentially('False');
  await page.getByRole('option', { name: 'False', exact: true }).click();
  await button(page, 'Send').click();
  const lobbyOf = (window: Window): Locator =>
    messages(window.page)
      .filter({ hasText: heading })
      .filter({ has: button(window.page, 'Join') });
  await checkPictures(lobbyOf(host), 1);
  await button(lobbyOf(guest), 'Join').click();
  await lobbyOf(host).getByText(guest.name).waitFor();
  await button(lobbyOf(host), '▶ Start (2)').click();
}

/** The table's message that waits for somebody. */
export const tableOf = ({ page }: Window): Locator =>
  messages(page).filter({ has: page.locator('button', { hasText: 'My turn' }) });

/** Ids of the messages that wait for somebody, the newest last. */
export const tablesIn = (window: Window): Promise<string[]> =>
  tableOf(window).evaluateAll((all: { dataset: Record<string, string> }[]) =>
    all.map((each) => each.dataset.messageId!),
  );

export const endOf = ({ page }: Window, title: string): Locator =>
  messages(page)
    .filter({ hasText: new RegExp(`(wins|share) ${title} #\\d+`) })
    .filter({ has: page.locator('button', { hasText: 'Rematch' }) });

/** Whom the table waits for. */
export const waitsFor = async (table: Locator): Promise<string | undefined> =>
  /@(\w+), your move/i.exec(await wordsOf(table))?.[1];

/** Chooses something on a page of a turn: on a phone by a key where there are some, else from its menu. */
export async function chooseOn(screen: Locator, window: Window, roll: (n: number) => number): Promise<void> {
  const keys = screen.locator('button[data-custom-id^="pick|"]:not([data-custom-id$="|draw"])');
  const count = window.size === 'phone' ? await keys.count() : 0;
  if (count > 0) await keys.nth(roll(count)).click();
  else await pickFrom(screen.getByRole('combobox'), roll);
}

/** What must be so of every window when a game is over. */
export async function checkEnd(windows: readonly Window[], title: string, pictures = 1): Promise<void> {
  const [first] = windows;
  await endOf(first!, title).waitFor();
  await checkPictures(endOf(first!, title), pictures);
  expect(await wordsOf(endOf(first!, title))).toMatch(/🥇 (Ann|Ben) [−\d]+/);
  await checkWindows(windows);
}

/** What must be so of every window at any time. */
export async function checkWindows(windows: readonly Window[]): Promise<void> {
  for (const window of windows) {
    await nothingFailed(window, 'the game');
    expect(await obstacles(window.page), window.name).toEqual([]);
    expect(await overflow(window.page), window.name).toBe(0);
    expect(window.troubles).toEqual([]);
  }
}
