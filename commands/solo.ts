import { ApplicationCommandOptionType as Type } from 'discord-api-types/v10';
import { dailyFor, playEarlier } from '../src/app/daily.ts';
import { practiceScreen, soloFor } from '../src/app/practice.ts';
import { hasDaily } from '../src/daily/runs.ts';
import { findMap, moduleOf } from '../src/modules.ts';
import type { Verb } from './command.ts';

/** Plays alone: today's challenge, or with an option anything for practice. */
export const solo: Verb = {
  name: 'solo',
  games: hasDaily,
  data: (game, t) => ({
    description: t('command.solo'),
    options: [
      {
        type: Type.String,
        name: 'practice',
        description: t('command.option.practice'),
        choices: moduleOf(game)
          .maps()
          .map((map) => ({ name: map.title, value: map.id })),
      },
      {
        type: Type.Integer,
        name: 'day',
        description: t('command.option.day'),
        min_value: 1,
        max_value: 9999,
      },
    ],
  }),
  command: (game) => ({
    ack: 'private',
    run: async (app, request) => {
      const { practice, day } = request.options;
      if (day !== undefined) return playEarlier(app, request, game, Number(day));
      if (practice === undefined) return dailyFor(app, request, game);
      const map = findMap(moduleOf(game), String(practice));
      return map ? await soloFor(app, request, game, map.id) : practiceScreen(request, game);
    },
  }),
};
