import { ApplicationCommandOptionType as Type } from 'discord-api-types/v10';
import { bysOf, leadersFor, SCOPES } from '../src/app/leaderboard.ts';
import { PERIODS } from '../src/daily/days.ts';
import { keyOf, type Translate } from '../src/locales.ts';
import type { Verb } from './command.ts';

const choice = (name: string, values: readonly string[], labels: string, t: Translate) => ({
  type: Type.String as const,
  name,
  description: t(keyOf(`command.option.${name}`)),
  choices: values.map((value) => ({ name: t(keyOf(`standings.${labels}.${value}`)), value })),
});

/** Shows a table of players, one's own row always with it. */
export const leaderboard: Verb = {
  name: 'leaderboard',
  data: (game, t) => ({
    description: t('command.leaderboard'),
    options: [
      choice('scope', SCOPES, 'to', t),
      choice('period', PERIODS, 'pick', t),
      choice('by', bysOf(game), 'by', t),
    ],
  }),
  command: (game) => ({
    ack: 'private',
    run: async (app, request) => ({ screen: await leadersFor(app, request, game, request.options) }),
  }),
};
