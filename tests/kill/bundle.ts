import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The drawing library takes a third of a second to begin with; here nothing is drawn. */
const UNDRAWN = `
  export const GlobalFonts = { registerFromPath: () => true };
  export const createCanvas = () => { throw new Error('Nothing is drawn here.'); };
`;

/** Files find their neighbours by `import.meta.url`, which in one file of everything would be that file's. */
const inPlace: Plugin = {
  name: 'in-place',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /\/picture\.ts$/ }, ({ importer }) =>
      importer.includes('/src/views/') ? { path: join(ROOT, 'tests/kill/picture.ts') } : undefined,
    );
    onResolve({ filter: /^@napi-rs\/canvas$/ }, ({ path }) => ({ path, namespace: 'undrawn' }));
    onLoad({ filter: /./, namespace: 'undrawn' }, () => ({ contents: UNDRAWN }));
    onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path }) => ({
      loader: 'ts',
      contents: readFileSync(path, 'utf8')
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
        .replaceAll('import.meta.resolve', "(() => 'file:///undrawn')"),
    }));
  },
};

/** Runs the packed program from code that was compiled before; when run for the first time, keeps that code. */
const BOOT = `
  const { existsSync, readFileSync, writeFileSync } = require('node:fs');
  const { Script } = require('node:vm');
  const file = __dirname + '/child.cjs';
  const kept = __dirname + '/child.code';
  const cachedData = existsSync(kept) ? readFileSync(kept) : undefined;
  const source = '(function (require) {' + readFileSync(file, 'utf8') + '})';
  const script = new Script(source, { filename: file, cachedData });
  if (!process.send) process.send = () => {};
  script.runInThisContext()(require);
  if (!cachedData) writeFileSync(kept, script.createCachedData());
`;

/** Packs the child into one file that starts fast. Its place, and how to remove it. */
export async function bundle(): Promise<{ file: string; remove(): void }> {
  // Inside the repository, where its packages can be found.
  const cache = join(ROOT, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'kill-'));
  const file = join(folder, 'boot.cjs');
  await build({
    entryPoints: [join(ROOT, 'tests/kill/child.ts')],
    outfile: join(folder, 'child.cjs'),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    external: ['better-sqlite3', 'fontkit'],
    plugins: [inPlace],
    logLevel: 'warning',
  });
  writeFileSync(file, BOOT);
  execFileSync(process.execPath, [file]);
  return { file, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
