import { DiscordAPIError, type REST } from 'discord.js';
import type { APIInteraction } from 'discord-api-types/v10';

/** Interactions as Discord sends them, and a connection that remembers what was sent. */

let serial = 5_000_000_000;
const VIEW_CHANNEL = 1n << 10n;

interface Who {
  readonly id?: string;
  readonly user?: string;
  readonly name?: string;
  readonly nick?: string | null;
  /** null: a direct message. */
  readonly guild?: string | null;
  readonly rights?: bigint;
  readonly permissions?: bigint;
  readonly channelType?: number;
  readonly locale?: string;
}

function common(who: Who) {
  const { guild = '77', user = '1000', name = 'Ann', nick = null } = who;
  const id = who.id ?? String(serial++);
  const person = {
    id: user,
    username: name.toLowerCase(),
    global_name: name,
    discriminator: '0',
    avatar: null,
  };
  return {
    id,
    application_id: '42',
    token: `token-${id}`,
    version: 1,
    locale: who.locale ?? 'en-US',
    channel_id: '88',
    channel: { id: '88', type: guild === null ? 1 : (who.channelType ?? 0) },
    app_permissions: String(who.permissions ?? (1n << 50n) - 1n),
    entitlements: [],
    authorizing_integration_owners: {},
    attachment_size_limit: 10_485_760,
    ...(guild === null
      ? { user: person, context: 1 }
      : {
          guild_id: guild,
          context: 0,
          member: { user: person, nick, roles: [], permissions: String(who.rights ?? VIEW_CHANNEL) },
        }),
  };
}

type Given = { name: string; type: number; value: string | number | boolean };

/** "metrox new" with options, as given by a person. */
export function command(name: string, given: readonly Given[] = [], who: Who = {}): APIInteraction {
  const [first, sub] = name.split(' ');
  const options = sub ? [{ type: 1, name: sub, options: given }] : given;
  const users = given.filter(({ type }) => type === 6).map(({ value }) => String(value));
  const resolved = {
    users: Object.fromEntries(users.map((id) => [id, { id, username: `u${id}`, global_name: `U${id}` }])),
  };
  return {
    ...common(who),
    type: 2,
    data: { id: '1', type: 1, name: first, options, ...(users.length > 0 ? { resolved } : {}) },
  } as unknown as APIInteraction;
}

/** A press on a message with these flags: 64 is seen by one person, 1 << 15 is one of components. */
export function press(
  customId: string,
  values: readonly string[] | undefined = undefined,
  flags = 0,
  who: Who = {},
): APIInteraction {
  return {
    ...common(who),
    type: 3,
    message: { id: '555', flags, content: '', components: [], attachments: [], channel_id: '88' },
    data: { custom_id: customId, component_type: values ? 3 : 2, ...(values ? { values } : {}) },
  } as unknown as APIInteraction;
}

/** A modal that was sent off with these fields, opened from a message with these flags, or from none. */
export function submission(
  customId: string,
  fields: Readonly<Record<string, string>>,
  flags: number | null,
  who: Who = {},
): APIInteraction {
  return {
    ...common(who),
    type: 5,
    ...(flags === null
      ? {}
      : { message: { id: '555', flags, content: '', components: [], attachments: [], channel_id: '88' } }),
    data: {
      custom_id: customId,
      components: Object.entries(fields).map(([custom_id, value], i) => ({
        id: i * 2 + 1,
        type: 18,
        component: { id: i * 2 + 2, type: 4, custom_id, value },
      })),
    },
  } as unknown as APIInteraction;
}

export interface Sent {
  readonly method: 'get' | 'post' | 'patch' | 'delete' | 'put';
  readonly route: string;
  readonly body: Record<string, unknown> | undefined;
  readonly files: readonly { name: string; data: Buffer }[];
  readonly query: string;
  readonly auth: boolean;
}

export interface Line {
  readonly rest: REST;
  readonly sent: Sent[];
  /** What the next requests on a route are refused with; `hold` keeps them waiting until it resolves. */
  fail(part: string, error: Error, times?: number): void;
  /** What the next first answer is told in return, where it asks. */
  tell(response: object): void;
  hold(part: string, until: Promise<void>): void;
}

export const refused = (code: number, status: number): DiscordAPIError =>
  new DiscordAPIError({ code, message: 'No.' }, code, status, 'POST', 'https://discord.example', {
    body: undefined,
    files: undefined,
  });

export function openLine(): Line {
  const sent: Sent[] = [];
  const failing: { part: string; error: Error; left: number }[] = [];
  const held: { part: string; until: Promise<void> }[] = [];
  const told: object[] = [];
  let id = 700;
  const request =
    (method: Sent['method']) =>
    async (route: string, options: Record<string, unknown> = {}): Promise<unknown> => {
      sent.push({
        method,
        route,
        body: options.body as Sent['body'],
        files: (options.files as Sent['files']) ?? [],
        query: String(options.query ?? ''),
        auth: options.auth !== false,
      });
      for (const one of held) if (route.includes(one.part)) await one.until;
      const fault = failing.find((one) => one.left > 0 && `${method} ${route}`.includes(one.part));
      if (fault) {
        fault.left--;
        throw fault.error;
      }
      if (method === 'delete') return undefined;
      const message = { id: String(id++) };
      return route.includes('/callback') && !String(options.query).includes('true')
        ? undefined
        : route.includes('/callback')
          ? (told.shift() ?? { interaction: { response_message_id: message.id }, resource: { type: 5 } })
          : message;
    };
  const rest = {
    get: request('get'),
    post: request('post'),
    patch: request('patch'),
    delete: request('delete'),
    put: request('put'),
  };
  return {
    rest: rest as unknown as REST,
    sent,
    fail: (part, error, times = 1) => void failing.push({ part, error, left: times }),
    tell: (response) => void told.push(response),
    hold: (part, until) => void held.push({ part, until }),
  };
}
