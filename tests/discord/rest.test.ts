import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createRest } from '../../src/discord/rest.ts';

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

const rest = () => createRest(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api`, 'x.y.z');

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
