import { ChannelType, PermissionFlagsBits as Flags } from 'discord-api-types/v10';
import type { Translate } from '../locales.ts';
import type { Match } from '../match/match.ts';
import { guildOf, tryAgain } from '../store/guilds.ts';
import type { Stored } from '../store/rows.ts';
import { setTable, type TableRow, tableOf } from '../store/tables.ts';
import { commas } from '../views/lists.ts';
import { isThread, isVoice } from './channels.ts';
import { button, channelMention, sentence } from './components.ts';
import { type App, t as translate } from './context.ts';
import { lasting } from './discorderror.ts';
import { settledIn } from './gone.ts';
import type { Screen } from './outbound.ts';
import type { Origin, PressRequest } from './request.ts';
import { isThreaded } from './venue.ts';

/** What the bot may do in a server's channels, told to those who can change it. */

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

/** What the bot asks for when somebody adds it to a server: who may speak in voice channels is for the server to say. */
export const INVITED: bigint = NEEDED.filter(([name]) => name !== 'Connect').reduce(
  (sum, [, flag]) => sum | flag,
  0n,
);

type Right = (typeof NEEDED)[number][0];

/** Kinds of places as far as rights go. In a voice or stage channel who may not connect may not write either. */
type Kind = 'text' | 'voice' | 'thread' | 'forum';

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
const missingAtTable = (permissions: bigint, kind: Kind, t: Translate): string[] =>
  lackingOf(forTable(kind, false), permissions, t);

function lackingOf(needed: readonly Right[], permissions: bigint, t: Translate): string[] {
  if (permissions & Flags.Administrator) return [];
  return NEEDED.filter(([name, flag]) => needed.includes(name) && !(permissions & flag)).map(([name]) =>
    t(`permission.${name}`),
  );
}

/** Rights with which a private thread is open to the bot, without its being added. */
const OPENS = Flags.Administrator | Flags.ManageThreads;

/** The bot may not see the channel, or not do that there. */
const NO_ACCESS = 50001;
const FORBIDDEN: readonly number[] = [NO_ACCESS, 50013];

/** So many different lacks are told. */
const TOLD = 5;

/**
 * Whether somebody is in a private thread that is closed to the bot. A command works there all the same, and what came
 * with it tells only the rights of the channel above.
 */
export async function isShutOut(
  { places }: Pick<App, 'places'>,
  { secret, channel, permissions }: Pick<Origin, 'secret' | 'channel' | 'permissions'>,
): Promise<boolean> {
  return secret && !(permissions & OPENS) && !(await places.hasBot(channel));
}

/** What somebody reads in such a thread, with a button of that id to check again; undefined elsewhere. */
export async function shutOutScreen(
  app: Pick<App, 'places'>,
  origin: Parameters<typeof isShutOut>[1] & Pick<Origin, 'locale'>,
  again: string,
): Promise<Screen | undefined> {
  if (!(await isShutOut(app, origin))) return undefined;
  const t = translate(origin.locale);
  return sentence(t('problem.shutOut'), button(t('button.checkAgain'), again, 'blue'));
}

/** The press as if it came from where the lobby stands, which may be another channel than the one it came from. */
export async function standOf(
  app: App,
  press: Origin,
  { row: { id, guild } }: Pick<Stored, 'row'>,
): Promise<Origin> {
  const channel = (await tableOf(app.store, id))?.lobbyChannel;
  if (!channel || guild === null || channel === press.channel) return press;
  const type = app.serverOf?.(guild)?.typeOf(channel);
  const permissions = app.rightsIn?.(guild, channel) ?? press.permissions;
  return {
    ...press,
    channel,
    parent: null,
    inThread: isThread(type),
    secret: type === ChannelType.PrivateThread,
    voice: isVoice(type),
    permissions,
  };
}

/** What the bot lacks somewhere, in words; empty when it lacks nothing. */
export function lackingAt(origin: Origin, thread: boolean): string {
  const t = translate(origin.locale);
  const lacking = missing(origin, thread, t);
  if (lacking.length === 0) return '';
  const names = commas(
    t,
    lacking.map((name) => `**${name}**`),
  );
  return t('server.lacking', { channels: channelMention(permittedIn(origin)), names });
}

/** What the bot may do in a channel; undefined where that cannot be known from here. */
function rightsAt(app: App, press: PressRequest, channel: string): bigint | undefined {
  if (channel === press.channel) return press.permissions;
  return app.rightsIn ? (app.rightsIn(press.guild!, channel) ?? 0n) : undefined;
}

/** What is missing in a channel to announce the daily there, as a sentence; empty when nothing is. */
export function testDaily(app: App, press: PressRequest, channel: string): string {
  const t = translate(press.locale);
  const rights = rightsAt(app, press, channel);
  const channels = channelMention(channel);
  if (rights === undefined) return t('server.cannotTell', { channels });
  const lacking = missingForDaily(rights, t);
  return lacking.length === 0 ? '' : lacks([channels], lacking, t);
}

/**
 * Whether the bot may do all that it needs: where tables may be opened (or here, when that is everywhere), and where
 * the daily is announced. Where the daily was refused and nothing is in its way any more, it is tried again.
 */
export async function testRights(app: App, press: PressRequest): Promise<string> {
  const t = translate(press.locale);
  const { thread = true } = (await guildOf(app.store, press.guild!)) ?? {};
  const { channels, daily } = await settledIn(app, press.guild!);
  const [dailyChannel = null] = daily.here;
  const here = permittedIn(press);
  const server = app.serverOf?.(press.guild!);
  const typeOf = (channel: string) => server?.typeOf(channel);
  const tables = channels.here.length > 0 ? channels.here : [here];
  const all = [...new Set([...tables, ...(dailyChannel === null ? [] : [dailyChannel])])];
  /** Channels by what they lack; those of which nothing can be known stand beside it. */
  const found = new Map<string, { channels: string[]; lacking: string[] }>();
  const unknown: string[] = [];
  for (const channel of all) {
    const rights = rightsAt(app, press, channel);
    if (rights === undefined) {
      unknown.push(channelMention(channel));
      continue;
    }
    const lacking = [
      ...(tables.includes(channel) ? missingForTables(rights, thread, kindOfType(typeOf(channel)), t) : []),
      ...(channel === dailyChannel ? missingForDaily(rights, t) : []),
    ];
    if (channel === dailyChannel && missingForDaily(rights, t).length === 0)
      await tryAgain(app.store, press.guild!);
    const names = [...new Set(lacking)];
    const entry = found.get(names.join()) ?? { channels: [], lacking: names };
    entry.channels.push(channelMention(channel));
    found.set(names.join(), entry);
  }
  return report([...found.values()], unknown, t);
}

type Found = readonly { readonly channels: readonly string[]; readonly lacking: readonly string[] }[];

function report(found: Found, unknown: readonly string[], t: Translate): string {
  const bad = found.filter(({ lacking }) => lacking.length > 0);
  const good = found.flatMap(({ channels, lacking }) => (lacking.length === 0 ? channels : []));
  const more = bad.slice(TOLD).flatMap(({ channels }) => channels).length;
  return [
    ...bad.slice(0, TOLD).map(({ channels, lacking }) => lacks(channels, lacking, t)),
    ...(more > 0 ? [t('server.andMore', { count: more })] : []),
    ...(good.length > 0 ? [t('server.allWell', { channels: commas(t, good) })] : []),
    ...(unknown.length > 0 ? [t('server.cannotTell', { channels: commas(t, unknown) })] : []),
  ].join('\n');
}

const lacks = (channels: readonly string[], lacking: readonly string[], t: Translate): string =>
  `⚠ ${t('server.lacking', {
    channels: commas(t, channels),
    names: commas(
      t,
      lacking.map((name) => `**${name}**`),
    ),
  })}`;

/** Says that the table cannot be written to any more, and makes it try again; empty when all is well. */
export async function unwritable(app: App, origin: Origin, match: Match, t: Translate): Promise<string> {
  if (match.row.solo) return '';
  const table = await tableOf(app.store, match.id);
  const code = Number(table?.discordError ?? 0);
  if (!table || !lasting(code)) return '';
  const names = lacking(app, match, table, t);
  if (code === NO_ACCESS && names === '' && isPrivate(app, origin, match, table)) {
    if (!(await app.places.hasBot(table.channel!))) return t('problem.shutOutOf', { id: match.id });
    // It was added again: the next try need not wait.
    await setTable(app.store, match.id, { discordError: null, retryAt: 0 });
    app.refresh(match.id);
    return '';
  }
  app.refresh(match.id);
  return names === ''
    ? t('problem.noWrite', { id: match.id })
    : t('problem.noRight', { id: match.id, names });
}

/** Whether a table stands in a private thread, of which the bot may hear nothing any more. */
function isPrivate(app: App, origin: Origin, { row: { guild } }: Match, { channel }: TableRow): boolean {
  if (guild === null || channel === null) return false;
  if (origin.channel === channel) return origin.secret;
  return app.serverOf?.(guild)?.typeOf(channel) === ChannelType.PrivateThread;
}

/** The rights without which a table that stands still cannot be written to, if it is that; it tries again, too. */
export async function needs(app: App, match: Match, t: Translate): Promise<string> {
  const table = await tableOf(app.store, match.id);
  if (!table || !FORBIDDEN.includes(Number(table.discordError))) return '';
  app.refresh(match.id);
  const names = lacking(app, match, table, t);
  return names === '' ? '' : t('problem.needs', { names });
}

/** Names of what Discord's refusal says is lacking at a table; empty where it says nothing of that. */
function lacking(app: App, { row: { guild } }: Match, table: TableRow, t: Translate): string {
  if (guild === null || !FORBIDDEN.includes(Number(table.discordError))) return '';
  return commas(
    t,
    neededAt(app, guild, table, t).map((name) => `**${name}**`),
  );
}

/** What the bot would need to write at a table again, as far as it can tell. */
function neededAt(app: App, guild: string, table: TableRow, t: Translate): string[] {
  const threaded = isThreaded(table);
  const place = threaded ? table.lobbyChannel : (table.channel ?? table.lobbyChannel);
  const rights = app.rightsIn ? (app.rightsIn(guild, place) ?? 0n) : undefined;
  const type = app.serverOf?.(guild)?.typeOf(place);
  return rights === undefined ? [] : missingAtTable(rights, threaded ? 'thread' : kindOfType(type), t);
}

/**
 * Names the rights that are missing, who can give them, and where. `again`: the id that opens the table once they are
 * there; `plain`: the one that opens it without a thread, where that would do.
 */
export function rightsScreen(
  lacking: readonly string[],
  channel: string,
  again: string,
  plain: string | undefined,
  t: Translate,
): Screen {
  const names = commas(
    t,
    lacking.map((name) => `**${name}**`),
  );
  return sentence(
    t('problem.rights', { channel: `<#${channel}>`, names }),
    button(t('button.checkAgain'), again, 'blue'),
    ...(plain === undefined ? [] : [button(t('button.noThread'), plain)]),
  );
}
