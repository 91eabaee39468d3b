'use strict';
const {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} = require('node:fs');
const { createRequire } = require('node:module');
const { basename, dirname, join } = require('node:path');
const { pathToFileURL } = require('node:url');
const { Script } = require('node:vm');

/**
 * What was built of the programs, in `dist/`: whether it is what the sources say, and how it is run. The file of the programs
 * is named after what it holds, so several starts at once write the same, and `build.json` names the one that counts.
 */

const ROOT = join(__dirname, '..');
const DIST = join(ROOT, 'dist');
const NOTE = join(DIST, 'build.json');
const TRIED = join(DIST, 'tried.json');

/** A change of any of them changes what is built, though it is not in it. */
const MAKERS = ['src/bundle.cjs', 'package-lock.json'];

const there = (path) => statSync(join(ROOT, path), { throwIfNoEntry: false });

/** A name appears with the whole file behind it. */
function put(file, data) {
  const part = `${file}.${process.pid}.part`;
  writeFileSync(part, data);
  renameSync(part, file);
}

/**
 * What was last built: its `file`. Undefined where nothing was built, or other sources were. An installation that was left
 * only what was built has nothing else to go by.
 */
exports.standing = function standing() {
  let note;
  try {
    note = JSON.parse(readFileSync(NOTE, 'utf8'));
    if (!statSync(join(DIST, note.program)).isFile()) return undefined;
  } catch {
    return undefined;
  }
  const found = { file: join(DIST, note.program) };
  if (!there('src/main.ts')) return found;
  const touched = [];
  for (const [path, [size, time]] of Object.entries(note.files)) {
    const now = there(path);
    if (now?.size !== size) return undefined;
    if (now?.mtimeMs !== time) touched.push(path);
  }
  if (touched.length === 0) return found;
  // A copy, or another time of the same checkout, is no other program.
  for (const path of touched) {
    if (digestOf(path) !== note.files[path][2]) return undefined;
    note.files[path][1] = there(path).mtimeMs;
  }
  tryTo(() => put(NOTE, JSON.stringify(note)));
  return found;
};

const digestOf = (path) => require('./bundle.cjs').digest(readFileSync(join(ROOT, path)));

function tryTo(work) {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

/**
 * Builds `programs` (files from this folder, by name). Resolves to what `standing` gives; where nothing can be written, what
 * was built has its `text` with it. Rejects with what esbuild says.
 */
exports.make = async function make(programs) {
  const { bundle, digest } = require('./bundle.cjs');
  const noted = (path) => {
    const now = there(path);
    return [path, now ? [now.size, now.mtimeMs, digestOf(path)] : []];
  };
  // Whatever is changed from here on is not taken for what was built.
  const makers = Object.fromEntries(MAKERS.map(noted));
  const entries = Object.fromEntries(
    Object.entries(programs).map(([name, file]) => [name, join('src', file).replaceAll('\\', '/')]),
  );
  const { text, map, files } = await bundle(entries);
  const program = `program-${digest(text)}.cjs`;
  const file = join(DIST, program);
  const note = { program, files: { ...makers, ...files } };
  const written = tryTo(() => {
    mkdirSync(DIST, { recursive: true });
    put(`${file}.map`, map);
    put(file, text);
    put(NOTE, JSON.stringify(note));
    for (const name of readdirSync(DIST))
      if (/^program-/.test(name) && !name.startsWith(program)) tryTo(() => rmSync(join(DIST, name)));
  });
  return { file, ...(written ? {} : { text }) };
};

/** What the function of a script is called with, to export into `made`. */
function given(made) {
  const require = createRequire(join(ROOT, 'package.json'));
  const place = (path) => pathToFileURL(join(ROOT, path)).href;
  const packaged = (path) => pathToFileURL(require.resolve(path)).href;
  return [require, made, made.exports, place, packaged];
}
exports.given = given;

/**
 * Loads a file of programs for the one that is named, and gives what it exports, and `keep`, which keeps its compiled code for
 * the next start with the same options of Node: to be called when all that a start needs has run. Code of another Node is not taken.
 */
exports.load = function load({ file, text }, name) {
  const kept = `${file.replace(/\.cjs$/, '')}.${[name, ...process.execArgv].join(' ').replace(/[^\w.=]+/g, '-')}.code`;
  const source = text ?? readFileSync(file, 'latin1');
  let cachedData;
  tryTo(() => {
    cachedData = text === undefined ? readFileSync(kept) : undefined;
  });
  const script = new Script(source, { filename: file, cachedData });
  const made = { exports: {} };
  script.runInThisContext()(...given(made));
  let known = text !== undefined || (cachedData !== undefined && !script.cachedDataRejected);
  const keep = () => {
    if (known) return;
    known = true;
    tryTo(() => put(kept, script.createCachedData()));
  };
  return { ...made.exports, keep };
};

/**
 * Loads a package with a native program, to see whether that can be done. One that was loaded before and is still the same is
 * left for when it is needed: it takes memory that a bot without work does without. Throws what loading it throws.
 */
exports.tryOnce = (name) => {
  const machine = [process.version, process.platform, process.arch].join(' ');
  const same = ([path, size, time]) => {
    const now = statSync(path);
    // An image of a container keeps whole seconds.
    return now.size === size && Math.abs(now.mtimeMs - time) <= 1000;
  };
  const before = tryTo(() => {
    const note = JSON.parse(readFileSync(TRIED, 'utf8'));
    if (note.name !== name || note.machine !== machine || !note.files.every(same)) throw new Error('another');
  });
  if (before) return;
  require(name);
  const files = Object.keys(require.cache).filter((path) => path.endsWith('.node'));
  const stamp = (path) => [path, statSync(path).size, statSync(path).mtimeMs];
  tryTo(() => put(TRIED, JSON.stringify({ name, machine, files: files.map(stamp) })));
};

/** `program-….cjs:LINE:COLUMN` in a text becomes the place in the sources, where that is known. */
exports.locator = (file) => {
  const shape = new RegExp(`[^\\s("'<>]*${basename(file).replaceAll('.', '\\.')}:(\\d+):(\\d+)`, 'g');
  let map;
  return (text) =>
    text.replace(shape, (found, line, column) => {
      map ??= readMap(`${file}.map`);
      return map(Number(line), Number(column)) ?? found;
    });
};

function readMap(file) {
  const { SourceMap } = require('node:module');
  let map;
  tryTo(() => {
    map = new SourceMap(JSON.parse(readFileSync(file, 'utf8')));
  });
  return (line, column) => {
    const { originalSource, originalLine, originalColumn } = map?.findEntry(line - 1, column - 1) ?? {};
    if (originalSource === undefined) return undefined;
    return `${join(dirname(file), originalSource)}:${originalLine + 1}:${originalColumn + 1}`;
  };
}
