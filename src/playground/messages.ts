import { arrange, forget, type Listed } from './attachments.ts';
import { refusal } from './errors.ts';
import { findMentions, textsOf } from './mentions.ts';
import { partsOf } from './payload/components.ts';
import { may } from './permissions.ts';
import { messageJson } from './present.ts';
import type { Channel, Component, Message, Upload } from './shapes.ts';
import { COMPONENTS_V2, EPHEMERAL, HAS_THREAD, LOADING } from './shapes.ts';
import { changeState } from './threads.ts';
import type { World } from './world.ts';

/** A request's message, after the payload check. */
export interface Draft {
  content?: string | null;
  components?: Component[] | null;
  flags?: number | null;
  attachments?: Listed[] | null;
  allowed_mentions?: { users?: string[] } | null;
  nonce?: string | number | null;
  enforce_nonce?: boolean;
}

/** Sends an event about a message to the people who can view its channel; of an ephemeral one to its person. */
function announce(world: World, event: string, channel: Channel, message: Message, data: object): void {
  const { guild_id } = channel;
  const sees = (id: string) => (message.only ? id === message.only : may(world, id, channel, 'ViewChannel'));
  world.emit(event, { ...data, ...(guild_id ? { guild_id } : {}) }, { people: sees });
}

/**
 * Stores a new message and sends the event. An archived thread is opened by it. `more.event` is added to the event
 * alone: the nonce of the command that the message answers.
 */
export function createMessage(
  world: World,
  channel: Channel,
  author: string,
  draft: Draft,
  uploads: Upload[],
  more: Partial<Pick<Message, 'id' | 'type' | 'interaction' | 'only' | 'reference' | 'flags'>> & {
    event?: object;
  } = {},
): Message {
  const { event, ...fields } = more;
  const id = fields.id ?? world.id();
  const { attachments } = arrange(
    world,
    { channel: channel.id, message: id },
    undefined,
    draft.attachments,
    uploads,
  );
  const components = numbered(draft.components ?? []);
  const content = (draft.content ?? '').trim();
  const message: Message = {
    id,
    channel_id: channel.id,
    author_id: author,
    type: 0,
    content,
    components,
    timestamp: new Date(world.now()).toISOString(),
    edited_timestamp: null,
    ...findMentions(world, channel, author, textsOf(content, components), draft.allowed_mentions),
    attachments,
    ...(draft.nonce === undefined || draft.nonce === null ? {} : { nonce: draft.nonce }),
    ...fields,
    flags: ((draft.flags ?? 0) & COMPONENTS_V2) | (fields.flags ?? 0) | (fields.only ? EPHEMERAL : 0),
  };
  world.store.messages.put(id, message, channel.id);
  if (counts(draft)) world.store.nonces.put(author, String(draft.nonce), { message: id, at: world.now() });
  if (!message.only) {
    const now = changeState(world, world.store.channels.get(channel.id) ?? channel, { archived: false });
    if (now.thread)
      now.thread = { ...now.thread, active_at: world.now(), message_count: now.thread.message_count + 1 };
    world.store.channels.put(channel.id, { ...now, last_message_id: id });
  }
  const told = { ...messageJson(world, message), ...nonceOf(message), ...event };
  announce(world, 'MESSAGE_CREATE', channel, message, told);
  return message;
}

/** Components with the numbers that Discord gives to those without an `id` of their own. */
export function numbered(components: Component[]): Component[] {
  const taken = new Set(partsOf(components).map(({ id }) => id));
  let last = 0;
  const fresh = () => {
    do last++;
    while (taken.has(last));
    return last;
  };
  const walk = (one: Component): Component => ({
    ...one,
    id: one.id || fresh(),
    ...(one.components ? { components: one.components.map(walk) } : {}),
    ...(one.component ? { component: walk(one.component) } : {}),
  });
  return components.map(walk);
}

/** The nonce of a message, if it was sent with one. */
export function nonceOf(message: Message): { nonce?: string | number } {
  return message.nonce === undefined ? {} : { nonce: message.nonce };
}

/** How long a nonce is known, in milliseconds; Discord says "a few minutes". */
const NONCE_LIFE = 300_000;

/**
 * The earlier message of this author with the same nonce, of the last five minutes and in whatever channel; 10008 where
 * it was deleted since. A nonce counts only where that is asked for.
 */
export function sameNonce(world: World, author: string, draft: Draft): Message | undefined {
  if (!counts(draft)) return undefined;
  const sent = world.store.nonces.get(author, String(draft.nonce));
  if (!sent || Math.abs(world.now() - sent.at) > NONCE_LIFE) return undefined;
  const found = world.store.messages.get(sent.message);
  if (!found) throw refusal(10008);
  return found;
}

const counts = ({ nonce, enforce_nonce }: Draft): boolean =>
  enforce_nonce === true && nonce !== undefined && nonce !== null;

/**
 * Changes the fields of a message that the draft has; the others stay, and so does the flag of Components V2. An edit
 * pings nobody.
 */
export function editMessage(
  world: World,
  channel: Channel,
  message: Message,
  draft: Draft,
  uploads: Upload[],
): Message {
  const { attachments, gone } = arrange(
    world,
    { channel: channel.id, message: message.id },
    message.attachments,
    draft.attachments,
    uploads,
  );
  const content = draft.content === undefined ? message.content : (draft.content ?? '').trim();
  const components = draft.components === undefined ? message.components : numbered(draft.components ?? []);
  const edited: Message = {
    ...message,
    content,
    components,
    attachments,
    flags: (message.flags & ~LOADING) | ((draft.flags ?? 0) & COMPONENTS_V2),
    edited_timestamp: message.flags & LOADING ? null : new Date(world.now()).toISOString(),
    ...findMentions(world, channel, message.author_id, textsOf(content, components), draft.allowed_mentions),
  };
  world.store.messages.put(message.id, edited);
  forget(world, gone);
  announce(world, 'MESSAGE_UPDATE', channel, edited, messageJson(world, edited));
  return edited;
}

/** Marks a message as the start of a thread. */
export function markThread(world: World, channel: Channel, message: Message): void {
  const marked = { ...message, flags: message.flags | HAS_THREAD };
  world.store.messages.put(message.id, marked);
  announce(world, 'MESSAGE_UPDATE', channel, marked, messageJson(world, marked));
}

/** Removes a message with its files. */
export function deleteMessage(world: World, channel: Channel, message: Message): void {
  world.store.messages.remove(message.id);
  forget(world, message.attachments);
  announce(world, 'MESSAGE_DELETE', channel, message, { id: message.id, channel_id: channel.id });
}
