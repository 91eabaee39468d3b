import type { Hono } from 'hono';
import { surroundings } from '../answer.ts';
import { refusal } from '../errors.ts';
import { createMessage, type Draft, deleteMessage, markThread } from '../messages.ts';
import { demand } from '../payload.ts';
import { inChannel, may, need, PERMISSION } from '../permissions.ts';
import { channelJson, messageJson, threadMemberJson } from '../present.ts';
import { CHANNEL, type Channel, type ThreadState } from '../shapes.ts';
import { announceChannel, changeMember, changeState, needOpen, openThread } from '../threads.ts';
import { belongs, channelOf, messageOf, type World } from '../world.ts';
import { type Api, type Ask, type Env, nothing, param } from './api.ts';
import { seen } from './channels.ts';

interface NewThread {
  name: string;
  auto_archive_duration?: number;
  type?: number;
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
  demand('thread', message ? rest : body);
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
  demand('thread', { ...body, type: CHANNEL.publicThread });
  demand('create', message, surroundings(uploads));
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

function change(world: World, c: Ask): Response {
  const thread = seen(world, c);
  const who = c.get('who').id;
  const state = thread.thread;
  if (!state) throw refusal(50024);
  demand('thread-edit', c.get('body'));
  const { archived = state.archived, locked = state.locked } = c.get('body') as Partial<ThreadState>;
  if (state.archived && archived) throw refusal(50083);
  const moderator = (inChannel(world, who, thread) & PERMISSION.ManageThreads) !== 0n;
  if (!moderator && (state.locked || locked)) throw refusal(50013);
  // Anybody who may write in a thread opens it again.
  const opens = state.archived && may(world, who, thread, 'SendMessagesInThreads');
  if (!moderator && thread.owner_id !== who && !opens) throw refusal(50013);
  return c.json(channelJson(world, changeState(world, thread, { archived, locked }), who));
}

/** Deletes a channel with its threads and messages, and sends the events. */
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
}

function memberId(c: Ask): string {
  const id = param(c, 'user');
  return id === '@me' ? c.get('who').id : id;
}

/** Deletes a message, as a moderator does; refuses with 10008. */
export function removeMessage(world: World, id: string): void {
  const message = world.store.messages.get(id);
  if (!message) throw refusal(10008);
  deleteMessage(world, channelOf(world, message.channel_id), message);
}
