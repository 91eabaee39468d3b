import { now } from '../clock.ts';
import { hasDaily } from '../daily/runs.ts';
import { LOCALES, type Translate } from '../locales.ts';
import { LIMITS } from '../match/projection.ts';
import { LOBBIES_HERE, LOBBY_COUNTS } from '../match/restraint.ts';
import { mayOpen } from '../match/rights.ts';
import { type GuildRow, guildOf, setServer } from '../store/guilds.ts';
import { nameIn } from '../store/players.ts';
import { ON_TIMEOUT, THEMES } from '../store/schema.ts';
import { commas } from '../views/lists.ts';
import {
  AMBER,
  ago,
  button,
  channelMention,
  channelMenu,
  channelsMenu,
  GREY,
  menu,
  rich,
  roleMention,
  rolesMenu,
  row,
  sentence,
  text,
} from './components.ts';
import { type App, t as translate } from './context.ts';
import { type Named, type Settled, settledIn, settledOf } from './gone.ts';
import { encode, type Id } from './ids.ts';
import { called } from './names.ts';
import type { Screen } from './outbound.ts';
import { testDaily, testRights } from './permissions.ts';
import type { Origin, PressRequest, Reply } from './request.ts';
import { DISCORD, languageChoices, languageName, themePicks } from './settings.ts';

/** What those who manage a server may set. Every change is saved at once, and said. */

type Tools = Pick<App, 'store' | 'serverOf'>;

/** Why the settings are not shown, or undefined. Needs no waiting. */
export function serverObstacle(origin: Origin): Reply | undefined {
  const t = translate(origin.locale);
  if (origin.guild === null) return { screen: sentence(t('server.nowhere')) };
  return origin.manages ? undefined : { screen: sentence(t('server.refused')) };
}

export async function serverFor(app: App, origin: Origin, note = ''): Promise<Reply> {
  const stop = serverObstacle(origin);
  if (stop) return stop;
  const guild = origin.guild!;
  const settings = await guildOf(app.store, guild);
  const by = settings?.changedBy ?? null;
  const about = {
    changer: by === null ? undefined : await nameIn(app.store, guild, by),
    settled: await settledIn(app, guild),
    note,
  };
  return { screen: serverScreen(settings, about, translate(origin.locale)) };
}

/** Menus and switches. What is not known (any more) changes nothing. */
export async function serverPress(app: App, press: PressRequest, { parts }: Id): Promise<Reply> {
  const stop = serverObstacle(press);
  if (stop) return stop;
  const change = parts[0] === 'test' ? undefined : await changeOf(app, press, parts);
  if (change) await setServer(app.store, press.guild!, change.patch, press.user.id, now());
  if (parts[0] === 'test') return serverFor(app, press, await testRights(app, press));
  return serverFor(app, press, change?.note);
}

interface Change {
  readonly patch: Parameters<typeof setServer>[2];
  readonly note: string;
}

/** What a press changes, and how that is said. */
async function changeOf(
  app: App,
  press: PressRequest,
  [what, to]: readonly string[],
): Promise<Change | undefined> {
  const t = translate(press.locale);
  const { values } = press;
  const [picked] = values;
  switch (what) {
    case 'channels': {
      const channels = commas(t, values.map(channelMention));
      const note = values.length > 0 ? t('server.said.channels', { channels }) : t('server.said.everywhere');
      return { patch: { channels: [...values] }, note };
    }
    case 'roles': {
      // The role of everybody has the server's own id.
      const roles = values.includes(press.guild!) ? [] : [...values];
      const names = commas(t, roles.map(roleMention));
      const note = roles.length > 0 ? t('server.said.roles', { roles: names }) : t('server.said.everybody');
      return { patch: { roles }, note };
    }
    case 'lobbies': {
      const lobbies = LOBBY_COUNTS.find((one) => String(one) === picked);
      return lobbies && { patch: { lobbies }, note: t('server.said.lobbies', { count: lobbies }) };
    }
    case 'limit': {
      const limit = LIMITS.find((one) => String(one) === picked);
      if (limit === undefined) return undefined;
      return { patch: { limit }, note: t('server.said.limit', { what: t(`server.limits.${limit}`) }) };
    }
    case 'late': {
      const onTimeout = ON_TIMEOUT.find((one) => one === picked);
      return onTimeout && { patch: { onTimeout }, note: t(`server.said.late.${onTimeout}`) };
    }
    case 'thread':
      if (to !== 'on' && to !== 'off') return undefined;
      return { patch: { thread: to === 'on' }, note: t(`server.said.thread.${to}`) };
    case 'theme': {
      const theme = THEMES.find((one) => one === picked);
      return theme && { patch: { theme }, note: t(`server.said.theme.${theme}`) };
    }
    case 'language': {
      if (picked === DISCORD) return { patch: { locale: null }, note: t('server.said.languageOfDiscord') };
      const locale = LOCALES.find((one) => one === picked);
      return (
        locale && { patch: { locale }, note: t('server.said.language', { language: languageName(locale) }) }
      );
    }
    case 'daily':
      if (picked === undefined) return undefined;
      return {
        patch: { dailyChannel: picked },
        note: testDaily(app, press, picked) || t('server.said.daily'),
      };
    case 'tidy':
      return tidied(app, press);
    case 'none':
      return { patch: { dailyChannel: null }, note: t('server.unset') };
    default:
      return undefined;
  }
}

/** Takes off what is gone by now. */
async function tidied(app: App, press: PressRequest): Promise<Change | undefined> {
  const guild = press.guild!;
  const { channels, roles, daily } = await settledIn(app, guild);
  const count = [channels, roles, daily].flatMap(({ gone }) => gone).length;
  if (count === 0) return undefined;
  return {
    // Somebody else may have chosen others meanwhile.
    patch: (known) => {
      const now = settledOf(app, guild, known);
      return {
        channels: [...now.channels.here],
        roles: [...now.roles.here],
        ...(now.daily.gone.length > 0 ? { dailyChannel: null } : {}),
      };
    },
    note: translate(press.locale)('server.said.tidied', { count }),
  };
}

/** Why no table of a game may be opened here by this person, as the server's admins chose; undefined when it may. */
export async function openingObstacle(app: Tools, origin: Origin, game: string): Promise<Reply | undefined> {
  const elsewhere = await placeObstacle(app, origin);
  if (elsewhere) return elsewhere;
  const roles = origin.guild === null ? [] : (await settledIn(app, origin.guild)).roles.here;
  if (mayOpen(roles, origin.roles)) return undefined;
  const t = translate(origin.locale);
  return {
    screen: sentence(
      t('server.notYou', { roles: commas(t, roles.map(roleMention)) }),
      ...(hasDaily(game) ? [button(t('button.practice'), encode('practice', 0, 0, game), 'blue')] : []),
    ),
  };
}

/**
 * Why no table may stand in this channel, or undefined. A thread counts as the channel it hangs on, a post as its forum.
 */
export async function placeObstacle(app: Tools, origin: Origin): Promise<Reply | undefined> {
  const channels = origin.guild === null ? [] : (await settledIn(app, origin.guild)).channels.here;
  const place = origin.inThread ? (origin.parent ?? origin.channel) : origin.channel;
  if (channels.length === 0 || channels.includes(place)) return undefined;
  const t = translate(origin.locale);
  return {
    screen: sentence(t('server.elsewhere', { channels: commas(t, channels.map(channelMention)) })),
  };
}

/** Discord's refusals that an admin can do something about. */
const UNKNOWN_CHANNEL = '10003';
const KNOWN_TROUBLE = ['50001', '50013'] as const;
/** So many ids are told. */
const TOLD = 5;

const id = (what: string, ...parts: string[]) => encode('server', 0, 0, what, ...parts);

/** What is known beside a server's row. */
export interface About {
  /** The stored name of who changed the settings last; undefined when that is not known. */
  readonly changer: string | undefined;
  /** What the settings name; what is gone cannot stand in a menu. */
  readonly settled: Settled;
  /** Says what has just been done. */
  readonly note?: string;
  readonly locales?: readonly string[];
}

/** What an admin may set. `settings` is undefined before anything was. The menu of languages appears where there is a choice. */
export function serverScreen(
  settings: GuildRow | undefined,
  { changer, settled, note = '', locales = LOCALES }: About,
  t: Translate,
): Screen {
  const { channels, roles } = settled;
  const lost = Object.values(settled).some(({ gone }: Named) => gone.length > 0);
  const thread = settings?.thread ?? true;
  const discordError = errorOf(settings);
  return rich(discordError === null && !lost ? GREY : AMBER, [
    text([`## ${t('server.title')}`, note].filter(Boolean).join('\n')),
    text(
      [t('server.tables'), goneLine('channels', channels, t), goneLine('roles', roles, t)]
        .filter(Boolean)
        .join('\n'),
    ),
    channelsMenu(id('channels'), t('server.channels'), channels.here),
    rolesMenu(id('roles'), t('server.roles'), roles.here),
    menu(
      id('lobbies'),
      t('server.lobbiesTitle'),
      LOBBY_COUNTS.map((count) => ({
        value: String(count),
        label: t('server.lobbies', { count }),
        chosen: count === (settings?.lobbies ?? LOBBIES_HERE),
      })),
    ),
    text(t('server.newTable')),
    menu(
      id('limit'),
      t('server.limit'),
      LIMITS.map((limit) => ({
        value: String(limit),
        label: t(`server.limits.${limit}`),
        chosen: limit === (settings?.limit ?? 0),
      })),
    ),
    menu(
      id('late'),
      t('server.late'),
      ON_TIMEOUT.map((late) => ({
        value: late,
        label: t(`server.lates.${late}`),
        description: t(`server.lates.${late}Note`),
        chosen: late === (settings?.onTimeout ?? 'clock'),
      })),
    ),
    row(
      // What the button asks for is in its id, so that two taps are not a change and its opposite.
      button(t(thread ? 'button.threadOn' : 'button.threadOff'), id('thread', thread ? 'off' : 'on')),
      button(t('server.test'), id('test')),
      ...(lost ? [button(t('server.tidy'), id('tidy'))] : []),
    ),
    ...daily(settings, settled.daily, t),
    text(t('server.public')),
    menu(id('theme'), t('server.theme'), themePicks(settings?.theme ?? null, t)),
    locales.length > 1 &&
      menu(id('language'), t('server.language'), languageChoices(locales, settings?.locale ?? null, t)),
    settings?.changedAt != null &&
      text(`-# ${t('server.changed', { name: called(changer ?? '', t), when: ago(settings.changedAt) })}`),
  ]);
}

/** Code of Discord's refusal of the last message of the daily, where one is wanted. */
const errorOf = (settings: GuildRow | undefined): string | null =>
  settings?.dailyChannel ? settings.discordError : null;

/** That some of what was chosen is gone, by its ids, as nothing else is known of it, and what that comes to. */
function goneLine(what: 'channels' | 'roles', { here, gone }: Named, t: Translate): string {
  if (gone.length === 0) return '';
  const ids = gone.slice(0, TOLD).map((one) => `\`${one}\``);
  if (gone.length > TOLD) ids.push('…');
  const words = { count: gone.length, ids: commas(t, ids) };
  return `⚠ ${t(`server.gone.${what}`, words)} ${t(here.length > 0 ? 'server.gone.others' : `server.gone.no.${what}`)}`;
}

function daily(settings: GuildRow | undefined, { gone }: Named, t: Translate) {
  const channel = settings?.dailyChannel ?? null;
  const discordError = errorOf(settings);
  const place = channelMention(channel ?? '');
  const lost = channel !== null && (discordError === UNKNOWN_CHANNEL || gone.length > 0);
  const words = [
    t('server.daily'),
    channel === null ? t('server.dailyNone') : lost ? '' : t('server.dailyIn', { channel: place }),
    lost
      ? `⚠ ${t('server.gone.daily', { id: channel })}`
      : discordError === null
        ? ''
        : `⚠ ${refusal(discordError, place, t)}`,
  ];
  return [
    text(words.filter(Boolean).join('\n')),
    channelMenu(id('daily'), t('server.pick'), lost ? null : channel),
    row(button(t('server.none'), id('none'), 'grey', channel === null)),
  ];
}

function refusal(code: string, channel: string, t: Translate): string {
  const known = KNOWN_TROUBLE.find((one) => one === code);
  return known === undefined
    ? t('server.trouble.other', { channel, code })
    : t(`server.trouble.${known}`, { channel });
}
