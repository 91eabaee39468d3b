import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from './until.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The program as a stranger starts it: no token, so it brings its own Discord. */
export interface Program {
  readonly url: string;
  readonly folder: string;
  /** What it printed so far. */
  output(): string;
  start(): Promise<void>;
  /** Kills it without a word; resolves when its port is free again. */
  kill(): Promise<void>;
  /** Ends it and forgets its files. */
  close(): Promise<void>;
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

const answers = (url: string): Promise<boolean> =>
  fetch(`${url}/people`).then(
    () => true,
    () => false,
  );

/** A port and a folder of its own; it runs after `start`, and again on both after `kill` and `start`. */
export async function makeProgram(): Promise<Program> {
  const folder = mkdtempSync(join(tmpdir(), 'metrox-browser-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let output = '';
  let child: ChildProcess | undefined;

  const end = (signal: NodeJS.Signals): Promise<void> =>
    new Promise((resolve) => {
      if (!child || child.exitCode !== null || child.signalCode !== null) return resolve();
      child.once('exit', () => resolve());
      child.kill(signal);
    });

  return {
    url,
    folder,
    output: () => output,
    start: () =>
      new Promise((resolve, reject) => {
        const from = output.length;
        const started = spawn(process.execPath, ['src/start.cjs'], {
          cwd: ROOT,
          env: {
            ...process.env,
            PORT: String(port),
            DATABASE_FILE: join(folder, 'metrox.db'),
            DISCORD_TOKEN: '',
            CLOCK_FILE: '',
          },
          stdio: ['ignore', 'pipe', 'pipe'],
        });
        child = started;
        const hear = (data: Buffer): void => {
          output += data;
          if (output.slice(from).includes(`Playground: ${url} `)) resolve();
        };
        started.stdout.on('data', hear);
        started.stderr.on('data', hear);
        started.once('exit', (code) =>
          reject(new Error(`The program ended (${code}): ${output.slice(from)}`)),
        );
      }),
    kill: async () => {
      await end('SIGKILL');
      await until('the port to be free', async () => !(await answers(url)));
    },
    close: async () => {
      await end('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
