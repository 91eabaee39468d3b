import { type ChildProcess, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PATIENCE } from './patience.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const LOCK = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Readonly<Record<string, { readonly dev?: boolean; readonly devOptional?: boolean }>>;
};

/** The program in a folder of its own. Its packages are links to the real ones, until a test takes or replaces one. */
export interface Installation {
  readonly folder: string;
  /** Takes a package away. */
  without(name: string): void;
  /** Takes away what was built. */
  unbuilt(): void;
  /** Takes all packages away. */
  bare(): void;
  /** Takes away what `npm prune --omit=dev` does. */
  prune(): void;
  /** Puts a copy of a package in the place of the link; gives the folder of it. */
  own(name: string): string;
  /** Writes one of the program's files anew; without a text removes it. */
  change(file: string, text?: string): void;
  /** Makes everything as it was installed: a whole file of tests shares one installation. */
  mend(): void;
  close(): void;
}

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export function install(): Installation {
  // Where temporary files lie behind a link, the program would name them otherwise.
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'metrox-installed-')));
  for (const part of ['src', 'commands', 'maps', 'migrations', 'package.json', 'package-lock.json'])
    cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  const packages = join(folder, 'node_modules');
  const aside = join(folder, 'aside');
  const link = (name: string): void => {
    mkdirSync(dirname(join(packages, name)), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), join(packages, name));
  };
  for (const name of names()) link(name);
  const installed = new Set(readdirSync(folder));
  const taken = new Set<string>();
  const changed = new Set<string>();
  const without = (name: string): void => {
    taken.add(name);
    rmSync(join(packages, name), { recursive: true });
  };
  return {
    folder,
    without,
    unbuilt: () => rmSync(join(folder, 'dist'), { recursive: true, force: true }),
    bare: () => renameSync(packages, aside),
    prune: () => {
      for (const name of names()) if (!PRODUCTION.has(name)) without(name);
    },
    own: (name) => {
      without(name);
      cpSync(join(ROOT, 'node_modules', name), join(packages, name), { recursive: true });
      return join(packages, name);
    },
    change: (file, text) => {
      changed.add(file);
      if (text === undefined) rmSync(join(folder, file));
      else writeFileSync(join(folder, file), text);
    },
    mend: () => {
      if (existsSync(aside)) renameSync(aside, packages);
      for (const name of taken) {
        rmSync(join(packages, name), { recursive: true, force: true });
        link(name);
      }
      for (const file of changed) cpSync(join(ROOT, file), join(folder, file));
      // What was built stays; the program itself sees whether it still is what the sources say.
      for (const name of readdirSync(folder))
        if (!installed.has(name) && name !== 'dist') rmSync(join(folder, name), { recursive: true });
      taken.clear();
      changed.clear();
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function names(): string[] {
  const visible = (folder: string) => readdirSync(folder).filter((name) => !name.startsWith('.'));
  const top = join(ROOT, 'node_modules');
  return visible(top).flatMap((name) =>
    name.startsWith('@') ? visible(join(top, name)).map((one) => `${name}/${one}`) : [name],
  );
}

/** What `npm ci --omit=dev` installs, at the top: by the lock, so that one test need not install anything. */
export const PRODUCTION: ReadonlySet<string> = new Set(
  Object.entries(LOCK.packages)
    .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional)
    .map(([path]) => path.replace(/^node_modules\//, '')),
);

/** A start has nothing in its environment but what is given. */
export function begin(
  command: string,
  args: readonly string[],
  cwd: string,
  env: Record<string, string> = {},
  input = '',
): { child: ChildProcess; ended: Promise<Ended>; said: () => string } {
  const child = spawn(command, args, {
    cwd,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', ...env },
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (data) => (out += data));
  child.stderr.on('data', (data) => (err += data));
  // It may end before it has read anything, which is its right.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  // What was to end and goes on fails its test, and is not left behind.
  const late = setTimeout(() => child.kill('SIGKILL'), 2 * PATIENCE);
  const ended = new Promise<Ended>((resolve) =>
    child.once('close', (code) => {
      clearTimeout(late);
      resolve({ code, out, err });
    }),
  );
  return { child, ended, said: () => out + err };
}

/** Runs `node src/start.cjs` of an installation to its end. */
export const run = (
  { folder }: Installation,
  args: readonly string[] = [],
  env: Record<string, string> = {},
  cwd = tmpdir(),
): Promise<Ended> => begin(process.execPath, [join(folder, 'src/start.cjs'), ...args], cwd, env).ended;
