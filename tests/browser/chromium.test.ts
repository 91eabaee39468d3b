import { expect, test } from 'vitest';
import { findChromium } from './chromium.ts';

test('a browser that is not where CHROMIUM says is named in one sentence', () => {
  expect(() => findChromium('/nowhere/chromium')).toThrow(
    'CHROMIUM names /nowhere/chromium, which is no program that can be run.',
  );
});

test('without CHROMIUM, or with an empty one, the usual places are tried, and what to install is said', () => {
  const nowhere = ['/nowhere/chromium'];
  expect(() => findChromium('', nowhere)).toThrow(/need Chromium: `apt-get install chromium`/);
  expect(findChromium('', [...nowhere, process.execPath])).toBe(process.execPath);
});
