import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createReach, type Reach } from '../../src/discord/reach.ts';
import { createFirst, createRest } from '../../src/discord/rest.ts';

/** A Discord that answers with the statuses that it is told to, one after the other; 0: it closes the connection. */

let server: Server;
let statuses: number[];
let heard: string[];
let authorized: string | undefined;
let api: string;
let reach: Reach;
/** By the machine's own clock, in ms. */
let time: number;
beforeEach(async () => {
  statuses = [];
  heard = [];
  server = createServer((request, response) => {
    heard.push(`${request.method} ${request.url}`);
    authorized = request.headers.authorization;
    const status = statuses.shift() ?? 200;
    if (status === 0) return void request.socket.destroy();
    const about = status === 429 ? { 'retry-after': '0' } : {};
    response.writeHead(status, { 'content-type': 'application/json', ...about }).end('{"id":"1"}');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  api = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  time = 0;
  reach = createReach(api, 'x.y.z', () => time);
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
const ASKED_WITH_TOKEN = 'GET /api/v10/users/@me';

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
  statuses = [404];
  expect(await reach.answers()).toBe(true);
});

test('what else is noted of requests is noted of its own, too', async () => {
  const noted: string[] = [];
  reach = createReach(
    api,
    'x.y.z',
    () => time,
    (request) => async (url, init) => {
      noted.push(`${init.method} ${new URL(url).pathname}`);
      return request(url, init);
    },
  );
  statuses = [503, 503, 503];
  await post();
  await reach.answers();
  expect(noted).toEqual([...Array(3).fill('POST /api/v10/channels/1/messages'), ASKED]);
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

describe('a token that is refused', () => {
  test('once: it is kept, tried again, and all goes on', async () => {
    statuses = [401];
    const rest = createRest(api, 'x.y.z', reach.noting);
    await expect(rest.post('/channels/1/messages')).rejects.toMatchObject({ status: 401 });
    expect([reach.refused(), reach.lost()]).toEqual([true, false]);
    heard = [];
    expect(await reach.answers()).toBe(true);
    expect(heard).toEqual([ASKED_WITH_TOKEN]);
    expect(reach.refused()).toBe(false);
    // The library would have forgotten the token at the first refusal.
    expect(await rest.post('/channels/1/messages')).toEqual({ id: '1' });
    expect(authorized).toBe('Bot x.y.z');
  });

  test('is well as soon as anything is taken with it, or refused for another reason', async () => {
    for (const status of [200, 403, 404]) {
      statuses = [401, status];
      await post();
      expect(reach.refused()).toBe(true);
      await post();
      expect(reach.refused()).toBe(false);
    }
  });

  test('again and again: it is asked for now and then, and given up after a minute', async () => {
    statuses = Array(99).fill(401);
    await post();
    heard = [];
    for (time = 0; time < 60_000; time += 1_000) {
      expect(await reach.answers()).toBe(false);
      expect(reach.lost()).toBe(false);
    }
    expect(heard).toEqual(Array(6).fill(ASKED_WITH_TOKEN));
    time = 60_000;
    expect(await reach.answers()).toBe(false);
    expect([reach.refused(), reach.lost()]).toEqual([true, true]);
  });

  test('is not what an answer to an interaction is refused for, whose own token is over', async () => {
    statuses = [401, 401];
    await createFirst(api, reach.noting)
      .post('/interactions/1/x/callback', { auth: false })
      .catch(() => {});
    const rest = createRest(api, 'x.y.z', reach.noting);
    await expect(rest.patch('/webhooks/1/x/messages/@original', { auth: false })).rejects.toThrow();
    expect(reach.refused()).toBe(false);
    expect(await reach.answers()).toBe(true);
  });

  test('counts neither a fault of Discord nor too many requests for or against it', async () => {
    statuses = [401, 503, 503, 503];
    await post();
    await post();
    expect(reach.refused()).toBe(true);
    statuses = [200, 503, 503, 503];
    await post();
    await post();
    expect(reach.refused()).toBe(false);
  });
});
