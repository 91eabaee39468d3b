import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PRODUCTION } from './installation.ts';

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

/** All files of a folder, in bytes; none where there is no such folder, as those of another machine. */
const sizeOf = (folder: URL): number =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((one) => one.isFile())
        .reduce((sum, one) => sum + statSync(join(one.parentPath, one.name)).size, 0)
    : 0;

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

describe('an installation for production', () => {
  const { dependencies, devDependencies } = read('package.json');

  test('has what lies beside a build, and nothing that builds, tests or is built in', () => {
    expect(Object.keys(dependencies).filter((name) => !PRODUCTION.has(name))).toEqual([]);
    expect(Object.keys(devDependencies).filter((name) => PRODUCTION.has(name))).toEqual([]);
    // npm keeps what another package would only like to have, where it is among those for development, too.
    const needless = /^@types\/|typescript|^@?esbuild|^@stdlib\/|^@discordjs\//;
    expect([...PRODUCTION].filter((name) => needless.test(name))).toEqual([]);
  });

  test('takes less than 120 MB, also where better-sqlite3 was compiled', () => {
    const sizes = [...PRODUCTION].map((name) => sizeOf(new URL(`../node_modules/${name}`, import.meta.url)));
    const size = sizes.reduce((sum, one) => sum + one, 0);
    expect(size).toBeGreaterThan(50e6);
    expect(size).toBeLessThan(120e6);
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
