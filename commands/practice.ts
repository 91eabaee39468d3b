import { ApplicationCommandOptionType as Type } from 'discord-api-types/v10';
import { strengthWord } from '../src/app/computers.ts';
import { againstComputers } from '../src/app/practice.ts';
import { hasDaily } from '../src/daily/runs.ts';
import { moduleOf, strengthsOf } from '../src/modules.ts';
import type { Verb } from './command.ts';
import { optionFields, optionsIn } from './options.ts';

/** Plays against computers, where nobody else sees it; a game that is played alone has `solo` instead. */
export const practice: Verb = {
  name: 'practice',
  games: (game) => !hasDaily(game),
  data: (game, t) => {
    const module = moduleOf(game);
    const [fewest, most] = [Math.max(1, module.rules.seats[0] - 1), module.rules.seats[1] - 1];
    return {
      description: t('command.practice'),
      options: [
        {
          type: Type.Integer,
          name: 'computers',
          description: t('command.option.against', { from: fewest, to: most }),
          min_value: fewest,
          max_value: most,
        },
        {
          type: Type.String,
          name: 'strength',
          description: t('command.option.strength'),
          choices: strengthsOf(module).map((strength) => ({
            name: strengthWord(strength, t),
            value: strength,
          })),
        },
        ...optionFields(game, t),
      ],
    };
  },
  command: (game) => ({
    ack: 'private',
    run: async (app, request) => {
      const { computers, strength } = request.options;
      return againstComputers(app, request, game, {
        count: Number.isInteger(computers) ? Number(computers) : undefined,
        strength: strengthsOf(moduleOf(game)).find((one) => one === strength),
        options: optionsIn(game, request),
      });
    },
  }),
};
