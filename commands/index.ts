import {
  type APIApplicationCommandSubcommandOption,
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  InteractionContextType,
  PermissionFlagsBits,
  type RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord-api-types/v10';
import { drawnFor } from '../src/app/needed.ts';
import type { Answer } from '../src/app/request.ts';
import { keyOf, type Translate } from '../src/locales.ts';
import { GAMES } from '../src/modules.ts';
import { board } from './board.ts';
import type { Command, Verb } from './command.ts';
import { games } from './games.ts';
import { leaderboard } from './leaderboard.ts';
import { newTable } from './new.ts';
import { practice } from './practice.ts';
import { privacy, privacyVerbs } from './privacy.ts';
import { rules } from './rules.ts';
import { server } from './server.ts';
import { settings } from './settings.ts';
import { solo } from './solo.ts';
import { stats } from './stats.ts';
import { tableVerbs } from './tableaction.ts';

const verbsOf = (game: string): Verb[] =>
  [newTable, ...tableVerbs(game), board, rules, solo, practice, leaderboard, stats].filter(
    (verb) => verb.games?.(game) ?? true,
  );

/** The same command with its answers drawn for whoever asks. */
const drawn = (command: Command<Answer>): Command => ({
  ...command,
  run: async (app, request) => drawnFor(app, request, await command.run(app, request)),
});

/** Every command by its full name, such as "metrox new". */
export const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ...GAMES.flatMap(({ id }) =>
    verbsOf(id).map((verb) => [`${id} ${verb.name}`, drawn(verb.command(id))] as const),
  ),
  ['games', games] as const,
  ...privacy,
  ['server', server] as const,
  ['settings', settings] as const,
]);

const EVERYWHERE = {
  contexts: [
    InteractionContextType.Guild,
    InteractionContextType.BotDM,
    InteractionContextType.PrivateChannel,
  ],
  integration_types: [ApplicationIntegrationType.GuildInstall, ApplicationIntegrationType.UserInstall],
};

/** What Discord is told of them. */
export function commandData(t: Translate): RESTPostAPIChatInputApplicationCommandsJSONBody[] {
  const ofGames = GAMES.map(({ id }) => ({
    type: ApplicationCommandType.ChatInput as const,
    name: id,
    description: t(keyOf(`command.${id}`)),
    options: verbsOf(id).map(
      (verb): APIApplicationCommandSubcommandOption =>
        ({
          type: ApplicationCommandOptionType.Subcommand,
          name: verb.name,
          ...verb.data(id, t),
        }) as APIApplicationCommandSubcommandOption,
    ),
    ...EVERYWHERE,
  }));
  return [
    ...ofGames,
    { type: ApplicationCommandType.ChatInput, name: 'games', description: t('command.games'), ...EVERYWHERE },
    {
      type: ApplicationCommandType.ChatInput,
      name: 'privacy',
      description: t('command.privacy.about'),
      options: privacyVerbs(t).map((verb) => ({
        type: ApplicationCommandOptionType.Subcommand as const,
        ...verb,
      })),
      ...EVERYWHERE,
    },
    {
      type: ApplicationCommandType.ChatInput,
      name: 'settings',
      description: t('command.settings'),
      ...EVERYWHERE,
    },
    {
      type: ApplicationCommandType.ChatInput,
      name: 'server',
      description: t('command.server'),
      default_member_permissions: String(PermissionFlagsBits.ManageGuild),
      contexts: [InteractionContextType.Guild],
      integration_types: [ApplicationIntegrationType.GuildInstall],
    },
  ];
}
