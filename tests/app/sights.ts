import { PermissionFlagsBits as Flags } from 'discord-api-types/v10';
import type { Membership, Place } from '../../src/app/channels.ts';
import type { App } from '../../src/app/context.ts';

/** A world of servers for an app. */
export type Sights = Pick<App, 'memberOf' | 'places'>;

/** Everybody is in every server and sees all of it. */
export const openToAll = (): Sights => ({
  memberOf: async () => ({ is: 'member', roles: [] }),
  places: {
    placeOf: async (guild) => placeIn(guild),
    isInThread: async () => true,
    hasBot: async () => true,
  },
});

/** A channel that everybody sees, but for what is said of it. */
export const placeIn = (guild: string, more: Partial<Place> = {}): Place => ({
  owner: '1',
  roles: new Map([[guild, Flags.ViewChannel]]),
  overwrites: new Map(),
  secret: false,
  ...more,
});

/** One server, who is in it, and its channels and threads. */
export interface Server {
  readonly guild: string;
  /** Of the members that are not named nothing can be told. */
  readonly members: Readonly<Record<string, Membership>>;
  readonly channels: Readonly<Record<string, Place>>;
  /** Who was added to which thread. */
  readonly threads: Readonly<Record<string, readonly string[]>>;
}

/** The world of one server, with a note of each request that would have been made. */
export function watched(server: Server): Sights & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    memberOf: async (guild, user) => {
      asked.push(`member ${user}`);
      return (guild === server.guild ? server.members[user] : undefined) ?? { is: 'unknown' };
    },
    places: {
      placeOf: async (guild, channel) => (guild === server.guild ? server.channels[channel] : undefined),
      hasBot: async () => true,
      isInThread: async (thread, user) => {
        asked.push(`thread ${user}`);
        return server.threads[thread]?.includes(user) ?? false;
      },
    },
  };
}
