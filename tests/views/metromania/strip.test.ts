import { describe, expect, test } from 'vitest';
import { metromania } from '../../../src/games/metromania/index.ts';
import { LETTERS, type State, type View } from '../../../src/games/metromania/state.ts';
import { drawBoard } from '../../../src/views/metromania/board.ts';
import { boardAlt } from '../../../src/views/metromania/boardalt.ts';
import type { Scene } from '../../../src/views/presenter.ts';
import { laid } from '../../games/metromania/position.ts';
import { reckoned } from '../../games/metromania/reckoning.ts';
import { said, sceneOf } from '../boards.ts';
import { botGame, sightOf, TABLES, wildGame } from './games.ts';

/** The minutes of trips so far, in the strip beneath the city and in words. */

const scene = sceneOf('dark');
const games: State[][] = TABLES.flatMap((table) => [botGame(table), wildGame(table, 'minutes')]);

/** A line from F10 to F6; trip A is between E8-E9-F9 and F5-F6-G5. */
const ride = (stations: readonly string[]): State =>
  laid({
    seats: 3,
    lines: { 0: 'F10 W-L W-L W-L W-L' },
    stations,
    marked: [
      ['A.C', 'E8 E9 F9', 1],
      ['A.R', 'F5 F6 G5', 0],
      ['B.C', 'H7 H8 I7', 0],
    ],
  });

describe('minutes so far', () => {
  test('are those of the trips if building ended now, for letters with both markers placed', () => {
    let some = 0;
    for (const state of games.flatMap((game) =>
      game.filter((_, i) => i % 7 === 0 || i === game.length - 1),
    )) {
      const { minutes, trips, over } = metromania.view(state);
      const trip = reckoned(state).filter(({ id }) => id !== 'park');
      expect(minutes).toEqual(trip.map((one) => one.minutes));
      if (over) expect(minutes).toEqual(trips.slice(0, -1).map((one) => one.minutes));
      else some += minutes.filter((one) => one !== null).length;
    }
    expect(some).toBeGreaterThan(10);
  });

  test('are the same for everybody, whatever is held', () => {
    for (const state of games.flatMap((game) => game.filter(({ over }, i) => i % 5 === 0 && !over))) {
      const { minutes } = metromania.view(state);
      const other = state.hands.map((hand) =>
        hand.map((held) => ({ ...held, letter: LETTERS[(LETTERS.indexOf(held.letter) + 1) % 6]! })),
      );
      for (let seat = 0; seat < state.setting.seats; seat++) {
        expect(metromania.view(state, seat).minutes).toEqual(minutes);
        expect(metromania.view({ ...state, hands: other }, seat).minutes).toEqual(minutes);
      }
      expect(metromania.view({ ...state, hands: state.hands.map(() => []) }).minutes).toEqual(minutes);
    }
  });
});

describe('in the picture', () => {
  const draw = async (view: View, after?: View, by: Scene = scene): Promise<string> =>
    (await drawBoard(view, by, after ? { after } : {}).png()).toString('base64');

  test('each is written while the game runs, and what a choice makes of it', async () => {
    const view = metromania.view(ride(['F9', 'F6']));
    const later = metromania.view(ride(['F9', 'F8', 'F6']));
    expect([view.minutes[0], later.minutes[0]]).toEqual([1, 2]);
    const written: string[] = [];
    const by: Scene = {
      ...scene,
      t: said((key, values) => {
        const text = scene.t(key, values);
        if (/^metromania\.picture\.(minutes|none)$/.test(key)) written.push(text);
        return text;
      }),
    };
    await draw(view, undefined, by);
    expect(written).toEqual(['1′', '–', '–', '–', '–', '–']);
    const none = { ...view, minutes: view.minutes.map(() => null) };
    expect(await draw(view)).not.toBe(await draw(none));
    expect(await draw(view, { ...view, minutes: later.minutes })).not.toBe(await draw(view, view));
  });
});

describe('in words', () => {
  test('of letters with both markers placed, and of no other', () => {
    const text = (stations: readonly string[]) => boardAlt(metromania.view(ride(stations)), scene);
    expect(text(['F9', 'F6'])).toContain(' Trips: A 1 minute. ');
    expect(text(['F9', 'F8', 'F6'])).toContain(' Trips: A 2 minutes. ');
    expect(text(['F9'])).toContain(' Trips: A no route. ');
    expect(boardAlt(metromania.view(laid({ seats: 3 })), scene)).not.toContain('Trips:');
  });

  test('of what a choice makes of them', () => {
    const [view, after] = [['F9'], ['F9', 'F6']].map((stations) => metromania.view(ride(stations)));
    expect(boardAlt(view!, scene, { after: after! })).toContain(' Trips: A 1 minute. ');
  });

  test('in most moments of a game there is room for them', () => {
    const views = games
      .flat()
      .filter(({ over }) => !over)
      .map(sightOf);
    const some = views.filter(({ minutes }) => minutes.some((one) => one !== null));
    const told = some.filter((view) => boardAlt(view, scene).includes(' Trips: '));
    expect(told.length / some.length).toBeGreaterThan(0.9);
  });
});
