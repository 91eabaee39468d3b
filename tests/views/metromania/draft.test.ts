import { describe, expect, test } from 'vitest';
import { metromania } from '../../../src/games/metromania/index.ts';
import type { State, View } from '../../../src/games/metromania/state.ts';
import { drawBoard } from '../../../src/views/metromania/board.ts';
import { boardAlt } from '../../../src/views/metromania/boardalt.ts';
import { drafted } from '../../../src/views/metromania/ground.ts';
import { sceneOf } from '../boards.ts';
import { sightOf, TABLES, wildGame } from './games.ts';

/** What a turn that is only thought of may tell: nothing that whoever thinks of it does not know. */

const scene = sceneOf('dark');
interface Draft {
  readonly view: View;
  /** The view after a choice, with the letters of others guessed in two ways. */
  readonly after: View;
  readonly other: View;
}

/** Steps of random games, as if whoever moves there had the last turn of all: with it building ends. */
function draftsOf(table: (typeof TABLES)[number]): Draft[] {
  return ['end', 'of', 'building'].flatMap((seed) =>
    wildGame(table, seed)
      .filter(({ over }, i) => !over && i % 6 === 0)
      .flatMap((state) => {
        const closing = (state.mover + 1) % state.setting.companies;
        const view = sightOf({ ...state, ending: 'blocked', closing });
        const [one, other] = ['one', 'other'].map((guess) => metromania.imagine(view, guess));
        return view.legal.map((action) => {
          const after = (thought: State) =>
            metromania.view(metromania.apply(thought, view.seat!, action), view.seat!);
          return { view, after: after(one!), other: after(other!) };
        });
      }),
  );
}

const handsIn = ({ hands }: View) => hands.map((hand) => hand.map(({ letter }) => letter).sort()).join();
const differ = ({ after, other }: Draft): boolean => handsIn(after) !== handsIn(other);

describe.each(TABLES)('drafts of $seats seats $options', (table) => {
  const drafts = draftsOf(table);
  const ends = drafts.filter(({ after }) => after.over);

  test('some of them end building, where a view of the game itself opens all hands', () => {
    expect(ends.length).toBeGreaterThan(5);
    // Of two players each knows the other's markers by the columns they are dealt in.
    expect(ends.some(differ)).toBe(table.seats > 2);
  });

  test('what is shown knows no letter that the view does not', () => {
    for (const { view, after } of drafts) {
      const shown = drafted(view, after);
      for (const [company, hand] of shown.hands.entries()) {
        const own = view.setting.owners[company] === view.seat;
        expect(hand).toEqual(own ? after.hands[company] : view.hands[company]);
      }
      expect([shown.over, shown.trips, shown.ranks]).toEqual([false, [], []]);
    }
  });

  test('in words others hold homes, shops and shows, and nothing hangs on what they are thought to hold', () => {
    let told = 0;
    for (const { view, after, other } of drafts) {
      const text = boardAlt(view, scene, { after });
      expect(boardAlt(view, scene, { after: other })).toBe(text);
      for (const [company, owner] of view.setting.owners.entries()) {
        if (owner === view.seat) continue;
        const half = view.setting.advanced ? ` \\(${company % 2 === 0 ? 'A–C' : 'D–F'}\\)` : '';
        const held = new RegExp(`In hand: [^.]*?${scene.plain[owner]}${half} ([^,.]*)`).exec(text)?.[1];
        if (held === undefined) continue;
        told++;
        expect(held).not.toMatch(/\b[A-F] (home|shop|show)/);
      }
    }
    expect(told).toBeGreaterThan(20);
  });

  test('nor does the picture', async () => {
    const { view, after, other } = ends.find(differ) ?? ends[0]!;
    const png = (one: View) => drawBoard(view, scene, { after: one }).png();
    expect((await png(after)).equals(await png(other))).toBe(true);
  });
});
