import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Routes } from 'discord.js';
import { afterEach, describe, expect, test } from 'vitest';
import { createFirst, createRest, type Noting } from '../../src/discord/rest.ts';
import { measured, routeOf } from '../../src/discord/traffic.ts';

/** Requests to Discord are counted by route and status: there are only so many of both. */

const [GUILD, CHANNEL, MESSAGE, USER] = ['1'.repeat(19), '2'.repeat(19), '3'.repeat(19), '4'.repeat(18)];
const TOKEN = 'aW50ZXJhY3Rpb246MTIzOjQ1Ng';

describe('the route of an address', () => {
  test.each([
    [Routes.channelMessages(CHANNEL), '/channels/:id/messages'],
    [Routes.channelMessage(CHANNEL, MESSAGE), '/channels/:id/messages/:id'],
    [Routes.channel(CHANNEL), '/channels/:id'],
    [Routes.threads(CHANNEL, MESSAGE), '/channels/:id/messages/:id/threads'],
    [Routes.threadMembers(CHANNEL, USER), '/channels/:id/thread-members/:id'],
    [Routes.guildMember(GUILD, USER), '/guilds/:id/members/:id'],
    [Routes.user(), '/users/@me'],
    [Routes.userChannels(), '/users/@me/channels'],
    [Routes.gateway(), '/gateway'],
    [Routes.gatewayBot(), '/gateway/bot'],
    [Routes.applicationCommands(USER), '/applications/:id/commands'],
    [Routes.currentApplication(), '/applications/@me'],
    [Routes.interactionCallback(MESSAGE, TOKEN), '/interactions/:id/:token/callback'],
    [`/webhooks/${USER}/${TOKEN}`, '/webhooks/:id/:token'],
    [`/webhooks/${USER}/${TOKEN}/messages/@original`, '/webhooks/:id/:token/messages/@original'],
    // Tokens may be anything, also what looks like an id or a word.
    [`/webhooks/${USER}/1234`, '/webhooks/:id/:token'],
  ])('%s', (path, route) => {
    for (const base of ['https://discord.com/api/v10', 'http://127.0.0.1:3000/api/v10'])
      for (const query of ['', '?with_response=true']) expect(routeOf(base + path + query)).toBe(route);
  });

  test.each([
    'https://discord.com/api/v10/channels/1/words-of-somebody',
    'https://discord.com/api/v10/guilds/1/members/1/1/1/1',
    'https://discord.com/api/v10/guilds/',
    'https://discord.com/api/v10/',
    'https://discord.com/api/v10',
    'https://discord.com/',
    'nonsense',
    '',
  ])('is "other" for what the bot does not ask: %s', (url) => {
    expect(routeOf(url)).toBe('other');
  });
});

describe('each request is told', () => {
  let server: Server | undefined;
  afterEach(() => {
    told.splice(0);
    server?.closeAllConnections();
    server?.close();
  });

  async function discord(...answers: (number | 'cut')[]): Promise<string> {
    server = createServer((request, response) => {
      const answer = answers.shift() ?? 200;
      if (answer === 'cut') return request.socket.destroy();
      response.writeHead(answer, { 'content-type': 'application/json' });
      response.end(answer === 204 ? undefined : '{"id":"1","code":0,"message":"No."}');
    });
    await new Promise<void>((done) => server!.listen(0, '127.0.0.1', done));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  }

  const told: [method: string, route: string, status: number, ms: number][] = [];
  const noting: Noting = (request) => measured(request, { requested: (...one) => void told.push(one) });

  test('with its method, route, status and time, every try for itself', async () => {
    const rest = createRest(await discord(500, 200, 403), 'x.y.z', noting);
    await rest.post(Routes.channelMessages(CHANNEL), { body: {} });
    await rest.get(Routes.user()).catch(() => {});
    expect(told.map(([method, route, status]) => [method, route, status])).toEqual([
      ['POST', '/channels/:id/messages', 500],
      ['POST', '/channels/:id/messages', 200],
      ['GET', '/users/@me', 403],
    ]);
    for (const [, , , ms] of told) expect(ms).toBeGreaterThan(0);
  });

  test('with no status where nothing was answered, and what becomes of it stays the same', async () => {
    const first = createFirst(await discord('cut', 204), noting);
    const path = Routes.interactionCallback(MESSAGE, TOKEN);
    await expect(first.post(path, { body: {} })).rejects.toThrow(/fetch failed|other side closed|socket/i);
    expect(await first.post(path, { body: {} })).toBeUndefined();
    expect(told.map(([method, route, status]) => [method, route, status])).toEqual([
      ['POST', '/interactions/:id/:token/callback', 0],
      ['POST', '/interactions/:id/:token/callback', 204],
    ]);
  });
});
