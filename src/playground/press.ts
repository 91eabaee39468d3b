import { randomBytes } from 'node:crypto';
import { contextOf, ownerHere, ownersOf, usable } from './commands.ts';
import { invalid, refusal } from './errors.ts';
import { checkForm, checkValues, type GivenField } from './forms.ts';
import { checkOptions, type GivenOption, type Resolved, resolveValues } from './options.ts';
import { partsOf } from './payload/components.ts';
import { bits, inChannel, need } from './permissions.ts';
import { channelJson, memberJson, messageJson, userJson } from './present.ts';
import type { Channel, Interaction, Message, Owners, Person } from './shapes.ts';
import { needOpen } from './threads.ts';
import { belongs, channelOf, guildOf, seat, type World } from './world.ts';

/** The body of a client's request when a person uses a command, presses a component or submits a form. */
export interface Press {
  type: 2 | 3 | 4 | 5;
  application_id: string;
  guild_id?: string;
  channel_id: string;
  session_id?: string;
  nonce?: string;
  message_id?: string;
  message_flags?: number;
  data: {
    id?: string;
    name?: string;
    type?: number;
    options?: GivenOption[];
    custom_id?: string;
    component_type?: number;
    values?: string[];
    components?: GivenField[];
  };
}

interface Found {
  data: object;
  owners: Owners;
  name?: string;
  message?: Message;
}

/** How many ms (real time) the bot has for its first answer. */
export const PATIENCE = 3000;

const UPLOAD_LIMIT = 10 * 1024 * 1024;

function command(world: World, user: Person, channel: Channel, press: Press): Found {
  const { id = '', name } = press.data;
  const found = world.store.commands.get(id);
  if (!found || (name !== undefined && found.name !== name)) throw refusal(10063);
  const owners = ownersOf(world, user.id, channel, found);
  if (channel.guild_id && Object.keys(owners).length === 0) throw refusal(50001);
  if (!usable(world, user.id, channel, found)) throw refusal(50013);
  const resolved: Resolved = {};
  const whole = press.type === 2;
  const { options, names } = checkOptions(
    world,
    channel,
    found.options ?? [],
    press.data.options ?? [],
    whole,
    resolved,
  );
  return {
    name: [found.name, ...names].join(' '),
    owners,
    data: {
      id: found.id,
      name: found.name,
      type: found.type,
      options,
      ...(Object.keys(resolved).length > 0 ? { resolved } : {}),
    },
  };
}

/**
 * The installations of the app under which a message or form was sent, as far as they still exist; who presses it does
 * not matter. What the bot posted on its own was sent under the server's. Refuses with 50001 where none is left.
 */
function standing(world: World, channel: Channel, owners: Owners | undefined): Owners {
  const here = ownerHere(world, channel);
  const of = (key: '0' | '1') => owners?.[key];
  const brought = world.store.people.get(of('1') ?? '')?.installed;
  const left: Owners = {
    ...(here !== undefined && (!owners || of('0') !== undefined) ? { '0': here } : {}),
    ...(brought ? { '1': of('1') as string } : {}),
  };
  if (Object.keys(left).length === 0) throw refusal(50001);
  return left;
}

function component(world: World, user: Person, channel: Channel, press: Press): Found {
  const message = world.store.messages.get(press.message_id ?? '');
  if (!message || message.channel_id !== channel.id || (message.only && message.only !== user.id))
    throw refusal(10008);
  const found = partsOf(message.components).find((c) => c.custom_id === press.data.custom_id);
  if (!found || !press.data.custom_id || found.type !== press.data.component_type)
    throw invalid(
      'data.custom_id',
      'COMPONENT_VALIDATION_FAILED',
      'The message has no such component, or it is of another type',
    );
  if (found.disabled)
    throw invalid('data.custom_id', 'COMPONENT_VALIDATION_FAILED', 'The component is disabled');
  const resolved: Resolved = {};
  const isMenu = found.type !== 2;
  const values = isMenu ? checkValues('data', found, press.data.values) : undefined;
  if (values) resolveValues(world, channel, found.type, values, resolved);
  return {
    message,
    owners: standing(world, channel, message.interaction?.owners),
    data: {
      id: found.id,
      component_type: found.type,
      custom_id: found.custom_id,
      ...(values ? { values } : {}),
      ...(Object.keys(resolved).length > 0 ? { resolved } : {}),
    },
  };
}

function modal(world: World, user: Person, channel: Channel, press: Press): Found {
  const opener = world.store.interactions.get(press.data.id ?? '');
  if (!opener?.modal || opener.user_id !== user.id || opener.modal.custom_id !== press.data.custom_id)
    throw invalid('data.custom_id', 'MODAL_UNKNOWN', 'No such modal was shown to you');
  const message = opener.message_id ? world.store.messages.get(opener.message_id) : undefined;
  return {
    ...(message ? { message } : {}),
    owners: standing(world, channel, opener.owners),
    data: {
      custom_id: opener.modal.custom_id,
      components: checkForm(opener.modal.components, press.data.components ?? []),
    },
  };
}

/**
 * The permissions of the app in a channel, as an interaction has them. In a guild without the bot they are those of
 * everybody, in private messages those that Discord's documentation lists.
 */
function ofApp(world: World, channel: Channel): bigint {
  if (!channel.guild_id) {
    const own = bits('EmbedLinks', 'AttachFiles', 'MentionEveryone');
    return contextOf(channel) === 1 ? own | bits('UseExternalEmojis') : own;
  }
  if (belongs(world, channel.guild_id, world.app)) return inChannel(world, world.app, channel);
  const everyone = guildOf(world, channel.guild_id).roles.find((role) => role.id === channel.guild_id);
  return BigInt(everyone?.permissions ?? 0);
}

/** The interaction object that the bot gets. */
function interactionJson(
  world: World,
  user: Person,
  channel: Channel,
  interaction: Interaction,
  found: Found,
) {
  const guild = channel.guild_id ? guildOf(world, channel.guild_id) : undefined;
  const member = guild ? world.store.members.get(seat(guild.id, user.id)) : undefined;
  const { thread_metadata, ...place } = channelJson(world, channel, world.app) as Record<string, unknown>;
  return {
    id: interaction.id,
    application_id: world.app,
    type: interaction.type,
    token: interaction.token,
    version: 1,
    data: found.data,
    channel_id: channel.id,
    channel: {
      ...place,
      ...(thread_metadata ? { thread_metadata } : {}),
      permissions: String(inChannel(world, user.id, channel)),
    },
    ...(guild
      ? {
          guild_id: guild.id,
          guild: { id: guild.id, locale: guild.preferred_locale, features: [] },
          guild_locale: guild.preferred_locale,
          ...(member ? { member: memberJson(world, member, channel) } : {}),
        }
      : { user: userJson(user) }),
    locale: user.locale,
    app_permissions: String(ofApp(world, channel)),
    entitlements: [],
    authorizing_integration_owners: interaction.owners,
    context: contextOf(channel),
    attachment_size_limit: UPLOAD_LIMIT,
    ...(found.message ? { message: messageJson(world, found.message) } : {}),
  };
}

/** Sends an event about an interaction to the client of the person who began it. */
export function tell(world: World, interaction: Interaction, event: string, more: object = {}): void {
  world.emit(
    event,
    { id: interaction.id, ...(interaction.nonce ? { nonce: interaction.nonce } : {}), ...more },
    { people: (id) => id === interaction.user_id },
  );
}

/**
 * Makes an interaction of a person's press and sends it to the bot. Refuses what this person cannot see or use. Without
 * a first answer in 3 s (real time) the interaction is over: the person gets INTERACTION_FAILURE, the bot 10062.
 */
export function takePress(world: World, user: Person, press: Press): Interaction {
  if (press.application_id !== world.app) throw refusal(10002);
  const channel = channelOf(world, press.channel_id);
  need(world, user.id, channel);
  needOpen(world, user.id, channel, true);
  const find = { 2: command, 3: component, 4: command, 5: modal }[press.type];
  if (!find) throw invalid('type', 'BASE_TYPE_CHOICES', 'Value must be one of {2, 3, 4, 5}.');
  const found = find(world, user, channel, press);
  const interaction: Interaction = {
    id: world.id(),
    token: randomBytes(60).toString('base64url'),
    type: press.type,
    user_id: user.id,
    ...(channel.guild_id ? { guild_id: channel.guild_id } : {}),
    channel_id: channel.id,
    ...(found.message ? { message_id: found.message.id } : {}),
    ...(found.name ? { name: found.name } : {}),
    ...(press.nonce ? { nonce: String(press.nonce) } : {}),
    at: world.now(),
    owners: found.owners,
    state: 'waiting',
  };
  world.store.interactions.put(interaction.id, interaction, channel.id);
  if (press.type !== 4) tell(world, interaction, 'INTERACTION_CREATE');
  world.emit('INTERACTION_CREATE', interactionJson(world, user, channel, interaction, found), {
    bot: true,
  });
  setTimeout(() => expire(world, interaction.id), PATIENCE).unref();
  return interaction;
}

function expire(world: World, id: string): void {
  if (world.closed) return;
  const interaction = world.store.interactions.get(id);
  if (interaction?.state !== 'waiting') return;
  world.store.interactions.put(id, { ...interaction, state: 'expired' });
  tell(world, interaction, 'INTERACTION_FAILURE', { reason_code: 1 });
}
