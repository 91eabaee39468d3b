import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Whom a message pings is decided in one place: whatever else would name somebody to ping is no program, or found here. */

const ROOT = join(import.meta.dirname, '../../src');
const sources = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.startsWith('playground'))
  .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }));
const having = (words: RegExp): string[] =>
  sources
    .filter(({ text }) => words.test(text))
    .map(({ file }) => file)
    .sort();

test('bodies get the people whom they ping from one function, which takes only lists that were decided on', () => {
  // What a message shows is told without whom it pings.
  expect(having(/allowed_mentions(?!: undefined)/)).toEqual(['app/components.ts', 'discord/inbound.ts']);
  // A command that is not known pings nobody.
  const inbound = sources.find(({ file }) => file === 'discord/inbound.ts')!.text;
  expect(inbound.match(/allowed_mentions[^\n]*/g)).toEqual(['allowed_mentions: { parse: [] } },']);
  const parts = sources.find(({ file }) => file === 'app/components.ts')!.text;
  expect(parts).toMatch(/const mentions = \(ping: Pinged\) => \(\{ parse: \[\], users: \[\.\.\.ping\] \}\);/);
});

test('such lists are made where it is decided, and nowhere else', () => {
  expect(having(/as (?:unknown as )?Pinged\b/)).toEqual(['app/pings.ts']);
});
