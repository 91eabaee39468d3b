import { describe, expect, test } from 'vitest';
import { sceneOf, t as translate } from '../../src/app/context.ts';
import { deskOf } from '../../src/app/screens/seat.ts';
import type { Match } from '../../src/match/match.ts';
import { keys, leads, MENU, reached } from '../../src/views/panel.ts';
import { positions, type Setting } from './positions.ts';

/** The keypad: the same places in the same order, and a way to every legal choice. */

const t = translate('en');

const SETTINGS: readonly Setting[] = [
  { map: 'tokyo', seats: 2, flip: 'auto', seed: 41 },
  { map: 'tube-town', seats: 1, flip: 'auto', seed: 43 },
];

function* rounds(setting: Setting): Generator<Match> {
  for (const match of positions(setting, (step) => step % 2 === 0))
    if (match.row.status === 'running') yield match;
}

describe('keys', () => {
  test.each(SETTINGS)('of every place stand where they always stood: $map', (setting) => {
    const orders = new Set<string>();
    for (const match of rounds(setting)) {
      const desk = deskOf(match, 0, t, false);
      const all = keys(desk.look, desk.hand, [], desk.scene);
      const places = desk.look.places(desk.hand.view);
      orders.add(
        all
          .slice(0, places.length)
          .map(({ path }) => path.join())
          .join(' '),
      );
      for (const key of all) {
        expect(key.entry.button.length).toBeLessThanOrEqual(34);
        expect(key.entry.label.length).toBeLessThanOrEqual(100);
        expect(key.entry.description.length).toBeLessThanOrEqual(100);
      }
    }
    expect(orders.size).toBe(1);
  });

  test.each(SETTINGS)('lead to every legal choice, and closed ones to none: $map', (setting) => {
    const kinds = new Set<string>();
    for (const match of rounds(setting)) {
      const desk = deskOf(match, 0, t, false);
      const { look, hand } = desk;
      const scene = sceneOf(match.seats, t);
      const found = new Set<unknown>();
      const walk = (path: readonly string[]): void => {
        for (const key of keys(look, hand, path, scene)) {
          kinds.add(key.kind);
          const here = reached(look, hand, key.path);
          if (key.kind === 'closed') expect([here, leads(look, hand, key.path)]).toEqual([[], false]);
          if (key.kind === 'action') {
            expect(here.length).toBeGreaterThan(0);
            // The key plays the fullest of them.
            expect(here[0]).toBe(hand.actions.find((action) => here.includes(action)));
            for (const action of here) found.add(action);
          }
          if (key.kind === 'group') {
            expect(leads(look, hand, key.path)).toBe(true);
            walk(key.path);
          }
        }
      };
      walk([]);
      expect(found.size).toBe(new Set(hand.actions).size);
    }
    expect([...kinds].sort()).toEqual(['action', 'closed', 'group']);
  });

  test('further in there are never more than a menu holds', () => {
    let groups = 0;
    for (const setting of SETTINGS)
      for (const match of rounds(setting)) {
        const desk = deskOf(match, 0, t, false);
        for (const key of keys(desk.look, desk.hand, [], desk.scene)) {
          if (key.kind !== 'group') continue;
          groups++;
          const inner = keys(desk.look, desk.hand, key.path, desk.scene);
          expect(inner.length).toBeGreaterThan(0);
          expect(inner.length).toBeLessThanOrEqual(MENU);
        }
      }
    expect(groups).toBeGreaterThan(5);
  });

  test('a way that is not there is empty, not a fault', () => {
    const [match] = rounds(SETTINGS[0]!);
    const { look, hand, scene } = deskOf(match!, 0, t, false);
    for (const path of [['Q'], ['T', 'nowhere'], ['toString'], ['']]) {
      expect(reached(look, hand, path)).toEqual([]);
      expect(leads(look, hand, path)).toBe(false);
      expect(keys(look, hand, path, scene)).toEqual([]);
    }
  });
});
