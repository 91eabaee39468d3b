import {
  type APIApplicationCommandInteraction,
  type APIInteraction,
  type APIMessageComponentInteraction,
  type APIModalSubmitInteraction,
  ApplicationCommandOptionType,
  ApplicationIntegrationType,
  ChannelType,
  ComponentType,
  InteractionContextType,
  InteractionType,
  MessageFlags,
  type ModalSubmitComponent,
  PermissionFlagsBits,
} from 'discord-api-types/v10';
import { isThread, isVoice } from '../app/channels.ts';
import type { CommandRequest, Origin, PressRequest } from '../app/request.ts';

/** What comes in, in the app's words. The choices of the player are not known yet: they stand in the database. */

type Asking = APIApplicationCommandInteraction | APIMessageComponentInteraction | APIModalSubmitInteraction;

function originOf(interaction: Asking): Origin {
  const user = interaction.member?.user ?? interaction.user!;
  const channel = interaction.channel as
    | { id: string; type?: ChannelType; parent_id?: string | null }
    | undefined;
  const inThread = isThread(channel?.type);
  const rights = BigInt(interaction.member?.permissions ?? '0');
  const guild = homeOf(interaction);
  return {
    id: interaction.id,
    user: {
      id: user.id,
      name: user.global_name ?? user.username,
      username: user.username,
      // Of a server that the bot is no part of nothing is kept.
      nick: guild === null ? null : (interaction.member?.nick ?? null),
    },
    guild,
    channel: channel?.id ?? interaction.channel_id!,
    inThread,
    secret: channel?.type === ChannelType.PrivateThread,
    voice: isVoice(channel?.type),
    parent: inThread ? (channel?.parent_id ?? null) : null,
    locale: interaction.locale,
    theme: null,
    asks: true,
    warns: true,
    permissions: BigInt(interaction.app_permissions ?? '0'),
    sees: Boolean(rights & (PermissionFlagsBits.ViewChannel | PermissionFlagsBits.Administrator)),
    roles: interaction.member?.roles ?? [],
    manages:
      guild !== null &&
      Boolean(rights & (PermissionFlagsBits.ManageGuild | PermissionFlagsBits.Administrator)),
    message: null,
    // A message in group messages is for all of them, unless it says otherwise.
    personal: !interaction.guild_id && interaction.context !== InteractionContextType.PrivateChannel,
  };
}

/**
 * The server, where the bot is part of it; people who brought it along by themselves make it no part. Discord may name
 * no owner at all: then it is the server's.
 */
function homeOf({ authorizing_integration_owners: owners, guild_id }: Asking): string | null {
  const broughtAlong =
    owners?.[ApplicationIntegrationType.UserInstall] !== undefined &&
    owners[ApplicationIntegrationType.GuildInstall] !== guild_id;
  return broughtAlong ? null : (guild_id ?? null);
}

/** A press, or a modal that was sent off, which is one with the fields' values. */
export function pressOf(
  interaction: APIMessageComponentInteraction | APIModalSubmitInteraction,
): PressRequest {
  const { message } = interaction;
  const origin = originOf(interaction);
  return {
    ...origin,
    kind: 'press',
    message: message?.id ?? null,
    personal: origin.personal || Boolean((message?.flags ?? 0) & MessageFlags.Ephemeral),
    customId: interaction.data.custom_id,
    values: valuesOf(interaction),
  };
}

function valuesOf(
  interaction: APIMessageComponentInteraction | APIModalSubmitInteraction,
): readonly string[] {
  if (interaction.type === InteractionType.MessageComponent)
    return 'values' in interaction.data ? interaction.data.values : [];
  return interaction.data.components
    .flatMap((part): ModalSubmitComponent[] =>
      'component' in part ? [part.component] : 'components' in part ? part.components : [],
    )
    .flatMap((field) => (field.type === ComponentType.TextInput ? [field.value] : []));
}

export function commandOf(interaction: APIApplicationCommandInteraction): CommandRequest {
  const { names, given } = spelled(interaction);
  const options = Object.fromEntries(
    given.flatMap((o) => ('value' in o ? [[o.name, o.value as string | number | boolean]] : [])),
  );
  const resolved = 'resolved' in interaction.data ? interaction.data.resolved : undefined;
  const users = Object.entries(resolved && 'users' in resolved ? (resolved.users ?? {}) : {});
  const members = resolved && 'members' in resolved ? (resolved.members ?? {}) : {};
  return {
    ...originOf(interaction),
    kind: 'command',
    name: names.join(' '),
    options,
    users: new Map(users.map(([id, user]) => [id, members[id]?.nick ?? user.global_name ?? user.username])),
  };
}

/** The words of a command, such as "metrox" and "new", and what was given with it. */
function spelled(interaction: APIApplicationCommandInteraction) {
  const names = [interaction.data.name];
  let given = 'options' in interaction.data ? (interaction.data.options ?? []) : [];
  for (let sub = given[0]; sub; sub = given[0]) {
    const nested =
      sub.type === ApplicationCommandOptionType.Subcommand ||
      sub.type === ApplicationCommandOptionType.SubcommandGroup;
    if (!nested) break;
    names.push(sub.name);
    given = ('options' in sub ? sub.options : undefined) ?? [];
  }
  return { names, given };
}

/** How the log names an interaction: "/metrox new", or the id of what was pressed, which begins with its act. */
export function titleOf(interaction: APIInteraction): string {
  switch (interaction.type) {
    case InteractionType.ApplicationCommand:
      return `/${spelled(interaction).names.join(' ')}`;
    case InteractionType.MessageComponent:
    case InteractionType.ModalSubmit:
      return interaction.data.custom_id;
    default:
      return `type ${interaction.type}`;
  }
}
