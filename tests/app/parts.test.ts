import { describe, expect, test } from 'vitest';
import { button, cut, menu, plain } from '../../src/app/components.ts';

/** What is too long for Discord ends after a whole sign. */

const FAMILY = '👨‍👩‍👧‍👦';
const MARKED = 'e\u0301\u0302';

const labelOf = (words: string): string => (button(words, 'x') as { label: string }).label;

describe('too long', () => {
  test('a text ends between signs, not within them', () => {
    expect(cut('short', 5)).toBe('short');
    expect(cut('longer', 5)).toBe('long…');
    expect(cut(FAMILY.repeat(9), 40)).toBe(`${FAMILY.repeat(3)}…`);
    expect(cut(MARKED.repeat(9), 12)).toBe(`${MARKED.repeat(3)}…`);
    expect(cut('🇩🇪'.repeat(9), 11)).toBe('🇩🇪🇩🇪…');
    expect(cut('👍🏽'.repeat(9), 8)).toBe('👍🏽…');
    expect(cut(`${'x'.repeat(10)}👍`, 11)).toBe(`${'x'.repeat(10)}…`);
  });

  test('so do the labels of buttons, the options of menus, and messages', () => {
    expect(labelOf(`${FAMILY.repeat(40)}`)).toBe(`${FAMILY.repeat(7)}…`);
    const { components } = menu('x', 'x', [{ value: '0', label: MARKED.repeat(50) }]);
    expect((components[0] as { options: { label: string }[] }).options[0]!.label).toBe(
      `${MARKED.repeat(33)}…`,
    );
    expect(plain(FAMILY.repeat(200)).body.content).toBe(`${FAMILY.repeat(181)}…`);
  });

  test('a long text is no longer work than a short one', () => {
    const long = 'A sentence that goes on. '.repeat(40_000);
    const begun = performance.now();
    for (let n = 0; n < 200; n++) cut(long, 2000);
    expect(performance.now() - begun).toBeLessThan(1000);
  });
});
