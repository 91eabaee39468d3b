import { ApplicationCommandOptionType as Type } from 'discord-api-types/v10';
import { practiceScreen, soloFor } from '../src/app/solo.ts';
import { maps } from '../src/maps.ts';
import type { Verb } from './command.ts';

/** Plays alone; without a map it asks which. */
export const solo: Verb = {
  name: 'solo',
  games: ['metrox'],
  data: (game, t) => ({
    description: t('command.solo'),
    options: [
      {
        type: Type.String,
        name: 'practice',
        description: t('command.option.practice'),
        choices: maps(game).map((map) => ({ name: map.title, value: map.id })),
      },
    ],
  }),
  command: (game) => ({
    ack: 'private',
    run: async (app, request) => {
      const map = maps(game).find((known) => known.id === request.options.practice);
      return map ? soloFor(app, request, game, map.id) : practiceScreen(request, game);
    },
  }),
};
