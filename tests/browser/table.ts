import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import {
  answered,
  button,
  checkPictures,
  messages,
  nothingFailed,
  pickFrom,
  type Window,
  wordsOf,
} from './window.ts';

/** What people do at a table of Metro X, by clicking and typing alone. */

/** Numbers below n, by chance. */
export type Roll = (n: number) => number;

// These two are asked for over and over, so they look at tags rather than at roles, which cost much more to find.

/** The table's message of a round while the round is open. */
export const tableOf = ({ page }: Window, round: number): Locator =>
  messages(page)
    .filter({ hasText: `Round ${round} ·` })
    .filter({ has: page.locator('button', { hasText: 'My board' }) });

/** The message that ends a game. */
export const endOf = ({ page }: Window): Locator =>
  messages(page)
    .filter({ hasText: /(wins|share) Metro X #\d+/ })
    .filter({ has: page.locator('button', { hasText: 'Rematch' }) });

/** Opens a lobby by typing the command; the others press Join. Resolves with the lobby as the host sees it. */
export async function gather([host, ...guests]: readonly Window[]): Promise<Locator> {
  const { page } = host!;
  const box = page.getByTestId('command-box');
  await box.pressSequentially('/metrox new');
  await page.getByRole('option', { name: /^\/metrox new/ }).waitFor();
  await box.press('Enter');
  await button(page, 'Add option map').click();
  await page.getByRole('combobox', { name: 'map' }).pressSequentially('Metro C');
  await page.getByRole('option', { name: 'Metro City', exact: true }).click();
  await button(page, 'Send').click();
  const lobbyOf = (window: Window) =>
    messages(window.page)
      .filter({ hasText: 'Metro X · Metro City' })
      .filter({ has: button(window.page, 'Join') });
  const lobby = lobbyOf(host!);
  await lobby.waitFor();
  await checkPictures(lobby, 1);
  for (const guest of guests) {
    await button(lobbyOf(guest), 'Join').click();
    await lobby.getByText(guest.name).waitFor();
    await nothingFailed(guest, 'Join');
  }
  return lobby;
}

/** Each goes into the game's thread by a way of their own; the phone keeps its channels in a drawer. */
export async function enter([ann, ben, cleo]: readonly Window[]): Promise<void> {
  const name = /Metro X #\d+ · Metro City/;
  const listed = ({ page }: Window) =>
    page.getByRole('navigation', { name: /^Channels/ }).getByRole('link', { name });
  await ann!.page.getByRole('link', { name: 'Go to the table' }).click();
  await listed(ben!).click();
  await button(cleo!.page, 'Show channels').click();
  await listed(cleo!).click();
  for (const { page } of [ann!, ben!, cleo!]) await page.getByRole('heading', { level: 1, name }).waitFor();
}

/** Asks for one's own board. */
export const myBoard = (window: Window, round: number): Promise<Locator> =>
  answered(window, 'My board', () => button(tableOf(window, round), 'My board').click());

/** Picks on a private board, on its keys or in its menu; resolves with what was picked. */
async function pick(board: Locator, roll: Roll): Promise<string> {
  const keys = board.locator('button[data-custom-id^="pick|"]:not(:disabled)');
  const count = await keys.count();
  if (count === 0 || roll(4) === 0) return pickFrom(board.getByRole('combobox'), roll);
  const key = keys.nth(roll(count));
  const picked = (await key.getAttribute('data-custom-id'))!.split('|').at(-1)!;
  await key.click();
  return picked;
}

/** What was chosen, as records begin it: a line's id or "free"; and the screen that followed. */
type Choice = readonly [what: string, screen: Locator];

/** Chooses from a private board; the free card asks for a line first, then for one of its stations. */
async function choose(window: Window, board: Locator, roll: Roll): Promise<Choice> {
  let what = '';
  const step = async (from: Locator): Promise<Locator> =>
    answered(window, 'pick', async () => {
      what = (await pick(from, roll)).split('.')[0]!;
    });
  const next = await step(board);
  if (!asksStation(await wordsOf(next))) return [what, next];
  const last = await step(next);
  return ['free', last];
}

const asksStation = (words: string): boolean => words.includes('A station of');
const asks = (words: string): boolean => /where to\?|fill any one station/.test(words);

/** One choice: by My board, or as often straight from the table's menu. Resolves with what was chosen. */
export async function takeTurn(window: Window, round: number, roll: Roll): Promise<string> {
  await tableOf(window, round).waitFor();
  if (roll(2) === 0) {
    const board = await myBoard(window, round);
    expect(asks(await wordsOf(board)), await wordsOf(board)).toBe(true);
    return (await choose(window, board, roll))[0];
  }
  const menu = tableOf(window, round).getByRole('combobox', { name: 'Play a line (nobody sees which)' });
  let line = '';
  const screen = await answered(window, "table's menu", async () => {
    line = await pickFrom(menu, roll);
  });
  const words = await wordsOf(screen);
  if (asksStation(words)) {
    await choose(window, screen, roll);
    return 'free';
  }
  // Whoever closes the round sees the next one; a line that is used up is refused with the board of this one.
  if (!asks(words) || !new RegExp(`· round ${round}\\b`).test(words)) return line;
  expect(words).toMatch(/These can/);
  return (await choose(window, screen, roll))[0];
}

/** Chooses, looks at what was chosen, and changes it while the others still choose. Resolves with what holds. */
export async function changeMind(window: Window, round: number, others: string, roll: Roll): Promise<string> {
  const [, first] = await choose(window, await myBoard(window, round), roll);
  await checkPictures(first, 1);
  const again = await answered(window, 'Change', () => button(first, '↺ Change').click());
  expect(await wordsOf(again)).toContain('You had:');
  const [what, chosen] = await choose(window, again, roll);
  const words = await wordsOf(chosen);
  expect(words).toContain(saying(what));
  expect(words).toContain(`Still to choose: ${others}`);
  return what;
}

/** How a private screen begins once somebody has chosen. */
export const saying = (what: string): string => (what === 'free' ? 'You fill ' : `You play ${what}`);
