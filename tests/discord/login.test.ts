import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reachGateway, Unmendable } from '../../src/discord/login.ts';
import { createRest } from '../../src/discord/rest.ts';
import { passing, standing } from '../lib/clock.ts';

/** What is asked before each login, of a Discord that answers as it is told to, one answer after the other. */

interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const gateway = (remaining: number, reset = 0) => ({
  url: 'ws://127.0.0.1',
  shards: 1,
  session_start_limit: { total: 1000, remaining, reset_after: reset, max_concurrency: 1 },
});

let server: Server;
let answers: Answer[];
let heard: string[];
let api: string;
let warned: Record<string, unknown>[];
const log = { warn: (about: object) => void warned.push(about as Record<string, unknown>) };
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  answers = [];
  heard = [];
  warned = [];
  server = createServer((request, response) => {
    heard.push(`${request.method} ${request.url}`);
    const { status, body = {}, headers = {} } = answers.shift() ?? { status: 200, body: gateway(1000) };
    if (status === 0) return void request.socket.destroy();
    const words = typeof body === 'string';
    response
      .writeHead(status, { 'content-type': words ? 'text/html' : 'application/json', ...headers })
      .end(words ? body : JSON.stringify(body));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  api = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
});
afterEach(async () => {
  vi.useRealTimers();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

const rest = () => createRest(api, 'x.y.z', undefined, { timeout: 5_000, retries: 0 });

/** The pauses that are made until Discord is reached, in seconds. */
async function pauses(): Promise<number[]> {
  let reached = false;
  const reaching = reachGateway(rest(), api, log as never).then(() => {
    reached = true;
  });
  const seconds: number[] = [];
  while (!reached) {
    // The clock stands still while the answer is on its way.
    await standing(() => reached || warned.length > seconds.length);
    if (reached) break;
    seconds.push(Number(warned.at(-1)!.seconds));
    await vi.advanceTimersByTimeAsync(seconds.at(-1)! * 1000 - 1);
    expect(heard).toHaveLength(seconds.length);
    await vi.advanceTimersByTimeAsync(1);
  }
  await reaching;
  return seconds;
}

test('Discord is asked once where it takes the token', async () => {
  expect(await pauses()).toEqual([]);
  expect(heard).toEqual(['GET /api/v10/gateway/bot']);
});

test.each([500, 503, 0, 403])('an outage (%i) is waited for, with growing pauses', async (status) => {
  answers = Array(8).fill({ status });
  expect(await pauses()).toEqual([1, 2, 5, 10, 30, 60, 60, 60]);
  expect(warned.every((one) => one.api === api)).toBe(true);
});

test('one refusal of the token may be chance', async () => {
  answers = [{ status: 401 }, { status: 503 }, { status: 401 }];
  await passing(reachGateway(rest(), api, log as never));
  expect(heard).toHaveLength(4);
  expect(warned).toMatchObject([{ status: 503, seconds: 2 }]);
});

test('who asks too often and is not told for how long waits, with growing pauses', async () => {
  answers = Array(8).fill({ status: 429, body: 'error code: 1015' });
  expect(await pauses()).toEqual([1, 2, 5, 10, 30, 60, 60, 60]);
});

test('who asks too often and is told for how long waits so long, and says so', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] });
  const body = { message: 'Too often.', retry_after: 90, global: false };
  answers = [{ status: 429, body, headers: { 'retry-after': '90' } }];
  await passing(reachGateway(rest(), api, log as never));
  expect(warned[0]).toMatchObject({ status: 429 });
  expect(warned[0]!.seconds).toBeGreaterThanOrEqual(90);
  expect(heard).toHaveLength(2);
});

test('where no login is left for now, it is waited for as long as Discord says', async () => {
  answers = [{ status: 200, body: gateway(0, 90_000) }];
  expect(await pauses()).toEqual([90]);
});

test.each([
  ['the token is refused, twice', { status: 401 }, /^DISCORD_TOKEN is refused by Discord/],
  [
    'there is nothing of the kind',
    { status: 404 },
    /^DISCORD_API .* does not answer as Discord does \(404\)/,
  ],
  ['something else answers', { status: 200, body: '<h1>Welcome</h1>' }, /does not answer as Discord does/],
  ['something else answers in JSON', { status: 200, body: ['a'] }, /does not answer as Discord does/],
])('nothing is waited for that only a person can mend: %s', async (_, answer, sentence) => {
  answers = [answer, answer];
  const failed = await passing(reachGateway(rest(), api, log as never)).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(Unmendable);
  expect((failed as Error).message).toMatch(sentence);
  expect((failed as Error).message).not.toContain('x.y.z');
  expect(heard).toHaveLength(answer.status === 401 ? 2 : 1);
  expect(warned).toEqual([]);
});
