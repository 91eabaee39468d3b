import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const FOLDER = fileURLToPath(new URL('../../src/playground/', import.meta.url));
const TEXT = readFileSync(`${FOLDER}README.md`, 'utf8');

test('every file and folder that the README of the playground names is there', () => {
  const named = [...TEXT.matchAll(/`([\w/]+(?:\.ts|\/))`/g)].map((match) => match[1]!);
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((name) => !existsSync(`${FOLDER}${name}`))).toEqual([]);
});
