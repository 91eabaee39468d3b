import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from '../src/bundle.cjs';

/** A program of the bench, bundled and started as `npm run build` and `npm start` do it with those of the bot. */

const ROOT = fileURLToPath(new URL('..', import.meta.url));

export interface Packed {
  /** The file to start; with `KEEP_CODE` in its environment it keeps its compiled code when it ends. */
  readonly file: string;
  remove(): void;
}

/** `entry`: a path from the root of a file that exports `main`. */
export async function packed(entry: string): Promise<Packed> {
  const cache = join(ROOT, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'bench-'));
  const { text } = await bundle({ it: entry });
  const file = join(folder, 'start.cjs');
  writeFileSync(join(folder, 'program.cjs'), text);
  writeFileSync(
    file,
    `const { load } = require(${JSON.stringify(join(ROOT, 'src/built.cjs'))});
    const { programs, keep } = load({ file: require('node:path').join(__dirname, 'program.cjs') }, 'it');
    if (process.env.KEEP_CODE) process.once('exit', keep);
    programs.it().then(({ main }) => main());`,
  );
  return { file, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
