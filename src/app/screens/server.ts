import type { GuildRow } from '../../store/guilds.ts';
import type { Translate } from '../../views/look.ts';
import { encode } from '../ids.ts';
import { called } from '../names.ts';
import type { Screen } from '../outbound.ts';
import { ago, button, channelMenu, rich, row, text } from '../parts.ts';

const GREY = 0x6b6f78;
const AMBER = 0xe0a030;

/** Discord's refusals that an admin can do something about. */
const UNKNOWN_CHANNEL = '10003';
const KNOWN_TROUBLE: readonly string[] = [UNKNOWN_CHANNEL, '50001', '50013'];

const id = (what: string) => encode('server', 0, 0, what);

/**
 * What an admin may set. `settings` is undefined before anything was; `changer` is the stored name of who changed it
 * last, undefined when that is not known. `note` says what has just been done.
 */
export function serverScreen(
  settings: GuildRow | undefined,
  changer: string | undefined,
  t: Translate,
  note = '',
): Screen {
  const channel = settings?.dailyChannel ?? null;
  const trouble = channel === null ? null : (settings?.trouble ?? null);
  const place = `<#${channel}>`;
  const words = [
    `## ${t('server.title')}`,
    note,
    `**${t('server.daily')}**`,
    channel === null ? t('server.dailyNone') : t('server.dailyIn', { channel: place }),
    trouble === null ? '' : `⚠ ${refusal(trouble, place, t)}`,
  ];
  const foot =
    settings?.changedAt != null &&
    text(`-# ${t('server.changed', { name: called(changer ?? '', t), when: ago(settings.changedAt) })}`);
  return rich(trouble === null ? GREY : AMBER, [
    text(words.filter(Boolean).join('\n')),
    // A channel that is gone cannot stand in the menu.
    channelMenu(id('daily'), t('server.pick'), trouble === UNKNOWN_CHANNEL ? null : channel),
    row(
      button(t('server.none'), id('none'), 'grey', channel === null),
      button(t('server.test'), id('test'), 'grey', channel === null),
    ),
    foot,
  ]);
}

const refusal = (code: string, channel: string, t: Translate): string =>
  KNOWN_TROUBLE.includes(code)
    ? t(`server.trouble.${code}`, { channel })
    : t('server.trouble.other', { channel, code });
