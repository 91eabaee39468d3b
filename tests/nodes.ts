import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NODES } from './nodelist.ts';

/**
 * `npm run test:nodes [-- COMMAND...]`: the long form of the tests, or another command, on each Node that is supported, in a copy
 * of the working tree with packages of its own. `NODES=24,26` names others. npm has Node itself with its headers, for what is compiled.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const [program = 'npm', ...args] =
  process.argv.length > 2 ? process.argv.slice(2) : ['npm', 'run', 'test:long'];

/** Runs to its end what is to be seen; whether it went well. */
const run = (command: string, given: readonly string[], cwd: string, env = process.env): boolean =>
  spawnSync(command, given, { cwd, env, stdio: 'inherit' }).status === 0;

function filesOf(folder: string): string[] {
  const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: folder,
  });
  return listed.stdout.toString().split('\0').filter(Boolean);
}

/** Whether all went well on a version of Node, by its number or the beginning of it. */
function passes(version: string): boolean {
  const folder = mkdtempSync(join(tmpdir(), `metrox-node-${version}-`));
  try {
    const copy = join(folder, 'metrox');
    for (const file of filesOf(ROOT)) cpSync(join(ROOT, file), join(copy, file));
    const machine = `${process.platform}-${process.arch}`;
    const name = machine === 'darwin-arm64' ? `node-bin-${machine}` : `node-${machine}`;
    if (!run('npm', ['install', '--prefix', folder, '--no-save', `${name}@${version}`], folder)) return false;
    const node = join(folder, 'node_modules', name);
    const env = {
      ...process.env,
      PATH: [join(node, 'bin'), process.env.PATH].join(delimiter),
      npm_config_nodedir: node,
    };
    return (
      run('npm', ['ci'], copy, env) && run('node', ['--version'], copy, env) && run(program, args, copy, env)
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const told = (process.env.NODES?.split(',') ?? NODES).map((version) => {
  console.log(`\n== Node ${version}: ${[program, ...args].join(' ')}`);
  return [version, passes(version)] as const;
});
for (const [version, good] of told) console.log(`Node ${version}: ${good ? 'passed' : 'FAILED'}`);
process.exitCode = told.every(([, good]) => good) ? 0 : 1;
