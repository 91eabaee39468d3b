import { ApplicationCommandOptionType as Type } from 'discord-api-types/v10';
import { statsFor } from '../src/app/statistics.ts';
import type { Verb } from './command.ts';

/** Shows a player's statistics, one's own without a name. */
export const stats: Verb = {
  name: 'stats',
  data: (_game, t) => ({
    description: t('command.stats'),
    options: [{ type: Type.User, name: 'player', description: t('command.option.whose') }],
  }),
  command: (game) => ({
    ack: 'private',
    run: async (app, request) => {
      const { player } = request.options;
      const asked = player === undefined ? undefined : String(player);
      const name = asked === undefined ? undefined : request.users.get(asked);
      return { screen: await statsFor(app, request, game, asked, name) };
    },
  }),
};
