import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { bare } from '../bare.ts';
import { until } from './until.ts';

/** One person's window, as wide as a phone or a desk's screen, with cookies and storage of its own. */
export interface Window {
  readonly name: string;
  readonly size: keyof typeof SIZES;
  readonly page: Page;
  /** What went wrong on the page, in words: errors thrown or logged, requests that failed. */
  readonly troubles: string[];
  /** Forgets what fails while `work` runs: for times when the server is meant to be away. */
  without<T>(work: () => Promise<T>): Promise<T>;
  /** Saves what can be seen; resolves with the file. */
  picture(folder: string): Promise<string>;
}

const SIZES = { desktop: { width: 1350, height: 900 }, phone: { width: 390, height: 844 } } as const;

/** Opens the page as a person and waits until it is connected. */
export async function openWindow(
  browser: Browser,
  url: string,
  name: string,
  size: keyof typeof SIZES,
): Promise<Window> {
  const phone = size === 'phone';
  const context = await browser.newContext({ viewport: SIZES[size], isMobile: phone, hasTouch: phone });
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  const troubles: string[] = [];
  let away = false;
  const note = (text: string, about = ''): void => {
    // A picture may have been replaced just before the page asked for it; those that stay are looked at themselves.
    if (!away && !about.startsWith(`${url}/attachments/`)) troubles.push(`${name}: ${text} ${about}`);
  };
  page.on('pageerror', (error) => note(error.stack ?? error.message));
  page.on('console', (line) => line.type() === 'error' && note(line.text(), line.location().url));
  page.on('response', (answer) => answer.status() >= 400 && note(`${answer.status()} for`, answer.url()));
  await page.goto(`${url}/?as=${name.toLowerCase()}`);
  await connected(page);
  return {
    name,
    size,
    page,
    troubles,
    without: async (work) => {
      away = true;
      const done = await work();
      away = false;
      return done;
    },
    picture: async (folder) => {
      const path = join(folder, `${name}.png`);
      await page.screenshot({ path });
      return path;
    },
  };
}

/** Waits until the page shows a channel and no banner about the connection. */
export async function connected(page: Page): Promise<void> {
  await page.getByTestId('command-box').waitFor();
  await page.getByTestId('banner').waitFor({ state: 'detached' });
}

export const messages = (page: Page): Locator => page.locator('[data-message-id]');

/** The messages that everybody sees, by id. */
export const idsOf = (page: Page): Promise<string[]> =>
  page
    .locator('[data-message-id]:not([data-ephemeral])')
    .evaluateAll((all: { dataset: Record<string, string> }[]) => all.map((each) => each.dataset.messageId!));

/** The words of a message, a line each. */
// biome-ignore lint/performance/useDomNodeTextContent: only the text as it is drawn has its line breaks
export const wordsOf = async (message: Locator): Promise<string> => bare(await message.innerText());

interface Part {
  readonly textContent: string;
}

interface Element {
  readonly dataset: Record<string, string>;
  querySelectorAll(parts: string): Iterable<Part>;
}

interface Secret {
  readonly id: string;
  /** What it says, without its menus, which show a pick before it is answered; empty while it is "thinking". */
  readonly text: string;
}

/** The newest message that only this person sees. */
async function newest(page: Page): Promise<Secret | undefined> {
  const all = await page.locator('[data-ephemeral]').evaluateAll((each: Element[]) =>
    each.map((one) => ({
      id: one.dataset.messageId!,
      text: Array.from(one.querySelectorAll('.content, .display'), (part) => part.textContent).join('\n'),
    })),
  );
  return all.at(-1);
}

/** Does something that is answered in private; resolves with the message that answers it, whose words are `fit`. */
export async function answered(
  window: Window,
  what: string,
  act: () => Promise<void>,
  fit = /(?:)/,
): Promise<Locator> {
  const { page, name } = window;
  const before = await newest(page);
  await act();
  const after = await until(`the answer to ${name}'s ${what}`, async () => {
    await nothingFailed(window, what);
    const now = await newest(page);
    if (!now?.text || !fit.test(now.text)) return undefined;
    return (now.id !== before?.id || now.text !== before.text) && now;
  });
  expect(after.text, `${name}, ${what}`).not.toContain('Something broke on our side');
  return page.locator(`[data-message-id="${after.id}"]`);
}

/** Fails as soon as the page says that a press did. */
export async function nothingFailed({ page, name }: Window, what: string): Promise<void> {
  const failed = await page.locator('[role=alert]').allTextContents();
  expect(failed, `${name}, ${what}`).toEqual([]);
}

export const button = (within: Locator | Page, name: string | RegExp): Locator =>
  within.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });

/**
 * Opens a menu and picks one of its options by number; resolves with the option's value. An edit of the
 * message closes its open menu, as it does for anybody: then the menu is opened again.
 */
export async function pickFrom(menu: Locator, which: (n: number) => number): Promise<string> {
  const options = menu.page().getByRole('listbox', { name: 'Choices' }).getByRole('option');
  for (let attempt = 0; ; attempt++) {
    try {
      if ((await menu.getAttribute('aria-expanded')) !== 'true') await menu.click({ timeout: 10_000 });
      await options.first().waitFor({ timeout: 5000 });
      const option = options.nth(which(await options.count()));
      const value = await option.getAttribute('data-value', { timeout: 5000 });
      await option.click({ timeout: 5000 });
      return value!;
    } catch (error) {
      if (attempt === 4) throw error;
    }
  }
}

interface Shown {
  readonly src: string;
  readonly alt: string;
  readonly complete: boolean;
  readonly naturalWidth: number;
}

/** Waits until every picture within is loaded, and checks that it is one and says in words what it shows. */
export async function checkPictures(within: Locator, most: number): Promise<void> {
  const read = () =>
    within
      .locator('img')
      .evaluateAll((all: Shown[]) =>
        all.map(({ src, alt, complete, naturalWidth }) => ({ src, alt, complete, naturalWidth })),
      );
  let seen: Shown[] = [];
  const loaded = async () => {
    seen = await read();
    // One that was replaced just before the page asked for it is empty until its message is edited.
    return seen.length === most && seen.every((each) => each.complete && each.naturalWidth > 0) && seen;
  };
  const pictures = await until(`${most} pictures`, loaded).catch(async (error) => {
    throw new Error(`${JSON.stringify(seen)} beside: ${await wordsOf(within)}`, { cause: error });
  });
  for (const picture of pictures) {
    expect(picture.alt.trim().length, picture.src).toBeGreaterThan(20);
  }
}
