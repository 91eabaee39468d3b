import type { APIUnavailableGuild, GatewayReadyDispatchData } from 'discord-api-types/v10';
import type { App } from '../app/context.ts';
import { now } from '../clock.ts';
import { arrive, depart, present, speaks } from '../store/guilds.ts';

/** A server as Discord tells of it; one with an outage by its id alone. */
interface Known {
  readonly id: string;
  readonly unavailable?: boolean;
  readonly preferred_locale?: string;
}

/**
 * In which servers the bot is. Only a removal starts the days after which a server's data goes; a server that Discord
 * calls unavailable has an outage, and nothing follows from that.
 */
export interface Guilds {
  /** The gateway's list of all servers; those that are missing in it removed the bot while it was away. */
  listed(ready: Pick<GatewayReadyDispatchData, 'guilds' | 'shard'>): void;
  there(guild: Known): void;
  /** Something about a server is another now. */
  changed(guild: Pick<Known, 'id' | 'preferred_locale'>): void;
  left(guild: Pick<APIUnavailableGuild, 'id' | 'unavailable'>): void;
  /** Resolves when nothing is being written any more. */
  settled(): Promise<void>;
}

export function createGuilds(app: Pick<App, 'store' | 'log'>): Guilds {
  // One after the other, in the order in which Discord told of them.
  let last: Promise<void> = Promise.resolve();
  const then = (work: () => Promise<void>): void => {
    last = last
      .then(work)
      .catch((error) => app.log.error({ err: error }, 'a change of servers was not noted'));
  };
  return {
    listed: ({ guilds, shard = [0, 1] }) =>
      then(async () => {
        const here = new Set(guilds.map(({ id }) => id));
        const missing = (await present(app.store)).filter(
          (id) => !here.has(id) && shardOf(id, shard[1]) === shard[0],
        );
        return depart(app.store, missing, now());
      }),
    there: ({ id, unavailable, preferred_locale: locale }) => {
      if (!unavailable) then(() => arrive(app.store, id, locale));
    },
    changed: ({ id, preferred_locale: locale }) => {
      if (locale !== undefined) then(() => speaks(app.store, id, locale));
    },
    left: ({ id, unavailable }) => {
      if (!unavailable) then(() => depart(app.store, [id], now()));
    },
    settled: () => last,
  };
}

/** The connection, of so many, on which a server is. */
const shardOf = (id: string, shards: number): number => Number((BigInt(id) >> 22n) % BigInt(shards));
