import { now } from '../clock.ts';
import { type Key, LOCALES } from '../locales.ts';
import { type Settings, setSettings, settingsOf } from '../store/players.ts';
import { LISTED, PINGS, THEMES } from '../store/schema.ts';
import type { Translate } from '../views/presenter.ts';
import { type App, t as translate } from './context.ts';
import { scheduleDigest } from './digest.ts';
import type { Id } from './ids.ts';
import { escapeChat, quoted } from './names.ts';
import { DEFAULT_ZONE, wallMinute } from './quiet.ts';
import type { Modal, Origin, PressRequest, Reply } from './request.ts';
import { clock, DISCORD, hoursForm, NIGHTS, OWN, settingsScreen, zoneForm } from './screens/settings.ts';

/** What players set for themselves. Every change is saved at once, and said. */

type Press = (app: App, press: PressRequest, id: Id) => Promise<Reply>;

export async function settingsFor(app: App, origin: Origin, note = ''): Promise<Reply> {
  return show(settingsOf(app.store, origin.user.id), translate(origin.locale), note);
}

const show = (settings: Settings, t: Translate, note: string): Reply => ({
  screen: settingsScreen(settings, t, note),
});

async function save(app: App, press: PressRequest, patch: Partial<Settings>, note: string): Promise<Reply> {
  const settings = await setSettings(app.store, press.user.id, patch);
  if (['pings', 'quietFrom', 'zone'].some((one) => one in patch))
    await scheduleDigest(app.store, press.user.id, now(), patch.pings === 'digest');
  return show(settings, translate(press.locale), note);
}

/** Menus and switches. What is not known (any more) changes nothing. */
export const settingsPress: Press = async (app, press, { parts }) => {
  const t = translate(press.locale);
  const [what, to] = parts;
  const [picked] = press.values;
  const theme = THEMES.find((one) => one === picked);
  const pings = PINGS.find((one) => one === picked);
  if (what === 'theme' && theme) return save(app, press, { theme }, t(`settings.said.theme.${theme}`));
  if (what === 'pings' && pings) return save(app, press, { pings }, t(`settings.said.pings.${pings}`));
  const listed = LISTED.find((one) => one === to);
  if (what === 'listed' && listed) return save(app, press, { listed }, t(`settings.said.listed.${listed}`));
  if (what === 'language' && picked !== undefined) return setLanguage(app, press, picked);
  if ((what === 'asks' || what === 'warns') && (to === 'on' || to === 'off'))
    return save(app, press, { [what]: to === 'on' }, t(`settings.said.${what}.${to}`));
  return settingsFor(app, press);
};

async function setLanguage(app: App, press: PressRequest, picked: string): Promise<Reply> {
  if (picked === DISCORD)
    return save(app, press, { locale: null }, translate(press.locale)('settings.said.language.discord'));
  const locale = LOCALES.find((one) => one === picked);
  if (!locale) return settingsFor(app, press);
  return save(app, { ...press, locale }, { locale }, translate(locale)('settings.said.language.own'));
}

/** The menu of quiet hours, for what needs no form. */
export const quietHours: Press = async (app, press) => {
  const t = translate(press.locale);
  const [picked = ''] = press.values;
  if (picked === 'none')
    return save(app, press, { quietFrom: null, quietTo: null }, t('settings.said.quietNone'));
  const night = Object.hasOwn(NIGHTS, picked) ? NIGHTS[picked] : undefined;
  return night ? setHours(app, press, night[0], night[1]) : settingsFor(app, press);
};

function setHours(app: App, press: PressRequest, from: number, to: number, zone?: string): Promise<Reply> {
  const t = translate(press.locale);
  const by = zone ?? settingsOf(app.store, press.user.id).zone ?? DEFAULT_ZONE;
  const patch = { quietFrom: from, quietTo: to, ...(zone === undefined ? {} : { zone }) };
  const [start, end] = [clock(from), clock(to)];
  if (from === to) return save(app, press, patch, t('settings.said.quietSame', { from: start }));
  return save(app, press, patch, t('settings.said.quiet', { from: start, to: end, zone: escapeChat(by) }));
}

/** The form that a pick in the menu of quiet hours opens; undefined for picks that need none. */
export const quietForm = (press: PressRequest, id: Id): Modal | undefined =>
  press.values[0] === OWN ? ownHours(press, id) : undefined;

export const ownHours = (press: PressRequest, { parts }: Id): Modal =>
  hoursForm(parts, translate(press.locale));

export const ownZone = (press: PressRequest, { parts }: Id): Modal =>
  zoneForm(parts, translate(press.locale));

/** Takes the form of quiet hours: from, to, time zone; without a zone the one that was given before counts on. */
export const hoursSet: Press = async (app, press) => {
  const [fromText = '', toText = '', zoneText = ''] = press.values;
  const from = timeOf(fromText);
  if (from === undefined) return refuse(app, press, 'settings.wrongTime', fromText);
  const to = timeOf(toText);
  if (to === undefined) return refuse(app, press, 'settings.wrongTime', toText);
  if (zoneText.trim() === '') return setHours(app, press, from, to);
  const zone = zoneNamed(zoneText);
  if (zone === undefined) return refuse(app, press, 'settings.wrongZone', zoneText);
  return setHours(app, press, from, to, zone);
};

export const zoneSet: Press = async (app, press) => {
  const [typed = ''] = press.values;
  const zone = zoneNamed(typed);
  if (zone === undefined) return refuse(app, press, 'settings.wrongZone', typed);
  const time = clock(wallMinute(zone, now()));
  const said = translate(press.locale)('settings.said.zone', { zone: escapeChat(zone), time });
  return save(app, press, { zone }, said);
};

/** Says what was not understood, as it was typed. */
const refuse = (app: App, press: PressRequest, key: Key, typed: string): Promise<Reply> =>
  settingsFor(app, press, translate(press.locale)(key, { typed: quoted(typed, 40) }));

const TIME = /^(\d{1,2})(?:[:.h](\d{2}))?\s*(am|pm)?$/i;

/** Minutes after midnight of "7", "22:30", "22.30" or "10:30 pm"; undefined for what is no time. */
export function timeOf(typed: string): number | undefined {
  const found = TIME.exec(typed.trim());
  if (!found) return undefined;
  const [hour, minute, half] = [Number(found[1]), Number(found[2] ?? 0), found[3]?.toLowerCase()];
  if (minute > 59 || hour > 24 || (hour === 24 && minute > 0)) return undefined;
  if (half === undefined) return (hour % 24) * 60 + minute;
  if (hour < 1 || hour > 12) return undefined;
  return ((hour % 12) + (half === 'pm' ? 12 : 0)) * 60 + minute;
}

/**
 * The time zone that was meant: an IANA name in any letter case, or a city that stands in just one of them. undefined
 * for what is none.
 */
export function zoneNamed(typed: string): string | undefined {
  const name = typed.normalize('NFD').replace(/\p{M}/gu, '').trim().replace(/\s+/g, '_');
  if (!/^[a-z][\w/+-]{0,39}$/i.test(name)) return undefined;
  const same = (other: string | undefined) => other?.toLowerCase() === name.toLowerCase();
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    // Some old names are known by newer ones, which people may not know theirs by.
    return same(timeZone) ? timeZone : name;
  } catch {
    const cities = Intl.supportedValuesOf('timeZone').filter((zone) => same(zone.split('/').at(-1)));
    return cities.length === 1 ? cities[0] : undefined;
  }
}
