import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { type BuildOptions, build, type Plugin } from 'esbuild';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Files find their neighbours by `import.meta.url`, which in one file of everything would be that file's. */
const inPlace: Plugin = {
  name: 'in-place',
  setup({ onLoad }) {
    onLoad({ filter: /\/(?:src|commands)\/.*\.ts$/ }, ({ path }) => ({
      loader: 'ts',
      contents: readFileSync(path, 'utf8')
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
        .replaceAll(
          'import.meta.resolve',
          "((file: string) => require('node:url').pathToFileURL(require.resolve(file)).href)",
        ),
    }));
  },
};

/** What is no text of a program, or may be missing. */
const NATIVE = [
  ...['better-sqlite3', 'esbuild', 'fontkit', '@napi-rs/canvas'],
  ...['zlib-sync', 'bufferutil', 'utf-8-validate'],
];

/**
 * Packs small programs with all that they import, what several need once, into files of one folder: each then starts in a fifth of
 * the time that it takes to be compiled first. `entries` are paths from the root, without their ending.
 */
export async function packSmall(entries: readonly string[]): Promise<Pack> {
  const cache = join(ROOT, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'programs-'));
  await build({
    entryPoints: entries.map((entry) => ({ in: join(ROOT, `${entry}.ts`), out: entry })),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: NATIVE,
    banner: {
      js: "import { createRequire as requiring } from 'node:module'; const require = requiring(import.meta.url);",
    },
    plugins: [inPlace],
    logLevel: 'warning',
  });
  return { file: folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** What makes one file of a program that can be run from code that was compiled before. */
const AS_ONE: BuildOptions = {
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  // Limits of what discord.js keeps in memory go by the names of its classes.
  keepNames: true,
  // Code that was compiled before cannot import; it can require.
  supported: { 'dynamic-import': false },
  external: NATIVE,
  logLevel: 'warning',
};

/** The text of a module with all that it imports: each time that it is run it has states of its own. */
export async function packText(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(ROOT, entry)],
    ...AS_ONE,
    keepNames: false,
    plugins: [inPlace],
    write: false,
  });
  return outputFiles![0]!.text;
}

/** Runs the packed program from code that was compiled before; when told to, keeps that code. */
const BOOT = `
  const { existsSync, readFileSync, writeFileSync } = require('node:fs');
  const { Script } = require('node:vm');
  const file = __dirname + '/program.cjs';
  const kept = __dirname + '/program.code';
  const cachedData = existsSync(kept) ? readFileSync(kept) : undefined;
  const source = '(function (require, module, exports) {' + readFileSync(file, 'utf8') + '})';
  const script = new Script(source, { filename: file, cachedData });
  if (process.env.PACK_KEEP) {
    process.send = () => {};
    process.once('exit', () => writeFileSync(kept, script.createCachedData()));
  }
  script.runInThisContext()(require, module, exports);
`;

/** A program packed into one file, or a folder of several, and how to remove it. */
export interface Pack {
  readonly file: string;
  remove(): void;
}

/**
 * Packs a program with all that it imports into one file that starts in a fraction of the time: tests begin many.
 * It is begun once, with `env`, so that its compiled code is kept; it has to end by itself then. `more` changes what is
 * packed.
 */
export async function pack(
  entry: string,
  env: Record<string, string> = {},
  more: readonly Plugin[] = [],
): Promise<Pack> {
  // Inside the repository, where its packages can be found.
  const cache = join(ROOT, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'pack-'));
  const file = join(folder, 'boot.cjs');
  await build({
    entryPoints: [join(ROOT, entry)],
    outfile: join(folder, 'program.cjs'),
    ...AS_ONE,
    plugins: [...more, inPlace],
  });
  writeFileSync(file, BOOT);
  const refusing = createServer((_, response) => {
    response.writeHead(401, { 'content-type': 'application/json' }).end('{"message":"No.","code":0}');
  });
  await new Promise<void>((done) => refusing.listen(0, '127.0.0.1', done));
  // A bot whose token is refused ends with a fault; what it compiled is kept all the same.
  const isBot = env.DISCORD_TOKEN !== undefined;
  const api = `http://127.0.0.1:${(refusing.address() as AddressInfo).port}/api`;
  try {
    await promisify(execFile)(process.execPath, [file], {
      env: { ...process.env, ...env, ...(isBot ? { DISCORD_API: api } : {}), PACK_KEEP: '1' },
    });
  } catch (error) {
    if (!isBot) throw error;
  } finally {
    refusing.closeAllConnections();
    refusing.close();
  }
  return { file, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
