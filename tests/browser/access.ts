import axe, { type AxeResults, type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

/** Rules that hold of this page, by what they guard: names, roles, states, languages, contrast. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] as const;

/** What would keep somebody from using the page as it is now, a line each; empty when there is nothing. */
export async function obstacles(page: Page): Promise<string[]> {
  // Evaluated rather than added as a script, which the page's own policy would refuse.
  await page.evaluate(axe.source);
  const options: RunOptions = {
    runOnly: [...RULES],
    resultTypes: ['violations'],
    // A server's initials are its picture, not its name.
    rules: { 'label-content-name-mismatch': { enabled: false } },
  };
  const found = (await page.evaluate(`axe.run(document, ${JSON.stringify(options)})`)) as AxeResults;
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(
      (node) => `${id}: ${node.html.slice(0, 160)} (${node.failureSummary?.split('\n').at(-1)?.trim()})`,
    ),
  );
}

/** How far the page reaches beyond the right edge of the window, in pixels. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - innerWidth');
