import { LOCALES } from '../../locales.ts';
import type { Settings } from '../../store/players.ts';
import { PINGS, THEMES } from '../../store/schema.ts';
import type { Translate } from '../../views/presenter.ts';
import { THEME } from '../context.ts';
import { encode } from '../ids.ts';
import { escapeChat } from '../names.ts';
import type { Screen } from '../outbound.ts';
import { button, menu, type Pick, rich, row, text } from '../parts.ts';
import type { Modal } from '../request.ts';

/** A player's own settings, and the forms that belong to them. */

const GREY = 0x6b6f78;

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
  const name = new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale;
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}

/** Languages to pick from; `chosen` is one of them. */
export const languagePicks = (locales: readonly string[], chosen: string | null): Pick[] =>
  locales.map((locale) => ({ value: locale, label: languageName(locale), chosen: locale === chosen }));

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
      menu(id('language'), t('settings.language.pick'), [
        { value: DISCORD, label: t('settings.language.discord'), chosen: settings.locale === null },
        ...languagePicks(locales, settings.locale),
      ]),
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
