import { refusal, refuse } from './errors.ts';
import { check } from './payload.ts';
import { inChannel, PERMISSION } from './permissions.ts';
import { commandJson } from './present.ts';
import { CHANNEL, type Channel, type Command, type Owners } from './shapes.ts';
import { belongs, type World } from './world.ts';

const GLOBAL = 'global';

/** The registered commands: the global ones, or those of one guild. */
export function listCommands(world: World, guild?: string): Command[] {
  return world.store.commands.all(guild ?? GLOBAL);
}

function build(world: World, body: Partial<Command>, guild: string | undefined, id: string): Command {
  return {
    ...body,
    id,
    application_id: world.app,
    ...(guild ? { guild_id: guild } : {}),
    version: world.id(),
    type: body.type ?? 1,
    name: body.name ?? '',
    description: body.description ?? '',
    default_member_permissions: body.default_member_permissions ?? null,
    contexts: body.contexts ?? (guild ? null : [0, 1, 2]),
    integration_types: body.integration_types ?? [0],
    nsfw: body.nsfw ?? false,
  };
}

/** What was registered without an id or version, for telling whether anything changed. */
function essence({ id: _, version: __, ...rest }: Command): string {
  return JSON.stringify(Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Replaces all commands of a place by a list; those of the same name and type keep their ids, unchanged ones
 * their versions.
 */
export function putCommands(world: World, body: unknown, guild?: string): Command[] {
  const fault = check('commands', body, { files: [] });
  if (fault) throw refuse(fault);
  const before = listCommands(world, guild);
  const after = (body as Partial<Command>[]).map((one) => {
    const old = before.find((c) => c.name === one.name && c.type === (one.type ?? 1));
    const command = build(world, one, guild, old?.id ?? world.id());
    return old && essence(old) === essence(command) ? old : command;
  });
  world.store.together(() => {
    for (const old of before) world.store.commands.remove(old.id);
    for (const command of after) world.store.commands.put(command.id, command, guild ?? GLOBAL);
  });
  return after;
}

/** Registers one command; one of the same name and type is replaced. */
export function postCommand(world: World, body: unknown, guild?: string): Command {
  const others = listCommands(world, guild);
  const fault = check('commands', [body], { files: [] });
  if (fault) {
    const errors = (fault.errors as Record<string, object> | undefined)?.['0'] ?? fault.errors;
    throw refuse({ ...fault, errors });
  }
  const one = body as Partial<Command>;
  const old = others.find((c) => c.name === one.name && c.type === (one.type ?? 1));
  const command = build(world, one, guild, old?.id ?? world.id());
  world.store.commands.put(command.id, command, guild ?? GLOBAL);
  return command;
}

/** A registered command, or 10063. */
export function commandOf(world: World, id: string, guild?: string): Command {
  const command = world.store.commands.get(id);
  if (!command || command.guild_id !== guild) throw refusal(10063);
  return command;
}

/** Removes a command. */
export function deleteCommand(world: World, id: string, guild?: string): void {
  world.store.commands.remove(commandOf(world, id, guild).id);
}

/** Where an interaction comes from: a guild (0), direct messages with the bot (1), private messages without it (2). */
export const contextOf = (channel: Channel): 0 | 1 | 2 =>
  channel.guild_id ? 0 : channel.type === CHANNEL.direct ? 1 : 2;

/**
 * By which installations a person can use a command in a channel. A server's holds in it and in direct messages with the
 * bot, a person's wherever they are.
 */
export function ownersOf(world: World, user: string, channel: Channel, command: Command): Owners {
  const types = command.guild_id ? [0] : command.integration_types;
  const owner = ownerHere(world, channel);
  return {
    ...(owner !== undefined && types.includes(0) ? { '0': owner } : {}),
    ...(types.includes(1) && world.store.people.get(user)?.installed ? { '1': user } : {}),
  };
}

/** Whose installation as a server's the bot has in a channel. */
export function ownerHere(world: World, channel: Channel): string | undefined {
  if (!channel.guild_id) return contextOf(channel) === 1 ? '0' : undefined;
  return belongs(world, channel.guild_id, world.app) ? channel.guild_id : undefined;
}

/**
 * Whether a person can use a command in a channel: where the command may be used, by whose installation, and the member
 * permissions it asks for.
 */
export function usable(world: World, user: string, channel: Channel, command: Command): boolean {
  if (command.contexts && !command.contexts.includes(contextOf(channel))) return false;
  if (command.guild_id && command.guild_id !== channel.guild_id) return false;
  if (Object.keys(ownersOf(world, user, channel, command)).length === 0) return false;
  if (!channel.guild_id) return true;
  const has = inChannel(world, user, channel);
  if (!(has & PERMISSION.UseApplicationCommands)) return false;
  if (command.default_member_permissions === null) return true;
  const wanted = BigInt(command.default_member_permissions);
  return wanted === 0n ? (has & PERMISSION.Administrator) !== 0n : (has & wanted) === wanted;
}

/** All commands a person can use in a channel, as a client's list of commands gets them. */
export function commandIndex(world: World, user: string, channel: Channel) {
  const all = [...listCommands(world), ...(channel.guild_id ? listCommands(world, channel.guild_id) : [])];
  const bot = world.store.people.get(world.app);
  return {
    applications: [{ id: world.app, name: bot?.global_name, description: '', bot_id: world.app, icon: null }],
    application_commands: all.filter((c) => usable(world, user, channel, c)).map(commandJson),
    version: world.app,
  };
}
