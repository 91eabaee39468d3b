import { refusal } from './errors.ts';
import { CHANNEL, type Channel } from './shapes.ts';
import { seat, type World } from './world.ts';

/** Discord's permissions by name, as far as the stand-in needs them. */
export const PERMISSION = {
  Administrator: 1n << 3n,
  ManageGuild: 1n << 5n,
  ViewChannel: 1n << 10n,
  SendMessages: 1n << 11n,
  ManageMessages: 1n << 13n,
  EmbedLinks: 1n << 14n,
  AttachFiles: 1n << 15n,
  ReadMessageHistory: 1n << 16n,
  MentionEveryone: 1n << 17n,
  UseExternalEmojis: 1n << 18n,
  Connect: 1n << 20n,
  UseApplicationCommands: 1n << 31n,
  ManageThreads: 1n << 34n,
  CreatePublicThreads: 1n << 35n,
  CreatePrivateThreads: 1n << 36n,
  SendMessagesInThreads: 1n << 38n,
  UseExternalApps: 1n << 50n,
} as const;

export type Permission = keyof typeof PERMISSION;

export const ALL = (1n << 53n) - 1n;

/** The bits of some permissions, as one number. */
export function bits(...names: Permission[]): bigint {
  return names.reduce((sum, name) => sum | PERMISSION[name], 0n);
}

/** Permissions everybody has in direct and group messages of theirs. */
const DIRECT = bits(
  'ViewChannel',
  'SendMessages',
  'EmbedLinks',
  'AttachFiles',
  'ReadMessageHistory',
  'UseExternalEmojis',
  'UseApplicationCommands',
);

/** Permissions of a member by roles alone, 0 for people who don't belong to the guild. */
export function inGuild(world: World, user: string, guildId: string): bigint {
  const guild = world.store.guilds.get(guildId);
  const member = world.store.members.get(seat(guildId, user));
  if (!guild || !member) return 0n;
  if (guild.owner_id === user) return ALL;
  const sum = guild.roles
    .filter((role) => role.id === guild.id || member.roles.includes(role.id))
    .reduce((all, role) => all | BigInt(role.permissions), 0n);
  return sum & PERMISSION.Administrator ? ALL : sum;
}

/**
 * The permissions of a user in a channel, computed in Discord's order: roles, then the channel's overwrites for
 * everybody, for roles, for the user. A thread has its parent's. These are the permissions that Discord's objects hold;
 * what they imply (without viewing nothing can be sent) is left to `may`.
 */
export function inChannel(world: World, user: string, channel: Channel): bigint {
  if (!channel.guild_id) return channel.recipients?.includes(user) ? DIRECT : 0n;
  const guildId = channel.guild_id;
  const base = inGuild(world, user, guildId);
  const member = world.store.members.get(seat(guildId, user));
  if (base === ALL || !member) return base;
  const place = channel.thread ? world.store.channels.get(channel.parent_id ?? '') : channel;
  if (!place) return 0n;
  const { roles } = member;
  let sum = base;
  const apply = (some: Channel['overwrites']) => {
    for (const one of some) sum &= ~BigInt(one.deny);
    for (const one of some) sum |= BigInt(one.allow);
  };
  apply(place.overwrites.filter((o) => o.type === 0 && o.id === guildId));
  apply(place.overwrites.filter((o) => o.type === 0 && o.id !== guildId && roles.includes(o.id)));
  apply(place.overwrites.filter((o) => o.type === 1 && o.id === user));
  return sum & PERMISSION.ViewChannel ? sum : 0n;
}

/**
 * Whether a user has permissions in a channel, with all that is implied: only its members and moderators can view a
 * private thread, and who may not connect to a voice or stage channel can do no more than view it.
 */
export function may(world: World, user: string, channel: Channel, ...names: Permission[]): boolean {
  const has = inChannel(world, user, channel);
  const wanted = bits(...names);
  if ((has & wanted) !== wanted) return false;
  if (channel.type === CHANNEL.privateThread && !channel.thread?.members.includes(user))
    return (has & PERMISSION.ManageThreads) !== 0n;
  return !isShut(channel, has) || names.every((name) => name === 'ViewChannel');
}

/** Whether a channel is a voice or stage channel that somebody with these permissions may not enter. */
const isShut = ({ type }: Channel, has: bigint): boolean =>
  (type === CHANNEL.voice || type === CHANNEL.stage) && !(has & PERMISSION.Connect);

/** Refuses with 50001 where a user cannot view or enter a channel, with 50013 where a permission is missing. */
export function need(world: World, user: string, channel: Channel, ...names: Permission[]): void {
  if (!may(world, user, channel, 'ViewChannel') || isShut(channel, inChannel(world, user, channel)))
    throw refusal(50001);
  if (!may(world, user, channel, ...names)) throw refusal(50013);
}
