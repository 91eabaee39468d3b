import { afterEach, expect, test } from 'vitest';
import { type Checks, type Health, startHealth } from '../src/health.ts';
import { createLog } from '../src/log.ts';

const all: Health[] = [];
let said = '';
const log = createLog('info', { write: (line) => void (said += line) });
afterEach(async () => {
  said = '';
  for (const one of all.splice(0)) await one.stop();
});

async function asked(checks: Checks, path = '/healthz', method = 'GET'): Promise<[number, string]> {
  const health = await startHealth(0, checks, log);
  all.push(health);
  const answer = await fetch(`http://127.0.0.1:${health.port}${path}`, { method });
  return [answer.status, await answer.text()];
}

test('all is well: 200, with what was looked at', async () => {
  expect(await asked({ discord: () => true, database: () => true })).toEqual([
    200,
    '{"discord":true,"database":true}',
  ]);
});

test('something is not well, or cannot even be looked at: 503, with what it is', async () => {
  expect(await asked({ discord: () => false, database: () => true })).toEqual([
    503,
    '{"discord":false,"database":true}',
  ]);
  const broken = (): boolean => {
    throw new Error('closed');
  };
  expect(await asked({ discord: () => true, database: broken })).toEqual([
    503,
    '{"discord":true,"database":false}',
  ]);
});

test('a check that begins to fail is logged once, with the reason, and again after it was well', async () => {
  let fault: string | undefined;
  const database = (): boolean => {
    if (fault) throw new Error(fault);
    return true;
  };
  const health = await startHealth(0, { discord: () => true, database }, log);
  all.push(health);
  const told = async (why?: string): Promise<unknown[]> => {
    fault = why;
    await (await fetch(`http://127.0.0.1:${health.port}/healthz`)).text();
    const lines = said.split('\n').filter(Boolean);
    said = '';
    return lines.map((line) => JSON.parse(line));
  };
  expect(await told()).toEqual([]);
  expect(await told('disk I/O error')).toMatchObject([
    { level: 40, check: 'database', reason: 'disk I/O error', msg: 'a health check fails' },
  ]);
  expect(await told('disk I/O error')).toEqual([]);
  expect(await told()).toEqual([]);
  expect(await told('closed')).toMatchObject([{ reason: 'closed' }]);
});

test('nothing else is answered there', async () => {
  expect(await asked({ discord: () => true }, '/')).toEqual([404, '']);
  expect(await asked({ discord: () => true }, '/healthz', 'POST')).toEqual([404, '']);
});

test('what else is told at a path: with its type, whatever follows a question mark; a fault of it is logged', async () => {
  const pages = {
    '/metrics': async () => ({ type: 'text/plain; version=0.0.4', body: 'one 1\n' }),
    '/broken': async () => Promise.reject(new Error('it broke')),
  };
  const health = await startHealth(0, { discord: () => true }, log, { pages });
  all.push(health);
  const at = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${health.port}${path}`, { method });
  for (const path of ['/metrics', '/metrics?name[]=one']) {
    const answer = await at(path);
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      200,
      'text/plain; version=0.0.4',
      'one 1\n',
    ]);
  }
  expect((await at('/metrics', 'POST')).status).toBe(404);
  expect((await at('/toString')).status).toBe(404);
  expect((await at('/healthz')).status).toBe(200);
  expect(said).toBe('');
  const broken = await at('/broken');
  expect([broken.status, await broken.text()]).toEqual([500, '']);
  expect(JSON.parse(said)).toMatchObject({ level: 50, path: '/broken', err: { message: 'it broke' } });
});

test('it listens on 127.0.0.1, and elsewhere only where it is told to', async () => {
  const [own, open] = [await startHealth(0, {}, log), await startHealth(0, {}, log, { address: '0.0.0.0' })];
  all.push(own, open);
  // All of 127.0.0.0/8 is this machine.
  const answers = (address: string, { port }: Health) =>
    fetch(`http://${address}:${port}/healthz`).then(
      ({ status }) => status,
      () => 'refused',
    );
  expect(await answers('127.0.0.1', own)).toBe(200);
  expect(await answers('127.0.0.1', open)).toBe(200);
  if (process.platform !== 'linux') return;
  expect(await answers('127.0.0.2', own)).toBe('refused');
  expect(await answers('127.0.0.2', open)).toBe(200);
});

test('a port that is taken is said', async () => {
  const health = await startHealth(0, {}, log);
  all.push(health);
  await expect(startHealth(health.port, {}, log)).rejects.toThrow(/EADDRINUSE/);
});
