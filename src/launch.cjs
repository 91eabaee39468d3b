'use strict';
const { accessSync, constants, readFileSync } = require('node:fs');
const { isAbsolute, join, resolve } = require('node:path');
const { inspect } = require('node:util');
const { load, locator, make, standing, tryOnce } = require('./built.cjs');
const { BUILT, missingPackage, PROGRAMS, ROOT, sentenceOf } = require('./installed.cjs');

/**
 * `node src/start.cjs [PROGRAM] [ARGUMENT...]`: starts the bot, or another of the programs. What is wrong with the
 * installation is told in one sentence with the command that mends it. JavaScript without packages, since it is run before
 * anything is known to be installed.
 */

/** As in exit.ts, which may not be readable yet. */
const CONFIG = 78;

/** They need neither settings nor a database, or say themselves what is wrong with these. */
const BARE = ['replay', 'position', 'simulate', 'words', 'doctor'];

/** Between two looks at whether npm is still there, in milliseconds. */
const AGAIN = 500;

/** Until the program that is started has been read, nothing can be in an error that must not be seen. */
let harmless = (text) => text;

/** Ends with one line on what a person can mend. */
function give(sentence) {
  process.stderr.write(`${harmless(sentence)}\n`);
  process.exit(CONFIG);
}

/** What no sentence is known for is a bug, and told whole. */
function end(error) {
  const sentence = sentenceOf(error);
  if (sentence !== undefined) give(sentence);
  process.stderr.write(`${harmless(inspect(error, { depth: 5 }))}\n`);
  process.exit(1);
}

/** Opens a database in memory: where that fails, it is not the file's fault. */
function checkDatabase() {
  const Database = require('better-sqlite3');
  new Database(':memory:').close();
}

/** Loads what the first picture would need: where that fails, nobody should have begun to play. */
function checkDrawing() {
  tryOnce('@napi-rs/canvas');
}

/**
 * Told to end, npm tells only its shell, which ends at once: this process would live on alone. Where npm is killed the
 * shell lives on as well.
 */
function endWithNpm() {
  const before = above();
  const watch = setInterval(() => {
    if (above() === before) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, AGAIN);
  watch.unref();
}

/** Who started this process, and, where that is a shell with one command, who started the shell. */
function above() {
  const parent = process.ppid;
  try {
    const [, option] = readFileSync(`/proc/${parent}/cmdline`, 'utf8').split('\0');
    if (option !== '-c') return `${parent}`;
    return `${parent} ${/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${parent}/status`, 'utf8'))?.[1]}`;
  } catch {
    // Not every system tells of other processes.
    return `${parent}`;
  }
}

function goBack(folder) {
  try {
    if (folder) process.chdir(folder);
  } catch {
    // Whoever runs this may not be let in there; files with whole names are found all the same.
  }
}

/**
 * Where this process stands may be gone, or closed to its user: nothing could be started from there. Files are named from
 * there all the same. Returns the arguments.
 */
function leaveClosed(given) {
  let folder;
  try {
    folder = process.cwd();
    accessSync(folder, constants.X_OK);
    return given;
  } catch {
    process.chdir(ROOT);
  }
  return given.map((name) => {
    if (name.startsWith('-') || isAbsolute(name)) return name;
    if (folder === undefined) give('The folder that this was called from is gone. Call it from another one.');
    return resolve(folder, name);
  });
}

/** What was built of the programs, built now where that is not what the sources say. */
async function programsFor(name) {
  const built = standing();
  const missing = missingPackage(built !== undefined, name);
  if (missing) give(missing);
  try {
    if (built) return { built, ...load(built, name) };
  } catch (error) {
    // Another start has built it anew meanwhile.
    if (error.code !== 'ENOENT') throw error;
  }
  const made = await make(BUILT);
  return { built: made, ...load(made, name) };
}

async function run() {
  const [, , name = 'start', ...named] = process.argv;
  const given = leaveClosed(named);
  if (!Object.hasOwn(PROGRAMS, name)) {
    give(`There is no program "${name}": there are ${Object.keys(PROGRAMS).join(', ')}.`);
  }
  if (process.env.npm_lifecycle_event === name) {
    endWithNpm();
    // npm goes to the folder of package.json; files are named from where it was called.
    if (given.length > 0) goBack(process.env.INIT_CWD);
  }
  process.argv = [process.argv[0], join(__dirname, PROGRAMS[name]), ...given];
  if (!Object.hasOwn(BUILT, name)) return require(PROGRAMS[name]).main();
  const { built, programs, edge, keep } = await programsFor(name);
  const { hideSecrets } = await edge.secrets();
  const locate = locator(built.file);
  (await edge.stacks()).locateWith(locate);
  (await edge.threads()).threadsFrom({ file: join(__dirname, 'thread.cjs'), data: built });
  harmless = (text) => hideSecrets(locate(text));
  if (!BARE.includes(name)) {
    // What is wrong in the environment is said before anything large is loaded.
    const { loadBotConfig, loadConfig } = await edge.settings();
    if (name === 'start') loadBotConfig();
    else loadConfig();
    checkDatabase();
    if (name === 'start') checkDrawing();
  }
  if (process.env.KEEP_CODE) process.once('exit', keep);
  const { main } = await programs[name]();
  await main();
  keep();
}

process.on('uncaughtException', end);
run().catch(end);
