import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * `npm run dev`: the bot, started anew on every change of a file in these folders. Told to end it ends the bot, which ends its
 * playground. `node --watch` would see nothing of the playground, which is a process of its own.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDERS = ['src', 'commands', 'maps'];

process.argv = [
  process.execPath,
  'tsx',
  'watch',
  '--clear-screen=false',
  ...FOLDERS.flatMap((folder) => ['--include', join(ROOT, folder)]),
  join(ROOT, 'src/start.cjs'),
];
// It has no types; loaded, it runs.
const cli: string = 'tsx/cli';
await import(cli);
