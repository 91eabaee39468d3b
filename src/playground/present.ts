import { mediaOf, unnamed, withUrls } from './attachments.ts';
import { inChannel, may } from './permissions.ts';
import type {
  Channel,
  Command,
  CommandOption,
  Guild,
  Interaction,
  Member,
  Message,
  Person,
  Role,
} from './shapes.ts';
import { CHANNEL } from './shapes.ts';
import { personOf, seat, type World } from './world.ts';

/** A user object of the API. */
export function userJson(person: Person) {
  return {
    id: person.id,
    username: person.username,
    global_name: person.global_name,
    discriminator: '0',
    avatar: null,
    bot: person.bot,
    public_flags: 0,
  };
}

/** A guild member; in interactions with the permissions in their channel. */
export function memberJson(world: World, member: Member, channel?: Channel) {
  return {
    user: userJson(personOf(world, member.user_id)),
    nick: member.nick,
    avatar: null,
    roles: member.roles,
    joined_at: member.joined_at,
    flags: 0,
    pending: false,
    ...(channel ? { permissions: String(inChannel(world, member.user_id, channel)) } : {}),
  };
}

/** A role of a guild. */
export function roleJson(world: World, role: Role) {
  return {
    ...role,
    color: 0,
    hoist: false,
    mentionable: false,
    flags: 0,
    ...(role.managed ? { tags: { bot_id: world.app } } : {}),
  };
}

/** A channel, thread or direct message channel as `viewer` gets it. */
export function channelJson(world: World, channel: Channel, viewer: string) {
  const common = {
    id: channel.id,
    type: channel.type,
    last_message_id: channel.last_message_id ?? null,
    flags: 0,
  };
  if (!channel.guild_id) {
    const others = (channel.recipients ?? []).filter((id) => id !== viewer);
    return {
      ...common,
      recipients: others.map((id) => userJson(personOf(world, id))),
      ...(channel.type === CHANNEL.group
        ? { name: channel.name ?? null, owner_id: channel.owner_id, icon: null }
        : {}),
    };
  }
  if (channel.thread) {
    const { members, active_at: _, message_count, ...metadata } = channel.thread;
    return {
      ...common,
      guild_id: channel.guild_id,
      parent_id: channel.parent_id,
      owner_id: channel.owner_id,
      name: channel.name,
      rate_limit_per_user: 0,
      message_count,
      total_message_sent: message_count,
      member_count: members.length,
      thread_metadata: {
        ...metadata,
        ...(channel.type === CHANNEL.privateThread ? { invitable: true } : {}),
      },
      ...(members.includes(viewer) ? { member: threadMemberJson(channel, viewer) } : {}),
    };
  }
  return {
    ...common,
    guild_id: channel.guild_id,
    name: channel.name,
    topic: null,
    position: channel.position ?? 0,
    nsfw: false,
    parent_id: null,
    rate_limit_per_user: 0,
    permission_overwrites: channel.overwrites,
  };
}

/** Somebody's membership of a thread. */
export function threadMemberJson(channel: Channel, user: string) {
  return { id: channel.id, user_id: user, join_timestamp: channel.thread?.create_timestamp, flags: 0 };
}

/** The guild's channels and threads that somebody sees. */
export function visible(world: World, guild: string, viewer: string) {
  const all = world.store.channels.all(guild).filter((c) => may(world, viewer, c, 'ViewChannel'));
  return { channels: all.filter((c) => !c.thread), threads: all.filter((c) => c.thread) };
}

/** A guild as GUILD_CREATE and a person's READY bring it: with what the viewer sees in it. */
export function guildCreateJson(world: World, guild: Guild, viewer: string) {
  const members = world.store.members.all(guild.id);
  const seen = visible(world, guild.id, viewer);
  // A bot hears of all channels, of threads only where it may look.
  const channels =
    viewer === world.app ? world.store.channels.all(guild.id).filter((c) => !c.thread) : seen.channels;
  const shown = viewer === world.app ? members.filter((m) => m.user_id === viewer) : members;
  return {
    id: guild.id,
    name: guild.name,
    icon: null,
    owner_id: guild.owner_id,
    roles: guild.roles.map((role) => roleJson(world, role)),
    emojis: [],
    features: [],
    preferred_locale: guild.preferred_locale,
    joined_at: world.store.members.get(seat(guild.id, viewer))?.joined_at,
    large: false,
    unavailable: false,
    member_count: members.length,
    members: shown.map((m) => memberJson(world, m)),
    channels: channels.map((c) => channelJson(world, c, viewer)),
    threads: seen.threads.filter((c) => !c.thread?.archived).map((c) => channelJson(world, c, viewer)),
  };
}

/** A message of the API. As at Discord, its list has the files that no component names. */
export function messageJson(world: World, message: Message) {
  const thread = message.flags & (1 << 5) ? world.store.channels.get(message.id) : undefined;
  const from = message.interaction;
  return {
    id: message.id,
    channel_id: message.channel_id,
    type: message.type,
    author: userJson(personOf(world, message.author_id)),
    content: message.content,
    timestamp: message.timestamp,
    edited_timestamp: message.edited_timestamp,
    tts: false,
    mention_everyone: message.mention_everyone,
    mentions: message.mentions.map((id) => userJson(personOf(world, id))),
    mention_roles: [],
    attachments: unnamed(message).map((a) => mediaOf(world, message.channel_id, a)),
    embeds: [],
    components: withUrls(world, message),
    pinned: false,
    flags: message.flags,
    ...(message.author_id === world.app ? { application_id: world.app } : {}),
    ...(message.reference
      ? {
          message_reference: { type: 0, ...message.reference, guild_id: guildIdOf(world, message) },
          referenced_message: referenced(world, message.reference.message_id),
        }
      : {}),
    ...(from
      ? {
          webhook_id: world.app,
          interaction_metadata: {
            id: from.id,
            type: from.type,
            user: userJson(personOf(world, from.user_id)),
            ...(from.name ? { name: from.name } : {}),
            authorizing_integration_owners: from.owners ?? {},
            ...(from.original ? { original_response_message_id: from.original } : {}),
            ...(from.pressed ? { interacted_message_id: from.pressed } : {}),
          },
        }
      : {}),
    ...(thread ? { thread: channelJson(world, thread, '') } : {}),
  };
}

function guildIdOf(world: World, message: Message): string | undefined {
  return world.store.channels.get(message.channel_id)?.guild_id;
}

function referenced(world: World, id: string): object | null {
  const message = world.store.messages.get(id);
  if (!message || message.only) return null;
  const { reference: _, ...rest } = message;
  return messageJson(world, rest);
}

/** A command as the bot gets it listed: its translations, null where there are none, only where they are asked for. */
export function heldJson(command: Command | CommandOption, translated: boolean): object {
  const { name_localizations = null, description_localizations = null, options, ...rest } = command;
  return {
    ...rest,
    ...(translated ? { name_localizations, description_localizations } : {}),
    ...(options ? { options: options.map((one) => heldJson(one, translated)) } : {}),
  };
}

/** The interaction object in the answer to a callback sent with_response. */
export function callbackJson(interaction: Interaction, message?: Message) {
  return {
    id: interaction.id,
    type: interaction.type,
    ...(message
      ? {
          response_message_id: message.id,
          response_message_loading: interaction.loading ?? false,
          response_message_ephemeral: message.only !== undefined,
        }
      : {}),
    channel_id: interaction.channel_id,
    guild_id: interaction.guild_id,
  };
}
