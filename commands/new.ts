import { ApplicationCommandOptionType as Type } from 'discord-api-types/v10';
import { usualStrength } from '../src/app/practice.ts';
import type { CommandRequest } from '../src/app/request.ts';
import { newLobby, obstacle, type TableRequest } from '../src/app/tablerequest.ts';
import { LIMITS } from '../src/match/projection.ts';
import { canDrop } from '../src/match/timeline.ts';
import { moduleOf } from '../src/modules.ts';
import { ON_TIMEOUT } from '../src/store/schema.ts';
import type { Verb } from './command.ts';
import { optionFields, optionsIn } from './options.ts';

/** More do not fit to any table. */
const MOST = 24;

const requestOf = (game: string, request: CommandRequest): TableRequest => {
  const { map, players, computers, thread, deadline, late } = request.options;
  return {
    game,
    map: map === undefined ? undefined : String(map),
    capacity: Number.isInteger(players) ? Number(players) : undefined,
    computers: Number.isInteger(computers)
      ? Array.from({ length: Math.min(Number(computers), MOST) }, () => usualStrength(game))
      : undefined,
    thread: thread === undefined ? undefined : Boolean(thread),
    limit: deadline === undefined ? undefined : Number(deadline),
    onTimeout: ON_TIMEOUT.find((one) => one === late),
    options: optionsIn(game, request),
  };
};

/** Opens a lobby in this channel. */
export const newTable: Verb = {
  name: 'new',
  data: (game, t) => {
    const rules = moduleOf(game).rules;
    const all = moduleOf(game).maps();
    const [from, to] = [Math.max(2, rules.seats[0]), rules.seats[1]];
    return {
      description: t('command.new'),
      options: [
        ...(all.length > 1
          ? [
              {
                type: Type.String as const,
                name: 'map',
                description: t('command.option.map'),
                choices: all.map((map) => ({ name: map.title, value: map.id })),
              },
            ]
          : []),
        {
          type: Type.Integer,
          name: 'players',
          description: t('command.option.players', { from, to }),
          min_value: from,
          max_value: to,
        },
        {
          type: Type.Integer,
          name: 'computers',
          description: t('command.option.computers', { to: to - 1 }),
          min_value: 0,
          max_value: to - 1,
        },
        ...optionFields(game, t),
        {
          type: Type.Integer,
          name: 'deadline',
          description: t('command.option.deadline'),
          choices: LIMITS.map((limit) => ({ name: t(`lobby.limits.${limit}`), value: limit })),
        },
        ...(canDrop(rules)
          ? [
              {
                type: Type.String as const,
                name: 'late',
                description: t('command.option.late'),
                choices: ON_TIMEOUT.map((late) => ({ name: t(`lobby.lates.${late}`), value: late })),
              },
            ]
          : []),
        { type: Type.Boolean, name: 'thread', description: t('command.option.thread') },
      ],
    };
  },
  command: (game) => ({
    ack: 'public',
    obstacle: (app, request) => obstacle(app, request, requestOf(game, request)),
    run: (app, request) => newLobby(app, request, requestOf(game, request)),
  }),
};
