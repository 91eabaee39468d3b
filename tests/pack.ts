import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Plugin } from 'esbuild';
import { bundle, bundleOf } from '../src/bundle.cjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BUILT = join(ROOT, 'src/built.cjs');

/** The script of a module with all that it imports, as `built.cjs` runs one: each time that it is run it has states of its own. */
export async function packText(entry: string): Promise<string> {
  const { text } = await bundleOf(entry);
  return text;
}

/** Starts one of the programs as the launcher does; one that ends by itself keeps its code when it is told to. */
const boot = (name: string, up: string): string => `
  const { load } = require(${JSON.stringify(BUILT)});
  const { programs, keep } = load({ file: require('node:path').join(__dirname, '${up}program.cjs') }, ${JSON.stringify(name.replaceAll('/', '.'))});
  if (process.env.KEEP_CODE) process.once('exit', keep);
  programs[${JSON.stringify(name)}]()
    .then(({ main }) => main())
    .then(keep)
    .catch((error) => {
      console.error(error);
      process.exit(1);
    });
`;

/** Programs in one file, each with a file that starts it from code that was compiled before, and how to remove them. */
export interface Pack {
  /** The file that starts the one program, or the folder where each has its own, named as its source is. */
  readonly file: string;
  remove(): void;
}

async function packed(names: readonly string[], plugins: readonly Plugin[] = []): Promise<Pack> {
  // Inside the repository, as a build is.
  const cache = join(ROOT, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'pack-'));
  const { text, map } = await bundle(Object.fromEntries(names.map((name) => [name, `${name}.ts`])), plugins);
  writeFileSync(join(folder, 'program.cjs'), text);
  writeFileSync(join(folder, 'program.cjs.map'), map);
  for (const name of names) {
    const file = join(folder, `${name}.cjs`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, boot(name, '../'.repeat(name.split('/').length - 1)));
  }
  return { file: folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Packs small programs; `entries` are paths from the root, without their ending. Each keeps its code when it has run once. */
export const packSmall = (entries: readonly string[]): Promise<Pack> => packed(entries);

/**
 * Packs a bot (its path from the root, without its ending), and begins it once, with `env`, so that its compiled code is kept:
 * tests begin many. `plugins` change what is packed.
 */
export async function pack(
  entry: string,
  env: Record<string, string>,
  plugins: readonly Plugin[] = [],
): Promise<Pack> {
  const { file: folder, remove } = await packed([entry], plugins);
  const file = join(folder, `${entry}.cjs`);
  const refusing = createServer((_, response) => {
    response.writeHead(401, { 'content-type': 'application/json' }).end('{"message":"No.","code":0}');
  });
  await new Promise<void>((done) => refusing.listen(0, '127.0.0.1', done));
  const api = `http://127.0.0.1:${(refusing.address() as AddressInfo).port}/api`;
  try {
    await promisify(execFile)(process.execPath, [file], {
      env: { ...process.env, ...env, DISCORD_API: api, KEEP_CODE: '1' },
    });
  } catch {
    // A bot whose token is refused ends with a fault; what it compiled is kept all the same.
  } finally {
    refusing.closeAllConnections();
    refusing.close();
  }
  return { file, remove };
}
