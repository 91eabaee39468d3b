import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createReach, type Reach } from '../../src/discord/reach.ts';
import { createFirst, createRest } from '../../src/discord/rest.ts';

/** A Discord that answers with the statuses that it is told to, one after the other; 0: it closes the connection. */

let server: Server;
let statuses: number[];
let heard: string[];
let api: string;
let reach: Reach;
beforeEach(async () => {
  statuses = [];
  heard = [];
  server = createServer((request, response) => {
    heard.push(`${request.method} ${request.url}`);
    const status = statuses.shift() ?? 200;
    if (status === 0) return void request.socket.destroy();
    const about = status === 429 ? { 'retry-after': '0' } : {};
    response.writeHead(status, { 'content-type': 'application/json', ...about }).end('{"id":"1"}');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  api = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  reach = createReach(api, 'x.y.z');
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

const post = () =>
  createRest(api, 'x.y.z', reach.noting)
    .post('/channels/1/messages')
    .catch(() => {});

const ASKED = 'GET /api/v10/gateway';

test('while nothing goes wrong, nothing is asked; refusals are answers, too', async () => {
  expect(await reach.answers()).toBe(true);
  for (const status of [200, 403, 404]) {
    statuses = [status];
    await post();
  }
  expect(await reach.answers()).toBe(true);
  expect(heard).not.toContain(ASKED);
});

test.each([500, 503, 0])('after %i it is asked until there is an answer', async (status) => {
  statuses = [status, status, status];
  await post();
  heard = [];
  statuses = [status, 200];
  expect(await reach.answers()).toBe(false);
  expect(await reach.answers()).toBe(true);
  expect(await reach.answers()).toBe(true);
  expect(heard).toEqual([ASKED, ASKED]);
});

test('also when something else was answered since', async () => {
  statuses = [503, 503, 503, 200];
  await post();
  await post();
  statuses = [503];
  expect(await reach.answers()).toBe(false);
  statuses = [401];
  expect(await reach.answers()).toBe(true);
});

test('and after a first answer that was not taken', async () => {
  statuses = [502];
  await createFirst(api, reach.noting)
    .post('/interactions/1/x/callback', { auth: false })
    .catch(() => {});
  statuses = [502];
  expect(await reach.answers()).toBe(false);
  expect(await reach.answers()).toBe(true);
});
