import { beforeEach, describe, expect, test } from 'vitest';
import { decode, encode } from '../../src/app/ids.ts';
import { openSolo } from '../../src/match/opening.ts';
import { play } from '../../src/match/play.ts';
import { usePictures } from '../blank.ts';
import { acquaint, GAME, NOON, person } from '../daily/world.ts';
import { GUILD, sound, stand, store, useStand } from './almanac.ts';
import { idsOf, wordsOf } from './sound.ts';

usePictures('blank');

/** The review of one's own game, as people step through it. */

const ANN = person(0);
const BEN = person(1);

useStand();
beforeEach(() => acquaint(store, 12, GUILD));

const press = (user: string, act: string, match: number, turn = 0) =>
  stand.press(user, encode(act, match, turn), [], { personal: true });

const begun = (origin: string) =>
  openSolo(store, { game: GAME, map: 'tube-town', host: ANN, guild: null, origin, at: NOON });

const numberIn = (words: string): number => Number(words.replace('−', '-'));

/** A practice that was played to its end by its last choices. */
async function practised(): Promise<number> {
  const { id, game, state: first } = await begun('played');
  const codes: string[] = [];
  for (let state = first; !game.over(state); ) {
    const action = game.actions(state, 0).at(-1)!;
    codes.push(game.code(action));
    state = game.apply(state, 0, action);
  }
  await play(store, { match: id, user: ANN, turn: 1, codes, at: NOON });
  return id;
}

describe('after a game', () => {
  test('the replay leads to it, and each page tells a choice, a better one, and what that was worth', async () => {
    const id = await practised();
    expect(idsOf(sound(await press(ANN, 'replay', id)))).toContain(`review|${id}|0`);
    for (const page of [0, 1, 2]) {
      const screen = sound(await press(ANN, 'review', id, page));
      const words = wordsOf(screen);
      expect(words).toContain(`Review: ${page + 1} of 3`);
      expect(words).toMatch(
        /\*\*You chose\*\* \S.*: \*\*−?\d+\*\*\n\*\*Better\*\* was \S.*: \*\*−?\d+\*\*\nAbout \*\*\d+ points?\*\*/,
      );
      const [picture, ...others] = screen.files!;
      expect(others).toEqual([]);
      const [, chosen, better, lost] = /: (−?\d+) .*: (−?\d+) .*About (\d+) points?/.exec(
        picture!.description!,
      )!;
      expect(words).toMatch(
        new RegExp(`: \\*\\*${chosen}\\*\\*\n.*: \\*\\*${better}\\*\\*\nAbout \\*\\*${lost} points?\\*\\*`),
      );
      expect(numberIn(better!) - numberIn(chosen!)).toBe(Number(lost));
      expect(idsOf(screen).map((one) => decode(one)!.act)).toEqual(['review', 'review', 'replay', 'mine']);
    }
    // A page that is not there is the one next to it.
    expect(wordsOf(sound(await press(ANN, 'review', id, 9)))).toContain('Review: 3 of 3');
  });

  test("it is one's own alone", async () => {
    const id = await practised();
    expect(wordsOf((await press(BEN, 'review', id)).screen!)).not.toContain('Review');
    expect(idsOf((await press(BEN, 'replay', id)).screen!)).not.toContain(`review|${id}|0`);
  });

  test('who gave little away is told so', async () => {
    const id = await practised();
    Object.assign(stand.app, { review: async () => [] });
    expect(wordsOf(sound(await press(ANN, 'review', id)))).toContain('Nothing to mend');
  });
});

test('there is none while a game goes on', async () => {
  const { id } = await begun('begun');
  expect(wordsOf((await press(ANN, 'review', id)).screen!)).not.toContain('Review');
});
