import { LIMITS } from '../../match/projection.ts';
import { LOBBIES_HERE, LOBBY_COUNTS } from '../../match/restraint.ts';
import type { GuildRow } from '../../store/guilds.ts';
import { LATES } from '../../store/schema.ts';
import type { Translate } from '../../views/look.ts';
import { FALLBACK, LOCALES } from '../../words.ts';
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
import { languagePicks, themePicks } from './settings.ts';

const GREY = 0x6b6f78;
const AMBER = 0xe0a030;

/** Discord's refusals that an admin can do something about. */
const UNKNOWN_CHANNEL = '10003';
const KNOWN_TROUBLE: readonly string[] = [UNKNOWN_CHANNEL, '50001', '50013'];

const id = (what: string, ...parts: string[]) => encode('server', 0, 0, what, ...parts);

/** What is known beside a server's row. */
export interface About {
  /** The stored name of who changed the settings last; undefined when that is not known. */
  readonly changer: string | undefined;
  /** Whether a channel is gone; such a one cannot stand in a menu. */
  readonly isGone: (channel: string) => boolean;
  /** Says what has just been done. */
  readonly note?: string;
  readonly locales?: readonly string[];
}

/** What an admin may set. `settings` is undefined before anything was. The menu of languages appears where there is a choice. */
export function serverScreen(
  settings: GuildRow | undefined,
  { changer, isGone, note = '', locales = LOCALES }: About,
  t: Translate,
): Screen {
  const channels = settings?.channels ?? [];
  const gone = channels.filter(isGone).map(channelMention);
  const thread = settings?.thread ?? true;
  const trouble = troubleOf(settings);
  return rich(trouble === null && gone.length === 0 ? GREY : AMBER, [
    text([`## ${t('server.title')}`, note].filter(Boolean).join('\n')),
    text(
      [
        t('server.tables'),
        ...(gone.length > 0 ? [t('server.gone', { channels: gone.join(', ') })] : []),
      ].join('\n'),
    ),
    channelsMenu(
      id('channels'),
      t('server.channels'),
      channels.filter((channel) => !isGone(channel)),
    ),
    rolesMenu(id('roles'), t('server.roles'), settings?.roles ?? []),
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
    ),
    ...daily(settings, isGone, t),
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

function daily(settings: GuildRow | undefined, isGone: About['isGone'], t: Translate) {
  const channel = settings?.dailyChannel ?? null;
  const trouble = troubleOf(settings);
  const place = channelMention(channel ?? '');
  const words = [
    t('server.daily'),
    channel === null ? t('server.dailyNone') : t('server.dailyIn', { channel: place }),
    trouble === null ? '' : `⚠ ${refusal(trouble, place, t)}`,
  ];
  const lost = channel !== null && (trouble === UNKNOWN_CHANNEL || isGone(channel));
  return [
    text(words.filter(Boolean).join('\n')),
    channelMenu(id('daily'), t('server.pick'), lost ? null : channel),
    row(button(t('server.none'), id('none'), 'grey', channel === null)),
  ];
}

const refusal = (code: string, channel: string, t: Translate): string =>
  KNOWN_TROUBLE.includes(code)
    ? t(`server.trouble.${code}`, { channel })
    : t('server.trouble.other', { channel, code });
