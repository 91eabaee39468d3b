import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { openServer } from '../src/store/engine/server.ts';
import { TEMPLATE } from './lib/server.ts';

/**
 * A server of PostgreSQL for tests: that of `TEST_DATABASE_URL` (a user who may make databases), or one of their own, in a
 * folder that is thrown away, on the loopback, where PostgreSQL is installed. `TEST_SERVER` tells the tests where it is.
 */

/** Debian keeps the programs of the server where nobody finds them by their names. */
const DEBIAN = '/usr/lib/postgresql';

/** What nobody wants back needs no syncs. */
const SETTINGS = [
  ...['fsync = off', 'full_page_writes = off', 'max_connections = 100'],
  ...["listen_addresses = '127.0.0.1'", "unix_socket_directories = ''", "log_min_messages = 'fatal'"],
  ...['shared_buffers = 64MB', 'autovacuum = off'],
];

/** Where the programs of the server are; undefined: it is not installed. */
export function programs(): string | undefined {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...versions.map((version) => join(DEBIAN, version, 'bin')),
  ];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}

/** Root may not run a server; whoever the package has made for it may. */
function user(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((one) => /^(postgres|nobody):/.test(one));
  const [, , uid, gid] = line?.split(':') ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

const freePort = (): Promise<number> =>
  new Promise((done, failed) => {
    const server = createServer().on('error', failed);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });

/** A server of PostgreSQL in a folder of its own. */
export interface Server {
  /** Without the name of a database. */
  readonly address: string;
  /** Resolves when it answers. */
  start(): Promise<void>;
  /** Ends it; `at once`: as a crash would. */
  stop(how?: 'at once'): Promise<void>;
  /** Ends it for good. */
  end(): Promise<void>;
}

/** `lasting`: what was acknowledged outlives a crash of the server, if not one of the machine. */
export async function makeServer(folder: string, lasting = false): Promise<Server> {
  const data = mkdtempSync(join(tmpdir(), 'metrox-postgres-'));
  const who = user();
  if (who.uid !== undefined && who.gid !== undefined) chownSync(data, who.uid, who.gid);
  const options = { ...who, cwd: data, env: { ...process.env, LC_ALL: 'C' } };
  const how = ['-D', data, '-A', 'trust', '-U', 'metrox', '-E', 'UTF8', '--no-locale', '--no-sync'];
  execFileSync(join(folder, 'initdb'), how, { ...options, stdio: 'pipe' });
  const port = await freePort();
  writeFileSync(
    join(data, 'postgresql.auto.conf'),
    [...SETTINGS, `synchronous_commit = ${lasting ? 'on' : 'off'}`, `port = ${port}`, ''].join('\n'),
  );
  let running: ChildProcess | undefined;
  const server: Server = {
    address: `postgres://metrox@127.0.0.1:${port}/`,
    start() {
      const started = spawn(join(folder, 'postgres'), ['-D', data], {
        ...options,
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      running = started;
      let told = '';
      started.stderr.on('data', (piece) => (told += String(piece)));
      return new Promise((done, failed) => {
        started.once('exit', (code) => failed(new Error(`PostgreSQL ended with ${code}: ${told}`)));
        // Its file says so in its last line.
        const look = setInterval(() => {
          const file = join(data, 'postmaster.pid');
          if (!existsSync(file) || !readFileSync(file, 'utf8').trimEnd().endsWith('ready')) return;
          clearInterval(look);
          done();
        }, 50);
        started.once('exit', () => clearInterval(look));
      });
    },
    async stop(how) {
      const ending = running;
      running = undefined;
      if (!ending || ending.exitCode !== null) return;
      const ended = new Promise((done) => ending.once('exit', done));
      ending.kill(how === 'at once' ? 'SIGQUIT' : 'SIGINT');
      await ended;
    },
    async end() {
      await server.stop();
      rmSync(data, { recursive: true, force: true });
    },
  };
  return server;
}

/** Makes the database from which the others are copied. */
async function makeTemplate(address: string): Promise<void> {
  const { default: pg } = await import('pg');
  const client = new pg.Client(`${address}postgres`);
  await client.connect();
  await client.query(`DROP DATABASE IF EXISTS ${TEMPLATE}`);
  await client.query(`CREATE DATABASE ${TEMPLATE}`);
  await client.end();
  const store = await openServer(`${address}${TEMPLATE}`);
  await store.close();
}

/** Before all tests of PostgreSQL. */
export default async function setup(): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  const folder = programs();
  let server: Server | undefined;
  if (given) process.env.TEST_SERVER = new URL('/', given).href;
  else if (folder !== undefined) {
    server = await makeServer(folder);
    await server.start();
    process.env.TEST_SERVER = server.address;
  } else {
    console.log(
      'PostgreSQL is not installed here (no initdb), and TEST_DATABASE_URL is not set: nothing is tried on it.',
    );
    return async () => {};
  }
  await makeTemplate(process.env.TEST_SERVER);
  return async () => {
    delete process.env.TEST_SERVER;
    await server?.end();
  };
}
