import { PermissionFlagsBits as Flags } from 'discord-api-types/v10';
import { type Stand, standOf } from '../store/places.ts';
import { rightsIn } from './channels.ts';
import type { App } from './context.ts';
import type { Origin } from './request.ts';

/** Who may see what of a table: those who may view its channel, and those who sit there and are in the server. */

/**
 * What a table is to somebody: they sit there; they may watch it; nothing of it is theirs to see; they sit or sat there, but
 * are not in its server any more; they sit or sat there, and nobody can tell just now whether they are in its server.
 */
export type Sight = 'seat' | 'watch' | 'none' | 'out' | 'unsure';

/** Whether somebody may see a table (or their own game alone) from where they ask. */
export async function mayView(app: App, origin: Origin, match: number): Promise<boolean> {
  const sight = await sightOf(app, origin, match);
  return sight === 'seat' || sight === 'watch';
}

/** What a match is to whoever asks; one that does not exist is like one that is not theirs to see. */
export async function sightOf(app: App, origin: Origin, match: number): Promise<Sight> {
  const stand = await standOf(app.store, match, origin.user.id);
  if (!stand) return 'none';
  if (stand.sits || stand.left) {
    const seat = await seatIn(app, origin, stand.guild);
    if (stand.sits || seat !== 'seat') return seat;
  }
  return !stand.solo && (await sees(app, origin, stand)) ? 'watch' : 'none';
}

/** What a table in a server is to somebody who sits there; a game alone belongs to no server. */
export async function seatIn(
  app: App,
  { guild, user }: Pick<Origin, 'guild'> & { readonly user: { readonly id: string } },
  server: string | null,
): Promise<'seat' | 'out' | 'unsure'> {
  // Discord sends presses in a server from its members alone.
  if (server === null || guild === server) return 'seat';
  const { is } = await app.memberOf(server, user.id);
  return is === 'member' ? 'seat' : is === 'none' ? 'out' : 'unsure';
}

async function sees(app: App, origin: Origin, { guild, channel, thread }: Stand): Promise<boolean> {
  if (guild === null || channel === null) return false;
  const inside = origin.guild === guild;
  // Of the channel where it was pressed Discord has worked it out. Threads are seen like the channel they hang on.
  const here = [origin.channel, origin.parent];
  if (inside && (here.includes(channel) || (thread !== null && origin.channel === thread)))
    return origin.sees;
  const place = await app.places.placeOf(guild, channel);
  if (!place) return false;
  const roles = inside ? origin.roles : await rolesOf(app, guild, origin.user.id);
  if (!roles) return false;
  const rights = rightsIn(place, guild, origin.user.id, roles);
  if (!(rights & Flags.ViewChannel)) return false;
  if (!place.secret || rights & Flags.ManageThreads) return true;
  return app.places.isInThread(channel, origin.user.id);
}

async function rolesOf(app: App, guild: string, user: string): Promise<readonly string[] | undefined> {
  const found = await app.memberOf(guild, user);
  return found.is === 'member' ? found.roles : undefined;
}
