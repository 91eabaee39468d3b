import { refusal } from './errors.ts';
import { createMessage, type Draft, deleteMessage, editMessage, numbered } from './messages.ts';
import { demand } from './payload.ts';
import { may } from './permissions.ts';
import { tell } from './press.ts';
import type { Channel, Component, Interaction, Message, Upload } from './shapes.ts';
import { EPHEMERAL, LOADING } from './shapes.ts';
import { needOpen } from './threads.ts';
import { channelOf, type World } from './world.ts';

/** How many ms an interaction's token is valid. */
const TOKEN_LIFE = 15 * 60_000;

/** How many messages may follow an answer where the app is installed for the person alone. */
const FOLLOW_UPS = 5;

const KIND = { 2: 'command', 3: 'component', 4: 'autocomplete', 5: 'modal' } as const;

/** What a payload check needs to know of a request beside its body. */
export function surroundings(uploads: Upload[], previous?: Message) {
  return {
    files: uploads.map((u) => u.filename),
    fileSizes: uploads.map((u) => u.bytes.length),
    ...(previous ? { previous } : {}),
  };
}

function origin(interaction: Interaction, more: object = {}): NonNullable<Message['interaction']> {
  return {
    id: interaction.id,
    type: interaction.type,
    user_id: interaction.user_id,
    owners: interaction.owners,
    ...(interaction.name ? { name: interaction.name } : {}),
    ...(interaction.type === 3 && interaction.message_id ? { pressed: interaction.message_id } : {}),
    ...more,
  };
}

/**
 * Whether an answer is ephemeral: because the bot asks for it, or because the app is installed for the person alone and
 * that person lacks the permission to use external apps.
 */
function isAside(world: World, channel: Channel, interaction: Interaction, draft: Draft): boolean {
  if ((draft.flags ?? 0) & EPHEMERAL) return true;
  const brought = channel.guild_id !== undefined && interaction.owners['0'] === undefined;
  return brought && !may(world, interaction.user_id, channel, 'UseExternalApps');
}

function respond(
  world: World,
  channel: Channel,
  interaction: Interaction,
  draft: Draft,
  uploads: Upload[],
  loading: boolean,
) {
  const source = interaction.type === 2 ? undefined : world.store.messages.get(interaction.message_id ?? '');
  const ephemeral = isAside(world, channel, interaction, draft);
  return createMessage(world, channel, world.app, draft, uploads, {
    type: interaction.type === 2 ? 20 : source && !source.only ? 19 : 0,
    interaction: origin(interaction),
    ...(source && !source.only
      ? { reference: { message_id: source.id, channel_id: source.channel_id } }
      : {}),
    ...(ephemeral ? { only: interaction.user_id } : {}),
    ...(loading ? { flags: LOADING } : {}),
    ...(interaction.nonce ? { event: { nonce: interaction.nonce } } : {}),
  });
}

/** The body of `POST /interactions/:id/:token/callback`. */
export interface Callback {
  type: number;
  data?: Draft & { choices?: object[]; custom_id?: string; title?: string; components?: Component[] };
}

/**
 * Takes the bot's first answer to an interaction. Refuses with 10062 where there is no such interaction or its 3 s are
 * over, with 40060 where it was answered before, with 50083 or 160005 in a locked thread, and with 50035 a bad body.
 */
export function firstAnswer(
  world: World,
  id: string,
  token: string,
  body: Callback,
  uploads: Upload[],
): { interaction: Interaction; message?: Message } {
  const interaction = world.store.interactions.get(id);
  if (!interaction || interaction.token !== token || interaction.state === 'expired') throw refusal(10062);
  if (interaction.state === 'acknowledged') throw refusal(40060);
  const channel = channelOf(world, interaction.channel_id);
  const source = interaction.message_id ? world.store.messages.get(interaction.message_id) : undefined;
  needOpen(world, world.app, channel, true);
  const updates = body?.type === 6 || body?.type === 7;
  demand('callback', body, {
    ...surroundings(uploads, updates ? source : undefined),
    interaction: KIND[interaction.type],
  });
  const data = body.data ?? {};
  const settle = (more: Partial<Interaction>, message?: Message) => {
    const settled: Interaction = { ...interaction, state: 'acknowledged', answer: body.type, ...more };
    world.store.interactions.put(id, settled);
    if (body.type === 8)
      tell(world, settled, 'APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE', { choices: data.choices ?? [] });
    else tell(world, settled, 'INTERACTION_SUCCESS');
    if (settled.modal)
      tell(world, settled, 'INTERACTION_MODAL_CREATE', {
        channel_id: channel.id,
        ...settled.modal,
        application: {
          id: world.app,
          name: world.store.people.get(world.app)?.global_name,
          bot: { id: world.app },
        },
      });
    return { interaction: settled, ...(message ? { message } : {}) };
  };
  switch (body.type) {
    case 4: {
      const message = respond(world, channel, interaction, data, uploads, false);
      return settle({ original: message.id }, message);
    }
    case 5: {
      const message = respond(world, channel, interaction, { flags: data.flags ?? 0 }, [], true);
      return settle({ original: message.id, loading: true }, message);
    }
    case 6:
    case 7: {
      if (!source) throw refusal(10008);
      const message = body.type === 7 ? editMessage(world, channel, source, data, uploads) : source;
      return settle({ original: source.id }, message);
    }
    case 9:
      return settle({
        modal: {
          custom_id: data.custom_id ?? '',
          title: data.title ?? '',
          components: numbered(data.components ?? []),
        },
      });
    default:
      return settle({});
  }
}

/**
 * The interaction of a token. Refuses with 50027 where there is none, or it is older than 15 minutes by the clock, and
 * with 10015 where it has no first answer yet.
 */
function interactionOf(world: World, app: string, token: string): Interaction {
  if (app !== world.app) throw refusal(10015);
  const found = world.store.interactions.byToken(token);
  if (!found) throw refusal(50027);
  if (world.now() - found.at > TOKEN_LIFE) throw refusal(50027);
  if (found.state !== 'acknowledged') throw refusal(10015);
  return found;
}

/**
 * A message that a token gives access to: `@original`, or a later answer by its id. Refuses with 10008 for any other.
 */
export function answerOf(world: World, app: string, token: string, id: string) {
  const interaction = interactionOf(world, app, token);
  const message = world.store.messages.get(id === '@original' ? (interaction.original ?? '') : id);
  const own = message && (message.id === interaction.original || message.interaction?.id === interaction.id);
  if (!message || !own) throw refusal(10008);
  const channel = channelOf(world, message.channel_id);
  return { interaction, message, channel };
}

/** Edits an answer. Of a deferred one this is the answer itself. */
export function editAnswer(
  world: World,
  app: string,
  token: string,
  id: string,
  draft: Draft,
  uploads: Upload[],
): Message {
  const { interaction, message, channel } = answerOf(world, app, token, id);
  needOpen(world, world.app, channel, true);
  demand('webhook-edit', draft, surroundings(uploads, message));
  const edited = editMessage(world, channel, message, draft, uploads);
  if (interaction.loading && message.id === interaction.original)
    world.store.interactions.put(interaction.id, { ...interaction, loading: false });
  return edited;
}

/** Removes an answer. */
export function deleteAnswer(world: World, app: string, token: string, id: string): void {
  const { interaction, message, channel } = answerOf(world, app, token, id);
  deleteMessage(world, channel, message);
  if (message.id === interaction.original)
    world.store.interactions.put(interaction.id, { ...interaction, loading: false });
}

/**
 * Sends a further message. As with Discord, the first one after a deferred answer takes that answer's place and stays
 * ephemeral or public as it is. Refuses with 40094 the sixth one where the app is installed for the person alone.
 */
export function followUp(world: World, app: string, token: string, draft: Draft, uploads: Upload[]): Message {
  const interaction = interactionOf(world, app, token);
  const channel = channelOf(world, interaction.channel_id);
  needOpen(world, world.app, channel, true);
  demand('webhook-create', draft, surroundings(uploads));
  const original = interaction.original ? world.store.messages.get(interaction.original) : undefined;
  if (interaction.loading && original) {
    world.store.interactions.put(interaction.id, { ...interaction, loading: false });
    return editMessage(world, channel, original, draft, uploads);
  }
  const { follow_ups = 0 } = interaction;
  if (interaction.owners['0'] === undefined && follow_ups >= FOLLOW_UPS) throw refusal(40094);
  world.store.interactions.put(interaction.id, { ...interaction, follow_ups: follow_ups + 1 });
  const ephemeral = isAside(world, channel, interaction, draft);
  return createMessage(world, channel, world.app, draft, uploads, {
    type: original && !original.only ? 19 : 0,
    interaction: origin(interaction, original ? { original: original.id } : {}),
    ...(original && !original.only
      ? { reference: { message_id: original.id, channel_id: original.channel_id } }
      : {}),
    ...(ephemeral ? { only: interaction.user_id } : {}),
  });
}
