import { WebSocket } from 'ws';
import { type Discord, type Options, startDiscord } from '../../src/playground/server.ts';

/** A JSON answer of the API, loosely typed on purpose: tests name the fields they look at. */
// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes are compared field by field
export type Loose = any;

export interface Reply {
  status: number;
  body: Loose;
  headers: Headers;
}

/** How a request was answered: its status, and Discord's code for what was wrong. */
export const code = ({ status, body }: { status: number; body: Loose }) => [status, body?.code];

export interface Line {
  events: { t: string; s: number; d: Loose }[];
  /** The next event of a name not yet waited for (and such as `where` says), within the milliseconds. */
  next(name: string, where?: (d: Loose) => boolean, milliseconds?: number): Promise<Loose>;
  closed: Promise<number>;
  send(payload: object): void;
  close(): void;
}

/** Opens a gateway connection and identifies, or sends `first` instead. */
export function connect(discord: Discord, token: string, intents = 1, first?: object): Line {
  const socket = new WebSocket(`${discord.url.replace('http', 'ws')}/gateway?v=10&encoding=json`);
  const events: Line['events'] = [];
  const taken = new Set<number>();
  const waiting = new Set<() => void>();
  socket.on('error', () => {});
  socket.on('message', (raw) => {
    const payload = JSON.parse(String(raw));
    if (payload.op === 10)
      socket.send(JSON.stringify(first ?? { op: 2, d: { token, intents, properties: {} } }));
    else events.push(payload.op === 0 ? payload : { t: `op${payload.op}`, s: 0, d: payload.d });
    for (const check of waiting) check();
  });
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  return {
    events,
    closed,
    send: (payload) => socket.send(JSON.stringify(payload)),
    close: () => socket.terminate(),
    next: (name, where = () => true, milliseconds = 2000) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(check);
          reject(new Error(`No ${name} came; there came ${events.map((e) => e.t).join(', ')}`));
        }, milliseconds);
        const check = () => {
          const index = events.findIndex((event, i) => event.t === name && !taken.has(i) && where(event.d));
          if (index < 0) return;
          taken.add(index);
          clearTimeout(timer);
          waiting.delete(check);
          resolve(events[index]?.d);
        };
        waiting.add(check);
        check();
      }),
  };
}

export interface Upload {
  name: string;
  bytes: Buffer;
}

/** A request as the bot ("Bot playground"), a person, or with no token at all (''). */
export async function ask(
  discord: Discord,
  token: string,
  method: string,
  path: string,
  body?: object,
  files: Upload[] = [],
): Promise<Reply> {
  const headers: Record<string, string> = {};
  if (token) headers.authorization = token;
  let payload: FormData | string | undefined;
  if (files.length > 0) {
    payload = new FormData();
    payload.set('payload_json', JSON.stringify(body ?? {}));
    files.forEach((file, n) => {
      (payload as FormData).set(`files[${n}]`, new Blob([new Uint8Array(file.bytes)]), file.name);
    });
  } else if (body !== undefined) {
    headers['content-type'] = 'application/json';
    payload = JSON.stringify(body);
  }
  const response = await fetch(`${discord.url}${path.startsWith('/_') ? '' : '/api/v10'}${path}`, {
    method,
    headers,
    ...(payload === undefined ? {} : { body: payload }),
  });
  const text = await response.text();
  return { status: response.status, body: text ? JSON.parse(text) : undefined, headers: response.headers };
}

/** A local Discord with its main places at hand, a bot on the gateway and shortcuts for requests. */
export async function openClub(options: Options = {}) {
  const discord = await startDiscord({ limits: 'off', ...options });
  const bot = (method: string, path: string, body?: object, files: Upload[] = []) =>
    ask(discord, 'Bot playground', method, path, body, files);
  const as = (name: string) => (method: string, path: string, body?: object) =>
    ask(discord, `person-${name}`, method, path, body);
  const control = (method: string, path: string, body?: object) =>
    ask(discord, '', method, `/_${path}`, body);
  const line = connect(discord, discord.token);
  const ready = await line.next('READY');
  await line.next('GUILD_CREATE');
  await line.next('GUILD_CREATE');
  const [guild] = (await as('ann')('GET', '/users/@me/guilds')).body;
  const channels: Loose[] = (await as('ann')('GET', `/guilds/${guild.id}/channels`)).body;
  const place = (name: string): string => channels.find((c) => c.name === name).id;
  const people = (await (await fetch(`${discord.url}/people`)).json()) as Loose[];
  const person = (name: string): string => people.find((p) => p.username === name).id;
  const app: string = ready.application.id;

  /** Registers commands, and answers them as listed. */
  const register = async (commands: object[]) =>
    (await bot('PUT', `/applications/${app}/commands`, commands as object)).body;

  /** Has a person do something, and answers the interaction that the bot gets. */
  const press = async (name: string, body: Loose): Promise<Loose> => {
    const reply = await as(name)('POST', '/interactions', {
      application_id: app,
      channel_id: place('metro'),
      nonce: String(Math.random()).slice(2, 18),
      ...body,
    });
    if (reply.status !== 204) throw Object.assign(new Error(JSON.stringify(reply.body)), { reply });
    return line.next('INTERACTION_CREATE');
  };
  /** Has a person use a command without options. */
  const use = (name: string, command: Loose, more: object = {}) =>
    press(name, { type: 2, data: { id: command.id, name: command.name, type: 1 }, ...more });
  /** Has a person press a button. */
  const push = (name: string, message: Loose, custom_id: string, more: object = {}) =>
    press(name, {
      type: 3,
      channel_id: message.channel_id,
      message_id: message.id,
      data: { component_type: 2, custom_id, ...more },
    });
  const answer = (interaction: Loose, body: object, files: Upload[] = [], query = '?with_response=true') =>
    ask(
      discord,
      '',
      'POST',
      `/interactions/${interaction.id}/${interaction.token}/callback${query}`,
      body,
      files,
    );
  const hook = (interaction: Loose, method: string, path = '', body?: object, files: Upload[] = []) =>
    ask(discord, '', method, `/webhooks/${app}/${interaction.token}${path}`, body, files);
  const close = async () => {
    line.close();
    await discord.close();
  };
  return {
    discord,
    bot,
    as,
    control,
    line,
    ready,
    app,
    guild: guild.id as string,
    place,
    person,
    register,
    press,
    use,
    push,
    answer,
    hook,
    close,
  };
}

export type Club = Awaited<ReturnType<typeof openClub>>;

/** A row with one grey button. */
export function button(custom_id: string, more: object = {}) {
  return { type: 1, components: [{ type: 2, style: 2, label: custom_id, custom_id, ...more }] };
}

export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAAAAAC4HznGAAAAC0lEQVR4nGNgQAYAAA4AAYnLKWMAAAAASUVORK5CYII=',
  'base64',
);
