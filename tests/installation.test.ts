import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PROGRAMS, ROOT, sentenceOf } from '../src/installed.cjs';
import { type Ended, type Installation, install, run } from './installation.ts';

/** What is wrong with an installation is one sentence that names the thing and the command that mends it. */

let program: Installation;
beforeAll(() => {
  program = install();
});
afterEach(() => program.mend());
afterAll(() => program.close());

const EVERYWHERE = ['start', 'discord', 'ratings', 'validate', 'replay', 'position'];

/** One line, without a stack and without a variable that is not to blame. */
function expectSentence({ code, out, err }: Ended, ...parts: readonly string[]): void {
  expect(err).toMatch(/^[^\n]+\n$/);
  for (const part of parts) expect(err).toContain(part);
  expect(err).not.toMatch(/\.ts:\d|node:internal|Error:|DATABASE_FILE|\bdoes not answer\b/);
  expect([out, code]).toEqual(['', 78]);
}

const mends = (command: string): string => `Run "${command}" in ${program.folder}.`;

/** Puts a package in the place of another that fails as it does. */
function replaced(name: string, source: string): void {
  program.without(name);
  const folder = join(program.folder, 'node_modules', name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, main: 'index.js' }));
  writeFileSync(join(folder, 'index.js'), source);
}

describe('packages', () => {
  test.each(EVERYWHERE)('none at all: %s', async (name) => {
    program.bare();
    expectSentence(await run(program, [name]), 'packages are not installed', mends('npm ci'));
  });

  // What was built needs less.
  beforeEach(() => program.unbuilt());

  test.each(['@fontsource/inter', '@fontsource-variable/noto-sans-jp', 'fontkit'])(
    '%s is missing, which may be needed only much later',
    async (name) => {
      program.without(name);
      expectSentence(await run(program), `package ${name} is`, mends('npm ci'));
    },
  );

  test.each(['pino', 'discord.js'])('%s is missing, which is built in', async (name) => {
    program.without(name);
    expectSentence(await run(program), `package ${name} is`, mends('npm ci --include=dev'));
  });

  test('one is missing that another needs', async () => {
    program.own('better-sqlite3');
    program.without('bindings');
    expectSentence(await run(program), 'package bindings is', mends('npm ci'));
  });

  test('nothing is built, and what builds was left out of the installation', async () => {
    program.prune();
    expectSentence(await run(program), 'not built', mends('npm ci --include=dev && npm run build'));
  });

  test('the playground alone says what brings its packages', async () => {
    await run(program, ['build']);
    program.prune();
    expectSentence(await run(program, ['discord']), 'The package ', mends('npm ci --include=dev'));
    expectSentence(await run(program, ['dev']), 'package tsx is', mends('npm ci --include=dev'));
  });
});

describe('better-sqlite3', () => {
  const binary = 'build/Release/better_sqlite3.node';
  const path = () => join(program.folder, 'node_modules/better-sqlite3', binary);

  test.each(['start', 'validate'])('was never built: %s', async (name) => {
    rmSync(join(program.own('better-sqlite3'), 'build'), { recursive: true });
    expectSentence(await run(program, [name]), 'better-sqlite3', mends('npm rebuild better-sqlite3'));
  });

  test('is for another machine', async () => {
    rmSync(join(program.own('better-sqlite3'), binary));
    writeFileSync(path(), 'a program, but in the language of another machine '.repeat(20));
    expectSentence(await run(program), 'better-sqlite3 was installed for another machine', mends('npm ci'));
  });

  // What Node and the systems' loaders say, word for word.
  test.each([
    [
      'another Node',
      'was built for another Node',
      'npm rebuild better-sqlite3',
      (file: string) =>
        `The module '${file}'\nwas compiled against a different Node.js version using\nNODE_MODULE_VERSION 115. This version of Node.js requires\nNODE_MODULE_VERSION 127. Please try re-compiling or re-installing\nthe module (for instance, using \`npm rebuild\` or \`npm install\`).`,
    ],
    [
      'an older system',
      'was built for a newer system',
      'npm_config_build_from_source=true npm rebuild better-sqlite3',
      (file: string) =>
        `/lib/x86_64-linux-gnu/libc.so.6: version \`GLIBC_2.38' not found (required by ${file})`,
    ],
    [
      'ARM',
      'another machine',
      'npm ci',
      (file: string) => `${file}: cannot open shared object file: No such file or directory`,
    ],
    ['half the width', 'another machine', 'npm ci', (file: string) => `${file}: wrong ELF class: ELFCLASS32`],
    [
      'musl',
      'another machine',
      'npm ci',
      (file: string) =>
        `Error loading shared library ld-linux-x86-64.so.2: No such file or directory (needed by ${file})`,
    ],
    [
      'Windows',
      'another machine',
      'npm ci',
      (file: string) => `\\\\?\\${file.replaceAll('/', '\\')} is not a valid Win32 application.`,
    ],
  ])('meets %s', (_, what, command, message) => {
    const file = join(ROOT, 'node_modules/better-sqlite3', binary);
    const line = sentenceOf(Object.assign(new Error(message(file)), { code: 'ERR_DLOPEN_FAILED' }));
    expect(line).toMatch(/^better-sqlite3 was [^\n]+$/);
    expect(line).toContain(what);
    expect(line).toContain(`Run "${command}" in ${ROOT}.`);
  });

  test('a record is played without it', async () => {
    rmSync(join(program.own('better-sqlite3'), 'build'), { recursive: true });
    const { code, err } = await run(program, ['replay', join(process.cwd(), 'tests/replays/seed.json')]);
    expect([code, err]).toEqual([0, '']);
  });
});

test('the drawing library has no program for this machine', async () => {
  // A start that found it good would not look again.
  program.unbuilt();
  program.own('@napi-rs/canvas');
  for (const name of [`canvas-${process.platform}-${process.arch}`])
    for (const libc of ['-gnu', '-musl', '']) {
      const there = join(program.folder, `node_modules/@napi-rs/${name}${libc}`);
      if (existsSync(there)) rmSync(there, { recursive: true });
    }
  expectSentence(await run(program), '@napi-rs/canvas', mends('npm ci'));
});

describe('esbuild', () => {
  beforeEach(() => {
    program.unbuilt();
    program.own('esbuild');
  });
  const machine = `@esbuild/${process.platform}-${process.arch}`;
  // Its installer keeps a copy of the program in here.
  const forget = () => rmSync(join(program.folder, 'node_modules/esbuild/bin'), { recursive: true });

  test('has no program for this machine', async () => {
    program.without(machine);
    forget();
    expectSentence(await run(program), 'esbuild', mends('npm ci --include=dev'));
  });

  // What esbuild says, word for word.
  test.each([
    'You installed esbuild for another platform than the one you\'re currently using.\nThis won\'t work because esbuild is written with native code and needs to\ninstall a platform-specific binary executable.\n\nSpecifically the "@esbuild/darwin-arm64" package is present but this platform\nneeds the "@esbuild/linux-x64" package instead.',
    'The package "@esbuild/linux-x64" could not be found, and is needed by esbuild.\n\nIf you are installing esbuild with npm, make sure that you don\'t specify the\n"--no-optional" or "--omit=optional" flags.',
    'The service was stopped: spawn /a/node_modules/@esbuild/linux-x64/bin/esbuild EACCES',
  ])('says %j', (message) => {
    expect(sentenceOf(new Error(message))).toBe(
      `esbuild has no program for this machine (${process.platform} ${process.arch}). Run "npm ci --include=dev" in ${ROOT}.`,
    );
  });
});

describe('a map', () => {
  test('that is no JSON is told with its place before the bot starts', async () => {
    const file = 'maps/metrox/osaka.json';
    const lines = readFileSync(join(program.folder, file), 'utf8').split('\n');
    lines[2] = `"and" "or", ${lines[2]}`;
    program.change(file, lines.join('\n'));
    const ended = await run(program, [], { DISCORD_TOKEN: 'x' });
    expectSentence(ended, `${file}: line 3, column `, 'is not JSON');
  });

  test('with a fault, or none, stops a program that needs it', async () => {
    const file = 'maps/metrox/tokyo.json';
    const replay = () => run(program, ['replay', join(process.cwd(), 'tests/replays/seed.json')]);
    program.change(file, '{"id": "tokyo"}');
    expectSentence(await replay(), `${file}: `);
    program.change(file);
    expectSentence(await replay(), `${file}: `, 'ENOENT');
  });
});

test('what nobody expected is a bug, and told whole, but without the tokens in it', async () => {
  const said = 'POST https://discord.com/api/v10/webhooks/1/SECRETTOKEN as the-token-of-this-bot';
  replaced(
    'better-sqlite3',
    `module.exports = class {
      constructor() { throw new TypeError('the innermost part broke', { cause: new Error(${JSON.stringify(said)}) }); }
    };`,
  );
  const { code, err } = await run(program, [], { DISCORD_TOKEN: 'the-token-of-this-bot' });
  expect(code).toBe(1);
  expect(err).toMatch(/TypeError: the innermost part broke\n\s+at [\s\S]*cause\]: Error: POST /);
  expect(err).toContain('/webhooks/1/[hidden] as [hidden]');
  expect(err).not.toMatch(/SECRETTOKEN|the-token-of-this-bot/);
});

test('every program has its file, and a script in package.json that starts it', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const starting = Object.entries(scripts).filter(([, script]) => script.startsWith('node src/start.cjs'));
  expect(starting).toEqual(
    Object.keys(PROGRAMS).map((name) => [
      name,
      name === 'start' ? 'node src/start.cjs' : `node src/start.cjs ${name}`,
    ]),
  );
  expect(Object.values(PROGRAMS).filter((file) => !existsSync(join(ROOT, 'src', file)))).toEqual([]);
});

test('a program that there is not', async () => {
  expectSentence(await run(program, ['reply']), '"reply"', 'replay');
});
