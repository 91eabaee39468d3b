'use strict';
const { existsSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

/**
 * What there is in an installation, what is wrong with it, and the command that mends it. JavaScript without packages, since it is asked before
 * anything is known to be installed.
 */

/** The folder of package.json, without a stroke at its end. */
const ROOT = join(__dirname, '..');
/** It makes what runs of the sources. */
const BUILDER = 'esbuild';
/** The playground makes its page when somebody opens it, of packages that no build holds. */
const PAGE = [BUILDER, 'hono', 'preact', '@infolektuell/noto-color-emoji'];
const { dependencies, devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

/** The programs that can be started, by the names of their scripts in package.json. */
const PROGRAMS = {
  start: './main.ts',
  dev: './dev.cjs',
  build: './build.cjs',
  discord: './playground/main.ts',
  replay: './replay.ts',
  position: './position.ts',
  simulate: './simulate.ts',
  ratings: './ratings.ts',
  validate: './validate.ts',
  backup: './backup.ts',
  restore: './restore.ts',
  move: './move.ts',
  commands: './register.ts',
  words: './words.ts',
  doctor: './doctor/main.ts',
};

/** Those that are built before they run, and what runs in threads of theirs; the others are JavaScript as they are. */
const BUILT = {
  ...Object.fromEntries(Object.entries(PROGRAMS).filter(([, file]) => file.endsWith('.ts'))),
  thread: './thread.ts',
};

/** One line for whoever started a program that failed with this; undefined where it is a bug. */
function sentenceOf(error) {
  const { code, name, message = '' } = error ?? {};
  if (name === 'ConfigError' || name === 'MapError') return message;
  if (code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND') {
    const missing = packageOf(/Cannot find (?:package|module) '([^']+)'/.exec(message)?.[1] ?? '');
    return missing && lacking(missing);
  }
  // What esbuild says, which names files of ours as well.
  const unresolved = /ERROR: Could not resolve "([^".][^"]*)"/.exec(message)?.[1];
  if (unresolved) return lacking(packageOf(unresolved));
  if (message.startsWith('Could not locate the bindings file'))
    return `better-sqlite3 has no program for this machine yet. ${run('npm rebuild better-sqlite3')}`;
  if (code === 'ERR_DLOPEN_FAILED') {
    const broken = packageOf(message) ?? 'A package';
    if (message.includes('NODE_MODULE_VERSION'))
      return `${broken} was built for another Node than this one, ${process.versions.node}. ${run(`npm rebuild ${broken}`)}`;
    if (/not permitted|permission denied/i.test(message))
      return `${broken} may not be loaded: ${message}. Put ${ROOT} where this user may run programs.`;
    if (/version .* not found/.test(message))
      return `${broken} was built for a newer system than this one. ${run(`npm_config_build_from_source=true npm rebuild ${broken}`)}`;
    return `${broken} was installed for another machine or system than this one (${machine()}). ${run('npm ci')}`;
  }
  if (message.startsWith('Cannot find native binding'))
    return `@napi-rs/canvas has no program for this machine (${machine()}). ${run('npm ci')}`;
  if (
    /installed esbuild for another platform|is needed by esbuild|^The service was stopped: spawn/m.test(
      message,
    )
  )
    return `esbuild has no program for this machine (${machine()}). ${run('npm ci --include=dev')}`;
  return undefined;
}

const run = (command) => `Run "${command}" in ${ROOT}.`;

const machine = () => `${process.platform} ${process.arch}`;

function lacking(name) {
  const development = !(name in dependencies) && name in devDependencies;
  return `The package ${name} is not installed. ${run(development ? 'npm ci --include=dev' : 'npm ci')}`;
}

/** "/a/node_modules/@b/c/d.js" and "@b/c/d.js" → "@b/c"; undefined for a file of this program itself. */
function packageOf(text) {
  const path = text.replaceAll('\\', '/');
  const inside =
    /^(?![\s\S]*node_modules\/)((?:@[\w.-]+\/)?[\w-][\w.-]*)|[\s\S]*node_modules\/((?:@[\w.-]+\/)?[\w.-]+)/.exec(
      path,
    );
  return inside?.[2] ?? inside?.[1];
}

/**
 * Pictures in rare scripts need their fonts much later: what is missing is told now, before the program `name` is started.
 * Undefined where nothing is. `built`: whether the programs were built, or are yet to be.
 */
function missingPackage(built, name) {
  const there = (one) =>
    require.resolve.paths(one).some((folder) => existsSync(join(folder, one, 'package.json')));
  const beside = Object.keys(dependencies);
  if (!beside.some(there)) return `The packages are not installed. ${run('npm ci')}`;
  const needed = [...beside, ...(name === 'discord' ? PAGE : [])];
  const missing = needed.find((one) => !there(one));
  if (missing) return lacking(missing);
  if (built || there(BUILDER)) return undefined;
  return `The sources are not built, and ${BUILDER}, which does that, is not installed. ${run('npm ci --include=dev && npm run build')}`;
}

module.exports = { BUILT, missingPackage, PROGRAMS, ROOT, sentenceOf };
