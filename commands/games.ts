import { listGames } from '../src/app/games.ts';
import type { Command } from './command.ts';

/** All my games, what waits for me first. */
export const games: Command = { ack: 'private', run: (app, request) => listGames(app, request, 0) };
