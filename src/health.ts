import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';

/** What has to hold for games to go on, by name. */
export type Checks = Readonly<Record<string, () => boolean>>;

export interface Health {
  /** Where it listens. */
  readonly port: number;
  stop(): Promise<void>;
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
 * Answers `GET /healthz` on 127.0.0.1 for whatever watches over the process: 200 where every check holds, else 503, each
 * with the checks as JSON; a check that begins to fail is logged. Port 0: any free one. Rejects when the port cannot be had.
 */
export function startHealth(port: number, checks: Checks, log: Logger): Promise<Health> {
  const look = watch(checks, log);
  const server = createServer((request, response) => {
    const asked = request.method === 'GET' && request.url === '/healthz';
    const found = look();
    const status = !asked ? 404 : Object.values(found).every(Boolean) ? 200 : 503;
    response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
    response.end(asked ? JSON.stringify(found) : undefined);
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
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
