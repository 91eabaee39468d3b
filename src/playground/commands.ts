import { demand } from './payload.ts';
import { inChannel, PERMISSION } from './permissions.ts';
import { CHANNEL, type Channel, type Command, type Owners } from './shapes.ts';
import { belongs, guildOf, type World } from './world.ts';

function build(world: World, body: Partial<Command>, id: string): Command {
  return {
    ...body,
    id,
    application_id: world.app,
    version: world.id(),
    type: 1,
    name: body.name ?? '',
    description: body.description ?? '',
    default_member_permissions: body.default_member_permissions ?? null,
    contexts: body.contexts ?? [0, 1, 2],
    integration_types: body.integration_types ?? [0],
    nsfw: false,
  };
}

/** A command without its id and version, as text: equal where nothing has changed. */
function essence({ id: _, version: __, ...rest }: Command): string {
  return JSON.stringify(Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Replaces all commands by a list; those of the same name keep their ids, unchanged ones their versions. 50035 for what
 * Discord doesn't take.
 */
export function putCommands(world: World, body: unknown): Command[] {
  demand('commands', body);
  const before = world.store.commands.all();
  const after = (body as Partial<Command>[]).map((one) => {
    const old = before.find((c) => c.name === one.name);
    const command = build(world, one, old?.id ?? world.id());
    return old && essence(old) === essence(command) ? old : command;
  });
  world.store.together(() => {
    for (const old of before) world.store.commands.remove(old.id);
    for (const command of after) world.store.commands.put(command.id, command);
  });
  return after;
}

/** Where an interaction comes from: a guild (0), direct messages with the bot (1), private messages without it (2). */
export const contextOf = (channel: Channel): 0 | 1 | 2 =>
  channel.guild_id ? 0 : channel.type === CHANNEL.direct ? 1 : 2;

/**
 * The installations under which a person can use a command in a channel: the server's, in the server and in direct
 * messages with the bot, and the person's own, everywhere.
 */
export function ownersOf(world: World, user: string, channel: Channel, command: Command): Owners {
  const types = command.integration_types;
  const owner = ownerHere(world, channel);
  return {
    ...(owner !== undefined && types.includes(0) ? { '0': owner } : {}),
    ...(types.includes(1) && world.store.people.get(user)?.installed ? { '1': user } : {}),
  };
}

/** The server's installation that holds in a channel: the guild's id, or "0" in direct messages with the bot. */
export function ownerHere(world: World, channel: Channel): string | undefined {
  if (!channel.guild_id) return contextOf(channel) === 1 ? '0' : undefined;
  const { commands_only = false } = guildOf(world, channel.guild_id);
  return commands_only || belongs(world, channel.guild_id, world.app) ? channel.guild_id : undefined;
}

/**
 * Whether a person can use a command in a channel: where the command may be used, by whose installation, and the member
 * permissions it asks for.
 */
export function usable(world: World, user: string, channel: Channel, command: Command): boolean {
  if (command.contexts && !command.contexts.includes(contextOf(channel))) return false;
  if (Object.keys(ownersOf(world, user, channel, command)).length === 0) return false;
  if (!channel.guild_id) return true;
  const has = inChannel(world, user, channel);
  if (!(has & PERMISSION.UseApplicationCommands)) return false;
  if (command.default_member_permissions === null) return true;
  const wanted = BigInt(command.default_member_permissions);
  return wanted === 0n ? (has & PERMISSION.Administrator) !== 0n : (has & wanted) === wanted;
}

/** All commands that a person can use in at least one of these channels. */
export function commandIndex(world: World, user: string, channels: readonly Channel[]) {
  const all = world.store.commands.all();
  const shown = all.filter((command) => channels.some((channel) => usable(world, user, channel, command)));
  return { applications: [{ id: world.app }], application_commands: shown, version: world.app };
}
