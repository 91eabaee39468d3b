import { expect, vi } from 'vitest';
import { labels, parts, words } from '../lib/message.ts';
import { PATIENCE } from '../patience.ts';
import { type Message, menuOf, type Person, type Place } from './person.ts';
import type { Asked, World } from './world.ts';

/** What people do at a table, and where they look. */

const EPHEMERAL = 64;
const LOADING = 128;

export const isPrivate = (message: Message): boolean => (message.flags & EPHEMERAL) !== 0;

/** Runs something a person does and resolves with the new private message that it brings. */
export async function toldBy(person: Person, act: () => Promise<unknown>): Promise<Message> {
  const before = new Set(person.messages.keys());
  await act();
  return person.wait(
    (m) => !before.has(m.id) && isPrivate(m) && !(m.flags & LOADING),
    'a private message of its own',
  );
}

/** Presses a button of a public message once it is there; resolves with the private answer. */
export const told = (person: Person, message: Message, label: string | RegExp): Promise<Message> =>
  toldBy(person, async () => {
    await now(person, message, (m) => has(m, label), `the button ${label}`);
    await person.tap(message, label);
  });

/** Whether a message has a button of that name. */
export const has = (message: Message, label: string | RegExp): boolean =>
  labels(message).some((known) => (typeof label === 'string' ? known === label : label.test(known)));

/** The message as a person sees it once it fits. */
export const now = (
  person: Person,
  message: Pick<Message, 'id'>,
  fits: (message: Message) => boolean,
  what?: string,
): Promise<Message> => person.wait((m) => m.id === message.id && fits(m), what);

/**
 * The guests join one after the other and the host starts once all of them sit, as `seated` tells or the lobby shows.
 * A press is taken before it is carried out: two on their way may sit down in either order, and seats go by that
 * order; whoever starts too early starts without those on their way.
 */
export async function startWith(
  host: Person,
  guests: readonly Person[],
  lobby: Message,
  seated?: () => Promise<number>,
): Promise<void> {
  for (const [before, guest] of guests.entries()) {
    await now(guest, lobby, (m) => has(m, 'Join'), 'the lobby');
    await guest.tap(lobby, 'Join');
    const all = before + 2;
    // Also before a test has begun, where nothing can be polled for.
    if (seated) await vi.waitFor(async () => expect(await seated()).toBe(all), PATIENCE);
    else await now(host, lobby, (m) => has(m, `▶ Start (${all})`), `${all} at the table`);
  }
  await host.tap(lobby, /Start/);
}

/** The number of the match that a screen's buttons and menus mean. */
export function matchOf(message: Message): number {
  for (const part of parts(message)) {
    const id = Number(part.custom_id?.split('|')[1] ?? 0);
    if (id > 0) return id;
  }
  throw new Error(`No match in ${words(message)}`);
}

/** Text as it looks: without the backslashes that keep characters from being markup. */
export const literal = (text: string): string => text.replace(/\\([^\w\s])/gu, '$1');

/** What a private screen offers to play: the keys of its lines that can be pressed. */
export const keypad = (message: Message): string[] =>
  parts(message).flatMap((part) =>
    part.type === 2 && !part.disabled && part.custom_id?.startsWith('pick|') ? [part.label!] : [],
  );

/** Chooses a line in the table's own menu; resolves with the private answer. */
export const playLine = (person: Person, table: Message, label: RegExp | string = /./): Promise<Message> =>
  toldBy(person, async () => {
    const seen = await person.wait((m) => m.id === table.id && menuOf(m) !== undefined, 'the table');
    await person.choose(seen, label, /Play a line/);
  });

/** The table of a round in a place, once a person sees it. */
export const round = (person: Person, place: Pick<Place, 'channel'>, n: number): Promise<Message> =>
  person.wait(
    (m) => m.channel_id === place.channel && m.content.includes(`**Round ${n} ·`) && m.components.length > 0,
    `round ${n}`,
  );

/** Requests that the bot made in a channel, of one method. */
export async function asked(world: World, method: string, channel: string): Promise<Asked[]> {
  const all = await world.requests();
  return all.filter(
    (one) => one.method === method && new RegExp(`/channels/${channel}/messages(/|$)`).test(one.path),
  );
}

/** Bytes of every picture a message shows. */
export async function pictures(message: Message): Promise<Buffer[]> {
  const urls = [
    ...message.attachments.map((file) => file.url),
    ...parts(message).flatMap((part) => (part.items ?? []).map((item) => item.media.url)),
  ];
  return Promise.all(urls.map(async (url) => Buffer.from(await (await fetch(url)).arrayBuffer())));
}

/** Alt texts of every picture a message shows. */
export const alts = (message: Message): string[] => [
  ...message.attachments.map((file) => file.description ?? ''),
  ...parts(message).flatMap((part) => (part.items ?? []).map((item) => item.description ?? '')),
];

/** Everything a message says and shows but where its files are kept. */
export const contents = (message: Message): string =>
  JSON.stringify([message.content, message.components, labels(message)]).replace(
    /https?:[^"]*\/attachments\/[^"]*|"(id|attachment_id|size|content_scan_version)":"?\d+"?/g,
    '',
  );

/**
 * Posts, as the bot, components that an earlier version of it may have left in a channel; people see them as any
 * other message.
 */
export async function leftBehind(
  world: World,
  channel: string,
  components: readonly { type: 2 | 3; custom_id: string; label?: string; value?: string }[],
): Promise<string> {
  const rows = components.map((part) => ({
    type: 1,
    components: [
      part.type === 2
        ? { type: 2, style: 2, label: part.label ?? 'Old', custom_id: part.custom_id }
        : { type: 3, custom_id: part.custom_id, options: [{ label: 'Old', value: part.value ?? 'old' }] },
    ],
  }));
  const answer = await fetch(`${world.url}/api/v10/channels/${channel}/messages`, {
    method: 'POST',
    headers: { authorization: 'Bot playground', 'content-type': 'application/json' },
    body: JSON.stringify({ content: 'From before', components: rows, allowed_mentions: { parse: [] } }),
  });
  const posted = (await answer.json()) as { id?: string };
  if (!posted.id) throw new Error(`Could not be posted: ${JSON.stringify(posted)}`);
  return posted.id;
}
