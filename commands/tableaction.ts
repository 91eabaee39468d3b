import { sentence } from '../src/app/components.ts';
import { listGames } from '../src/app/games.ts';
import { meant, noTable } from '../src/app/meant.ts';
import { tableCommand } from '../src/app/tableaction.ts';
import { ofGame, translator } from '../src/locales.ts';
import { moduleOf } from '../src/modules.ts';
import type { Verb } from './command.ts';

/** What is played for the table itself, in games in which something is. */
export function tableVerbs(game: string): Verb[] {
  const { tableAction } = moduleOf(game).rules;
  if (!tableAction) return [];
  return [
    {
      name: tableAction.verb,
      data: (_game, t) => ({ description: t(ofGame(game, 'tableAction.command')), options: [] }),
      command: () => ({
        ack: 'private',
        run: async (app, request) => {
          const [id, ...others] = await meant(app, request.user.id, game, request.guild, request.channel);
          if (id === undefined) return { screen: sentence(noTable(request)) };
          if (others.length > 0)
            return listGames(app, request, 0, translator(request.locale)('games.several'));
          return tableCommand(app, request, id);
        },
      }),
    },
  ];
}
