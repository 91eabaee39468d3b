import type { Hono } from 'hono';
import { surroundings } from '../answer.ts';
import { refusal } from '../errors.ts';
import { createMessage, type Draft, deleteMessage, editMessage, nonceOf, sameNonce } from '../messages.ts';
import { demand } from '../payload.ts';
import { may, need, type Permission } from '../permissions.ts';
import { channelJson, messageJson } from '../present.ts';
import { CHANNEL, type Channel, type Message, type Person } from '../shapes.ts';
import { changeMember, needOpen } from '../threads.ts';
import { belongs, channelOf, messageOf, type World } from '../world.ts';
import { type Api, type Ask, type Env, nothing, param } from './api.ts';

const HOUR = 3_600_000;

/** The channel of a request; refuses where the sender cannot view it or lacks one of the permissions. */
export function seen(world: World, c: Ask, ...needs: Permission[]): Channel {
  const channel = channelOf(world, param(c, 'channel'));
  need(world, c.get('who').id, channel, ...needs);
  return channel;
}

function needSending(world: World, who: Person, channel: Channel, files: boolean): void {
  const others = channel.type === CHANNEL.direct ? (channel.recipients ?? []) : [];
  const other = others.map((id) => world.store.people.get(id)).find((p) => p && p.id !== who.id);
  if (who.bot && other?.closed) throw refusal(50007);
  need(world, who.id, channel, channel.thread ? 'SendMessagesInThreads' : 'SendMessages');
  if (files) need(world, who.id, channel, 'AttachFiles');
  needOpen(world, who.id, channel, true);
}

function listMessages(world: World, c: Ask): Response {
  const channel = seen(world, c);
  if (!may(world, c.get('who').id, channel, 'ReadMessageHistory')) return c.json([]);
  const { before, after } = c.req.query();
  const limit = Math.min(100, Math.max(1, Number(c.req.query('limit') ?? 50) || 50));
  const shown: ReturnType<typeof messageJson>[] = [];
  let at = before;
  // Ephemeral messages are stored among the others but never listed, so several reads may be needed for one page.
  for (;;) {
    const page = world.store.messages.recent(channel.id, limit, after ? { after } : at ? { before: at } : {});
    for (const message of page)
      if (!message.only && shown.length < limit) shown.push(messageJson(world, message));
    if (page.length < limit || shown.length >= limit || after) return c.json(shown);
    at = page.at(-1)?.id;
  }
}

async function send(world: World, c: Ask): Promise<Response> {
  const who = c.get('who');
  const uploads = c.get('uploads');
  const draft = c.get('body') as Draft;
  const channel = channelOf(world, param(c, 'channel'));
  need(world, who.id, channel);
  if (channel.type === CHANNEL.forum) throw refusal(50008);
  needSending(world, who, channel, uploads.length > 0);
  demand('create', draft, surroundings(uploads));
  const same = sameNonce(world, who.id, draft);
  const message = same ?? createMessage(world, channel, who.id, draft, uploads);
  if (!same) addMentioned(world, message);
  // Only the answer to its own request, and the event, carry a message's nonce.
  return c.json({ ...messageJson(world, message), ...nonceOf(message) });
}

/** Adds the people whom a message in a private thread mentions to that thread. */
function addMentioned(world: World, { channel_id, mentions }: Message): void {
  for (const person of mentions) {
    const thread = world.store.channels.get(channel_id);
    if (thread?.type !== CHANNEL.privateThread || thread.thread?.members.includes(person)) continue;
    if (belongs(world, thread.guild_id ?? '', person)) changeMember(world, thread, person, true);
  }
}

async function edit(api: Api, c: Ask): Promise<Response> {
  const { world } = api;
  const channel = seen(world, c);
  const message = messageOf(world, channel.id, param(c, 'message'));
  if (message.author_id !== c.get('who').id) throw refusal(50005);
  needOpen(world, c.get('who').id, channel, false);
  const draft = c.get('body') as Draft;
  const uploads = c.get('uploads');
  if (uploads.length > 0) need(world, c.get('who').id, channel, 'AttachFiles');
  demand('edit', draft, surroundings(uploads, message));
  if (c.get('who').bot && world.now() - Date.parse(message.timestamp) > HOUR) {
    const wait = api.limits.countOldEdit(channel.id);
    if (wait !== undefined) throw refusal(30046, { retry_after: wait });
  }
  return c.json(messageJson(world, editMessage(world, channel, message, draft, uploads)));
}

/** Routes of channels and their messages, for the bot and for people alike. */
export function addChannels(app: Hono<Env>, api: Api): void {
  const { world } = api;
  app.get('/channels/:channel', (c) => c.json(channelJson(world, seen(world, c), c.get('who').id)));
  app.get('/channels/:channel/messages', (c) => listMessages(world, c));
  app.post('/channels/:channel/messages', (c) => send(world, c));
  app.get('/channels/:channel/messages/:message', (c) => {
    const channel = seen(world, c, 'ReadMessageHistory');
    return c.json(messageJson(world, messageOf(world, channel.id, param(c, 'message'))));
  });
  app.patch('/channels/:channel/messages/:message', (c) => edit(api, c));
  app.delete('/channels/:channel/messages/:message', (c) => {
    const channel = seen(world, c);
    const message = messageOf(world, channel.id, param(c, 'message'));
    if (message.author_id !== c.get('who').id) need(world, c.get('who').id, channel, 'ManageMessages');
    needOpen(world, c.get('who').id, channel, false);
    deleteMessage(world, channel, message);
    return nothing();
  });
}
