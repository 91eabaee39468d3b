import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** The table of faults says what is there. */

const HERE = import.meta.dirname;

/** Names of the tests and groups of a file. */
function namesIn(file: string): string[] {
  const source = readFileSync(join(HERE, file), 'utf8');
  const calls = /^\s*(?:test|it|describe)(?:\.each\(.*?\))?\(\s*(['"`])((?:\\.|(?!\1).)*)\1/gm;
  return [...source.matchAll(calls)].map(([, , name]) => name!.replaceAll("\\'", "'"));
}

const rows = readFileSync(join(HERE, 'README.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| (?!What happens)/.test(line));
const named = rows.flatMap((row) =>
  [...row.matchAll(/(TODO )?`([\w./]+\.test\.ts)` "([^"]+)"/g)].map(([, todo, file, name]) => ({
    todo: todo !== undefined,
    file: file!,
    name: name!,
  })),
);

test('every kind names a test', () => {
  expect(rows.length).toBeGreaterThan(40);
  for (const row of rows) expect(row, row).toMatch(/\.test\.ts` "/);
});

test('every test that is named exists, and none that is still to come', () => {
  for (const { todo, file, name } of named) {
    const there = existsSync(join(HERE, file)) && namesIn(file).includes(name);
    expect(there, `${file} "${name}"`).toBe(!todo);
  }
});

test('no test of this folder is missing in the table', () => {
  const files = readdirSync(HERE).filter((file) => /\.test\.ts$/.test(file) && file !== 'readme.test.ts');
  expect(files.length).toBeGreaterThan(5);
  for (const file of files)
    for (const name of namesIn(file)) {
      // Ends of files, which look at all that was sent.
      if (name.startsWith('nothing ')) continue;
      expect(
        named.some((one) => one.file === file && one.name === name && !one.todo),
        `${file} "${name}"`,
      ).toBe(true);
    }
});
