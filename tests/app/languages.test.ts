import { afterEach, describe, expect, test } from 'vitest';
import { catalogueOf, LOCALES, translator } from '../../src/locales.ts';
import type { Match } from '../../src/match/match.ts';
import { textsOf as textsIn } from '../../src/wording.ts';
import { usePictures } from '../blank.ts';
import { foreign, leaks } from '../faults/pseudo.ts';
import { LONG } from '../lib/long.ts';
import { englishIn, longest } from '../lib/words.ts';
import { positions, type Setting } from './positions.ts';
import { endScreens, faultsOf, type Shown, say, seatScreens, tableScreens } from './shown.ts';
import { textsOf } from './sound.ts';

usePictures('blank');

/** What is played, in every language: whole, within Discord's limits, and without a word of English. */

const OTHERS = LOCALES.filter((locale) => locale !== 'en');

const GAMES: readonly (Setting & { readonly every: number })[] = [
  { map: 'tokyo', seats: 1, flip: 'auto', seed: 1, solo: true, every: 12 },
  { map: 'metro-city', seats: 9, flip: 'manual', seed: 4, every: 140 },
  { game: 'metro', map: 'paris', seats: 6, options: { arrow: 'false', hand: '3' }, seed: 9, every: 29 },
  { game: 'metromania', map: 'six-quarters', seats: 2, options: { game: 'advanced' }, seed: 10, every: 37 },
  { game: 'metromania', map: 'six-quarters', seats: 4, options: { lastTurn: 'true' }, seed: 12, every: 47 },
];

afterEach(() => say(translator('en')));

const NAMES = ['Ann', 'Ben', 'Cleo', 'Dia', 'Eli', 'Fay', 'Gus', 'Hal', 'Ivy'];

/** The same game among people whose names are only names. */
const plainly = (match: Match): Match => ({
  ...match,
  seats: match.seats.map((seat, at) => ({ ...seat, name: NAMES[at]! })),
});

async function* screensOf(match: Match): AsyncGenerator<Shown> {
  const mover = match.row.game === 'metromania' ? match.game.toAct(match.state)[0] : undefined;
  if (!match.row.solo) yield* tableScreens(match);
  yield* seatScreens(match, mover ?? match.log.length % match.seats.length);
  if (match.row.status === 'over') yield* endScreens(match);
}

/** Faults of all screens of some positions of a game, its end among them. */
async function faultsIn(
  setting: (typeof GAMES)[number],
  each: (one: Shown) => string[],
  step: number,
  as = (match: Match): Match => match,
) {
  const faults: string[] = [];
  let count = 0;
  for (const match of positions(setting, (n) => n % (step * setting.every) === 0)) {
    const found = await faultsOf(screensOf(as(match)), each);
    faults.push(...found.faults);
    count += found.count;
  }
  return { faults, count };
}

describe.each(GAMES)('$game $map, $seats seats', (setting) => {
  test('fits at the longest that any language says', { timeout: 120_000 }, async () => {
    say(longest);
    const { faults, count } = await faultsIn(setting, () => [], LONG > 0 ? 1 : 4);
    expect(faults).toEqual([]);
    expect(count).toBeGreaterThan(10);
  });

  test('says nothing but what the catalogue has', { timeout: 120_000 }, async () => {
    say(foreign);
    const left = ({ what, screen }: Shown): string[] =>
      textsOf(screen).flatMap((text) =>
        leaks(text, NAMES).map((word) => `${what}: ${word} in ${text.slice(0, 80)}`),
      );
    const { faults, count } = await faultsIn(setting, left, LONG > 0 ? 1 : 6, plainly);
    expect(faults).toEqual([]);
    expect(count).toBeGreaterThan(5);
  });

  test.each(OTHERS)('is played in %s', { timeout: 120_000 }, async (locale) => {
    say(translator(locale));
    const left = ({ what, screen }: Shown): string[] =>
      textsOf(screen).flatMap((text) => [
        ...(englishIn(text).length > 0 ? [`${what} in English: ${text.slice(0, 80)}`] : []),
        ...(/\{\{|\b[a-z]+(?:\.[a-zA-Z]+){2,}\b/.test(text) ? [`${what} is not filled in: ${text}`] : []),
      ]);
    const { faults, count } = await faultsIn(setting, left, LONG > 0 ? 2 : 8);
    expect(faults).toEqual([]);
    expect(count).toBeGreaterThan(3);
  });
});

test('English words are found where they stand', () => {
  expect(englishIn('Ann wartet auf the next card')).toEqual(['the']);
  expect(englishIn('`npm run replay` of Ann')).toEqual(['of']);
  expect(englishIn('Theater, Board-Games-Café, „offen“')).toEqual([]);
});

test.each(OTHERS)('%s has sentences of its own', (locale) => {
  const english = textsIn(catalogueOf('en'));
  const left = [...textsIn(catalogueOf(locale))].filter(([, text]) => englishIn(text).length > 0);
  expect(left).toEqual([]);
  // Two words that are the same by chance are rare, three never.
  const alike = [...textsIn(catalogueOf(locale))].filter(
    ([key, text]) => text === english.get(key) && (text.match(/(?<![{\p{L}])\p{L}{3,}/gu) ?? []).length > 2,
  );
  expect(alike).toEqual([]);
});
