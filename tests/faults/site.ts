import { readFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { Fault } from '../../src/playground/faults.ts';
import { setOffset } from '../clock.ts';
import { type Club, openBlankClub } from '../e2e/club.ts';
import type { Message, Person, Place } from '../e2e/person.ts';
import type { Asked, World } from '../e2e/world.ts';
import { type Component, parts } from '../lib/message.ts';

// Much is pressed one after the other, on a machine that may have more to do.
export const CALLBACK = '/interactions/:id/:token/callback';
export const ANSWER = '/webhooks/:id/:token/messages/@original';
export const WHISPER = '/webhooks/:id/:token';
export const POST = '/channels/:id/messages';
export const MESSAGE = '/channels/:id/messages/:id';
export const THREAD = '/channels/:id/messages/:id/threads';

/** A request with what was answered. */
export interface Told extends Asked {
  readonly at: number;
  readonly response?: Record<string, unknown>;
  /** Of the interaction that it answers. */
  readonly interaction?: string;
}

/** A club with blank pictures in a Discord that fails when it is told to. */
export interface Site extends Omit<Club, 'check'> {
  /** Rows of the bot's own book. */
  read<T>(sql: string, ...values: readonly unknown[]): T[];
  /** From now on requests meet this. */
  fault(fault: Fault): Promise<void>;
  /** Discord is well again. */
  heal(): Promise<void>;
  /** What the bot sends from now on. */
  watch(): Promise<() => Promise<Told[]>>;
  /** Moves the clock on. */
  later(milliseconds: number): void;
  /** The log has none of the lines that tell of a fault of the bot's own. */
  sound(): void;
}

/** Cards of which a line's key is a choice. */
const NUMBERS = ['N3', 'N4', 'N5'];

export async function openSite(...names: readonly string[]): Promise<Site> {
  const club = await openBlankClub(...names);
  const { world } = club;
  const requests = async () => (await world.requests()) as Told[];
  return {
    ...club,
    read<T>(sql: string, ...values: readonly unknown[]): T[] {
      const book = new Database(`${world.folder}/metrox.db`, { readonly: true });
      try {
        return book.prepare(sql).all(...values) as T[];
      } finally {
        book.close();
      }
    },
    sit: (seats, options = {}) => club.sit(seats, { map: 'tokyo', cards: NUMBERS, ...options }),
    fault: async (fault) => void (await world.control('POST', '/faults', fault)),
    heal: async () => void (await world.control('DELETE', '/faults')),
    async watch() {
      const from = (await requests()).at(-1)?.n ?? 0;
      return async () => (await requests()).filter(({ n }) => n > from);
    },
    later(milliseconds) {
      setOffset(world.clockFile, offsetOf(world) + milliseconds);
    },
    sound() {
      expect(world.bot.output()).not.toMatch(
        /answering failed|refreshing a table failed|an interaction failed|unhandled rejection|looking for \w+ failed/,
      );
    },
  };
}

export let site: Site;
export let ann: Person;
export let ben: Person;
export let cleo: Person;
export let dia: Person;

/** The tests of the file share a site with four people; after each Discord is well, and the bot may write again. */
export function sited(): void {
  beforeAll(async () => {
    site = await openSite('Ann', 'Ben', 'Cleo', 'Dia');
    [ann, ben, cleo, dia] = site.people as [Person, Person, Person, Person];
  });
  afterEach(async () => {
    await site.heal();
    await change(place('metro').channel, { deny: [] });
  });
  afterAll(() => site?.close());
}

export const place = (channel: string): Place => site.world.place(channel);

/** Changes a channel, as a moderator does. */
export const change = (channel: string, to: Record<string, unknown>): Promise<unknown> =>
  site.world.control('PUT', `/channels/${channel}`, to);

/** Seats for which the clock has chosen. */
export const lateBy = (id: number) =>
  site.read<{ code: string }>("SELECT code FROM actions WHERE match = ? AND code LIKE '/late.%'", id);

function offsetOf(world: World): number {
  try {
    return Number(readFileSync(world.clockFile, 'utf8'));
  } catch {
    return 0;
  }
}

/** Requests of one method on one route. */
export const on = (all: readonly Told[], method: string, route: string): Told[] =>
  all.filter((one) => one.method === method && one.route === route);

/** First answers to interactions, by the interaction's id. */
export function callbacks(all: readonly Told[]): Map<string, Told[]> {
  const found = new Map<string, Told[]>();
  for (const one of on(all, 'POST', CALLBACK)) {
    const id = one.interaction ?? one.path.split('/')[2]!;
    found.set(id, [...(found.get(id) ?? []), one]);
  }
  return found;
}

/** Messages that the bot sent or changed, as Discord shows them. */
export const shown = (all: readonly Told[]): (Message & { n: number })[] =>
  all.flatMap(({ n, method, route, status, response }) =>
    status < 300 &&
    (method === 'POST' || method === 'PATCH') &&
    /messages|webhooks/.test(route) &&
    Array.isArray(response?.components)
      ? [{ ...(response as unknown as Message), n }]
      : [],
  );

/** Every text that people can read in what the bot sent, alt texts included. */
export function textsIn(message: Pick<Message, 'content' | 'components' | 'attachments'>): string[] {
  const texts = parts(message).flatMap((part) => [
    part.content,
    part.label,
    part.placeholder,
    ...(part.options ?? []).flatMap((option) => [option.label, option.description]),
    ...(part.items ?? []).map((item) => item.description),
  ]);
  return [message.content, ...texts, ...message.attachments.map((file) => file.description)].filter(
    (text): text is string => Boolean(text),
  );
}

/** Whatever can be pressed or chosen from in a message. */
export const presses = (message: Message): Component[] =>
  parts(message).filter((part) => part.custom_id && !part.disabled && (part.type === 2 || part.type === 3));

/** Presses what now stands where such a component stood, or chooses the first of its options. */
export function use(person: Person, message: Message, part: Component): Promise<unknown> {
  const open = person.messages.get(message.id) ?? message;
  const kind = (id = '') => id.split('|')[0];
  const found = presses(open).find(
    (one) =>
      one.type === part.type && one.label === part.label && kind(one.custom_id) === kind(part.custom_id),
  );
  if (!found) throw new Error(`No ${part.custom_id} any more in ${JSON.stringify(presses(open))}`);
  return part.type === 2
    ? person.tap(open, part.label!)
    : person.send(open, found.custom_id!, [found.options![0]!.value]);
}
