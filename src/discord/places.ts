import { type Guild, type REST, Routes } from 'discord.js';
import { type APIChannel, type APIOverwrite, ChannelType } from 'discord-api-types/v10';
import type { Place, Places } from '../app/channels.ts';
import { MINUTE } from '../app/channels.ts';
import { createMemory } from './memory.ts';
import { refusal, saysNo } from './outbound.ts';

/** Who may view the channels of servers: from what the gateway told of them, and where it told nothing by asking. */

const REMEMBERED = 2000;

/** A channel or thread as far as it matters here. */
interface Channel {
  readonly overwrites: Place['overwrites'];
  readonly secret: boolean;
}

/**
 * `guildOf` gives a server as the gateway's client keeps it. Archived threads are not kept, and who was added to one
 * never is: these are asked for. What Discord did not answer is not remembered.
 */
export function createPlaces(rest: Pick<REST, 'get'>, guildOf: (guild: string) => Guild | undefined): Places {
  const channels = createMemory<APIChannel | null | undefined>(REMEMBERED, (found) => found !== undefined);
  const members = createMemory<boolean | undefined>(REMEMBERED, (found) => found !== undefined);

  /** null where there is none; undefined where nobody can tell. */
  async function asked<T>(route: `/${string}`): Promise<T | null | undefined> {
    try {
      return (await rest.get(route)) as T;
    } catch (error) {
      return saysNo(refusal(error).status) ? null : undefined;
    }
  }

  async function fetched(guild: Guild, id: string): Promise<Channel | undefined> {
    const found = await channels(id, MINUTE, () => asked<APIChannel>(Routes.channel(id)));
    if (!found || !('guild_id' in found) || found.guild_id !== guild.id) return undefined;
    if ('thread_metadata' in found) return thread(guild, found.parent_id, found.type);
    return 'permission_overwrites' in found ? open(written(found.permission_overwrites ?? [])) : undefined;
  }

  return {
    async placeOf(guild, channel) {
      const server = guildOf(guild);
      if (!server) return undefined;
      const found = kept(server, channel) ?? (await fetched(server, channel));
      if (!found) return undefined;
      const roles = new Map(server.roles.cache.map(({ id, permissions }) => [id, permissions.bitfield]));
      return { owner: server.ownerId, roles, ...found };
    },
    async isInThread(id, user) {
      const found = await members(`${id} ${user}`, MINUTE, async () => {
        const answer = await asked(Routes.threadMembers(id, user));
        return answer === undefined ? undefined : answer !== null;
      });
      return found ?? false;
    },
    hasBot: async (thread) => (await asked(Routes.threadMembers(thread, '@me'))) !== null,
  };
}

function kept(guild: Guild, id: string): Channel | undefined {
  const channel = guild.channels.cache.get(id);
  if (!channel) return undefined;
  if (channel.isThread()) return thread(guild, channel.parentId, channel.type);
  return open(overwritesOf(channel));
}

function thread(guild: Guild, parent: string | null | undefined, type: ChannelType): Channel | undefined {
  const above = guild.channels.cache.get(parent ?? '');
  if (!above || above.isThread()) return undefined;
  return { overwrites: overwritesOf(above), secret: type === ChannelType.PrivateThread };
}

const open = (overwrites: Place['overwrites']): Channel => ({ overwrites, secret: false });

const overwritesOf = (channel: {
  readonly permissionOverwrites: {
    readonly cache: ReadonlyMap<
      string,
      { readonly allow: { readonly bitfield: bigint }; readonly deny: { readonly bitfield: bigint } }
    >;
  };
}): Place['overwrites'] =>
  new Map(
    [...channel.permissionOverwrites.cache].map(([id, { allow, deny }]) => [
      id,
      { allow: allow.bitfield, deny: deny.bitfield },
    ]),
  );

const written = (all: readonly APIOverwrite[]): Place['overwrites'] =>
  new Map(all.map(({ id, allow, deny }) => [id, { allow: BigInt(allow), deny: BigInt(deny) }]));
