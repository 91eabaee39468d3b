import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What has to hold for games to go on, by name. */
export type Checks = Readonly<Record<string, () => boolean>>;

export interface Health {
  /** Where it listens. */
  readonly port: number;
  stop(): Promise<void>;
}

const holds = (check: () => boolean): boolean => {
  try {
    return check();
  } catch {
    return false;
  }
};

/**
 * Answers `GET /healthz` on 127.0.0.1 for whatever watches over the process: 200 where every check holds, else 503, each
 * with the checks as JSON. Port 0: any free one. Rejects when the port cannot be had.
 */
export function startHealth(port: number, checks: Checks): Promise<Health> {
  const server = createServer((request, response) => {
    const asked = request.method === 'GET' && request.url === '/healthz';
    const found = Object.fromEntries(Object.entries(checks).map(([name, check]) => [name, holds(check)]));
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
