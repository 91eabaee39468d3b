import { describe, expect, test } from 'vitest';
import { metro } from '../../../src/games/metro/index.ts';
import { isCentral, linesOf, partsOf, scoreOf } from '../../../src/games/metro/score.ts';
import type { View } from '../../../src/games/metro/state.ts';
import { metroPresenter as presenter } from '../../../src/views/metro/index.ts';
import { LABEL, labelSpots, longestOf } from '../../../src/views/metro/longest.ts';
import { BOARD } from '../../../src/views/metro/ring.ts';
import { sceneOf } from '../boards.ts';
import { writtenIn } from '../legible.ts';
import { played } from './games.ts';

/** The end of a game: its longest lines shine, and all others are a press away. */

const scene = sceneOf('dark', ['Ann', 'Ben', 'Cleo', 'Dia', 'Eli', 'Fay']);
const ends = [2, 3, 4, 5, 6].map((seats): View => metro.view(played(seats, 60, {}, `end ${seats}`)));
const { pictures, words } = presenter;

test('the longest lines of players that arrived, the longest first', () => {
  for (const view of ends) {
    const three = longestOf(view);
    expect(three).toHaveLength(3);
    const arrived = view.lines.filter(({ owner, arrival }) => owner !== null && arrival !== null);
    const lengths = arrived.map(({ length }) => length).sort((a, b) => b - a);
    expect(three.map(({ length }) => length)).toEqual(lengths.slice(0, 3));
  }
  const [view] = ends;
  expect(longestOf({ lines: view!.lines.map((line) => ({ ...line, owner: null })) })).toEqual([]);
});

test('labels stand on their lines, within the board, and none on another', () => {
  for (const view of ends) {
    const lines = longestOf(view);
    const widths = [360, 240, 300];
    const spots = labelSpots(view, lines, widths);
    for (const [i, [x, y]] of spots.entries()) {
      expect(x - widths[i]! / 2).toBeGreaterThanOrEqual(BOARD.x);
      expect(x + widths[i]! / 2).toBeLessThanOrEqual(BOARD.x + BOARD.size);
      expect(y - LABEL.h / 2).toBeGreaterThanOrEqual(BOARD.y);
      expect(y + LABEL.h / 2).toBeLessThanOrEqual(BOARD.y + BOARD.size);
      for (const [j, [ox, oy]] of spots.entries())
        if (i < j)
          expect(
            Math.abs(ox - x) >= (widths[i]! + widths[j]!) / 2 || Math.abs(oy - y) >= LABEL.h,
            `${view.held.length} seats`,
          ).toBe(true);
    }
  }
});

describe('in words', () => {
  test('each of the longest by its owner, its station and its length, in the message and for those who see no picture', () => {
    for (const view of ends) {
      const said = words.remark([view], scene)!.split('\n');
      expect(said).toHaveLength(4);
      const { alt } = pictures.sheet(view, scene);
      for (const [i, line] of longestOf(view).entries()) {
        const whose = `${scene.plain[line.owner!]}'s line ${line.station}`;
        expect(said[i + 1]).toMatch(new RegExp(`^\\*\\*${i + 1}\\*\\* ${whose}: ${line.length} tiles?`));
        expect(said[i + 1]!.includes(`×2 in the centre, ${line.points} points`)).toBe(isCentral(line));
        expect(alt).toContain(`${whose} of ${line.length} tile`);
      }
    }
  });

  test('all lines on a page, and those of each player on one of their own, which add up to the score', () => {
    for (const view of ends) {
      const pages = pictures.pages!(view, scene);
      expect(pages.map(({ label }) => label)).toEqual([
        'All lines',
        ...view.held.map((_, seat) => `${scene.plain[seat]}: ${scoreOf(view, seat)} points`),
      ]);
      const [all, ...each] = pages;
      for (const { station, length } of view.lines)
        expect(all!.text).toMatch(new RegExp(`(^|\\D)${station}: ${length}\\b`, 'm'));
      expect(all!.text.includes("Nobody's: ")).toBe(view.lines.some(({ owner }) => owner === null));
      for (const [seat, page] of each.entries()) {
        const told = [
          ...page.text.matchAll(/^Line (\d+): (\d+) tiles?(?: ×2 in the centre, (\d+) points)?$/gm),
        ];
        expect(told).toHaveLength(linesOf(view, seat).length);
        const sum = told.reduce((points, [, , length, twice]) => points + Number(twice ?? length), 0);
        expect(sum).toBe(scoreOf(view, seat));
        expect(page.picture.alt.length).toBeLessThanOrEqual(1024);
      }
    }
  });

  test('there are none while a game runs', () => {
    const view = metro.view(played(2, 30, {}, 'end 2'));
    expect(pictures.pages!(view, scene)).toEqual([]);
    expect(words.remark([view], scene)).toBeNull();
    expect(pictures.sheet(view, scene).alt).not.toContain('shine');
  });
});

test('what lines that ended in the centre brought, in the picture and in words', async () => {
  for (const view of ends) {
    const centre = view.held.map((_, seat) => partsOf(view, seat).centre);
    const sheet = pictures.sheet(view, scene);
    const told = centre.map((points, seat) => `${scene.plain[seat]} ${points}`).join(', ');
    expect(sheet.alt).toContain(`In the centre: ${told}.`);
    const texts = (await writtenIn(sheet)).map(({ text }) => text);
    // Nothing is to be placed any more: they stand in its room.
    expect(texts).not.toContain('to place');
    const at = texts.findIndex((_, i) => centre.every((points, seat) => texts[i + seat] === String(points)));
    expect(at).toBeGreaterThan(0);
  }
});

test('pictures: the longest lit, one player lit, and the whole board are three different ones', async () => {
  const view = ends[1]!;
  const [all, ann] = pictures.pages!(view, scene);
  const drawn = await Promise.all(
    [pictures.sheet(view, scene), all!.picture, ann!.picture].map((one) => one.draw()),
  );
  expect(new Set(drawn.map((png) => png.toString('base64'))).size).toBe(3);
  expect((await pictures.sheet(view, scene).draw()).equals(drawn[0]!)).toBe(true);
  expect(Math.max(...drawn.map(({ length }) => length))).toBeLessThan(256_000);
});
