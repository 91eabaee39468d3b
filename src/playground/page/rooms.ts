import type { APIUser } from 'discord-api-types/v10';
import type { Message, Place, Room, World } from './world.ts';
import { calls, emptyRoom, isEphemeral, older } from './world.ts';

/** Messages loaded of a channel; `older`: those before the oldest one shown. */
export interface LoadedRoom {
  readonly channel: string;
  readonly messages: readonly Message[];
  readonly more: boolean;
  readonly older: boolean;
  readonly problem: string | null;
}

/** A record without one of its keys. */
export const without = <T>(record: Readonly<Record<string, T>>, key: string): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(record).filter(([each]) => each !== key));

const sorted = (messages: readonly Message[]): readonly Message[] =>
  [...new Map(messages.map((each) => [each.id, each])).values()].sort((a, b) => older(a.id, b.id));

/** Adds people to those the client knows. */
export const learn = (world: World, users: readonly (APIUser | undefined)[]): World => {
  const fresh = users.filter(
    (user) => user !== undefined && world.users[user.id]?.username !== user.username,
  );
  if (fresh.length === 0) return world;
  return {
    ...world,
    users: { ...world.users, ...Object.fromEntries(fresh.map((user) => [user!.id, user!])) },
  };
};

/** Changes one channel's messages. */
export const inRoom = (world: World, channel: string, change: (room: Room) => Room): World => ({
  ...world,
  rooms: { ...world.rooms, [channel]: change(world.rooms[channel] ?? emptyRoom) },
});

/** Adds a new message to its channel, and counts it as unread if it is somebody else's. */
export function created(world: World, message: Message): World {
  const known = learn(world, [message.author, ...message.mentions, message.interaction_metadata?.user]);
  const channel = message.channel_id;
  let next = inRoom(known, channel, (room) =>
    room.loaded || isEphemeral(message) ? { ...room, messages: sorted([...room.messages, message]) } : room,
  );
  next = changePlaces(next, (place) =>
    place.id === channel
      ? { ...place, last: isEphemeral(message) ? place.last : message.id, messages: place.messages + 1 }
      : place,
  );
  if (message.author.id === world.me?.id) return next;
  const before = next.unread[channel] ?? { count: 0, mentions: 0 };
  const mentions = before.mentions + (calls(message, world.me?.id) ? 1 : 0);
  return { ...next, unread: { ...next.unread, [channel]: { count: before.count + 1, mentions } } };
}

/** Counts messages that were sent while this person was away as unread. */
export function missed(world: World, channel: string, messages: readonly Message[]): World {
  const others = messages.filter((each) => each.author.id !== world.me?.id);
  if (others.length === 0) return world;
  const mentions = others.filter((each) => calls(each, world.me?.id)).length;
  return { ...world, unread: { ...world.unread, [channel]: { count: others.length, mentions } } };
}

/** Changes a message; a field that the event lacks stays. */
export function updated(world: World, message: Partial<Message> & { id: string; channel_id: string }): World {
  if (world.rooms[message.channel_id] === undefined) return world;
  const known = learn(world, message.mentions ?? []);
  return inRoom(known, message.channel_id, (room) => ({
    ...room,
    messages: room.messages.map((each) => (each.id === message.id ? { ...each, ...message } : each)),
  }));
}

/** Takes over messages that were loaded of a channel. */
export function loaded(world: World, d: LoadedRoom): World {
  const known = learn(
    world,
    d.messages.flatMap((each) => [each.author, ...each.mentions, each.interaction_metadata?.user]),
  );
  return inRoom(known, d.channel, (room) => {
    // Discord never lists ephemeral messages, so those that are shown stay.
    const kept = d.older ? room.messages : room.messages.filter(isEphemeral);
    return {
      messages: sorted([...kept, ...d.messages]),
      loaded: d.problem === null || room.loaded,
      more: d.problem === null ? d.more : room.more,
      problem: d.problem,
    };
  });
}

/** Changes every channel, of servers and direct messages alike; null removes one. */
export const changePlaces = (world: World, change: (place: Place) => Place | null): World => ({
  ...world,
  guilds: world.guilds.map((guild) => ({
    ...guild,
    channels: guild.channels.flatMap((place) => change(place) ?? []),
  })),
  directs: world.directs.flatMap((place) => change(place) ?? []),
});
