import { readdirSync, readFileSync, renameSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Ended, type Installation, install, run } from './installation.ts';

/** What is built of the sources, when it is built anew, and what starts without it. */

const RECORD = join(import.meta.dirname, 'replays/seed.json');
const LINE = readFileSync(join(import.meta.dirname, 'replays/seed.line'), 'utf8');
const SOURCE = 'src/replay.ts';

let program: Installation;
beforeAll(() => {
  program = install();
});
afterEach(() => program.mend());
afterAll(() => program.close());

const inside = (...path: string[]): string => join(program.folder, ...path);
const built = (): string[] => readdirSync(inside('dist')).sort();
const one = (shape: RegExp): string => {
  const found = built().filter((name) => shape.test(name));
  expect(found).toHaveLength(1);
  return found[0]!;
};
const replay = (): Promise<Ended> => run(program, ['replay', RECORD]);
const plays = { code: 0, out: LINE, err: '' };

/** Makes a change of a source that is seen in what it prints. */
const change = (): void =>
  program.change(SOURCE, readFileSync(inside(SOURCE), 'utf8').replace('JSON.stringify(line)', '"changed"'));

test('the first start builds, the next ones take that with its compiled code, until a source is another', async () => {
  program.unbuilt();
  expect(await replay()).toEqual(plays);
  const first = one(/^program-\w+\.cjs$/);
  const code = inside('dist', one(/\.replay\.code$/));
  const made = statSync(code).mtimeMs;
  // A checkout of the same has another time.
  utimesSync(inside(SOURCE), 1, 1);
  expect(await replay()).toEqual(plays);
  expect([one(/^program-\w+\.cjs$/), statSync(code).mtimeMs]).toEqual([first, made]);
  change();
  expect(await replay()).toEqual({ ...plays, out: 'changed\n' });
  expect(one(/^program-\w+\.cjs$/)).not.toBe(first);
  expect(built().filter((name) => name.startsWith(first.replace('.cjs', '')))).toEqual([]);
});

test('compiled code of another Node is put right, and none does no harm', async () => {
  await replay();
  const code = inside('dist', one(/\.replay\.code$/));
  const good = readFileSync(code);
  // Where V8 notes its version and its flags.
  writeFileSync(code, Buffer.concat([Buffer.alloc(64, 0xff), good.subarray(64)]));
  expect(await replay()).toEqual(plays);
  expect(readFileSync(code).subarray(0, 16)).toEqual(good.subarray(0, 16));
});

test('starts at once that find nothing built all start', async () => {
  program.unbuilt();
  expect(await Promise.all([replay(), replay(), replay()])).toEqual([plays, plays, plays]);
  expect(built().filter((name) => name.endsWith('.part'))).toEqual([]);
  one(/^program-\w+\.cjs$/);
});

test('starts where nothing may be written', async () => {
  program.unbuilt();
  // Whoever may write anywhere cannot write into this either.
  writeFileSync(inside('dist'), '');
  expect(await replay()).toEqual(plays);
  expect(statSync(inside('dist')).isFile()).toBe(true);
  program.unbuilt();
});

test('what was built needs neither its maker, nor what is in it, nor the sources', async () => {
  await replay();
  program.prune();
  expect(await replay()).toEqual(plays);
  renameSync(inside('src/main.ts'), inside('src/gone.ts'));
  program.change(SOURCE);
  try {
    expect(await replay()).toEqual(plays);
  } finally {
    renameSync(inside('src/gone.ts'), inside('src/main.ts'));
  }
});

test('says what builds it, where its maker is missing and the sources are others', async () => {
  await replay();
  program.without('esbuild');
  change();
  const { code, err, out } = await replay();
  expect([code, out]).toEqual([78, '']);
  expect(err).toMatch(/^The sources are not built[^\n]+\n$/);
  expect(err).toContain(`Run "npm ci --include=dev && npm run build" in ${program.folder}.`);
});

test('npm run build keeps the code of a start, and an error names its place in the sources', async () => {
  const text = readFileSync(inside(SOURCE), 'utf8').replace(
    'await outcome(one)',
    "await outcome(one); if ('map' in line) throw new TypeError('this broke')",
  );
  program.change(SOURCE, text);
  const line = text.split('\n').findIndex((one) => one.includes('this broke')) + 1;
  const ended = await run(program, ['build']);
  expect(ended).toMatchObject({ code: 0, err: '' });
  expect(ended.out).toContain(inside('dist', one(/^program-\w+\.cjs$/)));
  one(/\.start\.code$/);
  const { code, err } = await replay();
  expect(code).toBe(1);
  expect(err).toMatch(/TypeError: this broke/);
  expect(err).toContain(`(${inside(SOURCE)}:${line}:`);
});
