import { serverFor, serverObstacle } from '../src/app/server.ts';
import type { Command } from './command.ts';

/** What those who manage a server may set. */
export const server: Command = {
  ack: 'private',
  obstacle: async (_app, request) => serverObstacle(request),
  run: (app, request) => serverFor(app, request),
};
