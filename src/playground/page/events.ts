import type { APIApplicationCommandOptionChoice, APIUser } from 'discord-api-types/v10';
import { asGuild, asPlace } from './places.ts';
import {
  changePlaces,
  created,
  inRoom,
  type LoadedRoom,
  learn,
  loaded,
  missed,
  updated,
  without,
} from './rooms.ts';
import { type Message, type Modal, type Press, placeOf, type World } from './world.ts';

/** Events of the gateway, and those of the page itself (`page:`). */
export type Event =
  | { readonly t: string; readonly d: unknown }
  | { readonly t: 'page:link'; readonly d: World['link'] }
  | { readonly t: 'page:people'; readonly d: readonly APIUser[] }
  | { readonly t: 'page:room'; readonly d: LoadedRoom }
  | { readonly t: 'page:read'; readonly d: string }
  | {
      readonly t: 'page:missed';
      readonly d: { readonly channel: string; readonly messages: readonly Message[] };
    }
  | { readonly t: 'page:dismiss'; readonly d: { readonly channel: string; readonly id: string } }
  | { readonly t: 'page:press'; readonly d: { readonly nonce: string; readonly press: Press } }
  | { readonly t: 'page:failed'; readonly d: string }
  | { readonly t: 'page:closed' }
  | {
      readonly t: 'page:commands';
      readonly d: { readonly place: string; readonly list: World['commands'][string] };
    };

type Raw = Record<string, unknown> & { readonly id: string };

/** Adds a channel, or updates one that is known. */
function withPlace(world: World, raw: Raw): World {
  if (placeOf(world, raw.id) !== null)
    return changePlaces(world, (place) => (place.id === raw.id ? asPlace(raw, place.guild, place) : place));
  const place = asPlace(raw, (raw.guild_id as string | undefined) ?? null);
  if (place.guild === null) return { ...world, directs: [...world.directs, place] };
  return {
    ...world,
    guilds: world.guilds.map((guild) =>
      guild.id === place.guild ? { ...guild, channels: [...guild.channels, place] } : guild,
    ),
  };
}

function settled(world: World, nonce: string, failed: boolean): World {
  const press = world.presses[nonce];
  if (press === undefined) return world;
  if (!failed) return { ...world, presses: without(world.presses, nonce) };
  return { ...world, presses: { ...world.presses, [nonce]: { ...press, state: 'failed' } } };
}

/** Notes a press. Presses that failed are forgotten, so the page shows one failure at a time. */
function pressed(world: World, nonce: string, press: Press): World {
  const waiting = Object.entries(world.presses).filter(([, each]) => each.state === 'waiting');
  return { ...world, presses: { ...Object.fromEntries(waiting), [nonce]: press } };
}

function ready(world: World, d: Record<string, unknown>): World {
  const guilds = ((d.guilds as Raw[] | undefined) ?? []).map((each) => asGuild(each));
  const directs = ((d.private_channels as Raw[] | undefined) ?? []).map((each) => asPlace(each, null));
  const users = [d.user as APIUser, ...((d.users as APIUser[] | undefined) ?? [])];
  return learn(
    {
      ...world,
      link: 'open',
      me: d.user as APIUser,
      session: d.session_id as string,
      guilds,
      directs,
      presses: {},
      suggestions: null,
    },
    [...users, ...directs.flatMap((each) => each.recipients)],
  );
}

/** The world after an event. An event that is not known changes nothing. */
export function apply(world: World, event: Event): World {
  const d = ('d' in event ? event.d : null) as never;
  switch (event.t) {
    case 'READY':
      return ready(world, d);
    case 'GUILD_CREATE': {
      const guild = asGuild(
        d,
        world.guilds.find((each) => each.id === (d as Raw).id),
      );
      return { ...world, guilds: [...world.guilds.filter((each) => each.id !== guild.id), guild] };
    }
    case 'GUILD_ROLE_CREATE': {
      const { guild_id, role } = d as { guild_id: string; role: { id: string; name: string } };
      const added = { [role.id]: role.name };
      return {
        ...world,
        guilds: world.guilds.map((each) =>
          each.id === guild_id ? { ...each, roles: { ...each.roles, ...added } } : each,
        ),
      };
    }
    case 'GUILD_DELETE': {
      const { id, unavailable } = d as Raw;
      return {
        ...world,
        guilds: world.guilds.flatMap((each) =>
          each.id !== id ? each : unavailable ? { ...each, available: false } : [],
        ),
      };
    }
    case 'CHANNEL_CREATE':
    case 'CHANNEL_UPDATE':
    case 'THREAD_CREATE':
    case 'THREAD_UPDATE':
      return withPlace(world, d);
    case 'CHANNEL_DELETE':
    case 'THREAD_DELETE':
      return changePlaces(world, (place) => (place.id === (d as Raw).id ? null : place));
    case 'MESSAGE_CREATE':
      return created(world, d);
    case 'MESSAGE_UPDATE':
      return updated(world, d);
    case 'MESSAGE_DELETE':
    case 'page:dismiss': {
      const { id, channel_id, channel } = d as Raw & { channel_id?: string; channel?: string };
      const where = channel_id ?? channel ?? '';
      if (world.rooms[where] === undefined) return world;
      return inRoom(world, where, (room) => ({
        ...room,
        messages: room.messages.filter((each) => each.id !== id),
      }));
    }
    case 'INTERACTION_CREATE': {
      const { id, nonce } = d as { id: string; nonce: string };
      const press = world.presses[nonce];
      return press === undefined
        ? world
        : { ...world, presses: { ...world.presses, [nonce]: { ...press, id } } };
    }
    case 'INTERACTION_SUCCESS':
      return settled(world, (d as { nonce: string }).nonce, false);
    case 'INTERACTION_FAILURE':
      return settled(world, (d as { nonce: string }).nonce, true);
    case 'INTERACTION_MODAL_CREATE':
      return opened(world, d);
    case 'APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE': {
      const { nonce, choices } = d as { nonce: string; choices?: APIApplicationCommandOptionChoice[] };
      return { ...settled(world, nonce, false), suggestions: { nonce, choices: choices ?? [] } };
    }
    case 'page:link':
      return { ...world, link: d };
    case 'page:people':
      return learn(world, d);
    case 'page:room':
      return loaded(world, d);
    case 'page:read':
      return world.unread[d as string] === undefined ? world : { ...world, unread: without(world.unread, d) };
    case 'page:missed': {
      const { channel, messages } = d as { channel: string; messages: readonly Message[] };
      return missed(world, channel, messages);
    }
    case 'page:press': {
      const { nonce, press } = d as { nonce: string; press: Press };
      return pressed(world, nonce, press);
    }
    case 'page:failed':
      return settled(world, d, true);
    case 'page:closed':
      return { ...world, modal: null };
    case 'page:commands': {
      const { place, list } = d as { place: string; list: World['commands'][string] };
      return { ...world, commands: { ...world.commands, [place]: list } };
    }
    default:
      return world;
  }
}

function opened(world: World, d: Record<string, unknown>): World {
  const nonce = d.nonce as string;
  const press = world.presses[nonce];
  const application = d.application as { id: string } | undefined;
  const modal: Modal = {
    id: d.id as string,
    custom_id: d.custom_id as string,
    title: d.title as string,
    components: (d.components as Modal['components'] | undefined) ?? [],
    channel: (d.channel_id as string | undefined) ?? press?.channel ?? '',
    message: press?.message ?? null,
    application: application?.id ?? (d.application_id as string | undefined) ?? '',
  };
  return { ...settled(world, nonce, false), modal };
}
