import { PermissionFlagsBits as Flags } from 'discord-api-types/v10';
import type { Translate } from '../views/look.ts';
import type { Origin } from './request.ts';

/** What a table needs in its channel, in the order an administrator finds them. */
const NEEDED = [
  ['ViewChannel', Flags.ViewChannel],
  ['SendMessages', Flags.SendMessages],
  ['CreatePublicThreads', Flags.CreatePublicThreads],
  ['SendMessagesInThreads', Flags.SendMessagesInThreads],
  ['AttachFiles', Flags.AttachFiles],
  ['ReadMessageHistory', Flags.ReadMessageHistory],
] as const;

const FOR_THREADS: readonly string[] = ['CreatePublicThreads', 'SendMessagesInThreads'];

/** Names, in words, of what the bot lacks here to open a table; `thread`: with a thread of its own. */
export function missing(origin: Origin, thread: boolean, t: Translate): string[] {
  if (origin.permissions & Flags.Administrator) return [];
  const lacking = NEEDED.filter(([name, flag]) => {
    if (origin.inThread && (name === 'SendMessages' || name === 'CreatePublicThreads')) return false;
    if (!origin.inThread && !thread && FOR_THREADS.includes(name)) return false;
    return !(origin.permissions & flag);
  });
  return lacking.map(([name]) => t(`permission.${name}`));
}

/** The channel in whose settings stands what the bot may do where somebody is: a thread has none of its own. */
export const permittedIn = ({ channel, inThread, parent }: Origin): string =>
  inThread ? (parent ?? channel) : channel;

/** What the daily's message needs in its channel. */
const FOR_DAILY: readonly string[] = ['ViewChannel', 'SendMessages', 'AttachFiles'];

/** Names, in words, of what is lacking among `permissions` to announce the daily. */
export function missingForDaily(permissions: bigint, t: Translate): string[] {
  return lackingOf((name) => FOR_DAILY.includes(name), permissions, t);
}

/** Names, in words, of what is lacking among `permissions` to open tables, with threads of their own or without. */
export function missingForTables(permissions: bigint, thread: boolean, t: Translate): string[] {
  return lackingOf((name) => thread || !FOR_THREADS.includes(name), permissions, t);
}

/** Names, in words, of what is lacking among `permissions` to go on at a table that stands in a channel or a thread. */
export function missingAtTable(permissions: bigint, inThread: boolean, t: Translate): string[] {
  const write = inThread ? 'SendMessagesInThreads' : 'SendMessages';
  const others = ['ViewChannel', 'AttachFiles', 'ReadMessageHistory'];
  return lackingOf((name) => name === write || others.includes(name), permissions, t);
}

function lackingOf(needed: (name: string) => boolean, permissions: bigint, t: Translate): string[] {
  if (permissions & Flags.Administrator) return [];
  return NEEDED.filter(([name, flag]) => needed(name) && !(permissions & flag)).map(([name]) =>
    t(`permission.${name}`),
  );
}
