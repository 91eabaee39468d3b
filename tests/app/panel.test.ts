import { describe, expect, test } from 'vitest';
import { sceneOf, t as translate } from '../../src/app/context.ts';
import { choiceScreen, narrowScreen } from '../../src/app/drafts.ts';
import { decode } from '../../src/app/ids.ts';
import { type SeatContext, seatContext } from '../../src/app/seat.ts';
import type { AnyAction, AnyView } from '../../src/games/game.ts';
import type { Match } from '../../src/match/match.ts';
import { distinct, keys, leads, MENU, pageMark, reached } from '../../src/views/menus.ts';
import { usePictures } from '../blank.ts';
import { LONG } from '../lib/long.ts';
import { positionAt, positions, type Setting } from './positions.ts';
import { pieces } from './sound.ts';

usePictures('blank');

/** The keypad and the menus: the same places in the same order, and a way to every legal choice. */

const t = translate('en');

const SETTINGS: readonly Setting[] = [
  { map: 'tokyo', seats: 2, flip: 'auto', seed: 41 },
  { map: 'tube-town', seats: 1, flip: 'auto', seed: 43 },
];

const METRO = { game: 'metro', map: 'paris' } as const;
const MANIA = { game: 'metromania', map: 'six-quarters' } as const;

const TURNS: readonly Setting[] = [
  { ...METRO, seats: 2, options: {}, seed: 44 },
  { ...METRO, seats: 3, options: { hand: '2' }, seed: 45 },
  { ...METRO, seats: 4, options: { hand: '3', returns: 'classic' }, seed: 46 },
  { ...METRO, seats: 2, options: { arrow: 'false' }, seed: 47 },
  { ...METRO, seats: 5, options: { arrow: 'false', hand: '2' }, seed: 48 },
  { ...METRO, seats: 6, options: { arrow: 'false', hand: '3' }, seed: 49 },
  { ...MANIA, seats: 2, options: {}, seed: 50 },
  { ...MANIA, seats: 2, options: { game: 'advanced' }, seed: 51 },
  { ...MANIA, seats: 3, options: { digging: 'free', markers: 'open' }, seed: 52 },
  { ...MANIA, seats: 4, options: { lastTurn: 'true' }, seed: 53 },
];

const ALL: readonly Setting[] = [...SETTINGS, ...TURNS];

/**
 * With hundreds of choices each position takes its time; in the short form every other one of a game of turns is
 * looked at.
 */
const every = ({ game, options }: Setting): number =>
  (LONG > 0 || !game ? 1 : 2) * (options?.arrow ? 8 : game ? 3 : 2);

const played = new Map<Setting, readonly Match[]>();

/** Positions of a game that goes on, which is played once. */
function rounds(setting: Setting): readonly Match[] {
  const known = played.get(setting);
  if (known) return known;
  const all = [...positions(setting, (step) => step % every(setting) === 0)];
  const running = all.filter(({ row }) => row.status === 'running');
  played.set(setting, running);
  return running;
}

/** The seat of whoever is to choose. */
const contextIn = (match: Match): SeatContext =>
  seatContext(match, match.row.game === 'metrox' ? 0 : match.game.toAct(match.state)[0]!, t, false);

describe('keys', () => {
  test.each(SETTINGS)('of every place stand where they always stood: $map', (setting) => {
    const orders = new Set<string>();
    for (const match of rounds(setting)) {
      const ctx = seatContext(match, 0, t, false);
      const all = keys(ctx.presenter.menus, ctx.choices, [], ctx.scene);
      const places = ctx.presenter.menus.places(ctx.choices.view, []);
      orders.add(
        all
          .slice(0, places.length)
          .map(({ path }) => path.join())
          .join(' '),
      );
    }
    expect(orders.size).toBe(1);
  });

  test.each(ALL)('lead to every legal choice, and closed ones to none: $game $map $options', (setting) => {
    const kinds = new Set<string>();
    for (const match of rounds(setting)) {
      const { presenter, choices } = contextIn(match);
      const scene = sceneOf(match.seats, t);
      const found = new Set<AnyAction>();
      const walk = (path: readonly string[]): void => {
        for (const key of keys(presenter.menus, choices, path, scene)) {
          kinds.add(key.kind);
          expect(key.entry.button.length).toBeLessThanOrEqual(34);
          expect(key.entry.label.length).toBeLessThanOrEqual(100);
          expect(key.entry.description.length).toBeLessThanOrEqual(100);
          const here = reached(presenter.menus, choices, key.path);
          if (key.kind === 'closed')
            expect([here, leads(presenter.menus, choices, key.path)]).toEqual([[], false]);
          if (key.kind === 'action') {
            expect(here.length).toBeGreaterThan(0);
            // The key plays the fullest of them.
            expect(here[0]).toBe(choices.actions.find((action) => here.includes(action)));
            for (const action of here) found.add(action);
          }
          if (key.kind === 'group') {
            expect(leads(presenter.menus, choices, key.path)).toBe(true);
            // A square asks for a turning only where there are several.
            if (/^[A-H]\d$/.test(key.path.at(-1)!))
              expect(keys(presenter.menus, choices, key.path, scene).length).toBeGreaterThan(1);
            walk(key.path);
          }
        }
      };
      walk([]);
      expect(found.size).toBe(new Set(choices.actions).size);
    }
    if (!setting.game) expect([...kinds].sort()).toEqual(['action', 'closed', 'group']);
  });

  test.each(ALL)(
    'further in there are never more than a menu holds: $game $map $options',
    { timeout: 60_000 },
    (setting) => {
      let groups = 0;
      const check = (ctx: SeatContext, path: readonly string[]): void => {
        for (const key of keys(ctx.presenter.menus, ctx.choices, path, ctx.scene)) {
          if (key.kind !== 'group') continue;
          groups++;
          const inner = keys(ctx.presenter.menus, ctx.choices, key.path, ctx.scene);
          expect(inner.length).toBeGreaterThan(0);
          expect(inner.length).toBeLessThanOrEqual(MENU);
          check(ctx, key.path);
        }
      };
      for (const match of rounds(setting)) check(contextIn(match), []);
      expect(groups).toBeGreaterThan(5);
    },
  );

  test('stations of a line stand in their order along it, T2 before T14', () => {
    let lines = 0;
    for (const match of rounds(SETTINGS[0]!)) {
      const { presenter, choices, scene } = seatContext(match, 0, t, false);
      for (const key of keys(presenter.menus, choices, [], scene).filter(({ kind }) => kind === 'group')) {
        const numbers = keys(presenter.menus, choices, key.path, scene).map(({ entry }) =>
          Number(/\d+$/.exec(entry.label)![0]),
        );
        expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
        lines += Number(numbers.some((n) => n > 9));
      }
    }
    expect(lines).toBeGreaterThan(2);
  });

  test('turnings stand in the order of turning', () => {
    const found = new Set<string>();
    for (const match of rounds(TURNS[3]!)) {
      const { presenter, choices, scene } = contextIn(match);
      const walk = (path: readonly string[]): void => {
        const inner = keys(presenter.menus, choices, path, scene);
        const steps = inner.map((key) => key.path.at(-1)!).filter((step) => /^t\d$/.test(step));
        expect(steps).toEqual(steps.toSorted());
        if (steps.length > 0) found.add(steps.join());
        for (const key of inner) if (key.kind === 'group') walk(key.path);
      };
      walk([]);
    }
    expect(found).toContain('t0,t1,t2,t3');
  });

  test('a way that is not there is empty, not a fault', () => {
    const [match] = rounds(SETTINGS[0]!);
    const { presenter, choices, scene } = seatContext(match!, 0, t, false);
    for (const path of [['Q'], ['T', 'nowhere'], ['toString'], ['']]) {
      expect(reached(presenter.menus, choices, path)).toEqual([]);
      expect(leads(presenter.menus, choices, path)).toBe(false);
      expect(keys(presenter.menus, choices, path, scene)).toEqual([]);
    }
  });

  test('the mark of a menu leads nowhere by itself', () => {
    const [match] = rounds(TURNS[0]!);
    const { presenter, choices } = contextIn(match!);
    for (const action of choices.actions) {
      const [way] = presenter.menus.paths(choices.view, action);
      const marked = [...way!.slice(0, -1), pageMark(1), way!.at(-1)!];
      expect(reached(presenter.menus, choices, marked)).toEqual(reached(presenter.menus, choices, way!));
    }
  });
});

test('a state is imagined once for all that a screen looks ahead at, and not before', () => {
  const match = positionAt(TURNS[4]!, 6);
  let times = 0;
  const imagine: typeof match.game.imagine = (view, seed) => {
    times++;
    return match.game.imagine(view, seed);
  };
  const { presenter, choices, scene } = contextIn({ ...match, game: { ...match.game, imagine } });
  expect(times).toBe(0);
  for (const key of keys(presenter.menus, choices, [], scene))
    keys(presenter.menus, choices, key.path, scene);
  for (const action of choices.actions) choices.foresee(action);
  expect(choices.actions.length).toBeGreaterThan(50);
  expect(times).toBe(1);
});

test.each(TURNS)('what comes to the same is there once: $game $options', (setting) => {
  for (const match of rounds(setting)) {
    const { presenter, choices } = contextIn(match);
    const ways = (actions: readonly AnyAction[]) =>
      actions.map((action) => presenter.menus.paths(choices.view, action)[0]!.join());
    const kept = distinct(presenter.menus, choices);
    expect(new Set(ways(kept)).size).toBe(kept.length);
    expect(new Set(ways(kept))).toEqual(new Set(ways(choices.actions)));
  }
});

describe('a page', () => {
  const menusOf = (screen: Parameters<typeof pieces>[0]) =>
    pieces(screen).filter((piece) => piece.type === 3);
  const keypadOf = (screen: Parameters<typeof pieces>[0]) =>
    pieces(screen).filter((piece) => piece.type === 2 && piece.custom_id?.startsWith('pick|'));

  test.each(TURNS)(
    'has keys for all that its menu offers, unless they are many: $game $options',
    async (setting) => {
      for (const match of rounds(setting)) {
        const screen = await choiceScreen(contextIn(match));
        const offered = menusOf(screen).flatMap(({ custom_id, options }) =>
          options!.map(({ value }) => `${custom_id}|${value}`.replace(/\*\d\|/, '')),
        );
        const pressed = keypadOf(screen).map(({ custom_id }) => custom_id!);
        const own = offered.filter((id) => pressed.includes(id));
        expect(own).toHaveLength(offered.length > 20 ? 0 : offered.length);
        expect(pressed.length).toBeLessThanOrEqual(20);
      }
    },
  );

  test('of more than a menu holds has several, and each entry leads where it says', async () => {
    const match = positionAt({ ...METRO, seats: 2, options: { arrow: 'false' }, seed: 60 }, 9);
    const ctx = contextIn(match);
    // A game that asked for all squares and turnings at once.
    const presenter = {
      ...ctx.presenter,
      menus: {
        ...ctx.presenter.menus,
        places: () => [],
        paths: (_view: AnyView, action: AnyAction) => [[ctx.match.game.code(action)]],
      },
    };
    const { choices } = ctx;
    expect(choices.actions.length).toBeGreaterThan(2 * MENU);
    const many = { ...ctx, presenter };
    for (const screen of [await choiceScreen(many), await narrowScreen(many, [])]) {
      const menus = menusOf(screen);
      expect(menus.length).toBe(Math.ceil(choices.actions.length / MENU));
      expect(new Set(menus.map(({ custom_id }) => custom_id)).size).toBe(menus.length);
      for (const { custom_id, options } of menus)
        for (const { value } of options!) {
          const { parts } = decode(custom_id!)!;
          const [action] = reached(presenter.menus, choices, [...parts, value]);
          expect(ctx.match.game.code(action!)).toBe(value);
        }
    }
  });
});
