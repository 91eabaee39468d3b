import { FALLBACK, LOCALES } from '../../locales.ts';
import { LIMITS } from '../../match/projection.ts';
import { LOBBIES_HERE, LOBBY_COUNTS } from '../../match/restraint.ts';
import type { GuildRow } from '../../store/guilds.ts';
import { LATES } from '../../store/schema.ts';
import type { Translate } from '../../views/presenter.ts';
import type { Named, Settled } from '../gone.ts';
import { encode } from '../ids.ts';
import { called } from '../names.ts';
import type { Screen } from '../outbound.ts';
import {
  ago,
  button,
  channelMention,
  channelMenu,
  channelsMenu,
  menu,
  rich,
  rolesMenu,
  row,
  text,
} from '../parts.ts';
import { languagePicks, themePicks } from '../settings.ts';

const GREY = 0x6b6f78;
const AMBER = 0xe0a030;

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
  const trouble = troubleOf(settings);
  return rich(trouble === null && !lost ? GREY : AMBER, [
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
      LATES.map((late) => ({
        value: late,
        label: t(`server.lates.${late}`),
        description: t(`server.lates.${late}Note`),
        chosen: late === (settings?.late ?? 'clock'),
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
      menu(id('language'), t('server.language'), languagePicks(locales, settings?.locale ?? FALLBACK)),
    settings?.changedAt != null &&
      text(`-# ${t('server.changed', { name: called(changer ?? '', t), when: ago(settings.changedAt) })}`),
  ]);
}

/** Code of Discord's refusal of the last message of the daily, where one is wanted. */
const troubleOf = (settings: GuildRow | undefined): string | null =>
  settings?.dailyChannel ? settings.trouble : null;

/** That some of what was chosen is gone, by its ids, as nothing else is known of it, and what that comes to. */
function goneLine(what: 'channels' | 'roles', { here, gone }: Named, t: Translate): string {
  if (gone.length === 0) return '';
  const ids = gone.slice(0, TOLD).map((one) => `\`${one}\``);
  if (gone.length > TOLD) ids.push('…');
  const words = { count: gone.length, ids: ids.join(', ') };
  return `⚠ ${t(`server.gone.${what}`, words)} ${t(here.length > 0 ? 'server.gone.others' : `server.gone.no.${what}`)}`;
}

function daily(settings: GuildRow | undefined, { gone }: Named, t: Translate) {
  const channel = settings?.dailyChannel ?? null;
  const trouble = troubleOf(settings);
  const place = channelMention(channel ?? '');
  const lost = channel !== null && (trouble === UNKNOWN_CHANNEL || gone.length > 0);
  const words = [
    t('server.daily'),
    channel === null ? t('server.dailyNone') : lost ? '' : t('server.dailyIn', { channel: place }),
    lost
      ? `⚠ ${t('server.gone.daily', { id: channel })}`
      : trouble === null
        ? ''
        : `⚠ ${refusal(trouble, place, t)}`,
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
