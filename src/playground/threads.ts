import { refusal } from './errors.ts';
import { inChannel, may, PERMISSION } from './permissions.ts';
import { channelJson, threadMemberJson } from './present.ts';
import { CHANNEL, type Channel } from './shapes.ts';
import { type Audience, belongs, type World } from './world.ts';

function watchers(world: World, channel: Channel): Audience {
  const sees = (id: string) => may(world, id, channel, 'ViewChannel');
  // The bot gets events of all channels of its guilds, also of those that it may not view, but only of threads it may.
  const bot = channel.thread ? sees(world.app) : belongs(world, channel.guild_id ?? '', world.app);
  return { bot, people: sees };
}

/** Sends the event of a channel or thread to everybody who can view it. */
export function announceChannel(
  world: World,
  event: 'CREATE' | 'UPDATE' | 'DELETE',
  channel: Channel,
  more: object = {},
): void {
  const kind = channel.thread ? 'THREAD' : 'CHANNEL';
  const data =
    channel.thread && event === 'DELETE'
      ? { id: channel.id, guild_id: channel.guild_id, parent_id: channel.parent_id, type: channel.type }
      : { ...channelJson(world, channel, world.app), ...more };
  world.emit(`${kind}_${event}`, data, watchers(world, channel));
}

/** Stores a changed channel or thread, and sends the event. */
export function changeChannel(world: World, channel: Channel): Channel {
  world.store.channels.put(channel.id, channel);
  announceChannel(world, 'UPDATE', channel);
  return channel;
}

/**
 * Makes a thread in a channel, with its maker as the first member. A thread on a message has the message's id. Refuses
 * with 160004 where the message has a thread already.
 */
export function openThread(
  world: World,
  parent: Channel,
  maker: string,
  asked: { name: string; auto_archive_duration?: number; type?: 10 | 11 | 12; message?: string },
): Channel {
  if (asked.message && world.store.channels.get(asked.message)) throw refusal(160004);
  const at = new Date(world.now()).toISOString();
  const thread: Channel = {
    id: asked.message ?? world.id(),
    type: asked.type ?? CHANNEL.publicThread,
    guild_id: parent.guild_id as string,
    parent_id: parent.id,
    owner_id: maker,
    name: asked.name,
    overwrites: [],
    thread: {
      archived: false,
      locked: false,
      auto_archive_duration: asked.auto_archive_duration ?? 4320,
      archive_timestamp: at,
      create_timestamp: at,
      active_at: world.now(),
      members: [maker],
      message_count: 0,
    },
  };
  world.store.channels.put(thread.id, thread, parent.guild_id);
  announceChannel(world, 'CREATE', thread, { newly_created: true });
  return thread;
}

/** Adds a member to a thread, or removes one. */
export function changeMember(world: World, thread: Channel, user: string, present: boolean): void {
  if (!thread.thread) throw refusal(10003);
  const others = thread.thread.members.filter((id) => id !== user);
  const members = present ? [...others, user] : others;
  const changed: Channel = { ...thread, thread: { ...thread.thread, members } };
  world.store.channels.put(thread.id, changed);
  const data = {
    id: thread.id,
    guild_id: thread.guild_id,
    member_count: members.length,
    added_members: present ? [threadMemberJson(changed, user)] : [],
    removed_member_ids: present ? [] : [user],
  };
  // To a member who could not view it before, it is a new thread.
  if (present && thread.type === CHANNEL.privateThread) {
    const to = { bot: user === world.app, people: (id: string) => id === user };
    world.emit('THREAD_CREATE', channelJson(world, changed, user), to);
  }
  // The bot would be told of other members only with the intent for members.
  world.emit('THREAD_MEMBERS_UPDATE', data, { ...watchers(world, changed), bot: user === world.app });
}

/** Archives, opens, locks or unlocks a thread, and sends the event if that changes anything. */
export function changeState(
  world: World,
  channel: Channel,
  { archived, locked }: { archived?: boolean | undefined; locked?: boolean | undefined },
): Channel {
  const before = channel.thread;
  if (!before) return channel;
  const after = { ...before, archived: archived ?? before.archived, locked: locked ?? before.locked };
  if (after.archived !== before.archived) {
    after.archive_timestamp = new Date(world.now()).toISOString();
    if (!after.archived) after.active_at = world.now();
  } else if (after.locked === before.locked) return channel;
  return changeChannel(world, { ...channel, thread: after });
}

/** Archives the threads that had no message for as long as their `auto_archive_duration` (minutes). */
export function archiveIdle(world: World): void {
  for (const channel of world.store.channels.all()) {
    const state = channel.thread;
    if (state && world.now() - state.active_at >= state.auto_archive_duration * 60_000)
      changeState(world, channel, { archived: true });
  }
}

/**
 * Refuses what the state of a thread forbids to people without the permission to manage threads: 160005 where it is
 * locked, 50083 where it is locked and archived. 50083 also where it is archived, for everybody, unless the request
 * `opens` it.
 */
export function needOpen(world: World, user: string, channel: Channel, opens: boolean): void {
  const state = channel.thread;
  if (!state) return;
  const moderator = (inChannel(world, user, channel) & PERMISSION.ManageThreads) !== 0n;
  if (state.locked && !moderator) throw refusal(state.archived ? 50083 : 160005);
  if (state.archived && !opens) throw refusal(50083);
}
