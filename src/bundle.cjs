'use strict';
const { createHash } = require('node:crypto');
const { readFileSync, statSync } = require('node:fs');
const { join, sep } = require('node:path');

/** Makes one file of programs and all that they import, which `built.cjs` runs. JavaScript, since it makes what has types run. */

const ROOT = join(__dirname, '..');

/**
 * Native programs, what finds its own files by their place, and what may be missing. What a start needs of them stands among
 * the dependencies of package.json; all that is built in stands among those for development.
 */
const APART = [
  ...['better-sqlite3', 'esbuild', 'fontkit', '@napi-rs/canvas', 'pg'],
  ...['zlib-sync', 'bufferutil', 'utf-8-validate'],
];

/** What every start needs before its program: settings, what must not be seen, and where threads come from. */
const EDGE = {
  settings: 'src/config.ts',
  secrets: 'src/secrets.ts',
  stacks: 'src/stacks.ts',
  threads: 'src/threads.ts',
};

const fromRoot = (path) => path.slice(ROOT.length + 1).replaceAll(sep, '/');
const isOurs = (path) => path.startsWith(ROOT + sep) && !path.includes(`${sep}node_modules${sep}`);

/**
 * Files of ours find their neighbours by `import.meta`, wherever the one file of everything is put. Notes what was read of
 * each in `files`, and what the file was like before.
 */
const inPlace = (files) => ({
  name: 'in-place',
  setup({ onLoad }) {
    onLoad({ filter: /\.(?:ts|json)$/ }, ({ path }) => {
      if (!isOurs(path)) return undefined;
      const { size, mtimeMs } = statSync(path);
      const text = readFileSync(path, 'utf8');
      const name = fromRoot(path);
      files[name] = [size, mtimeMs, exports.digest(text)];
      if (path.endsWith('.json')) return { loader: 'json', contents: text };
      const contents = text
        .replaceAll('import.meta.url', `$place(${JSON.stringify(name)})`)
        .replaceAll('import.meta.resolve', '$packaged');
      return { loader: 'ts', contents };
    });
  },
});

exports.APART = APART;

/** Names the beginning of a program's functions in a script; `built.cjs` hands them over. */
const HEAD = '(function (require, module, exports, $place, $packaged) {';

/**
 * A script of what `contents` requires, by paths from the root; `plugins` of esbuild change what is taken. Resolves to its
 * text, its source map as text, and `files` (those of ours that are in it, by their paths from the root: size, time of change
 * in ms, digest). Rejects with what esbuild says.
 */
async function script(contents, plugins) {
  const { build } = require('esbuild');
  const files = {};
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: ROOT, sourcefile: 'programs.cjs' },
    absWorkingDir: ROOT,
    outfile: join(ROOT, 'dist/program.cjs'),
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    // Limits of what discord.js keeps in memory go by the names of its classes.
    keepNames: true,
    // A script that was compiled before cannot import; it can require.
    supported: { 'dynamic-import': false },
    external: APART,
    sourcemap: 'external',
    sourcesContent: false,
    legalComments: 'none',
    minifyWhitespace: true,
    logLevel: 'silent',
    plugins: [...plugins, inPlace(files)],
  });
  const output = (ending) => outputFiles.find(({ path }) => path.endsWith(ending)).text;
  return {
    text: `${HEAD}${ascii(output('.cjs'))}\n})`,
    map: output('.map'),
    files,
  };
}

/** One script of `entries`, the file of each program by its name; each exports `main`, and is loaded when it is asked for. */
exports.bundle = (entries, plugins = []) => {
  const list = (of) =>
    Object.entries(of).map(
      ([name, file]) => `${JSON.stringify(name)}: () => import(${JSON.stringify(`./${file}`)})`,
    );
  return script(`module.exports = { programs: { ${list(entries)} }, edge: { ${list(EDGE)} } };`, plugins);
};

/** A script of one module, which exports what that does. */
exports.bundleOf = (file) => script(`module.exports = require(${JSON.stringify(`./${file}`)});`, []);

/** A text of these letters alone takes half the memory, and is read without being decoded. In programs they mean the same. */
function ascii(text) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all that is ASCII
  return text.replace(/[^\x00-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

exports.digest = (text) => createHash('sha256').update(text).digest('hex').slice(0, 16);
