import type { RESTOptions } from 'discord.js';
import { type Meter, OTHER } from './meter.ts';

/** Each request to Discord, measured. */

type Request = RESTOptions['makeRequest'];

/** What ways are made of, but for ids and tokens. */
const WORDS: ReadonlySet<string> = new Set([
  ...['applications', 'commands', 'channels', 'messages', 'threads', 'thread-members', 'guilds', 'members'],
  ...['users', '@me', '@original', 'gateway', 'bot', 'webhooks', 'interactions', 'callback', 'oauth2'],
]);
const ID = /^\d{1,20}$/;
/** After these and an id comes a token. */
const TOKENED: ReadonlySet<string> = new Set(['webhooks', 'interactions']);

/**
 * The route of an address, as Discord's documentation writes it: "/channels/:id/messages/:id", "/webhooks/:id/:token".
 * `OTHER` for what the bot does not ask: there are only so many.
 */
export function routeOf(url: string): string {
  const start = /\/v\d+(?=\/)/.exec(url);
  const way = start ? url.slice(start.index + start[0].length) : '';
  const [path = ''] = way.split('?');
  const [, ...parts] = path.split('/');
  const tokened = TOKENED.has(parts[0] ?? '');
  const named = parts.map((part, i) => {
    if (tokened && i === 2) return ':token';
    if (ID.test(part)) return ':id';
    return WORDS.has(part) ? part : undefined;
  });
  return named.length === 0 || named.length > LONGEST || named.includes(undefined)
    ? OTHER
    : `/${named.join('/')}`;
}

/** Parts of the longest route. */
const LONGEST = 5;

/** The same way of asking; how long each request takes, and what it comes to, is told to the meter. */
export const measured =
  (request: Request, meter: Pick<Meter, 'requested'>): Request =>
  async (url, init) => {
    const asked = performance.now();
    const tell = (status: number): void =>
      meter.requested(init.method ?? 'GET', routeOf(url), status, performance.now() - asked);
    try {
      const response = await request(url, init);
      tell(response.status);
      return response;
    } catch (error) {
      tell(0);
      throw error;
    }
  };
