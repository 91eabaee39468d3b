import type { Hono } from 'hono';
import { surroundings } from '../answer.ts';
import { invalid, refusal, refuse } from '../errors.ts';
import { createMessage, type Draft, deleteMessage, markThread } from '../messages.ts';
import { check } from '../payload.ts';
import { inChannel, may, need, PERMISSION } from '../permissions.ts';
import { channelJson, messageJson, threadMemberJson, visible } from '../present.ts';
import { CHANNEL, type Channel } from '../shapes.ts';
import { announceChannel, changeChannel, changeMember, needOpen, openThread } from '../threads.ts';
import { belongs, channelOf, guildOf, messageOf, type World } from '../world.ts';
import { type Api, type Ask, type Env, nothing, param } from './api.ts';
import { seen } from './channels.ts';

interface NewThread {
  name: string;
  auto_archive_duration?: number;
  type?: number;
}

const DURATIONS = [60, 1440, 4320, 10080];

function needDuration(value: number | undefined): void {
  if (value !== undefined && !DURATIONS.includes(value))
    throw invalid(
      'auto_archive_duration',
      'BASE_TYPE_CHOICES',
      'Value must be one of {60, 1440, 4320, 10080}.',
    );
}

function create(world: World, c: Ask): Response {
  const parent = seen(world, c);
  const messageId = c.req.param('message');
  if (parent.type === CHANNEL.forum && !messageId) return createPost(world, c, parent);
  const body = c.get('body') as NewThread;
  const who = c.get('who').id;
  const secret = !messageId && (body.type ?? CHANNEL.privateThread) === CHANNEL.privateThread;
  const bears = parent.type === CHANNEL.text || (parent.type === CHANNEL.announcement && !secret);
  if (!bears) throw refusal(50024);
  const message = messageId ? messageOf(world, parent.id, messageId) : undefined;
  need(world, who, parent, secret ? 'CreatePrivateThreads' : 'CreatePublicThreads');
  const { type: _, ...rest } = body;
  const fault = check('thread', message ? rest : body, { files: [] });
  if (fault) throw refuse(fault);
  needDuration(body.auto_archive_duration);
  const thread = openThread(world, parent, who, {
    name: body.name,
    ...(body.auto_archive_duration ? { auto_archive_duration: body.auto_archive_duration } : {}),
    type: secret
      ? CHANNEL.privateThread
      : parent.type === CHANNEL.announcement
        ? CHANNEL.announcementThread
        : CHANNEL.publicThread,
    ...(message ? { message: message.id } : {}),
  });
  if (message) {
    markThread(world, parent, message);
    createMessage(world, thread, who, {}, [], {
      type: 21,
      reference: { message_id: message.id, channel_id: parent.id },
    });
  } else if (!secret)
    createMessage(world, parent, who, { content: body.name }, [], {
      type: 18,
      reference: { message_id: thread.id, channel_id: thread.id },
    });
  return c.json(channelJson(world, channelOf(world, thread.id), who), 201);
}

/** Makes a post of a forum: a thread, and its first message, which bears the thread's id. */
function createPost(world: World, c: Ask, forum: Channel): Response {
  const { message = {}, ...body } = c.get('body') as NewThread & { message?: Draft };
  const who = c.get('who').id;
  const uploads = c.get('uploads');
  need(world, who, forum, 'SendMessages');
  if (uploads.length > 0) need(world, who, forum, 'AttachFiles');
  const fault =
    check('thread', { ...body, type: CHANNEL.publicThread }, { files: [] }) ??
    check('create', message, surroundings(uploads));
  if (fault) throw refuse(fault);
  needDuration(body.auto_archive_duration);
  const { name, auto_archive_duration } = body;
  const post = openThread(world, forum, who, {
    name,
    ...(auto_archive_duration ? { auto_archive_duration } : {}),
  });
  const first = createMessage(world, post, who, message, uploads, { id: post.id });
  world.store.channels.put(forum.id, { ...forum, last_message_id: post.id });
  return c.json(
    { ...channelJson(world, channelOf(world, post.id), who), message: messageJson(world, first) },
    201,
  );
}

interface Change {
  name?: string;
  archived?: boolean;
  locked?: boolean;
  auto_archive_duration?: number;
  topic?: string | null;
  nsfw?: boolean;
}

function changeThread(world: World, thread: Channel, who: string, body: Change): Channel {
  const state = thread.thread as NonNullable<Channel['thread']>;
  const moderator = (inChannel(world, who, thread) & PERMISSION.ManageThreads) !== 0n;
  const owner = thread.owner_id === who;
  const opens = body.archived === false;
  if (state.archived && !opens) throw refusal(50083);
  if (body.locked !== undefined && body.locked !== state.locked && !moderator) throw refusal(50013);
  // Anybody who may write in a thread opens it again, unless it is locked.
  const onlyOpens =
    opens && Object.keys(body).length === 1 && may(world, who, thread, 'SendMessagesInThreads');
  if (!moderator && state.locked) throw refusal(50013);
  if (!moderator && !owner && !onlyOpens) throw refusal(50013);
  const archived = body.archived ?? state.archived;
  return changeChannel(world, {
    ...thread,
    name: body.name ?? thread.name ?? '',
    thread: {
      ...state,
      archived,
      locked: body.locked ?? state.locked,
      auto_archive_duration: body.auto_archive_duration ?? state.auto_archive_duration,
      ...(archived === state.archived
        ? {}
        : {
            archive_timestamp: new Date(world.now()).toISOString(),
            active_at: archived ? state.active_at : world.now(),
          }),
    },
  });
}

function change(world: World, c: Ask): Response {
  const channel = seen(world, c);
  const body = c.get('body') as Change;
  const who = c.get('who').id;
  needDuration(body.auto_archive_duration);
  if (body.name !== undefined && (body.name.length < 1 || body.name.length > 100))
    throw invalid('name', 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 100 in length.');
  if (!channel.guild_id) throw refusal(50003);
  if (channel.thread) return c.json(channelJson(world, changeThread(world, channel, who, body), who));
  need(world, who, channel, 'ManageChannels');
  const { name, topic, nsfw } = body;
  const changed = changeChannel(world, {
    ...channel,
    ...(name === undefined ? {} : { name }),
    ...(topic === undefined ? {} : { topic }),
    ...(nsfw === undefined ? {} : { nsfw }),
  });
  return c.json(channelJson(world, changed, who));
}

/** Removes a channel with its threads and messages, and tells of it. */
export function removeChannel(world: World, channel: Channel): void {
  for (const thread of world.store.channels.all(channel.guild_id))
    if (thread.parent_id === channel.id) removeChannel(world, thread);
  announceChannel(world, 'DELETE', channel);
  for (const message of world.store.messages.all(channel.id)) {
    for (const file of message.attachments) world.store.files.remove(file.id);
    world.store.messages.remove(message.id);
  }
  world.store.channels.remove(channel.id);
}

/** Routes that make, change and remove threads and channels. */
export function addThreads(app: Hono<Env>, { world }: Api): void {
  app.post('/channels/:channel/messages/:message/threads', (c) => create(world, c));
  app.post('/channels/:channel/threads', (c) => create(world, c));
  app.patch('/channels/:channel', (c) => change(world, c));
  app.delete('/channels/:channel', (c) => {
    const channel = seen(world, c);
    const who = c.get('who').id;
    if (!channel.guild_id) return c.json(channelJson(world, channel, who));
    need(world, who, channel, channel.thread ? 'ManageThreads' : 'ManageChannels');
    const json = channelJson(world, channel, who);
    removeChannel(world, channel);
    return c.json(json);
  });
  app.get('/channels/:channel/thread-members', (c) => {
    const thread = seen(world, c);
    return c.json((thread.thread?.members ?? []).map((id) => threadMemberJson(thread, id)));
  });
  app.get('/channels/:channel/thread-members/:user', (c) => {
    const thread = seen(world, c);
    const user = memberId(c);
    if (!thread.thread?.members.includes(user)) throw refusal(10007);
    return c.json(threadMemberJson(thread, user));
  });
  const member = (present: boolean) => (c: Ask) => {
    const thread = seen(world, c);
    const who = c.get('who').id;
    const user = memberId(c);
    needOpen(world, who, thread, false);
    if (!belongs(world, thread.guild_id ?? '', user)) throw refusal(10007);
    if (user !== who) need(world, who, thread, present ? 'SendMessagesInThreads' : 'ManageThreads');
    changeMember(world, thread, user, present);
    return nothing();
  };
  app.put('/channels/:channel/thread-members/:user', member(true));
  app.delete('/channels/:channel/thread-members/:user', member(false));
  app.get('/guilds/:guild/threads/active', (c) => {
    const who = c.get('who').id;
    const guild = guildOf(world, param(c, 'guild'));
    const open = visible(world, guild.id, who).threads.filter((t) => !t.thread?.archived);
    return c.json({
      threads: open.map((t) => channelJson(world, t, who)),
      members: open.filter((t) => t.thread?.members.includes(who)).map((t) => threadMemberJson(t, who)),
    });
  });
  app.get('/channels/:channel/threads/archived/public', (c) => {
    const parent = seen(world, c, 'ReadMessageHistory');
    const who = c.get('who').id;
    const old = visible(world, parent.guild_id ?? '', who).threads.filter(
      (t) => t.parent_id === parent.id && t.thread?.archived,
    );
    return c.json({ threads: old.map((t) => channelJson(world, t, who)), members: [], has_more: false });
  });
}

function memberId(c: Ask): string {
  const id = param(c, 'user');
  return id === '@me' ? c.get('who').id : id;
}

/** Removes a message by hand, as a moderator would. */
export function removeMessage(world: World, id: string): void {
  const message = world.store.messages.get(id);
  if (!message) throw refusal(10008);
  deleteMessage(world, channelOf(world, message.channel_id), message);
}
