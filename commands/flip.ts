import { sentence } from '../src/app/components.ts';
import { listGames } from '../src/app/games.ts';
import { meant, noTable } from '../src/app/meant.ts';
import { flipCommand } from '../src/app/tableaction.ts';
import { translator } from '../src/locales.ts';
import { moduleOf } from '../src/modules.ts';
import type { Verb } from './command.ts';

/** Turns the next card, where that is done by hand. */
export const flip: Verb = {
  name: 'flip',
  games: (game) => moduleOf(game).rules.options.some(({ id }) => id === 'flip'),
  data: (_game, t) => ({ description: t('command.flip'), options: [] }),
  command: (game) => ({
    ack: 'private',
    run: async (app, request) => {
      const [id, ...others] = await meant(app, request.user.id, game, request.guild, request.channel);
      if (id === undefined) return { screen: sentence(noTable(request)) };
      if (others.length > 0) return listGames(app, request, 0, translator(request.locale)('games.several'));
      return flipCommand(app, request, id);
    },
  }),
};
