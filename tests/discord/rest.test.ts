import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createAnswering, createFirst, createRest } from '../../src/discord/rest.ts';

/** A Discord that closes the connection on the first requests of each kind, and answers from then on. */

let server: Server;
let cuts: number;
/** So many are refused by whatever stands before Discord. */
let refusals: number;
let heard: string[];
beforeEach(async () => {
  cuts = 1;
  refusals = 0;
  heard = [];
  server = createServer((request, response) => {
    heard.push(`${request.method}`);
    if (heard.length <= refusals)
      return void response.writeHead(429, { 'content-type': 'text/html' }).end('error code: 1015');
    if (heard.length <= cuts) return void request.socket.destroy();
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":"1"}');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

const api = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
const rest = () => createRest(api(), 'x.y.z');

test('a refusal for too many that does not say for how long is not tried again', async () => {
  cuts = 0;
  refusals = 3;
  await expect(rest().get('/channels/1')).rejects.toMatchObject({ status: 429 });
  expect(heard).toHaveLength(1);
});

describe('a connection that is closed under a request', () => {
  test.each(['get', 'patch', 'put', 'delete'] as const)('%s is done again', async (method) => {
    expect(await rest()[method]('/channels/1/messages/2', { body: { content: 'a' } })).toEqual({ id: '1' });
    expect(heard).toHaveLength(2);
  });

  test('with files, too', async () => {
    const files = [{ name: 'a.png', data: Buffer.from('picture') }];
    expect(await rest().patch('/channels/1/messages/2', { body: {}, files })).toEqual({ id: '1' });
    expect(heard).toHaveLength(2);
  });

  test('post is left to whoever asked, who knows whether twice is too often', async () => {
    await expect(rest().post('/channels/1/messages', { body: {} })).rejects.toThrow();
    expect(heard).toEqual(['POST']);
  });

  test('again and again: it is given up', async () => {
    cuts = 10;
    await expect(rest().patch('/channels/1/messages/2', { body: {} })).rejects.toThrow();
    expect(heard).toHaveLength(3);
  });
});

describe('the limit for all requests of a token', () => {
  /** How often a connection held requests back when it was given sixty at once. */
  async function held(connection: ReturnType<typeof rest>): Promise<number> {
    cuts = 0;
    let times = 0;
    connection.on('rateLimited', ({ global }) => void (times += Number(global)));
    const ids = Array.from({ length: 60 }, (_, i) => `1000000000000000${10 + i}`);
    const edit = (id: string) =>
      connection.patch(`/webhooks/1000000000000000/${id}/messages/@original`, { auth: false, body: {} });
    await Promise.all(ids.map(edit));
    expect(heard).toHaveLength(60);
    return times;
  }

  test('is kept for what is sent with the token', async () => {
    expect(await held(rest())).toBeGreaterThan(0);
  });

  test('does not hold answers to interactions back', async () => {
    expect(await held(createAnswering(api()))).toBe(0);
  });
});

describe('a first answer', () => {
  const path = '/interactions/1/token/callback' as const;
  const first = () => createFirst(api()).post(path, { auth: false, body: { type: 6 } });

  test('resolves with what Discord says', async () => {
    cuts = 0;
    expect(await first()).toEqual({ id: '1' });
  });

  test('that is cut off or refused is asked once, and rejects as all requests do', async () => {
    await expect(first()).rejects.toMatchObject({ code: 'UND_ERR_SOCKET' });
    expect(heard).toHaveLength(1);
    refusals = 2;
    await expect(first()).rejects.toMatchObject({ status: 429 });
    expect(heard).toHaveLength(2);
  });
});
