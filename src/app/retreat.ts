import { now } from '../clock.ts';
import { nameOfGame, type Translate } from '../locales.ts';
import { blockedBy, setBlocked } from '../store/blocks.ts';
import { mutedTables, setMuted } from '../store/mutes.ts';
import { accountIn, nameIn, settingsOf } from '../store/players.ts';
import { rest, touchTables, vacationOf } from '../store/vacations.ts';
import { commas } from '../views/lists.ts';
import { button, day, GREY, mention, menu, rich, row, text, usersMenu } from './components.ts';
import { type App, titleOf, t as translate } from './context.ts';
import { encode, type Id } from './ids.ts';
import { accountName, calledAloud, calledInOrder, quoted } from './names.ts';
import type { Screen } from './outbound.ts';
import { DEFAULT_ZONE } from './quiethours.ts';
import type { Modal, Origin, Press, PressRequest, Reply } from './request.ts';
import { dateTyped, mayRestUntil } from './vacation.ts';

/**
 * The second page of a player's settings: when they are away, which tables they muted, and whom they keep from their
 * lobbies.
 */

const DAY = 24 * 3_600_000;

export async function retreatFor(app: App, { user, locale, guild }: Origin, note = ''): Promise<Reply> {
  const at = now();
  const { store } = app;
  const retreat = {
    at,
    until: (await vacationOf(store, user.id, at))?.to,
    latest: await mayRestUntil(store, user.id, at),
    muted: await mutedTables(store, user.id),
    blocked: await Promise.all(
      (await blockedBy(store, user.id)).map(async (id) => ({
        id,
        name: await nameIn(store, guild, id),
        account: await accountIn(store, guild, id),
      })),
    ),
  };
  return { screen: retreatScreen(retreat, translate(locale), note) };
}

/** What is not known (any more) changes nothing. */
export const retreatPress: Press = async (app, press, { parts: [what] }) => {
  const t = translate(press.locale);
  const [picked = ''] = press.values;
  if (what === 'away' && /^\d{1,2}$/.test(picked)) return goAway(app, press, now() + Number(picked) * DAY, t);
  if (what === 'back') return comeBack(app, press, t);
  if (what === 'unmute') return unmute(app, press, Number(picked), t);
  if (what === 'block') return block(app, press, t);
  if (what === 'unblock' && picked !== '') {
    await setBlocked(app.store, press.user.id, [picked], false);
    return retreatFor(app, press, t('retreat.said.unblocked', { who: mention(picked) }));
  }
  return retreatFor(app, press);
};

async function goAway(app: App, press: PressRequest, to: number, t: Translate): Promise<Reply> {
  const at = now();
  const latest = await mayRestUntil(app.store, press.user.id, at);
  if (to <= at) return retreatFor(app, press, t('retreat.said.past'));
  if (to > latest) return retreatFor(app, press, t('retreat.said.tooLong', { when: day(latest) }));
  await changed(app, press, at, to);
  return retreatFor(app, press, t('retreat.said.away', { when: day(to) }));
}

async function comeBack(app: App, press: PressRequest, t: Translate): Promise<Reply> {
  await changed(app, press, now(), 0);
  return retreatFor(app, press, t('retreat.said.back'));
}

/** Notes until when somebody is away; their tables say so. */
async function changed(app: App, { user }: PressRequest, at: number, to: number): Promise<void> {
  await rest(app.store, user.id, at, to);
  for (const match of await touchTables(app.store, user.id, at)) app.refresh(match);
}

async function unmute(app: App, press: PressRequest, match: number, t: Translate): Promise<Reply> {
  if (!Number.isSafeInteger(match)) return retreatFor(app, press);
  await setMuted(app.store, match, press.user.id, false);
  return retreatFor(app, press, t('retreat.said.unmuted', { id: match }));
}

async function block(app: App, press: PressRequest, t: Translate): Promise<Reply> {
  const { id } = press.user;
  const known = await blockedBy(app.store, id);
  const others = press.values.filter((one) => one !== id && !known.includes(one));
  if (others.length === 0) return retreatFor(app, press);
  if (known.length + others.length > MOST)
    return retreatFor(app, press, t('retreat.said.tooMany', { count: MOST }));
  await setBlocked(app.store, id, others, true);
  return retreatFor(app, press, t('retreat.said.blocked', { who: commas(t, others.map(mention)) }));
}

/** The form that a pick in the menu of vacations opens; undefined for picks that need none. */
export const awayForm = (press: PressRequest, { parts: [what] }: Id): Modal | undefined =>
  what === 'away' && press.values[0] === DATE ? dateForm(translate(press.locale)) : undefined;

/** Takes the form of a vacation: the day on which it ends. */
export const awaySet: Press = async (app, press) => {
  const t = translate(press.locale);
  const [typed = ''] = press.values;
  const zone = (await settingsOf(app.store, press.user.id)).zone ?? DEFAULT_ZONE;
  const to = dateTyped(typed, zone);
  if (to !== undefined) return goAway(app, press, to, t);
  return retreatFor(app, press, t('retreat.said.wrongDate', { typed: quoted(typed, 40) }));
};

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
          : t('retreat.blocks.who', {
              who: commas(
                t,
                blocked.map((one) => mention(one.id)),
              ),
            }),
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
