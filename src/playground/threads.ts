import { refusal } from './errors.ts';
import { inChannel, may, PERMISSION } from './permissions.ts';
import { channelJson, threadMemberJson } from './present.ts';
import { CHANNEL, type Channel } from './shapes.ts';
import { type Audience, belongs, type World } from './world.ts';

function watchers(world: World, channel: Channel): Audience {
  const sees = (id: string) => may(world, id, channel, 'ViewChannel');
  // Of a guild's channels the bot hears even where it may not look, of threads only where it may.
  const bot = channel.thread ? sees(world.app) : belongs(world, channel.guild_id ?? '', world.app);
  return { bot, people: sees };
}

/** Tells everybody who sees a channel or thread what became of it. */
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

/** Stores a changed channel or thread and tells of it. */
export function changeChannel(world: World, channel: Channel): Channel {
  world.store.channels.put(channel.id, channel);
  announceChannel(world, 'UPDATE', channel);
  return channel;
}

/**
 * Makes a thread below a channel. One that starts from a message takes the message's id. The maker is its
 * first member. Fails with 160004 where the message has a thread already.
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

/** Adds somebody to a thread, or takes somebody out. */
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
  // Whoever was added to a thread that they did not see hears of it as of a new one.
  if (present && thread.type === CHANNEL.privateThread) {
    const to = { bot: user === world.app, people: (id: string) => id === user };
    world.emit('THREAD_CREATE', channelJson(world, changed, user), to);
  }
  // Of others the bot would learn only with the intent for members.
  world.emit('THREAD_MEMBERS_UPDATE', data, { ...watchers(world, changed), bot: user === world.app });
}

/** Archives, opens, locks or unlocks a thread, and tells of it where that changes anything. */
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

/** Archives the threads in which nothing was said for their time. */
export function archiveIdle(world: World): void {
  for (const channel of world.store.channels.all()) {
    const state = channel.thread;
    if (state && world.now() - state.active_at >= state.auto_archive_duration * 60_000)
      changeState(world, channel, { archived: true });
  }
}

/**
 * What a thread's state forbids: 160005 when it is locked, 50083 when it is locked and archived (or archived,
 * unless `opens`: the request would open it again), except to those who may manage threads.
 */
export function needOpen(world: World, user: string, channel: Channel, opens: boolean): void {
  const state = channel.thread;
  if (!state) return;
  const moderator = (inChannel(world, user, channel) & PERMISSION.ManageThreads) !== 0n;
  if (state.locked && !moderator) throw refusal(state.archived ? 50083 : 160005);
  if (state.archived && !opens) throw refusal(50083);
}
