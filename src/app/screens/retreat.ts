import { nameOfGame } from '../../locales.ts';
import type { Translate } from '../../views/presenter.ts';
import { titleOf } from '../context.ts';
import { encode } from '../ids.ts';
import { accountName, calledAloud, calledInOrder } from '../names.ts';
import type { Screen } from '../outbound.ts';
import { button, day, mention, menu, rich, row, text, usersMenu } from '../parts.ts';
import type { Modal } from '../request.ts';

/** The second page of a player's settings: until when they are away, tables that they muted, people kept away. */

const GREY = 0x6b6f78;
const DAY = 24 * 3_600_000;

/** A menu holds no more, and nor does the list of people who are kept away. */
export const MOST = 25;

/** Days that may be picked. */
const LENGTHS = [1, 3, 7, 14] as const;

/** Picked instead of a number of days. */
export const DATE = 'date';

export interface Retreat {
  readonly at: number;
  /** Until when they are on vacation; undefined when they are not. */
  readonly until: number | undefined;
  /** Until when they may be. */
  readonly latest: number;
  readonly muted: readonly { readonly id: number; readonly game: string; readonly map: string }[];
  /**
   * Whom they keep from their lobbies, by the names they go by; undefined for those who never used the bot. Members of the
   * server in which it is asked have the unique names of their accounts, too.
   */
  readonly blocked: readonly {
    readonly id: string;
    readonly name: string | undefined;
    readonly account?: string | undefined;
  }[];
}

const id = (what: string, ...parts: string[]) => encode('retreat', 0, 0, what, ...parts);

/** `note` says what has just been done. */
export function retreatScreen(retreat: Retreat, t: Translate, note = ''): Screen {
  const { at, until, latest, muted, blocked } = retreat;
  // Somebody who never used the bot has no name here.
  const names = calledInOrder(
    blocked.map(({ name }) => name ?? ''),
    t,
    calledAloud,
  );
  const state = until === undefined ? t('retreat.away.none') : t('retreat.away.until', { when: day(until) });
  const most = latest - at < DAY ? t('retreat.away.used') : t('retreat.away.most', { when: day(latest) });
  return rich(GREY, [
    text([`## ${t('retreat.title')}`, note].filter(Boolean).join('\n')),
    text([t('retreat.away.title'), state, t('retreat.away.means'), most].join('\n')),
    menu(id('away'), t('retreat.away.pick'), [
      ...LENGTHS.filter((days) => at + days * DAY <= latest).map((days) => ({
        value: String(days),
        label: t('retreat.away.days', { count: days }),
      })),
      { value: DATE, label: t('retreat.away.date') },
    ]),
    until !== undefined && row(button(t('retreat.away.back'), id('back'), 'blue')),
    text(
      [t('retreat.mutes.title'), muted.length === 0 ? t('retreat.mutes.none') : '']
        .filter(Boolean)
        .join('\n'),
    ),
    muted.length > 0 &&
      menu(
        id('unmute'),
        t('retreat.mutes.pick'),
        muted.slice(0, MOST).map((one) => ({
          value: String(one.id),
          label: t('games.option', {
            id: one.id,
            game: t(nameOfGame(one.game)),
            map: titleOf(one.game, one.map),
          }),
        })),
      ),
    text(
      [
        t('retreat.blocks.title'),
        blocked.length === 0
          ? t('retreat.blocks.none')
          : t('retreat.blocks.who', { who: blocked.map((one) => mention(one.id)).join(', ') }),
        t('retreat.blocks.means'),
      ].join('\n'),
    ),
    // Another id, and nobody is still picked in it.
    usersMenu(id('block', String(blocked.length)), t('retreat.blocks.pick'), MOST),
    blocked.length > 0 &&
      menu(
        id('unblock'),
        t('retreat.blocks.let'),
        blocked.slice(0, MOST).map((one, at) => ({
          value: one.id,
          label: names[at]!,
          description: [
            ...(one.account ? [accountName(one.account)] : []),
            t('retreat.blocks.ends', { end: one.id.slice(-4) }),
          ].join(' · '),
        })),
      ),
    row(button(t('retreat.settings'), encode('settings'))),
  ]);
}

/** Asks for the day on which a vacation ends. */
export const dateForm = (t: Translate): Modal => ({
  customId: encode('awayset'),
  title: t('retreat.form.title'),
  fields: [{ id: 'date', label: t('retreat.form.date'), placeholder: t('retreat.form.such'), max: 12 }],
});
