import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Locale, translator } from '../../src/locales.ts';
import { labels, words } from '../lib/message.ts';
import { englishIn } from '../lib/words.ts';
import { type Club, openBlankClub } from './club.ts';
import { menuOf, type Person, type Place } from './person.ts';
import { now, told } from './private.ts';

/** Ann's Discord is German, Ben's Japanese, and their server comes to speak French. */

let club: Club;
let ann: Person;
let ben: Person;
let here: Place;

const in_ = (locale: Locale, ...key: Parameters<ReturnType<typeof translator>>) => translator(locale)(...key);

beforeAll(async () => {
  club = await openBlankClub('Ann', 'Ben');
  [ann, ben] = club.people as [Person, Person];
  here = club.world.place('metro');
  await club.world.control('PUT', `/people/${ann.id}`, { locale: 'de' });
  await club.world.control('PUT', `/people/${ben.id}`, { locale: 'ja' });
});

afterAll(() => club?.close());

/** The menu with a placeholder, in a language. */
const like = (...key: Parameters<typeof in_>): RegExp =>
  new RegExp(in_(...key).replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));

test('private screens speak each one’s language, public ones the server’s', async () => {
  const server = await ann.command(here, 'server');
  expect(words(server)).toContain(in_('de', 'server.title'));
  const french = in_('de', 'server.said.language', { language: 'Français' });
  expect(words((await ann.choose(server, 'fr', like('de', 'server.language')))!)).toContain(french);

  const lobby = await ben.command(here, 'metrox new', { map: 'osaka' });
  const shown = await now(ann, lobby, (m) => m.components.length > 0);
  expect(labels(shown)).toContain(in_('fr', 'button.join'));
  const options = await told(ben, shown, in_('fr', 'button.options'));
  expect(menuOf(options, like('ja', 'lobby.limitTitle'))).toBeDefined();
  await ann.tap(shown, in_('fr', 'button.join'));
  const both = await now(ben, lobby, (m) => words(m).includes('Ann'));
  await ben.tap(both, in_('fr', 'button.start', { n: 2 }));

  const mine = in_('fr', 'metrox.table.mine');
  const table = await ann.wait((m) => labels(m).includes(mine), 'the first round');
  expect(englishIn(words(table))).toEqual([]);
  const own = await told(ann, table, mine);
  expect(menuOf(own, like('de', 'metrox.pick.line'))).toBeDefined();
  expect(menuOf(await told(ben, table, mine), like('ja', 'metrox.pick.line'))).toBeDefined();

  // Chosen for oneself, whatever Discord speaks.
  const settings = await ben.command(here, 'settings');
  const spanish = await ben.choose(settings, 'es', like('ja', 'settings.language.pick'));
  expect(words(spanish!)).toContain(in_('es', 'settings.said.language.own'));
  expect(words(await ben.command(here, 'games'))).toContain(in_('es', 'games.title'));
  await club.check();
});
