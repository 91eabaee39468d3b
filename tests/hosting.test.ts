import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadConfig } from '../src/config.ts';
import { CONFIG } from '../src/exit.ts';
import { startHealth } from '../src/health.ts';
import { ROOT } from '../src/installed.cjs';
import { createLog } from '../src/log.ts';
import { NODES } from './nodelist.ts';

/** What hosts the bot says the same as the bot: exit status, health, times and places. That the image works: image.test.ts. */

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const DOCKERFILE = read('Dockerfile').replace(/\\\n\s*/g, '');
const COMPOSE = read('compose.yaml');
const UNIT = read('docs/metrox.service');
const README = read('README.md');

/** The one value that a pattern finds. */
function only(text: string, pattern: RegExp): string {
  const found = [...text.matchAll(new RegExp(pattern, 'gm'))];
  expect(found, String(pattern)).toHaveLength(1);
  return found[0]![1]!;
}

const port = only(DOCKERFILE, /^ENV .*HEALTH_PORT=(\d+)/);
/** As long as the bot takes to end, in seconds. */
const patience = Number(only(read('src/main.ts'), /^const PATIENCE = (\d+_\d+);/).replace('_', '')) / 1000;

describe('the image', () => {
  const healthy = JSON.parse(only(DOCKERFILE, /^HEALTHCHECK .* CMD (\[.*\])$/)) as [string, ...string[]];

  /** The exit code of the image's health check, asking at a port. */
  const checked = (
    at: number,
    env: Record<string, string> = { HEALTH_PORT: `${at}`, METRICS_PORT: '' },
  ): Promise<number> =>
    new Promise((resolve, reject) => {
      const [name, ...args] = healthy;
      expect(name).toBe('node');
      const child = execFile(process.execPath, args, { env });
      child.once('error', reject);
      child.once('exit', (code) => resolve(code ?? -1));
    });

  test.each([
    [true, 0],
    [false, 1],
  ])('takes the bot for healthy where all of /healthz holds: %s', async (holds, code) => {
    const health = await startHealth(0, { gateway: () => holds }, createLog('silent'));
    expect(await checked(health.port)).toBe(code);
    // The port of the metrics takes the place of the other.
    expect(await checked(health.port, { HEALTH_PORT: '1', METRICS_PORT: `${health.port}` })).toBe(code);
    await health.stop();
  });

  test('takes a bot that does not answer for ill', async () => {
    const free = await new Promise<number>((resolve) => {
      const server = createServer().listen(0, '127.0.0.1', () => {
        const { port: found } = server.address() as { port: number };
        server.close(() => resolve(found));
      });
    });
    expect(await checked(free)).toBe(1);
  });

  test('is made of files that there are and that its context has, and of no others', () => {
    const [build = ''] = DOCKERFILE.split(/^FROM gcr/m);
    const copied = [...build.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names]) =>
      names!.split(' '),
    );
    expect(copied.filter((name) => !existsSync(join(ROOT, name)))).toEqual([]);
    const [all, ...let_] = read('.dockerignore').trim().split('\n');
    expect(all).toBe('*');
    expect(let_.sort()).toEqual(copied.map((name) => `!${name}`).sort());
  });

  test('runs without rights, on the Node that the README recommends', () => {
    expect(Number(only(DOCKERFILE, /^USER (\d+)/))).toBeGreaterThan(0);
    expect(only(DOCKERFILE, /^ENV (NODE_ENV=production) /)).toBeTruthy();
    expect(only(README, /\bNode (\d+) is recommended/)).toBe(only(DOCKERFILE, /^FROM node:(\d+)-/));
  });

  test('keeps games where the bot has them if nobody says more', () => {
    const folder = only(DOCKERFILE, /^VOLUME (\S+)$/);
    const place = only(DOCKERFILE.split(/^FROM gcr/m)[1]!, /^WORKDIR (\S+)$/);
    const { databaseFile } = loadConfig({}, join(ROOT, 'no such file'));
    expect(join(folder, 'metrox.db')).toBe(databaseFile.replace(ROOT, place));
    expect(only(COMPOSE, /^ +- data:(\S+)$/)).toBe(folder);
    expect(only(COMPOSE, /^ +DATABASE_FILE: (\S+)$/)).toBe('data/metrox.db');
  });
});

test('compose starts it again after a failure, five times, and gives it time to end', () => {
  expect(only(COMPOSE, /^ +restart: (\S+)$/)).toBe('on-failure:5');
  expect(Number(only(COMPOSE, /^ +stop_grace_period: (\d+)s$/))).toBeGreaterThan(patience + 2);
  expect(only(COMPOSE, /^ +HEALTH_PORT: (\d+)$/)).toBe(port);
  expect(COMPOSE).toMatch(/^ +read_only: true$/m);
});

test('where figures are told in the image, its health check finds the one server that tells both', () => {
  const [, said, address = ''] = /`METRICS_PORT=(\d+)` and `METRICS_ADDRESS=([\d.]+)` in `\.env`/.exec(
    README,
  )!;
  const env = { HEALTH_PORT: port, METRICS_PORT: said, METRICS_ADDRESS: address };
  const { healthPort, metrics } = loadConfig(env, join(ROOT, 'no such file'));
  expect([`${healthPort}`, metrics, address]).toEqual([port, true, '0.0.0.0']);
  expect(README).toContain(`\`metrox:${port}\``);
});

test('systemd starts it again after a failure, but not after one that a person has to mend', () => {
  expect(only(UNIT, /^Restart=(\S+)$/)).toBe('on-failure');
  expect(only(UNIT, /^RestartPreventExitStatus=(\d+)$/)).toBe(`${CONFIG}`);
  expect(Number(only(UNIT, /^TimeoutStopSec=(\d+)$/))).toBeGreaterThan(patience + 2);
  const folder = only(UNIT, /^WorkingDirectory=(\S+)$/);
  expect(only(UNIT, /^ReadWritePaths=(\S+)$/)).toBe(`${folder}/data`);
  expect(existsSync(join(ROOT, only(UNIT, /^ExecStart=\/usr\/bin\/env node (\S+)$/)))).toBe(true);
  // What the README has people do is what the unit expects.
  const needed = [folder, `-o ${only(UNIT, /^User=(\S+)$/)} data`, 'docs/metrox.service'];
  expect(needed.filter((part) => !README.includes(part))).toEqual([]);
});

test('the oldest Node that it starts on is one that it is tested on, and the README names them all', () => {
  const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };
  expect(`${engines.node.replace('>=', '')}.0`).toBe(NODES[0]);
  const named = only(README, /tested on Node (.*?)\. /);
  for (const version of NODES.filter((one) => one !== 'latest'))
    expect(named).toContain(version.replace(/\.0$/, ''));
  expect(NODES).toContain(only(README, /\bNode (\d+) is recommended/));
});
