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

test('a port that is taken is said', async () => {
  const health = await startHealth(0, {}, log);
  all.push(health);
  await expect(startHealth(health.port, {}, log)).rejects.toThrow(/EADDRINUSE/);
});
