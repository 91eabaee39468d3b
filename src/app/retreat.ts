import { now } from '../clock.ts';
import { blockedBy, setBlocked } from '../store/blocks.ts';
import { mutedTables, setMuted } from '../store/mutes.ts';
import { accountIn, nameIn, settingsOf } from '../store/players.ts';
import { rest, touchTables, vacationOf } from '../store/vacations.ts';
import type { Translate } from '../views/presenter.ts';
import { type App, t as translate } from './context.ts';
import type { Id } from './ids.ts';
import { quoted } from './names.ts';
import { day, mention } from './parts.ts';
import { DEFAULT_ZONE } from './quiet.ts';
import type { Modal, Origin, PressRequest, Reply } from './request.ts';
import { DATE, dateForm, MOST, retreatScreen } from './screens/retreat.ts';
import { dateTyped, mayRestUntil } from './vacation.ts';

/** When a player is away, which tables they muted, and whom they keep from their lobbies. */

type Press = (app: App, press: PressRequest, id: Id) => Promise<Reply>;

const DAY = 24 * 3_600_000;

export async function retreatFor(app: App, { user, locale, guild }: Origin, note = ''): Promise<Reply> {
  const at = now();
  const { store } = app;
  const retreat = {
    at,
    until: vacationOf(store, user.id, at)?.to,
    latest: mayRestUntil(store, user.id, at),
    muted: mutedTables(store, user.id),
    blocked: blockedBy(store, user.id).map((id) => ({
      id,
      name: nameIn(store, guild, id),
      account: accountIn(store, guild, id),
    })),
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
  const latest = mayRestUntil(app.store, press.user.id, at);
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
  const known = blockedBy(app.store, id);
  const others = press.values.filter((one) => one !== id && !known.includes(one));
  if (others.length === 0) return retreatFor(app, press);
  if (known.length + others.length > MOST)
    return retreatFor(app, press, t('retreat.said.tooMany', { count: MOST }));
  await setBlocked(app.store, id, others, true);
  return retreatFor(app, press, t('retreat.said.blocked', { who: others.map(mention).join(', ') }));
}

/** The form that a pick in the menu of vacations opens; undefined for picks that need none. */
export const awayForm = (press: PressRequest, { parts: [what] }: Id): Modal | undefined =>
  what === 'away' && press.values[0] === DATE ? dateForm(translate(press.locale)) : undefined;

/** Takes the form of a vacation: the day on which it ends. */
export const awaySet: Press = async (app, press) => {
  const t = translate(press.locale);
  const [typed = ''] = press.values;
  const zone = settingsOf(app.store, press.user.id).zone ?? DEFAULT_ZONE;
  const to = dateTyped(typed, zone);
  if (to !== undefined) return goAway(app, press, to, t);
  return retreatFor(app, press, t('retreat.said.wrongDate', { typed: quoted(typed, 40) }));
};
