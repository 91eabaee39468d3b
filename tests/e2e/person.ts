import { randomUUID } from 'node:crypto';
import WebSocket from 'ws';
import type { PressRequest } from '../../src/app/request.ts';
import { route } from '../../src/app/router.ts';
import { bare } from '../bare.ts';
import { type Component, labels, parts, words } from '../lib/message.ts';
import { PATIENCE } from '../patience.ts';

/** A person at a Discord client: presses what is on the screen and sees what comes. Nothing of the bot is known. */

export interface Message {
  readonly id: string;
  readonly channel_id: string;
  /** None in direct messages. */
  readonly guild_id?: string;
  readonly content: string;
  readonly flags: number;
  readonly attachments: readonly { filename: string; url: string; description?: string; size: number }[];
  readonly components: readonly Component[];
  readonly mentions: readonly { id: string }[];
  readonly interaction_metadata?: { id: string };
}

/** A form as a client is told to show it: lines of text, each under its label. */
interface Form {
  readonly id: string;
  readonly custom_id: string;
  readonly components: readonly {
    readonly type: number;
    readonly component: { readonly type: number; readonly custom_id: string; readonly value?: string };
  }[];
}

export interface Event {
  readonly t: string;
  readonly d: Record<string, unknown> & { id?: string; nonce?: string };
}

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly events: Event[];
  /** Every message seen, as it is now. */
  readonly messages: Map<string, Message>;
  /** Runs a command such as "metrox new" with options; resolves with the message that answers. */
  command(channel: Place, name: string, options?: Record<string, unknown>): Promise<Message>;
  /** Presses the button with this label; resolves with the answer (the message that came or changed). */
  press(message: Message, label: string | RegExp): Promise<Message | undefined>;
  /** Presses a button whose answer is nothing that this message shows, such as Flip. */
  tap(message: Message, label: string | RegExp): Promise<void>;
  /** Chooses in the menu, by value or by a pattern of the label. */
  choose(message: Message, value: string | RegExp, placeholder?: RegExp): Promise<Message | undefined>;
  /** Presses a button that opens a form, writes into its fields in order and sends it off. */
  fill(message: Message, label: string | RegExp, values: readonly string[]): Promise<Message | undefined>;
  /** Sends an interaction with a custom id, whatever the screen shows. */
  send(message: Message, customId: string, values?: string[]): Promise<Message | undefined>;
  /** Waits until a message (new or changed) fits. */
  wait(fits: (message: Message) => boolean, what?: string): Promise<Message>;
  close(): void;
}

export interface Place {
  readonly guild: string | null;
  readonly channel: string;
}

const updatesIts = (data: unknown): boolean => {
  const { custom_id: customId = '' } = data as { custom_id?: string };
  const press: Partial<PressRequest> = { personal: false, customId, values: [] };
  return route(press as PressRequest).ack === 'update';
};

export const menuOf = (message: Message, placeholder = /./): Component | undefined =>
  parts(message).find((part) => part.type === 3 && placeholder.test(part.placeholder ?? ''));

export async function sitDown(url: string, name: string): Promise<Person> {
  const token = `person-${name.toLowerCase()}`;
  const api = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(`${url}/api/v10${path}`, {
      method,
      headers: { authorization: token, 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text ? JSON.parse(text) : undefined;
  };
  const me = (await api('GET', '/users/@me')) as { id: string };
  const messages = new Map<string, Message>();
  const events: Event[] = [];
  const watchers = new Set<() => void>();
  const { socket, session } = await connect(url, token, (event) => {
    events.push(event);
    if (event.t === 'MESSAGE_CREATE' || event.t === 'MESSAGE_UPDATE') {
      const message = event.d as unknown as Message;
      messages.set(message.id, { ...messages.get(message.id), ...message });
    }
    if (event.t === 'MESSAGE_DELETE') messages.delete(String(event.d.id));
    for (const watch of [...watchers]) watch();
  });

  function until<T>(look: () => T | undefined, what: string): Promise<T> {
    return new Promise((resolve, reject) => {
      const check = (): void => {
        const found = look();
        if (found === undefined) return;
        watchers.delete(check);
        clearTimeout(timer);
        resolve(found);
      };
      const timer = setTimeout(() => {
        watchers.delete(check);
        const last = [...messages.values()].slice(-3).map((m) => `${m.id}: ${words(m).slice(0, 200)}`);
        reject(new Error(`${name} waited in vain for ${what}. Last seen:\n${last.join('\n')}`));
      }, PATIENCE);
      watchers.add(check);
      check();
    });
  }

  async function interact(
    body: Record<string, unknown>,
    source?: Message,
    quiet = false,
  ): Promise<Message | undefined> {
    const nonce = randomUUID().replace(/-/g, '').slice(0, 20);
    const from = events.length;
    const application = source ? undefined : body.application_id;
    await api('POST', '/interactions', {
      ...body,
      application_id: application ?? (await app()),
      session_id: session,
      nonce,
    });
    const settled = await until(
      () =>
        events
          .slice(from)
          .find(
            (e) => e.d.nonce === nonce && (e.t === 'INTERACTION_SUCCESS' || e.t === 'INTERACTION_FAILURE'),
          ),
      `the answer to ${JSON.stringify(body.data)}`,
    );
    if (settled.t === 'INTERACTION_FAILURE')
      throw new Error(`This interaction failed: ${JSON.stringify(body.data)}`);
    if (quiet) return undefined;
    const id = settled.d.id;
    // A message of a channel may be brought up to date just then, which is the answer only to what changes it.
    const updates = source && (source.flags & 64 || !source.guild_id || updatesIts(body.data));
    return until(
      () => {
        for (const event of events.slice(from).reverse()) {
          if (event.t !== 'MESSAGE_CREATE' && event.t !== 'MESSAGE_UPDATE') continue;
          const message = event.d as unknown as Message;
          const answers = message.interaction_metadata?.id === id;
          const replaces = updates && message.id === source.id;
          if ((answers || replaces) && !(message.flags & 128)) return messages.get(message.id) ?? message;
        }
        // What opens a form leaves the screen as it is.
        return events.slice(from).some(({ t }) => t === 'INTERACTION_MODAL_CREATE') ? source : undefined;
      },
      `the message that answers ${JSON.stringify(body.data)}`,
    );
  }

  let application: string | undefined;
  async function app(): Promise<string> {
    if (application === undefined) {
      const [guild] = (await api('GET', '/users/@me/guilds')) as { id: string }[];
      const index = await api('GET', `/guilds/${guild!.id}/application-command-index`);
      application = (index as { applications: { id: string }[] }).applications[0]!.id;
    }
    return application;
  }

  const component = (
    message: Message,
    part: { type: number; custom_id?: string },
    values?: string[],
    quiet = false,
  ) => {
    const guild = guildOf.get(message.channel_id);
    return interact(
      {
        type: 3,
        guild_id: guild ?? undefined,
        channel_id: message.channel_id,
        message_id: message.id,
        message_flags: message.flags,
        data: { component_type: part.type, custom_id: part.custom_id, ...(values ? { values } : {}) },
      },
      message,
      quiet,
    );
  };

  const buttonOf = (now: Message, label: string | RegExp): Component => {
    const part = parts(now).find(
      (one) =>
        one.type === 2 && (typeof label === 'string' ? one.label === label : label.test(one.label ?? '')),
    );
    if (!part) throw new Error(`No button ${label}; there are ${labels(now).join(', ')}. ${words(now)}`);
    return part;
  };

  const guildOf = new Map<string, string>();
  for (const guild of (await api('GET', '/users/@me/guilds')) as { id: string }[]) {
    for (const channel of (await api('GET', `/guilds/${guild.id}/channels`)) as { id: string }[]) {
      guildOf.set(channel.id, guild.id);
    }
  }

  return {
    id: me.id,
    name,
    events,
    messages,
    async command(place, full, options = {}) {
      const [first, ...rest] = full.split(' ');
      const known = (await api('GET', `/channels/${place.channel}/application-command-index`)) as {
        application_commands: {
          id: string;
          name: string;
          version: string;
          options?: { name: string; options?: { name: string; type: number }[] }[];
        }[];
      };
      const command = known.application_commands.find((one) => one.name === first);
      if (!command) throw new Error(`There is no /${first}.`);
      const sub = command.options?.find((one) => one.name === rest[0]);
      const given = Object.entries(options).map(([option, value]) => ({
        name: option,
        type: sub?.options?.find((one) => one.name === option)?.type ?? 3,
        value,
      }));
      const answer = await interact({
        type: 2,
        guild_id: place.guild ?? undefined,
        channel_id: place.channel,
        data: {
          id: command.id,
          version: command.version,
          name: first,
          type: 1,
          options: rest.length > 0 ? [{ type: 1, name: rest[0], options: given }] : given,
        },
      });
      if (!answer) throw new Error(`/${full} was not answered.`);
      return answer;
    },
    async press(message, label) {
      const now = messages.get(message.id) ?? message;
      return component(now, buttonOf(now, label));
    },
    async tap(message, label) {
      const now = messages.get(message.id) ?? message;
      await component(now, buttonOf(now, label), undefined, true);
    },
    async choose(message, value, placeholder) {
      for (let tries = 0; ; tries++) {
        const now = messages.get(message.id) ?? message;
        const menu = menuOf(now, placeholder);
        const option = menu?.options?.find((one) =>
          typeof value === 'string' ? one.value === value : value.test(one.label),
        );
        if (!menu || !option) throw new Error(`No option ${value} in ${JSON.stringify(menu?.options)}.`);
        try {
          return await component(now, menu, [option.value]);
        } catch (error) {
          // An edit was on its way, after which the menu has another id: as a client does, take the new one.
          if (tries === 5 || !/no such component/.test(String(error))) throw error;
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
      }
    },
    async fill(message, label, values) {
      const now = messages.get(message.id) ?? message;
      const from = events.length;
      await component(now, buttonOf(now, label), undefined, true);
      const form = await until(
        () => events.slice(from).find((event) => event.t === 'INTERACTION_MODAL_CREATE'),
        `the form that ${label} opens`,
      );
      const { id, custom_id, components } = form.d as unknown as Form;
      const written = components.map(({ type, component: field }, i) => ({
        type,
        component: { type: field.type, custom_id: field.custom_id, value: values[i] ?? field.value ?? '' },
      }));
      return interact(
        {
          type: 5,
          guild_id: guildOf.get(message.channel_id),
          channel_id: message.channel_id,
          message_id: message.id,
          data: { id, custom_id, components: written },
        },
        now,
      );
    },
    send: (message, customId, values) =>
      component(
        message,
        parts(message).find((part) => part.custom_id === customId) ?? {
          type: values ? 3 : 2,
          custom_id: customId,
        },
        values,
      ),
    wait: (fits, what = 'a message') => until(() => [...messages.values()].reverse().find(fits), what),
    close: () => socket.close(),
  };
}

async function connect(
  url: string,
  token: string,
  on: (event: Event) => void,
): Promise<{ socket: WebSocket; session: string }> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/gateway?v=10&encoding=json`);
  let seq: number | null = null;
  let beat: NodeJS.Timeout | undefined;
  socket.once('close', () => clearInterval(beat));
  const session = await new Promise<string>((resolve, reject) => {
    socket.once('error', reject);
    socket.on('message', (data) => {
      const { op, t, s, d } = JSON.parse(bare(String(data)));
      if (s) seq = s;
      if (op === 10) {
        beat = setInterval(() => socket.send(JSON.stringify({ op: 1, d: seq })), d.heartbeat_interval);
        socket.send(JSON.stringify({ op: 2, d: { token, properties: {}, intents: 0 } }));
      }
      if (op !== 0) return;
      if (t === 'READY') resolve(d.session_id);
      on({ t, d });
    });
  });
  return { socket, session };
}
