import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

/** What the program is made of may be given on: every package's licence is one of the permissive ones. */

const read = (file: string) => JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'));

const CODE = [
  'MIT',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSL-1.0',
  'MPL-2.0',
];
const FONTS = ['OFL-1.1'];

interface Locked {
  readonly license?: string;
}

const packages = Object.entries(read('package-lock.json').packages as Record<string, Locked>).filter(
  ([path]) => path !== '',
);

/** "(MIT OR WTFPL)" leaves a choice; "MIT AND OFL-1.1" does not. */
const permits = (license: string, allowed: readonly string[]): boolean =>
  license
    .replace(/[()]/g, '')
    .split(/ AND /)
    .every((part) => part.split(/ OR /).some((choice) => allowed.includes(choice.trim())));

describe('licences', () => {
  test('of a choice one must be permissive, of a sum all', () => {
    expect(permits('(MIT OR WTFPL)', CODE)).toBe(true);
    expect(permits('MIT AND OFL-1.1', CODE)).toBe(false);
    expect(permits('GPL-3.0-only', CODE)).toBe(false);
    expect(permits('', CODE)).toBe(false);
  });

  test('every locked package states a permissive one; fonts alone may be OFL', () => {
    expect(packages.length).toBeGreaterThan(100);
    const wrong = packages.filter(([path, { license = '' }]) => {
      const font = /@fontsource|noto/.test(path);
      return !permits(license, font ? [...CODE, ...FONTS] : CODE);
    });
    expect(wrong.map(([path, { license }]) => `${path}: ${license}`)).toEqual([]);
  });

  test('every font that pictures are drawn with is under the Open Font License', () => {
    const fonts = packages.filter(([path]) => /@fontsource|noto-color-emoji/.test(path));
    expect(fonts.length).toBeGreaterThan(5);
    for (const [path, { license }] of fonts) expect(license, path).toContain('OFL-1.1');
  });

  test('the program itself says the same in its package and in its lock', () => {
    expect(read('package.json').license).toBe('MIT');
    expect(read('package-lock.json').packages[''].license).toBe('MIT');
  });
});

describe('the lock', () => {
  test('agrees with package.json', () => {
    const { dependencies, devDependencies } = read('package.json');
    const root = read('package-lock.json').packages[''];
    expect(root.dependencies).toEqual(dependencies);
    expect(root.devDependencies).toEqual(devDependencies);
  });

  test('holds the canvas for the systems that the bot is run on, also those of containers', () => {
    const paths = packages.map(([path]) => path);
    for (const system of ['linux-x64-gnu', 'linux-x64-musl', 'linux-arm64-gnu', 'linux-arm64-musl'])
      expect(paths).toContain(`node_modules/@napi-rs/canvas-${system}`);
  });
});
