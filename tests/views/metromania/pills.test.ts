import { describe, expect, test } from 'vitest';
import { LABELS } from '../../../src/games/metromania/grid.ts';
import type { View } from '../../../src/games/metromania/state.ts';
import { choicesOn, groupsOf } from '../../../src/views/metromania/numbering.ts';
import { pillsOf } from '../../../src/views/metromania/pilldrawing.ts';
import { APART, crossing, gapOf, RADIUS, runsBeneath } from '../../../src/views/metromania/pills.ts';
import { sightOf as sight } from '../../../src/views/metromania/sight.ts';
import { FIELD, LEGEND } from '../../../src/views/metromania/window.ts';
import { amount, LONG } from '../../lib/long.ts';
import { botGame, sightOf, TABLES, wildGame } from './games.ts';

/** Numbers of choices, on every page of many games. */

interface Page {
  readonly view: View;
  readonly group: string;
  readonly numbers: ReturnType<typeof pillsOf>;
}

const games = TABLES.flatMap((table, i) => [
  botGame(table),
  ...Array.from({ length: amount(1, 20) }, (_, n) => wildGame(table, `pills ${i} ${n}`)),
]);
const pages: Page[] = games
  .flatMap((states) => states.filter(({ over }, i) => !over && (LONG > 0 || i % 2 === 0)))
  .map(sightOf)
  .flatMap((view) =>
    groupsOf(view).map((group) => ({
      view,
      group,
      numbers: pillsOf(sight(view, undefined, [group])),
    })),
  );

const nameOf = ({ view, group }: Page): string =>
  `${group}, turn ${view.turn}: ${view.lines.map(({ vertices }) => vertices.map((one) => LABELS[one]).join('-')).join(' ')}`;

describe('numbers on a page', () => {
  test('there are pages of every kind', () => {
    for (const kind of ['start', 'l1', 'l2', 'stations', 'bonus'])
      expect(
        pages.some(({ group }) => group === kind),
        kind,
      ).toBe(true);
    const both = pages.some(
      ({ view, group }) =>
        group.startsWith('l') && choicesOn(view, group).some(({ action }) => action.kind === 'station'),
    );
    expect(both).toBe(true);
  });

  test('none touches another, no threads cross or run beneath one, all stand in the field beside the legend', () => {
    for (const page of pages) {
      const pills = page.numbers.map(({ pill }) => pill);
      const name = nameOf(page);
      for (const [i, one] of pills.entries()) {
        for (const other of pills.slice(i + 1)) {
          expect(gapOf(one, other), name).toBeGreaterThanOrEqual(page.group === 'start' ? 1 : APART - 2);
          expect(crossing(one, other), name).toBe(false);
          expect(runsBeneath(one, other) || runsBeneath(other, one), name).toBe(false);
        }
        const [left, right] = [one.x - one.half - RADIUS, one.x + one.half + RADIUS];
        expect(left, name).toBeGreaterThanOrEqual(FIELD.left);
        expect(right, name).toBeLessThanOrEqual(FIELD.left + FIELD.width);
        expect(one.y - RADIUS, name).toBeGreaterThanOrEqual(FIELD.top);
        expect(one.y + RADIUS, name).toBeLessThanOrEqual(FIELD.top + FIELD.height);
        expect(right > LEGEND[0] && one.y + RADIUS > LEGEND[1], name).toBe(false);
      }
    }
  });

  test('each choice has its number, with the letters that may be put there', () => {
    for (const { view, group, numbers } of pages) {
      const drawn = numbers.flatMap(({ n, letters }) =>
        letters.length === 0 ? [String(n)] : letters.map((letter) => `${n} ${letter}`),
      );
      const placed = choicesOn(view, group).filter(
        ({ action }) => action.kind !== 'bonus' || action.vertex !== null,
      );
      expect(drawn.sort()).toEqual(placed.map(({ label }) => label).sort());
    }
  });

  test('the same page has its numbers at the same places', () => {
    const page = pages.find(({ group }) => group === 'l1')!;
    expect(pillsOf(sight(page.view, undefined, [page.group]))).toEqual(page.numbers);
  });
});
