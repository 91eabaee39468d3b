import { invalid, refusal } from './errors.ts';
import { memberJson, userJson } from './present.ts';
import type { Channel, CommandOption } from './shapes.ts';
import { personOf, seat, type World } from './world.ts';

/** An option as a client sends it. */
export interface GivenOption {
  type: number;
  name: string;
  value?: string | number | boolean;
  focused?: boolean;
  options?: GivenOption[];
}

/** Objects that an interaction carries for the ids among its values. */
export interface Resolved {
  users?: Record<string, object>;
  members?: Record<string, object>;
  roles?: Record<string, object>;
  channels?: Record<string, object>;
}

/** Adds a user, and the member of the guild, to the objects of an interaction. */
export function resolveUser(world: World, channel: Channel, id: string, into: Resolved): void {
  const person = personOf(world, id);
  into.users = { ...into.users, [id]: userJson(person) };
  const member = channel.guild_id ? world.store.members.get(seat(channel.guild_id, id)) : undefined;
  if (!member) return;
  const { user: _, ...rest } = memberJson(world, member, channel);
  into.members = { ...into.members, [id]: rest };
}

function resolveRole(world: World, channel: Channel, id: string, into: Resolved): void {
  const role = world.store.guilds.get(channel.guild_id ?? '')?.roles.find((r) => r.id === id);
  if (role) into.roles = { ...into.roles, [id]: role };
}

function resolveChannel(world: World, channel: Channel, id: string, into: Resolved): void {
  const found = world.store.channels.get(id);
  if (!found || found.guild_id !== channel.guild_id) throw refusal(10003);
  into.channels = {
    ...into.channels,
    [id]: { id, name: found.name, type: found.type, permissions: '0', parent_id: found.parent_id ?? null },
  };
}

/** Resolves the values of a menu of users (5), roles (6) or channels (8). */
export function resolveValues(
  world: World,
  channel: Channel,
  kind: number,
  values: string[],
  into: Resolved,
): void {
  for (const id of values) {
    if (kind === 5) resolveUser(world, channel, id, into);
    else if (kind === 6) resolveRole(world, channel, id, into);
    else if (kind === 8) resolveChannel(world, channel, id, into);
  }
}

function checkValue(path: string, option: CommandOption, given: GivenOption): void {
  const value = given.value;
  const type = option.type;
  const wrong = (code: string, message: string) => invalid(`${path}.value`, code, message);
  if (type === 5 && typeof value !== 'boolean') throw wrong('BASE_TYPE_BOOLEAN', 'Must be a boolean');
  if (type === 4 && !Number.isSafeInteger(value))
    throw wrong('NUMBER_TYPE_COERCE', 'Value is not an integer.');
  if ((type === 3 || type === 6) && typeof value !== 'string')
    throw wrong('BASE_TYPE_STRING', 'Must be a string');
  if (option.choices?.length && !option.choices.some((choice) => choice.value === value))
    throw wrong('APPLICATION_COMMAND_INVALID_CHOICE', 'Value must be one of the choices');
  if (typeof value === 'number' && option.min_value !== undefined && value < option.min_value)
    throw wrong('NUMBER_TYPE_MIN', `Value must be at least ${option.min_value}`);
  if (typeof value === 'number' && option.max_value !== undefined && value > option.max_value)
    throw wrong('NUMBER_TYPE_MAX', `Value must be at most ${option.max_value}`);
}

/**
 * Checks the options that a client sent, and adds to `into` the objects that their ids stand for. For autocomplete
 * (`whole` is false) required options may be missing, and the focused one may have any value.
 * @returns the options, and the names of the subcommands
 */
export function checkOptions(
  world: World,
  channel: Channel,
  known: CommandOption[],
  given: GivenOption[],
  whole: boolean,
  into: Resolved,
  path = 'data.options',
): { options: GivenOption[]; names: string[] } {
  const nested = known.filter((o) => o.type === 1);
  if (nested.length > 0) {
    const chosen = given.length === 1 ? nested.find((o) => o.name === given[0]?.name) : undefined;
    if (!chosen || !given[0])
      throw invalid(
        path,
        'APPLICATION_COMMAND_OPTIONS_UNKNOWN',
        'A subcommand of this command has to be chosen',
      );
    const inner = checkOptions(
      world,
      channel,
      chosen.options ?? [],
      given[0].options ?? [],
      whole,
      into,
      `${path}.0.options`,
    );
    return {
      options: [{ type: chosen.type, name: chosen.name, options: inner.options }],
      names: [chosen.name, ...inner.names],
    };
  }
  const options = given.map((one, index) => {
    const at = `${path}.${index}`;
    const option = known.find((o) => o.name === one.name);
    if (!option || given.findIndex((other) => other.name === one.name) !== index)
      throw invalid(
        at,
        'APPLICATION_COMMAND_OPTIONS_UNKNOWN',
        `No option of the name ${one.name}, or given twice`,
      );
    if (one.type !== option.type)
      throw invalid(`${at}.type`, 'APPLICATION_COMMAND_OPTIONS_TYPE_INVALID', `The type is ${option.type}`);
    if (one.focused) {
      if (whole || !option.autocomplete)
        throw invalid(at, 'APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE', 'This option has no autocomplete');
      return { type: one.type, name: one.name, value: one.value ?? '', focused: true };
    }
    checkValue(at, option, one);
    if (option.type === 6) resolveUser(world, channel, String(one.value), into);
    return { type: one.type, name: one.name, value: one.value };
  });
  const missing = known.find((o) => o.required && !given.some((one) => one.name === o.name));
  if (whole && missing)
    throw invalid(path, 'APPLICATION_COMMAND_OPTIONS_REQUIRED', `The option ${missing.name} is required`);
  if (!whole && !options.some((one) => 'focused' in one))
    throw invalid(path, 'APPLICATION_COMMAND_OPTIONS_FOCUSED', 'One option has to be focused');
  return { options, names: [] };
}
