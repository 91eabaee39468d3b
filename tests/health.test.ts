import { afterEach, expect, test } from 'vitest';
import { type Checks, type Health, startHealth } from '../src/health.ts';

const all: Health[] = [];
afterEach(async () => {
  for (const one of all.splice(0)) await one.stop();
});

async function asked(checks: Checks, path = '/healthz', method = 'GET'): Promise<[number, string]> {
  const health = await startHealth(0, checks);
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

test('nothing else is answered there', async () => {
  expect(await asked({ discord: () => true }, '/')).toEqual([404, '']);
  expect(await asked({ discord: () => true }, '/healthz', 'POST')).toEqual([404, '']);
});

test('a port that is taken is said', async () => {
  const health = await startHealth(0, {});
  all.push(health);
  await expect(startHealth(health.port, {})).rejects.toThrow(/EADDRINUSE/);
});
