import type { Server } from 'node:http';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { isOwn } from './requests.ts';
import { dispatch, greet, openSession, type Session } from './sessions.ts';
import { type Audience, GUILDS, type World, whoHas } from './world.ts';

const BEAT = 41_250;

/** Milliseconds that a session can be resumed after its socket was lost. */
const RESUMABLE = 120_000;

export interface Gateway {
  emit(event: string, data: object, to: Audience): void;
  /** Cuts the bot's sockets without a close code; for `quiet` ms it gets no new session. */
  drop(quiet?: number): void;
  /** Asks the bot to reconnect and resume (op 7). */
  reconnect(): void;
  /** Ends the bot's sessions (op 9). */
  invalidate(): void;
  /** Ends a user's sessions (4004), since their token was revoked. */
  expel(user: string): void;
  /** Sends the last INTERACTION_CREATE once more; false if there was none. */
  replay(): boolean;
  /** How many sockets of the bot are open. */
  bots(): number;
  close(): void;
}

interface Payload {
  op: number;
  d?: unknown;
}

function parse(raw: RawData): Payload | undefined {
  try {
    const payload = JSON.parse(String(raw));
    return typeof payload?.op === 'number' ? payload : undefined;
  } catch {
    return undefined;
  }
}

/** The gateway, on the upgrade requests of an HTTP server. */
export function startGateway(world: World, server: Server): Gateway {
  const sockets = new WebSocketServer({ server, maxPayload: 64 * 1024 });
  // The HTTP server's own errors (a taken port) are its starter's business; ws would throw them a second
  // time.
  sockets.on('error', () => {});
  const sessions = new Map<string, Session>();
  let last: object | undefined;
  let quietUntil = 0;
  const isBot = (d: object): boolean =>
    whoHas(world, String((d as { token?: string }).token ?? '').replace(/^Bot /, ''))?.bot === true;

  const bound = (session: Session, socket: WebSocket) => {
    session.socket = socket;
    delete session.lost;
  };

  function identify(
    socket: WebSocket,
    d: { token?: string; intents?: number; shard?: number[] },
  ): Session | undefined {
    const person = whoHas(world, String(d.token ?? '').replace(/^Bot /, ''));
    if (!person) return void socket.close(4004, 'Authentication failed.');
    if (person.bot) {
      if (!Number.isInteger(d.intents)) return void socket.close(4013, 'Invalid intent(s).');
      if (d.intents !== GUILDS) return void socket.close(4014, 'Disallowed intent(s).');
      if (d.shard && (d.shard[0] !== 0 || d.shard[1] !== 1)) return void socket.close(4010, 'Invalid shard.');
    }
    const session = openSession(person, socket);
    sessions.set(session.id, session);
    greet(world, session);
    return session;
  }

  function resume(
    socket: WebSocket,
    d: { token?: string; session_id?: string; seq?: number },
  ): Session | undefined {
    const session = sessions.get(String(d.session_id));
    const person = whoHas(world, String(d.token ?? '').replace(/^Bot /, ''));
    if (!person) return void socket.close(4004, 'Authentication failed.');
    const seq = Number(d.seq ?? 0);
    const oldest = session?.sent[0]?.s ?? 0;
    if (!session || session.user !== person.id || seq > session.s || seq + 1 < oldest) {
      socket.send(JSON.stringify({ op: 9, d: false }));
      return undefined;
    }
    if (session.socket && session.socket !== socket) session.socket.close(4000);
    bound(session, socket);
    for (const one of session.sent) if (one.s > seq) socket.send(one.text);
    dispatch(session, 'RESUMED', { _trace: [] });
    return session;
  }

  sockets.on('connection', (socket, request) => {
    let session: Session | undefined;
    let heard = Date.now();
    if (!isOwn(request.headers.host, request.headers.origin))
      return socket.close(4001, 'Only for this machine.');
    const asked = new URL(request.url ?? '/', 'http://localhost').searchParams;
    if ((asked.get('v') ?? '10') !== '10') return socket.close(4012, 'Invalid API version.');
    if ((asked.get('encoding') ?? 'json') !== 'json') return socket.close(4002, 'Only JSON is spoken here.');
    socket.send(JSON.stringify({ op: 10, d: { heartbeat_interval: BEAT, _trace: [] } }));
    const watch = setInterval(() => {
      if (Date.now() - heard > BEAT * 1.5) socket.close(4009, 'Session timed out.');
    }, BEAT / 4).unref();
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      clearInterval(watch);
      if (session?.socket === socket) {
        delete session.socket;
        session.lost = Date.now();
      }
    });
    socket.on('message', (raw) => {
      const payload = parse(raw);
      heard = Date.now();
      if (!payload) return socket.close(4002, 'Decode error.');
      const d = (payload.d ?? {}) as object;
      if (payload.op === 1) return socket.send(JSON.stringify({ op: 11 }));
      if (payload.op === 2 || payload.op === 6) {
        if (session && payload.op === 2) return socket.close(4005, 'Already authenticated.');
        const begin = (): void => {
          if (!world.closed) session = (payload.op === 2 ? identify : resume)(socket, d);
        };
        const wait = quietUntil - Date.now();
        if (wait > 0 && isBot(d)) setTimeout(begin, wait).unref();
        else begin();
        return;
      }
      if (!session) return socket.close(4003, 'Not authenticated.');
      // Requests for presence, voice or members are accepted and ignored.
      if (![3, 4, 8, 31].includes(payload.op)) socket.close(4001, 'Unknown opcode.');
    });
  });

  const open = (bots: boolean) => {
    const now = Date.now();
    for (const [id, session] of sessions)
      if (session.lost !== undefined && now - session.lost > RESUMABLE) sessions.delete(id);
    return [...sessions.values()].filter((session) => session.bot === bots);
  };

  return {
    emit: (event, data, to) => {
      const { bot, people } = to;
      if (bot) for (const session of open(true)) dispatch(session, event, data);
      if (people) for (const session of open(false)) if (people(session.user)) dispatch(session, event, data);
      if (event === 'INTERACTION_CREATE' && bot) last = data;
    },
    drop: (quiet = 0) => {
      quietUntil = Date.now() + quiet;
      for (const session of open(true)) session.socket?.terminate();
    },
    reconnect: () => {
      for (const session of open(true)) session.socket?.send(JSON.stringify({ op: 7, d: null }));
    },
    invalidate: () => {
      for (const session of open(true)) {
        sessions.delete(session.id);
        session.socket?.send(JSON.stringify({ op: 9, d: false }));
      }
    },
    expel: (user) => {
      for (const session of sessions.values())
        if (session.user === user) {
          sessions.delete(session.id);
          session.socket?.close(4004, 'Authentication failed.');
        }
    },
    replay: () => {
      if (!last) return false;
      for (const session of open(true)) dispatch(session, 'INTERACTION_CREATE', last);
      return true;
    },
    bots: () => open(true).filter((session) => session.socket?.readyState === 1).length,
    close: () => {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
    },
  };
}
