import type { APIUser } from 'discord-api-types/v10';
import type { Option } from './commands.ts';
import { apply, type Event } from './events.ts';
import { openGateway } from './gateway.ts';
import { createReads } from './reads.ts';
import { createRest, type Person, type Refusal } from './rest.ts';
import { hearTime } from './times.ts';
import {
  type Command,
  emptyWorld,
  isDirect,
  isEphemeral,
  type Message,
  type Modal,
  older,
  type Place,
  type World,
} from './world.ts';

/** One person's client: what it knows, and what it can do. */
export interface Client {
  readonly person: Person;
  world(): World;
  subscribe(listener: () => void): () => void;
  /** Opens a channel: loads its newest messages and the commands that can be used there. */
  open(place: Place): Promise<void>;
  /** Loads the messages before the oldest one shown. */
  earlier(place: Place): Promise<void>;
  read(channel: string): void;
  say(place: Place, content: string): Promise<Refusal | null>;
  dismiss(message: Message): void;
  press(place: Place, message: Message, pressed: Pressed): void;
  run(place: Place, command: Command, name: string, options: readonly Option[]): void;
  /** Asks the bot for suggestions; they arrive in `world().suggestions` under the nonce that is returned. */
  suggest(place: Place, command: Command, options: readonly Option[]): string;
  submit(modal: Modal, components: readonly unknown[]): Promise<Refusal | null>;
  closeModal(): void;
  close(): void;
}

/** A button (type 2), or a menu (3, 5, 6 or 8) with the values picked. */
export interface Pressed {
  readonly type: number;
  readonly id: string;
  readonly label: string;
  readonly values?: readonly string[];
}

/** A press that has no answer after so many ms has failed; Discord gives an app three seconds. */
const patience = 3_500;

const pageSize = 50;

let last = 0;
/** A number that is never given twice, since the nonce tells which press an event answers. */
const nonce = (): string => {
  last = Math.max(last + 1, Date.now());
  return String((BigInt(last) - 1_420_070_400_000n) << 22n);
};

/** The key of a press: it stays the same when the message is drawn again. */
export const keyOf = (message: string, component: string): string => `${message}:${component}`;

/** Makes the client of a person: connects to the gateway and keeps its world up to date. */
export function createClient(person: Person, people: readonly Person[]): Client {
  const rest = createRest(person.token);
  const listeners = new Set<() => void>();
  let world = apply(emptyWorld, { t: 'page:people', d: people as unknown as APIUser[] });
  const opened = new Map<string, Place>();
  const reads = createReads(person.id);

  const put = (event: Event) => {
    const before = world;
    world = apply(world, event);
    if (world !== before) for (const each of listeners) each();
  };

  const address = async () => {
    const answer = await rest<{ url: string }>('GET', '/gateway');
    if (!answer.ok) throw new Error(answer.refusal.message);
    return `${answer.data.url}/?v=10&encoding=json`;
  };

  const gateway = openGateway(person.token, address, (event) => {
    if (event.t === 'MESSAGE_CREATE') hearTime((event as { d: Message }).d.timestamp, true);
    put(event);
    if (event.t === 'READY') {
      void missed();
      for (const place of opened.values()) void load(place);
    }
    // The bot may have registered other commands meanwhile.
    if (event.t === 'READY' || event.t === 'GUILD_CREATE')
      for (const place of opened.values()) void index(place);
  });

  /** Loads the messages that were sent since this person last read each channel. */
  const missed = async () => {
    const places = [...world.directs, ...world.guilds.flatMap((guild) => guild.channels)];
    reads.keep(places);
    for (const place of places) {
      const since = reads.of(place.id);
      if (place.last === null || (since !== null && older(place.last, since) <= 0)) continue;
      const after = since === null ? '' : `&after=${since}`;
      const found = await rest<Message[]>('GET', `/channels/${place.id}/messages?limit=${pageSize}${after}`);
      if (found.ok) put({ t: 'page:missed', d: { channel: place.id, messages: found.data } });
    }
  };

  const load = async (place: Place, before?: string) => {
    const query = `limit=${pageSize}${before === undefined ? '' : `&before=${before}`}`;
    const found = await rest<Message[]>('GET', `/channels/${place.id}/messages?${query}`);
    if (found.ok) for (const each of found.data) hearTime(each.timestamp, false);
    const d = found.ok
      ? { messages: found.data, more: found.data.length === pageSize, problem: null }
      : { messages: [], more: false, problem: found.refusal.message };
    put({ t: 'page:room', d: { channel: place.id, older: before !== undefined, ...d } });
  };

  const index = async (place: Place) => {
    const path = isDirect(place) ? `/channels/${place.id}` : `/guilds/${place.guild}`;
    const found = await rest<{ application_commands: Command[] }>('GET', `${path}/application-command-index`);
    if (found.ok)
      put({
        t: 'page:commands',
        d: { place: place.guild ?? place.id, list: found.data.application_commands },
      });
  };

  const begin = async (
    mine: string,
    type: number,
    press: { key: string; channel: string; message: string | null; label: string },
    body: Record<string, unknown>,
  ): Promise<Refusal | null> => {
    const kind =
      ({ 2: 'command', 3: 'component', 4: 'autocomplete', 5: 'modal' } as const)[type] ?? 'command';
    if (kind !== 'autocomplete')
      put({ t: 'page:press', d: { nonce: mine, press: { ...press, kind, id: null, state: 'waiting' } } });
    const place = body.channel_id as string;
    const guild = world.guilds.find((each) => each.channels.some((channel) => channel.id === place));
    const answer = await rest('POST', '/interactions', {
      type,
      nonce: mine,
      session_id: world.session,
      ...(guild === undefined ? {} : { guild_id: guild.id }),
      ...body,
    });
    if (!answer.ok) {
      put({ t: 'page:failed', d: mine });
      return answer.refusal;
    }
    setTimeout(() => {
      if (world.presses[mine]?.state === 'waiting') put({ t: 'page:failed', d: mine });
    }, patience);
    return null;
  };

  const called = (command: Command, options: readonly Option[]) => ({
    application_id: command.application_id,
    data: { id: command.id, version: command.version, name: command.name, type: 1, options },
  });

  return {
    person,
    world: () => world,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    open: async (place) => {
      opened.set(place.id, place);
      await Promise.all([load(place), index(place)]);
    },
    earlier: async (place) => load(place, world.rooms[place.id]?.messages[0]?.id),
    read: (channel) => {
      const newest = world.rooms[channel]?.messages.findLast((each) => !isEphemeral(each));
      if (newest !== undefined) reads.set(channel, newest.id);
      put({ t: 'page:read', d: channel });
    },
    say: async (place, content) => {
      const answer = await rest('POST', `/channels/${place.id}/messages`, { content, nonce: nonce() });
      return answer.ok ? null : answer.refusal;
    },
    dismiss: (message) => put({ t: 'page:dismiss', d: { channel: message.channel_id, id: message.id } }),
    press: (place, message, pressed) => {
      const press = {
        key: keyOf(message.id, pressed.id),
        channel: place.id,
        message: message.id,
        label: pressed.label,
      };
      const values = pressed.values === undefined ? {} : { type: pressed.type, values: pressed.values };
      void begin(nonce(), 3, press, {
        application_id: message.application_id ?? message.author.id,
        channel_id: place.id,
        message_id: message.id,
        message_flags: message.flags ?? 0,
        data: { component_type: pressed.type, custom_id: pressed.id, ...values },
      });
    },
    run: (place, command, name, options) => {
      const press = { key: `command:${name}`, channel: place.id, message: null, label: `/${name}` };
      void begin(nonce(), 2, press, { channel_id: place.id, ...called(command, options) });
    },
    suggest: (place, command, options) => {
      const press = { key: 'suggest', channel: place.id, message: null, label: '' };
      const mine = nonce();
      void begin(mine, 4, press, { channel_id: place.id, ...called(command, options) });
      return mine;
    },
    submit: async (modal, components) => {
      const press = {
        key: `modal:${modal.id}`,
        channel: modal.channel,
        message: modal.message,
        label: modal.title,
      };
      const refusal = await begin(nonce(), 5, press, {
        application_id: modal.application,
        channel_id: modal.channel,
        ...(modal.message === null ? {} : { message_id: modal.message }),
        data: { id: modal.id, custom_id: modal.custom_id, components },
      });
      if (refusal === null) put({ t: 'page:closed' });
      return refusal;
    },
    closeModal: () => put({ t: 'page:closed' }),
    close: () => gateway.close(),
  };
}
