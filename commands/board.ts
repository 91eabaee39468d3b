import { ApplicationCommandOptionType as Type } from 'discord-api-types/v10';
import { boardCommand } from '../src/app/boards.ts';
import type { Verb } from './command.ts';

/** Shows a board: one's own to play from, anybody else's as everybody knows it. */
export const board: Verb = {
  name: 'board',
  data: (_game, t) => ({
    description: t('command.board'),
    options: [{ type: Type.User, name: 'player', description: t('command.option.player') }],
  }),
  command: (game) => ({
    ack: 'private',
    run: async (app, request) => {
      const player = request.options.player;
      const asked = player === undefined ? undefined : String(player);
      return boardCommand(
        app,
        request,
        game,
        asked,
        asked === undefined ? '' : (request.users.get(asked) ?? asked),
      );
    },
  }),
};
