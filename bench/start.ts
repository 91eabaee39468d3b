import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Measured, median, type Part, table } from './measure.ts';

/**
 * From the start of the bot's process to the first request of its login: as `npm start` runs what was built, the same without
 * its kept code, and the same program from its sources. Nothing else than the process differs; each has a new database.
 */
export const part: Part = { name: 'start', run };

const ROUNDS = 7;
/** A start that takes so long (ms) never comes. */
const PATIENCE = 120_000;
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const START = join(ROOT, 'src/start.cjs');

interface Spent {
  /** Of all its threads, where the system tells; else the same as `wall`. In ms. */
  readonly cpu: number;
  readonly wall: number;
}

/** What the threads of a process have run so far, in ms; undefined where the system does not tell. */
function cpuOf({ pid }: ChildProcess): number | undefined {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const times = threads.map((one) => readFileSync(`/proc/${pid}/task/${one}/schedstat`, 'utf8'));
    return times.reduce((sum, text) => sum + Number(text.split(' ')[0]) / 1e6, 0);
  } catch {
    return undefined;
  }
}

/** Starts a process, and ends it at its first request. */
async function started(words: readonly string[], folder: string): Promise<Spent> {
  const file = join(mkdtempSync(join(folder, 'start-')), 'metrox.db');
  const server: Server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const from = performance.now();
  const child = spawn(process.execPath, words, {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      DISCORD_TOKEN: 'a.b.c',
      DISCORD_API: `http://127.0.0.1:${port}/api`,
      DATABASE_FILE: file,
      HEALTH_PORT: '',
      METRICS_PORT: '',
    },
  });
  let said = '';
  child.stderr.on('data', (part) => (said += part));
  const late = setTimeout(() => child.kill('SIGKILL'), PATIENCE);
  try {
    return await new Promise<Spent>((resolve, reject) => {
      server.once('request', () => {
        const wall = performance.now() - from;
        resolve({ wall, cpu: cpuOf(child) ?? wall });
      });
      child.once('exit', (code) => reject(new Error(`It ended before it asked anything (${code}). ${said}`)));
    });
  } finally {
    clearTimeout(late);
    child.removeAllListeners('exit');
    child.kill('SIGKILL');
    server.closeAllConnections();
    server.close();
  }
}

async function run(): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'metrox-bench-'));
  try {
    const { status, stderr } = spawnSync(process.execPath, [START, 'build'], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`It could not be built. ${stderr}`);
    const bare = join(folder, 'bare.cjs');
    writeFileSync(
      bare,
      `const { load, standing } = require(${JSON.stringify(join(ROOT, 'src/built.cjs'))});
      const { file } = standing();
      const { programs } = load({ file, text: require('node:fs').readFileSync(file, 'latin1') }, 'start');
      programs.start().then(({ main }) => main());`,
    );
    const empty = join(folder, 'empty.cjs');
    writeFileSync(empty, "require('node:http').get(process.env.DISCORD_API);");
    const ways = {
      built: [START],
      'bundle alone': [bare],
      sources: [
        '--import',
        'tsx',
        '--input-type=module',
        '-e',
        "await (await import('./src/main.ts')).main();",
      ],
      'Node alone': [empty],
    };
    type Way = keyof typeof ways;
    const names = Object.keys(ways) as Way[];
    const spent = new Map<Way, Spent[]>(names.map((name) => [name, []]));
    // The first start of each fills the caches that there are.
    for (let round = -1; round < ROUNDS; round++)
      for (const name of names) {
        const one = await started(ways[name], folder);
        if (round >= 0) spent.get(name)!.push(one);
      }
    const of = (name: Way, what: keyof Spent): number => median(spent.get(name)!.map((one) => one[what]));
    const ratio = (name: Way, what: keyof Spent): number =>
      median(spent.get(name)!.map((one, round) => one[what] / spent.get('sources')![round]![what]));
    const rows = names.map((name) => [
      name,
      ratio(name, 'cpu').toFixed(2),
      ratio(name, 'wall').toFixed(2),
      of(name, 'cpu').toFixed(0),
    ]);
    return {
      lines: table([['', 'x CPU of sources', 'x time of sources', 'CPU ms'], ...rows]),
      figures: {
        built: Number(ratio('built', 'cpu').toFixed(3)),
        bundle: Number(ratio('bundle alone', 'cpu').toFixed(3)),
        built_ms: Math.round(of('built', 'cpu')),
        sources_ms: Math.round(of('sources', 'cpu')),
        node_ms: Math.round(of('Node alone', 'cpu')),
      },
    };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}
