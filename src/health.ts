import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';

/** What has to hold for games to go on, by name. */
export type Checks = Readonly<Record<string, () => boolean>>;

export interface Health {
  /** Where it listens. */
  readonly port: number;
  stop(): Promise<void>;
}

/** What else is told at a path. A page that rejects is answered by 500. */
export type Page = () => Promise<{ readonly type: string; readonly body: string }>;

interface Manner {
  /** An IP address of this machine; 127.0.0.1 unless it is given. */
  readonly address?: string;
  /** By path. */
  readonly pages?: Readonly<Record<string, Page>>;
}

/** Looks at checks, and says in the log which of them has begun to fail, and why. */
function watch(checks: Checks, log: Logger): () => Record<string, boolean> {
  const failing = new Set<string>();
  const holds = (name: string, check: () => boolean): boolean => {
    let reason: string | undefined;
    try {
      if (check()) {
        failing.delete(name);
        return true;
      }
    } catch (error) {
      reason = (error as Error).message;
    }
    // Whatever watches asks every few seconds: only the change is worth a line.
    if (!failing.has(name)) log.warn({ check: name, reason }, 'a health check fails');
    failing.add(name);
    return false;
  };
  return () => Object.fromEntries(Object.entries(checks).map(([name, check]) => [name, holds(name, check)]));
}

/**
 * Answers `GET /healthz`, on 127.0.0.1 unless another address is given, for whatever watches over the process: 200 where
 * every check holds, else 503, each with the checks as JSON; a check that begins to fail is logged. Port 0: any free one.
 * Rejects when the port cannot be had.
 */
export function startHealth(
  port: number,
  checks: Checks,
  log: Logger,
  { address = '127.0.0.1', pages = {} }: Manner = {},
): Promise<Health> {
  const look = watch(checks, log);
  const json = 'application/json';

  async function answer({ method, url = '' }: IncomingMessage, response: ServerResponse): Promise<void> {
    const say = (status: number, type = json, body?: string): void => {
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' });
      response.end(body);
    };
    if (method !== 'GET') return say(404);
    if (url === '/healthz') {
      const found = look();
      return say(Object.values(found).every(Boolean) ? 200 : 503, json, JSON.stringify(found));
    }
    const [path = ''] = url.split('?');
    const page = Object.hasOwn(pages, path) ? pages[path] : undefined;
    if (!page) return say(404);
    try {
      const { type, body } = await page();
      say(200, type, body);
    } catch (error) {
      log.error({ err: error, path }, 'a page for whatever watches failed');
      say(500);
    }
  }

  const server = createServer((request, response) => void answer(request, response));
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, address, () => {
      server.off('error', reject);
      resolve({
        port: (server.address() as AddressInfo).port,
        stop: () =>
          new Promise((done) => {
            server.close(() => done());
            server.closeAllConnections();
          }),
      });
    });
  });
}
