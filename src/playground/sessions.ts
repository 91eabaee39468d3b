import { randomBytes } from 'node:crypto';
import type { WebSocket } from 'ws';
import { channelJson, guildCreateJson, userJson } from './present.ts';
import type { Person } from './shapes.ts';
import type { World } from './world.ts';

/** How many events a session keeps for a client that comes back. */
const KEPT = 500;

/** A client's session: it outlives its socket for a while, so that the client can resume it. */
export interface Session {
  id: string;
  user: string;
  bot: boolean;
  s: number;
  sent: { s: number; text: string }[];
  socket?: WebSocket;
  /** Milliseconds of real time when the socket was lost. */
  lost?: number;
}

/** A new session of somebody on a socket. */
export function openSession(person: Person, socket: WebSocket): Session {
  return {
    id: randomBytes(16).toString('hex'),
    user: person.id,
    bot: person.bot,
    s: 0,
    sent: [],
    socket,
  };
}

/** Sends an event on a session's socket, and keeps it for a resume. */
export function dispatch(session: Session, t: string, d: object): void {
  session.s++;
  const text = JSON.stringify({ op: 0, t, s: session.s, d });
  session.sent.push({ s: session.s, text });
  if (session.sent.length > KEPT) session.sent.shift();
  if (session.socket?.readyState === 1) session.socket.send(text);
}

/** READY, for the bot followed by a GUILD_CREATE for each guild; a person's READY holds the guilds whole. */
export function greet(world: World, session: Session): void {
  const person = world.store.people.get(session.user);
  if (!person) return;
  const guilds = world.store.members
    .all()
    .filter((m) => m.user_id === session.user)
    .flatMap((m) => world.store.guilds.get(m.guild_id) ?? []);
  const common = {
    v: 10,
    user: { ...userJson(person), locale: person.locale, verified: true, mfa_enabled: false, email: null },
    session_id: session.id,
    session_type: 'normal',
    resume_gateway_url: gatewayUrl(world),
  };
  if (session.bot) {
    dispatch(session, 'READY', {
      ...common,
      guilds: guilds.map((g) => ({ id: g.id, unavailable: true })),
      private_channels: [],
      relationships: [],
      application: { id: world.app, flags: 0 },
      shard: [0, 1],
    });
    for (const guild of guilds) {
      if (guild.unavailable) dispatch(session, 'GUILD_DELETE', { id: guild.id, unavailable: true });
      else dispatch(session, 'GUILD_CREATE', guildCreateJson(world, guild, session.user));
    }
    return;
  }
  const direct = world.store.channels.all('direct').filter((c) => c.recipients?.includes(session.user));
  dispatch(session, 'READY', {
    ...common,
    guilds: guilds.map((g) => guildCreateJson(world, g, session.user)),
    private_channels: direct.map((c) => channelJson(world, c, session.user)),
  });
}

/** Address of the gateway. */
export function gatewayUrl(world: World): string {
  return `${world.url.replace(/^http/, 'ws')}/gateway`;
}
