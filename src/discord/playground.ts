import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Config, ConfigError } from '../config.ts';
import { CONFIG } from '../exit.ts';

const STARTER = fileURLToPath(new URL('../start.cjs', import.meta.url));
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A Discord of one's own on this machine, running as a child process. */
export interface Playground {
  readonly url: string;
  readonly api: string;
  readonly token: string;
  stop(): Promise<void>;
}

/** Starts it and waits until it listens. Rejects with what it says when it cannot; a `ConfigError` is one line. */
export async function startPlayground(config: Config): Promise<Playground> {
  const child = spawn(process.execPath, [STARTER, 'discord'], {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: String(config.port),
      DATABASE_FILE: config.databaseFile,
      DATABASE_URL: '',
      CLOCK_FILE: config.clockFile ?? '',
      LIMITS: config.limits,
    },
    // Over the fourth, empty channel the child notices when this process is gone, however it ended.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // Ctrl+C reaches the whole group; the bot says good-bye first and ends the child itself.
    detached: true,
  });
  const url = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.stdout!.on('data', (data) => {
      said += data;
      const found = /https?:\/\/\S+/.exec(said);
      if (found) resolve(found[0]);
    });
    let complaint = '';
    child.stderr!.on('data', (data) => {
      complaint += data;
    });
    child.once('close', (code) => {
      const reason = complaint.trim() || `The playground ended at once (exit code ${code}).`;
      reject(code === CONFIG ? new ConfigError(reason) : new Error(reason));
    });
  });
  child.stderr!.pipe(process.stderr);
  const kill = (): void => void child.kill('SIGTERM');
  process.once('exit', kill);
  return {
    url,
    api: `${url}/api`,
    token: 'playground',
    stop: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve();
        child.once('exit', () => resolve());
        kill();
      }),
  };
}
