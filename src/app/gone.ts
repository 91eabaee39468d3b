import { type GuildRow, guildOf } from '../store/guilds.ts';
import type { App } from './context.ts';

/**
 * What a server's settings name and the server does not have any more. It restricts nobody, and is told to those who can
 * take it off the settings.
 */

/** Ids that the settings name, by whether there still are such channels or roles. */
export interface Named {
  readonly here: readonly string[];
  readonly gone: readonly string[];
}

export interface Settled {
  /** Where tables may be opened, and who may open them; nothing that is here: everywhere, everybody. */
  readonly channels: Named;
  readonly roles: Named;
  /** The channel of the daily, if there is one. */
  readonly daily: Named;
}

/** What a server's settings name; while the bot hears nothing of the server, all of it is taken to be there. */
export async function settledIn(
  { store, serverOf }: Pick<App, 'store' | 'serverOf'>,
  guild: string,
): Promise<Settled> {
  return settledOf({ serverOf }, guild, await guildOf(store, guild));
}

/** As `settledIn`, of settings that were read. */
export function settledOf(
  { serverOf }: Pick<App, 'serverOf'>,
  guild: string,
  known: Pick<GuildRow, 'channels' | 'roles' | 'dailyChannel'> | undefined,
): Settled {
  const { channels = [], roles = [], dailyChannel = null } = known ?? {};
  const server = serverOf?.(guild);
  const hasChannel = (id: string) => server === undefined || server.typeOf(id) !== undefined;
  const hasRole = (id: string) => server === undefined || server.hasRole(id);
  return {
    channels: split(channels, hasChannel),
    roles: split(roles, hasRole),
    daily: split(dailyChannel === null ? [] : [dailyChannel], hasChannel),
  };
}

const split = (ids: readonly string[], isHere: (id: string) => boolean): Named => ({
  here: ids.filter(isHere),
  gone: ids.filter((id) => !isHere(id)),
});
