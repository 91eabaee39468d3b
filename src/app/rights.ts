import { ChannelType, PermissionFlagsBits as Flags } from 'discord-api-types/v10';
import { guildOf, tryAgain } from '../store/guilds.ts';
import type { Stored } from '../store/rows.ts';
import { tableOf } from '../store/tables.ts';
import type { Translate } from '../views/look.ts';
import { isThread, isVoice } from './channels.ts';
import { type App, t as translate } from './context.ts';
import { settledIn } from './gone.ts';
import type { Screen } from './outbound.ts';
import { button, channelMention } from './parts.ts';
import { kindOfType, missing, missingForDaily, missingForTables, permittedIn } from './permissions.ts';
import type { Origin, PressRequest } from './request.ts';
import { sentence } from './screens/problems.ts';

/** What the bot may do in a server's channels, told to those who can change it. */

/** Rights with which a private thread is open to the bot, without its being added. */
const OPENS = Flags.Administrator | Flags.ManageThreads;

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
export function standOf(app: App, press: Origin, { row: { id, guild } }: Pick<Stored, 'row'>): Origin {
  const channel = tableOf(app.store, id)?.lobbyChannel;
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
  const names = lacking.map((name) => `**${name}**`).join(', ');
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
  const { thread = true } = guildOf(app.store, press.guild!) ?? {};
  const { channels, daily } = settledIn(app, press.guild!);
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
    ...(good.length > 0 ? [t('server.allWell', { channels: good.join(', ') })] : []),
    ...(unknown.length > 0 ? [t('server.cannotTell', { channels: unknown.join(', ') })] : []),
  ].join('\n');
}

const lacks = (channels: readonly string[], lacking: readonly string[], t: Translate): string =>
  `⚠ ${t('server.lacking', {
    channels: channels.join(', '),
    names: lacking.map((name) => `**${name}**`).join(', '),
  })}`;
