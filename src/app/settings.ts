import { now } from '../clock.ts';
import { type Key, LOCALES, type Translate } from '../locales.ts';
import { type Settings, setSettings, settingsOf } from '../store/players.ts';
import { LISTED, PINGS, THEMES } from '../store/schema.ts';
import { button, GREY, menu, type Pick, rich, row, text } from './components.ts';
import { type App, THEME, t as translate } from './context.ts';
import { scheduleDigest } from './digest.ts';
import { encode, type Id } from './ids.ts';
import { escapeChat, quoted } from './names.ts';
import type { Screen } from './outbound.ts';
import { DEFAULT_ZONE, wallMinute } from './quiethours.ts';
import type { Modal, Origin, Press, PressRequest, Reply } from './request.ts';

/** What players set for themselves. Every change is saved at once, and said. */

export async function settingsFor(app: App, origin: Origin, note = ''): Promise<Reply> {
  return show(await settingsOf(app.store, origin.user.id), translate(origin.locale), note);
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
  return night ? setHours(app, press, night[0], night[1]) : await settingsFor(app, press);
};

async function setHours(
  app: App,
  press: PressRequest,
  from: number,
  to: number,
  zone?: string,
): Promise<Reply> {
  const t = translate(press.locale);
  const by = zone ?? (await settingsOf(app.store, press.user.id)).zone ?? DEFAULT_ZONE;
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

/** Quiet hours that can be picked, in minutes after midnight. */
export const NIGHTS: Readonly<Record<string, readonly [from: number, to: number]>> = {
  '22-7': [22 * 60, 7 * 60],
  '23-8': [23 * 60, 8 * 60],
};

/** Picked in a menu instead of one of its entries. */
export const OWN = 'own';
export const DISCORD = 'discord';

const id = (what: string, ...parts: string[]) => encode('settings', 0, 0, what, ...parts);

/** "07:05". */
export const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** What a language calls itself. */
export function languageName(locale: string): string {
  // Of one that is written in two ways the writing tells more than the country does: "繁體中文".
  const { language, script, region } = new Intl.Locale(locale).maximize();
  const known = locale.includes('-') && region ? `${language}-${script}` : locale;
  const name = new Intl.DisplayNames([locale], { type: 'language' }).of(known) ?? locale;
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}

/** Languages to pick from; `chosen` is one of them. */
export const languagePicks = (locales: readonly string[], chosen: string | null): Pick[] =>
  locales.map((locale) => ({ value: locale, label: languageName(locale), chosen: locale === chosen }));

/** The same, and to go by Discord, which is what null stands for. */
export const languageChoices = (locales: readonly string[], chosen: string | null, t: Translate): Pick[] => [
  { value: DISCORD, label: t('settings.language.discord'), chosen: chosen === null },
  ...languagePicks(locales, chosen),
];

export const themePicks = (chosen: string | null, t: Translate): Pick[] =>
  THEMES.map((theme) => ({
    value: theme,
    label: t(`settings.theme.${theme}`),
    chosen: theme === (chosen ?? THEME),
  }));

/** `note` says what has just been done. The menu of languages appears where there is a choice. */
export function settingsScreen(
  settings: Settings,
  t: Translate,
  note = '',
  locales: readonly string[] = LOCALES,
): Screen {
  const { asks, warns, listed, zone } = settings;
  const zoneLine =
    zone === null ? t('settings.quiet.zoneUnset') : t('settings.quiet.zoneIs', { zone: escapeChat(zone) });
  const toggle = (what: 'asks' | 'warns', on: boolean) =>
    // What the button asks for is in its id, so that two taps are not a change and its opposite.
    button(t(`settings.${what}.${on ? 'on' : 'off'}`), id(what, on ? 'off' : 'on'));
  const several = locales.length > 1;
  return rich(GREY, [
    text([`## ${t('settings.title')}`, note].filter(Boolean).join('\n')),
    text(t('settings.pictures')),
    menu(id('theme'), t('settings.theme.pick'), themePicks(settings.theme, t)),
    text(t('settings.pings.title')),
    menu(id('pings'), t('settings.pings.pick'), pingPicks(settings, t)),
    text(`${t('settings.quiet.title')}\n${zoneLine}`),
    menu(formId('quiethours', settings), t('settings.quiet.pick'), quietPicks(settings, t)),
    row(
      button(t('settings.quiet.change'), formId('ownhours', settings)),
      button(t('settings.quiet.zone'), encode('ownzone', 0, 0, zone ?? '')),
    ),
    several && text(t('settings.language.title')),
    several &&
      menu(id('language'), t('settings.language.pick'), languageChoices(locales, settings.locale, t)),
    text(t('settings.games')),
    row(toggle('asks', asks), toggle('warns', warns)),
    text(t('settings.world')),
    row(button(t(`settings.listed.${listed}`), id('listed', listed === 'name' ? 'someone' : 'name'))),
    row(button(t('settings.retreat'), encode('retreat'))),
  ]);
}

const pingPicks = (settings: Settings, t: Translate): Pick[] =>
  PINGS.map((pings) => ({
    value: pings,
    label: t(`settings.pings.${pings}`),
    description: pings === 'digest' ? t('settings.pings.digestNote') : undefined,
    chosen: pings === settings.pings,
  }));

function quietPicks({ quietFrom: from, quietTo: to }: Settings, t: Translate): Pick[] {
  const none = from === null || to === null || from === to;
  const nights = Object.entries(NIGHTS).map(([value, night]) => ({
    value,
    label: hours(night[0], night[1], t),
    chosen: from === night[0] && to === night[1],
  }));
  const listed = none || nights.some(({ chosen }) => chosen);
  return [
    { value: 'none', label: t('settings.quiet.none'), chosen: none },
    ...nights,
    ...(listed ? [] : [{ value: 'kept', label: hours(from, to, t), chosen: true }]),
    { value: OWN, label: t('settings.quiet.own') },
  ];
}

const hours = (from: number, to: number, t: Translate): string =>
  t('settings.quiet.hours', { from: clock(from), to: clock(to) });

/** A form opens before anything is read, so the id of what opens it holds what its fields begin with. */
const formId = (act: string, { quietFrom, quietTo, zone }: Settings): string =>
  encode(act, 0, 0, String(quietFrom ?? ''), String(quietTo ?? ''), zone ?? '');

/** Asks for quiet hours: `from` and `to` are minutes after midnight, or empty. */
export function hoursForm([from = '', to = '', zone = '']: readonly string[], t: Translate): Modal {
  const time = { placeholder: t('settings.form.time'), max: 8 };
  const value = (minutes: string) => (minutes === '' ? {} : { value: clock(Number(minutes)) });
  return {
    customId: encode('hoursset'),
    title: t('settings.form.hours'),
    fields: [
      { id: 'from', label: t('settings.form.from'), ...time, ...value(from) },
      { id: 'to', label: t('settings.form.to'), ...time, ...value(to) },
      { ...zoneField(zone, t), required: false },
    ],
  };
}

export const zoneForm = ([zone = '']: readonly string[], t: Translate): Modal => ({
  customId: encode('zoneset'),
  title: t('settings.form.zone'),
  fields: [zoneField(zone, t)],
});

const zoneField = (zone: string, t: Translate): Modal['fields'][number] => ({
  id: 'zone',
  label: t('settings.form.name'),
  placeholder: t('settings.form.place'),
  max: 40,
  ...(zone === '' ? {} : { value: zone }),
});
