import { beforeEach, describe, expect, test } from 'vitest';
import { COMMANDS, commandData } from '../../commands/index.ts';
import { spreadOf } from '../../src/app/digest.ts';
import type { Draft } from '../../src/app/outbound.ts';
import { isQuiet } from '../../src/app/quiethours.ts';
import type { PressRequest } from '../../src/app/request.ts';
import { languageName, settingsFor, settingsScreen, timeOf, zoneNamed } from '../../src/app/settings.ts';
import { opening } from '../../src/discord/callback.ts';
import { translator } from '../../src/locales.ts';
import { check } from '../../src/playground/payload.ts';
import type { Store } from '../../src/store/open.ts';
import { type Settings, setSettings, settingsOf } from '../../src/store/players.ts';
import { PINGS, THEMES } from '../../src/store/schema.ts';
import { cell } from '../lib/rows.ts';
import { peopled } from '../match/people.ts';
import { pieces, saying, unsound, wordsOf } from './sound.ts';
import { ackOf, modalOf, openStand, origin, type Stand } from './stand.ts';

const ANN = '1000';
const t = translator('en');

let store: Store;
let stand: Stand;
beforeEach(async () => {
  store = await peopled(2, ['Ann', 'Ben']);
  stand = openStand(store);
});

/** What Ann presses in her settings; the screen that answers must be sound. */
async function press(customId: string, values: string[] = []): Promise<Draft> {
  const { screen } = await stand.press(ANN, customId, values, { personal: true });
  expect(unsound(screen!, 'webhook-edit')).toEqual([]);
  return screen!;
}
const own = (): Promise<Settings> => settingsOf(store, ANN);

interface Option {
  value: string;
  label: string;
  default?: boolean;
}
const menuOf = (screen: Draft, placeholder: string) =>
  pieces(screen).find((piece) => piece.type === 3 && piece.placeholder === placeholder) as
    | { custom_id: string; options: Option[] }
    | undefined;
const chosen = (screen: Draft, placeholder: string): string[] =>
  menuOf(screen, placeholder)!
    .options.filter((option) => option.default)
    .map(({ label }) => label);
const labels = (screen: Draft): string[] =>
  pieces(screen).flatMap((piece) => (piece.type === 2 ? [piece.label!] : []));
const idOf = (screen: Draft, label: string): string =>
  pieces(screen).find((piece) => piece.label === label)!.custom_id!;

const pressing = (customId: string, values: string[] = []): PressRequest => ({
  ...origin(ANN, { personal: true }),
  kind: 'press',
  customId,
  values,
});
const NO_FILES = { files: [], fileSizes: [], previous: undefined };
const THEME = 'How pictures look';
const PINGING = 'What pings you';
const QUIET = 'When nothing pings you';

describe('/settings', () => {
  test('is there everywhere, for everybody, and answers privately', () => {
    const command = commandData(t).find(({ name }) => name === 'settings')!;
    expect(command.contexts).toEqual([0, 1, 2]);
    expect(command.integration_types).toEqual([0, 1]);
    expect(command.default_member_permissions).toBeUndefined();
    expect(COMMANDS.get('settings')).toMatchObject({ ack: 'private' });
    expect(COMMANDS.get('settings')!.obstacle).toBeUndefined();
  });

  test('shows what counts while nothing was chosen, also to somebody who was never met', async () => {
    for (const user of [ANN, '5555']) {
      const { screen } = await settingsFor(stand.app, origin(user, { guild: null, personal: true }));
      expect(unsound(screen!, 'webhook-edit')).toEqual([]);
      expect(chosen(screen!, THEME)).toEqual(['Dark pictures']);
      expect(chosen(screen!, PINGING)).toEqual(['Each turn and both reminders']);
      expect(chosen(screen!, QUIET)).toEqual(['No quiet hours']);
      expect(wordsOf(screen!)).toContain('They go by UTC until you give your own time zone.');
      expect(labels(screen!)).toEqual([
        'Other hours',
        'Time zone',
        'Solo: ask before each: on',
        "Warn me when I'm last: on",
        'In world tables: my name',
        'Away, muted tables, people',
      ]);
    }
  });

  test.each(THEMES)('the theme %s is saved, said and shown', async (theme) => {
    const screen = await press('settings|0|0|theme', [theme]);
    expect(await own()).toEqual({ ...(await settingsOf(store, '5555')), theme });
    expect(saying(screen)).toBe(`Set: your pictures are ${theme}.`);
    expect(chosen(screen, THEME)).toEqual([theme === 'dark' ? 'Dark pictures' : 'Light pictures']);
  });

  test.each(PINGS)('what pings one, %s, is saved, said and shown', async (pings) => {
    await setSettings(store, ANN, { pings: pings === 'both' ? 'none' : 'both' });
    const screen = await press('settings|0|0|pings', [pings]);
    expect(await own()).toEqual({ ...(await settingsOf(store, '5555')), pings });
    expect(saying(screen)).toMatch(/^Set: .+\.$/);
    const at = PINGS.indexOf(pings);
    const { options } = menuOf(screen, PINGING)!;
    expect(options.map((option) => option.default ?? false)).toEqual(PINGS.map((_, i) => i === at));
  });

  test.each(['asks', 'warns'] as const)('two taps on the switch %s are one change', async (what) => {
    const { screen: first } = await settingsFor(stand.app, origin(ANN));
    const id = pieces(first!).find((piece) => piece.custom_id?.includes(`|${what}|`))!.custom_id!;
    for (let tap = 0; tap < 2; tap++) {
      const screen = await press(id);
      expect(await own()).toEqual({ ...(await settingsOf(store, '5555')), [what]: false });
      expect(saying(screen)).toMatch(/^Set: /);
      expect(labels(screen).filter((label) => label.endsWith(': off'))).toHaveLength(1);
    }
    const back = idOf(await press(id), labels(await press(id)).find((label) => label.endsWith(': off'))!);
    await press(back);
    expect((await own())[what]).toBe(true);
  });

  test('one change leaves all others, and everybody else, as they were', async () => {
    const all: Settings = {
      asks: false,
      warns: false,
      listed: 'someone',
      theme: 'light',
      locale: 'en',
      pings: 'digest',
      quietFrom: 60,
      quietTo: 120,
      zone: 'Asia/Tokyo',
    };
    await setSettings(store, ANN, all);
    await press('settings|0|0|theme', ['dark']);
    expect(await own()).toEqual({ ...all, theme: 'dark' });
    expect(await settingsOf(store, '1001')).toEqual(await settingsOf(store, '5555'));
  });

  test.each([
    ['settings|0|0|theme', ['pink']],
    ['settings|0|0|theme', []],
    ['settings|0|0|pings', ['hourly']],
    ['settings|0|0|language', ['tlh']],
    ['settings|0|0|asks|maybe', []],
    ['settings|0|0|name|on', []],
    ['settings', []],
    ['quiethours|0|0|||', ['toString']],
    ['quiethours|0|0|||', ['kept']],
    ['hoursset|0|0', []],
    ['zoneset|0|0', []],
  ] as [string, string[]][])('%s with %j changes nothing and shows the settings', async (id, values) => {
    const before = await own();
    const { screen } = await stand.press(ANN, id, values, { personal: true });
    expect(await own()).toEqual(before);
    expect(unsound(screen!, 'webhook-edit')).toEqual([]);
  });
});

describe('the digest', () => {
  const due = async () =>
    (await cell(store, "SELECT due FROM jobs WHERE kind = 'digest' AND subject = ?", ANN)) as
      | number
      | undefined;
  const timeOfDay = (at: number): string => new Date(at - spreadOf(ANN)).toISOString().slice(11, 16);

  test('is due once it is chosen, and moves with the quiet hours and the time zone', async () => {
    await press('settings|0|0|theme', ['dark']);
    await press('quiethours|0|0|||', ['22-7']);
    expect(await due()).toBeUndefined();
    await press('settings|0|0|pings', ['digest']);
    expect(timeOfDay((await due())!)).toBe('07:00');
    await press('quiethours|0|0|||', ['23-8']);
    expect(timeOfDay((await due())!)).toBe('08:00');
    await press('zoneset|0|0', ['Asia/Tokyo']);
    expect(timeOfDay((await due())!)).toBe('23:00');
    await press('hoursset|0|0', ['22', '6:30', 'UTC']);
    expect(timeOfDay((await due())!)).toBe('06:30');
  });
});

describe('the language', () => {
  test('can be chosen only where there are several', async () => {
    const settings = await own();
    expect(menuOf(settingsScreen(settings, t, '', ['en']), 'Language')).toBeUndefined();
    const two = settingsScreen(settings, t, '', ['en', 'de']);
    expect(unsound(two, 'webhook-edit')).toEqual([]);
    expect(menuOf(two, 'Language')!.options).toEqual([
      { value: 'discord', label: 'As Discord', default: true },
      { value: 'en', label: 'English' },
      { value: 'de', label: 'Deutsch' },
    ]);
    expect(chosen(settingsScreen({ ...settings, locale: 'de' }, t, '', ['en', 'de']), 'Language')).toEqual([
      'Deutsch',
    ]);
    expect(languageName('fr')).toBe('Français');
  });

  test('is saved, and taken back to that of Discord', async () => {
    await press('settings|0|0|language', ['en']);
    expect((await own()).locale).toBe('en');
    await press('settings|0|0|language', ['discord']);
    expect((await own()).locale).toBeNull();
  });
});

describe('quiet hours', () => {
  test.each([
    ['22-7', 1320, 420, '22:00 to 07:00'],
    ['23-8', 1380, 480, '23:00 to 08:00'],
  ])('%s from the list', async (value, quietFrom, quietTo, label) => {
    const screen = await press('quiethours|0|0|||', [value]);
    expect(await own()).toMatchObject({ quietFrom, quietTo, zone: null });
    expect(wordsOf(screen)).toContain(`from ${label}, by the clock of UTC`);
    expect(chosen(screen, QUIET)).toEqual([label]);
    // They count as they are said.
    expect(isQuiet(await own(), Date.parse('2026-05-01T23:30:00Z'))).toBe(true);
    const none = await press('quiethours|0|0|||', ['none']);
    expect(await own()).toMatchObject({ quietFrom: null, quietTo: null });
    expect(saying(none)).toBe('Set: there are no quiet hours.');
  });

  test('own ones open a form that begins with what counts now; others of the list open none', async () => {
    await setSettings(store, ANN, { quietFrom: 1290, quietTo: 375, zone: 'Etc/GMT+5' });
    const { screen } = await settingsFor(stand.app, origin(ANN));
    expect(chosen(screen!, QUIET)).toEqual(['21:30 to 06:15']);
    const { custom_id: id } = menuOf(screen!, QUIET)!;
    const opened = pressing(id, ['own']);
    expect(ackOf(opened)).toBe('modal');
    const form = modalOf(opened)!;
    expect(form.fields.map(({ value }) => value)).toEqual(['21:30', '06:15', 'Etc/GMT+5']);
    expect(check('callback', opening(form), NO_FILES)).toBeNull();
    for (const value of ['none', '22-7', 'kept']) {
      expect(modalOf(pressing(id, [value]))).toBeUndefined();
      expect(ackOf(pressing(id, [value]))).toBe('update');
    }
    const again = pressing(idOf(screen!, 'Other hours'));
    expect(ackOf(again)).toBe('modal');
    expect(modalOf(again)).toEqual(form);
    const zone = modalOf(pressing(idOf(screen!, 'Time zone')))!;
    expect(check('callback', opening(zone), NO_FILES)).toBeNull();
    expect(zone.fields.map(({ value }) => value)).toEqual(['Etc/GMT+5']);
  });

  test('forms are empty where nothing was given yet', async () => {
    const { screen } = await settingsFor(stand.app, origin(ANN));
    const form = modalOf(pressing(idOf(screen!, 'Other hours')))!;
    expect(form.fields.every((field) => !('value' in field))).toBe(true);
    expect(form.fields.map(({ required = true }) => required)).toEqual([true, true, false]);
  });

  test('own hours are saved with the zone; without one the zone stays', async () => {
    const screen = await press('hoursset|0|0', ['21:30', '6', 'europe/berlin']);
    expect(await own()).toMatchObject({ quietFrom: 1290, quietTo: 360, zone: 'Europe/Berlin' });
    expect(saying(screen)).toContain('from 21:30 to 06:00, by the clock of Europe\\/Berlin.');
    expect(wordsOf(screen)).toContain('They go by the clock of Europe\\/Berlin.');
    await press('hoursset|0|0', ['10 pm', '7:15 am', ' ']);
    expect(await own()).toMatchObject({ quietFrom: 1320, quietTo: 435, zone: 'Europe/Berlin' });
  });

  test('the same hour twice is none, and that is said', async () => {
    const screen = await press('hoursset|0|0', ['7', '07:00', '']);
    expect(saying(screen)).toBe('From 07:00 to 07:00 is no time at all, so there are no quiet hours.');
    expect(chosen(screen, QUIET)).toEqual(['No quiet hours']);
  });

  test('the zone alone', async () => {
    const screen = await press('zoneset|0|0', ['new york']);
    expect((await own()).zone).toBe('America/New_York');
    expect(saying(screen)).toMatch(/^Set: in America\\\/New\\_York it is \d\d:\d\d now\.$/);
  });

  test.each([
    ['hoursset|0|0', ['half past ten', '7', 'UTC'], '“half past ten” is no time'],
    ['hoursset|0|0', ['22', '25:00', 'UTC'], '“25\\:00” is no time'],
    ['hoursset|0|0', ['22', '7', 'Berlin Time'], 'no time zone “Berlin Time”'],
    ['zoneset|0|0', ['CEST'], 'no time zone “CEST”'],
    ['zoneset|0|0', ['**@everyone** <@1000>'], 'no time zone “\\*\\*\\@everyone\\*\\* \\<\\@1000\\>”'],
  ] as [string, string[], string][])(
    '%s with %j is refused in a sentence that shows it',
    async (id, values, words) => {
      await setSettings(store, ANN, { quietFrom: 60, quietTo: 120, zone: 'Asia/Tokyo' });
      const before = await own();
      const screen = await press(id, values);
      expect(saying(screen)).toContain(words);
      expect(saying(screen)).toContain('nothing was changed');
      expect(await own()).toEqual(before);
    },
  );

  test.each([
    ['7', 420],
    ['07:05', 425],
    ['22.30', 1350],
    ['22h30', 1350],
    ['0', 0],
    ['24', 0],
    ['24:00', 0],
    ['12am', 0],
    ['12 pm', 720],
    ['11:59 PM', 1439],
    [' 9:00 ', 540],
    ['24:01', undefined],
    ['13 pm', undefined],
    ['0am', undefined],
    ['7:60', undefined],
    ['-1', undefined],
    ['123', undefined],
    ['7:5', undefined],
    ['', undefined],
    ['١٢', undefined],
  ])('"%s" is %s minutes after midnight', (typed, minutes) => {
    expect(timeOf(typed)).toBe(minutes);
  });

  test.each([
    ['Europe/Berlin', 'Europe/Berlin'],
    ['EUROPE/berlin', 'Europe/Berlin'],
    ['utc', 'UTC'],
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['São Paulo', 'America/Sao_Paulo'],
    ['sao paulo', 'America/Sao_Paulo'],
    ['Etc/GMT+5', 'Etc/GMT+5'],
    ['+02:00', undefined],
    ['', undefined],
    ['../../etc/passwd', undefined],
    ['x'.repeat(100), undefined],
  ])('the time zone "%s" is %s', (typed, zone) => {
    expect(zoneNamed(typed)).toBe(zone);
  });

  test('every zone that is known can be given, kept in the buttons, and is sound on the screen', async () => {
    for (const zone of Intl.supportedValuesOf('timeZone')) expect(zoneNamed(zone)).toBe(zone);
    for (const zone of ['Etc/GMT+12', 'America/Argentina/ComodRivadavia', 'America/North_Dakota/New_Salem']) {
      expect(zoneNamed(zone)).toBe(zone);
      const screen = settingsScreen({ ...(await own()), quietFrom: 1439, quietTo: 1438, zone }, t);
      expect(unsound(screen, 'webhook-edit')).toEqual([]);
    }
  });
});
