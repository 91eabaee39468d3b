import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { openStage } from './stage.ts';
import { button, messages, type Window } from './window.ts';

/** Hebrew and Arabic players at one table: in a browser, where lines are really laid out. */

const HOST = 'משה כהן!';
const GUEST = 'محمد 12';

const stage = openStage();

/** Where words stand that a message says one after the other: their left and right edges, in pixels. */
const edges = (message: Locator, ...words: string[]): Promise<[left: number, right: number][]> =>
  message.evaluate((element: Laid, all: string[]) => {
    const texts: { node: LaidText; from: number }[] = [];
    let whole = '';
    const walk = (node: LaidText): void => {
      if (node.nodeType === 3) {
        texts.push({ node, from: whole.length });
        whole += node.data;
      }
      for (const child of node.childNodes) walk(child);
    };
    walk(element);
    const page = element.ownerDocument;
    let read = 0;
    return all.map((word) => {
      const from = whole.indexOf(word, read);
      read = from + word.length;
      const range = page.createRange();
      const at = (offset: number) => texts.findLast((one) => one.from <= offset)!;
      const [first, last] = [at(from), at(from + word.length - 1)];
      range.setStart(first.node, from - first.from);
      range.setEnd(last.node, from + word.length - last.from);
      const { left, right } = range.getBoundingClientRect();
      return [left, right];
    });
  }, words);

interface LaidText {
  readonly nodeType: number;
  readonly data: string;
  readonly childNodes: readonly LaidText[];
}

interface Laid extends LaidText {
  readonly ownerDocument: {
    createRange(): {
      setStart(node: LaidText, at: number): void;
      setEnd(node: LaidText, at: number): void;
      getBoundingClientRect(): { readonly left: number; readonly right: number };
    };
  };
}

/** Whether they stand from left to right in that order, none within another. */
const inOrder = (of: readonly (readonly [number, number])[]): boolean =>
  of.every(([left], i) => i === 0 || left >= of[i - 1]![1] - 1);

test('the crown and the names of a lobby stand in their order, on a desk and on a phone', async () => {
  const tokens: string[] = [];
  for (const name of [HOST, GUEST]) {
    const answer = await fetch(`${stage.program.url}/_/people`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name }),
    });
    tokens.push(((await answer.json()) as { username: string }).username);
  }
  const host = await stage.open(tokens[0]!, 'desktop');
  const guest = await stage.open(tokens[1]!, 'phone');
  const box = host.page.getByTestId('command-box');
  await box.pressSequentially('/metrox new');
  await host.page.getByRole('option', { name: /^\/metrox new/ }).waitFor();
  await box.press('Enter');
  await button(host.page, 'Send').click();
  const lobbyOf = ({ page }: Window) => messages(page).filter({ has: button(page, 'Join') });
  await button(lobbyOf(guest), 'Join').click();
  for (const window of [host, guest]) {
    await lobbyOf(window).getByText(GUEST).waitFor();
    const [crown, first, dot, second] = await edges(lobbyOf(window), '👑', HOST, '\u2069 · \u2068', GUEST);
    expect(inOrder([crown!, first!, dot!, second!]), `${[crown, first, dot, second]}`).toBe(true);
    if (process.env.SHOTS)
      await window.page.screenshot({ path: `${process.env.SHOTS}/lobby-${window.name}.png` });
  }
});
