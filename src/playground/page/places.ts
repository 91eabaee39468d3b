import type { APIUser } from 'discord-api-types/v10';
import type { Guild, Place } from './world.ts';

type Raw = Record<string, unknown> & { readonly id: string };

/** A channel or thread from Discord's JSON. A field that the JSON lacks is taken from `before`. */
export function asPlace(raw: Raw, guild: string | null, before?: Place): Place {
  const thread = raw.thread_metadata as { archived?: boolean; locked?: boolean } | undefined;
  const read = <T>(key: string, fallback: T): T =>
    (raw[key] === undefined ? fallback : (raw[key] as T)) ?? fallback;
  return {
    id: raw.id,
    type: read('type', before?.type ?? 0),
    name: read('name', before?.name ?? ''),
    guild: read('guild_id', guild),
    parent: read<string | null>('parent_id', before?.parent ?? null),
    position: read('position', before?.position ?? 0),
    archived: thread?.archived ?? before?.archived ?? false,
    locked: thread?.locked ?? before?.locked ?? false,
    messages: read('message_count', before?.messages ?? 0),
    last: read<string | null>('last_message_id', before?.last ?? null),
    recipients: read<readonly APIUser[]>('recipients', before?.recipients ?? []),
  };
}

/** A guild from the JSON of READY or GUILD_CREATE. A field that the JSON lacks is taken from `before`. */
export function asGuild(raw: Raw, before?: Guild): Guild {
  const channels = [...((raw.channels as Raw[]) ?? []), ...((raw.threads as Raw[]) ?? [])];
  const roles = (raw.roles as (Raw & { name: string })[] | undefined) ?? [];
  const members = (raw.members as { user?: APIUser }[] | undefined) ?? [];
  return {
    id: raw.id,
    name: (raw.name as string | undefined) ?? before?.name ?? '',
    available: raw.unavailable !== true,
    channels:
      raw.channels === undefined && before !== undefined
        ? before.channels
        : channels.map((each) => asPlace(each, raw.id)),
    roles:
      roles.length === 0 && before !== undefined
        ? before.roles
        : Object.fromEntries(roles.map(({ id, name }) => [id, name])),
    members: members.flatMap((each) => each.user?.id ?? []),
  };
}
