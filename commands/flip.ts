import { flipCommand } from '../src/app/game.ts';
import { meant } from '../src/app/games.ts';
import { sentence } from '../src/app/screens/problems.ts';
import { translator } from '../src/words.ts';
import type { Verb } from './command.ts';

/** Turns the next card, where that is done by hand. */
export const flip: Verb = {
  name: 'flip',
  games: ['metrox'],
  data: (_game, t) => ({ description: t('command.flip'), options: [] }),
  command: (game) => ({
    ack: 'private',
    run: async (app, request) => {
      const id = meant(app, request.user.id, game, request.guild, request.channel);
      if (id === undefined) return { screen: sentence(translator(request.locale)('refuse.noTable')) };
      return flipCommand(app, request, id);
    },
  }),
};
