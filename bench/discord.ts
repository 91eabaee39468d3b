import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { type Body, type Crowd, createCrowd } from './crowd.ts';

/**
 * A stand-in for Discord in a process of its own, so that its work is not counted as the bot's: as much of HTTP and gateway as
 * a bot at tables needs, answered at once, and the people who press (see `crowd.ts`). It is as strict as Discord where that
 * matters here: a first answer is taken once, and for three seconds. What it is to do comes over the process's channel.
 */

/** Until when a first answer is taken, in ms. */
const PATIENCE = 3_000;
const BOT = '100000000000000042';
export const GUILD = '100000000000000077';
const BEAT = 41_250;
/** What is seen of a channel by everybody: all rights. */
const ALL = String((1n << 50n) - 1n);
const EPOCH = 1_420_070_400_000;

let serial = 0;
/** An id as Discord makes them: it tells when. */
const snowflake = (): string => String((BigInt(Date.now() - EPOCH) << 22n) | BigInt(serial++ & 0x3fffff));

/** A press or command that is under way, by its token. */
interface Pending {
  readonly interaction: string;
  readonly person: number;
  readonly at: number;
  /** The message that it was pressed on, or that its first answer makes. */
  message: string | null;
  /** What was pressed is seen by one person alone. */
  readonly personal: boolean;
  acknowledged: boolean;
  answers: number;
}

const pending = new Map<string, Pending>();
const sockets = new Set<{ readonly socket: WebSocket; sequence: number }>();

function dispatch(event: string, data: object): void {
  for (const one of sockets)
    one.socket.send(JSON.stringify({ op: 0, t: event, s: ++one.sequence, d: data }), () => {});
}

const crowd: Crowd = createCrowd({
  channels: Array.from({ length: 200 }, () => snowflake()),
  send(person, data, message) {
    const id = snowflake();
    const token = `token-${id}`;
    pending.set(token, {
      interaction: id,
      person: person.number,
      at: performance.now(),
      message: message?.id ?? null,
      personal: ((message?.flags ?? 0) & 64) > 0,
      acknowledged: false,
      answers: 0,
    });
    dispatch('INTERACTION_CREATE', {
      id,
      application_id: BOT,
      token,
      version: 1,
      locale: 'en-US',
      guild_id: GUILD,
      channel_id: person.channel,
      channel: { id: person.channel, type: 0 },
      app_permissions: ALL,
      entitlements: [],
      authorizing_integration_owners: { 0: GUILD },
      attachment_size_limit: 10_485_760,
      context: 0,
      member: {
        user: {
          id: person.id,
          username: person.name,
          global_name: person.name,
          discriminator: '0',
          avatar: null,
        },
        nick: null,
        roles: [],
        permissions: ALL,
      },
      ...(message
        ? {
            message: { ...message, content: '', components: [], attachments: [], channel_id: person.channel },
          }
        : {}),
      ...data,
    });
    return token;
  },
  forget: (token) => void pending.delete(token),
});

/** The JSON of a request; of a form only its part `payload_json` is looked at. */
function bodyOf(raw: Buffer, type = ''): Body {
  if (raw.length === 0) return {};
  if (!type.startsWith('multipart/')) return JSON.parse(raw.toString()) as Body;
  const from = raw.indexOf('\r\n\r\n', raw.indexOf('name="payload_json"')) + 4;
  return JSON.parse(raw.subarray(from, raw.indexOf('\r\n--', from)).toString()) as Body;
}

type Told = readonly [status: number, body?: object];

const NOTHING: Told = [204];
const refusal = (status: number, code: number): Told => [status, { code, message: 'No.' }];

/** Carries out what the bot asks. */
function carryOut(method: string, path: string, query: string, raw: Buffer, type?: string): Told {
  const [first, second, third, fourth, fifth] = path.split('/');
  if (first === 'interactions') {
    crowd.count('callback');
    const one = pending.get(third!);
    const late = performance.now() - (one?.at ?? -Infinity);
    if (!one || late > PATIENCE) return refusal(404, 10062);
    if (one.acknowledged) {
      crowd.twice('callback');
      return refusal(400, 40060);
    }
    one.acknowledged = true;
    const { type: kind } = bodyOf(raw, type);
    if (kind === 4) {
      crowd.refused(third!, late);
      return NOTHING;
    }
    if (kind !== 6) one.message = snowflake();
    crowd.acknowledged(third!, late, kind === 6 && !one.personal);
    return query.includes('with_response=true')
      ? [200, { interaction: { id: second, response_message_id: one.message }, resource: { type: kind } }]
      : NOTHING;
  }
  if (first === 'webhooks') {
    crowd.count('answer');
    const one = pending.get(third!);
    if (!one?.acknowledged) return refusal(404, 10015);
    if (method === 'GET') return [200, { id: one.message }];
    const body = method === 'DELETE' ? {} : bodyOf(raw, type);
    const id = fourth === undefined ? snowflake() : one.message!;
    if (one.answers++ > 0) crowd.twice('answer');
    crowd.answered(third!, performance.now() - one.at, id, body, fourth === undefined);
    return method === 'DELETE' ? NOTHING : [200, { id }];
  }
  if (first === 'channels') {
    if (third === 'messages' && fifth === 'threads') {
      crowd.count('thread');
      return [200, { id: fourth }];
    }
    crowd.count(`message ${method.toLowerCase()}`);
    if (method === 'DELETE') return NOTHING;
    const id = fourth ?? snowflake();
    if (third === 'messages') crowd.shown(second!, id, bodyOf(raw, type));
    return [200, { id }];
  }
  if (first === 'gateway')
    return [
      200,
      {
        url: `${address}/gateway`.replace('http', 'ws'),
        shards: 1,
        session_start_limit: { total: 1000, remaining: 1000, reset_after: 0, max_concurrency: 1 },
      },
    ];
  // The last that it does at its start.
  if (first === 'applications' && method === 'PUT') crowd.met();
  if (first === 'applications') return [200, method === 'GET' ? [] : {}];
  return [200, { id: BOT, username: 'bot' }];
}

let address = '';

function serve(request: IncomingMessage, response: ServerResponse): void {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const { pathname, search } = new URL(request.url ?? '/', address);
    const path = pathname.replace(/^\/api\/v10\//, '');
    const [status, body] = carryOut(
      request.method ?? 'GET',
      path,
      search,
      Buffer.concat(parts),
      request.headers['content-type'],
    );
    if (body === undefined) return response.writeHead(status).end();
    return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
}

function greet(socket: WebSocket): void {
  const one = { socket, sequence: 0 };
  socket.send(JSON.stringify({ op: 10, d: { heartbeat_interval: BEAT } }));
  socket.on('close', () => sockets.delete(one));
  socket.on('error', () => socket.terminate());
  socket.on('message', (said) => {
    const { op } = JSON.parse(String(said)) as { op: number };
    if (op === 1) socket.send(JSON.stringify({ op: 11 }));
    if (op !== 2) return;
    sockets.add(one);
    dispatch('READY', {
      v: 10,
      user: { id: BOT, username: 'bot', discriminator: '0', bot: true },
      session_id: 'session',
      session_type: 'normal',
      resume_gateway_url: `${address}/gateway`.replace('http', 'ws'),
      guilds: [{ id: GUILD, unavailable: true }],
      private_channels: [],
      relationships: [],
      application: { id: BOT, flags: 0 },
      shard: [0, 1],
    });
    dispatch('GUILD_CREATE', {
      id: GUILD,
      name: 'Town',
      owner_id: '1',
      unavailable: false,
      member_count: 500,
      roles: [
        {
          id: GUILD,
          name: '@everyone',
          permissions: ALL,
          position: 0,
          color: 0,
          hoist: false,
          managed: false,
          mentionable: false,
          flags: 0,
        },
      ],
      channels: crowd.channels.map((id, position) => ({
        id,
        type: 0,
        name: `c${position}`,
        position,
        permission_overwrites: [],
        parent_id: null,
      })),
      threads: [],
      members: [
        {
          user: { id: BOT, username: 'bot', discriminator: '0', bot: true },
          roles: [],
          joined_at: new Date(0).toISOString(),
          flags: 0,
        },
      ],
      emojis: [],
      stickers: [],
      features: [],
      voice_states: [],
      presences: [],
      stage_instances: [],
      guild_scheduled_events: [],
    });
  });
}

const server = createServer(serve);
server.keepAliveTimeout = 60_000;
new WebSocketServer({ server }).on('connection', greet);
server.listen(0, '127.0.0.1', () => {
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.send?.({ address: `${address}/api` });
});

process.on('message', ({ id, order }: { id: number; order: Parameters<Crowd['obey']>[0] }) => {
  crowd.obey(order).then(
    (answer) => process.send?.({ id, answer }),
    (error: Error) => process.send?.({ id, error: error.message }),
  );
});
process.on('disconnect', () => process.exit());
