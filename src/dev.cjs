'use strict';
const { join } = require('node:path');

/**
 * `npm run dev`: the bot, started anew on every change of a file in these folders. Told to end it ends the bot, which ends its
 * playground. `node --watch` would see nothing of the playground, which is a process of its own.
 */

const ROOT = join(__dirname, '..');
const FOLDERS = ['src', 'commands', 'maps'];

exports.main = async () => {
  process.argv = [
    process.execPath,
    'tsx',
    'watch',
    '--clear-screen=false',
    ...FOLDERS.flatMap((folder) => ['--include', join(ROOT, folder)]),
    join(ROOT, 'src/start.cjs'),
  ];
  // Loaded, it runs.
  await import('tsx/cli');
};
