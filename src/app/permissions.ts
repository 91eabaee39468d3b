import { ChannelType, PermissionFlagsBits as Flags } from 'discord-api-types/v10';
import type { Translate } from '../locales.ts';
import { isThread, isVoice } from './channels.ts';
import type { Origin } from './request.ts';

/** What a table needs in its channel, in the order an administrator finds them. */
const NEEDED = [
  ['ViewChannel', Flags.ViewChannel],
  ['Connect', Flags.Connect],
  ['SendMessages', Flags.SendMessages],
  ['CreatePublicThreads', Flags.CreatePublicThreads],
  ['SendMessagesInThreads', Flags.SendMessagesInThreads],
  ['AttachFiles', Flags.AttachFiles],
  ['ReadMessageHistory', Flags.ReadMessageHistory],
] as const;

type Right = (typeof NEEDED)[number][0];

/** Kinds of places as far as rights go. In a voice or stage channel who may not connect may not write either. */
export type Kind = 'text' | 'voice' | 'thread' | 'forum';

const EVERYWHERE: readonly Right[] = ['ViewChannel', 'AttachFiles', 'ReadMessageHistory'];

const OF_KIND: Readonly<Record<Kind, readonly Right[]>> = {
  text: ['SendMessages'],
  voice: ['Connect', 'SendMessages'],
  thread: ['SendMessagesInThreads'],
  // A table stands in one of its posts.
  forum: ['SendMessagesInThreads'],
};

const FOR_THREADS: readonly Right[] = ['CreatePublicThreads', 'SendMessagesInThreads'];

/** What a table needs in a place; `thread`: with a thread of its own, where there can be one. */
const forTable = (kind: Kind, thread: boolean): readonly Right[] => [
  ...EVERYWHERE,
  ...OF_KIND[kind],
  ...(thread && kind === 'text' ? FOR_THREADS : []),
];

/** Whether a message here can bear a thread. */
export const bearsThreads = ({ inThread, voice }: Pick<Origin, 'inThread' | 'voice'>): boolean =>
  !inThread && !voice;

const kindOf = ({ inThread, voice }: Pick<Origin, 'inThread' | 'voice'>): Kind =>
  inThread ? 'thread' : voice ? 'voice' : 'text';

/** The kind of a channel by Discord's number; where nothing is known of it, it is taken for one of text. */
export const kindOfType = (type: ChannelType | undefined): Kind =>
  type === ChannelType.GuildForum ? 'forum' : kindOf({ inThread: isThread(type), voice: isVoice(type) });

/** Names, in words, of what the bot lacks here to open a table; `thread`: with a thread of its own. */
export const missing = (origin: Origin, thread: boolean, t: Translate): string[] =>
  lackingOf(forTable(kindOf(origin), thread), origin.permissions, t);

/** The channel in whose settings stands what the bot may do where somebody is: a thread has none of its own. */
export const permittedIn = ({ channel, inThread, parent }: Origin): string =>
  inThread ? (parent ?? channel) : channel;

/** What the daily's message needs in its channel. */
const FOR_DAILY: readonly Right[] = ['ViewChannel', 'SendMessages', 'AttachFiles'];

/** Names, in words, of what is lacking among `permissions` to announce the daily. */
export function missingForDaily(permissions: bigint, t: Translate): string[] {
  return lackingOf(FOR_DAILY, permissions, t);
}

/** Names, in words, of what is lacking among `permissions` to open tables, with threads of their own or without. */
export const missingForTables = (permissions: bigint, thread: boolean, kind: Kind, t: Translate): string[] =>
  lackingOf(forTable(kind, thread), permissions, t);

/** Names, in words, of what is lacking among `permissions` to go on at a table that stands in such a place. */
export const missingAtTable = (permissions: bigint, kind: Kind, t: Translate): string[] =>
  lackingOf(forTable(kind, false), permissions, t);

function lackingOf(needed: readonly Right[], permissions: bigint, t: Translate): string[] {
  if (permissions & Flags.Administrator) return [];
  return NEEDED.filter(([name, flag]) => needed.includes(name) && !(permissions & flag)).map(([name]) =>
    t(`permission.${name}`),
  );
}
